"""Fights, exactly: the blue die against the blue die, as fractions of 36 pairs."""

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
    """One fight of a cannon strength (levels added up) against a pirate of a strength; faces: of the blue die."""

    cannon_strength: int
    strength: int
    faces: tuple[int, ...] = field(repr=False)

    @property
    def wins(self) -> int:
        """How many of the 36 pairs of dice win."""
        return sum(self.won(own, pirate) for own in self.faces for pirate in self.faces)

    @property
    def chance(self) -> Fraction:
        """The chance to win."""
        return Fraction(self.wins, len(self.faces) ** 2)

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
    return fight_by(default_rules(), cannons, whole_number(strength, "strength", 0, STRONGEST))


def fight_by(rules: Rules, cannon_strength: int, strength: int) -> Fight:
    """Return the fight by the blue die of an edition."""
    return Fight(cannon_strength, strength, rules.dice["blue"])


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
    """Strengths, given as such or as cards; raises AnalyzerError for what is neither."""
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
