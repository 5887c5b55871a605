"""Adventures: what is paid, what is gained, who keeps the card, and that a new one opens."""

from __future__ import annotations

import numpy as np

from analyzer.starship.captains.judge import Judge
from analyzer.starship.turn.acting import act, gain_goods
from analyzer.starship.turn.bits import ADVENTURES, Rows
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.table import DONE, Table


def complete(table: Table, judge: Judge, rows: Rows, number: int) -> None:
    """Fulfil one adventure in those games: an action."""
    pay(table, rows, number)
    gain_goods(table, judge, rows, ADVENTURES[number].goods)
    act(table, rows)
    look_for_end(table, rows)


def pay(table: Table, rows: Rows, number: int) -> None:
    """All of it but the goods gained: the price, Astro, who keeps the card, and the new one."""
    one, me = ADVENTURES[number], table.me
    for kind, many in enumerate(one.pay):
        if many:
            table.stored[me, kind, rows] -= np.int8(many)
    table.astro[me, rows] += np.int16(one.astro - one.astro_paid)
    if one.kept:
        table.kept[me, rows] |= np.uint16(1 << number)
    table.counts[me, DONE, rows] += 1
    table.open[rows] &= np.uint16(0xFFFF ^ 1 << number)
    open_next(table, rows)


def open_next(table: Table, rows: Rows) -> None:
    """The top of the stack is open now, as long as there is one."""
    rows = rows[table.stack_left[rows] > 0]
    top = table.stack[table.stack.shape[0] - table.stack_left[rows], rows]
    table.stack_left[rows] -= 1
    table.open[rows] |= (np.uint16(1) << top.astype(np.uint16)).astype(np.uint16)
