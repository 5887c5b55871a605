"""The trade and build phase: forced purchases, building, and up to two stations."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import ASTRO, Judge
from analyzer.starship.captains.values import NONE, best_good, next_unit
from analyzer.starship.captains.wants import draw_up
from analyzer.starship.encounters.offers import buy_one, diplomats, merchants, offer, sell_each
from analyzer.starship.tables import GOODS, SCIENCE, start
from analyzer.starship.turn.acting import exchange
from analyzer.starship.turn.bits import ALL_STATIONS, BY_BIT, STATIONS, Rows
from analyzer.starship.turn.building import build_all
from analyzer.starship.turn.table import TRADE, Table, capacity

FORCED = start()["purchase_price"]


def trade_and_build(table: Table, judge: Judge) -> None:
    """Purchases, building, stations, building again."""
    draw_up(table, table.me, judge)
    if not judge.captain.acts:
        return
    forced_purchases(table, judge)
    build_all(table, judge)
    used = np.zeros(table.lanes, np.uint64)
    for _ in range(start()["station_uses"]):
        use_station(table, judge, used)
    build_all(table, judge)


def forced_purchases(table: Table, judge: Judge) -> None:
    """As often as the trade module allows, the best good that the other has."""
    me, other = table.me, 1 - table.me
    for number in range(2):
        willing = (table.modules[me, TRADE] > number) & ~table.over
        rows = np.flatnonzero(willing & (table.astro[me] - FORCED >= judge.captain.held))
        if not rows.size:
            return
        have, want = table.stored[me][: len(GOODS), rows], table.want[me][: len(GOODS), rows]
        fitting = (have < capacity(table, me, rows)) & (table.stored[other][: len(GOODS), rows] > 0)
        fitting &= next_unit(judge, have, want) > ASTRO * FORCED
        good = best_good(table, me, judge, fitting, rows)
        take(table, rows[good != NONE], good[good != NONE])


def take(table: Table, rows: Rows, good: npt.NDArray[np.intp]) -> None:
    """One unit of the other's goods, paid to him."""
    me, other = table.me, 1 - table.me
    table.stored[other, good, rows] -= 1
    table.stored[me, good, rows] += 1
    table.astro[me, rows] -= FORCED
    table.astro[other, rows] += FORCED


def use_station(table: Table, judge: Judge, used: npt.NDArray[np.uint64]) -> None:
    """The station with the largest gain, of those not used before."""
    usable = table.owned[table.me] & STATIONS & ~used
    usable[table.over] = 0
    every = np.flatnonzero(usable)
    if not every.size:
        return
    best, gain = np.full(table.lanes, -1, np.intp), np.zeros(table.lanes, np.int16)
    for station in ALL_STATIONS:
        rows = every[usable[every] >> np.uint64(station) & np.uint64(1) != 0]
        if rows.size:
            gained = _gain(table, judge, rows, station)
            better = gained > gain[rows]
            best[rows[better]], gain[rows[better]] = station, gained[better]
    for station in ALL_STATIONS:
        rows = np.flatnonzero(best == station)
        if rows.size:
            _use(table, judge, rows, station)
            used[rows] |= np.uint64(1 << station)


def _gain(table: Table, judge: Judge, rows: Rows, station: int) -> npt.NDArray[np.int16]:
    card = BY_BIT[station]
    if card.kind == "diplomats":
        return diplomats(table, judge, rows, card.price)[1]
    if card.kind == "merchants":
        return merchants(table, judge, rows, card)[1]
    return _units(table, judge, rows, station)[1]


def _units(table: Table, judge: Judge, rows: Rows, station: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    card = BY_BIT[station]
    good = SCIENCE if card.good == "science" else GOODS.index(card.good)
    how = {"most": card.most} if card.most else {}
    buys, sells = card.direction != "sell", card.direction != "buy"
    return offer(table, judge, rows, good, card.price, buys=buys, sells=sells, **how)


def _use(table: Table, judge: Judge, rows: Rows, station: int) -> None:
    card = BY_BIT[station]
    if card.kind == "diplomats":
        buy_one(table, rows, diplomats(table, judge, rows, card.price)[0], card.price)
    elif card.kind == "merchants":
        sell_each(table, rows, merchants(table, judge, rows, card)[0], card.price)
    else:
        good = SCIENCE if card.good == "science" else GOODS.index(card.good)
        exchange(table, rows, good, _units(table, judge, rows, station)[0], card.price)
