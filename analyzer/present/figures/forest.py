"""Forest plots of estimates and differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.answers.numbers import signed
from analyzer.answers.origin import in_a_line
from analyzer.montecarlo.stretch import some_trials
from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.ships_to_draw import origins
from analyzer.present.figures.style import (
    COLOURS,
    LETTERS_AN_INCH,
    NARROW,
    SMALLEST,
    caption_below,
    cut,
    fitting,
)
from analyzer.statistics.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.answers.comparison import Comparison
    from analyzer.answers.metrics import Metric


INCHES_A_ROW = 0.28
MOST_BESIDE = 10
"""The longest text, in letters, that a narrow figure puts beside its intervals; longer ones go under the labels."""
SURE, UNSURE = COLOURS[0], "#777777"
SAME_LETTER = "same letter: no clear difference, or too few trials"
"""The text below the axis on what it means if two subjects share a group letter."""


class Row(NamedTuple):
    """A row of a forest plot.

    Attributes:
        label: The text at the left.
        mean: The estimate.
        low: The lower end of its interval.
        high: The upper end of its interval.
        text: The text at the right.
        is_clear: Whether the row is drawn as clearly different from 0. If None, this depends on whether the interval
            contains 0.
    """

    label: str
    mean: float
    low: float
    high: float
    text: str
    is_clear: bool | None = None


MARGIN_ABOVE = 0.09
"""The margin above the titles and below the axis, in inches, so that no page cuts them off."""


class Words(NamedTuple):
    """The texts around the rows of a forest plot.

    Attributes:
        axis: The text below the axis.
        left: The title at the left.
        right: The title at the right.
        origin: Where the numbers come from.
    """

    axis: str
    left: str
    right: str
    origin: str


def row_of(label: str, estimate: Estimate) -> Row:
    """Return a row whose text at the right is its own estimate with interval."""
    mean, low, high = estimate
    at, begin, end = (signed(value) for value in estimate)
    text = f"{at} ({begin} to {end})".replace("-", "\N{MINUS SIGN}")
    return Row(label, mean, low, high, text)


def forest(rows: Sequence[Row], words: Words, width: float) -> Figure:
    """Draw the rows from top to bottom with their intervals; rows that do not clearly differ from 0 are grey."""
    from numpy import isfinite

    narrow, longest = width < NARROW, max(len(row.text) for row in rows)
    under = narrow and longest > MOST_BESIDE
    each = INCHES_A_ROW * (1.6 if under else 1)
    with new_figure(width, 1.3 + each * len(rows)) as figure:
        engine: Any = figure.get_layout_engine()
        engine.set(h_pad=MARGIN_ABOVE)
        axes = figure.add_subplot()
        axes.axvline(0, color="black", linewidth=1)
        for height, row in enumerate(rows):
            is_clear = not row.low <= 0 <= row.high if row.is_clear is None else row.is_clear
            colour = SURE if is_clear else UNSURE
            if isfinite((row.low, row.high)).all():
                axes.plot((row.low, row.high), (height, height), color=colour, linewidth=1.5, marker="|", markersize=9)
            axes.plot(row.mean, height, marker="o", color=colour, markersize=3.5)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        labels = [cut(row.label, int((4.5 if narrow else 7) * width)) for row in rows]
        if under:
            labels = [f"{label}\n{row.text}" for label, row in zip(labels, rows, strict=True)]
        axes.set_yticks(range(len(rows)), labels, parse_math=False, fontsize=9)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        # beside long labels the axis is short: there its label ends where the axis does, and begins below the labels
        room = width - 1.5 if under else _room_below(labels, longest, width)
        axes.set_xlabel(fitting(words.axis, room), parse_math=False, loc="right" if under else "center")
        axes.set_title(words.left, loc="left", fontsize=9, color="#555555", parse_math=False)
        if not under:
            side = axes.secondary_yaxis("right")
            side.set_yticks(range(len(rows)), [row.text for row in rows], fontsize=9)
            side.tick_params(length=0)
            side.spines[:].set_visible(False)
            axes.set_title(words.right, loc="right", fontsize=9, color="#555555")
        caption_below(figure, words.origin)
    return figure


def _room_below(labels: Sequence[str], longest: int, width: float) -> float:
    """Return the width in inches for a text centred below the axis.

    Args:
        labels: The labels left of the axis.
        longest: The longest text right of the axis, in letters.
        width: The width of the figure in inches.
    """
    letters_an_inch = LETTERS_AN_INCH * SMALLEST / 9
    left, right = max(map(len, labels)) / letters_an_inch, longest / letters_an_inch
    middle = left + (width - left - right) / 2
    return min(width - 1.5, 2 * min(middle, width - middle) - 0.3)


def plot_differences(comparison: Comparison, *, width: float = 7.5) -> Figure:
    """Draw the difference of two subjects in the score and in its parts, or the ranking of three or more.

    A ranking shows by how much each subject's score is below the best one. Bars are 95% intervals; those of a ranking
    hold for all subjects at once. Rows without a clear difference are grey.

    Args:
        comparison: The comparison.
        width: The width in inches.
    """
    if len(comparison.names) > 2:
        ranking = comparison.ranking()
        scale = comparison.metrics.scale
        rows = [_behind(row, row[comparison.word], ranking[0]["groups"], scale) for row in ranking]
        unit = f"{comparison.metrics.unit} a {comparison.experiments[0].TRIAL[0]}"
        return forest(
            rows, _words(comparison, f"{unit} behind the first, further right is worse; {SAME_LETTER}", "groups"), width
        )
    a, b = comparison.names
    metrics = comparison.metrics
    parts = sorted(metrics.parts.items(), key=lambda part: -part[1])
    rows = [_part(comparison.difference(a, b), metrics[metrics.score], 1)]
    rows += [_part(comparison.difference(a, b, part), metrics[part], sign) for part, sign in parts]
    unit = f"{metrics.unit} a {comparison.experiments[0].TRIAL[0]}"
    axis = f"{unit}, {a} minus {b}"
    return forest(rows, _words(comparison, axis, "difference (95% interval)"), width)


def _part(estimate: Estimate, metric: Metric, sign: int) -> Row:
    """Return the row for one part of the score; parts that are deducted are negated, so that more is always better."""
    mean, low, high = (end / metric.scale for end in estimate)
    if sign < 0:
        return row_of(f"less {metric.label}", Estimate(-mean, -high, -low))
    return row_of(metric.label, Estimate(mean, low, high))


def _behind(row: dict[str, Any], name: str, best_groups: str, scale: int) -> Row:
    """Return the row for a ship's distance behind the best ship; it is grey if both ships share a group letter."""
    is_clear = not set(row["groups"]) & set(best_groups)
    behind, low, high = (row[end] / scale for end in ("behind", "behind_low", "behind_high"))
    return Row(name, behind, low, high, row["groups"], is_clear)


def _words(comparison: Comparison, axis: str, right: str) -> Words:
    """Return the texts around the rows, with the number of trials and the origin of the numbers."""
    left = f"{some_trials(comparison.trials, comparison.experiments[0].TRIAL)} each"
    return Words(axis, left, right, in_a_line(origins(comparison.results)))
