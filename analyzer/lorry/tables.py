"""What is known of the game's parts, read from `data`: every row has a source and a confidence."""

from __future__ import annotations

from functools import cache

from analyzer.files.csvfile import rows_of
from analyzer.lorry.tracks import TYPES

FACES = 6
"""Of a die."""


def rows(table: str) -> tuple[dict[str, str], ...]:
    """The rows of a table, as text."""
    return rows_of("analyzer.lorry", table)


@cache
def default_dice() -> dict[str, tuple[int, ...]]:
    """By colour how many of a die's six faces show each of TYPES; a default of this project."""
    return {row["colour"]: tuple(int(row[kind]) for kind in TYPES) for row in rows("dice")}
