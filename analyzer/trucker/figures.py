"""The pictures of Galaxy Trucker's answers, by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

from analyzer.answers.by_itself import ByItself
from analyzer.present.figures.distributions import plot_components_lost, plot_credits
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.waterfall import plot_waterfall
from analyzer.trucker.drawing.fleet import plot_fleet_survival
from analyzer.trucker.questions.layouts.figures import plot_by_layout
from analyzer.trucker.result import Result, ShipResult


def of_flights(results: Sequence[Result]) -> Figures:
    """How credits and lost components are spread over all ships, and of each where its credits come from."""
    yield "credits", partial(plot_credits, results)
    yield "components-lost", partial(plot_components_lost, results)
    for ship in (ship for result in results for ship in result.ships):
        yield f"waterfall-{slug(ship.name)}", partial(plot_waterfall, ship)
    for result in results:
        for build in result.ships:
            if build.sorts:
                yield f"layouts-{slug(build.name)}", partial(plot_by_layout, build)
                yield f"fleet-{slug(build.name)}", partial(plot_fleet_survival, build, result.experiment.route)


@figures_of.register
def _(answer: Result) -> Figures:
    return of_flights([answer])


@figures_of.register
def _(answer: ShipResult) -> Figures:
    yield "credits", partial(plot_credits, answer)
    yield "components-lost", partial(plot_components_lost, answer)
    yield "waterfall", partial(plot_waterfall, answer)


@figures_of.register
def _(answer: ByItself) -> Figures:
    are_flights = all(isinstance(result, Result) for result in answer.results)
    return of_flights(answer.results) if are_flights else chain.from_iterable(map(figures_of, answer.results))
