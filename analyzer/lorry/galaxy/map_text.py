"""The map of a galaxy as people type it: a token a box, `.` empty, 1 to 9 planets, `* r a o` special boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from analyzer.lorry.galaxy.boxes import LARGEST, Box, box_in_words

EMPTY = "."
MARKS = {"*": "star", "r": "rocket", "a": "asteroid", "o": "black_hole"}
MARK_OF = {kind: mark for mark, kind in MARKS.items()}
PLANETS = "123456789"
KNOWN = f"use {EMPTY} (empty), 1 to 9 (planets), " + ", ".join(f"{mark} ({kind})" for mark, kind in MARKS.items())


@dataclass
class Mapped:
    """What a map says; lines are counted from 0, the first below `map:`."""

    columns: int = 0
    rows: int = 0
    planets: list[tuple[int, Box]] = field(default_factory=list)
    specials: list[tuple[str, int, int]] = field(default_factory=list)
    lines: dict[Box, int] = field(default_factory=dict)
    faults: list[tuple[int, str]] = field(default_factory=list)


def rows_of(text: str) -> list[tuple[int, list[str]]]:
    """The rows of a drawing that are not blank, each with its line, as tokens."""
    return [(number, tokens) for number, line in enumerate(text.splitlines()) if (tokens := line.split())]


def uneven(rows: list[tuple[int, list[str]]], width: int, wanted: str = "") -> Iterator[tuple[int, str]]:
    """Yield for each row of another width its line and the cure.

    wanted: why rows have that width; if it is empty, because most rows of the map do.
    """
    wanted = wanted or f"most rows have {width}"
    for row, (line, tokens) in enumerate(rows, start=1):
        if len(tokens) < width:
            cure = f"write {EMPTY} for an empty box"
            yield line, f"row {row} has {len(tokens)} boxes, but {wanted}: {cure}"
        elif len(tokens) > width:
            yield line, f"row {row} has {len(tokens)} boxes, but {wanted}: take out {len(tokens) - width}"


def read_map(text: str) -> Mapped:
    """What lies in which box, and every fault with its line."""
    rows = rows_of(text)
    widths = Counter(len(tokens) for _, tokens in rows)
    width = widths.most_common(1)[0][0] if widths else 0
    mapped = Mapped(min(width, LARGEST), min(len(rows), LARGEST))
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
