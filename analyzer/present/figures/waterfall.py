"""Where the score of a trial comes from and where it goes: credits, say."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line
from analyzer.montecarlo.stretch import some_trials
from analyzer.present.figures.chosen import origins, trial_of
from analyzer.present.figures.style import COLOURS, caption_below, house_style, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.answers.result import SubjectResult

GAIN, LOSS, TOTAL = COLOURS[0], COLOURS[1], "#666666"
THICK, INCHES_A_BAR = 0.62, 0.36
ROOM = 0.8
"""Inches at the end of the axis for the figure of the longest bar."""


def plot_waterfall(ship: SubjectResult, *, width: float = 7.0) -> Figure:
    """The mean of all that adds up to a score, bar below bar, each with the 95% interval of its own mean.

    `width`: inches.
    """
    from analyzer.present.figures.picture import Picture

    with house_style():
        metrics, (one, several) = ship.metrics, trial_of([ship])
        figure = Picture(figsize=(width, 0.9 + INCHES_A_BAR * (len(metrics.parts) + 1)), layout="constrained")
        axes = figure.add_subplot()
        level, ends = 0.0, [0.0]
        for at, (part, sign) in enumerate(metrics.parts.items()):
            level, *interval = _step(axes, at, level, sign, ship, part)
            ends += [level, *interval]
        ends += _step(axes, len(metrics.parts), 0.0, 1, ship, metrics.score)
        labels = [metrics[part].label for part in metrics.parts]
        axes.set_yticks(range(len(labels) + 1), [*labels, f"= {metrics[metrics.score].label}"])
        axes.set_ylim(len(labels) + 0.6, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.grid(visible=False, axis="y")
        axes.axvline(0, color="black", linewidth=0.8)
        lowest, highest = min(ends), max(ends)
        room = ROOM / width * (highest - lowest or 1.0)
        axes.set_xlim(lowest - 0.1 * room * (lowest < 0), highest + room)
        axes.set_xlabel(f"mean {metrics.column_unit} a {one}")
        title(axes, ship.name, some_trials(ship.histograms[metrics.score].n, (one, several)), int(5 * width))
        caption_below(figure, in_a_line(origins([ship])))
    return figure


def _step(axes: Axes, at: int, level: float, sign: int, ship: SubjectResult, metric: str) -> tuple[float, float, float]:
    """One bar from the level on, its figure, and a line to the next bar; the level behind it and its interval."""
    histogram = ship.histograms[metric]
    mean, reached = sign * histogram.mean, level + sign * histogram.mean
    low, high = histogram.interval()
    half = (high - low) / 2 if histogram.n > 1 and isfinite(high - low) else 0.0
    total = metric == ship.metrics.score
    colour = TOTAL if total else GAIN if sign > 0 else LOSS
    hatch = "///" if sign < 0 else None
    axes.barh(at, mean, THICK, level, color=colour, hatch=hatch, edgecolor="white", linewidth=0)
    axes.errorbar(reached, at, xerr=half, color="black", capsize=4, linewidth=1.2)
    if not total:
        axes.plot([reached] * 2, [at + THICK / 2, at + 1 - THICK / 2], color="#888888", linewidth=0.8)
    behind = max(level, reached) + (half if reached >= level else 0.0)
    written = round(mean, 2) + 0.0
    text = f"{written:.2f}" if total else f"{written:+.2f}"
    axes.annotate(
        text.replace("-", "\N{MINUS SIGN}"),
        (behind, at),
        (5, 0),
        textcoords="offset points",
        va="center",
        annotation_clip=False,
    )
    return reached, reached - half, reached + half
