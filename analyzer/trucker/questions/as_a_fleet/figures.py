"""What each kind of card costs or saves a fleet against one large ship, as a forest plot."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.chosen import about
from analyzer.present.figures.forest import Words, forest, row_of
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.trucker.questions.as_a_fleet.answer import FleetEffects

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.as_a_fleet.answer import FleetEffects


def plot_fleet_effects(answer: FleetEffects, *, width: float = 7.5) -> Figure:
    """By kind of card what it is worth more to the fleet, with 95% intervals; left of the line it costs.

    `width`: inches.
    """
    rows = [row_of(f"{row.kind.replace('_', ' ')} ({len(row.cards)})", row.more("worth")) for row in answer.rows]
    below = in_a_line(about(answer, answer.experiment.subjects[:1]))
    label = "credits a card gained as a fleet instead of as one large ship"
    return forest(rows, Words(label, answer.ship.name, "more (95%)", below), width)


@figures_of.register
def _(answer: FleetEffects) -> Figures:
    yield f"as-a-fleet-{slug(answer.ship.name)}", partial(plot_fleet_effects, answer)
