"""Decisions in a flight: made by the captain, or by a `Decisions` object in the captain's place.

A rule works out the captain's choice and calls `ship.decide(what, choice, legal)`. In most flights there is no such
object: the choice stands, and `legal` is never evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, Protocol

LAND = "land"
"""Decision on which planet to land, numbered from 1; 0 means not to land."""
CHARGES = "charges"
"""Decision on how many charges to spend on cannons or engines."""
TAKES = "takes"
"""Decision on whether to take an offer, or the reward of an enemy."""
DEFENDS = "defends"
"""Decision on whether to spend a charge against a hit."""
GIVES = "gives"
"""Decision on how many humans, brown and purple aliens to give up."""
KEEPS = "keeps"
"""Decision on which piece of a broken ship flies on; the value is a wreck number."""
GOODS = "goods"
"""Decision on the cubes of each colour aboard after loading; needed only if not all cubes find room."""
GIVES_UP = "gives_up"
"""Decision on whether to give up the flight before the next card."""
WHAT = (GIVES_UP, LAND, TAKES, CHARGES, DEFENDS, GIVES, GOODS, KEEPS)

Legal = Callable[[int], Any]
"""A function that returns everything that the rules allow a ship, in listing order, given the index of the ship."""
YES_OR_NO = (False, True)
MOST_LOADS = 6
"""Largest number of cargoes that are listed as options."""


class Decisions(Protocol):
    """Interface of an object that decides in the captains' place, or records their decisions."""

    def card_revealed(self, convoy: Any) -> None:
        """Receive notice that a card was revealed in all flights, before it is resolved."""

    def decide(self, ship: Any, what: str, choice: Any, legal: Legal) -> Any:
        """Return the decisions of ships: the captains' choice, or another that the rules allow.

        Args:
            ship: The ships that decide.
            what: Kind of decision, one of WHAT.
            choice: The captains' choice. Shape (..., ships).
            legal: Returns everything that the rules allow a ship, given its index.
        """


def up_to(most: Sequence[int] | Any) -> Legal:
    """Return a `Legal` that allows each ship the numbers from 0 to its own largest number."""
    return lambda ship: range(int(most[ship]) + 1)


def if_there_is_one(choice: Sequence[Any] | Any) -> Legal:
    """Return a `Legal` for yes-or-no decisions: only ships with something to choose may say yes."""
    return lambda ship: YES_OR_NO if choice[ship] else YES_OR_NO[:1]


@dataclass(frozen=True)
class Shares:
    """All ways to pick `number` items of several types, with at most `most[i]` items of type i.

    Iteration yields the number of items of each type as a tuple, first those with many items of the first type.
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
    """All cargoes that fit into a hold; iteration yields the most valuable ones only.

    It yields at most MOST_LOADS cargoes to which no cube can be added, the dearest first.

    Attributes:
        most: Most cubes of each colour.
        special: Places in special containers, which may hold cubes of the first colour.
        room: Places in containers of both kinds together.
        values: Credits for a cube of each colour.
    """

    most: tuple[int, ...]
    special: int
    room: int
    values: tuple[int, ...]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        def dearest_first(cargo: tuple[int, ...]) -> tuple[int, ...]:
            # Of equally dear cargoes, those with more of the dear colours come first.
            return (-sum(map(mul, self.values, cargo)), *(-many for many in cargo))

        yield from sorted(self._full(), key=dearest_first)[:MOST_LOADS]

    def _full(self) -> Iterator[tuple[int, ...]]:
        """Yield every cargo to which no cube can be added."""
        first, *others = self.most
        for many in range(min(first, self.special, self.room) + 1):
            # A cargo is full if no red cube and no other cube can be added.
            for rest in Shares(tuple(others), min(self.room - many, sum(others))):
                if many == min(first, self.special) or many + sum(rest) == self.room:
                    yield many, *rest

    def __contains__(self, value: Iterable[int]) -> bool:
        each = tuple(value)
        there = all(0 <= many <= most for many, most in zip(each, self.most, strict=True))
        return there and each[0] <= self.special and sum(each) <= self.room
