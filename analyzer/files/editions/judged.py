"""What is wrong in the tables of an edition: cell by cell, row by row, and between tables; each with line and cure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from analyzer.errors import Fault
from analyzer.files.editions.columns import Column
from analyzer.files.editions.shelf import Line, Row, Shelf, Tables


def faults_of(shelf: Shelf, tables: Tables, path: str, doubtful: frozenset[str] = frozenset()) -> list[Fault]:
    """Every fault of the tables of a folder; what stands in the edition below is judged only where it no longer fits.

    `doubtful`: tables that are wrong already, of which some rows are missing here.
    """
    faults: dict[str, list[tuple[int | None, str]]] = {table: [] for table in shelf.tables}
    right: dict[str, list[Line]] = {}
    for table, lines in tables.items():
        own = [(line, row) for line, row in lines if line is not None]
        cells = {line: [*_cells(shelf, table, row)] for line, row in own}
        faults[table] += [(line, text) for line, texts in cells.items() for text in texts]
        right[table] = [(line, row) for line, row in lines if line is None or not cells[line]]
        faults[table] += [(line, text) for line, row in own for text in shelf.of_row(table, row)]
    doubtful |= {table for table, wrong in faults.items() if wrong}
    for table, judge in shelf.judges.items():
        if not doubtful & shelf.rests_on.get(table, set()):
            wrong_between = judge(right)
            faults[table] += [one for one in wrong_between if one[0] is not None or table not in doubtful]
    return [
        Fault(text, str(Path(path) / f"{table}.csv"), line)
        for table, wrong in faults.items()
        for line, text in sorted(dict.fromkeys(wrong), key=lambda fault: fault[0] or 0)
    ]


def _cells(shelf: Shelf, table: str, row: Row) -> Iterator[str]:
    """What is wrong in single cells."""
    columns, keys = shelf.tables[table], shelf.key_columns(table)
    wrong = [name for name, column in columns.items() if not fits(column, row[name], name in shelf.names)]
    for name in wrong:
        value, column = row[name], columns[name]
        if value or name in keys or not {*keys} & {*wrong}:
            yield f"{name} {value[:40]!r}: give {column.cure}" if value else f"{name} is empty: give {column.cure}"


def fits(column: Column, value: str, any_alphabet: bool = False) -> bool:
    """Whether the value may stand in the column; any_alphabet: letters of all alphabets may."""
    return re.fullmatch(column.shape, value, 0 if any_alphabet else re.ASCII) is not None
