"""Wrecks that earlier blocks of flights saw, kept for those to come: one register for the same hulls, within bounds."""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Sequence

from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.of_fleets import FleetWrecks
from analyzer.trucker.wrecks.wrecks import Wrecks

MOST = 1 << 17
"""Wrecks that are kept, of all registers together; when more came up, the registers used longest ago are dropped."""
AT_LEAST = 1 << 11
"""For how many wrecks a register counts that holds fewer: what it takes itself."""
AT_ONCE = 1 << 14
"""A register that counts for more is cleared away as soon as it is dropped."""

_KEPT: OrderedDict[tuple[object, ...], Wrecks] = OrderedDict()


def wrecks_of(hulls: Sequence[Hull]) -> Wrecks:
    """The wrecks of these hulls that came up so far.

    Dropping changes no number: whatever is known of a wreck follows from it, and is worked out again when it comes up.
    """
    key = tuple(hull.key for hull in hulls)
    if key in _KEPT and _size(_KEPT[key]) > MOST:
        _drop(key)
    wrecks = _KEPT.pop(key, None) or _register(hulls)
    _KEPT[key] = wrecks
    while len(_KEPT) > 1 and sum(map(_size, _KEPT.values())) > MOST:
        _drop(next(iter(_KEPT)))
    return wrecks


def _register(hulls: Sequence[Hull]) -> Wrecks:
    """A new one; a board without a starting square is that of fleets."""
    return (FleetWrecks if any(hull.layout.board.start is None for hull in hulls) else Wrecks)(hulls)


def _drop(key: tuple[object, ...]) -> None:
    """Drop a register; a large one at once, for it refers to itself, and would wait for the collector of garbage."""
    is_large = _size(_KEPT.pop(key)) > AT_ONCE
    if is_large:
        gc.collect()


def _size(wrecks: Wrecks) -> int:
    """For how many wrecks a register counts."""
    return max(wrecks.known, AT_LEAST)


def forget() -> None:
    """Drop all of them, when the rules themselves are changed."""
    _KEPT.clear()
