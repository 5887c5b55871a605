"""The picture of openings."""

from __future__ import annotations

from functools import partial

from analyzer.lorry.drawing.worths import plot_worths
from analyzer.lorry.questions.begin.call import Openings
from analyzer.present.figures.of_answers import Figures, figures_of


@figures_of.register
def _(answer: Openings) -> Figures:
    """What each opening is worth."""
    yield "worths", partial(plot_worths, answer)
