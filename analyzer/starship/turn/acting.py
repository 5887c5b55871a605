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
from analyzer.starship.turn.bits import LOST, Rows, bit, one_adventure
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.table import ACTIONS, ALL, DONE, Table, add, cannons, capacity, each, put, ships_of, some

Cards = npt.NDArray[np.uint8]
"""Card in each game by its bit, LOST for lost planets. Shape (rows,)."""


def threshold(table: Table, judge: Judge, rows: Rows) -> npt.NDArray[np.int16]:
    """Return the worth that a card must exceed for the captain to spend an action there, in tenths of an Astro.

    It is 0 if the actions left after this one suffice for all cards that may still be turned up, else the captain's
    price of an action. Shape (rows,).
    """
    cards_left = table.limit[rows] - table.cards_flown[rows]
    actions_left = table.allowed[rows] - table.actions[rows] - 1
    return np.where(cards_left <= actions_left, np.int16(0), np.int16(judge.captain.action))


def act(table: Table, rows: Rows) -> None:
    """Count an action of the active player, and have the game tested again for a win in trade and build."""
    if not rows.size:
        return
    table.actions[rows] += 1
    table.counts[table.me, ACTIONS][rows] += 1
    # Goods or points may have come aboard, so a win in hand is looked for again.
    table.weighed[rows] = table.far[rows] = False


def claim(table: Table, rows: Rows, cards: Cards, ship: str) -> None:
    """Found a colony or a station: spend the ship, take the card, replace it, and count an action (rules, page 8).

    Args:
        table: the games.
        rows: lanes in which it is done.
        cards: the card turned up in each of these lanes.
        ship: `colony_ship` or `trade_ship`, the ship that is spent.
    """
    if not rows.size:
        return
    ships_of(table, ship)[table.me][rows] -= 1
    give_card(table, rows, cards)
    act(table, rows)
    look_for_end(table, rows)


def give_card(table: Table, rows: Rows, cards: Cards) -> None:
    """Give a card of the current sector to the active player, and replace it from the reserve."""
    taken = bit(cards)
    table.owned[table.me][rows] |= taken
    table.weighed[rows] = table.far[rows] = False
    sector = table.sector[rows]
    put(table.sectors, sector, rows, each(table.sectors, sector, rows) & ~taken)
    replace(table, rows)


def replace(table: Table, rows: Rows) -> None:
    """Put the top card of the reserve open into the current sector; if the reserve is empty, the sector shrinks.

    The new card is not flown in this flight: it takes the place of a card that was turned up (rules, pages 8 and 9).
    With the switch `reserve_face_down` nobody sees it.
    """
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
    """Add `many` goods of the captain's choice to the active player, as far as they fit.

    They are chosen one after the other, because each changes what the next one is worth.
    """
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
    """Buy units for Astro, or sell them, for the active player.

    Args:
        table: the games.
        rows: lanes in which it is done.
        good: number of the good in STORED, by row or one for all.
        units: units bought, below 0 if sold. Shape (rows,).
        price: Astro a unit, by row or one for all.
    """
    if not rows.size:
        return
    me = table.me
    add(table.stored[me], good, rows, units.astype(np.int8))
    table.astro[me][rows] -= units * price


def purchase_price(rules: Rules) -> int:
    """Return the price of a forced purchase in Astro."""
    return rules.start["purchase_price"]


def take(table: Table, rows: Rows, good: npt.NDArray[np.intp]) -> None:
    """Buy one unit of the other player's goods by force.

    Args:
        table: the games.
        rows: lanes in which it is done.
        good: number of the good in each lane. Shape (rows,).
    """
    me, other = table.me, 1 - table.me
    add(table.stored[other], good, rows, -1)
    add(table.stored[me], good, rows, 1)
    table.astro[me][rows] -= purchase_price(table.rules)
    table.astro[other][rows] += purchase_price(table.rules)
    table.bought[rows] += 1


Adventures = npt.NDArray[np.integer]
"""Number of an adventure in each game. Shape (rows,)."""
Sets = npt.NDArray[np.uint16]


