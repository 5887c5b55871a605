"""Editions of Starship Catan that somebody broke: refused with their place, or games are played by them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from analyzer import starship
from tests.files import broken_tables

JUNK = (
    "", "-1", "x", "99", "0", "1", "2", "4", "5", "7", "pirate", "ore", "any", "both", "buy", "cannon",
    "1 2 3 3 3 3", "é", "#", '"',
)  # fmt: skip


broken = partial(broken_tables.broken, junk=JUNK)
"""Make a copy of a folder with one to three things broken."""


def refused_or_plays(folder: Path, games: int = 20) -> str:
    """Every fault has its place in the folder, or games are played; "refused" or "played".

    Raises AssertionError for a fault without a place, and whatever else is raised.
    """
    if broken_tables.refused(folder, starship.load_edition):
        return "refused"
    with starship.load_edition(folder):
        starship.play(games=games, switches={"pirate_reward": "astro"})
    return "played"
