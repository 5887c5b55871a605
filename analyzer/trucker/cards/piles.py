"""Dealing a flight's deck from its piles: drawn, or partly known, then shuffled or laid in order (docs/rulings.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analyzer.montecarlo.shuffles import Order, Words, half_words, in_order, shuffled
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.edition import Card, Level

Decks = Order
"""(flights, slots) Indices into the cards, in the order in which they are revealed."""

SHUFFLE, TOP, PILES, ORDER = 1, 2, 100, 200
"""Streams of random words: shuffling, the card on top, piles (one for every level), order in a pile (one for each)."""
STREAMS_APART = 10_000
"""Between the streams of a flight and those of the next of a journey; the stacks of cards are common to all."""
SLOTS_A_STREAM = 16


@dataclass(frozen=True)
class Piles:
    """The piles of a flight of that level, as far as they are known; prognostic: laid in order, nothing shuffled.

    `earlier`: the levels flown before in the same journey, whose cards are out of the game; `gone`: those of them that
    were not taken from the top of a stack, because they were starred for the learning flight or known from a forecast.
    """

    cards: tuple[Card, ...]
    level: Level
    forecast: Forecast
    prognostic: bool
    earlier: tuple[Level, ...] = ()
    gone: tuple[int, ...] = ()

    def dealt(self) -> dict[int, int]:
        """How many cards of each level all piles hold together, the flight's own level first."""
        return dealt(self.level)

    @property
    def used(self) -> Counter[int]:
        """How many cards of each level were taken from the top of its stack before."""
        taken = Counter(number for level in self.earlier for number in _numbers(level))
        return taken - Counter(card.level for card in self.cards if card.id in self.gone)

    def missing(self) -> dict[int, int]:
        """By level of cards how many more than there are would have been taken with this flight; {} if all are there.

        The learning flight counts here: its cards are out of the game like others.
        """
        taken = Counter(number for level in (*self.earlier, self.level) for number in _numbers(level))
        return dict(taken - Counter(card.level for card in self.cards))

    def deal(self, seed: int, first: int, flights: int) -> Decks:
        """(flights, slots) The decks of the flights from `first` on, as indices into the cards."""
        index = {card.id: i for i, card in enumerate(self.cards)}
        known = [index[number] for number in self.forecast.known]
        draws = {level: self._draw(level, known, seed, first, flights) for level in self.dealt()}
        if self.prognostic:
            return self._in_order(index, draws, seed, first, flights)
        return self._shuffle(known, draws, seed, first, flights)

    def _draw(self, level: int, known: list[int], seed: int, first: int, flights: int) -> Decks:
        """The unknown cards of that level: its stack is shuffled whole, and the known cards are passed over.

        So a flight draws the same unknown cards with a forecast and without, as far as that can be. All flights of a
        journey have that stack in common, and each takes the next cards.
        """
        stack = np.array([i for i, card in enumerate(self.cards) if card.level == level], np.uint8)
        keys = half_words(seed, PILES + level, first, flights, stack.size)
        seen = np.isin(stack, known)
        drawable = ~(seen | np.isin(stack, self._gone()))
        begin = self.used[level]
        end = begin + self.dealt()[level] - int(np.count_nonzero(seen))
        if drawable.all():
            return stack.take(shuffled(keys, stack.size, begin, end))
        order = shuffled(keys, stack.size)
        return stack[order[drawable[order]].reshape(flights, np.count_nonzero(drawable))[:, begin:end]]

    def _gone(self) -> list[int]:
        """The cards that are out of the game wherever they lie in their stack."""
        return [i for i, card in enumerate(self.cards) if card.id in self.gone]

    def _words(self, seed: int, stream: int, first: int, flights: int, columns: int) -> Words:
        """Words of this flight of the journey alone."""
        return half_words(seed, stream + STREAMS_APART * len(self.earlier), first, flights, columns)

    def _shuffle(self, known: list[int], draws: dict[int, Decks], seed: int, first: int, flights: int) -> Decks:
        """Lay any card of the flight's level on top, then shuffle all behind it.

        That is what shuffling until such a card lies on top comes to: the first is any of them, the rest in any order.
        Cards that are drawn, all of them, lie in random order as they come.
        """
        parts = []
        for level, drawn in draws.items():
            seen = np.array([i for i in known if self.cards[i].level == level], np.uint8)
            parts += [np.tile(seen, (flights, 1)), drawn]
        decks = np.hstack(parts)
        if known:
            own = self.dealt()[self.level.number]
            order = shuffled(self._words(seed, TOP, first, flights, own), own)
            decks[:, :own] = np.take_along_axis(decks, order, axis=1)
        if len(draws) > 1:
            behind = decks.shape[1] - 1
            order = shuffled(self._words(seed, SHUFFLE, first, flights, SLOTS_A_STREAM), behind) + np.uint8(1)
            decks[:, 1:] = in_order(decks, order)
        return decks

    def _in_order(self, index: dict[int, int], draws: dict[int, Decks], seed: int, first: int, flights: int) -> Decks:
        """Lay the leftmost pile on top; known cards keep their places, the others of a pile share theirs at random."""
        left = {level: iter(drawn.T) for level, drawn in draws.items()}
        size = len(self.level.pile)
        decks = np.empty((flights, self.level.piles, size), np.uint8)
        for number, pile in enumerate(self._whole_piles()):
            known = {place: index[card] for place, card in enumerate(pile) if card is not None}
            decks[:, number, list(known)] = list(known.values())
            short = Counter(self.level.pile) - Counter(self.cards[i].level for i in known.values())
            drawn = [next(left[level]) for level in short.elements()]
            if drawn:
                order = shuffled(self._words(seed, ORDER + number, first, flights, size), len(drawn))
                blanks = [place for place in range(size) if place not in known]
                decks[:, number, blanks] = np.take_along_axis(np.column_stack(drawn), order, axis=1)
        return decks.reshape(flights, self.level.piles * size)

    def _whole_piles(self) -> Iterator[tuple[int | None, ...]]:
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
