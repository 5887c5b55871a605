"""The picture of a turn."""

from __future__ import annotations

from functools import partial

from analyzer.lorry.drawing.galaxy import plot_galaxy
from analyzer.lorry.questions.turn.call import PointsNow
from analyzer.present.figures.of_answers import Figures, figures_of


@figures_of.register
def _(answer: PointsNow) -> Figures:
    """The position, drawn."""
    yield "position", partial(plot_galaxy, answer.position)
