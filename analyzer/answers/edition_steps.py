"""Comparison of two editions step by step, from the first to the second."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    SIGNED,
    WORD,
    Collection,
    Column,
    Described,
    Description,
    Form,
    Part,
    Row,
    Table,
)
from analyzer.answers.metrics import Metric
from analyzer.answers.note import in_front
from analyzer.answers.numbers import decimals, signed, with_noun
from analyzer.answers.tables import INDENT, SHARE
from analyzer.montecarlo.stretch import some_trials
from analyzer.statistics.estimate import LEAST_DIFFERING, Estimate, each_of
from analyzer.world import Experiment

if TYPE_CHECKING:
    import pandas as pd

DIFFERENCE = Column(
    "difference",
    "difference",
    SIGNED,
    interval=INTERVAL,
    missing=("", ""),
    flat=lambda name, value: {name: value.mean, "low": value.low, "high": value.high},
)
"""Column of a difference with its interval."""
STEPS = (Column("step", "", WORD), Column("mean", "mean", NUMBER), DIFFERENCE)
POINTS = Form(lambda share: signed(100 * share), unit=" points")
"""Format of differences between chances, in percentage points."""


@dataclass(frozen=True, repr=False)
class EditionSteps(Described, Collection):
    """Base class of comparisons of two editions, with the steps from one to the other.

    Each step takes over further rules of the later edition. Differences are the later edition's value less the earlier
    one's.

    Attributes:
        STEPPED: names of the metrics that are shown step by step, the most important first.
        steps: comparison whose subjects are the earlier edition, each step, and the later edition.
    """

    ITEMS: ClassVar = "results"
    STEPPED: ClassVar[Sequence[str]]

    steps: Comparison

    @property
    def names(self) -> tuple[str, str]:
        """Names of the earlier and the later edition, i.e. of the first and the last subject of `steps`."""
        return self.steps.names[0], self.steps.names[-1]

    @property
    def trials(self) -> int:
        """Number of trials of each step."""
        return self.steps.trials

    @property
    def seed(self) -> int:
        """Seed of all trials."""
        return self.steps.experiments[0].seed

    @property
    def _ends(self) -> tuple[Experiment, Experiment]:
        """Experiments of the earlier and the later edition."""
        return self.steps.experiments[0], self.steps.experiments[-1]

    @property
    def _by_rules(self) -> int:
        """Index in `steps` of the subject that has all rules of the later edition."""
        return len(self.steps.names) - 1

    @property
    def _last(self) -> str:
        """Words for the last step."""
        raise NotImplementedError

    @property
    def _whose(self) -> str:
        """Remark above the table of differences; "" for none."""
        return ""

    def difference(self, metric: str | None = None) -> Estimate:
        """Return a metric's mean by the later rules less that by the earlier ones.

        Args:
            metric: name of the metric; None for the score.
        """
        return self.steps.difference(self.steps.names[self._by_rules], self.names[0], metric)

    def differences(self) -> list[dict[str, Any]]:
        """Return a row per metric: its value in each edition, with the same rivals, and the difference of the two.

        The difference has a 95% interval, `low` to `high`.
        """
        return [
            {
                "metric": row["metric"],
                self.names[0]: row["mean_b"],
                self.names[1]: row["mean_a"],
                **{key: row[key] for key in ("difference", "low", "high")},
            }
            for row in self.steps.differences(self.steps.names[self._by_rules], self.names[0])
        ]

    def changes(self, metric: str | None = None) -> list[dict[str, Any]]:
        """Return a row per step with the mean of a metric and the difference from the previous step.

        The differences add up to the difference between the editions. A step is measured after all earlier steps.

        Args:
            metric: name of the metric; None for the score.
        """
        names, metric = self.steps.names, metric or self.STEPPED[0]
        rows: list[dict[str, Any]] = []
        for name, before in zip(names, (self.names[0], *names), strict=False):
            mean, low, high = self.steps.difference(name, before, metric) if rows else Estimate(0.0, 0.0, 0.0)
            row: dict[str, Any] = {"metric": metric, "step": self._last if name == self.names[1] else name}
            row |= {"mean": self.steps.counted.own(metric, len(rows)).mean, "difference": mean}
            rows.append(row | {"low": low, "high": high})
        return rows

    def simultaneous_changes(self, metric: str | None = None) -> dict[str, Estimate]:
        """Return the change of a metric by each step, with 95% intervals that hold for all steps at once."""
        metric = metric or self.STEPPED[0]
        rows, names = self.changes(metric)[1:], self.steps.names
        alone = each_of(len(rows))
        return {
            row["step"]: self.steps.difference(name, before, metric, confidence=alone)
            for row, name, before in zip(rows, names[1:], names, strict=False)
        }

    def leading(self, metric: str | None = None) -> dict[str, Estimate]:
        """Return the steps that may change a metric most, the largest change first.

        A step is left out if its change is surely smaller than the change that another step surely makes. A single
        step in the result clearly changes the metric most. The dict is empty if no step surely changes the metric.
        Intervals are simultaneous; a change counts as sure only with enough trials that differ. Steps that changed no
        trial are left out.
        """
        metric = metric or self.STEPPED[0]
        by_step = dict([*self.simultaneous_changes(metric).items()][: self._by_rules])
        counted, paired = self.steps.counted, range(len(by_step))
        if metric == self.steps.score:
            differing = [self.steps.contest.differing(i, i + 1) for i in paired]
        else:
            # Other metrics: squares of differences bound the number of trials that differ from above.
            differing = [int(counted.difference(metric, i + 1, i).squares) for i in paired]
        enough = [many >= LEAST_DIFFERING for many in differing]
        sure = [max(0.0, one.low, -one.high) * often for one, often in zip(by_step.values(), enough, strict=True)]
        if not any(sure):
            return {}
        changed = {step: one for (step, one), many in zip(by_step.items(), differing, strict=True) if many}
        may = {step: one for step, one in changed.items() if max(-one.low, one.high) >= max(sure)}
        return dict(sorted(may.items(), key=lambda step: -abs(step[1].mean)))

    def changes_table(self, metric: str | None = None) -> pd.DataFrame:
        """Return the rows of `changes` as a table."""
        import pandas as pd

        return pd.DataFrame(self.changes(metric))

    def _differences(self) -> Table:
        """Return the table of differences, a row per metric."""
        rows = []
        for row in self.differences():
            metric = self.steps.metrics[row["metric"]]
            label = {"label": metric.label.removeprefix("ended: ")}
            rows.append(Row(_in_one(row) | label, self._forms(metric), bold=metric.name == self.STEPPED[0]))
        both = (Column(name, name, NUMBER) for name in self.names)
        columns = (Column("metric"), Column("label", "", WORD, flat=None), *both, DIFFERENCE)
        return Table("", columns, rows, self._whose)

    def _steps(self) -> Table:
        """Return the table of steps by metric; the first step of a metric has no difference."""
        rows = []
        for metric in map(self.steps.metrics.__getitem__, self.STEPPED):
            for place, row in enumerate(self.changes(metric.name)):
                step = {"step": f"{INDENT}{row['step']}"} if place else {"step": f"{metric.label}, {row['step']}"}
                values = _in_one(row) if place else {"mean": row["mean"]}
                rows.append(Row(values | step, self._forms(metric)))
        return Table(
            "",
            STEPS,
            rows,
            f"step by step from {self.names[0]} to {self.names[1]} (difference: compared with the step before)",
        )

    def _forms(self, metric: Metric) -> dict[str, Form]:
        """Return the formats of a metric's columns: percent and percentage points for a chance, else {}."""
        chances = dict.fromkeys((*self.names, "mean"), SHARE) | {"difference": POINTS}
        return chances if metric.is_chance else {}

    def notes(self) -> list[str]:
        """Return the notes shown below the answer; a note that holds for one edition only begins with its name."""
        old, new = (end.notes() for end in self._ends)
        notes = [note if note in new else in_front(f"{self.names[0]}: ", note) for note in old]
        return notes + [in_front(f"{self.names[1]}: ", note) for note in new if note not in old]


