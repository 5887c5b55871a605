"""Figures of an edition: whole numbers in its tables that can be replaced by other values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer.errors import AnalyzerError, brief, nearest, one_of
from analyzer.files.editions.folder import as_csv, faults_of, fits
from analyzer.files.editions.shelf import Line, Shelf

LARGEST = 999
"""Largest value of a figure that is considered."""


@dataclass(frozen=True)
class Figure:
    """A whole number in a table of an edition.

    Attributes:
        shelf: tables of the game.
        edition: key of the edition.
        table: name of the table.
        row: key of the row, e.g. the id of a card.
        column: name of the column.
    """

    shelf: Shelf
    edition: str
    table: str
    row: str
    column: str

    def __str__(self) -> str:
        return f"{self.row}.{self.column}"

    @property
    def now(self) -> int:
        """The present value; an empty cell counts as 0."""
        rows = self.shelf.rows(self.edition, self.table)
        return next(int(row[self.column] or 0) for row in rows if self.shelf.key(self.table, row) == self.row)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """All values of the figure with which the edition has no fault, in order; () if the row has no such figure."""
        column = self.shelf.tables[self.table][self.column]
        tables: dict[str, list[Line]] = {
            name: [(None, row) for row in self.shelf.rows(self.edition, name)] for name in self.shelf.tables
        }
        return tuple(
            value
            for value in range(LARGEST + 1)
            if fits(column, str(value)) and not faults_of(self.shelf, tables | {self.table: self._lines(value)}, "")
        )

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

    def _lines(self, value: int) -> list[Line]:
        """Return the rows of the table with a value of the figure.

        Only the row of the figure has a line number, so that `faults_of` looks for faults in this row alone.
        """
        return [
            (1, {**row, self.column: f"{value}"}) if self.shelf.key(self.table, row) == self.row else (None, row)
            for row in self.shelf.rows(self.edition, self.table)
        ]


def figure_named(shelf: Shelf, edition: str, text: object, tables: Sequence[str], example: str) -> Figure:
    """Return the figure that a text names, e.g. `II07.strength`.

    Args:
        shelf: tables of the game.
        edition: key of the edition.
        text: key or name of a row, a dot, and the name of a column.
        tables: the tables to search.
        example: a text that names a figure, for messages.

    Raises:
        AnalyzerError: for a row that does not exist, and for a column without several values to try.
    """
    subject, _, column = (one.strip() for one in (text if isinstance(text, str) else "").rpartition("."))
    rows = {(table, shelf.key(table, row)): row for table in tables for row in shelf.rows(edition, table)}
    if not subject:
        raise AnalyzerError(f"fix {brief(text)[:40]}: name a thing and one of its figures, e.g. {example}")
    table, key = _row_named(subject, rows)
    keys = shelf.key_columns(table)
    by_name = {
        name: Figure(shelf, edition, table, key, name)
        for name, one in shelf.tables[table].items() if one.is_number and name not in keys
    }  # fmt: skip
    if column in by_name and len(by_name[column].values) > 1:
        return by_name[column]
    filled = [name for name, one in by_name.items() if len(one.values) > 1]
    hint = one_of(column, filled) if filled else "it has no figure with several values: name another one"
    raise AnalyzerError(f"fix {key}.{column[:40]}: no figure of {key}: {hint}")


def _row_named(subject: str, rows: Mapping[tuple[str, str], Mapping[str, str]]) -> tuple[str, str]:
    """Return table and key of the only row with that key or name."""
    wanted = subject.casefold()
    found = [place for place, row in rows.items() if wanted in (place[1].casefold(), row.get("name", "").casefold())]
    if len(found) == 1:
        return found[0]
    if found:
        raise AnalyzerError(f"fix {subject[:40]}: several have that name: {one_of(None, [key for _, key in found])}")
    names = [key for _, key in rows] + [row["name"] for row in rows.values() if row.get("name")]
    close = nearest(subject, names)
    cure = f"did you mean {close}?" if close else "name a row of a table by its first column or its name"
    raise AnalyzerError(f"fix {subject[:40]}: no such thing: {cure}")
