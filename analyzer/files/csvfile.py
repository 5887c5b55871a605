"""CSV tables: those shipped with the program, and users' own, of which every line is checked."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files

from analyzer.errors import AnalyzerError, Fault, one_of

MOST_LINES = 1_000
LONGEST_LINE = 10_000
"""Maximum number of characters in a line of a user's table."""
DELIMITERS = (",", ";", "\t")
BLANK = ',;\t "'
"""Characters that may stand in a line whose cells are all empty."""


@cache
def rows_of(package: str, table: str) -> tuple[dict[str, str], ...]:
    """Return the rows of the table `data/TABLE.csv` of a package, all values as text."""
    return tuple(csv.DictReader(text_of(package, table).splitlines()))


@cache
def text_of(package: str, table: str) -> str:
    """Return the text of the table `data/TABLE.csv` of a package."""
    return (files(package) / "data" / f"{table}.csv").read_text(encoding="utf-8")


def parse_rows(
    text: str, where: str, columns: Sequence[str], needed: Collection[str], ragged: list[Fault] | None = None
) -> list[tuple[int, dict[str, str]]]:
    """Return the rows of a user's table, each with its line number.

    Cells are separated by commas, semicolons or tabs, whichever the first line uses. Lines that begin with # are
    skipped, and so are empty rows and columns.

    Args:
        text: text of the table.
        where: path of the file, for messages.
        columns: names of all columns.
        needed: names of the columns that must be there.
        ragged: list to which rows with too many or too few cells are reported as faults; such rows are left out.
            Without it, missing cells are empty, and surplus ones dropped.

    Raises:
        AnalyzerError: if the text is no such table.
    """
    lines = [line if line.lstrip('" ')[:1] != "#" else "" for line in text.splitlines()]
    lines[:1] = [line if not line.startswith("sep=") else "" for line in lines[:1]]  # which Excel reads, and leaves
    above = next((number for number, line in enumerate(lines) if line.strip(BLANK)), 0)
    if len(lines) > MOST_LINES:
        raise AnalyzerError(Fault(f"{len(lines):,} lines: such a table has at most {MOST_LINES:,}", where))
    if long := [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE]:
        raise AnalyzerError(Fault(f"more than {LONGEST_LINE:,} letters: this is no such table", where, long[0]))
    if not text:
        first = f"write {','.join(sorted(needed)) or columns[0]} into its first line, or delete the file"
        raise AnalyzerError(Fault(f"is empty: {first}", where, 1))
    delimiter = _delimiter(lines[above] if lines else "", columns)
    table = csv.reader(lines[above:], delimiter=delimiter)
    try:
        names = _trimmed([name.strip() for name in next(table, [])])
        rows = [(above + table.line_num, cells) for cells in table if any(map(str.strip, cells))]
    except csv.Error as error:
        raise AnalyzerError(Fault(f"no CSV that can be read: {error}", where, above + table.line_num)) from None
    faults = [
        f"no column {name[:40]!r}: {one_of(name[:40], columns)}" for name in names if name and name not in columns
    ]
    faults += [f"column {name} is missing: add it" for name in columns if name in needed and name not in names]
    faults += [f"column {name} is there twice" for name in columns if names.count(name) > 1]
    used = {number for _, cells in rows for number, cell in enumerate(cells[: len(names)]) if cell.strip()}
    faults += [
        f"column {number + 1} has no name: name it" for number, name in enumerate(names) if not name and number in used
    ]
    if faults:
        raise AnalyzerError(Fault(fault, where, above + 1) for fault in faults)
    rows = [(line, [*cells[: len(names)], *_trimmed(cells[len(names) :])]) for line, cells in rows]
    if ragged is not None:
        odd = [(line, len(cells)) for line, cells in rows if len(cells) != len(names)]
        parts = {",": "commas", ";": "semicolons", "\t": "tabs"}[delimiter]
        cure = f"the first line has {len(names)} columns: compare the {parts}"
        cure += "; write a cell with a comma in it in quotes" * (delimiter == ",")
        ragged += [Fault(f"{cells} cells, {cure}", where, line) for line, cells in odd]
        rows = [(line, cells) for line, cells in rows if len(cells) == len(names)]
    filled = [(line, [*cells, *[""] * (len(names) - len(cells))]) for line, cells in rows]
    return [
        (line, {name: cell.strip() for name, cell in zip(names, cells, strict=False) if name}) for line, cells in filled
    ]


def first_cells(text: str) -> list[str]:
    """Return the cells of the first line that is no comment, without quotes."""
    lines = [line for line in text.splitlines() if line.strip(BLANK) and line.lstrip('" ')[:1] != "#"]
    return _trimmed([cell.strip(' "') for cell in re.split("[,;\t]", lines[0])]) if lines else []


def without_decimals(cell: str) -> str:
    """Return a whole number without the decimals that spreadsheets add, e.g. 3 for 3,0 or 3.00.

    Any other cell is returned unchanged.
    """
    return cell.rstrip("0")[:-1] if re.fullmatch(r"-?\d+[.,]0+", cell, re.ASCII) else cell


def without_zeros(cell: str) -> str:
    """Return a whole number without leading zeros, e.g. 31 for 031; any other cell unchanged.

    >>> without_zeros("031"), without_zeros("000"), without_zeros("0x")
    ('31', '0', '0x')
    """
    return re.sub(r"^0+(?=[0-9]+$)", "", cell)


def _delimiter(first: str, columns: Sequence[str]) -> str:
    """Return the delimiter that splits the first line into most known column names; a comma if none does."""

    def known(sign: str) -> int:
        """Return how many known names the first line has if it is split by a character."""
        return sum(name.strip(' "') in columns for name in first.split(sign))

    return max(DELIMITERS, key=known)


def _trimmed(cells: Sequence[str]) -> list[str]:
    """Return the cells without empty ones at the end."""
    filled = [number for number, cell in enumerate(cells, start=1) if cell.strip()]
    return list(cells[: filled[-1] if filled else 0])