@dataclass(frozen=True)
class PrintedNumbers:
    """Numbers printed on the adventures, in the order of their table.

    The tables `by_...` answer for all adventures at once: an amount that a player has is the index, and the entry is
    the 16-bit set of the adventures that ask for no more.

    Args:
        paid: units of each kind that are paid. Shape (STORED, adventures).
        astro: Astro gained less Astro paid. Shape (adventures,).
        goods: number of goods gained. Shape (adventures,).
        kept: the set of the adventure alone if its card stays with the player, else the empty set. Shape
            (adventures,).
        by_stored: for each kind that any adventure asks for, an array of sets. Entry n is the set of adventures that
            ask for at most n units.
        by_astro: array of sets; entry n is the set of adventures that ask for at most n Astro.
        by_boosters: array of sets; entry n is the set of adventures that ask for a booster strength of at most n.
        by_cannons: array of sets; entry n is the set of adventures that ask for a cannon strength of at most n.
    """

    paid: npt.NDArray[np.int8]
    astro: npt.NDArray[np.int16]
    goods: npt.NDArray[np.int8]
    kept: Sets
    by_stored: dict[int, Sets]
    by_astro: Sets
    by_boosters: Sets
    by_cannons: Sets


def _by_amount(needed: Sequence[int]) -> Sets:
    """Return an array whose entry n is the set of adventures that ask for at most n. Shape (amounts,)."""
    amounts = range(max(needed) + 1)
    return np.array(
        [sum(1 << number for number, many in enumerate(needed) if many <= has) for has in amounts], np.uint16
    )


@lru_cache(maxsize=64)
def printed(rules: Rules) -> PrintedNumbers:
    """Return the numbers printed on the adventures as arrays."""
    every = rules.adventures
    return PrintedNumbers(
        paid=np.array([one.pay for one in every], np.int8).T,
        astro=np.array([one.astro - one.astro_paid for one in every], np.int16),
        goods=np.array([one.goods for one in every], np.int8),
        kept=np.array([one.stays_with_player << number for number, one in enumerate(every)], np.uint16),
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
    """Return the adventures whose demands the player meets, open or not, as sets. Shape (rows,)."""
    figures = printed(table.rules)
    # `clip`: whoever has more than any adventure asks for meets the last entry.
    able: Sets = figures.by_astro.take(table.astro[player][rows], mode="clip")
    able &= figures.by_boosters.take(table.boosters[player][rows] + table.boosters_2[player][rows], mode="clip")
    able &= figures.by_cannons.take(cannons(table, player, rows), mode="clip")
    for kind, sets in figures.by_stored.items():
        able &= sets.take(table.stored[player, kind][rows], mode="clip")
    return able


def complete(table: Table, judge: Judge, rows: Rows, number: Adventures) -> None:
    """Fulfil an adventure in each game: pay, gain, and count an action; end games in which the goal is reached.

    Args:
        table: the games.
        judge: judge of the active captain, who chooses the goods gained.
        rows: lanes in which it is done.
        number: number of the adventure in each lane. Shape (rows,).
    """
    # What is paid makes room for the goods that are gained.
    pay(table, rows, number)
    goods = printed(table.rules).goods
    for many in range(int(goods.max())):
        gain_goods(table, judge, rows[goods[number] > many], 1)
    act(table, rows)
    look_for_end(table, rows)
    table.emit("adventure", number)


def pay(table: Table, rows: Rows, number: Adventures) -> None:
    """Fulfil an adventure, without the goods that it brings: pay its goods and Astro, and gain its Astro.

    The player keeps its card only if that gives a point or a medal. The next adventure is opened. No action is counted.

    Args:
        table: the games.
        rows: lanes in which it is done.
        number: number of the adventure in each lane. Shape (rows,).
    """
    me, figures = table.me, printed(table.rules)
    for stored, paid in zip(table.stored[me], figures.paid, strict=True):
        stored[rows] -= paid[number]
    table.astro[me][rows] += figures.astro[number]
    table.owned_adventures[me][rows] |= figures.kept[number]
    table.counts[me, DONE][rows] += 1
    fulfilled = one_adventure(number)
    table.done[me][rows] |= fulfilled
    table.open[rows] &= ~fulfilled
    open_next(table, rows)


def open_next(table: Table, rows: Rows) -> None:
    """Turn up the top adventure of the stack, so that it lies open; do nothing if the stack is empty."""
    rows = rows[table.stack_left[rows] > 0]
    top = each(table.stack, table.stack.shape[0] - table.stack_left[rows], rows)
    table.stack_left[rows] -= 1
    table.open[rows] |= one_adventure(top)
