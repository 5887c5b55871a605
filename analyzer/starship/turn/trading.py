"""The trade and build phase: forced purchases, building, and up to two stations."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import ASTRO, Judge
from analyzer.starship.captains.values import NONE, best_good, next_unit
from analyzer.starship.captains.wants import draw_up
from analyzer.starship.encounters.offers import buy_one, diplomats, merchants, offer, sell_each
from analyzer.starship.encounters.terms import may
from analyzer.starship.tables import GOODS, SCIENCE, Card, start
from analyzer.starship.turn.acting import exchange
from analyzer.starship.turn.bits import ALL_STATIONS, BY_BIT, GOOD, PRICE, STATIONS, Rows, bit, split_lowest
from analyzer.starship.turn.building import build_all
from analyzer.starship.turn.lanes import add, some
from analyzer.starship.turn.table import TRADE, Table, capacity

FORCED = start()["purchase_price"]
PLANETS = tuple(station for station in ALL_STATIONS if BY_BIT[station].kind == "trade_planet")
ALL_PLANETS = np.uint64(sum(1 << station for station in PLANETS))
BASES = tuple(station for station in ALL_STATIONS if station not in PLANETS)
PRICE_OF = np.array([PRICE[number] if number in PLANETS else 0 for number in range(64)])
"""The prices of trade planets that may be stations, 0 for all else."""


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
        willing = has_purchase(table, number) & ~table.over
        rows = np.flatnonzero(willing & (table.astro[me] - FORCED >= judge.captain.held))
        if not rows.size:
            return
        have, want = some(table.stored[me][: len(GOODS)], rows), some(table.want[me][: len(GOODS)], rows)
        fitting = has_goods(table, other, rows) & (have < capacity(table, me, rows))
        fitting &= next_unit(judge, have, want) > ASTRO * FORCED
        good = best_good(table, me, judge, fitting, rows)
        take(table, rows[good != NONE], good[good != NONE])


def has_purchase(table: Table, done: int) -> npt.NDArray[np.bool_]:
    """Whether the trade module allows another forced purchase after so many of this turn."""
    return np.asarray(table.modules[table.me, TRADE] > done)


def has_goods(table: Table, player: int, rows: Rows) -> npt.NDArray[np.bool_]:
    """(goods, rows) Of which goods there is one."""
    return np.asarray(some(table.stored[player][: len(GOODS)], rows) > 0)


def take(table: Table, rows: Rows, good: npt.NDArray[np.intp]) -> None:
    """One unit of the other's goods, paid to him."""
    me, other = table.me, 1 - table.me
    add(table.stored[other], good, rows, -1)
    add(table.stored[me], good, rows, 1)
    table.astro[me][rows] -= FORCED
    table.astro[other][rows] += FORCED


def use_station(table: Table, judge: Judge, used: npt.NDArray[np.uint64]) -> None:
    """The station with the largest gain, of those not used before, ties by the lowest card."""
    usable = table.owned[table.me] & STATIONS & ~used
    usable[table.over] = 0
    every = np.flatnonzero(usable)
    if not every.size:
        return
    usable = usable[every]
    best, gain = _planets(table, judge, every, usable)
    for station in BASES:
        which = np.flatnonzero(usable >> np.uint64(station) & np.uint64(1) != 0)
        if which.size:
            gained = _gain(table, judge, every[which], station)
            better = gained > gain[which]
            best[which[better]], gain[which[better]] = station, gained[better]
    gains = gain > 0
    rows, best = every[gains], best[gains]
    used[rows] |= bit(best)
    planets = PRICE_OF[best] > 0
    _trade(table, judge, rows[planets], best[planets])
    for station in BASES:
        if (best == station).any():
            _use(table, judge, rows[best == station], station)


def _planets(
    table: Table, judge: Judge, every: Rows, usable: npt.NDArray[np.uint64]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int16]]:
    """Of the trade planets that may be used the best one for each row, and its gain, 0 where there is none."""
    best, gain = np.zeros(every.size, np.intp), np.zeros(every.size, np.int16)
    left = usable & ALL_PLANETS
    which = np.flatnonzero(left)
    while which.size:
        lowest, left[which] = split_lowest(left[which])
        gained = offer(table, judge, every[which], GOOD[lowest], PRICE[lowest])[1]
        better = np.flatnonzero(gained > gain[which])
        best[which[better]], gain[which[better]] = lowest[better], gained[better]
        which = which[left[which] != 0]
    return best, gain


def _trade(table: Table, judge: Judge, rows: Rows, stations: npt.NDArray[np.intp]) -> None:
    """Use trade planets as the captain would."""
    units, _ = offer(table, judge, rows, GOOD[stations], PRICE[stations])
    exchange(table, rows, GOOD[stations], units, PRICE[stations])


def _gain(table: Table, judge: Judge, rows: Rows, station: int) -> npt.NDArray[np.int16]:
    card = BY_BIT[station]
    if card.kind == "diplomats":
        return diplomats(table, judge, rows, card.price)[1]
    if card.kind == "merchants":
        return merchants(table, judge, rows, card)[1]
    return _science(table, judge, rows, card)[1]


def _science(table: Table, judge: Judge, rows: Rows, card: Card) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    buys, sells = may(card, "buy"), may(card, "sell")
    return offer(table, judge, rows, SCIENCE, card.price, most=card.most, buys=buys, sells=sells)


def _use(table: Table, judge: Judge, rows: Rows, station: int) -> None:
    card = BY_BIT[station]
    if card.kind == "diplomats":
        buy_one(table, rows, diplomats(table, judge, rows, card.price)[0], card.price)
    elif card.kind == "merchants":
        sell_each(table, rows, merchants(table, judge, rows, card)[0], card.price)
    else:
        exchange(table, rows, SCIENCE, _science(table, judge, rows, card)[0], card.price)
