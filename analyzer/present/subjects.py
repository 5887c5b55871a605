"""Subjects of a result in a terminal: one with all that is known of it, or several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyzer.present.blocks import add_blocks
from analyzer.present.terminal import bare_table

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.answers.metrics import Metric
    from analyzer.answers.result import SubjectResult
    from analyzer.present.sheet import Sheet


def show_one(console: Console, one: SubjectResult) -> None:
    """A subject: every metric with its interval and quantiles."""
    from rich.text import Text

    console.print(Text(one.name, "bold").append(f", captain {one.subject.player}", "not bold"))
    rows = {row["metric"]: row for row in one.rows()}
    table = bare_table(gap=2)
    table.add_column("")
    for column in ("mean", "95% interval", "5%", "25%", "50%", "75%", "95%"):
        table.add_column(column, justify="right", no_wrap=True)
    never = add_blocks(
        table,
        one.metrics,
        lambda metric: _cells(metric, rows[metric.name]),
        alone=True,
        happened=lambda metric: rows[metric.name]["mean"] > 0,
    )
    console.print(table)
    if never:
        console.print(never, soft_wrap=True)


def side_by_side(subjects: Sequence[SubjectResult]) -> Sheet:
    """Means and chances of several, each with its interval."""
    told = [{row["metric"]: row for row in each.rows()} for each in subjects]
    table = bare_table(gap=2)
    table.add_column("")
    for subject in subjects:
        table.add_column(subject.name, justify="right", no_wrap=True)
        table.add_column("95% interval", justify="right", no_wrap=True)
    add_blocks(
        table,
        subjects[0].metrics,
        lambda metric: [cell for rows in told for cell in _estimate(metric, rows[metric.name])],
        alone=False,
        happened=lambda metric: True,
    )
    return table


def _cells(metric: Metric, row: dict[str, Any]) -> list[str]:
    quantiles = [str(row[q]) for q in ("q5", "q25", "q50", "q75", "q95") if q in row]
    return [*_estimate(metric, row), *quantiles]


def _estimate(metric: Metric, row: dict[str, Any]) -> list[str]:
    if metric.is_chance:
        return [f"{row['mean']:.2%}", f"{row['low']:.2%} to {row['high']:.2%}"]
    return [f"{row['mean']:.3f}", f"{row['low']:.3f} to {row['high']:.3f}"]
