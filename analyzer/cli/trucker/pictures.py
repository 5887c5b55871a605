"""Pictures of flights: how credits and losses are spread, where credits come from, and what happens on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.pictures import save_figures, slug

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.montecarlo.blocks import Workers
    from analyzer.trucker.result import Result

COURSE_FLIGHTS = 20_000
"""Most flights that are flown to see what happens on the way."""


def save_pictures(
    results: Sequence[Result], directory: Path, *, courses: bool = False, workers: Workers = 1
) -> list[Path]:
    """The distributions of credits and of lost components over all ships, and for each where its credits come from.

    With `courses` the way too, flown for it under the same seed (at most COURSE_FLIGHTS flights): card by card, and
    what is hit and lost on each ship. Raises AnalyzerError where nothing can be written.
    """
    return save_figures(figures(results, courses=courses, workers=workers), directory)


def figures(
    results: Sequence[Result], *, courses: bool = False, workers: Workers = 1
) -> Iterator[tuple[str, Callable[[], Figure]]]:
    """Each picture by name; drawn when it is asked for."""
    from functools import partial

    from analyzer.cli.trucker.faces import course
    from analyzer.plots.distributions import plot_components_lost, plot_credits
    from analyzer.plots.trucker.fleet import plot_fleet_survival
    from analyzer.plots.trucker.layouts import plot_by_layout
    from analyzer.plots.waterfall import plot_waterfall
    from analyzer.trucker.questions.course import follow

    yield "credits", partial(plot_credits, results)
    yield "components-lost", partial(plot_components_lost, results)
    for ship in (ship for result in results for ship in result.ships):
        yield f"waterfall-{slug(ship.name)}", partial(plot_waterfall, ship)
    for result in results:
        for build in result.ships:
            if build.sorts:
                yield f"layouts-{slug(build.name)}", partial(plot_by_layout, build)
                yield f"fleet-{slug(build.name)}", partial(plot_fleet_survival, build, result.experiment.route)
    for result in results if courses else ():
        (way,) = follow([result.experiment], min(result.trials, COURSE_FLIGHTS), workers=workers)
        yield from course.figures([way])
