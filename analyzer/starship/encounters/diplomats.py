"""A base of the Diplomats: it sells one good of any sort; or a station where it has an H."""

from __future__ import annotations

from analyzer.starship.captains.judge import Judge
from analyzer.starship.encounters.offers import buy_one, diplomats
from analyzer.starship.encounters.stations import founds
from analyzer.starship.turn.acting import Cards, act, threshold
from analyzer.starship.turn.bits import IN_PLAY, Rows
from analyzer.starship.turn.table import Table

PRICE = next(card.price for card in IN_PLAY if card.kind == "diplomats")


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> None:
    """Buy, found or pass."""
    good, gain = diplomats(table, judge, rows, PRICE)
    least = threshold(table, judge, rows)
    founded = founds(table, judge, rows, cards, gain, least)
    buys = (gain > least) & ~founded & judge.captain.acts
    buy_one(table, rows[buys], good[buys], PRICE)
    act(table, rows[buys])
