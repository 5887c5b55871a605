"""Dealing of the cards still to come, for flights whose first cards are already revealed.

Given the revealed cards, every set of others that the piles may hold is equally likely, in any order. A deck without
revealed cards begins with a card of the flight's level.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from analyzer.montecarlo.random_words import Order, shuffle_groups, shuffled
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.cards.piles import ORDER, PILES, SHUFFLE, Decks
from analyzer.trucker.cards.route import Route

REST = 400
"""First stream number of the random words that order the cards still to come, one stream for each level."""


def deal_rest(
    route: Route, revealed: Sequence[int], seed: int, first: int, flights: int, coming: Sequence[int] = ()
) -> Decks:
    """Return whole decks that begin with the revealed cards, as indices into the cards. Shape (flights, slots).

    Args:
        route: The route.
        revealed: Numbers of the revealed cards, in order.
        seed: Seed of the shuffles.
        first: Number of the first flight.
        flights: Number of flights.
        coming: Numbers of all cards after the revealed ones, in order; () if they are to be dealt.
    """
    if coming:
        return np.tile(route.indices((*revealed, *coming)), (flights, 1))
    if not revealed:
        return route.deal(seed, first, flights)
    before = route.indices(revealed)
    if route.learning:
        starred = _starred(route, revealed)
        rest = starred[shuffled(seed, PILES, first, flights, starred.size)]
    elif route.prognostic:
        rest = _in_order(route, revealed, seed, first, flights)
    else:
        rest = _shuffled(route, revealed, seed, first, flights)
    return np.vstack([np.broadcast_to(before[:, None], (before.size, flights)), rest]).T


def to_come(route: Route, revealed: Sequence[int]) -> dict[int, int]:
    """Return the number of cards of each level that are still to come, the flight's own level first."""
    levels = {card.id: card.level for card in route.rules.cards}
    seen = Counter(levels[number] for number in revealed)
    return {level: many - seen[level] for level, many in route.piles.dealt().items()}


def unmet(route: Route, revealed: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of the cards that are known from a forecast and still to come."""
    return tuple(number for number in (route.forecast or Forecast()).known if number not in revealed)


def _unknown(route: Route, level: int, revealed: Sequence[int]) -> Order:
    """Return the indices of a level's cards that are neither known from a forecast nor revealed. Shape (cards,)."""
    seen = {*revealed, *unmet(route, revealed)}
    return route.indices(card.id for card in route.rules.cards if card.level == level and card.id not in seen)


def _starred(route: Route, revealed: Sequence[int]) -> Order:
    """Return the indices of the cards of a learning flight that are still to come. Shape (cards,)."""
    return route.indices(card.id for card in route.rules.cards if card.learning and card.id not in revealed)


def pools_to_come(route: Route, revealed: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the pools of exchangeable cards in shuffled piles, each with the number of its cards still to come."""
    if route.learning:
        starred = _starred(route, revealed)
        yield tuple(starred.tolist()), starred.size
        return
    levels = {card.id: card.level for card in route.rules.cards}
    for level, many in to_come(route, revealed).items():
        known = route.indices(number for number in unmet(route, revealed) if levels[number] == level)
        yield tuple(known.tolist()), known.size
        yield tuple(_unknown(route, level, revealed).tolist()), many - known.size


def _drawn(route: Route, level: int, revealed: Sequence[int], many: int, seed: int, first: int, flights: int) -> Order:
    """Return the indices of unknown cards of a level, drawn from its shuffled stack. Shape (many, flights)."""
    stack = _unknown(route, level, revealed)
    return np.asarray(stack.take(shuffled(seed, PILES + level, first, flights, stack.size, many)))


def _shuffled(route: Route, revealed: Sequence[int], seed: int, first: int, flights: int) -> Order:
    """Return the indices of the cards to come in a random order. Shape (slots, flights)."""
    levels = {card.id: card.level for card in route.rules.cards}
    pools = []
    for level, many in to_come(route, revealed).items():
        known = route.indices(number for number in unmet(route, revealed) if levels[number] == level)
        drawn = _drawn(route, level, revealed, many - known.size, seed, first, flights)
        # Drawn cards are in random order already. Known ones have to be mixed in, by a stream of their own.
        if known.size:
            there = np.broadcast_to(known[:, None], (known.size, flights))
            drawn = np.vstack([there, drawn])
            drawn = np.take_along_axis(drawn, shuffled(seed, REST + level, first, flights, many), axis=0)
        pools.append(drawn)
    pools = [pool for pool in pools if len(pool)]
    if not pools:
        return np.zeros((0, flights), np.uint8)
    return shuffle_groups(pools, seed, SHUFFLE, first)


def _in_order(route: Route, revealed: Sequence[int], seed: int, first: int, flights: int) -> Order:
    """Return the indices of the cards to come if piles are laid in order. Shape (slots, flights).

    Known cards keep their places.
    """
    blanks = [*_unknown_levels(route, revealed)]
    each = Counter(level for pile in blanks for level in pile)
    left = {level: iter(_drawn(route, level, revealed, many, seed, first, flights)) for level, many in each.items()}
    size, rows = len(route.level.pile), []
    for number, pile in enumerate(route.piles.whole_piles()):
        drawn = [next(left[level]) for level in blanks[number]]
        if drawn:
            order = shuffled(seed, ORDER + number, first, flights, len(drawn))
            drawn = [*np.take_along_axis(np.vstack(drawn), order, axis=0)]
        for place, card in enumerate(pile):
            # Places before that have been revealed.
            if number * size + place >= len(revealed):
                rows.append(route.indices([card]).repeat(flights) if card is not None else drawn.pop())
    return np.stack(rows) if rows else np.zeros((0, flights), np.uint8)


def _unknown_levels(route: Route, revealed: Sequence[int]) -> Iterator[list[int]]:
    """Yield, for each pile, the level of each card that is still to come and not known from the forecast."""
    levels = {card.id: card.level for card in route.rules.cards}
    size = len(route.level.pile)
    for number, pile in enumerate(route.piles.whole_piles()):
        met = revealed[number * size : (number + 1) * size]
        known = [*met, *(card for card in pile[len(met) :] if card is not None)]
        short = Counter(route.level.pile) - Counter(levels[card] for card in known)
        yield [*short.elements()]
