"""Wrecks that earlier blocks of flights saw, kept for those to come: one register for the same hulls, within bounds.

Each thread has registers of its own: numbers are given as wrecks come up, and tables grow with them.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Sequence
from threading import local

from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.of_fleets import FleetWrecks
from analyzer.trucker.wrecks.wrecks import Wrecks

MOST = 1 << 17
"""Wrecks that a thread keeps, of all registers together; when more came up, those used longest ago are dropped."""
AT_LEAST = 1 << 11
"""For how many wrecks a register counts that holds fewer: what it takes itself."""
AT_ONCE = 1 << 14
"""A register that counts for more is cleared away as soon as it is dropped."""


class _Kept(local):
    """The registers of a thread, that used last at the end."""

    def __init__(self) -> None:
        self.registers: OrderedDict[tuple[object, ...], Wrecks] = OrderedDict()


_KEPT = _Kept()


def wrecks_of(hulls: Sequence[Hull]) -> Wrecks:
    """The wrecks of these hulls that came up so far.

    Dropping changes no number: whatever is known of a wreck follows from it, and is worked out again when it comes up.
    """
    registers, key = _KEPT.registers, tuple(hull.key for hull in hulls)
    if key in registers and _size(registers[key]) > MOST:
        _drop(key)
    wrecks = registers.pop(key, None) or _register(hulls)
    registers[key] = wrecks
    while len(registers) > 1 and sum(map(_size, registers.values())) > MOST:
        _drop(next(iter(registers)))
    return wrecks


def _register(hulls: Sequence[Hull]) -> Wrecks:
    """A new one; a board without a starting square is that of fleets."""
    return (FleetWrecks if any(hull.layout.board.start is None for hull in hulls) else Wrecks)(hulls)


def _drop(key: tuple[object, ...]) -> None:
    """Drop a register; a large one at once, for it refers to itself, and would wait for the collector of garbage."""
    is_large = _size(_KEPT.registers.pop(key)) > AT_ONCE
    if is_large:
        gc.collect()


def _size(wrecks: Wrecks) -> int:
    """For how many wrecks a register counts."""
    return max(wrecks.known, AT_LEAST)


def forget() -> None:
    """Drop all of this thread, when the rules themselves are changed."""
    _KEPT.registers.clear()
