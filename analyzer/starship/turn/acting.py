"""Actions of players: gains, payments and adventures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Judge
from analyzer.starship.captains.values import NONE, best_good
from analyzer.starship.tables import GOODS, STORED, Rules
from analyzer.starship.turn.bits import LOST, Rows, bit
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.table import ACTIONS, ALL, DONE, Table, add, cannons, capacity, each, put, ships_of, some

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


def purchase_price(rules: Rules) -> int:
    """What a forced purchase costs."""
    return rules.start["purchase_price"]


def take(table: Table, rows: Rows, good: npt.NDArray[np.intp]) -> None:
    """Buy one unit of the other player's goods."""
    me, other = table.me, 1 - table.me
    add(table.stored[other], good, rows, -1)
    add(table.stored[me], good, rows, 1)
    table.astro[me][rows] -= purchase_price(table.rules)
    table.astro[other][rows] += purchase_price(table.rules)
    table.bought[rows] += 1


Adventures = npt.NDArray[np.integer]
"""(rows,) Adventures by number."""
Sets = npt.NDArray[np.uint16]


@dataclass(frozen=True)
class Printed:
    """What is printed on the adventures, in the order of their table.

    paid: (STORED, adventures); astro: gained less paid; goods: gained; stays: the set of each that stays with who
    fulfils it; by_stored, by_astro, by_boosters, by_cannons: by how much there is the adventures that ask for no more.
    """

    paid: npt.NDArray[np.int8]
    astro: npt.NDArray[np.int16]
    goods: npt.NDArray[np.int8]
    stays: Sets
    by_stored: dict[int, Sets]
    by_astro: Sets
    by_boosters: Sets
    by_cannons: Sets


def _by_amount(needed: Sequence[int]) -> Sets:
    """By how much there is of something, the adventures that ask for no more of it, as sets."""
    amounts = range(max(needed) + 1)
    return np.array(
        [sum(1 << number for number, many in enumerate(needed) if many <= has) for has in amounts], np.uint16
    )


@lru_cache(maxsize=64)
def printed(rules: Rules) -> Printed:
    """Return the figures printed on the adventures."""
    every = rules.adventures
    return Printed(
        paid=np.array([one.pay for one in every], np.int8).T,
        astro=np.array([one.astro - one.astro_paid for one in every], np.int16),
        goods=np.array([one.goods for one in every], np.int8),
        stays=np.array([one.stays_with_player << number for number, one in enumerate(every)], np.uint16),
        by_stored={
            kind: _by_amount([one.pay[kind] for one in every])
            for kind in range(len(STORED))
            if any(one.pay[kind] for one in every)
        },
        by_astro=_by_amount([one.astro_paid for one in every]),
        by_boosters=_by_amount([one.boosters for one in every]),
        by_cannons=_by_amount([one.cannons for one in every]),
    )


def can_fulfil(table: Table, player: int, rows: Any = ALL) -> Sets:
    """(rows,) The adventures for which the player has what they ask for, whether they are open or not, as sets."""
    figures = printed(table.rules)
    able: Sets = figures.by_astro.take(table.astro[player][rows], mode="clip")
    able &= figures.by_boosters.take(table.boosters[player][rows] + table.boosters_2[player][rows], mode="clip")
    able &= figures.by_cannons.take(cannons(table, player, rows), mode="clip")
    for kind, sets in figures.by_stored.items():
        able &= sets.take(table.stored[player, kind][rows], mode="clip")
    return able


def complete(table: Table, judge: Judge, rows: Rows, number: Adventures) -> None:
    """Fulfil an adventure in each of those games: an action."""
    pay(table, rows, number)
    goods = printed(table.rules).goods
    for many in range(int(goods.max())):
        gain_goods(table, judge, rows[goods[number] > many], 1)
    act(table, rows)
    look_for_end(table, rows)
    table.emit("adventure", number)


def pay(table: Table, rows: Rows, number: Adventures) -> None:
    """All of it but the goods gained: the price, Astro, who keeps the card, and the new one."""
    me, figures = table.me, printed(table.rules)
    for stored, paid in zip(table.stored[me], figures.paid, strict=True):
        stored[rows] -= paid[number]
    table.astro[me][rows] += figures.astro[number]
    table.owned_adventures[me][rows] |= figures.stays[number]
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
