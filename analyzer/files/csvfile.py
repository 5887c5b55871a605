"""Tables that come with the product: CSV with a source and a confidence in every row."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files


@cache
def rows_of(package: str, table: str) -> tuple[dict[str, str], ...]:
    """The rows of the table `data/TABLE.csv` of a package, as they stand there."""
    text = (files(package) / "data" / f"{table}.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))
