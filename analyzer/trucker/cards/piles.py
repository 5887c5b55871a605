"""Dealing a flight's deck from its piles: drawn, or partly known, then shuffled or laid in order (docs/rulings.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.montecarlo.random_words import Order, in_any_order, numbers_to, shuffled
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.edition import Card, Level

Decks = Order
"""(flights, slots) Indices into the cards, in the order in which they are revealed."""

SHUFFLE, PILES, ORDER, KNOWN, ADDED = 1, 100, 200, 300, 500
"""Streams of random words: mixing the levels, stacks (one a level), order in a pile (one for each), order of a level's
cards of which some are known (one a level), places of cards that the edition below lacks (one a level)."""
STREAMS_APART = 10_000
"""Between the streams of a flight and those of the next of a journey; the stacks of cards are common to all."""


@dataclass(frozen=True)
class Piles:
    """The piles of a flight of that level, as far as they are known; prognostic: laid in order, nothing shuffled.

    `earlier`: the levels flown before in the same journey, whose cards are out of the game; `gone`: those of them that
    were not taken from the top of a stack, because they were starred for the learning flight or known from a forecast;
    `below`: the cards of the edition on which that of the user's own stands, whose stacks are shuffled as there.
    """

    cards: tuple[Card, ...]
    level: Level
    forecast: Forecast
    prognostic: bool
    earlier: tuple[Level, ...] = ()
    gone: tuple[int, ...] = ()
    below: tuple[Card, ...] = ()

    def dealt(self) -> dict[int, int]:
        """How many cards of each level all piles hold together, the flight's own level first."""
        return dealt(self.level)

    @property
    def used(self) -> Counter[int]:
        """How many cards of each level were taken from the top of its stack before, since it was last mixed."""
        taken = Counter(
            n for flight, level in enumerate(self.earlier) for n in _numbers(level) if flight >= self.mixed(n)
        )
        return taken - Counter(card.level for card in self.cards if card.id in self._gone_since())

    def mixed(self, level: int) -> int:
        """The flight of the journey, from 0, before which all cards of that level were last mixed together.

        Level IV is flown with level III cards, which are mixed anew before it, those that were used among them.
        """
        flights = enumerate((*self.earlier, self.level))
        return max((flight for flight, one in flights if one.harder and one.number == level), default=0)

    def _gone_since(self) -> set[int]:
        """The cards of `gone` that are still out of the game: all are of the first flight."""
        return {card.id for card in self.cards if card.id in self.gone and not self.mixed(card.level)}

    def missing(self) -> dict[int, int]:
        """By level of cards how many more than there are would have been taken with this flight; {} if all are there.

        The learning flight counts here: its cards are out of the game like others.
        """
        flights = enumerate((*self.earlier, self.level))
        taken = Counter(
            number for flight, level in flights for number in _numbers(level) if flight >= self.mixed(number)
        )
        return dict(taken - Counter(card.level for card in self.cards))

    def deal(self, seed: int, first: int, flights: int) -> Decks:
        """(flights, slots) The decks of the flights from `first` on, as indices into the cards."""
        index = {card.id: i for i, card in enumerate(self.cards)}
        known = [index[number] for number in self.forecast.known]
        draws = {level: self._draw(level, known, seed, first, flights) for level in self.dealt()}
        if self.prognostic:
            return self._in_order(index, draws, seed, first, flights).T
        return self._shuffle(known, draws, seed, first, flights).T

    def _draw(self, level: int, known: list[int], seed: int, first: int, flights: int) -> Order:
        """(cards, flights) The unknown cards of that level: its stack is shuffled, and the known ones are passed over.

        So a flight draws the same unknown cards with a forecast and without, as far as that can be. All flights of a
        journey have that stack in common, and each takes the next cards.
        """
        stack = np.array([i for i, card in enumerate(self.cards) if card.level == level], numbers_to(len(self.cards)))
        seen = np.isin(stack, known)
        drawable = np.isin(stack, self.drawable(level))
        begin, stream = self.used[level], PILES + level + STREAMS_APART * self.mixed(level)
        end = begin + self.dealt()[level] - int(np.count_nonzero(seen))
        if drawable.all() and not self._differs(level):
            return stack.take(shuffled(seed, stream, first, flights, stack.size, end)[begin:])
        order = self._stack(level, seed, stream, first, flights).T
        return stack[order[drawable[order]].reshape(flights, np.count_nonzero(drawable))[:, begin:end].T]

    def _ids(self, level: int, cards: Sequence[Card]) -> list[int]:
        return [card.id for card in cards if card.level == level]

    def _differs(self, level: int) -> bool:
        """Whether the edition below has other cards of that level."""
        return bool(self.below) and self._ids(level, self.cards) != self._ids(level, self.below)

    def _stack(self, level: int, seed: int, stream: int, first: int, flights: int) -> Order:
        """(cards, flights) A shuffled stack; cards that the edition below has too lie in the same order as there.

        Shuffled as there, without the cards that are gone; those that are new come in at places of their own. So every
        order is equally likely, and flights of both editions under one seed are pairs as far as that can be.
        """
        own, theirs = self._ids(level, self.cards), self._ids(level, self.below)
        if not self._differs(level):
            return shuffled(seed, stream, first, flights, len(own))
        number = {card: place for place, card in enumerate(own)}
        added = np.array([number[card] for card in own if card not in theirs], np.intp)
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
        """The cards of that level that may be drawn: nobody knows where they are, and they are not out of the game."""
        out = self._gone_since() | set(self.forecast.known)
        return [i for i, card in enumerate(self.cards) if card.level == level and card.id not in out]

    def _own(self, stream: int) -> int:
        """The stream of this flight of the journey alone."""
        return stream + STREAMS_APART * len(self.earlier)

    def _shuffle(self, known: list[int], draws: dict[int, Order], seed: int, first: int, flights: int) -> Order:
        """(slots, flights) Any card of the flight's level on top, and all others behind it in any order.

        That is the same as shuffling until such a card lies on top. The cards of each level lie in random order when
        they are drawn (those that are known among them have to be shuffled in), so it is enough to mix the levels.
        """
        own, *others = (self._with(known, level, drawn, seed, first) for level, drawn in draws.items())
        if not others:
            return own
        return np.vstack([own[:1], in_any_order([own[1:], *others], seed, self._own(SHUFFLE), first)])

    def _with(self, known: list[int], level: int, drawn: Order, seed: int, first: int) -> Order:
        """(cards, flights) The cards of that level that were drawn, with the known ones shuffled in."""
        seen = np.array([i for i in known if self.cards[i].level == level], numbers_to(len(self.cards)))
        if not seen.size:
            return drawn
        flights = drawn.shape[1]
        cards = np.vstack([np.broadcast_to(seen[:, None], (seen.size, flights)), drawn])
        order = shuffled(seed, self._own(KNOWN + level), first, flights, len(cards))
        return np.take_along_axis(cards, order, axis=0)

    def _in_order(self, index: dict[int, int], draws: dict[int, Order], seed: int, first: int, flights: int) -> Order:
        """(slots, flights) The leftmost pile on top; known cards keep their places, the others share what is left."""
        left = {level: iter(drawn) for level, drawn in draws.items()}
        size = len(self.level.pile)
        decks = np.empty((self.level.piles, size, flights), numbers_to(len(self.cards)))
        for number, pile in enumerate(self.whole_piles()):
            known = {place: index[card] for place, card in enumerate(pile) if card is not None}
            decks[number, list(known)] = np.array(list(known.values()), decks.dtype)[:, None]
            short = Counter(self.level.pile) - Counter(self.cards[i].level for i in known.values())
            drawn = [next(left[level]) for level in short.elements()]
            if drawn:
                order = shuffled(seed, self._own(ORDER + number), first, flights, len(drawn))
                blanks = [place for place in range(size) if place not in known]
                decks[number, blanks] = np.take_along_axis(np.vstack(drawn), order, axis=0)
        return decks.reshape(self.level.piles * size, flights)

    def whole_piles(self) -> Iterator[tuple[int | None, ...]]:
        """Every pile as far as it was seen, the leftmost first; None for a card that was not."""
        unseen = ((),) * (self.level.piles - len(self.forecast.piles))
        for pile in (*self.forecast.piles, *unseen):
            yield pile + (None,) * (len(self.level.pile) - len(pile))


def dealt(level: Level) -> dict[int, int]:
    """How many cards of each level a flight of that level takes, its own level first."""
    piles = Counter(level.pile)
    return {number: piles[number] * level.piles for number in sorted(piles, reverse=True)}


def _numbers(level: Level) -> Iterator[int]:
    """The levels of the cards that a flight takes, one by one."""
    return Counter(dealt(level)).elements()
