"""Boxes and what lies in them, by column and row; and how large a galaxy may be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

Box: TypeAlias = tuple[int, int]
"""Column and row, from 1."""
Pair: TypeAlias = tuple[int, int]
"""Two planets, the smaller number first."""
NAME = "galaxy"
"""Of one that has none."""
LARGEST = 24
"""Columns, and rows."""


class Special(NamedTuple):
    """A special box: its kind, one of SPECIALS, and where it is."""

    kind: str
    column: int
    row: int

    @property
    def box(self) -> Box:
        """Where it is."""
        return self.column, self.row


def box_in_words(box: Iterable[int]) -> str:
    """A box as sentences name it, the column first, as everywhere in this game: `column 7, row 2`."""
    column, row = box
    return f"column {column}, row {row}"


def in_reading_order(specials: Iterable[Special]) -> tuple[Special, ...]:
    """Special boxes row by row, so that galaxies drawn and listed are equal."""
    return tuple(sorted(specials, key=lambda special: (special.row, special.column)))
