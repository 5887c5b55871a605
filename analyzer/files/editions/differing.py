"""What differs between two editions: row by row, as facts and in words, and how much of each table that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from analyzer.files.editions.shelf import Shelf

Rows = Mapping[str, Mapping[str, str]]
Gathered = Callable[[list[dict[str, str]]], Rows]
"""Rows of a table, without where they are from, by what tells them apart."""
Matched = Callable[[Rows, Rows], Iterable[tuple[str | None, str | None]]]
"""Which row of one edition is which of another, None for none there; every row once."""
NUMBER = "number"
"""The only column of rows that say how many there are of something."""


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
    other_row: str = ""
    """By which key the other edition has the row, if not by `row`."""
    more: int | None = None
    """Of rows that say how many there are: how many more the first edition has."""

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
        if self.column == "squares":
            here, there = self.one.split(), self.other.split()
            gone, new = ([at for at in these if at not in those] for these, those in ((here, there), (there, here)))
            sides = [f"only in {name}: {' '.join(at)}" for name, at in ((one, gone), (other, new)) if at]
            return "; ".join([f"squares {len(here)} in {one}, {len(there)} in {other}", *sides])
        return f"{self.column} {self.one or 'nothing'} in {one}, {self.other or 'nothing'} in {other}"


@dataclass(frozen=True)
class Pair:
    """A row of each of two editions that is the same thing in both; None where one of them has no such thing."""

    table: str
    singular: str
    keys: tuple[str | None, str | None]
    one: Mapping[str, str] | None
    other: Mapping[str, str] | None

    @property
    def numbers(self) -> tuple[int, int]:
        """How many of it each edition has."""
        rows = self.one, self.other
        one, other = (0 if row is None else int(row[NUMBER]) if self.is_counted else 1 for row in rows)
        return one, other

    @property
    def is_counted(self) -> bool:
        """Whether its rows only say how many there are of it."""
        return list(self.one or self.other or ()) == [NUMBER]

    @property
    def is_same(self) -> bool:
        """Whether nothing but its key differs."""
        return self.one == self.other

    def differences(self) -> Iterator[Difference]:
        """What differs in it; the key alone is no difference."""
        first, second = self.keys
        row, one, other = first or second or "", self.one, self.other
        more = self.numbers[0] - self.numbers[1] if self.is_counted else None
        if one is None or other is None:
            here, there = (None if row is None else _figures(row) for row in (one, other))
            yield Difference(self.table, row, "", here, there, self.singular, row, more)
            return
        for column in dict.fromkeys([*one, *other]):
            here, there = one.get(column, ""), other.get(column, "")
            if here != there:
                yield Difference(self.table, row, column, here, there, self.singular, second or row, more)


@dataclass(frozen=True)
class TableCount:
    """Of a table: how many things each of two editions has, and how many are alike, changed, or in one alone.

    renumbered: how many of those that are alike have another key there.
    """

    table: str
    one: int
    other: int
    same: int
    changed: int
    only_one: int
    only_other: int
    renumbered: int

    @property
    def differs(self) -> bool:
        """Whether anything but keys differs."""
        return self.same < max(self.one, self.other)


def pairs(
    shelf: Shelf,
    one: str,
    other: str,
    gathered: Mapping[str, Gathered] | None = None,
    matched: Mapping[str, Matched] | None = None,
) -> list[Pair]:
    """The rows of two editions, by name or key, in the order of the tables; where a row comes from is left out.

    gathered: by table how its rows are told apart, if not by its key; matched: which of them are the same thing.
    """
    pairs: list[Pair] = []
    for table, singular in ((table, shelf.singular[table]) for table in shelf.tables):
        ones, others = (_rows(shelf, edition, table, (gathered or {}).get(table)) for edition in (one, other))
        for keys in (matched or {}).get(table, by_key)(ones, others):
            here, there = (None if key is None else rows[key] for key, rows in zip(keys, (ones, others), strict=True))
            pairs.append(Pair(table, singular, keys, here, there))
    return pairs


def by_key(ones: Rows, others: Rows) -> Iterator[tuple[str | None, str | None]]:
    """Rows of one key are the same thing."""
    for key in dict.fromkeys([*ones, *others]):
        yield key if key in ones else None, key if key in others else None


def counts(pairs: Iterable[Pair]) -> tuple[TableCount, ...]:
    """How much of each table differs."""
    sums: dict[str, list[int]] = {}
    for pair in pairs:
        one, other = pair.numbers
        both = min(one, other)
        same = both if pair.is_same or pair.is_counted else 0
        renumbered = same * (pair.keys[0] != pair.keys[1] and not pair.is_counted)
        row = [one, other, same, both - same, one - both, other - both, renumbered]
        sums[pair.table] = [a + b for a, b in zip(sums.get(pair.table, [0] * len(row)), row, strict=True)]
    return tuple(TableCount(table, *row) for table, row in sums.items())


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
