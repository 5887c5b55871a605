"""Where a ship is hit and what it loses, drawn on the ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line
from analyzer.errors import AnalyzerError, one_of
from analyzer.present.figures.chosen import about, chosen
from analyzer.trucker.drawing.ship_map import plot_ship_map

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.course.answer import Course

LABELS = {
    "hits": "hits in 100 flights, stopped ones included",
    "lost": "flights in which the component is lost (%)",
}


def plot_hits(course: Course, ship: str | None = None, what: str = "hits", *, width: float | None = None) -> Figure:
    """The ship with every component coloured by how often it is hit ("hits") or lost ("lost").

    `ship` names it where the course has several. Raises AnalyzerError for anything else to draw.
    `width`: inches; as many as the squares take if None.
    """
    if what not in LABELS:
        raise AnalyzerError(f"what {what!r}: {one_of(what, LABELS)}")
    one = chosen(course, ship)
    squares = one.ship.components
    if what == "hits":
        values = {square: 100 * one.hits(square).mean for square in squares}
    else:
        values = {square: 100 * one.lost(square)[0] for square in squares}
    return plot_ship_map(one.ship, values, LABELS[what], below=in_a_line(about(course, [one])), width=width)
