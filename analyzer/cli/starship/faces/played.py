"""Turns and games on their way out of the command: a table each in blocks of metrics, and what one should know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.cli.blocks import add_blocks
from analyzer.cli.face import Face, each
from analyzer.cli.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console

    from analyzer.cli.sheet import Sheet
    from analyzer.results.metrics import Metric
    from analyzer.results.result import Result, SubjectResult


def face(results: Sequence[Result]) -> Face:
    """Runs of turns or games."""
    return each(results, _show, _figures)


def _show(result: Result) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(result.heading(), "bold"), soft_wrap=True)
    if len(result.subjects) == 2:
        console.print(_of_two(*result.subjects))
    else:
        for one in result.subjects:
            _show_one(console, one)
    print_notes(console, result.notes())


def _show_one(console: Console, one: SubjectResult) -> None:
    """A subject: every metric with its interval and quantiles; a histogram of the score."""
    from rich.text import Text

    console.print(Text(one.name, "bold").append(f", captain {one.subject.player}", "not bold"))
    rows = {row["metric"]: row for row in one.rows()}
    table = bare_table(gap=2)
    table.add_column("")
    for column in ("mean", "95% interval", "5%", "25%", "50%", "75%", "95%"):
        table.add_column(column, justify="right", no_wrap=True)
    never = add_blocks(
        table,
        one.metrics,
        lambda metric: _cells(metric, rows[metric.name]),
        alone=True,
        happened=lambda metric: rows[metric.name]["mean"] > 0,
    )
    console.print(table)
    if never:
        console.print(never, soft_wrap=True)


def _cells(metric: Metric, row: dict[str, Any]) -> list[str]:
    quantiles = [str(row[q]) for q in ("q5", "q25", "q50", "q75", "q95") if q in row]
    return [*_estimate(metric, row), *quantiles]


def _estimate(metric: Metric, row: dict[str, Any]) -> list[str]:
    if metric.is_chance:
        return [f"{row['mean']:.2%}", f"{row['low']:.2%} to {row['high']:.2%}"]
    return [f"{row['mean']:.3f}", f"{row['low']:.3f} to {row['high']:.3f}"]


def _of_two(one: SubjectResult, other: SubjectResult) -> Sheet:
    """Both players side by side."""
    told = [{row["metric"]: row for row in each.rows()} for each in (one, other)]
    table = bare_table(gap=2)
    table.add_column("")
    for subject in (one, other):
        table.add_column(subject.name, justify="right", no_wrap=True)
        table.add_column("95% interval", justify="right", no_wrap=True)
    add_blocks(
        table,
        one.metrics,
        lambda metric: [cell for rows in told for cell in _estimate(metric, rows[metric.name])],
        alone=False,
        happened=lambda metric: True,
    )
    return table


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
