"""What the coming cards may take of a crew, as far as a captain knows (docs/rulings.md "Crew")."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from analyzer import Captain
from tests.doors.printed import Card, Level


@dataclass(frozen=True)
class Prospect:
    """How many cards are to come, how a pile mixes levels, which printed cards may come; how many ships fly."""

    coming: int
    pile: tuple[int, ...]
    printed: tuple[Card, ...]
    flying: int

    def chance_of_losing_all(self, crew: int, halves: int) -> Fraction:
        """The chance that any one coming card takes a crew of that size from a ship with such cannons."""
        chance = Fraction(0)
        for level in self.pile:
            stack = [card for card in self.printed if card.level == level]
            threats = [threat for card in stack if (threat := self._threat(card, crew, halves))]
            chance += sum(threats, Fraction(0)) / (len(stack) * len(self.pile))
        return chance

    def _threat(self, card: Card, crew: int, halves: int) -> Fraction:
        if card.kind == "slavers":
            return Fraction(card.crew_lost >= crew and 2 * card.strength > halves)
        asks = any(line.penalty == "crew" and line.amount >= crew for line in card.lines)
        return Fraction(int(asks), self.flying) if self.flying > 1 else Fraction(0)


NO_PROSPECT = Prospect(coming=0, pile=(), printed=(), flying=0)


def prospect(level: Level, printed: tuple[Card, ...], coming: int, flying: int) -> Prospect:
    """What lies ahead on a flight of that level: where it is always the learning flight, its starred cards."""
    if level.learning == "always":
        printed = tuple(card for card in printed if card.learning)
    return Prospect(coming, level.pile, printed, flying)


def fear(captain: Captain, crew: int, halves: int, prospect: Prospect) -> int:
    """What being left without humans would cost, by how likely one coming card brings it about; in hundredths."""
    return floor(captain.ruin * min(Fraction(1), prospect.coming * prospect.chance_of_losing_all(crew, halves)))
