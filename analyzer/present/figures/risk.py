"""Risk against return: what ships earn on average, over how often they lose and how bad their worst trials are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.chosen import all_ships, origins
from analyzer.present.figures.spread import with_unit
from analyzer.present.figures.style import COLOURS, caption_below, cut, house_style, legend

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.answers.result import SubjectResult
    from analyzer.statistics.estimate import Estimate

MOST_TOGETHER = 6
"""So many distributions can be read in one picture."""
LOSS = "loss"
"""The chance of a result below 0, in games that have it."""
LONGEST_NAME = 26
LEGEND_COLUMNS = 4
SHAPES = "osD^v"


def plot_risk(ships: Any) -> Figure:
    """A point a ship: its mean score over the chance of a loss, and over the mean of its worst 5%; with 95% intervals.

    Games without a loss have the second panel alone. `ships`: ships of results, a Result or several, or what has
    `results`. The spread of the score is no axis: a ship that often earns much more spreads, and is no risk for that.
    """
    from analyzer.present.figures.picture import Picture

    results: Sequence[SubjectResult] = all_ships(ships)
    metrics = results[0].metrics
    score = with_unit(metrics[metrics.score].label, metrics.column_unit)
    trials = results[0].origin.trial[1] if results[0].origin else "trials"
    panels = {f"mean of the worst 5% of {trials} ({score})": [_worst(ship) for ship in results]}
    if all(LOSS in ship.metrics.by_name for ship in results):
        panels = {"chance of a loss (%)": [_in_percent(ship.measured(LOSS)) for ship in results]} | panels
    with house_style():
        rows = -(-len(results) // LEGEND_COLUMNS)
        figure = Picture(figsize=(4.5 * len(panels), 4 + 0.2 * rows), layout="constrained")
        grid: Any = figure.subplots(1, len(panels), sharey=True, squeeze=False)
        for axes, (label, places) in zip(grid[0], panels.items(), strict=True):
            drawn = _points(axes, [_mean(ship) for ship in results], places)
            axes.set_xlabel(label)
        grid[0, 0].set_ylabel(f"mean of all {trials} ({score})")
        if metrics.judge:
            label = metrics[metrics.score].label
            words = f"{label}s only; verdicts are by {metrics[metrics.judge].label}"
            grid[0, 0].set_title(words, loc="left", fontsize=9, color="#555555")
        grid[0, -1].set_title("bars: 95% intervals", loc="right", fontsize=9, color="#555555")
        labels = [cut(ship.name, LONGEST_NAME) for ship in results]
        legend(
            figure, drawn, labels, loc="outside upper center", ncols=min(LEGEND_COLUMNS, 2 * len(panels)), fontsize=9
        )
        caption_below(figure, in_a_line(origins(results)))
    return figure


def _mean(ship: SubjectResult) -> Estimate:
    return ship.measured(ship.metrics.score)


def _worst(ship: SubjectResult) -> Estimate:
    return ship.histograms[ship.metrics.score].worst()


def _in_percent(share: Estimate) -> Estimate:
    return share._replace(mean=100 * share.mean, low=100 * share.low, high=100 * share.high)


def _points(axes: Axes, means: Sequence[Estimate], over: Sequence[Estimate]) -> list[Any]:
    """Every ship, in a colour and a shape of its own, with both intervals where they are known."""
    from math import isfinite

    drawn = []
    for number, (mean, at) in enumerate(zip(means, over, strict=True)):
        colour, shape = COLOURS[number % len(COLOURS)], SHAPES[number % len(SHAPES)]
        if all(map(isfinite, (*mean, *at))):
            across, up = ([at.mean - at.low], [at.high - at.mean]), ([mean.mean - mean.low], [mean.high - mean.mean])
            axes.errorbar(at.mean, mean.mean, up, across, color=colour, capsize=3, linewidth=1.2)
        drawn += axes.plot(at.mean, mean.mean, marker=shape, color=colour, markersize=7, linestyle="none")
    axes.margins(0.1, 0.1)
    return drawn
