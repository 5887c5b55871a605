"""A target planet: adventures that were open for it when it was turned up, each for an action."""

from __future__ import annotations

import numpy as np

from analyzer.starship.captains.judge import NO_ADVENTURE, Judge
from analyzer.starship.turn.acting import Cards, threshold
from analyzer.starship.turn.adventures import complete
from analyzer.starship.turn.allowed import has_action
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.fulfillable import can_fulfil, open_for
from analyzer.starship.turn.table import Table


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> None:
    """Fulfil the dearest while actions are left and it is worth one, or pass."""
    if not judge.captain.acts:
        return
    allowed = open_for(table, cards, rows)
    table.reached[table.me][rows] |= allowed
    able = allowed & can_fulfil(table, table.me, rows)
    table.able[table.me][rows] |= able
    while rows.size:
        number, gain = judge.best_adventure(able)
        done = (number != NO_ADVENTURE) & (gain > threshold(table, judge, rows))
        done &= has_action(table, rows) & ~table.over[rows]
        rows, number = rows[done], number[done]
        if not rows.size:
            return
        complete(table, judge, rows, number)
        allowed = allowed[done] & ~(np.uint16(1) << number.astype(np.uint16)).astype(np.uint16)
        rows, allowed = rows[allowed != 0], allowed[allowed != 0]
        able = allowed & can_fulfil(table, table.me, rows)
