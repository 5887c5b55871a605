"""Strengths that charges buy (rules: "Die Parameter Ihres Schiffes", FAQ on using fewer cannons)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property

import numpy as np

from analyzer.trucker.convoy.charges import spend
from analyzer.trucker.convoy.decisions import Legal
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import Truth
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.bitboard import Bits, Counts
from analyzer.trucker.ship.strength import AnyHull, Stacked
from analyzer.trucker.wrecks.wrecks import WorkOut

StrengthOf = Callable[[AnyHull, Bits, Counts, Truth], Counts]
"""The rule behind it: by hull, squares that are left, charges, and whether the alien is aboard."""

NEVER = np.int64(1 << 40)


class Strength:
    """The strength of ships by charges spent, looked up by wreck and by whether the alien who helps is aboard.

    `doubles`: what takes charges; `moving`: the captain's reserve may be touched by who would stand still without.
    """

    def __init__(
        self, ship: ShipsInFlight, strength: StrengthOf, doubles: WorkOut, helped: Truth, moving: bool = False
    ) -> None:
        wrecks = ship.convoy.wrecks
        self.ship = ship
        self.doubles = doubles
        self.moving = moving
        self.most = most = wrecks.most(doubles)

        def work_out(hull: Stacked, left: Bits) -> Counts:
            """(wrecks, charges, without and with the alien)"""
            return strength(hull.spread(2), left[:, None, None], np.arange(most + 1)[:, None], np.array([False, True]))

        self.table = wrecks.table(work_out, key=strength)
        self.row = ship.wreck * (2 * (most + 1)) + helped

    def __call__(self, charges: Counts | int) -> Counts:
        """The strength with at most that many charges, for each or the same for all."""
        at_most = min(charges, self.most) if isinstance(charges, int) else np.minimum(charges, self.most)
        return np.asarray(self.table.take(self.row + 2 * at_most))

    @cached_property
    def usable(self) -> Counts:
        """How many charges the captain may spend: no more than there are doubles, and not the reserve."""
        ship, charges = self.ship, self.ship.charges
        spare = np.maximum(charges - ship.captain.reserve, 0)
        if self.moving:
            spare = np.maximum(spare, (self(0) == 0) & (charges > 0))
        return np.asarray(np.minimum(ship.fact(self.doubles), spare))

    @property
    def payable(self) -> Counts:
        """How many charges the rules let be spent: no more than there are, and than there are doubles."""
        return np.minimum(self.ship.fact(self.doubles), self.ship.charges)

    @property
    def at_most(self) -> Counts:
        """The strength with every charge aboard."""
        return self(self.ship.charges)

    def spend(self, charges: Counts) -> None:
        """Give up so many charges for it."""
        spend(self.ship, charges)

    def best_charges(self, worth: Callable[[Counts], Counts]) -> Counts:
        """The usable charges with which what the strength is worth, less their price, is most; the fewest of equals."""
        battery = self.ship.captain.battery
        chosen = np.zeros(self.usable.shape, np.int64)
        best = worth(self(0))
        for charges in range(1, int(self.usable.max(initial=0)) + 1):
            each = worth(self(charges)) - charges * battery
            better = (charges <= self.usable) & (each > best)
            chosen[better], best = charges, np.where(better, each, best)
        return chosen

    def fewest_charges(self, reaches: Callable[[Counts], Truth]) -> Counts:
        """The fewest usable charges with which it reaches what is asked; NEVER if it does not."""
        fewest = np.zeros(self.usable.shape, np.int64)
        for charges in range(int(self.usable.max(initial=0)) + 1):
            fewest += ~reaches(self(charges))
        return np.where(fewest <= self.usable, fewest, NEVER)


def payable(strength: Strength) -> Legal:
    """How many charges the rules let be spent."""

    @cache
    def most() -> list[int]:
        return strength.payable.tolist()  # type: ignore[no-any-return]

    return lambda number: range(most()[number] + 1)


def kept_in_reserve(strength: Strength) -> range:
    """Return the numbers of charges that the rules let be spent on one ship, but its captain's reserve does not."""
    return range(int(strength.usable[0]) + 1, int(strength.payable[0]) + 1)


def phrase_reserve(reserve: int) -> str:
    """A captain's reserve."""
    return f"the reserve of {many(reserve, 'charge')}"
