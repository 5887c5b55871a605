"""Ways to lay components in hand: the best drawn, and what each gains as a forest plot."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.forest import Words, forest, row_of
from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.drawing.ships import Shown, plot_ships
from analyzer.trucker.questions.place.answer import Placements
from analyzer.trucker.workshop.ways import AS_IT_IS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.place.answer import Placements


def plot_places(answer: Placements) -> Figure:
    """The best ways that lay something, as ships whose new components are coloured."""
    ships = [
        Shown(name, made, [square for square in made.components if square not in answer.ship.components])
        for name, made in answer.drawn
    ]
    return plot_ships(ships, below=f"{answer.ship.name}: {_where(answer)}")


def plot_placements(answer: Placements, *, width: float = 7.5) -> Figure:
    """What each of the best ways gains on the ship as it is; bars hold with 95% for all pairs at once.

    `width`: inches.
    """
    rows = [
        row_of(row[answer.compared.word], Estimate(row["gain"], row["gain_low"], row["gain_high"]))
        for row in answer.ranking
        if row[answer.compared.word] != AS_IT_IS
    ]
    label = f"{answer.compared.metrics.unit} a flight more than {answer.ship.name} as it is"
    words = Words(label, "what is laid where", "gain (95%, all rows at once)", f"{answer.ship.name}: {_where(answer)}")
    return forest(rows, words, width)


def _where(answer: Placements) -> str:
    first = answer.compared.results[0]
    return in_a_line([(first.name, first.origin)]) if first.origin else answer.compared.heading()


@figures_of.register
def _(answer: Placements) -> Figures:
    """The best three, what differs coloured; and how all that were ranked differ."""
    yield "place-drawn", partial(plot_places, answer)
    yield "place", partial(plot_placements, answer)
