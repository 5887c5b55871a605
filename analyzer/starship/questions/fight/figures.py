"""The picture of pay or fight."""

from __future__ import annotations

from functools import partial

from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.starship.drawing.maps import plot_pay_or_fight
from analyzer.starship.questions.fight.pay_or_fight import PayOrFight


@figures_of.register
def _(answer: PayOrFight) -> Figures:
    """The map of all fights."""
    yield "pay-or-fight", partial(plot_pay_or_fight, answer.cannon_strength)
