"""Cache of wrecks between runs, for ships and for fleets.

The wreck of a fleet is the numbers of its ships, (MOST_SHIPS, ...); of a ship that left, or that there never was,
nothing is left.

Each thread has registers of its own: numbers are given as wrecks come up, and tables grow with them.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Sequence
from threading import local

import numpy as np

from analyzer.trucker.ship.bitboard import Bits
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.facts import OF_HULL
from analyzer.trucker.wrecks.wrecks import Numbers, Table, WorkOut, Wrecks


class FleetWrecks(Wrecks):
    """The wrecks of the ships of some fleets; `nothing[h]` is the number of a ship of hull h of which nothing is left.

    `whole` is (MOST_SHIPS, hulls).
    """

    fleets = True

    def __init__(self, hulls: Sequence[Hull]) -> None:
        super().__init__(hulls)
        every = np.arange(len(hulls))
        self.nothing = self.numbers(every, np.zeros(every.size, np.uint64))
        masks = self.stack.array("ships").T & self.stack.array("whole")[:, 0]
        self.whole = np.stack([self.numbers(every, own) for own in masks])

    def hulls_of(self, wreck: Numbers) -> Numbers:
        """The number of the hull of each fleet."""
        return np.asarray(self.hull_of.take(wreck[0]))

    def left_of(self, wreck: Numbers) -> Bits:
        """The squares whose components are left of each fleet."""
        return np.asarray(np.bitwise_or.reduce(self.sets.take(wreck), axis=0))

    def fact(self, what: WorkOut, wreck: Numbers) -> Table:
        """What follows for each fleet: sets of its ships together, numbers added up."""
        each = self.table(what).take(wreck)
        if what in OF_HULL:
            return np.asarray(each[0])
        together = np.bitwise_or if each.dtype == np.uint64 else np.add
        return np.asarray(together.reduce(each, axis=0, dtype=each.dtype))


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
