"""Cards where a player trades: their terms, the trade or founding there, and its worth to a captain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from analyzer.starship.captains.captain import Judge
from analyzer.starship.captains.readiness import readiness, rows_in
from analyzer.starship.captains.values import MANY, Holdings, bargains, place, purse, ready_bargains, ready_place
from analyzer.starship.encounters.founding import found_station
from analyzer.starship.encounters.kind import Bargain, CardKind, Goods, Numbers, Offer, phrase_name
from analyzer.starship.tables import GOODS, SCIENCE, Card
from analyzer.starship.turn.acting import Cards, act, threshold
from analyzer.starship.turn.allowed import room
from analyzer.starship.turn.bits import Rows, cards_by_bit, prices
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.table import Table, each


def allows(card: Card, way: str) -> bool:
    """Return whether a player may "buy" at a card, or "sell" there."""
    return card.direction in ("both", way)


def allows_units(card: Card, many: int) -> bool:
    """Return whether `many` units may be traded at a card at once."""
    return not card.most or many <= card.most


def offer_one(table: Table, judge: Judge, rows: Rows, cards: Cards, good: Goods | int) -> Bargain:
    """Return the trade in one good, in each game, that gains the captain most at the card.

    Args:
        table: the games.
        judge: judge of the active captain.
        rows: lanes of the games.
        cards: the card turned up in each game, all of one kind and thus on the same terms.
        good: number of a good by row, or SCIENCE for all.
    """
    me, steps = table.me, judge.captain.astro
    have, want = each(table.stored[me], good, rows), each(table.want[me], good, rows)
    money, price = purse(table, me, judge, rows), prices(table.rules)[cards]
    terms = _terms(cards_by_bit(table.rules)[cards[0]])
    if judge.captain.readiness and not isinstance(good, int):
        return _ready_offer(table, judge, rows, good, terms, price)
    at = place(steps, have, want, room(table, me, good, rows), money, price)
    # All goods have one table of bargains, unless the captain values each good in its own way.
    if isinstance(good, int) or judge.captain.goods is None:
        units, gain = bargains(judge.values(SCIENCE if isinstance(good, int) else 0), steps, *terms)
        return Bargain([(good, units.take(at))], gain.take(at))
    traded, gained = np.zeros(rows.size, np.int16), np.zeros(rows.size, np.int16)
    for kind in range(len(GOODS)):
        of_it = np.flatnonzero(good == kind)
        units, gain = bargains(judge.values(kind), steps, *terms)
        traded[of_it], gained[of_it] = units.take(at[of_it]), gain.take(at[of_it])
    return Bargain([(good, traded)], gained)


def _ready_offer(
    table: Table, judge: Judge, rows: Rows, good: Goods, terms: tuple[int, bool, bool], price: Numbers
) -> Bargain:
    """Return the trade that gains most, like `offer_one`, for a captain who values readiness."""
    me, steps = table.me, judge.captain.astro
    have, kind = each(table.stored[me], good, rows), each(readiness(judge.rules).kind, good, rows_in(table, me, rows))
    at = ready_place(steps, kind, have, room(table, me, good, rows), purse(table, me, judge, rows), price)
    traded, gained = np.zeros(rows.size, np.int16), np.zeros(rows.size, np.int16)
    for number in range(len(GOODS)):
        of_it = np.flatnonzero(good == number)
        if of_it.size:
            units, gain = ready_bargains(judge.rules, steps, number, *terms)
            traded[of_it], gained[of_it] = units.take(at[of_it]), gain.take(at[of_it])
    return Bargain([(good, traded)], gained)


def _terms(card: Card) -> tuple[int, bool, bool]:
    """Return the terms of trade at a card: the most units at once, whether one may buy, and whether one may sell."""
    return card.most or MANY, allows(card, "buy"), allows(card, "sell")


def place_of_trade(offer: Offer, phrase_card: Callable[[Card], str] = phrase_name) -> CardKind:
    """Return the kind of a card on which goods or science are traded, or a station is founded if it has an H.

    Args:
        offer: returns the best bargain.
        phrase_card: puts a card in words.
    """

    def meet(table: Table, judge: Judge, rows: Rows, cards: Cards, dice: Dice) -> None:
        """Trade, found a station, or pass, whichever is worth most."""
        # A station is taken instead of a trade, not besides it (rules, page 8).
        bargain, least = offer(table, judge, rows, cards), threshold(table, judge, rows)
        founded = found_station(table, judge, rows, cards, bargain.gain, least)
        trades = (bargain.gain > least) & ~founded
        bargain.close(table, rows, cards, trades)
        act(table, rows[trades])

    columns = ("good", "price", "direction")
    return CardKind(meet, columns, price_trade, offer, phrase_card=phrase_card)


def price_trade(holdings: Holdings, cards: Sequence[Card]) -> Iterator[Numbers]:
    """Yield the gain of the best trade of one good at each card, in tenths of an Astro. Shape (lanes,) each.

    The gain is usually that of the first unit times the number of units: sectors are compared before every flight, so
    speed matters. It is exact for captains who use `astro` or `readiness`, if the card trades only one good.
    """
    judge, steps = holdings.judge, holdings.judge.captain.astro
    for card in cards:
        first, *others = card.traded
        if judge.captain.readiness and not others and first != SCIENCE:
            kind = readiness(judge.rules).kind[first].take(holdings.row)
            have, room_left, money = holdings.have[first], holdings.room[first], holdings.affordable[1]
            found = ready_bargains(judge.rules, steps, first, *_terms(card))[1]
            yield found.take(ready_place(steps, kind, have, room_left, money, card.price))
            continue
        if steps is not None and not others:
            want = holdings.table.want[holdings.table.me][first]
            at = place(steps, holdings.have[first], want, holdings.room[first], holdings.affordable[1], card.price)
            yield bargains(judge.values(first), steps, *_terms(card))[1].take(at)
            continue
        goods = slice(first, others[-1] + 1) if others else first
        worth, money = None, holdings.affordable[1]
        if allows(card, "buy"):
            units = np.minimum(holdings.room[goods], holdings.affordable[card.price])
            paid = judge.worth_of_astro(money, card.price)
            worth = np.maximum(holdings.next_units[goods] - paid, 0) * _limited(units, card)
        if allows(card, "sell"):
            earned = judge.worth_of_astro(money + np.int16(card.price), card.price)
            sale = np.maximum(earned - holdings.last_units[goods], 0) * _limited(holdings.have[goods], card)
            worth = sale if worth is None else np.maximum(worth, sale)
        assert worth is not None
        yield worth.max(axis=0) if others else worth


def _limited(units: Numbers, card: Card) -> Numbers:
    """Return numbers of units, cut to the most that the card trades at once."""
    return np.minimum(units, np.int16(card.most)) if card.most else units
