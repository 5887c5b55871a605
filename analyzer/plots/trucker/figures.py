"""The pictures of Galaxy Trucker's answers, by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

from analyzer.plots.differences import plot_differences
from analyzer.plots.distributions import plot_components_lost, plot_credits
from analyzer.plots.figures import Figures, figures_of, slug
from analyzer.plots.risk import plot_risk
from analyzer.plots.tidy import plot_table
from analyzer.plots.trucker.cards import plot_cards
from analyzer.plots.trucker.course import plot_course
from analyzer.plots.trucker.editions import plot_steps
from analyzer.plots.trucker.exact import plot_exact, plot_exact_losses
from analyzer.plots.trucker.fleet import plot_fleet_survival
from analyzer.plots.trucker.fleet_effects import plot_fleet_effects
from analyzer.plots.trucker.hazards import plot_hazards
from analyzer.plots.trucker.hits import plot_hits
from analyzer.plots.trucker.improved import plot_improved
from analyzer.plots.trucker.insurance import plot_insurance, plot_layouts_insured
from analyzer.plots.trucker.journey import plot_journey
from analyzer.plots.trucker.layouts import plot_by_layout, plot_layouts
from analyzer.plots.trucker.placements import plot_placements, plot_places
from analyzer.plots.trucker.prices import plot_prices
from analyzer.plots.trucker.ship_chart import plot_chart_ships, plot_ship_chart
from analyzer.plots.trucker.ship_map import plot_ship_map
from analyzer.plots.trucker.swaps import plot_swaps
from analyzer.plots.waterfall import plot_waterfall
from analyzer.results.by_itself import ByItself
from analyzer.results.origin import in_a_line
from analyzer.trucker.editions.result import TwoEditions
from analyzer.trucker.journey.results import Journey
from analyzer.trucker.questions.cost_of_insurance import CostOfInsurance
from analyzer.trucker.questions.effects import CardEffects
from analyzer.trucker.questions.exact import Exact
from analyzer.trucker.questions.fleet_effects import FleetEffects
from analyzer.trucker.questions.hazard_table import HazardTable
from analyzer.trucker.questions.layout_values import LayoutValues
from analyzer.trucker.questions.race_result import Race
from analyzer.trucker.questions.swaps import Swaps
from analyzer.trucker.questions.tuning import TunedCaptain
from analyzer.trucker.questions.way import Course
from analyzer.trucker.questions.worth import Weakness
from analyzer.trucker.result import Result, ShipResult
from analyzer.trucker.sweep.result import Sweep
from analyzer.trucker.workshop.improved import Improved
from analyzer.trucker.workshop.placements import Placements
from analyzer.trucker.workshop.ship_chart import ShipChart


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
    flown = all(isinstance(result, Result) for result in answer.results)
    return of_flights(answer.results) if flown else chain.from_iterable(map(figures_of, answer.results))


@figures_of.register
def _(answer: Race) -> Figures:
    """Risk against return first."""
    yield "risk", partial(plot_risk, answer.ships)
    yield from of_flights([answer])


@figures_of.register
def _(answer: Course) -> Figures:
    """Card by card, and what is hit and lost on each ship."""
    for name in (ship.name for ship in answer.ships):
        yield f"course-{slug(name)}", partial(plot_course, answer, name)
        yield f"hits-{slug(name)}", partial(plot_hits, answer, name, "hits")
        yield f"lost-{slug(name)}", partial(plot_hits, answer, name, "lost")


@figures_of.register
def _(answer: CardEffects) -> Figures:
    for ship in answer.ships:
        yield f"cards-{slug(ship.name)}", partial(plot_cards, answer, ship.name)


@figures_of.register
def _(answer: Weakness) -> Figures:
    """The ship coloured by cost and by the chance to be lost."""
    cost = {row.square: row.cost.mean for row in answer.rows if row.cost is not None}
    lost = {row.square: 100 * row.lost[0] for row in answer.rows}
    draw = partial(plot_ship_map, answer.ship, below=in_a_line(answer.origins[:1]))
    yield "cost-of-loss", partial(draw, cost, "cost of launching without it (credits a flight)")
    yield "chance-of-loss", partial(draw, lost, "flights in which it is lost (%)")


@figures_of.register
def _(answer: Swaps) -> Figures:
    """The gains with their intervals."""
    yield "swap", partial(plot_swaps, answer)


@figures_of.register
def _(answer: Placements) -> Figures:
    """The best three, what differs coloured; and how all that were ranked differ."""
    yield "place-drawn", partial(plot_places, answer)
    yield "place", partial(plot_placements, answer)


@figures_of.register
def _(answer: Improved) -> Figures:
    """Before and after; how they differ."""
    yield "improved", partial(plot_improved, answer)
    yield "improved-differences", partial(plot_differences, answer.compared)


@figures_of.register
def _(answer: ShipChart) -> Figures:
    """The map; and the best with ever more components, drawn."""
    yield "explored", partial(plot_ship_chart, answer)
    yield "explored-ships", partial(plot_chart_ships, answer)


@figures_of.register
def _(answer: TunedCaptain) -> Figures:
    """How they do beside the named captains on fresh dice, and their prices."""
    yield f"captains-{slug(answer.ship.name)}", partial(plot_differences, answer.confirmed)
    yield f"prices-{slug(answer.ship.name)}", partial(plot_prices, answer)


@figures_of.register
def _(answer: Exact) -> Figures:
    """What a card or a route comes to, and what it costs."""
    which = f"{slug(answer.ship.name)}-{'-'.join(map(str, answer.cards))}"
    yield f"exact-{which}", partial(plot_exact, answer)
    yield f"exact-lost-{which}", partial(plot_exact_losses, answer)


@figures_of.register
def _(answer: HazardTable) -> Figures:
    yield f"hazards-{slug(answer.ship.name)}", partial(plot_hazards, answer)


@figures_of.register
def _(answer: Journey) -> Figures:
    yield "journey", partial(plot_journey, answer)


@figures_of.register
def _(answer: TwoEditions) -> Figures:
    """The steps, what makes the difference, and both distributions."""
    yield f"steps-{slug(answer.ship)}", partial(plot_steps, answer)
    yield f"editions-{slug(answer.ship)}", partial(plot_differences, answer.both)
    yield f"credits-{slug(answer.ship)}", partial(plot_credits, answer)


@figures_of.register
def _(answer: Sweep) -> Figures:
    for metric in ("credits", "arrived"):
        yield f"sweep-{metric}", partial(plot_table, answer.table(), metric=metric)


@figures_of.register
def _(answer: LayoutValues) -> Figures:
    yield f"layouts-{slug(answer.ship.name)}", partial(plot_layouts, answer)


@figures_of.register
def _(answer: FleetEffects) -> Figures:
    yield f"as-a-fleet-{slug(answer.ship.name)}", partial(plot_fleet_effects, answer)


@figures_of.register
def _(answer: CostOfInsurance) -> Figures:
    for ship in answer.ships:
        yield f"insurance-{slug(ship.name)}", partial(plot_insurance, answer, ship.name)
        yield f"insurance-by-layout-{slug(ship.name)}", partial(plot_layouts_insured, answer, ship.name)
