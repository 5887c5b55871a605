"""Every metric with its unit and meaning, as a table and as a page: made of the records, so that it is never stale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.answers.described import Described
from analyzer.answers.description import WORD, Column, Description, Form, Row, Table
from analyzer.answers.metrics import Metrics

SHARE = "share of trials"
"""The unit of a chance."""
COLUMNS = (
    Column("told"),
    Column("metric", "name", Form("  {}".format, is_number=False)),
    Column("unit", "unit", WORD),
    Column("meaning", "meaning", WORD),
    Column("score"),
)


@dataclass(frozen=True, repr=False)
class Glossary(Described):
    """By where they are told, the metrics there."""

    metrics: Mapping[str, Metrics]

    def rows(self) -> list[dict[str, Any]]:
        """One row a metric: where it is told, its name, unit, meaning, and whether it is what decides there."""
        return [
            {
                "told": where,
                "metric": metric.name,
                "unit": SHARE if metric.is_chance else metric.unit,
                "meaning": metric.meaning,
                "score": metric.name == metrics.score,
            }
            for where, metrics in self.metrics.items()
            for metric in metrics.by_name.values()
        ]

    def description(self) -> Description:
        """A row a metric, under where it is told; that which decides there in bold."""
        rows: list[Row] = []
        where = ""
        for row in self.rows():
            rows.append(Row(row, bold=row["score"], above="" if row["told"] == where else row["told"]))
            where = row["told"]
        return Description("", "", parts=[Table("metrics", COLUMNS, rows, gap=2)])

    def markdown(self) -> str:
        """The page `docs/metrics.md`."""
        lines = ["# Metrics", "", INTRODUCTION]
        for where in self.metrics:
            lines += ["", f"## {where[0].upper()}{where[1:]}", "", "| name | unit | meaning |", "|---|---|---|"]
            for row in self.rows():
                if row["told"] == where:
                    name = f"**`{row['metric']}`**" if row["score"] else f"`{row['metric']}`"
                    lines.append(f"| {name} | {row['unit']} | {row['meaning']} |")
        return "\n".join(lines) + "\n"


INTRODUCTION = """\
Made by `analyzer metrics -o docs/metrics.md` from the records that tables, JSON, exports and calls are made from.

A metric has one name everywhere: in JSON and exports, in Python (`result["Tin Kite"].measured("arrived")`) and for
`--precision arrived=0.001`; tables write blanks for its underscores, and `--precision` takes either. A share of trials
is the chance that what is said holds; anything else is a mean, in its unit, of one trial. The metric in bold
decides who is better. Differences of shares are told in percentage points."""
