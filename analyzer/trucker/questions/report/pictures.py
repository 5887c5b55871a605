"""Pictures inside a page, as data; they bring their own white ground, so that they read in the dark too."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from analyzer.montecarlo.stretch import some_trials

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.answers.comparison import Comparison
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.questions.course.answer import Course
    from analyzer.trucker.result import ShipResult

DOTS_AN_INCH = 160
WIDTH = 3.9
"""Inches of a picture: so drawn that its smallest letters can be read where it is as wide as a telephone."""
OVERLAID = 6
"""Most ships whose distributions are drawn over one another."""


@dataclass(frozen=True)
class Picture:
    """A picture inside the page: what it shows, and its data."""

    shows: str
    data: str


def overview(comparison: Comparison) -> Iterator[Picture]:
    """All ships together."""
    from analyzer.present.figures.differences import plot_differences
    from analyzer.present.figures.distributions import plot_credits

    best = {row["ship"] for row in comparison.ranking()[:OVERLAID]}
    drawn = [ship for ship in comparison.results if ship.name in best]
    if len(comparison.names) > 1:
        of_two = f"what {' has more than '.join(comparison.names)}, with intervals"
        of_many = "how far each ship is from the first of the ranking, with intervals"
        yield picture(plot_differences(comparison, width=WIDTH), of_two if len(comparison.names) == 2 else of_many)
    which = "" if len(drawn) == len(comparison.names) else f" of the first {OVERLAID} ships of the ranking"
    yield picture(plot_credits(drawn, width=WIDTH), f"how the credits{which} are distributed")


def ship_pictures(ship: ShipResult, course: Course) -> Iterator[Picture]:
    """One ship: where its credits come from, how it fares along the route, and where it is hit."""
    from analyzer.present.figures.waterfall import plot_waterfall
    from analyzer.trucker.drawing.hits import plot_hits
    from analyzer.trucker.questions.course.figures import plot_course

    yield picture(plot_waterfall(ship, width=WIDTH), f"where the credits of {ship.name} come from and where they go")
    some = some_trials(course.trials, course.experiment.TRIAL)
    fan = f"components of {ship.name} left, card by card, and how many still fly: the first {some}"
    yield picture(plot_course(course, width=WIDTH), fan)
    yield picture(plot_hits(course, width=WIDTH), f"where {ship.name} is hit: the first {some}")


def fleet_pictures(ship: ShipResult, experiment: Experiment) -> Iterator[Picture]:
    """One build: what each layout earns, how its ships survive, and what insurance costs."""
    from analyzer.trucker.drawing.fleet import plot_fleet_survival
    from analyzer.trucker.questions.insure.figures import plot_insurance, plot_layouts_insured
    from analyzer.trucker.questions.layouts.figures import plot_by_layout
    from analyzer.trucker.questions.report.fleets import insurance_of

    insurance = insurance_of(ship, experiment)
    yield picture(plot_by_layout(ship, width=WIDTH), f"what {ship.name} earns, layout by layout")
    survival = f"how the ships of {ship.name} survive along the cards, way by way"
    yield picture(plot_fleet_survival(ship, experiment.route, width=WIDTH), survival)
    yield picture(plot_insurance(insurance, width=WIDTH), f"what insurance of {ship.name} costs, by lost components")
    yield picture(
        plot_layouts_insured(insurance, width=WIDTH), f"what each premium saves {ship.name}, layout by layout"
    )


def picture(figure: Figure, shows: str) -> Picture:
    """A figure as a PNG of few colours inside a data address."""
    from analyzer.present.figures.style import house_style

    drawn = BytesIO()
    with house_style():
        figure.savefig(drawn, format="png", dpi=DOTS_AN_INCH)
    return Picture(shows, f"data:image/png;base64,{b64encode(drawn.getvalue()).decode()}")
