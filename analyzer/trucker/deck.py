"""Routes and decks: which cards a flight meets, dealt from the piles (full rules: "Flugkarten")."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, whole
from analyzer.montecarlo.words import words
from analyzer.trucker.dice import SampledDice
from analyzer.trucker.edition import Edition, Level, load_edition
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.ship.layout import Layout

Words = npt.NDArray[np.uint64]

START, SHUFFLE, DICE, PILES = 0, 1, 1000, 100
"""Streams of random words: starting order, shuffling, dice (one for every 16 slots), piles (one for every level)."""
SLOTS_A_STREAM = 16
NUMBER_BITS = np.uint32(31)


@dataclass(frozen=True)
class Route:
    """Where a flight goes: the deck of a level, the eight cards of the learning flight, or chosen cards in order.

    `start` is the place of the first ship in the starting order, from 1; None draws it. Raises AnalyzerError for cards
    or levels that do not exist.
    """

    edition: str = "2007"
    level_name: str = "II"
    learning: bool = False
    cards: tuple[int, ...] = ()
    start: int | None = None

    def __post_init__(self) -> None:
        faults = [f"no card {number} in the {self.edition} edition: {self._cure}" for number in self._unknown_cards()]
        if self.learning and self.level.number != 1:
            faults.append(f"the learning flight is flown at level I, not {self.level_name}")
        if self.learning and self.cards:
            faults.append("choose the learning flight or cards, not both")
        if len(self.cards) > self.rules.longest_route:
            faults.append(f"{len(self.cards)} cards: a route has at most {self.rules.longest_route}")
        if faults:
            raise AnalyzerError(faults)
        if self.start is not None:
            whole(self.start, "start", 1, len(self.level.order_rewards))

    @property
    def rules(self) -> Edition:
        """The edition's tables."""
        return load_edition(self.edition)

    @property
    def level(self) -> Level:
        """The level's rule card."""
        return self.rules.level(self.level_name)

    @property
    def length(self) -> int:
        """How many cards a flight meets."""
        if self.cards:
            return len(self.cards)
        return sum(card.learning for card in self.rules.cards) if self.learning else sum(self._dealt().values())

    def deal(self, seed: int, first: int, flights: int) -> npt.NDArray[np.uint8]:
        """(flights, slots) The decks of the flights from `first` on, as indices into the edition's cards."""
        if self.cards:
            index = [card.id for card in self.rules.cards]
            return np.tile(np.array([index.index(number) for number in self.cards], np.uint8), (flights, 1))
        if self.learning:
            starred = np.array([i for i, card in enumerate(self.rules.cards) if card.learning], np.uint8)
            return starred[shuffled(half_words(seed, PILES, first, flights, starred.size), starred.size)]
        return self._deal_piles(seed, first, flights)

    def dice(self, seed: int, first: int, flights: int) -> SampledDice:
        """The dice of those flights."""
        streams = range(-(-self.length // SLOTS_A_STREAM))
        drawn = [words(seed, DICE + stream, first, flights, SLOTS_A_STREAM) for stream in streams]
        return SampledDice(np.hstack(drawn)[:, : self.length])

    def places(self, seed: int, first: int, flights: int, ships: int) -> Counts:
        """(ships, flights) Places in the starting order, from 0."""
        if self.start is not None and self.start > ships:
            raise AnalyzerError(f"start {self.start}: only {ships} {'ship flies' if ships == 1 else 'ships fly'}")
        most = len(self.level.order_rewards)
        if ships > most:
            raise AnalyzerError(f"{ships} ships: at most {most} fly together")
        keys = half_words(seed, START, first, flights, most)
        if self.start is None:
            order = shuffled(keys, ships)
        else:
            order = np.insert(shuffled(keys, ships - 1) + np.uint8(1), self.start - 1, 0, axis=1)
        return np.asarray(order.argsort(axis=1).T)

    @property
    def _cure(self) -> str:
        numbers = [card.id for card in self.rules.cards]
        return f"the cards are {min(numbers)} to {max(numbers)}"

    def _unknown_cards(self) -> list[int]:
        known = {card.id for card in self.rules.cards}
        return [number for number in self.cards if number not in known]

    def _dealt(self) -> dict[int, int]:
        """How many cards of each level all piles hold together, the flight's own level first."""
        piles = Counter(self.level.pile)
        return {level: piles[level] * self.level.piles for level in sorted(piles, reverse=True)}

    def _deal_piles(self, seed: int, first: int, flights: int) -> npt.NDArray[np.uint8]:
        """Draw the piles, then shuffle all behind the first card, which is of the flight's level.

        That is what shuffling until such a card lies on top comes to: the first is any of them, the rest in any order.
        """
        drawn = []
        for level, dealt in self._dealt().items():
            stack = np.array([i for i, card in enumerate(self.rules.cards) if card.level == level], np.uint8)
            order = shuffled(half_words(seed, PILES + level, first, flights, stack.size), stack.size)
            drawn.append(stack[order[:, :dealt]])
        decks = np.hstack(drawn)
        if len(drawn) > 1:
            behind = decks.shape[1] - 1
            order = shuffled(half_words(seed, SHUFFLE, first, flights, SLOTS_A_STREAM), behind) + np.uint8(1)
            decks[:, 1:] = np.take_along_axis(decks, order, axis=1)
        return decks


def home_level(ship: Layout) -> str:
    """The level that is flown with the ship's board."""
    return next(name for name, level in ship.edition.levels.items() if level.board == ship.board.name)


def shuffled(keys: Words, columns: int) -> npt.NDArray[np.uint8]:
    """For each row of random words a random order of that many columns, from as many half words.

    The five lowest bits of a half word give way to its column; two agree in the other 27 with a chance of 2**-27, and
    only then the lower column comes first: among 20 cards that touches one deal in 700,000.
    """
    numbered = keys.astype("<u8").view("<u4")[:, :columns]
    numbered &= ~NUMBER_BITS
    numbered |= np.arange(columns, dtype=np.uint32)
    numbered.sort(axis=1)
    return numbered.astype(np.uint8) & np.uint8(NUMBER_BITS)


def half_words(seed: int, stream: int, first: int, flights: int, columns: int) -> Words:
    """Words enough to shuffle that many columns."""
    return words(seed, stream, first, flights, -(-columns // 2))
