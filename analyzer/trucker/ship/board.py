"""Squares and their printed dice numbers: which squares a class of ships may be built on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from analyzer.trucker.ship.component import Side

Square = tuple[int, int]
"""(row, column) with the printed dice numbers."""


def ways(roll: int) -> int:
    """In how many of 36 ways two dice show that sum (2 to 12)."""
    return 6 - abs(roll - 7)


@dataclass(frozen=True)
class Board:
    """A ship board: its buildable squares in reading order (front row first, left to right).

    `start`: the marked square of the starting cabin, None where none is marked (2007 IVC); `rows_descend` is true where
    the rows are numbered from the rear (2007 IIIa).
    """

    edition: str
    name: str
    squares: tuple[Square, ...]
    start: Square | None
    rows_descend: bool = False

    @property
    def title(self) -> str:
        """Edition and name in one word, e.g. `2007-II`."""
        return f"{self.edition}-{self.name}"

    @property
    def marked(self) -> Square:
        """The square of the starting cabin, on a board that marks one."""
        assert self.start is not None
        return self.start

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """Row numbers from the front to the rear."""
        return tuple(dict.fromkeys(row for row, _ in self.squares))

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """Column numbers from left to right."""
        return tuple(sorted({column for _, column in self.squares}))

    def reading_order(self, square: Square) -> tuple[int, int]:
        """Sort key that puts squares (also such outside the board) front row first, left to right."""
        row, column = square
        return (-row if self.rows_descend else row), column

    def neighbour(self, square: Square, side: Side) -> Square:
        """The square that touches this one on that side, on the board or not."""
        row, column = square
        rearward = -1 if self.rows_descend else 1
        steps = {Side.FRONT: (-rearward, 0), Side.RIGHT: (0, 1), Side.REAR: (rearward, 0), Side.LEFT: (0, -1)}
        down, right = steps[side]
        return row + down, column + right
