"""Risk against return: what ships earn in the mean, over how much that varies and what the worst trials come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.chosen import all_ships, origins
from analyzer.present.figures.style import COLOURS, caption_below, cut, house_style, legend

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.answers.result import SubjectResult
    from analyzer.statistics.histogram import Histogram

MOST_TOGETHER = 6
"""So many distributions can be told apart in one picture."""
LONGEST_NAME = 26
LEGEND_COLUMNS = 4
SHAPES = "osD^v"


def plot_risk(ships: Any) -> Figure:
    """A point a ship: its mean score over its standard deviation, and over the mean of its worst 5%; both with bars.

    `ships`: ships of results, a Result or several, or what has `results`. Bars are 95% intervals.
    """
    from matplotlib.figure import Figure

    told: Sequence[SubjectResult] = all_ships(ships)
    unit = told[0].metrics.unit
    scores = [ship.histograms[ship.metrics.score] for ship in told]
    with house_style():
        rows = -(-len(told) // LEGEND_COLUMNS)
        figure = Figure(figsize=(9, 4 + 0.2 * rows), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        drawn = _points(left, scores, [(score.std, score.std, score.std) for score in scores])
        _points(right, scores, [tuple(score.worst()) for score in scores])
        left.set_xlabel(f"spread of {unit} (standard deviation): less is safer")
        right.set_xlabel(f"mean of the worst 5% ({unit}): more is safer")
        left.set_ylabel(f"mean {unit}")
        right.set_title("bars: 95% intervals", loc="right", fontsize=9, color="#555555")
        labels = [cut(ship.name, LONGEST_NAME) for ship in told]
        legend(figure, drawn, labels, loc="outside upper center", ncols=LEGEND_COLUMNS, fontsize=9)
        caption_below(figure, in_a_line(origins(told)))
    return figure


def _points(axes: Axes, scores: Sequence[Histogram], over: Sequence[tuple[float, ...]]) -> list[Any]:
    """Every ship, in a colour and a shape of its own."""
    drawn = []
    for number, (score, (at, low, high)) in enumerate(zip(scores, over, strict=True)):
        colour, shape = COLOURS[number % len(COLOURS)], SHAPES[number % len(SHAPES)]
        if score.n > 1:
            least, most = score.interval()
            across, up = ([at - low], [high - at]), ([score.mean - least], [most - score.mean])
            axes.errorbar(at, score.mean, up, across, color=colour, capsize=3, linewidth=1.2)
        drawn += axes.plot(at, score.mean, marker=shape, color=colour, markersize=7, linestyle="none")
    axes.margins(0.1, 0.1)
    return drawn
