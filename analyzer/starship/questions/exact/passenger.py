"""A flight on which nobody acts: every pirate is fought, or paid while the purse lasts; counted out over all orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from analyzer.errors import whole_number
from analyzer.starship.fights import fight, strengths_of
from analyzer.starship.tables import card_by_id, cards

Pirate = tuple[int, int]
"""Strength and demand."""
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

    pirates: strengths or cards; a strength stands for the first card of the table that has it, which fixes the demand.
    Every order of the cards is equally likely. What replaces a beaten pirate is not flown.

    >>> from analyzer import starship
    >>> starship.exact_passenger([2], other_cards=1, cannon_strength=2, speed=1)
    {(1, 0, 0): Fraction(1, 2), (1, 0, 1): Fraction(13, 72), (1, 1, 0): Fraction(23, 72)}
    """
    purse = whole_number(astro, "astro", 0)
    others = whole_number(other_cards, "other_cards", 0, 99)
    cannons, speed = whole_number(cannon_strength, "cannon_strength", 0, 99), whole_number(speed, "speed", 0, 99)
    lying = Counter(_pirates(pirates))
    ends: dict[End, Fraction] = {}
    now = {(tuple(sorted(lying.elements())), others, purse, 0): Fraction(1)}
    for flown in range(speed + 1):
        after: dict[tuple[tuple[Pirate, ...], int, int, int], Fraction] = {}

        def end(flown: int, purse: int, beaten: int, lost: int, chance: Fraction) -> None:
            told = (flown, purse, beaten, lost) if pays else (flown, beaten, lost)
            ends[told] = ends.get(told, Fraction(0)) + chance

        for (left, plain, purse, beaten), chance in now.items():
            if flown == speed or not (left or plain):
                end(flown, purse, beaten, 0, chance)
                continue
            each = chance / (len(left) + plain)
            if plain:
                key = (left, plain - 1, purse, beaten)
                after[key] = after.get(key, Fraction(0)) + each * plain
            for number, (strength, demand) in enumerate(left):
                rest = left[:number] + left[number + 1 :]
                if pays and purse >= demand:
                    key = (rest, plain, purse - demand, beaten)
                    after[key] = after.get(key, Fraction(0)) + each
                    continue
                won = fight(cannons, strength).chance
                if won:
                    key = (rest, plain, purse, beaten + 1)
                    after[key] = after.get(key, Fraction(0)) + each * won
                if won < 1:
                    end(flown + 1, purse, beaten, 1, each * (1 - won))
        now = after
    return dict(sorted(ends.items()))


def _pirates(given: Sequence[int | str]) -> list[Pirate]:
    """Strength and demand of each."""
    strengths = strengths_of(given)
    first = {card.strength: card.demand for card in reversed(cards()) if card.strength}
    weakest, strongest = min(first), max(first)
    pairs = []
    for pirate, strength in zip(given, strengths, strict=True):
        known = card_by_id()[pirate].demand if isinstance(pirate, str) else None
        demand = first[min(max(strength, weakest), strongest)] if known is None else known
        pairs.append((strength, demand))
    return pairs
