"""What class IVC prints, as tables: parts of the board, results of two dice, insurance, what level IV changes.

An owner of the game may know better than the tables here: a folder of their own replaces any of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from analyzer.errors import AnalyzerError, Fault
from analyzer.files.csvfile import parse_rows
from analyzer.files.places import path_of
from analyzer.files.yamlfile import read_text
from analyzer.trucker.edition import SHELF
from analyzer.trucker.fleets.tableflaws import FLAWS, Row, switch_rows
from analyzer.trucker.ship.board import Square

EDITION, BOARD, LEVEL = "2007", "IVC", "IV"
HOME = SHELF / EDITION / BOARD


@dataclass(frozen=True)
class Result:
    """One result of the two dice: the lower and the higher, in how many of 36 ways it comes, the borders it joins."""

    low: int
    high: int
    ways: int
    joined: str

    @property
    def dice(self) -> tuple[int, int]:
        """Both dice, the lower first."""
        return self.low, self.high


Texts = tuple[tuple[str, str], ...]
"""Tables by name, as they are written."""


@dataclass(frozen=True)
class FleetTables:
    """All tables of class IVC; `texts` are those that are not ours, by name.

    `parts`: the part of the board each square lies in, in reading order: a quarter, or `join_front`, `join_rear` for
    squares that are built on only where that border grew together; `insurance`: by premium the most that is paid for
    lost components, None where there is no limit; `alternative_ways`: by layout in how many of 36 ways it would come if
    the rule text lists results of two different faces alone; `level_iv`: by change how much cards differ;
    `switches`: how points are read that the rule text leaves open.
    """

    parts: Mapping[Square, str]
    dice: tuple[Result, ...]
    insurance: Mapping[int, int | None]
    alternative_ways: Mapping[str, int]
    level_iv: Mapping[str, int]
    switches: Mapping[str, str]
    texts: Texts = ()

    def __hash__(self) -> int:
        return hash(self.texts)

    @property
    def replaced(self) -> tuple[str, ...]:
        """The tables that are not ours."""
        return tuple(table for table, _ in self.texts)

    def caveats(self) -> tuple[str, ...]:
        """What is not known for certain of these tables, as sentences."""
        ours = [what for table, what in CAVEATS.items() if table not in self.replaced]
        theirs = [f"class IVC: {table}.csv is the user's own" for table in self.replaced]
        return (*ours, *theirs)


CAVEATS = {
    "board": "class IVC: the split of the board into quarters is inferred",
    "dice": "class IVC: which two dice join which borders is inferred from how many results the rule text lists",
}


def _parts(rows: list[Row]) -> dict[Square, str]:
    return {(int(row["row"]), int(row["column"])): row["part"] for row in rows}


def _dice(rows: list[Row]) -> tuple[Result, ...]:
    results = (Result(int(row["low"]), int(row["high"]), int(row["ways"]), row["joined"]) for row in rows)
    return tuple(sorted(results, key=lambda result: result.dice))


def _insurance(rows: list[Row]) -> dict[int, int | None]:
    return dict(sorted((int(row["premium"]), int(row["cap"]) if row["cap"] else None) for row in rows))


OURS = {row["switch"]: row["value"] for row in switch_rows()}
"""Our value of every switch; a table of the user's may name some."""
READ: dict[str, Callable[[list[Row]], object]] = {
    "board": _parts,
    "dice": _dice,
    "insurance": _insurance,
    "layouts": lambda rows: {row["layout"]: int(row["alternative_ways"]) for row in rows},
    "level_iv": lambda rows: {row["change"]: int(row["value"]) for row in rows},
    "switches": lambda rows: OURS | {row["switch"]: row["value"] for row in rows},
}
"""By table what its rows say."""
NEEDED = {
    "board": ("row", "column", "part"),
    "dice": ("low", "high", "ways", "joined"),
    "insurance": ("premium", "cap"),
    "layouts": ("layout", "alternative_ways"),
    "level_iv": ("change", "value"),
    "switches": ("switch", "value"),
}
"""By table the columns that are read."""
FIELDS = {
    "board": "parts",
    "dice": "dice",
    "insurance": "insurance",
    "layouts": "alternative_ways",
    "level_iv": "level_iv",
    "switches": "switches",
}


def fleet_tables(folder: str | Path | FleetTables | None = None) -> FleetTables:
    """Return the tables of class IVC, those of the folder in place of ours; tables are returned as they are.

    Raises AnalyzerError with every fault of every table, and for a folder that is none or holds none of them.

    >>> import analyzer
    >>> analyzer.fleet_tables() == analyzer.fleet_tables(None)
    True
    """
    if folder is None:
        return tables_of(())
    if isinstance(folder, FleetTables):
        return folder
    paths = dict(_paths_in(path_of(folder, "a folder of tables")))
    texts = tuple((table, read_text(path)) for table, path in paths.items())
    return tables_of(texts, tuple(str(path) for path in paths.values()))


@cache
def tables_of(texts: Texts, paths: tuple[str, ...] = ()) -> FleetTables:
    """All tables, those texts in place of ours; `paths` name them in faults."""
    where = dict(zip((table for table, _ in texts), paths, strict=False))
    faults: list[Fault] = []
    read_tables: dict[str, object] = {}
    theirs = dict(texts)
    for table, read in READ.items():
        ours, place = (HOME / f"{table}.csv").read_text(encoding="utf-8"), where.get(table, f"{table}.csv")
        columns = ours.partition("\n")[0].split(",")
        try:
            rows = [row for _, row in parse_rows(theirs.get(table, ours), place, columns, NEEDED[table])]
        except AnalyzerError as error:
            faults += error.faults
            continue
        flaws = list(FLAWS[table](rows))
        faults += [fault.in_file(place) for fault in flaws]
        read_tables[FIELDS[table]] = read(rows) if not flaws else None
    if faults:
        raise AnalyzerError(faults)
    return FleetTables(**read_tables, texts=texts)  # type: ignore[arg-type]


def _paths_in(folder: Path) -> Iterator[tuple[str, Path]]:
    if not os.path.isdir(folder):
        raise AnalyzerError(f"tables {folder}: name a folder with any of {', '.join(f'{name}.csv' for name in READ)}")
    names = [table for table in READ if os.path.lexists(folder / f"{table}.csv")]
    if not names:
        raise AnalyzerError(f"tables {folder}: holds none of {', '.join(f'{name}.csv' for name in READ)}")
    yield from ((name, folder / f"{name}.csv") for name in names)
