"""Turns and games on their way out of the command: a table each in blocks of metrics, and what one should know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from analyzer.cli.face import Face, each
from analyzer.cli.subjects import show_one, side_by_side
from analyzer.cli.terminal import plain_console, print_notes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.results.result import Result


def face(results: Sequence[Result]) -> Face:
    """Runs of turns or games."""
    return each(results, _show, _figures)


def _show(result: Result) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(result.heading(), "bold"), soft_wrap=True)
    if len(result.subjects) == 2:
        console.print(side_by_side(result.subjects))
    else:
        for one in result.subjects:
            show_one(console, one)
    print_notes(console, result.notes())


def _figures(result: Result) -> Iterator[tuple[str, Callable[[], Figure]]]:
    from analyzer.plots.starship.played import plot_score, plot_wins

    if len(result.subjects) == 2:
        yield "wins", partial(plot_wins, result)
        if result.experiment.position is None and not result.experiment.swap:
            yield from _course(result)
    for column, name in (("turns", "length"), ("points", "points"), ("astro", "astro"), ("worth", "worth")):
        if column in result.experiment.metrics.columns:
            yield name, partial(plot_score, result, column)


def _course(result: Result) -> Iterator[tuple[str, Callable[[], Figure]]]:
    """Points and Astro over the turns of some of the games."""
    from analyzer.plots.starship.course import plot_astro, plot_points_over_turns
    from analyzer.starship.questions.course import GAMES, course_of

    found = course_of(result.experiment, min(result.trials, GAMES))
    yield "points-over-turns", partial(plot_points_over_turns, found)
    yield "astro-over-turns", partial(plot_astro, found)
