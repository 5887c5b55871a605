"""A planet for a colony: founded with a colony ship, a point."""

from __future__ import annotations

from analyzer.starship.captains.judge import Judge
from analyzer.starship.encounters.hangar import has_ship
from analyzer.starship.turn.acting import Cards, found, threshold
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.table import Table


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> None:
    """Found or pass."""
    if not judge.captain.acts:
        return
    done = has_ship(table, "colony_ship", rows) & (judge.captain.point > threshold(table, judge, rows))
    found(table, rows[done], cards[done], "colony_ship")
