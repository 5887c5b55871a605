"""The base of the Scientists: it sells one science; or a station where it has an H."""

from __future__ import annotations

from analyzer.starship.captains.judge import Judge
from analyzer.starship.encounters.offers import offer
from analyzer.starship.encounters.stations import founds
from analyzer.starship.encounters.terms import may
from analyzer.starship.tables import SCIENCE
from analyzer.starship.turn.acting import Cards, act, exchange, threshold
from analyzer.starship.turn.bits import IN_PLAY, PRICE, Rows
from analyzer.starship.turn.table import Table

CARD = next(card for card in IN_PLAY if card.kind == "scientists")


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> None:
    """Trade, found or pass."""
    units, gain = offer(table, judge, rows, SCIENCE, PRICE[cards], CARD.most, may(CARD, "buy"), may(CARD, "sell"))
    least = threshold(table, judge, rows)
    founded = founds(table, judge, rows, cards, gain, least)
    trades = (gain > least) & ~founded & judge.captain.acts
    exchange(table, rows[trades], SCIENCE, units[trades], PRICE[cards[trades]])
    act(table, rows[trades])
