"""The pictures of Cosmic Lorry's answers, by name."""

from __future__ import annotations

from functools import partial

from analyzer.lorry.drawing.heat import plot_boxes
from analyzer.lorry.drawing.totals import plot_made
from analyzer.lorry.drawing.worths import plot_worths
from analyzer.lorry.metrics import BY_BOX
from analyzer.lorry.result import Races
from analyzer.lorry.worths import Worths
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.spread import plot_spread


@figures_of.register
def _(answer: Races) -> Figures:
    """How totals and routes are spread, what totals are made of, and what each box brings."""
    for column in ("total", "routes", "longest"):
        yield column, partial(plot_spread, answer, column)
    yield "what-totals-are-made-of", partial(plot_made, answer)
    for what, metric in BY_BOX.items():
        yield slug(metric.label), partial(plot_boxes, answer, what)


@figures_of.register
def _(answer: Worths) -> Figures:
    yield "worths", partial(plot_worths, answer)
