"""Pictures of results as files: PNG and SVG, under names that are safe everywhere and stay the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LONGEST = 60
"""Characters of a ship's name in the name of a file."""


def save_figures(figures: Iterator[tuple[str, Callable[[], Figure]]], directory: Path) -> list[Path]:
    """Each figure drawn and saved under its name; returns the paths, raises AnalyzerError where they cannot be."""
    from analyzer.plots.style import save

    try:
        directory.mkdir(parents=True, exist_ok=True)
        return [path for name, draw in distinct(figures) for path in save(draw(), directory / name)]
    except OSError as error:
        raise AnalyzerError(f"--plot {directory}: cannot be written: {error.strerror}") from None


def slug(name: str) -> str:
    """A name as part of a file's name: small letters, digits and hyphens; `ship` where nothing of it is left."""
    plain = normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].rstrip("-") or "ship"


def distinct(figures: Iterator[tuple[str, Callable[[], Figure]]]) -> Iterator[tuple[str, Callable[[], Figure]]]:
    """The figures with names that are all different: the second of a name ends in -2, and so on."""
    taken: set[str] = set()
    for name, draw in figures:
        free, number = name, 2
        while free in taken:
            free, number = f"{name}-{number}", number + 1
        taken.add(free)
        yield free, draw
