"""Tables in CSV: those that come with the product, and those of users, whose every line is judged."""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from analyzer.errors import AnalyzerError, Fault, one_of

MOST_LINES = 1_000
LONGEST_LINE = 10_000
"""Characters."""


@cache
def rows_of(package: str, table: str) -> tuple[dict[str, str], ...]:
    """The rows of the table `data/TABLE.csv` of a package, as they stand there."""
    return tuple(csv.DictReader(text_of(package, table).splitlines()))


@cache
def text_of(package: str, table: str) -> str:
    """The table `data/TABLE.csv` of a package."""
    return (files(package) / "data" / f"{table}.csv").read_text(encoding="utf-8")


def parse_rows(
    text: str, where: str, columns: Sequence[str], needed: Collection[str], ragged: list[Fault] | None = None
) -> list[tuple[int, dict[str, str]]]:
    """The rows of a user's table, each with its line; raises AnalyzerError for what is no such table.

    Lines that begin with # are left out. `ragged`: rows that have more cells than there are columns, or fewer, are left
    out, and reported there; without it what is missing is empty, and what is too much is dropped.
    """
    lines = [line if line.lstrip('" ')[:1] != "#" else "" for line in text.splitlines()]
    above = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if len(lines) > MOST_LINES:
        raise AnalyzerError(Fault(f"{len(lines):,} lines: such a table has at most {MOST_LINES:,}", where))
    if long := [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE]:
        raise AnalyzerError(Fault(f"more than {LONGEST_LINE:,} letters: this is no such table", where, long[0]))
    table = csv.DictReader(lines[above:], restkey="", restval=None)
    try:
        names = [*(table.fieldnames or ())]
        faults = [f"no column {name[:40]!r}: {one_of(name[:40], columns)}" for name in names if name not in columns]
        faults += [f"column {name} is missing: add it" for name in columns if name in needed and name not in names]
        faults += [f"column {name} is there twice" for name in columns if names.count(name) > 1]
        if faults:
            raise AnalyzerError(Fault(fault, where, above + 1) for fault in faults)
        rows = [(above + table.line_num, row) for row in table]
    except csv.Error as error:
        raise AnalyzerError(Fault(f"no CSV that can be read: {error}", where, above + table.line_num)) from None
    if ragged is not None:
        cure = f"the first line has {len(names)} columns: compare the commas"
        odd = {line: cells for line, row in rows if (cells := _cells(row)) != len(names)}
        ragged += [Fault(f"{cells} cells, {cure}", where, line) for line, cells in odd.items()]
        rows = [(line, row) for line, row in rows if line not in odd]
    return [(line, {name: (entry or "").strip() for name, entry in row.items() if name}) for line, row in rows]


def _cells(row: dict[str, Any]) -> int:
    """How many cells a row has."""
    return sum(entry is not None for name, entry in row.items() if name) + len(row.get("", ()))
