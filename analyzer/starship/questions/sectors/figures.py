"""The pictures of sectors and further cards."""

from __future__ import annotations

from functools import partial

from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.starship.drawing.maps import plot_choices, plot_further_cards
from analyzer.starship.questions.sectors.call import Sectors


@figures_of.register
def _(answer: Sectors) -> Figures:
    """The mean of each sector, and of each further card."""
    yield "sectors", partial(plot_choices, answer.by_sector)
    yield "cards", partial(plot_further_cards, answer)
