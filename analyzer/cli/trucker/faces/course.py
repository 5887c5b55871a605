"""The way of ships on its way out of the command: who still flies after each card, and what is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from analyzer.cli.face import Face

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from rich.table import Table

    from analyzer.trucker.questions.way import Course, ShipCourse


def face(found: Sequence[Course]) -> Face:
    """What happens to each ship on the way."""
    return Face(
        facts=lambda: [one.as_dict() for one in found],
        show=partial(_show, found),
        table=partial(_all, found),
        figures=partial(figures, found),
    )


def figures(found: Sequence[Course]) -> Iterator[tuple[str, Callable[[], Figure]]]:
    """Card by card, and what is hit and lost on each ship."""
    from analyzer.cli.pictures import slug
    from analyzer.plots.trucker.course import plot_course
    from analyzer.plots.trucker.hits import plot_hits

    for way in found:
        for name in (ship.name for ship in way.ships):
            yield f"course-{slug(name)}", partial(plot_course, way, name)
            yield f"hits-{slug(name)}", partial(plot_hits, way, name, "hits")
            yield f"lost-{slug(name)}", partial(plot_hits, way, name, "lost")


def _all(found: Sequence[Course]) -> pd.DataFrame:
    import pandas as pd

    return pd.concat([one.table() for one in found], ignore_index=True)


def _show(found: Sequence[Course]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    for one in found:
        for ship in one.ships:
            console.print(Text(ship.name, "bold").append(f": {one.heading()}", "not bold"), soft_wrap=True)
            console.print(_table(ship))
            console.print()
    for note in dict.fromkeys(note for one in found for note in one.notes()):
        console.print(f"note: {note}", soft_wrap=True)


def _table(ship: ShipCourse) -> Table:
    """A row a card: who still flies, and components left."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="none")
    for heading in ("card", "flying", "95% interval", "left", "5%", "50%", "95%"):
        table.add_column(heading, justify="right", no_wrap=True)
    for card in ship.cards:
        (share, low, high), left = ship.flying(card), ship.left(card)
        quantiles = (str(left.quantile(q)) for q in (0.05, 0.5, 0.95))
        table.add_row(str(card), f"{share:.2%}", f"{low:.2%} to {high:.2%}", f"{left.mean:.2f}", *quantiles)
    return table
