"""Decisions that rules ask for: the captain's choice by default, or the choice of somebody in their place.

A rule works out the captain's choice and asks `ship.decide(what, choice, legal)`. In most flights nobody else
decides: the choice stands, and `legal` is never evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, Protocol

LAND = "land"
"""Planet to land on, from 1; 0 flies on."""
CHARGES = "charges"
"""Number of charges to spend on cannons or engines."""
TAKES = "takes"
"""Whether to take an offer, or the reward of an enemy."""
DEFENDS = "defends"
"""Whether to spend a charge against a hit."""
GIVES = "gives"
"""Numbers of humans, brown and purple aliens to give up."""
KEEPS = "keeps"
"""Piece of a broken ship, a wreck number, that flies on."""
GOODS = "goods"
"""Cubes of each colour aboard after loading; a choice only where not all of them find room."""
GIVES_UP = "gives_up"
"""Whether to give up the flight before the next card."""
WHAT = (GIVES_UP, LAND, TAKES, CHARGES, DEFENDS, GIVES, GOODS, KEEPS)

Legal = Callable[[int], Any]
"""A function from the number of a deciding ship to all that the rules allow it, in listing order."""
YES_OR_NO = (False, True)
MOST_LOADS = 6
"""Number of full cargoes that are listed."""


class Decisions(Protocol):
    """Somebody who decides in the captains' place, or notes their decisions."""

    def card_revealed(self, convoy: Any) -> None:
        """Hear that a card lies open in all flights, before it is resolved."""

    def decide(self, ship: Any, what: str, choice: Any, legal: Legal) -> Any:
        """Return the decisions of ships: the captains' choice, or another that the rules allow.

        Args:
            ship: The ships that decide.
            what: Kind of decision, one of WHAT.
            choice: The captains' choice. Shape (..., ships).
            legal: Lists all that the rules allow a ship.
        """


def up_to(most: Sequence[int] | Any) -> Legal:
    """Return a `Legal` that allows 0 to `most` for each ship."""
    return lambda ship: range(int(most[ship]) + 1)


def if_there_is_one(choice: Sequence[Any] | Any) -> Legal:
    """Return a `Legal` that allows yes and no to ships that have the choice, and no to others."""
    return lambda ship: YES_OR_NO if choice[ship] else YES_OR_NO[:1]


@dataclass(frozen=True)
class Shares:
    """All ways to pick `number` things of several sorts, with at most `most` of each sort.

    Ways with more of the first sort come first.
    """

    most: tuple[int, ...]
    number: int

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        first, *others = self.most
        if not others:
            yield from [(self.number,)] if self.number <= first else []
            return
        for many in range(min(first, self.number), -1, -1):
            yield from ((many, *rest) for rest in Shares(tuple(others), self.number - many))

    def __contains__(self, value: Iterable[int]) -> bool:
        each = tuple(value)
        return sum(each) == self.number and all(0 <= many <= most for many, most in zip(each, self.most, strict=True))


@dataclass(frozen=True)
class Loads:
    """All cargoes that fit into a hold; iterating lists only the best full ones.

    Listed are at most MOST_LOADS cargoes to which no cube can be added, dearest first.

    Attributes:
        most: Most cubes of each colour.
        special: Places for the first colour, in special containers.
        room: Places for all cubes.
        values: Credits for a cube of each colour.
    """

    most: tuple[int, ...]
    special: int
    room: int
    values: tuple[int, ...]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        yield from sorted(self._full(), key=self._worth)[:MOST_LOADS]

    def _worth(self, cargo: tuple[int, ...]) -> tuple[int, ...]:
        """Return a sort key: dearest cargo first, and of equals the one with more of the dearer colours."""
        return (-sum(map(mul, self.values, cargo)), *(-many for many in cargo))

    def _full(self) -> Iterator[tuple[int, ...]]:
        """Yield every cargo to which no cube can be added."""
        first, *others = self.most
        for many in range(min(first, self.special, self.room) + 1):
            for rest in Shares(tuple(others), min(self.room - many, sum(others))):
                if many == min(first, self.special) or many + sum(rest) == self.room:
                    yield many, *rest

    def __contains__(self, value: Iterable[int]) -> bool:
        each = tuple(value)
        there = all(0 <= many <= most for many, most in zip(each, self.most, strict=True))
        return there and each[0] <= self.special and sum(each) <= self.room
