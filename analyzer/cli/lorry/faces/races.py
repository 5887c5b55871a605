"""Games on their way out of the command: one who plays alone in full, several traders side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from analyzer.cli.face import Face, each
from analyzer.cli.subjects import show_one, side_by_side
from analyzer.cli.terminal import plain_console, print_notes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.results.result import Result


def face(results: Sequence[Result]) -> Face:
    """Runs of games."""
    return each(results, _show, _figures)


def _show(result: Result) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(result.heading(), "bold"), soft_wrap=True)
    if len(result.subjects) == 1:
        show_one(console, result.subjects[0])
    else:
        console.print(side_by_side(result.subjects))
    print_notes(console, result.notes())


def _figures(result: Result) -> Iterator[tuple[str, Callable[[], Figure]]]:
    from functools import partial

    from analyzer.plots.spread import plot_spread

    for column in ("total", "routes", "longest"):
        yield column, partial(plot_spread, result, column)
