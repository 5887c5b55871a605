"""Figures of Cosmic Lorry's answers, by name."""

from __future__ import annotations

from functools import partial

from analyzer.lorry.drawing import plot_boxes, plot_galaxy, plot_made, plot_routes, plot_scored, plot_worths
from analyzer.lorry.metrics import BY_BOX
from analyzer.lorry.position.position import Position
from analyzer.lorry.questions.pairs import ScoredPairs
from analyzer.lorry.questions.routes import Routes
from analyzer.lorry.questions.turn import PointsNow
from analyzer.lorry.result import Races
from analyzer.lorry.worths import Worths
from analyzer.present.figures.distributions import plot_spread
from analyzer.present.figures.of_answers import Figures, figures_of, slug


@figures_of.register
def _(answer: Races) -> Figures:
    """Yield figures of totals and routes, of the parts of totals, and of the points of each box."""
    for column in ("total", "routes", "longest"):
        yield column, partial(plot_spread, answer, column)
    yield "what-totals-are-made-of", partial(plot_made, answer)
    for what, metric in BY_BOX.items():
        yield slug(metric.label), partial(plot_boxes, answer, what)


@figures_of.register
def _(answer: Worths) -> Figures:
    yield "worths", partial(plot_worths, answer)


@figures_of.register
def _(answer: ScoredPairs) -> Figures:
    """Yield a figure of scored pairs as matrices."""
    yield "pairs", partial(plot_scored, answer)


@figures_of.register
def _(answer: Routes) -> Figures:
    """Yield a figure of lone races as matrices."""
    yield "routes", partial(plot_routes, answer)


@figures_of.register
def _(answer: PointsNow) -> Figures:
    """Yield a figure of the position."""
    yield "position", partial(plot_galaxy, answer.position)


@figures_of.register
def _(answer: Position) -> Figures:
    yield slug(answer.name), partial(plot_galaxy, answer)
