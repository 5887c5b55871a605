"""Wrecks that earlier blocks of flights saw, kept for those to come: one register for the same hulls, within bounds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.wrecks import Wrecks

MOST = 1 << 17
"""Wrecks that are kept, of all registers together; when more came up, the registers used longest ago are dropped."""
AT_LEAST = 1 << 11
"""For how many wrecks a register counts that holds fewer: what it takes itself."""

_KEPT: OrderedDict[tuple[object, ...], Wrecks] = OrderedDict()


def wrecks_of(hulls: Sequence[Hull]) -> Wrecks:
    """The wrecks of these hulls that came up so far.

    Dropping changes no number: whatever is known of a wreck follows from it, and is worked out again when it comes up.
    """
    key = tuple(hull.key for hull in hulls)
    wrecks = _KEPT.pop(key, None)
    if wrecks is None or _size(wrecks) > MOST:
        wrecks = Wrecks(hulls)
    _KEPT[key] = wrecks
    while len(_KEPT) > 1 and sum(map(_size, _KEPT.values())) > MOST:
        _KEPT.popitem(last=False)
    return wrecks


def _size(wrecks: Wrecks) -> int:
    """For how many wrecks a register counts: more is known of those of fleets, ship by ship."""
    return max(wrecks.known * (1 + wrecks.fleets), AT_LEAST)


def forget() -> None:
    """Drop all of them, when the rules themselves are changed."""
    _KEPT.clear()
