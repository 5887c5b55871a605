"""The picture of routes."""

from __future__ import annotations

from functools import partial

from analyzer.lorry.drawing.pairs import plot_routes
from analyzer.lorry.questions.routes.call import Routes
from analyzer.present.figures.of_answers import Figures, figures_of


@figures_of.register
def _(answer: Routes) -> Figures:
    """The pairs as a matrix."""
    yield "routes", partial(plot_routes, answer)
