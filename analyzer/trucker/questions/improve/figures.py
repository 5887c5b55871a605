"""A ship before and after: what is new is coloured."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from analyzer.present.figures.differences import plot_differences
from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.trucker.drawing.ships import Shown, plot_ships
from analyzer.trucker.questions.improve.answer import Improved

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.improve.answer import Improved


def plot_improved(answer: Improved) -> Figure:
    """The ship given and the one that was found, side by side; squares that differ are coloured in both."""
    mean, low, high = answer.gain
    unit = f"{answer.compared.metrics.unit} a flight"
    label = f"best ship found: {mean:+.2f} ({low:+.2f} to {high:+.2f}) {unit}".replace("-", "\N{MINUS SIGN}")
    ships = [Shown(f"{answer.given.name}, as it is", answer.given, answer.new), Shown(label, answer.found, answer.new)]
    below = f"{answer.heading()}; {answer.compared.flights:,} fresh flights; coloured: squares that differ"
    return plot_ships(ships, below=below)


@figures_of.register
def _(answer: Improved) -> Figures:
    """Before and after; how they differ."""
    yield "improved", partial(plot_improved, answer)
    yield "improved-differences", partial(plot_differences, answer.compared)
