"""What came of flying one ship under the rules of two editions, and on the steps between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from analyzer.answers.comparison import Comparison
from analyzer.answers.metrics import Metrics
from analyzer.answers.shown import Several, Shown
from analyzer.montecarlo.stretch import some_trials
from analyzer.statistics.estimate import LEAST_DIFFERING, Estimate
from analyzer.statistics.interval import each_of
from analyzer.statistics.paired import PairedTally, Whole
from analyzer.statistics.tally import Tally
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.result import ShipResult

if TYPE_CHECKING:
    import pandas as pd

OLD, NEW = "2007", "2021"
CREDITS = METRICS.score
REST, OTHERS = "+ all other rules", "other rivals"
"""What is left for the last steps: the switches (who chooses planets when, who is stuck in open space, by which rules
the learning flight is flown), and rivals where those of 2021 are others.
"""


@dataclass(frozen=True, repr=False)
class TwoEditions(Several, Shown):
    """One ship in both editions, and on the steps between them; differences are the later less the earlier.

    `steps` compares 2007, each step, and 2021, by those names.
    """

    steps: Comparison

    @property
    def ship(self) -> str:
        """The name of the ship."""
        return self._ends[0].ships[0].name

    @property
    def flights(self) -> int:
        """How many flights were flown of each."""
        return self.steps.flights

    @property
    def seed(self) -> int:
        """The seed of all of them."""
        return self._ends[0].seed

    @property
    def results(self) -> tuple[ShipResult, ShipResult]:
        """What the ship came to in 2007 and in 2021."""
        return self.steps.results[0], self.steps.results[-1]

    def each(self) -> tuple[ShipResult, ShipResult]:
        """What the ship came to in 2007 and in 2021."""
        return self.results

    def shown_metrics(self) -> Metrics:
        """What is told of a flight."""
        return METRICS

    @property
    def both(self) -> Comparison:
        """2021 against 2007 alone, without the steps between, for `plot_differences`."""
        ends, counted = [len(self.steps.names) - 1, 0], self.steps.counted
        square = np.ix_(ends, ends)
        picked = PairedTally(
            Tally(tuple(counted.tally.subjects[end] for end in ends)),
            {metric: sums[ends] for metric, sums in counted.sums.items()},
            {metric: products[square] for metric, products in counted.products.items()},
            counted.wins[square],
            _best(counted.wins[square], counted.trials),
        )
        return Comparison((NEW, OLD), self._ends[::-1], picked)

    def difference(self, metric: str = CREDITS) -> Estimate:
        """By how much the mean, or the chance, is higher in 2021 than in 2007, with its 95% interval."""
        return self.steps.difference(NEW, OLD, metric)

    def differences(self) -> list[dict[str, Any]]:
        """One row a metric: both means (or chances), and 2021 less 2007 with its 95% interval."""
        return [
            {
                "metric": row["metric"],
                OLD: row["mean_b"],
                NEW: row["mean_a"],
                **{key: row[key] for key in ("difference", "low", "high")},
            }
            for row in self.steps.differences(NEW, OLD)
        ]

    def changes(self, metric: str = CREDITS) -> list[dict[str, Any]]:
        """One row a step on the way from 2007 to 2021: its mean, and what it has more than the step before.

        The differences add up to that of the editions; what a step does is what it does after those before it.
        """
        names = self.steps.names
        rows: list[dict[str, Any]] = []
        for name, before in zip(names, (OLD, *names), strict=False):
            mean, low, high = self.steps.difference(name, before, metric) if rows else Estimate(0.0, 0.0, 0.0)
            row: dict[str, Any] = {"metric": metric, "step": self._last if name == NEW else name}
            row |= {"mean": self.steps.counted.own(metric, len(rows)).mean, "difference": mean}
            rows.append(row | {"low": low, "high": high})
        return rows

    def surely(self) -> dict[str, Estimate]:
        """By step what it changes in credits, with intervals that hold with 95% for all steps at once."""
        rows, names = self.changes()[1:], self.steps.names
        alone = each_of(len(rows))
        return {
            row["step"]: self.steps.difference(name, before, confidence=alone)
            for row, name, before in zip(rows, names[1:], names, strict=False)
        }

    def leading(self) -> dict[str, Estimate]:
        """The steps of which one changes credits most, as far as that can be told; {} where none surely changes them.

        One that changes more than any other may (by intervals that hold for all at once, and in enough flights), or
        all that may change as much as one of them surely does, the largest first.
        """
        found = self.surely()
        counted = [self.steps.contest.differing(i, i + 1) >= LEAST_DIFFERING for i in range(len(found))]
        sure = [max(0.0, one.low, -one.high) * enough for one, enough in zip(found.values(), counted, strict=True)]
        if not any(sure):
            return {}
        may = {step: one for step, one in found.items() if max(-one.low, one.high) >= max(sure)}
        return dict(sorted(may.items(), key=lambda step: -abs(step[1].mean)))

    def table(self) -> pd.DataFrame:
        """The differences as a table."""
        import pandas as pd

        return pd.DataFrame(self.differences())

    def changes_table(self, metric: str = CREDITS) -> pd.DataFrame:
        """The steps as a table."""
        import pandas as pd

        return pd.DataFrame(self.changes(metric))

    @property
    def setting(self) -> str:
        """In what company the ship flies, `alone` or in the field of each edition; "" if that differs otherwise."""
        old, new = self._ends
        return old.setting if old.setting == new.setting else ""

    def heading(self) -> str:
        """Which ship, where, how long and against whom."""
        old, new = self._ends
        where = old.route.title
        told = ", ".join(self._rivals(old))
        if self._rivals(new) != self._rivals(old):
            told = f"{told} in {OLD}, {', '.join(self._rivals(new))} in {NEW}"
        against = f"{self.setting} ({told})" if told and self.setting else f"with {told}" if told else "alone"
        many = some_trials(self.flights, self._ends[0].TRIAL)
        return f"{self.ship} in {OLD} and in {NEW}: {where}, {many} each, seed {self.seed}, {against}"

    def notes(self) -> list[str]:
        """What a reader of these numbers should know; what holds of one edition only says so."""
        old, new = (end.notes() for end in self._ends)
        notes = [note if note in new else f"{OLD}: {note}" for note in old]
        notes += [f"{NEW}: {note}" for note in new if note not in old]
        notes.append("decks differ: flights are compared by their number, and the intervals allow for that")
        return notes

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types: both editions, differences, and the steps for credits and the chance of a loss."""
        ends = zip((OLD, NEW), self._ends, self.results, strict=True)
        return {
            "ship": self.ship,
            "flights": self.flights,
            "seed": self.seed,
            "editions": {
                name: {
                    "route": end.facts()["route"],
                    "rivals": list(end.names[end.asked :]),
                    "ship": ship.as_dict() | {"name": self.ship},
                }
                for name, end, ship in ends
            },
            "differences": self.differences(),
            "steps": [row for metric in (CREDITS, "loss") for row in self.changes(metric)],
            "leading": [{"step": step, **one._asdict()} for step, one in self.leading().items()],
            "notes": self.notes(),
        }

    @property
    def _ends(self) -> tuple[Experiment, Experiment]:
        ends = self.steps.experiments
        return cast(Experiment, ends[0]), cast(Experiment, ends[-1])

    @property
    def _last(self) -> str:
        """What the last step adds: the rest of the rules, the field of 2021 where that of 2007 flew before, or both."""
        old, new = map(self._rivals, self._ends)
        if old == new:
            return REST
        return f"+ {OTHERS}" if REST in self.steps.names else f"{REST}, {OTHERS}"

    @staticmethod
    def _rivals(end: Experiment) -> list[str]:
        return list(end.others)


def _best(wins: Whole, trials: int) -> Whole:
    """(2, 2) In how many trials each of two is no worse than the other, and in how many better."""
    return np.stack([trials - wins[[1, 0], [0, 1]], wins[[0, 1], [1, 0]]])
