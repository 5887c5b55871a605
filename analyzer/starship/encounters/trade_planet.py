"""A trade planet: any number of its good, bought or sold at its price; or a station where it has an H."""

from __future__ import annotations

from analyzer.starship.captains.judge import Judge
from analyzer.starship.encounters.offers import offer
from analyzer.starship.encounters.stations import founds
from analyzer.starship.turn.acting import Cards, act, exchange, threshold
from analyzer.starship.turn.bits import GOOD, PRICE, Rows
from analyzer.starship.turn.table import Table


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> None:
    """Trade, found or pass."""
    units, gain = offer(table, judge, rows, GOOD[cards], PRICE[cards])
    least = threshold(table, judge, rows)
    founded = founds(table, judge, rows, cards, gain, least)
    trades = (gain > least) & ~founded & judge.captain.acts
    exchange(table, rows[trades], GOOD[cards[trades]], units[trades], PRICE[cards[trades]])
    act(table, rows[trades])
