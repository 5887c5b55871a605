"""Events of a flight: rules emit them, handlers turn them into the lines of a story, phrases put the lines in words.

Handlers (`on_...`) and phrases (`phrase_...`) stand below the rules that emit the events. They decide nothing, and
without a Log nobody calls them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from analyzer.trucker.captains import CREW_TYPES
from analyzer.trucker.edition import GOODS

if TYPE_CHECKING:
    from analyzer.trucker.convoy.ship import ShipsInFlight
    from analyzer.trucker.ship.component import Square
    from analyzer.trucker.ship.hull import Hull

Facts = Mapping[str, Any]
"""What is known of an event or a line by name, in plain types, of a single flight."""
Each = TypeVar("Each")


class Tale(Protocol):
    """Where lines are kept while one flight is flown; `event` names a line, facts are in plain types."""

    def add(self, ship: ShipsInFlight, event: str, **facts: Any) -> None:
        """A new line of that ship, at the card at hand."""

    def add_for_all(self, ship: ShipsInFlight, event: str, **facts: Any) -> None:
        """A new line that concerns everybody, unless another ship has just added the same."""

    def add_before(self, ship: ShipsInFlight, event: str, **facts: Any) -> None:
        """A new line of that ship after the last card, the one at hand not being revealed yet."""

    def latest(self, event: str) -> dict[str, Any]:
        """The facts of the latest line of that event at this card, to be added to; empty if there is none."""

    def left_before(self, ship: ShipsInFlight) -> None:
        """That ship gave up before the card at hand was revealed."""


Handler = Callable[[Tale, "ShipsInFlight", Facts], None]
"""Turns an event that happens to a ship into lines."""
Wording = Callable[[Facts], str]
"""The words for a line; besides its own facts it gets `names`, of all ships."""


@dataclass(frozen=True)
class Phrase:
    """How a line reads; `of_rivals`: in short, for the lines of other ships, which are dropped if it is None."""

    fully: Wording
    of_rivals: Wording | None = None


@dataclass(frozen=True)
class Events:
    """The events of some rules: the handler of each, by event, and the phrase of each line they lead to, by line.

    One event may become several lines or none, and several events one line.
    """

    handlers: Mapping[str, Handler]
    phrases: Mapping[str, Phrase]


def joined(parts: Iterable[Mapping[str, Each]]) -> dict[str, Each]:
    """All parts in one; raises ValueError where two give different things the same name."""
    whole: dict[str, Each] = {}
    for part in parts:
        for name, each in part.items():
            if whole.setdefault(name, each) != each:
                raise ValueError(f"{name!r} has two meanings: rename one of them")
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


def __getattr__(name: str) -> Any:
    """Return a decorator that does nothing for the two that older rules of users import."""
    if name not in ("handler", "phrase"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn(f"{name} does nothing any more: delete it from your rules", DeprecationWarning, stacklevel=2)
    return lambda function: function
