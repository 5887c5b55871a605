"""Routes whose decks are chosen among those that are dealt: decks with a card in them, or each deck several times."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from analyzer.trucker.cards.piles import Decks
from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card
from analyzer.trucker.ship.bitboard import Counts

BLANK = "meteor_swarm"
"""Such a card without a meteor does nothing."""


@dataclass(frozen=True)
class ChosenDecks(Route):
    """A route on which flight n has the deck that is dealt to flight `numbers[n]`, under dice of its own.

    same_places: so many flights in a row share the starting order.
    """

    numbers: tuple[int, ...] = ()
    same_places: int = 1

    def deal(self, seed: int, first: int, flights: int) -> Decks:
        """(flights, slots) The decks of the flights from `first` on."""
        numbers = np.array(self.numbers[first : first + flights])
        decks: Decks = super().deal(seed, 0, int(max(self.numbers)) + 1)[numbers]
        return decks

    def places(self, seed: int, first: int, flights: int, ships: int) -> Counts:
        """(ships, flights) Places in the starting order, from 0."""
        order = np.arange(first, first + flights) // self.same_places
        drawn = super().places(seed, int(order[0]), int(order[-1] - order[0]) + 1, ships)
        return np.asarray(drawn[:, order - order[0]])


def with_decks(route: Route, numbers: tuple[int, ...], same_places: int = 1) -> ChosenDecks:
    """The route with those decks."""
    own = {field.name: getattr(route, field.name) for field in fields(Route)}
    return ChosenDecks(**own, numbers=numbers, same_places=same_places)


def decks_with(route: Route, card: int, seed: int, most: int, among: int) -> tuple[int, ...]:
    """The first flights, at most so many, whose decks hold the card of that index, of so many flights."""
    decks = route.deal(seed, 0, among)
    return tuple(np.flatnonzero((decks == card).any(axis=1))[:most].tolist())


def blank(card: Card) -> Card:
    """A card of that number and level that does nothing."""
    return Card(card.id, card.level, card.learning, BLANK, source=card.source)


def without_card(route: ChosenDecks, card: Card) -> ChosenDecks:
    """The same decks with a card in place of that one that does nothing."""
    others = tuple(one for one in route.replaced if one.id != card.id)
    return replace(route, replaced=(*others, blank(card)))
