"""Editions that somebody broke: tables cut, cells swapped, lines lost, kinds that nobody knows, boards with holes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import analyzer
from analyzer import AnalyzerError
from tests.files import broken_tables

JUNK = (
    "", "-1", "x", "999999", "0", "1", "pirates", "W", "II", "0 -2", "RRRR|Y", "é", "#", '"', "1 2 3",
    "large-front",
)  # fmt: skip


broken = partial(broken_tables.broken, junk=JUNK)
"""Make a copy of a folder with one to three things broken."""


def refused_or_flies(folder: Path, ship: Path) -> str:
    """Every fault has its place in the folder, or a ship flies; "refused" or "flown".

    Raises AssertionError for a fault without a place, and whatever else is raised.
    """
    if broken_tables.refused(folder, analyzer.load_edition):
        return "refused"
    try:
        layout = analyzer.load_ship(ship, edition=str(folder))
        analyzer.fly([layout], flights=3, rivals="alone", repair=True)
    except AnalyzerError:
        return "refused"
    return "flown"
