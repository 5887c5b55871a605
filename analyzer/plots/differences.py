"""Paired differences as a forest plot: what makes one of two ships better, or how far many are behind the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.montecarlo.stretch import some_trials
from analyzer.plots.chosen import origins
from analyzer.plots.style import COLOURS, NARROW, cut, fitting, house_style, told_below
from analyzer.results.origin import in_a_line

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.results.comparison import Comparison
    from analyzer.statistics.estimate import Estimate

INCHES_A_ROW = 0.28
MOST_BESIDE = 10
"""Letters that a narrow figure has room for beside its intervals; longer words stand under the labels."""
SURE, UNSURE = COLOURS[0], "#777777"


class Row(NamedTuple):
    """One line of the plot; `told` stands at its right end."""

    label: str
    mean: float
    low: float
    high: float
    told: str


def plot_differences(comparison: Comparison, *, width: float = 7.5) -> Figure:
    """For two ships the difference in credits and in what they are made of; for more the credits behind the best.

    Bars are 95% intervals; those for many ships hold for all at once. What is not told from 0 is grey.
    `width`: inches.
    """
    if len(comparison.names) > 2:
        rows = [_behind(row, row[comparison.word]) for row in comparison.ranking()]
        unit = f"{comparison.metrics.unit} a {comparison.experiments[0].TRIAL[0]}"
        return forest(rows, f"{unit} behind the best", "groups", width, **_below(comparison))
    a, b = comparison.names
    metrics = comparison.metrics
    parts = sorted(metrics.parts.items(), key=lambda part: -part[1])
    rows = [_part(comparison.difference(a, b), metrics[metrics.score].label, 1)]
    rows += [_part(comparison.difference(a, b, part), metrics[part].label, sign) for part, sign in parts]
    unit = f"{metrics.unit} a {comparison.experiments[0].TRIAL[0]}"
    return forest(rows, f"{unit} that {a} has more than {b}", "difference (95% interval)", width, **_below(comparison))


def _part(found: Estimate, label: str, sign: int) -> Row:
    """A part of the score; less of what is charged is more of the score, and so it is drawn."""
    mean, low, high = found
    if sign < 0:
        mean, low, high, label = -mean, -high, -low, f"less {label}"
    told = f"{mean:+.2f} ({low:+.2f} to {high:+.2f})".replace("-", "\N{MINUS SIGN}")
    return Row(label, mean, low, high, told)


def _behind(row: dict[str, Any], name: str) -> Row:
    return Row(name, row["behind"], row["behind_low"], row["behind_high"], row["groups"])


def _below(comparison: Comparison) -> dict[str, str]:
    """How many trials were compared, and the line that lets the figure stand alone."""
    trials = f"{some_trials(comparison.trials, comparison.experiments[0].TRIAL)} each"
    return {"trials": trials, "below": in_a_line(origins(comparison.results))}


def forest(rows: Sequence[Row], label: str, told: str, width: float, *, trials: str, below: str) -> Figure:
    """The rows from top to bottom with their intervals, and a line at 0.

    `told`: what stands at their right ends; `trials`: how many, in words; `below`: the line below all else.
    """
    from matplotlib.figure import Figure
    from numpy import isfinite

    with house_style():
        narrow, longest = width < NARROW, max(len(row.told) for row in rows)
        under = narrow and longest > MOST_BESIDE
        each = INCHES_A_ROW * (1.6 if under else 1)
        figure = Figure(figsize=(width, 1.2 + each * len(rows)), layout="constrained")
        axes = figure.add_subplot()
        axes.axvline(0, color="black", linewidth=1)
        for height, row in enumerate(rows):
            colour = UNSURE if row.low <= 0 <= row.high else SURE
            if isfinite((row.low, row.high)).all():
                axes.plot((row.low, row.high), (height, height), color=colour, linewidth=1.5, marker="|", markersize=9)
            axes.plot(row.mean, height, marker="o", color=colour, markersize=3.5)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        labels = [cut(row.label, int(4.5 * width)) for row in rows]
        if under:
            labels = [f"{label}\n{row.told}" for label, row in zip(labels, rows, strict=True)]
        axes.set_yticks(range(len(rows)), labels, parse_math=False, fontsize=9)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(fitting(label, width - 1.5), parse_math=False)
        axes.set_title(trials, loc="left", fontsize=9, color="#555555")
        if not under:
            side = axes.secondary_yaxis("right")
            side.set_yticks(range(len(rows)), [row.told for row in rows], fontsize=9)
            side.tick_params(length=0)
            side.spines[:].set_visible(False)
            axes.set_title(told, loc="right", fontsize=9, color="#555555")
        told_below(figure, below)
    return figure
