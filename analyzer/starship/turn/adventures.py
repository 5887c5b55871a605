"""Adventures: which can be fulfilled, what is paid, what is gained, who keeps the card, and that a new one opens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import Judge
from analyzer.starship.tables import STORED
from analyzer.starship.turn.acting import act, gain_goods
from analyzer.starship.turn.bits import ADVENTURES, Rows
from analyzer.starship.turn.lanes import ALL, each
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.table import DONE, Table, cannons

Adventures = npt.NDArray[np.integer]
"""(rows,) Adventures by number."""
Sets = npt.NDArray[np.uint16]
PAID = np.array([one.pay for one in ADVENTURES], np.int8).T
ASTRO = np.array([one.astro - one.astro_paid for one in ADVENTURES], np.int16)
GOODS_GAINED = np.array([one.goods for one in ADVENTURES], np.int8)
KEPT = np.array([one.stays_with_player << number for number, one in enumerate(ADVENTURES)], np.uint16)
MOST_GOODS = int(GOODS_GAINED.max())


def _by_amount(needed: Sequence[int]) -> Sets:
    """By how much there is of something, the adventures that ask for no more of it, as sets."""
    amounts = range(max(needed) + 1)
    return np.array(
        [sum(1 << number for number, many in enumerate(needed) if many <= has) for has in amounts], np.uint16
    )


BY_STORED = {
    kind: _by_amount([one.pay[kind] for one in ADVENTURES])
    for kind in range(len(STORED))
    if any(one.pay[kind] for one in ADVENTURES)
}
BY_ASTRO = _by_amount([one.astro_paid for one in ADVENTURES])
BY_BOOSTERS, BY_CANNONS = (_by_amount([getattr(one, name) for one in ADVENTURES]) for name in ("boosters", "cannons"))


def can_fulfil(table: Table, player: int, rows: Any = ALL) -> Sets:
    """(rows,) The adventures for which the player has what they ask for, whether they are open or not, as sets."""
    able: Sets = BY_ASTRO.take(table.astro[player][rows], mode="clip")
    able &= BY_BOOSTERS.take(table.boosters[player][rows] + table.boosters_2[player][rows], mode="clip")
    able &= BY_CANNONS.take(cannons(table, player, rows), mode="clip")
    for kind, sets in BY_STORED.items():
        able &= sets.take(table.stored[player, kind][rows], mode="clip")
    return able


def complete(table: Table, judge: Judge, rows: Rows, number: Adventures) -> None:
    """Fulfil an adventure in each of those games: an action."""
    pay(table, rows, number)
    for many in range(MOST_GOODS):
        gain_goods(table, judge, rows[GOODS_GAINED[number] > many], 1)
    act(table, rows)
    look_for_end(table, rows)
    table.emit("adventure", number)


def pay(table: Table, rows: Rows, number: Adventures) -> None:
    """All of it but the goods gained: the price, Astro, who keeps the card, and the new one."""
    me = table.me
    for stored, paid in zip(table.stored[me], PAID, strict=True):
        stored[rows] -= paid[number]
    table.astro[me][rows] += ASTRO[number]
    table.owned_adventures[me][rows] |= KEPT[number]
    table.counts[me, DONE][rows] += 1
    table.done[me][rows] |= np.uint16(1) << number.astype(np.uint16)
    table.open[rows] &= ~(np.uint16(1) << number.astype(np.uint16)).astype(np.uint16)
    open_next(table, rows)


def open_next(table: Table, rows: Rows) -> None:
    """The top of the stack is open now, as long as there is one."""
    rows = rows[table.stack_left[rows] > 0]
    top = each(table.stack, table.stack.shape[0] - table.stack_left[rows], rows)
    table.stack_left[rows] -= 1
    table.open[rows] |= (np.uint16(1) << top.astype(np.uint16)).astype(np.uint16)
