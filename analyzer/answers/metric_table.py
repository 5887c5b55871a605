"""Metrics of trials as a table: in blocks, each under a heading with its units; the score in bold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from analyzer.answers.description import Column, Form, Row, Table, in_percent, places
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.numbers import decimals

INDENT = "  "
SHARE, MEAN = places(in_percent, 2), places(decimals, 3)
"""How tables of one run write chances and means."""


def metric_table(
    metrics: Metrics,
    columns: Sequence[Column],
    values: Callable[[Metric], Mapping[str, Any]],
    *,
    happened: Callable[[Metric], bool],
    forms: Callable[[Metric], Mapping[str, Form]],
    has_rivals: bool,
    all_of_them: bool = False,
) -> tuple[Table, list[Metric]]:
    """A row for every metric, under the heading of its block; and the endings that never came up, which have none.

    has_rivals: without any, metrics of a contest say nothing; all_of_them: also those that are not in every table.
    """
    never = [
        metric
        for metric in metrics.listed
        if metric.column in metrics.words and metric.is_chance and _is_in(metric, all_of_them) and not happened(metric)
    ]
    rows: list[Row] = []
    for title, block in metrics.blocks.items():
        here = [metric for metric in block if _is_in(metric, all_of_them) and metric not in never]
        here = [metric for metric in here if has_rivals or not metric.contested]
        for number, metric in enumerate(here):
            above = heading(title, here) if title and not number else ""
            named = {"metric": f"{INDENT * bool(title)}{metric.label}", "name": metric.name}
            is_score = metric.name == metrics.score
            meaning = metric.meaning if metric.in_legend else ""
            written = forms(metric) or {column.name: column.form.per(metric.scale) for column in columns}
            row = Row(dict(values(metric)) | named, written, bold=is_score, above=above, explanation=meaning)
            rows.append(row)
    return Table("", (Column("metric", ""), *columns), rows, gap=2), never


def explained(table: Table, metrics: Metrics, names: Sequence[str]) -> Table:
    """Those metrics of such a table alone, each with what it means."""
    some = table.only(rows=lambda values: values["name"] in names)
    some = replace(some, rows=[replace(row, explanation="") for row in some.rows])
    return some.plus(Column("meaning", "meaning"), lambda values: metrics[values["name"]].meaning)


def _is_in(metric: Metric, all_of_them: bool) -> bool:
    """Whether a table of all trials has it."""
    return metric.in_tables or (all_of_them and not metric.by_sort)


def heading(title: str, block: Sequence[Metric]) -> str:
    """The name of a block, with the units of its means."""
    units = dict.fromkeys(metric.unit for metric in block if metric.unit)
    return f"{title} ({', '.join(units)})" if units else title
