"""Wrecks that earlier blocks of flights saw, kept for those to come: one register for the same hulls, within bounds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.wrecks import Wrecks

MOST = 1 << 17
"""Wrecks that are kept, of all registers together; when more came up, the registers used longest ago are dropped."""

_KEPT: OrderedDict[tuple[object, ...], Wrecks] = OrderedDict()


def wrecks_of(hulls: Sequence[Hull]) -> Wrecks:
    """The wrecks of these hulls that came up so far.

    Dropping changes no number: whatever is known of a wreck follows from it, and is worked out again when it comes up.
    """
    key = tuple(hull.key for hull in hulls)
    wrecks = _KEPT.pop(key, None)
    while _KEPT and sum(each.known for each in _KEPT.values()) + (wrecks.known if wrecks else 0) > MOST:
        _KEPT.popitem(last=False)
    if wrecks is None or wrecks.known > MOST:
        wrecks = Wrecks(hulls)
    _KEPT[key] = wrecks
    return wrecks


def forget() -> None:
    """Drop all of them, when the rules themselves are changed."""
    _KEPT.clear()
