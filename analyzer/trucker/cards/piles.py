"""Dealing of a flight's deck from its piles: unknown cards are drawn, then all are shuffled or laid in order.

docs/rulings.md tells how forecasts and the prognostic variant are read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.montecarlo.random_words import Order, numbers_to, shuffle_groups, shuffled
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.edition import Card, Level

Decks = Order
"""Indices of cards in the order in which they are revealed. Shape (flights, slots)."""

SHUFFLE, PILES, ORDER, KNOWN, ADDED = 1, 100, 200, 300, 500
"""First stream numbers of random words.

SHUFFLE mixes the levels of cards. PILES shuffles the stacks, one stream for each level. ORDER arranges a pile,
one for each pile. KNOWN shuffles a level of which some cards are known, one for each level. ADDED places cards
that the edition below lacks, one for each level.
"""
STREAMS_APART = 10_000
"""Distance between the stream numbers of successive flights in a journey; all its flights share the stacks."""


@dataclass(frozen=True)
class Piles:
    """The piles of a flight, with the cards known from a forecast.

    Attributes:
        cards: The cards of the edition.
        level: Level of the flight.
        forecast: Known cards of the piles.
        prognostic: Whether the piles are laid in order and nothing is shuffled.
        earlier: Levels flown before in the same journey; their cards are out of the game.
        gone: Numbers of cards of earlier flights that were not taken from the top of a stack: cards of the learning
            flight, or known from a forecast.
        below: Cards of the edition on which an edition of the user is based; stacks are shuffled as there.
    """

    cards: tuple[Card, ...]
    level: Level
    forecast: Forecast
    prognostic: bool
    earlier: tuple[Level, ...] = ()
    gone: tuple[int, ...] = ()
    below: tuple[Card, ...] = ()

    def dealt(self) -> dict[int, int]:
        """Return the number of cards of each level in all piles together, the flight's own level first."""
        return dealt(self.level)

    @property
    def used(self) -> Counter[int]:
        """Number of cards of each level that flights have taken from its stack since that stack was last shuffled.

        Cards in `gone` are left out, because they were not taken from the top of a stack.
        """
        taken = Counter(
            n for flight, level in enumerate(self.earlier) for n in _numbers(level) if flight >= self.mixed(n)
        )
        return taken - Counter(card.level for card in self.cards if card.id in self._gone_since())

    def mixed(self, level: int) -> int:
        """Return the index of the flight of the journey before which the cards of a level were last shuffled.

        That is 0, the first flight, if they were not shuffled again. A flight of level IV uses the cards of level III.
        Before such a flight all of these cards are shuffled again, also those already used.
        """
        flights = enumerate((*self.earlier, self.level))
        return max((flight for flight, one in flights if one.level_iv_changes and one.number == level), default=0)

    def _gone_since(self) -> set[int]:
        """Return the numbers of cards in `gone` whose stack has not been shuffled again since they left it.

        All cards in `gone` were dealt in the journey's first flight.
        """
        return {card.id for card in self.cards if card.id in self.gone and not self.mixed(card.level)}

    def missing(self) -> dict[int, int]:
        """Return how many cards of each level the edition has too few for the journey; empty if it has enough.

        Cards of the learning flight count too, because they leave the game like others. Only flights since the last
        shuffle of a level count.
        """
        flights = enumerate((*self.earlier, self.level))
        taken = Counter(
            number for flight, level in flights for number in _numbers(level) if flight >= self.mixed(number)
        )
        return dict(taken - Counter(card.level for card in self.cards))

    def deal(self, seed: int, first: int, flights: int) -> Decks:
        """Return the decks of the flights from `first` on, as indices into the cards. Shape (flights, slots)."""
        index = {card.id: i for i, card in enumerate(self.cards)}
        known = [index[number] for number in self.forecast.known]
        draws = {level: self._draw(level, known, seed, first, flights) for level in self.dealt()}
        if self.prognostic:
            return self._in_order(index, draws, seed, first, flights).T
        return self._shuffle(known, draws, seed, first, flights).T

    def _draw(self, level: int, known: list[int], seed: int, first: int, flights: int) -> Order:
        """Return the unknown cards of a level, drawn from its shuffled stack. Shape (cards, flights).

        Known cards in the stack are skipped. So a flight draws the same unknown cards with a forecast and without, as
        far as possible. All flights of a journey share the stack, and each takes its next cards.
        """
        stack = np.array([i for i, card in enumerate(self.cards) if card.level == level], numbers_to(len(self.cards)))
        seen = np.isin(stack, known)
        drawable = np.isin(stack, self.drawable(level))
        begin, stream = self.used[level], PILES + level + STREAMS_APART * self.mixed(level)
        end = begin + self.dealt()[level] - int(np.count_nonzero(seen))
        if drawable.all() and not self._differs(level):
            return stack.take(shuffled(seed, stream, first, flights, stack.size, end)[begin:])
        # Cards that are not drawable are passed over in the stack; every flight has as many of them.
        order = self._stack(level, seed, stream, first, flights).T
        return stack[order[drawable[order]].reshape(flights, np.count_nonzero(drawable))[:, begin:end].T]

    def _ids(self, level: int, cards: Sequence[Card]) -> list[int]:
        return [card.id for card in cards if card.level == level]

    def _differs(self, level: int) -> bool:
        """Return whether the edition has other cards of a level than the edition on which it is based."""
        return bool(self.below) and self._ids(level, self.cards) != self._ids(level, self.below)

    def _stack(self, level: int, seed: int, stream: int, first: int, flights: int) -> Order:
        """Return shuffled stacks of a level. Shape (cards, flights).

        If the edition is based on another one, the cards that both have lie in the same order in both. New cards are
        inserted at random places. So every order is equally likely. Flights of both editions under one seed meet the
        same cards as far as possible, so they can be compared in pairs.
        """
        own, theirs = self._ids(level, self.cards), self._ids(level, self.below)
        if not self._differs(level):
            return shuffled(seed, stream, first, flights, len(own))
        number = {card: place for place, card in enumerate(own)}
        added = np.array([number[card] for card in own if card not in theirs], np.intp)
        # New cards are placed first, then the shuffled stack of the edition below fills the gaps.
        places = shuffled(seed, stream + ADDED - PILES, first, flights, len(own), added.size).T.astype(np.intp)
        stack = np.empty((flights, len(own)), numbers_to(len(own)))
        is_free = np.ones(stack.shape, np.bool_)
        np.put_along_axis(stack, places, np.broadcast_to(added, places.shape).astype(stack.dtype), axis=1)
        np.put_along_axis(is_free, places, False, axis=1)
        if theirs:
            order = shuffled(seed, stream, first, flights, len(theirs)).T
            known = np.array([number.get(card, -1) for card in theirs], np.intp)[order]
            stack[is_free] = known[known >= 0]
        return stack.T

    def drawable(self, level: int) -> list[int]:
        """Return the indices of a level's cards that may be drawn: those neither known nor out of the game."""
        out = self._gone_since() | set(self.forecast.known)
        return [i for i, card in enumerate(self.cards) if card.level == level and card.id not in out]

    def _own(self, stream: int) -> int:
        """Return the number of a random stream in this flight; `stream` is its number in the journey's first flight."""
        return stream + STREAMS_APART * len(self.earlier)

    def _shuffle(self, known: list[int], draws: dict[int, Order], seed: int, first: int, flights: int) -> Order:
        """Return decks with a card of the flight's level on top and all other cards shuffled. Shape (slots, flights).

        This equals shuffling until such a card lies on top. Drawn cards of a level are in random order already, so
        only the levels have to be mixed.
        """
        own, *others = (self._with(known, level, drawn, seed, first) for level, drawn in draws.items())
        if not others:
            return own
        # The first of the shuffled cards of the flight's level is a random one of them.
        return np.vstack([own[:1], shuffle_groups([own[1:], *others], seed, self._own(SHUFFLE), first)])

    def _with(self, known: list[int], level: int, drawn: Order, seed: int, first: int) -> Order:
        """Return the drawn cards of a level, shuffled together with its known cards. Shape (cards, flights)."""
        seen = np.array([i for i in known if self.cards[i].level == level], numbers_to(len(self.cards)))
        if not seen.size:
            return drawn
        flights = drawn.shape[1]
        cards = np.vstack([np.broadcast_to(seen[:, None], (seen.size, flights)), drawn])
        order = shuffled(seed, self._own(KNOWN + level), first, flights, len(cards))
        return np.take_along_axis(cards, order, axis=0)

    def _in_order(self, index: dict[int, int], draws: dict[int, Order], seed: int, first: int, flights: int) -> Order:
        """Return decks of piles laid in order, the leftmost on top. Shape (slots, flights).

        Known cards keep their places, and drawn cards share the other places of their pile.
        """
        left = {level: iter(drawn) for level, drawn in draws.items()}
        size = len(self.level.pile)
        decks = np.empty((self.level.piles, size, flights), numbers_to(len(self.cards)))
        for number, pile in enumerate(self.whole_piles()):
            known = {place: index[card] for place, card in enumerate(pile) if card is not None}
            decks[number, list(known)] = np.array(list(known.values()), decks.dtype)[:, None]
            short = Counter(self.level.pile) - Counter(self.cards[i].level for i in known.values())
            # Each level comes in random order already; the shuffle below mixes the levels over the blank places.
            drawn = [next(left[level]) for level in short.elements()]
            if drawn:
                order = shuffled(seed, self._own(ORDER + number), first, flights, len(drawn))
                blanks = [place for place in range(size) if place not in known]
                decks[number, blanks] = np.take_along_axis(np.vstack(drawn), order, axis=0)
        return decks.reshape(self.level.piles * size, flights)

    def whole_piles(self) -> Iterator[tuple[int | None, ...]]:
        """Yield every pile in full length, the leftmost first, with None for each unseen card."""
        unseen = ((),) * (self.level.piles - len(self.forecast.piles))
        for pile in (*self.forecast.piles, *unseen):
            yield pile + (None,) * (len(self.level.pile) - len(pile))


def dealt(level: Level) -> dict[int, int]:
    """Return the number of cards of each level that a flight takes, its own level first."""
    piles = Counter(level.pile)
    return {number: piles[number] * level.piles for number in sorted(piles, reverse=True)}


def _numbers(level: Level) -> Iterator[int]:
    """Yield, one by one, the level of each card that a flight's piles hold."""
    return Counter(dealt(level)).elements()
