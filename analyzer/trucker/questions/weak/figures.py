"""The ship coloured by what its components are worth, and by how often they are lost."""

from __future__ import annotations

from functools import partial

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.trucker.drawing.ship_map import plot_ship_map
from analyzer.trucker.questions.weak.answer import Weakness


@figures_of.register
def _(answer: Weakness) -> Figures:
    """The ship coloured by cost and by the chance to be lost."""
    cost = {row.square: row.cost.mean for row in answer.rows if row.cost is not None}
    lost = {row.square: 100 * row.lost[0] for row in answer.rows}
    draw = partial(plot_ship_map, answer.ship, below=in_a_line(answer.origins[:1]))
    yield "cost-of-loss", partial(draw, cost, "cost of launching without it (credits a flight)")
    yield "chance-of-loss", partial(draw, lost, "flights in which the component is lost (%)")
