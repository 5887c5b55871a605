"""Editions of Cosmic Lorry that somebody broke: refused with their place, or games are played by them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from analyzer import lorry
from tests.files import broken_tables

JUNK = (
    "", "-1", "x", "99", "0", "1", "2", "3", "6", "9", "25", "white", "white orange", "star", "planet", "size", "é",
    "#",
)  # fmt: skip


broken = partial(broken_tables.broken, junk=JUNK)
"""Make a copy of a folder with one to three things broken."""


def refused_or_plays(folder: Path, games: int = 3) -> str:
    """Every fault has its place in the folder, or games are played; "refused" or "played".

    Raises AssertionError for a fault without a place, and whatever else is raised.
    """
    if broken_tables.refused(folder, lorry.load_edition):
        return "refused"
    with lorry.load_edition(folder) as edition:
        for captains in (["steady"] * many for many in (2, 3) if many in edition.dice_sets):
            lorry.race(edition.galaxy, games=games, captains=captains)
    return "played"
