"""Tables as templates read them: every number already a word, and how much room they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LADDER = (*range(16, 50, 2), *range(50, 76, 4))
"""Widths in rem (the size of plain text) below which a table is stacked: each row as a block of labelled cells."""
REM_A_LETTER, REM_A_GAP = 0.62, 1.1
"""The width of a letter in the widest of the fonts that pages are shown in, and what lies between two columns."""
OF_WORDS, OF_HEADS = 8.0, 12.0
"""Rem that a column of words, or the headings of rows, can do with: they wrap."""


@dataclass(frozen=True)
class Column:
    """The heading of a column; `words` are wrapped and stand to the left, all else is in one piece to the right."""

    label: str
    words: bool = False


@dataclass(frozen=True)
class Cell:
    """What stands in a cell, in smaller letters below it, and whether it is a gain, a loss or neither ("")."""

    text: str
    small: str = ""
    sense: str = ""

    @property
    def letters(self) -> float:
        """Its width in letters of plain text."""
        return max(len(self.text), 0.8 * len(self.small))


@dataclass(frozen=True)
class Row:
    """One line of a table: its heading and its cells."""

    head: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """A table with headings of columns, the first of which is that of the rows' headings; `sorts`: a reader may."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    sorts: bool = False

    @property
    def needs(self) -> float:
        """Rem that it needs to stand side by side."""
        heads = REM_A_LETTER * max((len(row.head) for row in self.rows), default=0)
        columns = (self._width(number) for number in range(1, len(self.columns)))
        return min(heads, OF_HEADS) + sum(columns) + REM_A_GAP * len(self.columns)

    @property
    def rung(self) -> int | None:
        """The rung of LADDER below which it is stacked; None where none is wide enough, and it always is."""
        return next((rung for rung in LADDER if rung >= self.needs), None)

    def _width(self, number: int) -> float:
        """Rem of a column: that of words can do with little, that of numbers takes the longest one."""
        column, cells = self.columns[number], (row.cells[number - 1] for row in self.rows)
        if column.words:
            return OF_WORDS
        longest_word = max(map(len, column.label.split()), default=0)
        return REM_A_LETTER * max([longest_word, *(cell.letters for cell in cells)])


def table(
    columns: Sequence[Column | str],
    rows: Sequence[tuple[str, Sequence[Cell | str]]],
    caption: str = "",
    *,
    sorts: bool = False,
) -> Table:
    """A table of plain texts, where a heading or a cell has nothing more to say."""
    return Table(
        tuple(Column(column) if isinstance(column, str) else column for column in columns),
        tuple(
            Row(head, tuple(Cell(cell) if isinstance(cell, str) else cell for cell in cells)) for head, cells in rows
        ),
        caption,
        sorts,
    )
