"""A trade planet: any number of its good, bought or sold at its price; or a station where it has an H."""

from __future__ import annotations

from analyzer.starship.captains.captain import Judge
from analyzer.starship.encounters.kind import Bargain
from analyzer.starship.encounters.places import offer_one, place_of_trade
from analyzer.starship.tables import Card
from analyzer.starship.turn.acting import Cards
from analyzer.starship.turn.bits import Rows, goods_traded
from analyzer.starship.turn.table import Table


def offer(table: Table, judge: Judge, rows: Rows, cards: Cards) -> Bargain:
    """Its good."""
    return offer_one(table, judge, rows, cards, goods_traded(table.rules)[cards])


def phrase_card(card: Card) -> str:
    """Its name, good and price."""
    return f"{card.name}, {card.good.replace('_', ' ')} at {card.price}{' with H' * card.station}"


KIND = place_of_trade(offer, phrase_card)
