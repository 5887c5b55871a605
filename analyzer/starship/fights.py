"""Exact odds of fights: blue die against blue die, as fractions of 36 pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from analyzer.errors import AnalyzerError, whole_number
from analyzer.starship.tables import Rules, default_rules

STRONGEST = 99


@dataclass(frozen=True)
class Fight:
    """A fight of a ship against a pirate.

    Attributes:
        cannon_strength: Levels of all cannons added up.
        strength: Strength of the pirate.
        faces: Faces of the blue die.
    """

    cannon_strength: int
    strength: int
    faces: tuple[int, ...] = field(repr=False)

    @property
    def wins(self) -> int:
        """Number of the 36 pairs of dice with which the ship wins."""
        return sum(self.won(own, pirate) for own in self.faces for pirate in self.faces)

    @property
    def chance(self) -> Fraction:
        """Chance to win."""
        return Fraction(self.wins, len(self.faces) ** 2)

    def won(self, own: int, pirate: int) -> bool:
        """Return whether these faces of the blue die win; a tie wins."""
        return own + self.cannon_strength >= pirate + self.strength


def fight(cannon_strength: int, strength: int) -> Fight:
    """Return a fight against a pirate, with the exact chance to win it.

    Args:
        cannon_strength: Levels of all cannons added up, 0 to 99.
        strength: Strength of the pirate, 0 to 99.

    Returns:
        The fight: `.chance` to win it, and `.won(own, pirate)` for two faces of the blue die.

    Raises:
        AnalyzerError: If a number is out of range.

    >>> from analyzer import starship
    >>> starship.fight(3, 4).chance
    Fraction(13, 36)
    """
    cannons = whole_number(cannon_strength, "cannon_strength", 0, STRONGEST)
    return fight_by(default_rules(), cannons, whole_number(strength, "strength", 0, STRONGEST))


def fight_by(rules: Rules, cannon_strength: int, strength: int) -> Fight:
    """Return the fight by the blue die of an edition."""
    return Fight(cannon_strength, strength, rules.dice["blue"])


class InARow(Fraction):
    """Chance to win every one of several fights.

    Attributes:
        beaten: By number of fights, the chance to win exactly that many; the first lost fight ends the flight.
    """

    beaten: tuple[Fraction, ...]


def fights_in_a_row(cannon_strength: int, strengths: Sequence[int | str]) -> InARow:
    """Return the chance to win all fights of a flight; the first lost fight ends the flight.

    Args:
        cannon_strength: Levels of all cannons added up, 0 to 99.
        strengths: The pirates in order, by strength or card.

    Returns:
        The chance to win all; `.beaten[k]` has the chance to win exactly k of them.

    Raises:
        AnalyzerError: If a pirate is unknown, or a number is out of range.

    >>> from analyzer import starship
    >>> starship.fights_in_a_row(2, [2, 3]).beaten[2] == starship.fights_in_a_row(2, [2, 3])
    True
    """
    rules = default_rules()
    cannons = whole_number(cannon_strength, "cannon_strength", 0, STRONGEST)
    left, beaten = Fraction(1), []
    for strength in strengths_of(rules, strengths):
        won = fight_by(rules, cannons, strength).chance
        beaten.append(left * (1 - won))
        left *= won
    in_a_row = InARow(left)
    in_a_row.beaten = (*beaten, left)
    return in_a_row


def strengths_of(rules: Rules, pirates: Any) -> list[int]:
    """Return the strengths of pirates, each given by its strength or by the identifier of its card.

    Raises:
        AnalyzerError: If an entry is neither a possible strength nor the card of a pirate.
    """
    if isinstance(pirates, str) or not isinstance(pirates, Iterable):
        raise AnalyzerError(f"pirates {pirates!r}: give a list, e.g. [2, 3] or ['BASE11']")
    known = rules.card_by_id
    strengths = []
    for pirate in pirates:
        if isinstance(pirate, str) and (pirate not in known or not known[pirate].strength):
            raise AnalyzerError(f"{pirate!r} is no pirate: give a strength from 2 to 7 or a card, e.g. BASE11")
        is_card = isinstance(pirate, str)
        strengths.append(known[pirate].strength if is_card else whole_number(pirate, "strength", 0, STRONGEST))
    return strengths
