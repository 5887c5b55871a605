"""Every metric with its unit and meaning: made of the records, so that it is never stale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from analyzer.answers.described import Described
from analyzer.answers.description import WORD, Column, Description, Form, Row, Table
from analyzer.answers.metrics import Metric, Metrics

SHARE = "share of trials"
"""The unit of a chance."""
NAME = (
    "the same in JSON, exports, Python and --precision; tables write blanks for underscores; the one in bold decides "
    "who is better"
)
UNIT = (
    f"a {SHARE} is the chance that the meaning holds, anything else a mean; differences of shares are percentage points"
)
BY_WHAT_IS_RUN = "what is run bounds it, e.g. the ship and the route, and each result knows by how much"
"""Why a list of metrics names no bound where an experiment knows one."""
COLUMNS = (
    Column("told"),
    Column("metric", "name", Form("  {}".format, is_number=False, is_typed=True), NAME),
    Column("unit", "unit", WORD, UNIT),
    Column("meaning", "meaning", WORD),
    Column("score"),
    Column("label"),
    Column("least"),
    Column("most"),
    Column("unbounded"),
)


def bounds_of(metrics: Metrics, metric: Metric) -> dict[str, Any]:
    """Return the least and the most that a metric can be, and why no number bounds it; None where nothing is to say."""
    least, most = (0.0, 1.0) if metric.is_chance else metrics.reach.get(metric.column, (-inf, inf))
    why = None if isfinite(most) else metrics.bounds.get(metric.column, BY_WHAT_IS_RUN)
    ends = {"least": least if isfinite(least) else None, "most": most if isfinite(most) else None}
    return {**ends, "unbounded": why}


@dataclass(frozen=True, repr=False)
class Glossary(Described):
    """All metrics of a game, by where they are told."""

    game: str
    metrics: Mapping[str, Metrics]

    def description(self) -> Description:
        """A row a metric, under where it is told; that which decides there in bold."""
        return Description(self.game, ": metrics", parts=[Table("metrics", COLUMNS, [*self._rows()], gap=2)])

    def _rows(self) -> Iterator[Row]:
        for where, metrics in self.metrics.items():
            for number, metric in enumerate(metrics.by_name.values()):
                unit = SHARE if metric.is_chance else metric.unit
                is_score = metric.name == metrics.score
                names = {"told": where, "metric": metric.name, "label": metric.label}
                values = {**names, "unit": unit, "meaning": metric.meaning, "score": is_score}
                values |= bounds_of(metrics, metric)
                yield Row(values, bold=is_score, above="" if number else where)
