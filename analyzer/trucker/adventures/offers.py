"""Offers of abandoned ships and stations, which one ship may take: their price in days by values, and their events."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray
from analyzer.trucker.convoy.worth_ahead import ShipView
from analyzer.trucker.sayings.phrases import credits
from analyzer.trucker.ship.bitboard import IntArray, count


def price_of_taking(
    ship: ShipsInFlight, behind: list[ShipsInFlight], wants: Callable[[ShipsInFlight], BoolArray], worth: IntArray
) -> IntArray:
    """Return the price of the days that an offer costs, by fitted values, in hundredths of a credit. Shape (ships,).

    It is the worth of the ship's place if the ship declines, less that if it takes the offer; at least 0. If it
    declines, the first ship behind that wants the offer loses the days instead. If the offer is worth more than any
    price can be, an upper bound of the price is returned.

    Args:
        ship: The ships, all under captains with values.
        behind: The ships of all flights to which it is offered later.
        wants: Returns whether ships want the offer by their prices.
        worth: Worth of the offer to each ship, less all other prices, in hundredths of a credit. Shape (ships,).
    """
    # Only ships in doubt are played out, because most offers are worth far more or far less than the days.
    scene, doubtful, price = ShipView.of(ship).where_in_doubt(ship.card.days, np.False_, worth)
    if not doubtful.size:
        return price
    ship = scene.ships
    days = np.broadcast_to(ship.card.days, ship.cells.shape)
    falls, taken = np.zeros(scene.flying.shape, np.bool_), np.zeros(ship.size, np.bool_)
    for each, here, rows, columns in scene.behind(behind):
        takes = wants(each.at(here).under_one_captain()) & ~taken[columns]
        falls[rows, columns] = takes
        taken[columns] |= takes
    own = np.zeros_like(falls)
    own[0] = True
    price[doubtful] = scene.price_of_falls(falls, own, days)
    return price


def on_comes_by(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line if the crew is too small for an offer."""
    if not facts["enough"]:
        tale.add(ship, "too_few", crew=int(count(ship.crew)[0]))


def on_is_offered(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line on the worth of an offer, and its price in days, crew, and risk for the remaining crew."""
    if not facts.get("enough", True):
        on_comes_by(tale, ship, facts)
        return
    value, price, fear = facts["value"] / 100, facts["price"] / 100, facts.get("fear", 0) / 100
    strands, takes = facts.get("strands", False), facts["takes"]
    tale.add(ship, "offer", value=value, price=price, fear=fear, strands=strands, takes=takes)


def phrase_too_few(facts: Facts) -> str:
    """Return a phrase for a story on why a ship gets no offer: its crew is too small."""
    return f"a crew of {facts['crew']} is too small"


def phrase_offer(facts: Facts) -> str:
    """Return a phrase for a story on an offer, on its worth and price, and on the captain's decision."""
    if facts["strands"]:
        return "no human would remain aboard: declines"
    costs = "days, crew and risk to those who remain" if facts["fear"] else "days and crew"
    return f"worth {credits(facts['value'])}, costs {credits(facts['price'])} in {costs}: {phrase_taken(facts)}"


def phrase_taken(facts: Facts) -> str:
    """Return a phrase for a story on whether a rival takes an offer."""
    return "takes it" if facts["takes"] else "declines"


EVENTS = Events(
    handlers={"comes by": on_comes_by, "is offered": on_is_offered},
    phrases={"too_few": Phrase(phrase_too_few), "offer": Phrase(phrase_offer, of_rivals=phrase_taken)},
)
