"""Base of the Diplomats: it sells one unit of any good; on cards with an H, a station can be founded instead."""

from __future__ import annotations

import numpy as np

from analyzer.starship.captains.captain import Judge
from analyzer.starship.captains.values import next_units, purse
from analyzer.starship.encounters.kind import Bargain
from analyzer.starship.encounters.places import place_of_trade
from analyzer.starship.tables import GOODS
from analyzer.starship.turn.acting import Cards
from analyzer.starship.turn.bits import Rows, prices
from analyzer.starship.turn.table import Table, capacity, some


def offer(table: Table, judge: Judge, rows: Rows, cards: Cards) -> Bargain:
    """Return the purchase of one unit of the good with the largest gain; the gain is 0 if no purchase pays."""
    me, price = table.me, prices(table.rules)[cards]
    have = some(table.stored[me][: len(GOODS)], rows)
    money = purse(table, me, judge, rows)
    can_buy = (have < capacity(table, me, rows)) & (money >= price)
    paid = judge.worth_of_astro(money, price)
    gains = np.where(can_buy, np.maximum(next_units(table, me, judge, rows) - paid, 0), 0)
    good, one = np.asarray(gains.argmax(axis=0)), np.ones(rows.size, np.int16)
    return Bargain([(good, one)], np.asarray(gains.max(axis=0), np.int16))


KIND = place_of_trade(offer)
