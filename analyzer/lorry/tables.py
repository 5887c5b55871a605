"""What is known of the game's parts by the edition in force: every row has a source and a confidence."""

from __future__ import annotations

import csv

from analyzer.lorry.edition import per_edition, text_in_force
from analyzer.lorry.tracks import TYPES

FACES = 6
"""Of a die."""


@per_edition
def rows(table: str) -> tuple[dict[str, str], ...]:
    """The rows of a table of the edition in force, as text."""
    return tuple(csv.DictReader(text_in_force(table).splitlines()))


@per_edition
def default_dice() -> dict[str, tuple[int, ...]]:
    """By colour how many of a die's six faces show each of TYPES; a default of this project."""
    return {row["colour"]: tuple(int(row[kind]) for kind in TYPES) for row in rows("dice")}


@per_edition
def scoring(thing: str) -> int:
    """A figure of scoring: `star_points` of a star, `end_after` so many routes of all traders a game ends."""
    return {row["thing"]: int(row["value"]) for row in rows("scoring")}[thing]
