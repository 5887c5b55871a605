"""Decisions as rules ask for them: by default what a captain thinks best, unless somebody decides in their place.

A rule works out the captain's choice and asks `ship.decide(what, choice, legal)`. Nobody listens to most flights: then
the choice stands, and `legal` is not worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, Protocol

LAND = "land"
"""The planet to land on, from 1; 0 flies on."""
CHARGES = "charges"
"""How many charges are spent on cannons or engines."""
TAKES = "takes"
"""Whether an offer, or the reward of an enemy, is taken."""
DEFENDS = "defends"
"""Whether a charge is spent against what comes."""
GIVES = "gives"
"""How many humans, brown and purple aliens go."""
KEEPS = "keeps"
"""Which piece of a broken ship flies on, a wreck."""
GOODS = "goods"
"""How many cubes of each colour are aboard after loading; a choice where not all of them find room."""
GIVES_UP = "gives_up"
"""Whether the flight is given up before the next card."""
WHAT = (GIVES_UP, LAND, TAKES, CHARGES, DEFENDS, GIVES, GOODS, KEEPS)

Legal = Callable[[int], Any]
"""By the number of a ship among those that decide: all that the rules allow, in the order in which it is listed."""
YES_OR_NO = (False, True)
MOST_LOADS = 6
"""Cargoes that are listed, of all that fill the ship."""


class Decisions(Protocol):
    """Who decides in the captains' place, or notes what they decide."""

    def card_revealed(self, convoy: Any) -> None:
        """A card lies open in all flights, before it is resolved."""

    def decide(self, ship: Any, what: str, choice: Any, legal: Legal) -> Any:
        """The decisions of ships: the captains' choice (..., ships), or another that the rules allow."""


def up_to(most: Sequence[int] | Any) -> Legal:
    """From none to so many, for each ship."""
    return lambda ship: range(int(most[ship]) + 1)


def if_there_is_one(choice: Sequence[Any] | Any) -> Legal:
    """Yes or no for ships that have the choice; no for the others."""
    return lambda ship: YES_OR_NO if choice[ship] else YES_OR_NO[:1]


@dataclass(frozen=True)
class Shares:
    """All ways to make up a number of things of several sorts, so many at most of each, the last sort first."""

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
    """All cargoes that fit: so many cubes at most of each colour, the first colour in special containers alone.

    Those that are listed leave no place empty that a cube could fill, MOST_LOADS of them, the dearest first; values:
    what a cube of each colour sells for.
    """

    most: tuple[int, ...]
    special: int
    room: int
    values: tuple[int, ...]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        yield from sorted(self._full(), key=self._worth)[:MOST_LOADS]

    def _worth(self, cargo: tuple[int, ...]) -> tuple[int, ...]:
        """Sorts the dearest cargo first, of equals that with more of the dearer colours."""
        return (-sum(map(mul, self.values, cargo)), *(-many for many in cargo))

    def _full(self) -> Iterator[tuple[int, ...]]:
        """Every cargo to which no cube can be added."""
        first, *others = self.most
        for many in range(min(first, self.special, self.room) + 1):
            for rest in Shares(tuple(others), min(self.room - many, sum(others))):
                if many == min(first, self.special) or many + sum(rest) == self.room:
                    yield many, *rest

    def __contains__(self, value: Iterable[int]) -> bool:
        each = tuple(value)
        there = all(0 <= many <= most for many, most in zip(each, self.most, strict=True))
        return there and each[0] <= self.special and sum(each) <= self.room
