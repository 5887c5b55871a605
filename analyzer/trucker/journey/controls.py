"""What is drawn in journeys of which the chances are known: the decks of all flights, and the places of the first."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from analyzer.statistics.controls import Law
from analyzer.statistics.several_controls import SeveralControls
from analyzer.trucker.cards.deck_law import Deck, Sort
from analyzer.trucker.cards.route import Route
from analyzer.trucker.controls import FlightControls


class JourneyControls(SeveralControls[FlightControls]):
    """Control variates of flights in a row: those of each flight by itself, side by side.

    Later flights start in the order in which earlier ones ended, so that only the first has drawn places.
    """

    @property
    def law(self) -> Law:
        """What all draws come to."""
        return _law(self.parts)


@lru_cache(64)
def _law(flights: tuple[FlightControls, ...]) -> Law:
    """Flights draw from the same stacks: what one takes is not there for the next."""
    laws = [flight.law for flight in flights]
    law = Law.of_independent(laws)
    assert law.covariance is not None
    ends = np.cumsum([0, *(each.mean.size for each in laws)])
    for i, one in enumerate(flights):
        for j, other in enumerate(flights[:i]):
            if one.deck is not None and other.deck is not None:
                shared = _shared((one.route, one.deck), (other.route, other.deck))
                rows = slice(ends[i], ends[i] + len(shared))
                columns = slice(ends[j], ends[j] + shared.shape[1])
                law.covariance[rows, columns] = shared
                law.covariance[columns, rows] = shared.T
    return law


def _shared(one: tuple[Route, Deck], other: tuple[Route, Deck]) -> npt.NDArray[np.float64]:
    """(controls of one deck, controls of the other) The covariance of cards that are dealt from the same stacks."""
    (route, deck), (before, deck_before) = one, other
    size, size_before = len(deck.cards), len(deck_before.cards)
    covariance = np.zeros((2, size, 2, size_before))
    row = 0
    for g, sort in enumerate(deck.sorts):
        column = 0
        for h, sort_before in enumerate(deck_before.sorts):
            if _of_one_stack(route, sort, before, sort_before):
                many = len(sort.cards)
                means, means_before = deck.weighed(g), deck_before.weighed(h)
                apart = (1 - np.eye(many)) / (many * (many - 1)) - 1 / many**2
                block = np.einsum("a,b,cd->acbd", means, means_before, apart)
                covariance[:, row : row + many, :, column : column + many] = block
            column += len(sort_before.cards)
        row += len(sort.cards)
    return covariance.reshape(2 * size, 2 * size_before)


def _of_one_stack(route: Route, sort: Sort, before: Route, sort_before: Sort) -> bool:
    """Whether both draw from the same cards, mixed at the same time."""
    level = route.rules.cards[sort.cards[0]].level
    together = route.piles.mixed(level) == before.piles.mixed(level)
    return len(sort.cards) > 1 and together and sort.cards == sort_before.cards
