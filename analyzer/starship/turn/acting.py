"""Actions of a flight: when one is worth it, that it is counted, founding, and what replaces a card that is taken."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import Judge
from analyzer.starship.captains.values import NONE, best_good
from analyzer.starship.edition import per_edition
from analyzer.starship.tables import GOODS, start
from analyzer.starship.turn.bits import LOST, Rows, bit
from analyzer.starship.turn.lanes import add, each, put, some
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.table import ACTIONS, Table, capacity, ships_of

Cards = npt.NDArray[np.uint8]
"""(rows,) Cards by bit, LOST for lost planets."""


def threshold(table: Table, judge: Judge, rows: Rows) -> npt.NDArray[np.int16]:
    """What an action must be worth: nothing where there are as many actions as cards left."""
    left = table.limit[rows] - table.cards_flown[rows]
    spare = table.allowed[rows] - table.actions[rows] - 1
    return np.where(left <= spare, np.int16(0), np.int16(judge.captain.action))


def act(table: Table, rows: Rows) -> None:
    """Count an action of the player at turn."""
    if not rows.size:
        return
    table.actions[rows] += 1
    table.counts[table.me, ACTIONS][rows] += 1
    table.weighed[rows] = table.far[rows] = False


def claim(table: Table, rows: Rows, cards: Cards, ship: str) -> None:
    """Found a colony or a station: the ship is spent, the card is the player's and is replaced; an action."""
    if not rows.size:
        return
    ships_of(table, ship)[table.me][rows] -= 1
    win(table, rows, cards)
    act(table, rows)
    look_for_end(table, rows)


def win(table: Table, rows: Rows, cards: Cards) -> None:
    """The card is the player's, and the top of the reserve takes its place."""
    taken = bit(cards)
    table.owned[table.me][rows] |= taken
    table.weighed[rows] = table.far[rows] = False
    sector = table.sector[rows]
    put(table.sectors, sector, rows, each(table.sectors, sector, rows) & ~taken)
    replace(table, rows)


def replace(table: Table, rows: Rows) -> None:
    """The top of the reserve comes open into the row; without one the sector shrinks."""
    empty = table.left[rows] == 0
    if empty.any():
        add(table.size, table.sector[rows[empty]], rows[empty], -1)
        rows = rows[~empty]
    top = each(table.reserve, table.reserve.shape[0] - table.left[rows], rows)
    table.left[rows] -= 1
    come = bit(top)
    sector = table.sector[rows]
    put(table.sectors, sector, rows, each(table.sectors, sector, rows) | come)
    if not table.switches.face_down:
        table.came[rows] |= come
        table.came_lost[rows] += top == LOST


def gain_goods(table: Table, judge: Judge, rows: Rows, many: int) -> None:
    """So many goods of choice, as far as they fit."""
    me = table.me
    for _ in range(many):
        fitting = some(table.stored[me][: len(GOODS)], rows) < capacity(table, me, rows)
        good = best_good(table, me, judge, fitting, rows)
        fits = good != NONE
        add(table.stored[me], good[fits], rows[fits], 1)


def exchange(
    table: Table,
    rows: Rows,
    good: npt.NDArray[Any] | int,
    units: npt.NDArray[np.int16],
    price: npt.NDArray[np.int16] | int,
) -> None:
    """Buy this many units for Astro, or sell them (below 0)."""
    if not rows.size:
        return
    me = table.me
    add(table.stored[me], good, rows, units.astype(np.int8))
    table.astro[me][rows] -= units * price


@per_edition
def purchase_price() -> int:
    """What a forced purchase costs."""
    return start()["purchase_price"]


def take(table: Table, rows: Rows, good: npt.NDArray[np.intp]) -> None:
    """Buy one unit of the other player's goods."""
    me, other = table.me, 1 - table.me
    add(table.stored[other], good, rows, -1)
    add(table.stored[me], good, rows, 1)
    table.astro[me][rows] -= purchase_price()
    table.astro[other][rows] += purchase_price()
    table.bought[rows] += 1
