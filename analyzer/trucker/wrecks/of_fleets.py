"""Wrecks of fleets: what is left of each ship has a number of its own, so what is learnt of one serves all fleets.

The wreck of a fleet is the numbers of its ships, (MOST_SHIPS, ...); of a ship that left, or that there never was,
nothing is left.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.trucker.ship.bitboard import Bits
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.facts import OF_HULL
from analyzer.trucker.wrecks.register import Numbers, Table, WorkOut
from analyzer.trucker.wrecks.wrecks import Wrecks


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
