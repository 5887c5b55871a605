"""Tables of descriptions as templates lay them out: every value a text, and the room that all of it needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from analyzer.answers.description import Column, Row, Table, in_one_line
from analyzer.statistics.estimate import Estimate

LADDER = (*range(16, 50, 2), *range(50, 76, 4))
"""Widths in rem (the size of plain text) below which a table is stacked: each row as a block of labelled cells."""
REM_A_LETTER, REM_A_GAP, SMALLER = 0.62, 1.1, 0.8
"""The width of a letter in the widest of the fonts that pages are shown in, what lies between two columns, and how much
smaller an interval below its value is."""
OF_WORDS, OF_LABELS = 8.0, 12.0
"""Rem that a column of words, or one that says what a row is about, can do with: they wrap."""
ROOM = 46.0
"""Rem above which intervals stand below their values, in smaller letters, rather than in columns of their own."""
MINUS = re.compile(r"(?<![\w-])-(?=\d)")


@dataclass(frozen=True)
class Cell:
    """A text, what stands below it in smaller letters, and whether it is clearly a gain, a loss or neither ("")."""

    text: str
    small: str = ""
    sense: str = ""

    @property
    def letters(self) -> float:
        """Its width in letters of plain text."""
        return max(len(self.text), SMALLER * len(self.small))


@dataclass(frozen=True)
class Head:
    """The heading of a column. kind: `number`, `text` in one piece, or `words`, which wrap; width: in rem."""

    text: str
    kind: str
    width: float
    is_label: bool


@dataclass(frozen=True)
class PageTable:
    """What the template reads. legend: what columns mean; hidden: how many rows more there are."""

    title: str
    heads: Sequence[Head]
    rows: Sequence[tuple[Row, Sequence[Cell]]]
    legend: Sequence[str]
    hidden: int

    @property
    def needs(self) -> float:
        """Rem that it needs to stand side by side."""
        return sum(head.width + REM_A_GAP for head in self.heads)

    @property
    def rung(self) -> int | None:
        """The rung of LADDER below which it is stacked; None where none is wide enough, and it always is."""
        return next((rung for rung in LADDER if rung >= self.needs), None)


def page_table(table: Table) -> PageTable:
    """The table with intervals in columns of their own, or below their values where that takes too much room."""
    beside = _laid_out(table, has_room=True)
    return beside if beside.needs <= ROOM else _laid_out(table, has_room=False)


def _laid_out(table: Table, *, has_room: bool) -> PageTable:
    seen = table.rows[: table.top]
    columns = [(number < table.labels, column) for number, column in enumerate(table.visible())]
    laid = [part for is_label, column in columns for part in _columns(column, seen, is_label, has_room)]
    lines = zip_longest(*(cells for _, cells in laid), fillvalue=Cell(""))
    rows = [(row, cells) for row, cells in zip(seen, lines, strict=False)]
    return PageTable(table.title, [head for head, _ in laid], rows, table.legend(), len(table.rows) - len(seen))


def _columns(
    column: Column, rows: Sequence[Row], is_label: bool, has_room: bool
) -> Iterator[tuple[Head, Sequence[Cell]]]:
    """A column of values, and that of its intervals where they have one of their own."""
    cells = [_cell(column, row) for row in rows]
    has_own = has_room and bool(column.interval)
    values = [Cell(cell.text, "" if has_own else cell.small, cell.sense) for cell in cells]
    yield _head(in_one_line(str(column.heading)), values, column.form.is_number, is_label), values
    if has_own:
        intervals = [Cell(cell.small) for cell in cells]
        yield _head(column.interval, intervals, True, False), intervals


def _cell(column: Column, row: Row) -> Cell:
    value = row.values.get(column.name)
    text, *interval = map(_typeset, column.cells(value, row.forms.get(column.name)))
    return Cell(text, "".join(interval), _sense(column, value))


def _typeset(text: str) -> str:
    """With the minus sign of pages, and blanks at the beginning that a browser leaves in place."""
    blanks = len(text) - len(text.lstrip(" "))
    return "\N{NO-BREAK SPACE}" * blanks + MINUS.sub("\N{MINUS SIGN}", text[blanks:])


def _sense(column: Column, value: Any) -> str:
    """Whether an estimate is clearly a gain or a loss, where its column says which is which."""
    if not (column.more_is and isinstance(value, Estimate)):
        return ""
    above, below = ("gain", "loss") if column.more_is == "better" else ("loss", "gain")
    return value.says(above, below, "")


def _head(text: str, cells: Sequence[Cell], is_number: bool, is_label: bool) -> Head:
    """The heading of those cells: what is long wraps, numbers take the longest one."""
    longest = max((cell.letters for cell in cells), default=0)
    most = OF_LABELS if is_label else OF_WORDS
    kind = "number" if is_number else "text" if longest * REM_A_LETTER <= most else "words"
    longest_word = max(map(len, text.split()), default=0)
    width = most if kind == "words" else REM_A_LETTER * max(longest_word, longest)
    return Head(text, kind, width, is_label)
