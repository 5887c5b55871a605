"""What any place of trade offers a captain: of trade planets, the library and the bases; also of stations."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.bargains import bargains, place
from analyzer.starship.captains.judge import ASTRO, Judge
from analyzer.starship.captains.values import MANY, NONE, last_unit, next_unit, purse
from analyzer.starship.tables import GOODS, SCIENCE, Card
from analyzer.starship.turn.acting import exchange
from analyzer.starship.turn.allowed import room
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.lanes import add, each, some
from analyzer.starship.turn.table import Table, capacity

Gains = npt.NDArray[np.int16]


def offer(
    table: Table,
    judge: Judge,
    rows: Rows,
    good: npt.NDArray[Any] | int,
    price: npt.NDArray[np.int16] | int,
    most: int = MANY,
    buys: bool = True,
    sells: bool = True,
) -> tuple[npt.NDArray[np.int16], Gains]:
    """Units (sold ones below 0) and gain of trading one good a row, goods proper or science alone."""
    me = table.me
    kind = SCIENCE if isinstance(good, int) else 0
    have, want = each(table.stored[me], good, rows), each(table.want[me], good, rows)
    at = place(have, want, room(table, me, good, rows), purse(table, me, judge, rows), price)
    units, gain = bargains(judge.values(kind), most, buys, sells)
    return units.take(at), gain.take(at)


def diplomats(table: Table, judge: Judge, rows: Rows, price: int) -> tuple[npt.NDArray[np.intp], Gains]:
    """Which one good he would buy, the first of the largest gain, of use only where there is any; and the gain."""
    me, tenths = table.me, ASTRO * price
    have, want = some(table.stored[me][: len(GOODS)], rows), some(table.want[me][: len(GOODS)], rows)
    worth = next_unit(judge, have, want)
    can = (have < capacity(table, me, rows)) & (purse(table, me, judge, rows) >= price)
    gained = np.where(can, np.maximum(worth - np.int16(tenths), 0), 0)
    return gained.argmax(axis=0), np.asarray(gained.max(axis=0), np.int16)


def merchants(table: Table, judge: Judge, rows: Rows, card: Card) -> tuple[list[npt.NDArray[np.intp]], Gains]:
    """Which goods he would sell one after the other, NONE where none any more; and the gain of all."""
    me, price = table.me, np.int16(ASTRO * card.price)
    have = some(table.stored[me][: len(GOODS)], rows)
    want = some(table.want[me][: len(GOODS)], rows)
    gain, sold = np.zeros(rows.size, np.int16), []
    every = np.arange(rows.size)
    for _ in range(card.most):
        worth = np.where(have > 0, last_unit(judge, have, want), np.int16(30_000))
        good = np.asarray(worth.argmin(axis=0))
        lowest = worth.min(axis=0)
        sells = lowest < price
        gain += np.where(sells, price - lowest, 0).astype(np.int16)
        add(have, good, every, -sells.view(np.int8))
        sold.append(np.where(sells, good, NONE))
    return sold, gain


def buy_one(table: Table, rows: Rows, good: npt.NDArray[np.intp], price: int) -> None:
    """One unit each."""
    exchange(table, rows, good, np.ones(rows.size, np.int16), price)


def sell_each(table: Table, rows: Rows, sold: list[npt.NDArray[np.intp]], price: int) -> None:
    """One unit of each good named."""
    for good in sold:
        which = np.flatnonzero(good != NONE)
        exchange(table, rows[which], good[which], np.full(which.size, -1, np.int16), price)
