"""Charges, and the strengths that they buy (rules: "Die Parameter Ihres Schiffes", FAQ on using fewer cannons)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from analyzer.trucker.convoy.crew import has_brown, has_purple
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Truth
from analyzer.trucker.convoy.tells import Facts, Said, Tale, Tells, hears, words
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.bitboard import Bits, Counts, drop_lowest
from analyzer.trucker.ship.stacked import AnyHull, Stacked
from analyzer.trucker.ship.strength import cannon_halves, engine_strength
from analyzer.trucker.wrecks.facts import double_cannons, double_engines
from analyzer.trucker.wrecks.register import WorkOut

StrengthOf = Callable[[AnyHull, Bits, Counts, Truth], Counts]
"""The rule behind it: by hull, squares that are left, charges, and whether the alien is aboard."""

NEVER = np.int64(1 << 40)


def spend(ship: Ship, how_many: Counts) -> None:
    """Give up charges, those with the highest risk first."""
    ship.tell("spends", charges=how_many)
    if how_many.any():
        ship.charge = drop_lowest(ship.charge, how_many)


def spend_one(ship: Ship) -> None:
    """Give up one charge, that with the highest risk."""
    charge = ship.charge
    ship.tell("spends", charges=1)
    ship.charge = charge & (charge - np.uint64(1))


class Strength:
    """The strength of ships by charges spent, looked up by wreck and by whether the alien who helps is aboard.

    `doubles`: what takes charges.
    """

    def __init__(self, ship: Ship, strength: StrengthOf, doubles: WorkOut, helped: Truth) -> None:
        wrecks = ship.convoy.wrecks
        self.ship = ship
        self.doubles = doubles
        self.most = most = wrecks.most(doubles)

        def work_out(hull: Stacked, left: Bits) -> Counts:
            """(wrecks, charges, without and with the alien)"""
            return strength(hull.spread(2), left[:, None, None], np.arange(most + 1)[:, None], np.array([False, True]))

        self.table = wrecks.table(work_out, key=strength)
        self.row = ship.wreck * (2 * (most + 1)) + helped

    def __call__(self, charges: Counts | int) -> Counts:
        """The strength with at most that many charges, for each or the same for all."""
        return np.asarray(self.table.take(self.row + 2 * np.minimum(charges, self.most)))

    @cached_property
    def usable(self) -> Counts:
        """How many charges the captain may spend: no more than there are doubles, and not his reserve."""
        ship = self.ship
        return np.minimum(ship.fact(self.doubles), np.maximum(ship.charges - ship.captain.reserve, 0))

    def fewest_charges(self, reaches: Callable[[Counts], Truth]) -> Counts:
        """The fewest usable charges with which it reaches what is asked; NEVER if it does not."""
        fewest = np.zeros(self.usable.shape, np.int64)
        for charges in range(int(self.usable.max(initial=0)) + 1):
            fewest += ~reaches(self(charges))
        return np.where(fewest <= self.usable, fewest, NEVER)


def cannons(ship: Ship) -> Strength:
    """Strength of the cannons in halves."""
    return Strength(ship, cannon_halves, double_cannons, has_purple(ship))


def engines(ship: Ship) -> Strength:
    """Strength of the engines."""
    return Strength(ship, engine_strength, double_engines, has_brown(ship))


@hears
def hear_spends(tale: Tale, ship: Ship, facts: Facts) -> None:
    """Charges are spent."""
    if facts["charges"]:
        tale.add(ship, "charges", spent=facts["charges"], left=int(ship.charges[0]) - facts["charges"])


@words
def say_charges(facts: Facts) -> str:
    """Charges spent and left."""
    return f"spends {many(facts['spent'], 'charge')}, {facts['left']} left"


TELLS = Tells(heard={"spends": hear_spends}, said={"charges": Said(say_charges)})
