"""What every card would be worth to a captain if he met it now, and which sector promises most."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import ASTRO, LEVEL_I, NO_MODULE, ONLY_II, STRONGEST, Judge
from analyzer.starship.captains.memory import known_cards, known_lost
from analyzer.starship.captains.values import last_unit, next_unit, purse
from analyzer.starship.tables import GOODS, SCIENCE, start
from analyzer.starship.turn.bits import ALL_PIRATES, BY_BIT, IN_PLAY, ON_PLANET, PLANETS, Sets, count, members
from analyzer.starship.turn.fulfillable import can_fulfil
from analyzer.starship.turn.lanes import ALL, some
from analyzer.starship.turn.table import Table, cannons, capacity

Numbers = npt.NDArray[np.int16]
SOME = 1 << 12
"""Lanes whose bits are taken apart at a time, so that they stay in the processor's cache."""
EMPTY = -1_000_000
"""The worth of a sector without cards."""


def worths(table: Table, judge: Judge) -> None:
    """Fill `table.worth` (cards, lanes) for the player at turn."""
    table.worth[...] = 0
    if judge.captain.acts:
        _traded(table, judge)
        _founded(table, judge)
        _fulfilled(table, judge)
    _fought(table, judge)


def _traded(table: Table, judge: Judge) -> None:
    """Trade planets, the library and the bases."""
    me = table.me
    have = table.stored[me].astype(np.int16)
    want = table.want[me]
    room = capacity(table, me) - have[: len(GOODS)]
    spendable = purse(table, me, judge)
    afford = [spendable, spendable, *(spendable // np.int16(price) for price in (2, 3, 4, 5))]
    more, less = next_unit(judge, have[: len(GOODS)], want[: len(GOODS)]), last_unit(judge, have[:5], want[:5])
    wanted, spare = judge.values(SCIENCE)
    science = have[SCIENCE]
    space = np.int16(start()["lab"]) - science
    more_science = np.where(science < want[SCIENCE], np.int16(wanted), np.int16(spare))
    less_science = np.where(science <= want[SCIENCE], np.int16(wanted), np.int16(spare))
    for number, card in enumerate(IN_PLAY):
        tenths = np.int16(ASTRO * card.price)
        if card.kind in ("trade_planet", "library"):
            lab = card.kind == "library"
            good = SCIENCE if lab else GOODS.index(card.good)
            first, last = (more_science, less_science) if lab else (more[good], less[good])
            places = np.minimum(space if lab else room[good], afford[card.price])
            bought = np.maximum(first - tenths, 0) * places
            table.worth[number] = np.maximum(bought, np.maximum(tenths - last, 0) * have[good])
        elif card.kind == "diplomats":
            one = np.minimum(np.minimum(room, afford[card.price]), 1)
            table.worth[number] = (np.maximum(more - tenths, 0) * one).max(axis=0)
        elif card.kind == "merchants":
            two = np.minimum(have[: len(GOODS)], 2)
            table.worth[number] = (np.maximum(tenths - less, 0) * two).max(axis=0)
        elif card.kind == "greens":
            table.worth[number] = np.maximum(tenths - less_science, 0) * np.minimum(science, 1)
        elif card.kind == "scientists":
            one = np.minimum(np.minimum(space, afford[card.price]), 1)
            table.worth[number] = np.maximum(more_science - tenths, 0) * one


def _founded(table: Table, judge: Judge) -> None:
    """Colonies, and cards with H."""
    colony = (table.colony_ships[table.me] > 0) * np.int16(judge.captain.point)
    station = (table.trade_ships[table.me] > 0) * np.int16(judge.captain.friendship)
    for number, card in enumerate(IN_PLAY):
        if card.kind == "colony":
            table.worth[number] = colony
        elif card.station:
            table.worth[number] = np.maximum(table.worth[number], station * np.int16(card.friendship))


def _fulfilled(table: Table, judge: Judge) -> None:
    """Target planets."""
    able = table.open & can_fulfil(table, table.me)
    for number, card in enumerate(IN_PLAY):
        if card.kind == "target_planet":
            gain = judge.best_adventure(able & ON_PLANET[PLANETS.index(card.name)])[1]
            table.worth[number] = np.maximum(gain, 0).astype(np.int16)


def _fought(table: Table, judge: Judge) -> None:
    """Pirates."""
    at = to_lose(table, table.me) * (STRONGEST + 1) + cannons(table, table.me)
    for pirate in ALL_PIRATES:
        demand = BY_BIT[pirate].demand
        fought = judge.fights[pirate].reshape(-1).take(at)
        can_pay = table.astro[table.me] >= demand
        price = np.int16(-ASTRO * demand)
        if judge.captain.pirates == "judge":
            table.worth[pirate] = np.where(can_pay, np.maximum(fought, price), fought)
        elif judge.captain.pirates == "pay":
            table.worth[pirate] = np.where(can_pay, price, fought)
        else:
            table.worth[pirate] = fought


def to_lose(table: Table, player: int, rows: Any = ALL) -> npt.NDArray[np.intp]:
    """(rows,) What of modules there is to lose: none, one of level I, or only such of level II."""
    levels = some(table.modules[player], rows)
    second = np.where((levels == 2).any(axis=0), ONLY_II, NO_MODULE)
    return np.where((levels == 1).any(axis=0), LEVEL_I, second)


def promises(table: Table, judge: Judge) -> npt.NDArray[np.int32]:
    """(sectors, lanes) The worths of all cards known there, and `card` for every other one."""
    known, lost = known_cards(table, table.me, judge), known_lost(table, table.me, judge)
    unknown = (table.size - count(known) - lost).astype(np.int32)
    promised = unknown * np.int32(judge.captain.card)
    for begin in range(0, table.lanes, SOME):
        lanes = slice(begin, begin + SOME)
        octets, told = as_octets(known[:, lanes]), promised[:, lanes]
        for card in members(np.bitwise_or.reduce(known[:, lanes], axis=None)):
            told += (octets[card >> 3] >> (card & 7) & 1) * table.worth[card, lanes]
    promised[table.size == 0] = EMPTY
    return promised


def as_octets(sets: Sets) -> npt.NDArray[np.uint8]:
    """(8, ...) Sets in eights of their bits, the lowest first."""
    return np.ascontiguousarray(np.moveaxis(sets.astype("<u8")[..., None].view(np.uint8), -1, 0))
