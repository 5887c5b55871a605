"""Strength of cannons and engines that charges buy (rules: "Die Parameter Ihres Schiffes", FAQ on fewer cannons)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from analyzer.trucker.convoy.charges import spend
from analyzer.trucker.convoy.decisions import Legal
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray
from analyzer.trucker.convoy.worth_ahead import values_in
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.bitboard import Bits, IntArray
from analyzer.trucker.ship.strength import AnyHull, HullPerWreck
from analyzer.trucker.wrecks.wrecks import FactFunction

StrengthOf = Callable[[AnyHull, Bits, IntArray, BoolArray], IntArray]
"""A rule of the game that computes strength from hulls, surviving squares, charges, and whether the alien helps."""

NEVER = np.int64(1 << 40)
"""Number of charges, or strength, that stands for one out of reach; it exceeds all others."""


class Strength:
    """The strength of cannons or engines as a function of charges spent, looked up by wreck.

    Args:
        ship: The ships.
        strength: Rule that computes the strength.
        doubles: Fact that counts the components which take a charge.
        helped: Whether the alien that adds strength is aboard.
        moving: Whether a ship that would stand still may touch the captain's reserve.
    """

    def __init__(
        self, ship: ShipsInFlight, strength: StrengthOf, doubles: FactFunction, helped: BoolArray, moving: bool = False
    ) -> None:
        wrecks = ship.convoy.wrecks
        self.ship = ship
        self.doubles = doubles
        self.moving = moving
        self.most = most = wrecks.most(doubles)

        def work_out(hull: HullPerWreck, left: Bits) -> IntArray:
            """Return the strengths of wrecks by charges, without and with the alien. Shape (wrecks, charges, 2)."""
            return strength(hull.spread(2), left[:, None, None], np.arange(most + 1)[:, None], np.array([False, True]))

        self.table = wrecks.table(work_out, key=strength)
        # The table is flat: wreck, charges, alien.
        self.row = ship.wreck * (2 * (most + 1)) + helped

    def __call__(self, charges: IntArray | int) -> IntArray:
        """Return the strength with at most `charges` charges, given as one number for each ship or for all."""
        at_most = min(charges, self.most) if isinstance(charges, int) else np.minimum(charges, self.most)
        return np.asarray(self.table.take(self.row + 2 * at_most))

    @cached_property
    def reserve(self) -> IntArray | int:
        """Number of charges that the captain holds back, 0 for a captain who decides by fitted values.

        It may be changed until `usable` is read.
        """
        reserve: IntArray | int = self.ship.captain.reserve
        # Values price the last charges, so nothing is held back.
        return reserve if values_in(self.ship.convoy) is None else reserve * np.equal(self.ship.captain.values, 0)

    @cached_property
    def usable(self) -> IntArray:
        """Largest number of charges that the captain is ready to spend, at most one for each double component.

        The captain's reserve is left out, except that one charge of it may move a ship if `moving` is set.
        """
        ship, charges = self.ship, self.ship.charges
        spare = np.maximum(charges - self.reserve, 0)
        if self.moving:
            spare = np.maximum(spare, (self(0) == 0) & (charges > 0))
        return np.asarray(np.minimum(ship.fact(self.doubles), spare))

    @property
    def payable(self) -> IntArray:
        """Number of charges that the rules allow to spend: at most those aboard, and one for each double component."""
        return np.minimum(self.ship.fact(self.doubles), self.ship.charges)

    @property
    def at_most(self) -> IntArray:
        """Strength of each ship if every charge aboard is spent."""
        return self(self.ship.charges)

    def spend(self, charges: IntArray) -> None:
        """Remove `charges` charges from each ship, spent on this strength."""
        spend(self.ship, charges)

    def best_charges(self, worth: Callable[[IntArray], IntArray]) -> IntArray:
        """Return the usable number of charges whose worth exceeds its price most; on a tie, the smallest number.

        Args:
            worth: Returns the worth of a strength, in hundredths of a credit.
        """
        battery = self.ship.captain.battery
        chosen = np.zeros(self.usable.shape, np.int64)
        best = worth(self(0))
        # Worth need not rise evenly with strength, so every number of charges is tried.
        for charges in range(1, int(self.usable.max(initial=0)) + 1):
            each = worth(self(charges)) - charges * battery
            better = (charges <= self.usable) & (each > best)
            chosen[better], best = charges, np.where(better, each, best)
        return chosen

    def fewest_charges(self, reaches: Callable[[IntArray], BoolArray]) -> IntArray:
        """Return the fewest usable charges with which the strength satisfies a condition; NEVER if none does.

        Args:
            reaches: The condition; it must stay true for any greater strength.
        """
        charges = np.arange(int(self.usable.max(initial=0)) + 1)[:, None]
        # Strength never falls with charges, so counting the failures gives the first success.
        fewest = (~reaches(self(charges))).sum(axis=0)
        return np.where(fewest <= self.usable, fewest, NEVER)


def payable(strength: Strength) -> Legal:
    """Return a `Legal` that lists, for a ship, the numbers of charges that the rules allow to spend."""
    most: list[int] = []

    def legal(number: int) -> range:
        # In most flights nobody asks, so nothing is worked out before.
        if not most:
            most.extend(strength.payable.tolist())
        return range(most[number] + 1)

    return legal


def kept_in_reserve(strength: Strength) -> range:
    """Return the numbers of charges that the rules allow, but that the captain's reserve forbids; for a single ship."""
    return range(int(strength.usable[0]) + 1, int(strength.payable[0]) + 1)


def phrase_reserve(reserve: int) -> str:
    """Return a phrase for a story on the number of charges that a captain holds back."""
    return f"the reserve of {many(reserve, 'charge')}"
