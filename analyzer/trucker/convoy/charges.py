"""Spending of charges (rules: "Die Parameter Ihres Schiffes")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.bitboard import IntArray, drop_lowest
from analyzer.trucker.wrecks.facts import charges_aboard


def spend(ship: ShipsInFlight, how_many: IntArray) -> None:
    """Remove `how_many` charges from each ship, first from the components with the highest risk of loss."""
    ship.emit("spends", charges=how_many)
    if how_many.any():
        ship.charge = drop_lowest(ship.charge, how_many)
        _count_spent(ship, how_many)


def spend_one(ship: ShipsInFlight) -> None:
    """Remove one charge from each ship, from the component with the highest risk of loss."""
    charge = ship.charge
    ship.emit("spends", charges=1)
    # Drops the lowest bit; 0 stays 0, because 0 & (2**64 - 1) is 0.
    ship.charge = charge & (charge - np.uint64(1))
    _count_spent(ship, charge != 0)


def spend_on(fleet: ShipsInFlight, how_many: IntArray) -> None:
    """Remove charges from each ship of each fleet, first from the components with the highest risk of loss.

    Args:
        fleet: The fleets.
        how_many: Charges to remove from each ship. Shape (MOST_SHIPS, fleets).
    """
    charge, seats = fleet.charge, fleet.by_ship(charges_aboard)
    for own, charges in zip(seats, how_many, strict=True):
        charge = charge & ~own | drop_lowest(charge & own, charges)
    fleet.charge = charge
    _count_spent(fleet, how_many.sum(axis=0))


def _count_spent(ship: ShipsInFlight, how_many: IntArray | BoolArray) -> None:
    """Add the spent charges to `State.spent`, which only enumerated dice keep."""
    if hasattr(ship.convoy.state, "spent"):
        ship.spent = (ship.spent + how_many).astype(ship.spent.dtype)


def on_spends(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for charges that are spent."""
    if facts["charges"]:
        tale.add(ship, "charges", spent=facts["charges"], left=int(ship.charges[0]) - facts["charges"])


def phrase_charges(facts: Facts) -> str:
    """Return a phrase for a story on the numbers of charges spent and left."""
    return f"spends {many(facts['spent'], 'charge')}, {facts['left']} left"


EVENTS = Events(handlers={"spends": on_spends}, phrases={"charges": Phrase(phrase_charges)})
