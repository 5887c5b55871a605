"""The cards revealed to flights at one instant: one card, or cards of one kind that differ in their figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from analyzer.montecarlo.by_number import ByNumber, Figures
from analyzer.trucker.convoy.state import Which
from analyzer.trucker.edition import GOODS, Card, CombatLine, Hit
from analyzer.trucker.ship.component import SIDES

Value = TypeVar("Value")

NOTHING_COMES = 0
"""Where other cards still have a meteor or a shot, and this one has none left."""
SMALL = len(SIDES)
COMING = 1 + 2 * len(SIDES)
"""How many numbers of `coming` there are, with NOTHING_COMES."""


def coming(hit: Hit) -> int:
    """The number of a meteor or shot: by side from 1 to SMALL for small ones, behind that for large ones."""
    return 1 + hit.side + SMALL * hit.large


class Figured:
    """The figures on some cards as arrays, cards along the last axis."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        self._figures: dict[str, Figures] = {}

    def of(self, name: str) -> Figures:
        """A figure of all cards; what a card has fewer of than others (planets, hits) is filled up with nothing."""
        if name not in self._figures:
            values = [self._plain(card, name) for card in self.cards]
            narrow = np.int16 if name in ("goods", "planets") else np.int32  # small arrays stay in the cache (measured)
            self._figures[name] = np.ascontiguousarray(np.moveaxis(np.array(values, narrow), 0, -1))
        return self._figures[name]

    def _plain(self, card: Card, name: str) -> object:
        """A figure of one card in numbers."""
        if name == "hits":
            return _filled_up(
                [coming(hit) for hit in card.hits], NOTHING_COMES, max(len(one.hits) for one in self.cards)
            )
        if name == "planets":
            return _filled_up(card.planets, (0,) * len(GOODS), max(len(one.planets) for one in self.cards))
        return len(card.hits) if name == "shots" else getattr(card, name)


def _filled_up(values: Sequence[Value], nothing: Value, size: int) -> list[Value]:
    return [*values, *[nothing] * (size - len(values))]


class Revealed:
    """The card revealed to each of some flights; `which`: its number, a single one where all have the same card."""

    strength = ByNumber()
    crew_required = ByNumber()
    crew_lost = ByNumber()
    goods_lost = ByNumber()
    credits = ByNumber()
    goods = ByNumber()
    """(colours, ...) Cubes."""
    days = ByNumber()
    planets = ByNumber()
    """(planets, colours, ...) Cubes."""
    shots = ByNumber()
    """How many hits."""

    def __init__(self, figured: Figured, which: Which) -> None:
        self.figured = figured
        self.which = which

    def take(self, figure: str) -> Figures:
        """(..., flights) A figure of each card; (..., 1) where all flights have the same."""
        return self.figured.of(figure).take(self.which, axis=-1)

    def of(self, flights: Which) -> Revealed:
        """The cards of some of the flights."""
        return self if self.which.size == 1 else Revealed(self.figured, self.which.take(flights))

    @property
    def most_hits(self) -> int:
        """How many meteors or shots there are on the card that has most."""
        return len(self.figured.of("hits"))

    def hit(self, number: int) -> Figures:
        """What comes as the hit of that number, from 0, as a number of `coming`."""
        return np.asarray(self.figured.of("hits")[number].take(self.which))

    @property
    def lines(self) -> tuple[CombatLine, ...]:
        """The lines of a combat zone, where all revealed cards do the same."""
        return self.figured.cards[int(self.which[0])].lines
