"""What differs between two editions: row by row, as facts and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from analyzer.files.editions.shelf import Shelf

Rows = Mapping[str, Mapping[str, str]]
Gathered = Callable[[list[dict[str, str]]], Rows]
"""Rows of a table, without where they are from, by what tells them apart."""


@dataclass(frozen=True)
class Difference:
    """One difference: in which table, of which row and column; None where one edition has no such row.

    `one`, `other`: what stands there in each; of a whole row its figures in words.
    """

    table: str
    row: str
    column: str
    one: str | None
    other: str | None
    singular: str = ""
    """What a row of the table is called."""

    @property
    def what(self) -> str:
        """What it is about: `card 60`."""
        return f"{self.singular or self.table} {self.row}"

    def in_words(self, one: str, other: str) -> str:
        """What stands where, the editions by their names."""
        if self.one is None:
            return f"only in {other}: {self.other}"
        if self.other is None:
            return f"only in {one}: {self.one}"
        return f"{self.column} {self.one or 'nothing'} in {one}, {self.other or 'nothing'} in {other}"


def differences(
    shelf: Shelf, one: str, other: str, gathered: Mapping[str, Gathered] | None = None
) -> Iterator[Difference]:
    """Every difference of two editions, by name or key, in the order of the tables; where a row comes from is none.

    gathered: by table how its rows are told apart, if not by its key.
    """
    for table in shelf.tables:
        ones, others = (_rows(shelf, edition, table, (gathered or {}).get(table)) for edition in (one, other))
        for key in dict.fromkeys([*ones, *others]):
            yield from _of_row(shelf, table, key, ones.get(key), others.get(key))


def _of_row(
    shelf: Shelf, table: str, key: str, one: Mapping[str, str] | None, other: Mapping[str, str] | None
) -> Iterator[Difference]:
    singular = shelf.singular[table]
    if one is None or other is None:
        here, there = (None if row is None else _figures(row) for row in (one, other))
        yield Difference(table, key, "", here, there, singular)
        return
    for column in dict.fromkeys([*one, *other]):
        if one.get(column, "") != other.get(column, ""):
            yield Difference(table, key, column, one.get(column, ""), other.get(column, ""), singular)


def _rows(shelf: Shelf, edition: str, table: str, gather: Gathered | None) -> Rows:
    keys = shelf.key_columns(table)
    rows = [
        {name: row.get(name, "") for name in shelf.tables[table] if name not in shelf.provenance}
        for row in shelf.rows(edition, table)
    ]
    if gather is not None:
        return gather(rows)
    return {shelf.key(table, row): {name: value for name, value in row.items() if name not in keys} for row in rows}


def _figures(row: Mapping[str, str]) -> str:
    """All that a row says, without what is empty or 0."""
    if "squares" in row:
        return f"{len(row['squares'].split())} squares"
    return ", ".join(f"{name} {value}" for name, value in row.items() if value not in ("", "0"))
