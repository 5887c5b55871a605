"""The pictures of a race."""

from __future__ import annotations

from functools import partial

from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.present.figures.risk import plot_risk
from analyzer.trucker.figures import of_flights
from analyzer.trucker.questions.race.answer import Race


@figures_of.register
def _(answer: Race) -> Figures:
    """Risk against return first."""
    yield "risk", partial(plot_risk, answer.ships)
    yield from of_flights([answer])
