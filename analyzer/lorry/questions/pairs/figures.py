"""The picture of scored pairs."""

from __future__ import annotations

from functools import partial

from analyzer.lorry.drawing.pairs import plot_scored
from analyzer.lorry.questions.pairs.answer import ScoredPairs
from analyzer.present.figures.of_answers import Figures, figures_of


@figures_of.register
def _(answer: ScoredPairs) -> Figures:
    """The pairs as a matrix."""
    yield "pairs", partial(plot_scored, answer)
