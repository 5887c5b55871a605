"""The pictures of starting modules."""

from __future__ import annotations

from functools import partial

from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.starship.drawing.maps import plot_choices, plot_modules
from analyzer.starship.questions.modules.call import ModuleWorths


@figures_of.register
def _(answer: ModuleWorths) -> Figures:
    """The map of starting modules, and what each is worth."""
    yield "starting-modules", partial(plot_modules, answer)
    yield "worth-of-modules", partial(plot_choices, answer.comparison)
