"""Trade planet: any number of its good, bought or sold at its price; on cards with an H, a station can be founded."""

from __future__ import annotations

from analyzer.starship.captains.captain import Judge
from analyzer.starship.encounters.kind import Bargain
from analyzer.starship.encounters.places import offer_one, place_of_trade
from analyzer.starship.tables import Card
from analyzer.starship.turn.acting import Cards
from analyzer.starship.turn.bits import Rows, goods_traded
from analyzer.starship.turn.table import Table


def offer(table: Table, judge: Judge, rows: Rows, cards: Cards) -> Bargain:
    """Return the best bargain in the good of the planet."""
    return offer_one(table, judge, rows, cards, goods_traded(table.rules)[cards])


def phrase_card(card: Card) -> str:
    """Name the card, its good, its price, and whether it has an H."""
    return f"{card.name}, {card.good.replace('_', ' ')} at {card.price}{' with H' * card.station}"


KIND = place_of_trade(offer, phrase_card)
