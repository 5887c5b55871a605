"""One component of a build added, or moved to another square, so that it stays legal whatever the dice join."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from analyzer.trucker.cards.route import Route
from analyzer.trucker.fleets.compiled import unfit_build
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import Component, Side
from analyzer.trucker.ship.fitting import alike, instead, legal_on, lying
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout


@dataclass(frozen=True)
class Change:
    """A component as it lies after the change, its square, and the one that it is taken from (None: from the box)."""

    part: Component
    square: Square
    taken: Square | None = None

    def made_on(self, build: Layout) -> Layout:
        """The build with it."""
        bare = build if self.taken is None else instead(build, self.taken, None)
        return instead(bare, self.square, self.part)

    def in_words(self) -> str:
        """What is done."""
        kind, there = f"{in_words(self.part.kind)} {write_token(self.part)}", at(self.square)
        return f"add a {kind} at {there}" if self.taken is None else f"move the {kind} from {at(self.taken)} to {there}"

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types, from which `of_plain` makes it again."""
        part = {
            "kind": self.part.kind,
            "connectors": list(self.part.connectors),
            "facing": list(map(int, self.part.facing)),
        }
        return {"part": part, "square": list(self.square), "taken": None if self.taken is None else list(self.taken)}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Change:
        """The same again."""
        front, right, rear, left = plain["part"]["connectors"]
        facing = tuple(Side(side) for side in plain["part"]["facing"])
        row, column = plain["square"]
        taken = plain["taken"] and (plain["taken"][0], plain["taken"][1])
        return cls(Component(plain["part"]["kind"], (front, right, rear, left), facing), (row, column), taken)


def changes(build: Layout, route: Route) -> list[Change]:
    """Every component of the box that may be added, and every one that may be moved; one of each sort that flies alike.

    The build has to stay legal, and able to start, in every way that may come on the route.
    """
    moved = (change for change in _moved(build) if not unfit_build(change.made_on(build), route))
    return [*_added(build), *moved]


def _free(build: Layout) -> list[Square]:
    return [square for square in build.board.squares if square not in build.components]


def _added(build: Layout) -> Iterator[Change]:
    for square in _free(build):
        yield from (Change(part, square) for part in alike(legal_on(build, square)))


def _moved(build: Layout) -> Iterator[Change]:
    free = _free(build)
    for taken, part in build.components.items():
        bare = instead(build, taken, None)
        places = [(square, turn) for square in free for turn in alike(lying(bare, square, [part]))]
        if places and not bare.flaws():
            yield from (Change(turn, square, taken) for square, turn in places)
