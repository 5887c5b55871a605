"""Paired differences as a forest plot: what makes one of two ships better, or how far many are behind the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.montecarlo.stretch import some_trials
from analyzer.present.figures.chosen import origins
from analyzer.present.figures.forest import SAME_LETTER, Row, Words, forest, row_of
from analyzer.statistics.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.answers.comparison import Comparison


def plot_differences(comparison: Comparison, *, width: float = 7.5) -> Figure:
    """For two ships the difference in credits and in what they are made of; for more the credits behind the best.

    Bars are 95% intervals; those for many ships hold for all at once. What does not clearly differ is grey.
    `width`: inches.
    """
    if len(comparison.names) > 2:
        ranking = comparison.ranking()
        rows = [_behind(row, row[comparison.word], ranking[0]["groups"]) for row in ranking]
        unit = f"{comparison.metrics.column_unit} a {comparison.experiments[0].TRIAL[0]}"
        return forest(
            rows, _words(comparison, f"{unit} behind the best, further right is worse; {SAME_LETTER}", "groups"), width
        )
    a, b = comparison.names
    metrics = comparison.metrics
    parts = sorted(metrics.parts.items(), key=lambda part: -part[1])
    rows = [_part(comparison.difference(a, b), metrics[metrics.score].label, 1)]
    rows += [_part(comparison.difference(a, b, part), metrics[part].label, sign) for part, sign in parts]
    unit = f"{comparison.experiments[0].metrics.column_unit} a {comparison.experiments[0].TRIAL[0]}"
    axis = f"{unit}, {a} minus {b}"
    return forest(rows, _words(comparison, axis, "difference (95% interval)"), width)


def _part(estimate: Estimate, label: str, sign: int) -> Row:
    """A part of the score; less of what is charged is more of the score, and so it is drawn."""
    mean, low, high = estimate
    return row_of(f"less {label}", Estimate(-mean, -high, -low)) if sign < 0 else row_of(label, estimate)


def _behind(row: dict[str, Any], name: str, of_the_best: str) -> Row:
    """How far it is behind; grey where it shares a letter with the best, whatever its interval."""
    is_clear = not set(row["groups"]) & set(of_the_best)
    return Row(name, row["behind"], row["behind_low"], row["behind_high"], row["groups"], is_clear)


def _words(comparison: Comparison, axis: str, right: str) -> Words:
    """Around the rows: how many trials, and where they come from."""
    left = f"{some_trials(comparison.trials, comparison.experiments[0].TRIAL)} each"
    return Words(axis, left, right, in_a_line(origins(comparison.results)))
