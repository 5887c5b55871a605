"""Forest plots of estimates and differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.answers.numbers import signed
from analyzer.answers.origin import in_a_line
from analyzer.montecarlo.stretch import some_trials
from analyzer.present.figures.chosen import origins
from analyzer.present.figures.style import (
    COLOURS,
    LETTERS_AN_INCH,
    NARROW,
    SMALLEST,
    caption_below,
    cut,
    fitting,
    house_style,
)
from analyzer.statistics.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.answers.comparison import Comparison
    from analyzer.answers.metrics import Metric


INCHES_A_ROW = 0.28
MOST_BESIDE = 10
"""Letters that a narrow figure has room for beside its intervals; longer words stand under the labels."""
SURE, UNSURE = COLOURS[0], "#777777"
SAME_LETTER = "same letter: no clear difference, or too few trials"
"""What letters of groups say."""


class Row(NamedTuple):
    """One line of the plot; `text` stands at its right end; `is_clear`: whether its interval leaves out 0, if None."""

    label: str
    mean: float
    low: float
    high: float
    text: str
    is_clear: bool | None = None


MARGIN_ABOVE = 0.09
"""Inches above the titles and below the axis, so that no page cuts them off."""


class Words(NamedTuple):
    """What is said around the rows: below the axis, at its left and right end, and where the numbers come from."""

    axis: str
    left: str
    right: str
    origin: str


def row_of(label: str, estimate: Estimate) -> Row:
    """An interval that tells itself."""
    mean, low, high = estimate
    at, begin, end = (signed(value) for value in estimate)
    text = f"{at} ({begin} to {end})".replace("-", "\N{MINUS SIGN}")
    return Row(label, mean, low, high, text)


def forest(rows: Sequence[Row], words: Words, width: float) -> Figure:
    """The rows from top to bottom with their intervals; what does not clearly differ from 0 is grey."""
    from numpy import isfinite

    from analyzer.present.figures.picture import Picture

    with house_style():
        narrow, longest = width < NARROW, max(len(row.text) for row in rows)
        under = narrow and longest > MOST_BESIDE
        each = INCHES_A_ROW * (1.6 if under else 1)
        figure = Picture(figsize=(width, 1.3 + each * len(rows)), layout="constrained")
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
    """Inches for words centred below an axis that stands between labels and texts of so many letters."""
    letters_an_inch = LETTERS_AN_INCH * SMALLEST / 9
    left, right = max(map(len, labels)) / letters_an_inch, longest / letters_an_inch
    middle = left + (width - left - right) / 2
    return min(width - 1.5, 2 * min(middle, width - middle) - 0.3)


def plot_differences(comparison: Comparison, *, width: float = 7.5) -> Figure:
    """For two ships the difference in credits and in what they are made of; for more the credits behind the first.

    Bars are 95% intervals; those for many ships hold for all at once. What does not clearly differ is grey.
    `width`: inches.
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
    """A part of the score; less of what is charged is more of the score, and so it is drawn."""
    mean, low, high = (end / metric.scale for end in estimate)
    if sign < 0:
        return row_of(f"less {metric.label}", Estimate(-mean, -high, -low))
    return row_of(metric.label, Estimate(mean, low, high))


def _behind(row: dict[str, Any], name: str, of_the_best: str, scale: int) -> Row:
    """How far it is behind; grey where it shares a letter with the best, whatever its interval."""
    is_clear = not set(row["groups"]) & set(of_the_best)
    behind, low, high = (row[end] / scale for end in ("behind", "behind_low", "behind_high"))
    return Row(name, behind, low, high, row["groups"], is_clear)


def _words(comparison: Comparison, axis: str, right: str) -> Words:
    """Around the rows: how many trials, and where they come from."""
    left = f"{some_trials(comparison.trials, comparison.experiments[0].TRIAL)} each"
    return Words(axis, left, right, in_a_line(origins(comparison.results)))
