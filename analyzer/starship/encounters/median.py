"""Median: no trade, only a station, with two friendship points."""

from __future__ import annotations

import numpy as np

from analyzer.starship.captains.judge import Judge
from analyzer.starship.encounters.stations import founds
from analyzer.starship.turn.acting import Cards, threshold
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.table import Table


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> None:
    """Found or pass."""
    founds(table, judge, rows, cards, np.zeros(rows.size, np.int16), threshold(table, judge, rows))
