"""Figures of an edition: whole numbers in its tables that can be replaced by other values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from analyzer.errors import AnalyzerError, brief, nearest, one_of
from analyzer.files.editions.folder import as_csv, faults_of, fits
from analyzer.files.editions.shelf import Line, Row, Shelf

LARGEST = 999
"""Largest value of a figure that is considered."""
SMALL = 9
"""Largest value of a number in a cell such as `ore 2 carbon 1`; twice the present number if that is more."""
COUNTED = re.compile(r"[a-z_]+ \d+( [a-z_]+ \d+)*")
"""Form of a cell with a number after each word, e.g. `ore 2 carbon 1`."""


@dataclass(frozen=True)
class Figure:
    """A whole number in a table of an edition.

    Attributes:
        shelf: tables of the game.
        edition: key of the edition.
        table: name of the table.
        row: key of the row, e.g. the id of a card.
        column: name of the column; in a cell such as `ore 2 carbon 1` also the word, e.g. `pay ore`.
        most: largest value to consider.
    """

    shelf: Shelf
    edition: str
    table: str
    row: str
    column: str
    most: int = LARGEST

    def __str__(self) -> str:
        return f"{self.row}.{self.column}"

    @cached_property
    def now(self) -> int:
        """The present value; an empty cell counts as 0."""
        return self._value(self._row)

    @cached_property
    def as_printed(self) -> int | None:
        """The value in the same row of the shipped edition, if with it both rows are equal, names aside; else None."""
        printed = dict(keyed_rows(self.shelf, self.shelf.own.base_of(self.edition), self.table)).get(self.row)
        if printed is None:
            return None
        value = self._value(printed)
        own = self._with(self._row, value)
        compared = [name for name in self.shelf.tables[self.table] if name not in ("name", *self.shelf.provenance)]
        return value if all((own.get(name) or "0") == (printed.get(name) or "0") for name in compared) else None

    @cached_property
    def values(self) -> tuple[int, ...]:
        """All values of the figure with which the edition has no fault, in order."""
        return tuple(self._valid())

    @property
    def has_several_values(self) -> bool:
        """Whether the edition has no fault with more than one value; False if rows of this kind have no such figure."""
        return len([*islice(self._valid(), 2)]) > 1

    def facts(self) -> dict[str, Any]:
        """Return table, row, column and present value for JSON."""
        return {"table": self.table, "row": self.row, "column": self.column, "now": self.now}

    def with_value(self, value: int) -> str:
        """Return the key of the edition with a value of the figure; for the present value, of the edition itself."""
        own = self.shelf.own
        if value == self.now:
            return self.edition
        texts = dict(own.KNOWN[self.edition].texts) if self.edition in own.KNOWN else {}
        texts[self.table] = as_csv(self.shelf, self.table, self._lines(value))
        return own(f"{own.name_of(self.edition)}, {self} {value}", own.base_of(self.edition), tuple(texts.items()))

    def _valid(self) -> Iterator[int]:
        """Yield all values of the figure with which the edition has no fault, in order."""
        tables: dict[str, list[Line]] = {
            name: [(None, row) for row in self.shelf.rows(self.edition, name)] for name in self.shelf.tables
        }
        column = self.shelf.tables[self.table].get(self.column)
        for value in range(self.most + 1):
            # Most numbers are out of the range of their column, which costs less to find.
            is_odd = column is not None and not fits(column, str(value))
            if not is_odd and not faults_of(self.shelf, tables | {self.table: self._lines(value)}, ""):
                yield value

    @property
    def _row(self) -> Row:
        return dict(keyed_rows(self.shelf, self.edition, self.table))[self.row]

    def _value(self, row: Row) -> int:
        column, _, word = self.column.partition(" ")
        found = re.search(rf"\b{word} (\d+)" if word else "(.*)", row[column])
        return int(found[1] or 0) if found else 0

    def _with(self, row: Row, value: int) -> dict[str, str]:
        column, _, word = self.column.partition(" ")
        cell = re.sub(rf"\b{word} \d+", f"{word} {value}", row[column]) if word else f"{value}"
        return {**row, column: cell}

    def _lines(self, value: int) -> list[Line]:
        """Return the rows of the table with a value of the figure.

        Only the row of the figure has a line number, so that `faults_of` looks for faults in this row alone.
        """
        empty = dict.fromkeys(self.shelf.tables[self.table], "")
        return [
            (1, empty | self._with(row, value)) if key == self.row else (None, dict(row))
            for key, row in keyed_rows(self.shelf, self.edition, self.table)
        ]


def keyed_rows(shelf: Shelf, edition: str, table: str) -> Iterator[tuple[str, Row]]:
    """Yield each row of a table with its key; rows that share a key are numbered, e.g. `planet 3`."""
    numbers: dict[str, int] = {}
    for row in shelf.rows(edition, table):
        key = shelf.key(table, row)
        numbers[key] = numbers.get(key, 0) + 1
        yield f"{key} {numbers[key]}" if table in shelf.many else key, row


def figure_named(
    shelf: Shelf,
    edition: str,
    text: object,
    tables: Sequence[str],
    example: str,
    columns: Callable[[str, Row], Mapping[str, int]] | None = None,
) -> Figure:
    """Return the figure that a text names, e.g. `II07.strength`.

    Args:
        shelf: tables of the game.
        edition: key of the edition.
        text: key or name of a row, a dot, and the name of a column.
        tables: the tables whose figures decide a verdict.
        example: a text that names a figure, for messages.
        columns: function that returns the columns of a row that can be searched, each with the largest value to
            consider. If None, all columns with numbers can be searched.

    Raises:
        AnalyzerError: for a row that does not exist or decides no verdict, and for a column without several values.
    """
    subject, _, column = (one.strip() for one in (text if isinstance(text, str) else "").rpartition("."))
    if not subject:
        raise AnalyzerError(f"fix {brief(text)[:40]}: name a thing and one of its figures, e.g. {example}")
    rows = {(table, key): row for table in shelf.tables for key, row in keyed_rows(shelf, edition, table)}
    table, key = _row_named(subject, {place: row for place, row in rows.items() if place[0] in tables}, rows)
    if table not in tables:
        cure = f"name a figure of {' or '.join(tables)}, e.g. {example}"
        raise AnalyzerError(f"fix {key}.{column[:40]}: no figure of {table} decides a verdict alone: {cure}")
    row = rows[table, key]
    most = dict(_columns_with_numbers(shelf, table, row)) if columns is None else columns(table, row)
    figures = {name: Figure(shelf, edition, table, key, name, largest) for name, largest in most.items()}
    if column in figures and figures[column].has_several_values:
        return figures[column]
    filled = [name for name, one in figures.items() if one.has_several_values]
    hint = one_of(column, filled) if filled else "it has no figure with several values: name another one"
    raise AnalyzerError(f"fix {key}.{column[:40]}: no figure of {key}: {hint}")


def _columns_with_numbers(shelf: Shelf, table: str, row: Row) -> Iterator[tuple[str, int]]:
    """Yield the columns of a row that hold numbers, each with the largest value to consider.

    A cell `ore 2 carbon 1` in the column `pay` counts as two columns, `pay ore` and `pay carbon`.
    """
    for name, column in shelf.tables[table].items():
        if column.is_number and name not in shelf.key_columns(table):
            yield name, LARGEST
        elif name not in ("name", *shelf.provenance) and COUNTED.fullmatch(cell := row.get(name, "")):
            for word, now in zip(cell.split()[::2], cell.split()[1::2], strict=True):
                yield f"{name} {word}", max(SMALL, 2 * int(now))


def _row_named(
    subject: str, judged: Mapping[tuple[str, str], Row], rows: Mapping[tuple[str, str], Row]
) -> tuple[str, str]:
    """Return table and key of the only row with that key or name; rows that decide a verdict come first."""
    wanted = subject.casefold()
    for some in (judged, rows):
        found = [one for one, row in some.items() if wanted in (one[1].casefold(), row.get("name", "").casefold())]
        if len(found) == 1:
            return found[0]
        if found:
            keys = one_of(None, [key for _, key in found])
            raise AnalyzerError(f"fix {subject[:40]}: several have that name: {keys}")
    names = [key for _, key in judged] + [row["name"] for row in judged.values() if row.get("name")]
    close = nearest(subject, names)
    cure = f"did you mean {close}?" if close else "name a row of a table by its first column or its name"
    raise AnalyzerError(f"fix {subject[:40]}: no such thing: {cure}")
