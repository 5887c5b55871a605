"""The picture of open adventures."""

from __future__ import annotations

from functools import partial

from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.starship.drawing.games import plot_by_turn
from analyzer.starship.questions.adventures.answer import Adventures


@figures_of.register
def _(answer: Adventures) -> Figures:
    """When each is fulfilled."""
    yield "adventures", partial(plot_by_turn, answer)
