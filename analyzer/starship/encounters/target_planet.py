"""A target planet: adventures that were open for it when it was turned up, each for an action."""

from __future__ import annotations

import numpy as np

from analyzer.starship.captains.fulfilling import NO_ADVENTURE, best_adventure, can_fulfil
from analyzer.starship.captains.judge import Judge
from analyzer.starship.turn.acting import Cards, threshold
from analyzer.starship.turn.adventures import complete
from analyzer.starship.turn.bits import ON_PLANET, PLANET, Rows
from analyzer.starship.turn.table import Table

OPEN_FOR = np.array(ON_PLANET)


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> None:
    """Fulfil the dearest while actions are left and it is worth one, or pass."""
    if not judge.captain.acts:
        return
    allowed = table.open[rows] & OPEN_FOR[PLANET[cards]]
    table.reached[table.me][rows] |= allowed
    able = allowed & can_fulfil(table, table.me, rows)
    table.able[table.me][rows] |= able
    while rows.size:
        number, gain = best_adventure(judge, able)
        done = (number != NO_ADVENTURE) & (gain > threshold(table, judge, rows))
        done &= (table.actions[rows] < table.allowed[rows]) & ~table.over[rows]
        rows, number = rows[done], number[done]
        if not rows.size:
            return
        complete(table, judge, rows, number)
        allowed = allowed[done] & ~(np.uint16(1) << number.astype(np.uint16)).astype(np.uint16)
        rows, allowed = rows[allowed != 0], allowed[allowed != 0]
        able = allowed & can_fulfil(table, table.me, rows)
