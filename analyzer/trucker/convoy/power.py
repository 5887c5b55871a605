"""Charges, and the strengths that they buy (rules: "Die Parameter Ihres Schiffes", FAQ on using fewer cannons)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from analyzer.trucker.convoy.crew import has_brown, has_purple
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Truth
from analyzer.trucker.convoy.tells import Facts, Said, Tale, Tells, hears, words
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.bitboard import Counts, count, drop_lowest
from analyzer.trucker.ship.strength import cannon_halves, double_cannons, engine_strength

Strength = Callable[[Ship, Counts], Counts]
"""The strength of a ship with at most that many charges spent."""

NEVER = np.int64(1 << 40)


def spend(ship: Ship, how_many: Counts) -> None:
    """Give up charges, those with the highest risk first."""
    ship.tell("spends", charges=how_many)
    ship.charge = drop_lowest(ship.charge, how_many)


def spend_one(ship: Ship) -> None:
    """Give up one charge, that with the highest risk."""
    charge = ship.charge
    ship.tell("spends", charges=1)
    ship.charge = charge & (charge - np.uint64(1))


def cannons(ship: Ship, charges: Counts) -> Counts:
    """Strength of the cannons in halves."""
    return cannon_halves(ship.hull, ship.alive, charges, has_purple(ship))


def engines(ship: Ship, charges: Counts) -> Counts:
    """Strength of the engines."""
    return engine_strength(ship.hull, ship.alive, charges, has_brown(ship))


def usable(ship: Ship, strength: Strength) -> Counts:
    """How many charges the captain may spend on doubles: no more than there are doubles, and not his reserve."""
    alive, hull = ship.alive, ship.hull
    doubles = sum(double_cannons(hull, alive)) if strength is cannons else count(alive & hull.double_engines)
    return np.minimum(doubles, np.maximum(ship.charges - ship.captain.reserve, 0))


def fewest_charges(ship: Ship, strength: Strength, reaches: Callable[[Counts], Truth]) -> Counts:
    """The fewest usable charges with which the strength reaches what is asked; NEVER if it does not."""
    most = usable(ship, strength)
    fewest = np.full(most.shape, NEVER)
    for charges in range(int(most.max(initial=0)), -1, -1):
        enough = (charges <= most) & reaches(strength(ship, np.full(most.shape, charges)))
        fewest[enough] = charges
    return fewest


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
