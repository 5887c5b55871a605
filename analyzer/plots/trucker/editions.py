"""The way from one edition to the other: what each step changes in credits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.plots.chosen import origins
from analyzer.plots.forest import Words, forest, row_of
from analyzer.plots.style import cut
from analyzer.results.origin import in_a_line
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.editions.result import NEW, OLD

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.editions.result import TwoEditions


def plot_steps(found: TwoEditions, *, width: float = 7.5) -> Figure:
    """What each step from 2007 to 2021 changes in credits, with its 95% interval, and what all of them change.

    What is not told from nothing is grey. `width`: inches.
    """
    steps = found.changes()
    rows = [row_of(row["step"], Estimate(row["difference"], row["low"], row["high"])) for row in steps[1:]]
    rows.append(row_of(f"all: {NEW} less {OLD}", found.difference()))
    ends = f"{cut(found.ship, 24)}: {steps[0]['mean']:.2f} in {OLD}, {steps[-1]['mean']:.2f} in {NEW}"
    axis = "credits a flight more than before the step"
    return forest(rows, Words(axis, ends, "difference (95% interval)", in_a_line(origins(found.results))), width)
