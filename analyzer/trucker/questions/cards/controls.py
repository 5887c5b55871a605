"""What is drawn in flights that are sorted by card: the chances of all draws, and in decks with a certain card."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from analyzer.statistics.controls import Law
from analyzer.trucker.cards.deck_law import Deck
from analyzer.trucker.cards.route import Route
from analyzer.trucker.controls import FlightControls, law_of_flights
from analyzer.trucker.questions.cards.alike import Alike, rows_by_number

ALL = -1
"""The group of all flights."""


@dataclass(frozen=True, eq=False)
class LawByCard(Law):
    """The law of all draws, and that of the decks with so many of some cards.

    Its groups are rows of `dealt` (see `with_numbers`): those of cards that may come, of numbers of cards that do the
    same, and ALL flights.
    """

    deck: Deck = field(kw_only=True)
    route: Route = field(kw_only=True)
    ships: int = field(kw_only=True)

    @cached_property
    def rows(self) -> list[int]:
        """The row of `dealt` of each group."""
        return [*self.deck.cards, *self.others]

    @cached_property
    def others(self) -> list[int]:
        """The rows of groups beside those of single cards."""
        return [*(row for rows in self.alike for row in rows), ALL]

    @cached_property
    def alike(self) -> dict[range, Alike]:
        """By the rows that count how many of them lie in a deck, the cards that do the same."""
        return {rows: same for same, rows in rows_by_number(self.route).items()}

    def given(self, some: Alike, number: int) -> Law:
        """That of decks with so many of some cards."""
        return _given(self, some, number)

    def holds_for_decks(self, some: Alike, flights: int) -> bool:
        """Whether so many flights are enough to tell those with some cards from those without them, with controls."""
        return self.holds_for(int(flights * (1 - max(self.deck.numbers(some).values()))))


@dataclass(frozen=True)
class CardControls(FlightControls):
    """Control variates of what cards change; of decks with a card the covariance is known, of all it is measured."""

    @property
    def own(self) -> int:
        """One for each card that may come: whether it does."""
        return len(self.law.deck.cards)

    @property
    def law(self) -> LawByCard:
        """That of all draws, and of decks with some cards."""
        assert self.deck is not None
        return _law_by_card(self.deck, self.route, self.ships)


@lru_cache(16)
def _law_by_card(deck: Deck, route: Route, ships: int) -> LawByCard:
    return LawByCard(law_of_flights(deck.law(), route, ships).mean, None, deck=deck, route=route, ships=ships)


@lru_cache(1024)
def _given(law: LawByCard, some: Alike, number: int) -> Law:
    return law_of_flights(law.deck.law_given(some, number), law.route, law.ships)
