"""What a player has seen of the flight cards before launch: up to three piles, all or part of their cards."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import Any

from analyzer.errors import AnalyzerError

UNKNOWN = "?"
"""How a card that is not remembered is written."""


@dataclass(frozen=True)
class Forecast:
    """Known cards by pile: the leftmost pile first, in each the card on top first.

    None is a card that is not remembered, as are those a pile is short of; () is a pile that nobody looked at.
    `level`: the level the forecast is for, if it names one. A `Route` refuses what its flight cannot have.
    """

    piles: tuple[tuple[int | None, ...], ...] = ()
    level: str | None = None

    def __post_init__(self) -> None:
        if not is_list(self.piles) or not all(pile is None or is_list(pile) for pile in self.piles):
            raise AnalyzerError(f"piles {self.piles!r}: give a list of piles, each a list of card numbers")
        if not isinstance(self.level, str | None):
            raise AnalyzerError(f"level {self.level!r}: give a level's name, or None")
        piles = [cards_of(pile) for pile in self.piles]
        while piles and not piles[-1]:
            piles.pop()
        object.__setattr__(self, "piles", tuple(piles))

    @property
    def known(self) -> tuple[int, ...]:
        """The numbers of all known cards."""
        return tuple(card for pile in self.piles for card in pile if card is not None)

    def __str__(self) -> str:
        seen = [" ".join(UNKNOWN if card is None else str(card) for card in pile) for pile in self.piles]
        return " | ".join(pile or "unseen" for pile in seen)


def is_list(value: object) -> bool:
    """Whether that is a list of the kind a file or a caller writes."""
    return isinstance(value, list | tuple)


def cards_of(pile: Any) -> tuple[Any, ...]:
    """The pile's cards, None for each that is not remembered; () if none is remembered."""
    cards = tuple(read_card(card) for card in pile) if is_list(pile) else () if pile is None else (pile,)
    return cards if any(card is not None for card in cards) else ()


def read_card(card: Any) -> Any:
    """The card's number, None if it is not remembered; what is neither stays as it is, for `flaws_of` to name."""
    if card is None or (isinstance(card, str) and card == UNKNOWN):
        return None
    try:
        return card if isinstance(card, bool) else index(card)
    except TypeError:
        return card
