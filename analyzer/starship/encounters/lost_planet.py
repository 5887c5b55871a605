"""A lost planet: nothing can be done, but it was flown."""

from __future__ import annotations

from analyzer.starship.captains.judge import Judge
from analyzer.starship.turn.acting import Cards
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.table import Table


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> None:
    """Nothing."""
