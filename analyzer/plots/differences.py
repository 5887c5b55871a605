"""Paired differences as a forest plot: what makes one of two ships better, or how far many are behind the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.montecarlo.stretch import some_trials
from analyzer.plots.style import COLOURS, house_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.results.comparison import Comparison
    from analyzer.statistics.estimate import Estimate

INCHES_A_ROW = 0.28
SURE, UNSURE = COLOURS[0], "#777777"


class Row(NamedTuple):
    """One line of the plot; `told` stands at its right end."""

    label: str
    mean: float
    low: float
    high: float
    told: str


def plot_differences(comparison: Comparison) -> Figure:
    """For two ships the difference in credits and in what they are made of; for more the credits behind the best.

    Bars are 95% intervals; those for many ships hold for all at once. What is not told from 0 is grey.
    """
    if len(comparison.names) > 2:
        rows = [_behind(row, row[comparison.word]) for row in comparison.ranking()]
        unit = f"{comparison.metrics.unit} a {comparison.experiments[0].TRIAL[0]}"
        return _forest(rows, f"{unit} behind the best", comparison, "groups")
    a, b = comparison.names
    metrics = comparison.metrics
    parts = sorted(metrics.parts.items(), key=lambda part: -part[1])
    rows = [_part(comparison.difference(a, b), metrics[metrics.score].label, 1)]
    rows += [_part(comparison.difference(a, b, part), metrics[part].label, sign) for part, sign in parts]
    unit = f"{metrics.unit} a {comparison.experiments[0].TRIAL[0]}"
    return _forest(rows, f"{unit} that {a} has more than {b}", comparison, "difference (95% interval)")


def _part(found: Estimate, label: str, sign: int) -> Row:
    """A part of the score; less of what is charged is more of the score, and so it is drawn."""
    mean, low, high = found
    if sign < 0:
        mean, low, high, label = -mean, -high, -low, f"less {label}"
    told = f"{mean:+.2f} ({low:+.2f} to {high:+.2f})".replace("-", "\N{MINUS SIGN}")
    return Row(label, mean, low, high, told)


def _behind(row: dict[str, Any], name: str) -> Row:
    return Row(name, row["behind"], row["behind_low"], row["behind_high"], row["groups"])


def _forest(rows: Sequence[Row], label: str, comparison: Comparison, told: str) -> Figure:
    """The rows from top to bottom with their intervals, and a line at 0."""
    from matplotlib.figure import Figure
    from numpy import isfinite

    with house_style():
        figure = Figure(figsize=(7.5, 1.2 + INCHES_A_ROW * len(rows)), layout="constrained")
        axes = figure.add_subplot()
        axes.axvline(0, color="black", linewidth=1)
        for height, row in enumerate(rows):
            colour = UNSURE if row.low <= 0 <= row.high else SURE
            if isfinite((row.low, row.high)).all():
                axes.plot((row.low, row.high), (height, height), color=colour, linewidth=1.5, marker="|", markersize=9)
            axes.plot(row.mean, height, marker="o", color=colour, markersize=3.5)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_yticks(range(len(rows)), [row.label for row in rows], parse_math=False)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(label, parse_math=False)
        axes.set_title(
            f"{some_trials(comparison.trials, comparison.experiments[0].TRIAL)} each",
            loc="left",
            fontsize=9,
            color="#555555",
        )
        side = axes.secondary_yaxis("right")
        side.set_yticks(range(len(rows)), [row.told for row in rows])
        side.tick_params(length=0)
        side.spines[:].set_visible(False)
        axes.set_title(told, loc="right", fontsize=9, color="#555555")
    return figure
