"""The captain that was found beside the one from whom the search began."""

from __future__ import annotations

from functools import partial

from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.starship.drawing.maps import plot_choices
from analyzer.starship.questions.captain.call import TunedCaptain


@figures_of.register
def _(answer: TunedCaptain) -> Figures:
    """How they do on fresh deals."""
    yield "captains", partial(plot_choices, answer.confirmed)
