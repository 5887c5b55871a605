"""Plans of ships: components on squares, and the pieces that hang together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.trucker.edition import Edition, load_edition
from analyzer.trucker.ship.component import SIDE_NAMES, SIDES, Board, Component, Side, Square, joined


@dataclass(frozen=True)
class Plan:
    """Components on the squares of a board in reading order, the cabins where aliens are to live, what was laid aside.

    Squares are (row, column) with the printed dice numbers; `aliens` maps "brown" and "purple" to a square; `reserve`
    counts the components that were laid aside and never built.
    """

    name: str
    board: Board
    components: Mapping[Square, Component]
    aliens: Mapping[str, Square] = field(default_factory=dict)
    reserve: int = 0

    def __post_init__(self) -> None:
        ordered = dict(sorted(self.components.items(), key=lambda item: self.board.reading_order(item[0])))
        object.__setattr__(self, "components", ordered)

    @property
    def edition(self) -> Edition:
        """The edition whose board and components these are."""
        return load_edition(self.board.edition)

    @property
    def is_build(self) -> bool:
        """Whether it is a build of class IVC, of which two dice make a fleet."""
        return self.board.start is None

    @property
    def separate_ships(self) -> tuple[frozenset[Square], ...]:
        """The squares of its ships, where they are several that hold nothing together; () for one ship."""
        return ()

    def beside(self, square: Square, side: Side) -> Square | None:
        """The square on that side if a component of the same ship lies there."""
        there = self.board.neighbour(square, side)
        return there if there in self.components else None

    def as_entries(self) -> dict[str, Any]:
        """The ship in plain types, as `from_components` takes it."""
        return {
            "name": self.name,
            "board": self.board.edition + "-" + self.board.name,
            "aliens": dict(self.aliens),
            "reserve": self.reserve,
            "components": [
                {
                    "square": square,
                    "kind": part.kind,
                    "connectors": part.connectors,
                    "facing": [SIDE_NAMES[side] for side in part.facing],
                }
                for square, part in self.components.items()
            ],
        }


def pieces_of(plan: Plan, squares: Iterable[Square]) -> Iterator[set[Square]]:
    """The connected pieces of the components on those squares, the one with the earliest square first."""
    left = dict.fromkeys(squares)
    while left:
        piece: set[Square] = set()
        reached = [next(iter(left))]
        while reached:
            square = reached.pop()
            if square not in piece:
                piece.add(square)
                left.pop(square, None)
                reached += _joined_to(plan, square)
        yield piece


def _joined_to(plan: Plan, square: Square) -> Iterator[Square]:
    part = plan.components[square]
    for side in SIDES:
        beside = plan.beside(square, side)
        if beside is not None and joined(part.connectors[side], plan.components[beside].connectors[side.opposite]):
            yield beside
