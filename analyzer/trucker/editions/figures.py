"""The way from one edition to the other: what each step changes in credits."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.chosen import origins
from analyzer.present.figures.differences import plot_differences
from analyzer.present.figures.distributions import plot_credits
from analyzer.present.figures.forest import Words, forest, row_of
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.style import cut
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.editions.answer import TwoEditions

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.editions.answer import TwoEditions


def plot_steps(answer: TwoEditions, *, width: float = 7.5) -> Figure:
    """What each step from one edition to the other changes in credits, with its 95% interval, and all rules together.

    Steps whose interval holds 0 are grey. `width`: inches.
    """
    steps, (old, new) = answer.changes(), answer.names
    rows = [row_of(row["step"], Estimate(row["difference"], row["low"], row["high"])) for row in steps[1:]]
    rivals = [rows.pop()] if answer.has_other_rivals else []
    all_of = "all rules" if rivals else "all steps"
    rows += [row_of(f"{all_of}: {new} minus {old}", answer.difference()), *rivals]
    ends = f"{cut(answer.ship, 24)}: {steps[0]['mean']:.2f} in {old}, {steps[-1]['mean']:.2f} in {new}"
    axis = "change in credits a flight by this step"
    return forest(rows, Words(axis, ends, "difference (95% interval)", in_a_line(origins(answer.results))), width)


@figures_of.register
def _(answer: TwoEditions) -> Figures:
    """The steps, what makes the difference, and both distributions."""
    yield f"steps-{slug(answer.ship)}", partial(plot_steps, answer)
    yield f"editions-{slug(answer.ship)}", partial(plot_differences, answer.both)
    yield f"credits-{slug(answer.ship)}", partial(plot_credits, answer)