@dataclass(frozen=True, repr=False)
class GameEditions(EditionSteps):
    """Base class of comparisons of whole games by the rules of two editions.

    Attributes:
        WORDS: words for each metric of `STEPPED`.
        last: names of the tables that the last step takes over from the later edition.
        conditions: who plays, in words.
    """

    WORDS: ClassVar[Mapping[str, str]]

    last: str = ""
    conditions: str = ""

    @property
    def _last(self) -> str:
        return self.last

    def description(self) -> Description:
        """Describe the change: in words, step by step, and metric by metric."""
        (old, new), (first, _) = self.names, self._ends
        steps = [row for metric in self.STEPPED for row in self.changes(metric)]
        facts = {
            "editions": [old, new],
            "trials": self.trials,
            "seed": self.seed,
            "conditions": self.conditions,
            "differences": self.differences(),
            "steps": steps,
            "leading": {
                metric: [{"step": step, **one._asdict()} for step, one in self.leading(metric).items()]
                for metric in self.STEPPED
            },
        }
        title = f": {some_trials(self.trials, first.TRIAL)} of each, seed {self.seed}, {self.conditions}"
        parts: list[Part] = [*self.in_words(), self._steps(), self._differences()]
        return Description(f"{old} and {new}", title, facts, parts, self.notes(), flat=self._flat)

    def _flat(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each metric and step, for tables in files."""
        for metric in self.steps.metrics.by_name:
            for row in self.changes(metric):
                yield {"from": self.names[0], "to": self.names[1]} | row

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        paired = "Games with the same number have the same deals and dice in every step, as far as the tables allow."
        return [*super().notes(), paired]

    def in_words(self) -> list[str]:
        """Return a sentence on each metric of `STEPPED`: how much it changes, and which step changes it most."""
        return [self._sentence(self.steps.metrics[name], words) for name, words in self.WORDS.items()]

    def _sentence(self, metric: Metric, words: str) -> str:
        old, new = (self.steps.counted.own(metric.name, end).mean for end in (0, self._by_rules))
        change = self.difference(metric.name)
        shown = [f"{value:.1%}" if metric.is_chance else decimals(value) for value in (old, new)]
        begins = f"{words}: {shown[0]} in {self.names[0]}, {shown[1]} in {self.names[1]}"
        if change.low <= 0 <= change.high:
            return f"{begins}. That is no clear change: {self._span(change, metric)}."
        return f"{begins}, a change of {self._span(change, metric)}{self._most(metric)}."

    def _most(self, metric: Metric) -> str:
        """Return a clause on the tables that change a metric most from the old edition to the new one.

        Of the tables that may change it most (`leading`), the clause names those that clearly change it. The others
        are only counted, because few games make every interval wide. If only one table differs, the clause is "".
        """
        if self._by_rules == 1:
            return ""
        leading = self.leading(metric.name)
        clear = {step: one for step, one in leading.items() if not one.low <= 0 <= one.high}
        if not clear:
            return "; no single step clearly changes it"
        *others, last = (
            f"{step.removeprefix('+ ')} ({signed(one.mean * _scale(metric))})" for step, one in clear.items()
        )
        if len(leading) == 1:
            return f"; the table {last} changes it most"
        more = with_noun(len(leading) - len(clear), "more step")
        most = f"; {more} may change it as much" if len(leading) > len(clear) else "; it is open which changes it most"
        which = f"s {', '.join(others)} and {last} clearly change it" if others else f" {last} clearly changes it"
        return f"; the table{which}{most}"

    @staticmethod
    def _span(change: Estimate, metric: Metric) -> str:
        mean, low, high = (signed(end * _scale(metric)) for end in change)
        return f"{mean} {'points ' * metric.is_chance}({low} to {high})"


def _scale(metric: Metric) -> int:
    return 100 if metric.is_chance else 1


def _in_one(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with the difference and its interval combined into one `Estimate`."""
    return row | {"difference": Estimate(row["difference"], row["low"], row["high"])}
