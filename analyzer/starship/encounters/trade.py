"""Cards on which goods or science are traded: their offers, and their words. A station can be founded on an H."""

from __future__ import annotations

import numpy as np

from analyzer.starship.captains.captain import Judge
from analyzer.starship.captains.values import last_units, next_units, purse
from analyzer.starship.encounters.kind import Bargain
from analyzer.starship.encounters.places import offer_one, place_of_trade
from analyzer.starship.tables import GOODS, SCIENCE, Card
from analyzer.starship.turn.acting import Cards
from analyzer.starship.turn.bits import Rows, cards_by_bit, goods_traded, prices
from analyzer.starship.turn.table import Table, add, capacity, some

NOT_ABOARD = np.int16(30_000)
"""Value used for goods that are not aboard: it is above every price, so that they are never sold."""


def offer_planet(table: Table, judge: Judge, rows: Rows, cards: Cards) -> Bargain:
    """Return the trade in the planet's good that gains the captain most."""
    return offer_one(table, judge, rows, cards, goods_traded(table.rules)[cards])


def phrase_planet(card: Card) -> str:
    """Name the card, its good, its price, and whether it has an H."""
    return f"{card.name}, {card.good.replace('_', ' ')} at {card.price}{' with H' * card.station}"


def offer_science(table: Table, judge: Judge, rows: Rows, cards: Cards) -> Bargain:
    """Return the trade in science that gains the captain most, by the price and the limits on the card."""
    return offer_one(table, judge, rows, cards, SCIENCE)


def offer_diplomats(table: Table, judge: Judge, rows: Rows, cards: Cards) -> Bargain:
    """Return the purchase of one unit of the good with the largest gain; the gain is 0 if no purchase is worth it."""
    me, price = table.me, prices(table.rules)[cards]
    have = some(table.stored[me][: len(GOODS)], rows)
    money = purse(table, me, judge, rows)
    can_buy = (have < capacity(table, me, rows)) & (money >= price)
    paid = judge.worth_of_astro(money, price)
    gains = np.where(can_buy, np.maximum(next_units(table, me, judge, rows) - paid, 0), 0)
    good, one = np.asarray(gains.argmax(axis=0)), np.ones(rows.size, np.int16)
    return Bargain([(good, one)], np.asarray(gains.max(axis=0), np.int16))


def offer_merchants(table: Table, judge: Judge, rows: Rows, cards: Cards) -> Bargain:
    """Return the best sale: units are sold one by one, always of the good that is worth least to the player.

    The sale ends when the Astro for a unit are worth no more than the unit, or at the maximum number on the card.
    """
    me, price = table.me, prices(table.rules)[cards]
    money = purse(table, me, judge, rows).astype(np.int16)
    have = some(table.stored[me][: len(GOODS)], rows)
    bargain = Bargain([], np.zeros(rows.size, np.int16))
    every = np.arange(rows.size)
    # `some` copied the goods, so they are sold here without a change of the table.
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


PLACE_OF_SCIENCE = place_of_trade(offer_science)
KINDS = {
    "trade_planet": place_of_trade(offer_planet, phrase_planet),
    "library": PLACE_OF_SCIENCE,
    "greens": PLACE_OF_SCIENCE,
    "scientists": PLACE_OF_SCIENCE,
    "diplomats": place_of_trade(offer_diplomats),
    "merchants": place_of_trade(offer_merchants),
}
"""The library buys and sells any number of units of science; the Greens buy one unit, the Scientists sell one."""
