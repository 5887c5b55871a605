"""Tables of metrics in blocks, each under a heading with its units; what never happened is told in one line below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.answers.metrics import Metric, Metrics
    from analyzer.present.sheet import Sheet

INDENT = "  "


def add_blocks(
    table: Sheet,
    metrics: Metrics,
    cells: Callable[[Metric], Sequence[str]],
    *,
    alone: bool,
    happened: Callable[[Metric], bool],
    all_of_them: bool = False,
) -> str:
    """Add a row for every metric, under the heading of its block; returns a line on the endings that never came up.

    alone: nobody else takes part, so that metrics of a contest say nothing; all_of_them: also those that are not shown
    in every table.
    """
    codes = (metric for metric in metrics.listed if metric.column in metrics.words and metric.is_chance)
    never = [metric for metric in codes if _told(metric, all_of_them) and not happened(metric)]
    for title, block in metrics.blocks.items():
        told = [metric for metric in block if _told(metric, all_of_them) and metric not in never]
        told = [metric for metric in told if not (alone and metric.contested)]
        if told and title:
            table.add_heading(heading(title, told))
        for metric in told:
            label = f"{INDENT * bool(title)}{metric.label}"
            table.add_row(label, *cells(metric), style="bold" if metric.name == metrics.score else None)
    return f"did not happen: {', '.join(metric.label for metric in never)}" if never else ""


def _told(metric: Metric, all_of_them: bool) -> bool:
    """Whether a table of all trials has it."""
    return metric.shown or (all_of_them and not metric.by_sort)


def heading(title: str, block: Sequence[Metric]) -> str:
    """The name of a block, with the units of its means."""
    units = dict.fromkeys(metric.unit for metric in block if metric.unit)
    return f"{title} ({', '.join(units)})" if units else title
