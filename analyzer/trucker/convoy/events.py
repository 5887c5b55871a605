"""Events of a flight: rules emit them, handlers make story lines of them, phrases put the lines in words.

Handlers (`on_...`) and phrases (`phrase_...`) stand below the rules that emit the events. They decide nothing,
and only a Log calls them.
"""

from __future__ import annotations

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
"""Facts of an event or a line of a single flight: plain values by name."""
Each = TypeVar("Each")


class StoryWriter(Protocol):
    """Interface of a flight's story while it is being told: handlers add lines whose facts are plain values."""

    def add(self, ship: ShipsInFlight, event: str, **facts: Any) -> None:
        """Add a story line about the given ship at the card at hand."""

    def add_for_all(self, ship: ShipsInFlight, event: str, **facts: Any) -> None:
        """Add a story line that concerns every ship, unless the same line was just added for another ship."""

    def add_before(self, ship: ShipsInFlight, event: str, **facts: Any) -> None:
        """Add a story line about the given ship to the card before the one at hand, which is not revealed yet."""

    def latest(self, event: str) -> dict[str, Any]:
        """Return the facts of the latest line of a kind at this card, for handlers to extend; {} if there is none."""

    def left_before(self, ship: ShipsInFlight) -> None:
        """Record that the ship gave up before the card at hand was revealed."""


Handler = Callable[[StoryWriter, "ShipsInFlight", Facts], None]
"""A function that turns an event of a ship into lines."""
Wording = Callable[[Facts], str]
"""A function that puts a line in words; its facts include `names`, the names of all ships."""


@dataclass(frozen=True)
class Phrase:
    """The texts for one kind of line in a story.

    Attributes:
        fully: Function that describes the line for the ship that the story is about.
        of_rivals: Function with a shorter text for other ships; None drops these lines.
    """

    fully: Wording
    of_rivals: Wording | None = None


@dataclass(frozen=True)
class Events:
    """Handlers and phrases of the events of some rules.

    One event may become several lines or none, and several events may share one line.
    """

    handlers: Mapping[str, Handler]
    phrases: Mapping[str, Phrase]


def merge_mappings(parts: Iterable[Mapping[str, Each]]) -> dict[str, Each]:
    """Return one mapping with the entries of several, e.g. of the handlers of all rules.

    Raises:
        ValueError: If two mappings have different values for one key.
    """
    whole: dict[str, Each] = {}
    for part in parts:
        for name, each in part.items():
            if whole.setdefault(name, each) != each:
                raise ValueError(f"{name!r} has two meanings: rename one of them")
    return whole


def squares(hull: Hull, bits: int) -> list[Square]:
    """Return the squares whose bits are set in a mask, in reading order."""
    return sorted(hull.squares_of(bits), key=hull.layout.board.reading_order)


def by_type(counts: list[int]) -> dict[str, int]:
    """Return the number of crew by type, without types that have none."""
    return {kind: number for kind, number in zip(CREW_TYPES, counts, strict=True) if number}


def by_colour(counts: list[int]) -> dict[str, int]:
    """Return the number of cubes by colour, without colours that have none."""
    return {colour: number for colour, number in zip(GOODS, counts, strict=True) if number}
