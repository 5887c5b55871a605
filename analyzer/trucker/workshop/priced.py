"""An experiment of which something else is wanted than credits: what a flight is worth is its score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metric, Metrics
from analyzer.montecarlo.blocks import BLOCK as WHOLE_BLOCK
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.result import Result
from analyzer.trucker.workshop.goal import Goal, load_goal
from analyzer.world import rebuild

GOAL = "goal"


@dataclass(frozen=True)
class Priced(Derived[Experiment]):
    """The same flights, each with what it is worth by the prices of a goal."""

    goal: Goal

    QUESTION: ClassVar[str] = "priced"
    AT_ONCE: ClassVar[int] = WHOLE_BLOCK
    COUNTED: ClassVar[type[Tally]] = Tally

    @cached_property
    def metrics(self) -> Metrics:
        """Those of the flights, and the goal before them."""
        wanted = Metric(GOAL, f"the goal: {self.goal.meaning}", unit=GOAL, block="the goal")
        own = self.experiment.metrics
        return replace(own, listed=(wanted, *own.listed), score=GOAL, unit=GOAL, parts={})

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights."""
        return self._with_goal(self.experiment.run_block(first, trials))

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Any], first: int, trials: int) -> list[Columns]:
        """What `run_block` of each says; ships that can fly together do."""
        blocks = Experiment.run_side_by_side([one.experiment for one in experiments], first, trials)
        return [one._with_goal(columns) for one, columns in zip(experiments, blocks, strict=True)]

    def _with_goal(self, columns: Columns) -> Columns:
        return {GOAL: self.goal.of(columns)} | columns

    def count(self, columns: Columns) -> Tally:
        """A histogram of every column."""
        return Tally.of(columns)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Result:
        """The result of the flights."""
        return Result(self, counted, stretches)

    @property
    def pairing(self) -> Any:
        """Flights of one number are pairs where this is equal."""
        return *super().pairing, self.goal

    def describe(self) -> dict[str, Any]:
        """The experiment, and what is wanted."""
        return super().describe() | {"goal": self.goal.said}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Priced:
        """The same again."""
        experiment = rebuild(described | {"question": described["of"]}, cls.QUESTION)
        assert isinstance(experiment, Experiment)
        return cls(experiment, load_goal(described["goal"]))


def priced(experiment: Experiment, goal: Goal) -> Experiment | Priced:
    """The experiment with the goal as its score, which credits are anyway."""
    return experiment if goal.is_credits else Priced(experiment, goal)
