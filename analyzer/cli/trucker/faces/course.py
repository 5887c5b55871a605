"""The way of ships on its way out of the command: who still flies after each card, and what is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from analyzer.cli.face import Face
from analyzer.cli.terminal import bare_table
from analyzer.cli.trucker.faces.by_ship import by_ship

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

    from analyzer.trucker.questions.way import Course, ShipCourse


def face(found: Sequence[Course]) -> Face:
    """What happens to each ship on the way."""
    return by_ship(found, _table, figures)


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


def _table(ship: ShipCourse) -> Table:
    """A row a card: who still flies, and components left."""
    table = bare_table()
    for heading in ("card", "flying", "95% interval", "left", "5%", "50%", "95%"):
        table.add_column(heading, justify="right", no_wrap=True)
    for card in ship.cards:
        (share, low, high), left = ship.flying(card), ship.left(card)
        quantiles = (str(left.quantile(q)) for q in (0.05, 0.5, 0.95))
        table.add_row(str(card), f"{share:.2%}", f"{low:.2%} to {high:.2%}", f"{left.mean:.2f}", *quantiles)
    return table
