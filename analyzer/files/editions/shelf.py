"""What a game says of its editions: their tables, which of them come with it, and what is wrong in one."""

from __future__ import annotations

import csv
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from analyzer.files.editions.columns import Column
from analyzer.files.editions.key import OwnTables

Row = Mapping[str, str]
Line = tuple[int | None, dict[str, str]]
"""A row with its line in the folder's table, None for one of the edition below."""
Tables = Mapping[str, list[Line]]
Wrong = Iterator[tuple[int | None, str]]
"""Lines, and what is wrong there."""


def _nothing(table: str, row: Row) -> Iterator[str]:
    return iter(())


@dataclass(frozen=True, eq=False)
class Shelf:
    """The tables of a game's editions.

    tables: by name the columns in order; keys: the column by which a row takes the place of one of the edition below,
    or several with spaces;
    many: tables in which several rows of one key are one thing, as the squares of a board; singular: what a row is
    called; provenance: columns that speak of the row itself, and are never taken from a row that it replaces;
    inherits: by table the only columns that are taken from there, of others all are; empty: by table what stands in
    columns that are left out of new rows; fixed: tables to which no row can be added, with the reason; shipped: the
    editions that come with the product; text: of one of them the text of a table; own: keys of the user's editions;
    judges: by table what is wrong in its rows beside those of the others; rests_on: without which others they cannot
    be judged; of_row: what is wrong with a row whose cells are right.
    """

    tables: Mapping[str, Mapping[str, Column]]
    keys: Mapping[str, str]
    singular: Mapping[str, str]
    shipped: tuple[str, ...]
    text: Callable[[str, str], str]
    own: type[OwnTables]
    judges: Mapping[str, Callable[[Tables], Wrong]]
    many: tuple[str, ...] = ()
    provenance: tuple[str, ...] = ("source", "confidence")
    inherits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    empty: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    rests_on: Mapping[str, set[str]] = field(default_factory=dict)
    of_row: Callable[[str, Row], Iterator[str]] = _nothing
    names: tuple[str, ...] = ("source", "confidence")
    """Columns in which letters of all alphabets may stand."""
    elsewhere: Callable[[str, Mapping[str, Sequence[str]]], str] = lambda base, tables: ""
    """Says of a folder that is wrong here, by its base and the columns of its tables, of which other game it is."""
    command: str = "analyzer edition"
    known: Callable[[], Hashable] = tuple
    """By what else than its tables an edition is judged, as kinds of cards whose rules the user named."""

    def table_of(self, edition: str, table: str) -> str:
        """The text of a table: of the edition itself, or of the one it stands on."""
        own = dict(self.own.KNOWN[edition].texts) if edition in self.own.KNOWN else {}
        text: str = own[table] if table in own else self.text(self.own.base_of(edition), table)
        return text

    def key_columns(self, table: str) -> list[str]:
        """The columns by which rows of a table are told apart."""
        return self.keys[table].split()

    def key(self, table: str, row: Row) -> str:
        """By what the row is told apart from others of its table."""
        return " ".join(row[column] for column in self.key_columns(table))

    def rows(self, edition: str, table: str) -> Iterator[dict[str, str]]:
        """Its rows, without those that are of an edition of the product alone (class IVC of 2007)."""
        for row in csv.DictReader(self.table_of(edition, table).splitlines()):
            if not row.get("harder"):
                yield row


def rows_by_key(key: str, lines: list[Line]) -> dict[str, list[Line]]:
    """The rows of a table by what tells them apart: a column, or several with spaces."""
    groups: dict[str, list[Line]] = {}
    for line, row in lines:
        groups.setdefault(" ".join(row[column] for column in key.split()), []).append((line, row))
    return groups


def twice(key: str, lines: list[Line]) -> Wrong:
    """Rows of the folder that say the same thing twice."""
    for value, same in rows_by_key(key, lines).items():
        for line, _ in same[1:]:
            first = f" (line {same[0][0]})" if same[0][0] is not None else ""
            yield line, f"{key} {value[:40]} is there before{first}: leave one out"
