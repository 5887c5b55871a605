"""The base of the Merchants: it buys up to two goods, alike or not; or a station where it has an H."""

from __future__ import annotations

from analyzer.starship.captains.judge import Judge
from analyzer.starship.encounters.offers import merchants, sell_each
from analyzer.starship.encounters.stations import founds
from analyzer.starship.turn.acting import Cards, act, threshold
from analyzer.starship.turn.bits import IN_PLAY, Rows
from analyzer.starship.turn.table import Table

CARD = next(card for card in IN_PLAY if card.kind == "merchants")


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> None:
    """Sell, found or pass."""
    sold, gain = merchants(table, judge, rows, CARD)
    least = threshold(table, judge, rows)
    founded = founds(table, judge, rows, cards, gain, least)
    sells = (gain > least) & ~founded & judge.captain.acts
    sell_each(table, rows[sells], [good[sells] for good in sold], CARD.price)
    act(table, rows[sells])
