"""Base of the Merchants: it buys up to two units of any goods; on cards with an H, a station can be founded instead."""

from __future__ import annotations

import numpy as np

from analyzer.starship.captains.captain import Judge
from analyzer.starship.captains.values import last_units, purse
from analyzer.starship.encounters.kind import Bargain
from analyzer.starship.encounters.places import place_of_trade
from analyzer.starship.tables import GOODS
from analyzer.starship.turn.acting import Cards
from analyzer.starship.turn.bits import Rows, cards_by_bit, prices
from analyzer.starship.turn.table import Table, add, some

NOT_ABOARD = np.int16(30_000)
"""Value used for goods that are not aboard: it is above every price, so that they are never sold."""


def offer(table: Table, judge: Judge, rows: Rows, cards: Cards) -> Bargain:
    """Return the best sale: units are sold one by one, always of the good that is worth least to the player.

    The sale ends when the Astro for a unit are worth no more than the unit.
    """
    me, price = table.me, prices(table.rules)[cards]
    money = purse(table, me, judge, rows).astype(np.int16)
    have = some(table.stored[me][: len(GOODS)], rows)
    bargain = Bargain([], np.zeros(rows.size, np.int16))
    every = np.arange(rows.size)
    for _ in range(cards_by_bit(table.rules)[cards[0]].most):
        worth = np.where(have > 0, last_units(table, judge, rows, have), NOT_ABOARD)
        good = np.asarray(worth.argmin(axis=0))
        lowest = worth.min(axis=0)
        earned = judge.worth_of_astro(money + price, price)
        sold = -(lowest < earned).view(np.int8)
        bargain.gain[...] += np.where(sold, earned - lowest, 0).astype(np.int16)
        add(have, good, every, sold)
        money -= sold * price
        bargain.swaps.append((good, sold.astype(np.int16)))
    return bargain


KIND = place_of_trade(offer)
