"""What differs between two editions: row by row, as facts and in words."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyzer.trucker.edition import table_of
from analyzer.trucker.edition_key import OWN
from analyzer.trucker.tables.columns import KEYS, PROVENANCE, TABLES

SINGULAR = {
    "cards": "card",
    "kinds": "kind",
    "components": "component",
    "boards": "board",
    "levels": "level",
    "goods": "goods",
    "switches": "switch",
}
Rows = Mapping[str, Mapping[str, str]]


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

    @property
    def what(self) -> str:
        """What it is about: `card 60`."""
        return f"{SINGULAR[self.table]} {self.row}"

    def in_words(self, one: str, other: str) -> str:
        """What stands where, the editions by their names."""
        if self.one is None:
            return f"only in {other}: {self.other}"
        if self.other is None:
            return f"only in {one}: {self.one}"
        return f"{self.column} {self.one or 'nothing'} in {one}, {self.other or 'nothing'} in {other}"


def differences(one: str, other: str) -> Iterator[Difference]:
    """Every difference of two editions, by name or key, in the order of the tables; where a row comes from is none."""
    for table in TABLES:
        ones, others = _rows(one, table), _rows(other, table)
        for key in dict.fromkeys([*ones, *others]):
            yield from _of_row(table, key, ones.get(key), others.get(key))


def _of_row(
    table: str, key: str, one: Mapping[str, str] | None, other: Mapping[str, str] | None
) -> Iterator[Difference]:
    if one is None or other is None:
        yield Difference(
            table, key, "", None if one is None else _figures(one), None if other is None else _figures(other)
        )
        return
    for column in dict.fromkeys([*one, *other]):
        if one.get(column, "") != other.get(column, ""):
            yield Difference(table, key, column, one.get(column, ""), other.get(column, ""))


def _rows(edition: str, table: str) -> Rows:
    """The rows by what tells them apart; a board is one row of squares, and components are counted."""
    rows = [
        {name: row.get(name, "") for name in TABLES[table] if name not in PROVENANCE}
        for row in csv.DictReader(table_of(edition, table).splitlines())
        if not row.get("harder")
    ]
    if table == "components":
        return _counted(rows)
    if table != "boards":
        return {row[KEYS[table]]: {name: value for name, value in row.items() if name != KEYS[table]} for row in rows}
    boards: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        board = boards.setdefault(row["board"], {"squares": [], "start": []})
        board["squares"].append(f"{row['row']},{row['column']}")
        board["start"] += [f"{row['row']},{row['column']}"] * (row["start"] == "1")
    return {name: {what: " ".join(squares) for what, squares in board.items()} for name, board in boards.items()}


def _counted(rows: list[dict[str, str]]) -> Rows:
    """By kind and connectors how many of them the box has."""
    counted: dict[str, dict[str, str]] = {}
    for row in rows:
        name = f"{row['kind']} {row['front']}{row['right']}{row['rear']}{row['left']}"
        counted[name] = {"number": str(int(counted.get(name, {"number": "0"})["number"]) + 1)}
    return counted


def _figures(row: Mapping[str, str]) -> str:
    """All that a row says, without what is empty or 0."""
    if "squares" in row:
        return f"{len(row['squares'].split())} squares"
    return ", ".join(f"{name} {value}" for name, value in row.items() if value not in ("", "0"))


def name_of(edition: str) -> str:
    """What an edition is called."""
    return OWN[edition].name if edition in OWN else edition
