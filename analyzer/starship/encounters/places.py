"""Cards where a player trades: their terms, trading or founding there, and its worth to a captain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from analyzer.starship.captains.captain import ASTRO, Judge
from analyzer.starship.captains.values import MANY, Holdings, bargains, place, purse
from analyzer.starship.encounters.founding import found_station
from analyzer.starship.encounters.kind import Bargain, CardKind, Goods, Numbers, Offer, phrase_name
from analyzer.starship.tables import SCIENCE, Card
from analyzer.starship.turn.acting import Cards, act, threshold
from analyzer.starship.turn.allowed import room
from analyzer.starship.turn.bits import Rows, cards_by_bit, prices
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.table import Table, each


def may(card: Card, way: str) -> bool:
    """Return whether a card allows a way of trade: "buy" or "sell"."""
    return card.direction in ("both", way)


def at_most(card: Card, many: int) -> bool:
    """Return whether a card allows to trade `many` units at once."""
    return not card.most or many <= card.most


def offer_one(table: Table, judge: Judge, rows: Rows, cards: Cards, good: Goods | int) -> Bargain:
    """Return the best bargain in one good.

    Args:
        table: the games.
        judge: judge of the active captain.
        rows: lanes of the games.
        cards: the card in each of them, all of one kind and thus on the same terms.
        good: number of a good by row, or SCIENCE for all.
    """
    me, terms = table.me, cards_by_bit(table.rules)[cards[0]]
    values = judge.values(SCIENCE if isinstance(good, int) else 0)
    have, want = each(table.stored[me], good, rows), each(table.want[me], good, rows)
    at = place(have, want, room(table, me, good, rows), purse(table, me, judge, rows), prices(table.rules)[cards])
    units, gain = bargains(values, terms.most or MANY, may(terms, "buy"), may(terms, "sell"))
    return Bargain([(good, units.take(at))], gain.take(at))


def place_of_trade(
    offer: Offer, phrase_card: Callable[[Card], str] = phrase_name, names: tuple[str, ...] = ()
) -> CardKind:
    """Return a kind of card for trade in goods or science, or for founding a station on an H.

    Args:
        offer: returns the best bargain.
        phrase_card: puts a card in words.
        names: names of its kinds, if they differ from the name of the module.
    """

    def meet(table: Table, judge: Judge, rows: Rows, cards: Cards, dice: Dice) -> None:
        bargain, least = offer(table, judge, rows, cards), threshold(table, judge, rows)
        founded = found_station(table, judge, rows, cards, bargain.gain, least)
        trades = (bargain.gain > least) & ~founded
        bargain.close(table, rows, cards, trades)
        act(table, rows[trades])

    columns = ("good", "price", "direction")
    return CardKind(meet, columns, price_trade, offer, phrase_card=phrase_card, names=names)


def price_trade(holdings: Holdings, cards: Sequence[Card]) -> Iterator[Numbers]:
    """Yield the gain of the best trade of one good at each card, in tenths of an Astro. Shape (lanes,) each.

    Every unit counts with the worth of the first one traded: the next unit bought, or the last unit aboard if sold.
    """
    for card in cards:
        first, *others = card.traded
        goods = slice(first, others[-1] + 1) if others else first
        worth, tenths = None, np.int16(ASTRO * card.price)
        if may(card, "buy"):
            units = np.minimum(holdings.room[goods], holdings.affordable[card.price])
            worth = np.maximum(holdings.next_units[goods] - tenths, 0) * _limited(units, card)
        if may(card, "sell"):
            sale = np.maximum(tenths - holdings.last_units[goods], 0) * _limited(holdings.have[goods], card)
            worth = sale if worth is None else np.maximum(worth, sale)
        assert worth is not None
        yield worth.max(axis=0) if others else worth


def _limited(units: Numbers, card: Card) -> Numbers:
    return np.minimum(units, np.int16(card.most)) if card.most else units
