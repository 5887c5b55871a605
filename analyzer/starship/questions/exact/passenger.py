"""A flight on which nobody acts: every pirate is fought, or paid while the purse lasts; exact, over all orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from analyzer.errors import whole_number
from analyzer.starship.fights import fight, strengths_of
from analyzer.starship.tables import card_by_id, cards

Pirate = tuple[int, int]
"""Strength and demand."""
Key = TypeVar("Key")
End = tuple[int, ...]
"""Cards flown, beaten, lost; with payments cards flown, Astro left, beaten, lost."""


def exact_passenger(
    pirates: Sequence[int | str],
    other_cards: int = 0,
    cannon_strength: int = 1,
    speed: int = 5,
    astro: int = 25,
    pays: bool = False,
) -> dict[End, Fraction]:
    """{(cards flown, pirates beaten, fights lost): chance}; with `pays` {(cards flown, Astro left, beaten, lost): ...}.

    pirates: strengths or cards; a strength means the first card of the table that has it, which fixes the demand.
    Every order of the cards is equally likely. What replaces a beaten pirate is not flown.

    >>> from analyzer import starship
    >>> starship.exact_passenger([2], other_cards=1, cannon_strength=2, speed=1)
    {(1, 0, 0): Fraction(1, 2), (1, 0, 1): Fraction(13, 72), (1, 1, 0): Fraction(23, 72)}
    """
    purse = whole_number(astro, "astro", 0)
    others = whole_number(other_cards, "other_cards", 0, 99)
    cannons, speed = whole_number(cannon_strength, "cannon_strength", 0, 99), whole_number(speed, "speed", 0, 99)
    flights = {_Flight(tuple(sorted(_pirates(pirates))), others, purse): Fraction(1)}
    ends: dict[End, Fraction] = {}
    for cards_flown in range(speed + 1):
        going_on: dict[_Flight, Fraction] = {}
        for flight, chance in flights.items():
            if cards_flown == speed or not (flight.pirates or flight.others):
                _add(ends, flight.end(cards_flown, 0, pays), chance)
                continue
            for card, ways in flight.next_cards().items():
                share = chance * ways / (len(flight.pirates) + flight.others)
                after = flight.without(card)
                if card is not None and pays and flight.purse >= card[1]:
                    after = replace(after, purse=flight.purse - card[1])
                elif card is not None:
                    won = fight(cannons, card[0]).chance
                    _add(ends, flight.end(cards_flown + 1, 1, pays), share * (1 - won))
                    after, share = replace(after, beaten=flight.beaten + 1), share * won
                _add(going_on, after, share)
        flights = going_on
    return dict(sorted(ends.items()))


@dataclass(frozen=True)
class _Flight:
    """A flight so far: the pirates and how many other cards still lie in the sector, the purse, pirates beaten."""

    pirates: tuple[Pirate, ...]
    others: int
    purse: int
    beaten: int = 0

    def next_cards(self) -> Counter[Pirate | None]:
        """The cards that may be next, None for those without a pirate, in how many ways each."""
        return Counter(self.pirates) + Counter({None: self.others})

    def without(self, card: Pirate | None) -> _Flight:
        """The flight after that card."""
        if card is None:
            return replace(self, others=self.others - 1)
        at = self.pirates.index(card)
        return replace(self, pirates=self.pirates[:at] + self.pirates[at + 1 :])

    def end(self, cards_flown: int, lost: int, pays: bool) -> End:
        """Its key in the result, if it ends here."""
        return (cards_flown, self.purse, self.beaten, lost) if pays else (cards_flown, self.beaten, lost)


def _add(chances: dict[Key, Fraction], key: Key, chance: Fraction) -> None:
    """Add to the chance of a key; what cannot be stays out."""
    if chance:
        chances[key] = chances.get(key, Fraction(0)) + chance


def _pirates(pirates: Sequence[int | str]) -> list[Pirate]:
    """Strength and demand of each."""
    strengths = strengths_of(pirates)
    first = {card.strength: card.demand for card in reversed(cards()) if card.strength}
    weakest, strongest = min(first), max(first)
    pairs = []
    for pirate, strength in zip(pirates, strengths, strict=True):
        known = card_by_id()[pirate].demand if isinstance(pirate, str) else None
        demand = first[min(max(strength, weakest), strongest)] if known is None else known
        pairs.append((strength, demand))
    return pairs
