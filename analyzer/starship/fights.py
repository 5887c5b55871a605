"""Fights, exactly: the blue die against the blue die, as fractions of 36 pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyzer.errors import AnalyzerError, whole_number
from analyzer.starship.tables import card_by_id, dice

STRONGEST = 99


@dataclass(frozen=True)
class Fight:
    """One fight of a cannon strength (levels added up) against a pirate of a strength."""

    cannon_strength: int
    strength: int

    @property
    def wins(self) -> int:
        """How many of the 36 pairs of dice win."""
        faces = dice()["blue"]
        return sum(self.won(own, pirate) for own in faces for pirate in faces)

    @property
    def chance(self) -> Fraction:
        """The chance to win."""
        return Fraction(self.wins, len(dice()["blue"]) ** 2)

    def won(self, own: int, pirate: int) -> bool:
        """Whether those faces win; a tie does."""
        return own + self.cannon_strength >= pirate + self.strength


def fight(cannon_strength: int, strength: int) -> Fight:
    """A fight against a pirate of that strength; `.chance` to win it, `.won(own, pirate)` by faces of the blue die.

    >>> from analyzer import starship
    >>> starship.fight(3, 4).chance
    Fraction(13, 36)
    """
    cannons = whole_number(cannon_strength, "cannon_strength", 0, STRONGEST)
    return Fight(cannons, whole_number(strength, "strength", 0, STRONGEST))


class InARow(Fraction):
    """The chance to win every one of several fights; `beaten[k]`: the chance to win k of them and lose the next."""

    beaten: tuple[Fraction, ...]


def fights_in_a_row(cannon_strength: int, strengths: Sequence[int | str]) -> InARow:
    """The chance to win all fights of a flight, the first lost one ending it; `.beaten` by how many are won.

    strengths: of the pirates, or their cards.

    >>> from analyzer import starship
    >>> starship.fights_in_a_row(2, [2, 3]).beaten[2] == starship.fights_in_a_row(2, [2, 3])
    True
    """
    left, beaten = Fraction(1), []
    for strength in strengths_of(strengths):
        won = fight(cannon_strength, strength).chance
        beaten.append(left * (1 - won))
        left *= won
    in_a_row = InARow(left)
    in_a_row.beaten = (*beaten, left)
    return in_a_row


def strengths_of(pirates: Any) -> list[int]:
    """Strengths, given as such or as cards; raises AnalyzerError for what is neither."""
    if isinstance(pirates, str) or not isinstance(pirates, Iterable):
        raise AnalyzerError(f"pirates {pirates!r}: give a list, e.g. [2, 3] or ['BASE11']")
    known = card_by_id()
    strengths = []
    for pirate in pirates:
        if isinstance(pirate, str) and (pirate not in known or not known[pirate].strength):
            raise AnalyzerError(f"{pirate!r} is no pirate: give a strength from 2 to 7 or a card, e.g. BASE11")
        is_card = isinstance(pirate, str)
        strengths.append(known[pirate].strength if is_card else whole_number(pirate, "strength", 0, STRONGEST))
    return strengths
