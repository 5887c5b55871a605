"""Pictures of results as files: PNG and SVG, under names that are safe everywhere and stay the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.result import Result

COURSE_FLIGHTS = 20_000
"""Most flights that are flown to see what happens on the way."""
LONGEST = 60
"""Characters of a ship's name in the name of a file."""


def save_pictures(results: Sequence[Result], directory: Path, *, courses: bool = False, workers: int = 1) -> list[Path]:
    """The distributions of credits and of lost components over all ships, and for each where its credits come from.

    With `courses` the way too, flown for it under the same seed (at most COURSE_FLIGHTS flights): card by card, and
    what is hit and lost on each ship. Raises AnalyzerError where nothing can be written.
    """
    return save_figures(_figures(results, courses, workers), directory)


def save_figures(figures: Iterator[tuple[str, Callable[[], Figure]]], directory: Path) -> list[Path]:
    """Each figure drawn and saved under its name; returns the paths, raises AnalyzerError where they cannot be."""
    from analyzer.plots.style import save

    try:
        directory.mkdir(parents=True, exist_ok=True)
        return [path for name, draw in distinct(figures) for path in save(draw(), directory / name)]
    except OSError as error:
        raise AnalyzerError(f"--plot {directory}: cannot be written: {error.strerror}") from None


def _figures(results: Sequence[Result], courses: bool, workers: int) -> Iterator[tuple[str, Callable[[], Figure]]]:
    from functools import partial

    from analyzer.plots.distributions import plot_components_lost, plot_credits
    from analyzer.plots.trucker.course import plot_course
    from analyzer.plots.trucker.hits import plot_hits
    from analyzer.plots.waterfall import plot_waterfall
    from analyzer.runs.amount import Amount
    from analyzer.trucker.questions.course import follow

    yield "credits", partial(plot_credits, results)
    yield "components-lost", partial(plot_components_lost, results)
    for ship in (ship for result in results for ship in result.ships):
        yield f"waterfall-{slug(ship.name)}", partial(plot_waterfall, ship)
    for result in results if courses else ():
        (way,) = follow([result.experiment], Amount(min(result.trials, COURSE_FLIGHTS), workers=workers))
        for name in (ship.name for ship in way.ships):
            yield f"course-{slug(name)}", partial(plot_course, way, name)
            yield f"hits-{slug(name)}", partial(plot_hits, way, name, "hits")
            yield f"lost-{slug(name)}", partial(plot_hits, way, name, "lost")


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
