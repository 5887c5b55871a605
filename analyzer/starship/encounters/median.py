"""Median: no trade, only a station, with two friendship points."""

from __future__ import annotations

import numpy as np

from analyzer.starship.captains.captain import Judge
from analyzer.starship.encounters.founding import found_station
from analyzer.starship.encounters.kind import CardKind
from analyzer.starship.turn.acting import Cards, threshold
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.table import Table


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards, dice: Dice) -> None:
    """Found a station if that is worth an action, or pass."""
    found_station(table, judge, rows, cards, np.zeros(rows.size, np.int16), threshold(table, judge, rows))


KIND = CardKind(meet)
