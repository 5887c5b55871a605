"""Boxes of a galaxy, and its map as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

Box: TypeAlias = tuple[int, int]
"""A box by column and row, from 1."""
Pair: TypeAlias = tuple[int, int]
"""Two planets, the smaller number first."""
NAME = "galaxy"
"""The name of a galaxy without a name."""
LARGEST = 24
"""The largest number of columns, and of rows."""


class Special(NamedTuple):
    """A special box.

    Attributes:
        kind: The kind of the box, one of SPECIALS.
        column: The column of the box, from 1.
        row: The row of the box, from 1.
    """

    kind: str
    column: int
    row: int

    @property
    def box(self) -> Box:
        """The column and row of the box."""
        return self.column, self.row


def box_in_words(box: Iterable[int]) -> str:
    """Return a box for a sentence, the column first, e.g. `column 7, row 2`."""
    column, row = box
    return f"column {column}, row {row}"


def in_reading_order(specials: Iterable[Special]) -> tuple[Special, ...]:
    """Return special boxes sorted by row, then column, so that the order in a file does not matter."""
    return tuple(sorted(specials, key=lambda special: (special.row, special.column)))


EMPTY = "."
MARKS = {"*": "star", "r": "rocket", "a": "asteroid", "o": "black_hole"}
MARK_OF = {kind: mark for mark, kind in MARKS.items()}
PLANETS = "123456789"
KNOWN = f"use {EMPTY} (empty), 1 to 9 (planets), " + ", ".join(f"{mark} ({kind})" for mark, kind in MARKS.items())


@dataclass
class MapContent:
    """The content of a map in a file; lines are counted from 0, beginning below `map:`.

    Attributes:
        columns: The number of columns.
        rows: The number of rows.
        planets: Pairs of a planet's number and its box.
        specials: Kind, column and row of each special box.
        lines: The line of each box.
        faults: Pairs of a line and its fault.
    """

    columns: int = 0
    rows: int = 0
    planets: list[tuple[int, Box]] = field(default_factory=list)
    specials: list[tuple[str, int, int]] = field(default_factory=list)
    lines: dict[Box, int] = field(default_factory=dict)
    faults: list[tuple[int, str]] = field(default_factory=list)


def rows_of(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows of a drawing that are not blank, as pairs of a line's number and its tokens."""
    return [(number, tokens) for number, line in enumerate(text.splitlines()) if (tokens := line.split())]


def uneven(rows: list[tuple[int, list[str]]], width: int, wanted: str = "") -> Iterator[tuple[int, str]]:
    """Yield the line and the fault of each row that does not have the right width.

    Args:
        rows: The rows, from `rows_of`.
        width: The right width.
        wanted: Words for the reason why rows must have that width; "" if it is the width of most rows.
    """
    wanted = wanted or f"most rows have {width}"
    for row, (line, tokens) in enumerate(rows, start=1):
        if len(tokens) < width:
            cure = f"write {EMPTY} for an empty box"
            yield line, f"row {row} has {len(tokens)} boxes, but {wanted}: {cure}"
        elif len(tokens) > width:
            yield line, f"row {row} has {len(tokens)} boxes, but {wanted}: take out {len(tokens) - width}"


def read_map(text: str) -> MapContent:
    """Return the content of a map, with every fault and its line."""
    rows = rows_of(text)
    widths = Counter(len(tokens) for _, tokens in rows)
    width = widths.most_common(1)[0][0] if widths else 0
    mapped = MapContent(min(width, LARGEST), min(len(rows), LARGEST))
    mapped.faults += uneven(rows, width)
    for many, what in ((width, "columns"), (len(rows), "rows")):
        if not 1 <= many <= LARGEST:
            mapped.faults.append((0, f"{many} {what}: a galaxy has 1 to {LARGEST}"))
    for row, (line, tokens) in enumerate(rows, start=1):
        for column, token in enumerate(tokens, start=1):
            mapped.lines[column, row] = line
            if token in PLANETS and len(token) == 1:
                mapped.planets.append((int(token), (column, row)))
            elif token in MARKS:
                mapped.specials.append((MARKS[token], column, row))
            elif token != EMPTY:
                mapped.faults.append((line, f"{box_in_words((column, row))}: {token!r} is no mark: {KNOWN}"))
    return mapped
