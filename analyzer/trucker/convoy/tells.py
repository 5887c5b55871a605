"""What is told of a flight: how events that rules tell are heard as lines of a tale, and how the lines are said.

Hearing and saying stand beside the rules that tell, marked as such: they decide nothing, and without a Log nobody calls
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from analyzer.trucker.captains.captain import CREW_TYPES
from analyzer.trucker.edition import GOODS

if TYPE_CHECKING:
    from analyzer.trucker.convoy.ship import Ship
    from analyzer.trucker.ship.board import Square
    from analyzer.trucker.ship.hull import Hull

Facts = Mapping[str, Any]
"""What is known of an event or a line by name, in plain types, of a single flight."""
Marked = TypeVar("Marked", bound=Callable[..., Any])
Each = TypeVar("Each")


class Tale(Protocol):
    """Where lines are kept while one flight is flown; `event` names a line, facts are in plain types."""

    def add(self, ship: Ship, event: str, **facts: Any) -> None:
        """A new line of that ship, at the card at hand."""

    def add_for_all(self, ship: Ship, event: str, **facts: Any) -> None:
        """A new line that concerns everybody, unless another ship has just told the same."""

    def add_before(self, ship: Ship, event: str, **facts: Any) -> None:
        """A new line of that ship after the last card, the one at hand not being revealed yet."""

    def latest(self, event: str) -> dict[str, Any]:
        """The facts of the latest line of that event at this card, to be added to; empty if there is none."""

    def left_before(self, ship: Ship) -> None:
        """That ship gave up before the card at hand was revealed."""


Hearer = Callable[[Tale, "Ship", Facts], None]
"""What becomes of an event that happens to a ship."""
Sayer = Callable[[Facts], str]
"""The words for a line; beside its own facts there are `names`, of all ships."""


@dataclass(frozen=True)
class Said:
    """How a line is said; `of_rivals`: the same of other ships, whose lines are not kept without."""

    fully: Sayer
    of_rivals: Sayer | None = None


@dataclass(frozen=True)
class Tells:
    """All that some rules tell: who hears each event, and how each line is said that comes of them.

    One event may become several lines or none, and several events one line.
    """

    heard: Mapping[str, Hearer]
    said: Mapping[str, Said]


def hears(hearer: Marked) -> Marked:
    """Mark a function that only hears: what happens in a flight does not depend on it."""
    return hearer


def words(sayer: Marked) -> Marked:
    """Mark a function that only says: what happens in a flight does not depend on it."""
    return sayer


def joined(parts: Iterable[Mapping[str, Each]]) -> dict[str, Each]:
    """All parts in one; raises ValueError where two give different things the same name."""
    whole: dict[str, Each] = {}
    for part in parts:
        for name, each in part.items():
            if whole.setdefault(name, each) != each:
                raise ValueError(f"{name!r} is told in two ways: name one of them anew")
    return whole


def squares(hull: Hull, bits: int) -> list[Square]:
    """The squares in a set, in reading order."""
    return sorted(hull.squares_of(bits), key=hull.layout.board.reading_order)


def by_type(counts: list[int]) -> dict[str, int]:
    """Crew counted by type, without those of whom there is none."""
    return {kind: number for kind, number in zip(CREW_TYPES, counts, strict=True) if number}


def by_colour(counts: list[int]) -> dict[str, int]:
    """Cubes counted by colour, without those of which there is none."""
    return {colour: number for colour, number in zip(GOODS, counts, strict=True) if number}
