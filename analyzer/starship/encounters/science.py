"""Cards that trade science: any number at the library, one unit sold to the Greens, one bought from the Scientists."""

from __future__ import annotations

from analyzer.starship.captains.captain import Judge
from analyzer.starship.encounters.kind import Bargain
from analyzer.starship.encounters.places import offer_one, place_of_trade
from analyzer.starship.tables import SCIENCE
from analyzer.starship.turn.acting import Cards
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.table import Table


def offer(table: Table, judge: Judge, rows: Rows, cards: Cards) -> Bargain:
    """Return the best bargain in science, on the terms of the card."""
    return offer_one(table, judge, rows, cards, SCIENCE)


KIND = place_of_trade(offer, names=("library", "greens", "scientists"))
