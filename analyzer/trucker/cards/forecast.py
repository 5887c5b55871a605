"""Forecasts of piles, and their flaws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

from analyzer.errors import AnalyzerError, one_of
from analyzer.files.flaws import Flaw
from analyzer.trucker.edition import Edition, Level
from analyzer.trucker.sayings.phrases import printed_level

UNKNOWN = "?"
"""Sign in a pile for a card that the player does not remember."""


@dataclass(frozen=True)
class Forecast:
    """Known cards of the piles that were looked at while building.

    A `Route` refuses a forecast that its flight cannot have.

    Attributes:
        piles: Numbers of cards in each pile, the leftmost pile first, the top card first. None is a card that is
            not remembered; missing cards of a short pile count as None. () is a pile that nobody looked at.
        level: Level that the forecast is for, if it names one.

    Raises:
        AnalyzerError: If the piles are no lists, or the level is no name.

    >>> print(Forecast(((28, 3, 31), (35, None, 12))))
    28 3 31 | 35 ? 12
    """

    piles: tuple[tuple[int | None, ...], ...] = ()
    level: str | None = None

    def __post_init__(self) -> None:
        if not is_list(self.piles) or not all(pile is None or is_list(pile) for pile in self.piles):
            raise AnalyzerError(f"piles {self.piles!r}: give a list of piles, each a list of card numbers")
        if not isinstance(self.level, str | None):
            raise AnalyzerError(f"level {self.level!r}: give a level's name, or None")
        piles = [cards_of(pile) for pile in self.piles]
        # Unseen piles at the end say nothing; without them equal forecasts compare equal.
        while piles and not piles[-1]:
            piles.pop()
        object.__setattr__(self, "piles", tuple(piles))

    @property
    def known(self) -> tuple[int, ...]:
        """Numbers of all cards that the player saw and remembers, pile by pile."""
        return tuple(card for pile in self.piles for card in pile if card is not None)

    def __str__(self) -> str:
        seen = [" ".join(UNKNOWN if card is None else str(card) for card in pile) for pile in self.piles]
        return " | ".join(pile or "unseen" for pile in seen)


def is_list(value: object) -> bool:
    """Return whether a value is a list or a tuple: files give lists, callers both."""
    return isinstance(value, list | tuple)


def cards_of(pile: Any) -> tuple[Any, ...]:
    """Return the cards of a pile, with None for each that the player does not remember; () if all are forgotten."""
    cards = tuple(read_card(card) for card in pile) if is_list(pile) else () if pile is None else (pile,)
    return cards if any(card is not None for card in cards) else ()


def read_card(card: Any) -> Any:
    """Return the number of a card in a pile, or None if the card is not remembered.

    A value that is neither is returned unchanged, for `flaws_of` to report.
    """
    if card is None or (isinstance(card, str) and card == UNKNOWN):
        return None
    try:
        return card if isinstance(card, bool) else index(card)
    except TypeError:
        return card


def flaws_of(
    piles: Sequence[object], forecast_level: str | None, edition: Edition, flight_level: str | None, prognostic: bool
) -> Iterator[Flaw]:
    """Yield each reason why a flight cannot have the piles that a forecast names.

    Args:
        piles: The piles, as in a forecast.
        forecast_level: The level that the forecast names, if any.
        edition: Edition of the flight.
        flight_level: The level of the flight; any if None.
        prognostic: Whether the order in the piles counts.
    """
    if forecast_level is not None and forecast_level not in edition.levels:
        yield Flaw(("level",), f"level {forecast_level[:40]}: {one_of(forecast_level, edition.levels)}")
        forecast_level = None
    elif forecast_level is not None and flight_level is not None and forecast_level != flight_level:
        yield Flaw(
            ("level",), f"level {forecast_level}: this flight is of level {flight_level}: choose one of them for both"
        )
    name = forecast_level or flight_level
    checker = _Checker(edition, None if name is None else edition.level(name), prognostic)
    for number, pile in enumerate(piles):
        for flaw in checker.flaws_of_pile(number, pile):
            yield Flaw(("piles", *flaw.path), f"pile {number + 1}: {flaw.text}")
    if not any(cards_of(pile) for pile in piles):
        yield Flaw(("piles",), "piles: no card is known: name those that were seen, or fly without a forecast")


class _Checker:
    """Checker of the piles of one forecast; it remembers the pile in which it saw each card."""

    def __init__(self, edition: Edition, level: Level | None, prognostic: bool) -> None:
        self.edition, self.level, self.prognostic = edition, level, prognostic
        self.levels = {card.id: card.level for card in edition.cards}
        self.piles = max(one.piles for one in edition.levels.values()) if level is None else level.piles
        self.pile_of: dict[int, int] = {}

    def flaws_of_pile(self, number: int, listed: Any) -> Iterator[Flaw]:
        """Yield the flaws of one pile; their paths are relative to `piles`."""
        if listed is not None and not is_list(listed):
            yield Flaw(
                (number,), f"{repr(listed)[:40]} is no pile: give a list of card numbers, e.g. [28, 3, {UNKNOWN}]"
            )
            return
        pile = [read_card(card) for card in listed or ()]
        if number >= self.piles - 1 and cards_of(pile):
            yield Flaw(
                (number,), f"only {self.piles - 1} piles can be looked at, the last is added unseen: leave this out"
            )
        for place, card in enumerate(pile):
            for text in self._flaws_of_card(card):
                yield Flaw((number, place), text)
            if type(card) is int:
                self.pile_of.setdefault(card, number)
        if self.level is not None:
            for text in self._flaws_of_size(pile, self.level):
                yield Flaw((number,), text)

    def _flaws_of_card(self, card: Any) -> Iterator[str]:
        if card is None:
            return
        if type(card) is not int:
            yield f"{repr(card)[:40]} is no card: give its number, or {UNKNOWN} for one that is not remembered"
        elif card not in self.levels:
            cards = f"the cards are {min(self.levels)} to {max(self.levels)}"
            yield f"no card {card} in the {self.edition.name} edition: {cards}"
        elif card in self.pile_of:
            yield f"card {card} is in pile {self.pile_of[card] + 1} already, and there is but one: correct a number"
        elif self.level is not None and self.levels[card] not in self.level.pile:
            yield f"card {card} is of level {printed_level(self.levels[card])}: {_contents(self.level)}"

    def _flaws_of_size(self, pile: list[Any], level: Level) -> Iterator[str]:
        counted = Counter(self.levels[card] for card in pile if type(card) is int and card in self.levels)
        for number, room in Counter(level.pile).items():
            if counted[number] > room:
                yield f"{counted[number]} cards of level {printed_level(number)}: {_contents(level)}"
        whole = len(level.pile)
        if len(pile) > whole:
            yield f"{len(pile)} cards: {_contents(level)}"
        elif self.prognostic and cards_of(pile) and len(pile) < whole:
            yield f"{len(pile)} of {whole} cards: where the order counts, write {UNKNOWN} for each not remembered"


def _contents(level: Level) -> str:
    rooms = [f"{count} of level {printed_level(number)}" for number, count in sorted(Counter(level.pile).items())]
    return f"a pile of this flight holds {' and '.join(rooms)}"
