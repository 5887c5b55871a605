"""The pictures of Cosmic Lorry's answers, by name."""

from __future__ import annotations

from functools import partial

from analyzer.lorry.metrics import BY_BOX
from analyzer.lorry.position.position import Position
from analyzer.lorry.questions.pairs_and_seats import ScoredPairs
from analyzer.lorry.questions.points_now import PointsNow
from analyzer.lorry.questions.routes import Routes
from analyzer.lorry.questions.worths import Worths
from analyzer.lorry.result import Races
from analyzer.plots.figures import Figures, figures_of, slug
from analyzer.plots.lorry.galaxy import plot_galaxy
from analyzer.plots.lorry.heat import plot_boxes
from analyzer.plots.lorry.made import plot_made
from analyzer.plots.lorry.pairs import plot_routes, plot_scored
from analyzer.plots.lorry.worths import plot_worths
from analyzer.plots.spread import plot_spread


@figures_of.register
def _(answer: Races) -> Figures:
    """How totals and routes are spread, what totals are made of, and what comes of each box."""
    for column in ("total", "routes", "longest"):
        yield column, partial(plot_spread, answer, column)
    yield "what-totals-are-made-of", partial(plot_made, answer)
    for what, metric in BY_BOX.items():
        yield slug(metric.label), partial(plot_boxes, answer, what)


@figures_of.register
def _(answer: PointsNow) -> Figures:
    """The position, drawn."""
    yield "position", partial(plot_galaxy, answer.position)


@figures_of.register
def _(answer: Position) -> Figures:
    yield slug(answer.name), partial(plot_galaxy, answer)


@figures_of.register
def _(answer: Routes) -> Figures:
    """The pairs as a matrix."""
    yield "routes", partial(plot_routes, answer)


@figures_of.register
def _(answer: ScoredPairs) -> Figures:
    """The pairs as a matrix."""
    yield "pairs", partial(plot_scored, answer)


@figures_of.register
def _(answer: Worths) -> Figures:
    yield "worths", partial(plot_worths, answer)
