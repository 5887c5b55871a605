"""Plans of ships: components on squares, and their connected pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.trucker.edition import Edition, load_edition
from analyzer.trucker.ship.component import SIDE_NAMES, SIDES, Board, Component, Side, Square, connectors_join


@dataclass(frozen=True)
class Plan:
    """Components on the squares of a board, and the cabins where aliens are to live.

    Squares are (row, column) by the printed dice numbers.

    Attributes:
        name: Name of the ship.
        board: Its board.
        components: Components by square, in reading order.
        aliens: Square of each alien's cabin, by colour ("brown" or "purple").
        reserve: Components that were laid aside and never built.
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
        """Edition to which the board and the components belong."""
        return load_edition(self.board.edition)

    @property
    def is_build(self) -> bool:
        """Whether the plan is a build of class IVC, which two dice turn into a fleet."""
        return self.board.start is None

    @property
    def separate_ships(self) -> tuple[frozenset[Square], ...]:
        """Squares of each ship of a fleet; empty for a single ship."""
        return ()

    def beside(self, square: Square, side: Side) -> Square | None:
        """Return the neighbouring square on a side if a component of the same ship lies there, else None."""
        there = self.board.neighbour(square, side)
        return there if there in self.components else None

    def as_entries(self) -> dict[str, Any]:
        """Return the ship in plain types, as `from_components` takes it."""
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
    """Yield the connected pieces of the components on the given squares, the piece with the earliest square first."""
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
        if beside is not None and connectors_join(
            part.connectors[side], plan.components[beside].connectors[side.opposite]
        ):
            yield beside
