"""Games on their way out of the command: one who plays alone in full, several traders side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from analyzer.cli.face import Face, each
from analyzer.cli.subjects import show_one, side_by_side
from analyzer.cli.terminal import plain_console, print_notes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.lorry.result import Races


def face(results: Sequence[Races]) -> Face:
    """Runs of games."""
    return each(results, _show, _figures)


def _show(result: Races) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(result.heading(), "bold"), soft_wrap=True)
    if len(result.subjects) == 1:
        show_one(console, result.subjects[0])
    else:
        console.print(side_by_side(result.subjects))
    print_notes(console, result.notes())


def _figures(result: Races) -> Iterator[tuple[str, Callable[[], Figure]]]:
    from functools import partial

    from analyzer.cli.pictures import slug
    from analyzer.lorry.metrics import BY_BOX
    from analyzer.plots.lorry.heat import plot_boxes
    from analyzer.plots.lorry.made import plot_made
    from analyzer.plots.spread import plot_spread

    for column in ("total", "routes", "longest"):
        yield column, partial(plot_spread, result, column)
    yield "what-totals-are-made-of", partial(plot_made, result)
    for what, told in BY_BOX.items():
        yield slug(told.label), partial(plot_boxes, result, what)
