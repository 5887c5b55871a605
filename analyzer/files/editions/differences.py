"""Differences between two editions: row by row, as facts and in words, with counts for each table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from analyzer.files.editions.shelf import Shelf

Rows = Mapping[str, Mapping[str, str]]
Gathered = Callable[[list[dict[str, str]]], Rows]
"""Function from a table's rows, without their sources, to a dict of the rows by keys of its own choice."""
Matched = Callable[[Rows, Rows], Iterable[tuple[str | None, str | None]]]
"""Function that pairs the keys of two editions' rows; None stands for a row that the other edition lacks."""
NUMBER = "number"
"""Name of the column that holds a number of copies; some rows have no other column besides their key."""


@dataclass(frozen=True)
class Difference:
    """Difference between two editions in one cell of a table, or in whether a row exists.

    Args:
        table: name of the table.
        row: key of the row.
        column: name of the column, "" for a whole row.
        one: value in the first edition; for a whole row all its values in words, or None if there is no such row.
        other: value in the second edition, in the same form.
        singular: noun for a row of the table, e.g. `card`.
        other_row: key of the row in the second edition, if it is not `row`.
        more: copies in the first edition less those in the second; None for rows with other columns than a number.
    """

    table: str
    row: str
    column: str
    one: str | None
    other: str | None
    singular: str = ""
    other_row: str = ""
    more: int | None = None

    @property
    def what(self) -> str:
        """Noun and key of the row, e.g. `card 60`."""
        return f"{self.singular or self.table} {self.row}"

    def in_words(self, one: str, other: str) -> str:
        """Say what each edition has, given the names of the editions."""
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
    """Rows of two editions for the same thing, e.g. the same card.

    Args:
        table: name of the table.
        singular: noun for a row of the table, e.g. `card`.
        keys: key of the row in each edition; None in an edition that lacks it.
        one: row of the first edition, by column; None if the edition lacks it.
        other: row of the second edition, by column; None if the edition lacks it.
    """

    table: str
    singular: str
    keys: tuple[str | None, str | None]
    one: Mapping[str, str] | None
    other: Mapping[str, str] | None

    @property
    def numbers(self) -> tuple[int, int]:
        """Copies of the thing in each edition; 1 for a row without a number, 0 for a missing row."""
        rows = self.one, self.other
        one, other = (0 if row is None else int(row[NUMBER]) if self.is_counted else 1 for row in rows)
        return one, other

    @property
    def is_counted(self) -> bool:
        """Whether a row holds nothing but a number of copies."""
        return list(self.one or self.other or ()) == [NUMBER]

    @property
    def is_same(self) -> bool:
        """Whether the rows are equal apart from their keys."""
        return self.one == self.other

    def differences(self) -> Iterator[Difference]:
        """Yield the differences between the two rows; nothing if only their keys differ."""
        first, second = self.keys
        row, one, other = first or second or "", self.one, self.other
        more = self.numbers[0] - self.numbers[1] if self.is_counted else None
        if one is None or other is None:
            here, there = (None if row is None else _values_in_words(row) for row in (one, other))
            yield Difference(self.table, row, "", here, there, self.singular, row, more)
            return
        for column in dict.fromkeys([*one, *other]):
            here, there = one.get(column, ""), other.get(column, "")
            if here != there:
                yield Difference(self.table, row, column, here, there, self.singular, second or row, more)


@dataclass(frozen=True)
class TableCount:
    """Number of entries in a table of two editions, and how many are equal, changed, or in one edition alone.

    Args:
        table: name of the table.
        one: number of entries in the first edition.
        other: number of entries in the second edition.
        same: number of entries that are equal in both.
        changed: number of entries that are in both with different values.
        only_one: number of entries in the first edition alone.
        only_other: number of entries in the second edition alone.
        renumbered: number of equal entries whose keys differ.
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
        """Whether the table differs between the editions in more than keys."""
        return self.same < max(self.one, self.other)


def pairs(
    shelf: Shelf,
    one: str,
    other: str,
    gathered: Mapping[str, Gathered] | None = None,
    matched: Mapping[str, Matched] | None = None,
) -> list[Pair]:
    """Return the matching rows of two editions, table by table, without the columns on their sources.

    Args:
        shelf: tables of the game.
        one: name or key of the first edition.
        other: name or key of the second edition.
        gathered: by table, function that gives its rows keys; other tables use their key columns.
        matched: by table, function that pairs its rows; other tables pair rows with equal keys.
    """
    pairs: list[Pair] = []
    for table, singular in ((table, shelf.singular[table]) for table in shelf.tables):
        ones, others = (_rows(shelf, edition, table, (gathered or {}).get(table)) for edition in (one, other))
        for keys in (matched or {}).get(table, by_key)(ones, others):
            here, there = (None if key is None else rows[key] for key, rows in zip(keys, (ones, others), strict=True))
            pairs.append(Pair(table, singular, keys, here, there))
    return pairs


def by_key(ones: Rows, others: Rows) -> Iterator[tuple[str | None, str | None]]:
    """Yield pairs of equal keys of two editions' rows; None stands for a row that the other edition lacks."""
    for key in dict.fromkeys([*ones, *others]):
        yield key if key in ones else None, key if key in others else None


def counts(pairs: Iterable[Pair]) -> tuple[TableCount, ...]:
    """Return for each table the number of entries that are equal, changed, or in one edition alone."""
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
    """Return the rows of a table in an edition, by key and without the columns on their sources."""
    keys = shelf.key_columns(table)
    rows = [
        {name: row.get(name, "") for name in shelf.tables[table] if name not in shelf.provenance}
        for row in shelf.rows(edition, table)
    ]
    if gather is not None:
        return gather(rows)
    return {shelf.key(table, row): {name: value for name, value in row.items() if name not in keys} for row in rows}


def _values_in_words(row: Mapping[str, str]) -> str:
    """Return all values of a row in words, without those that are empty or 0."""
    if "squares" in row:
        return f"{len(row['squares'].split())} squares"
    return ", ".join(f"{name} {value}" for name, value in row.items() if value not in ("", "0"))
