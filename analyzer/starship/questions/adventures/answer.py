"""What became of open adventures: who fulfilled each, and what stood in the way."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.answers.description import INTERVAL, PERCENT, WORD, Column, Description, Row, Table
from analyzer.answers.result import Result

OTHER_ENDS = {
    "other_was_first": "other first",
    "not_reached": "not reached",
    "lacking": "lacking",
    "passed": "passed",
}
"""How an adventure may end that is not fulfilled, by metric."""


@dataclass(frozen=True, repr=False)
class Adventures(Result):
    """What became of open adventures; index it by an adventure's name."""

    def description(self) -> Description:
        """A row an adventure: the chance of each of its ends."""
        metrics = self.experiment.metrics
        columns = (
            Column("name", "", WORD),
            Column("fulfilled", "fulfilled", PERCENT, interval=INTERVAL),
            *(Column(name, heading, PERCENT, metrics[name].meaning) for name, heading in OTHER_ENDS.items()),
        )
        names = ("fulfilled", *OTHER_ENDS)
        rows = [Row({"name": one.name} | {name: one.measured(name) for name in names}) for one in self.subjects]
        return Description(self.conditions, "", parts=(Table("", columns, rows),), notes=self.notes())
