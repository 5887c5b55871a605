"""Routes whose decks are chosen among those that are dealt: decks with a card in them, or each deck several times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache

import numpy as np

from analyzer.trucker.cards.piles import Decks
from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card, Edition
from analyzer.trucker.ship.bitboard import Counts

BLANK = "meteor_swarm"
"""Such a card without a meteor does nothing."""
NO_LEVEL = 0
"""The level of the card that does nothing: no deck is dealt from it."""


@dataclass(frozen=True)
class ChosenDecks(Route):
    """A route on which flight n has the deck that is dealt to flight `numbers[n]`, under dice of its own.

    same_places: so many flights in a row share the starting order; blanked: in flight n the card of index `blanked[n]`
    does nothing; () for none.
    """

    numbers: tuple[int, ...] = ()
    same_places: int = 1
    blanked: tuple[int, ...] = ()

    @property
    def rules(self) -> Edition:
        """The tables of the edition, with a card more that does nothing, behind all others, where one is needed."""
        return _with_blank(replace(self, blanked=())) if self.blanked else super().rules

    def deal(self, seed: int, first: int, flights: int) -> Decks:
        """(flights, slots) The decks of the flights from `first` on."""
        some = slice(first, first + flights)
        decks: Decks = super().deal(seed, 0, int(max(self.numbers)) + 1)[np.array(self.numbers[some])]
        if self.blanked:
            nothing = decks.dtype.type(len(self.rules.cards) - 1)
            decks = np.where(decks == np.array(self.blanked[some])[:, None], nothing, decks)
        return decks

    def places(self, seed: int, first: int, flights: int, ships: int) -> Counts:
        """(ships, flights) Places in the starting order, from 0."""
        order = np.arange(first, first + flights) // self.same_places
        drawn = super().places(seed, int(order[0]), int(order[-1] - order[0]) + 1, ships)
        return np.asarray(drawn[:, order - order[0]])


@lru_cache(16)
def _with_blank(route: Route) -> Edition:
    """The rules of a route with a card more that does nothing."""
    rules = route.rules
    number = 1 + max(card.id for card in rules.cards)
    return replace(rules, cards=(*rules.cards, Card(number, NO_LEVEL, False, BLANK)))


def with_decks(route: Route, numbers: Sequence[int], same_places: int = 1) -> ChosenDecks:
    """The route with those decks."""
    own = {field.name: getattr(route, field.name) for field in fields(Route)}
    return ChosenDecks(**own, numbers=tuple(numbers), same_places=same_places)


def decks_with(route: Route, card: int, seed: int, most: int, among: int) -> list[int]:
    """The first flights, at most so many, whose decks hold the card of that index, of so many flights."""
    decks = route.deal(seed, 0, among)
    numbers: list[int] = np.flatnonzero((decks == card).any(axis=1))[:most].tolist()
    return numbers
