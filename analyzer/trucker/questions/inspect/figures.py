"""A ship coloured by how often one hit takes each component away; what the dice may make of a build."""

from __future__ import annotations

from functools import partial

from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.trucker.drawing.fleets import plot_fleets
from analyzer.trucker.drawing.ship_map import plot_ship_map
from analyzer.trucker.questions.inspect.answer import Inspected
from analyzer.trucker.questions.inspect.fleets import InspectedBuild

RISK = "rolls that destroy it if nothing stops the hit (36 for each side, added up over four sides)"


@figures_of.register
def _(answer: Inspected) -> Figures:
    """The ship coloured by risk."""
    hull = answer.layout.hull
    risk = {hull.squares[position]: float(ways) for position, ways in hull.risk.items()}
    yield f"risk-{slug(answer.layout.name)}", partial(plot_ship_map, answer.layout, risk, RISK)


@figures_of.register
def _(answer: InspectedBuild) -> Figures:
    """A map for each fleet."""
    yield f"fleets-{slug(answer.layout.name)}", partial(plot_fleets, answer.layout, answer.tables)
