"""The library: any number of science, bought or sold at its price."""

from __future__ import annotations

from analyzer.starship.captains.judge import Judge
from analyzer.starship.encounters.offers import offer
from analyzer.starship.tables import SCIENCE
from analyzer.starship.turn.acting import Cards, act, exchange, threshold
from analyzer.starship.turn.bits import PRICE, Rows
from analyzer.starship.turn.table import Table


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> None:
    """Trade or pass."""
    units, gain = offer(table, judge, rows, SCIENCE, PRICE[cards])
    trades = (gain > threshold(table, judge, rows)) & judge.captain.acts
    exchange(table, rows[trades], SCIENCE, units[trades], PRICE[cards[trades]])
    act(table, rows[trades])
