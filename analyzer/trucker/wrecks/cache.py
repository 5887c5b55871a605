"""Registers of wrecks kept between runs, for single ships and for fleets.

The wreck of a fleet is an array of its ships' wreck numbers, shape (MOST_SHIPS, ...). A ship that left, or
never existed, counts as a ship without components.

Each thread keeps registers of its own, because numbers depend on the order in which wrecks come up.
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
from analyzer.trucker.wrecks.wrecks import FactFunction, Numbers, Table, Wrecks


class FleetWrecks(Wrecks):
    """Register of the wrecks of fleets: each ship of a fleet has a wreck number of its own.

    Arrays of wrecks have shape (MOST_SHIPS, ...), one row for each ship of a fleet.

    Attributes:
        nothing: Number of the wreck without components, by hull. Shape (hulls,).
        intact: Numbers of the intact ships. Shape (MOST_SHIPS, hulls).
    """

    fleets = True

    def __init__(self, hulls: Sequence[Hull]) -> None:
        super().__init__(hulls)
        every = np.arange(len(hulls))
        # A ship that left its fleet, or never existed, has this wreck; so all fleets have MOST_SHIPS numbers.
        self.nothing = self.numbers(every, np.zeros(every.size, np.uint64))
        masks = self.stack.array("ships").T & self.stack.array("occupied")[:, 0]
        self.intact = np.stack([self.numbers(every, own) for own in masks])

    def hulls_of(self, wreck: Numbers) -> Numbers:
        """Return the number of the hull from which each fleet's wrecks come."""
        return np.asarray(self.hull_of.take(wreck[0]))

    def left_of(self, wreck: Numbers) -> Bits:
        """Return the surviving squares of each fleet, i.e. of all its ships together."""
        return np.asarray(np.bitwise_or.reduce(self.sets.take(wreck), axis=0))

    def fact(self, fact: FactFunction, wreck: Numbers) -> Table:
        """Look up a fact of each fleet: masks are united over its ships, counts are summed.

        Facts in OF_HULL, e.g. the number of components at launch, already hold for the whole fleet.
        """
        each = self.table(fact).take(wreck)
        if fact in OF_HULL:
            return np.asarray(each[0])
        # Masks are the only facts of this type; all counts are signed.
        together = np.bitwise_or if each.dtype == np.uint64 else np.add
        return np.asarray(together.reduce(each, axis=0, dtype=each.dtype))


MAX_WRECKS = 1 << 17
"""Largest number of wrecks that a thread keeps in all its registers; beyond it, the least recently used are dropped."""
MIN_REGISTER_SIZE = 1 << 11
"""Smallest number of wrecks that a register counts as, because even an empty one takes memory."""
COLLECT_ABOVE = 1 << 14
"""Number of wrecks above which a dropped register is garbage-collected at once."""


class _ThreadRegisters(local):
    """The registers of one thread, the most recently used last."""

    def __init__(self) -> None:
        self.registers: OrderedDict[tuple[object, ...], Wrecks] = OrderedDict()


_THIS_THREAD = _ThreadRegisters()


def wrecks_of(hulls: Sequence[Hull]) -> Wrecks:
    """Return this thread's register of the wrecks of the given hulls; create it if there is none.

    Dropping a register changes no result, because all its contents are computed again from the wrecks.
    """
    registers, key = _THIS_THREAD.registers, tuple(hull.key for hull in hulls)
    if key in registers and _size(registers[key]) > MAX_WRECKS:
        _drop_register(key)
    wrecks = registers.pop(key, None)
    if wrecks is None:
        # Builds of class IVC fly as fleets; their board is the only one without a starting square.
        is_fleet = any(hull.layout.board.start is None for hull in hulls)
        wrecks = (FleetWrecks if is_fleet else Wrecks)(hulls)
    registers[key] = wrecks  # now the most recently used
    while len(registers) > 1 and sum(map(_size, registers.values())) > MAX_WRECKS:
        _drop_register(next(iter(registers)))
    return wrecks


def _drop_register(key: tuple[object, ...]) -> None:
    """Drop a register, and garbage-collect a large one at once.

    A register refers to itself, so it would otherwise wait for the next full collection.
    """
    is_large = _size(_THIS_THREAD.registers.pop(key)) > COLLECT_ABOVE
    if is_large:
        gc.collect()


def _size(wrecks: Wrecks) -> int:
    """Return the number of wrecks that a register counts as, against MAX_WRECKS; at least MIN_REGISTER_SIZE."""
    return max(wrecks.known, MIN_REGISTER_SIZE)


def clear_registers() -> None:
    """Drop all registers of this thread, for use after the rules themselves have changed."""
    _THIS_THREAD.registers.clear()
