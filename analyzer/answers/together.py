"""Several experiments run side by side: trial n of each meets the same cards and dice."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from inspect import getmodule
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.derived import Delegating
from analyzer.answers.metrics import Metrics
from analyzer.answers.note import warning
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import FIRST, NotingExperiment, Pace, SlowTrials, slow_of
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.controls import Controls, side_by_side
from analyzer.statistics.tally import Columns, PairedTally, SortedPairs
from analyzer.world import Experiment, OneByOne, Subject, rebuild

FEWEST_FIRST = 1 << 3
"""The fewest trials of a first block."""
IN_MEMORY = 1 << 20
"""The most trials held in memory at once, counted over all experiments together."""

_listening: ContextVar[tuple[int, int, Callable[[Callable[[], Comparison]], None]] | None]
_listening = ContextVar("listening", default=None)


@contextmanager
def hearing_first_subjects(first: int, listener: Callable[[Callable[[], Comparison]], None]) -> Iterator[None]:
    """Report, within a `with` block, a comparison after each subject of the first block that this process runs.

    Args:
        first: The number of the block's first trial.
        listener: Called after each subject but the last, with a function that returns the comparison so far.
    """
    token = _listening.set((os.getpid(), first, listener))
    try:
        yield
    finally:
        _listening.reset(token)


@dataclass(frozen=True)
class SideBySide(Delegating):
    """Experiments run side by side under one seed; the first subject of each becomes a subject of this one.

    Attributes:
        names: The name of each experiment's subject.
        experiments: The experiments. The first one supplies world, seed and vocabulary.
        by_number: Whether to pair trials of the same number even if they meet different cards and dice. Pairing then
            makes differences no more certain.
        until: "decided" if the run may stop at any check. It has no influence on any trial.
        margin: The difference in score that counts as equal. It has no influence on any trial.
        pace: The speed of the blocks run so far, kept for later runs; None if only one run is made.

    Raises:
        AnalyzerError: The metrics or seeds differ, or trials of the same number meet different cards or dice and
            `by_number` is not set.
    """

    names: tuple[str, ...]
    experiments: tuple[Experiment, ...]
    by_number: bool = False
    until: str | None = None
    margin: float = MARGIN
    pace: Pace | None = field(default=None, compare=False)

    QUESTION: ClassVar[str] = "compare"

    def __post_init__(self) -> None:
        first, *others = self.experiments
        if any(other.metrics.listed != first.metrics.listed for other in others):
            raise AnalyzerError("these experiments have different metrics: compare experiments of one kind")
        if any(other.seed != first.seed for other in others):
            raise AnalyzerError(f"the seeds differ: {first.TRIAL[1]} must meet the same dice: give all one seed")
        if not self.by_number and any(other.pairing != first.pairing for other in others):
            raise AnalyzerError(first.UNPAIRED)

    @property
    def delegate(self) -> Experiment:
        """The first experiment."""
        return self.experiments[0]

    @property
    def COUNTED(self) -> type[PairedTally] | type[SortedPairs]:
        """The class of counts: `PairedTally`, or `SortedPairs` if the trials of all experiments are sorted alike."""
        return SortedPairs if self.metrics.sorting else PairedTally

    @property
    def BLOCK(self) -> int:
        """The most trials held in memory at once: a power of two, because blocks and checks must fit together."""
        most = 1 << max(10, (IN_MEMORY // len(self.experiments)).bit_length() - 1)
        return int(min(most, *(experiment.BLOCK for experiment in self.experiments)))

    @property
    def are_run_together(self) -> bool:
        """Whether the experiments share work, so that no one of them ends before the others."""
        return getmodule(type(self.delegate).run_side_by_side) is not getmodule(OneByOne)

    @property
    def FIRST_BLOCK(self) -> int:
        """The number of trials in the first block; at least FEWEST_FIRST.

        It is the number for the slowest experiment, divided by the number of experiments.
        """
        slowest = min(int(getattr(one, "FIRST_BLOCK", FIRST)) for one in self.experiments)
        return max(FEWEST_FIRST, slowest // len(self.experiments))

    @property
    def SLOW(self) -> SlowTrials | None:
        """Settings for trials that take seconds each, as the slowest experiment needs; None if all are fast."""
        each = [slow for slow in map(slow_of, self.experiments) if slow is not None]
        if not each:
            return None
        fewest = (
            min(slow.soon for slow in each),
            min(slow.check_step for slow in each),
            min(slow.usual for slow in each),
        )
        return SlowTrials(*fewest, subjects=sum(slow.subjects for slow in each))

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The first subject of each experiment."""
        return tuple(experiment.subjects[0] for experiment in self.experiments)

    @property
    def metrics(self) -> Metrics:
        """The metrics of differences; without a `Sorting` unless the trials of all experiments are sorted alike."""
        first, *others = (experiment.metrics for experiment in self.experiments)
        alike = all(other.sorting == first.sorting for other in others) and not self.by_number
        return first.paired if alike else replace(first.paired, sorting=None)

    @property
    def controls(self) -> Controls | None:
        """The control variates of the draws; None if an experiment has none, or if those of two experiments differ.

        With `by_number` experiments may draw differently, and their different controls are joined.
        """
        each: list[Controls | None] = []
        for experiment in self.experiments:
            own: Controls | None = getattr(experiment, "controls", None)
            if own not in each:
                each.append(own)
        known = [own for own in each if own is not None]
        if len(known) < len(each) or (self.by_number and isinstance(self.delegate, NotingExperiment)):
            return None
        return known[0] if len(known) == 1 else side_by_side(*known) if self.by_number else None

    @property
    def pairing(self) -> object:
        """The pairing key of the first experiment."""
        return self.experiments[0].pairing

    def run_block(self, first: int, trials: int) -> Columns:
        """Run a block of trials of all experiments.

        Returns:
            Columns of shape (experiments, trials) by name; each chance has a column of 0 and 1.
        """
        columns: Columns = {}
        shape = len(self.experiments), trials
        for i, own in enumerate(type(self.experiments[0]).run_side_by_side(self.experiments, first, trials)):
            for name in self.metrics.columns:
                columns.setdefault(name, np.empty(shape, np.int64))[i] = own[name][0]
            self._report(i + 1, columns, first, trials)
        return self.metrics.with_chances(columns)

    def _report(self, many: int, columns: Columns, first: int, trials: int) -> None:
        """Tell the listener, if there is one, how the first `many` subjects of the first block compare."""
        listening, every = _listening.get(), len(self.experiments)
        if listening is None or listening[:2] != (os.getpid(), first) or not 0 < many < every:
            return

        def compared() -> Comparison:
            some = replace(self, names=self.names[:many], experiments=self.experiments[:many])
            rows = some.metrics.with_chances({name: rows[:many] for name, rows in columns.items()})
            part: Comparison = some.result(some.count(rows), (Stretch(self.seed, first, trials),))
            said = f"Only {many} of {every} {self.SUBJECT[1]} have been run."
            return replace(part, remarks=(warning(said),))

        listening[2](compared)

    def count(self, columns: Columns) -> PairedTally | SortedPairs:
        """Return the histograms of a block and the sums of products; the highest score wins a trial."""
        return paired(columns, self.metrics, self.controls)

    def result(self, counted: PairedTally | SortedPairs, stretches: tuple[Stretch, ...] = ()) -> Comparison:
        """Return the comparison of the counted trials."""
        whole, parts = (counted.total, counted) if isinstance(counted, SortedPairs) else (counted, None)
        return Comparison(self.names, self.experiments, whole, self.until, self.margin, stretches, sorted=parts)

    def notes(self) -> list[str]:
        """Return the notes of all experiments without repetitions."""
        return list(dict.fromkeys(note for experiment in self.experiments for note in experiment.notes()))

    def describe(self) -> dict[str, Any]:
        """Return the descriptions of all experiments, with their seed stated once."""
        experiments = [experiment.describe() for experiment in self.experiments]
        for described in experiments:
            del described["seed"]
        return {
            "world": self.WORLD,
            "question": self.QUESTION,
            "seed": self.seed,
            "by_number": self.by_number,
            "names": list(self.names),
            "experiments": experiments,
        }

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> SideBySide:
        """Return the experiments that `describe` described."""
        seed = described["seed"]
        named = zip(described["names"], described["experiments"], strict=True)
        experiments = tuple(rebuild({**one, "seed": seed}, name) for name, one in named)
        return cls(tuple(described["names"]), experiments, described["by_number"])


def paired(columns: Columns, metrics: Metrics, controls: Controls | None = None) -> PairedTally | SortedPairs:
    """Return the paired counts of a block of trials; the subject with the highest score wins a trial.

    Args:
        columns: Columns of shape (subjects, trials).
        metrics: The metrics; if they have a sorting, each sort of trials is counted separately.
        controls: The control variates, if any.
    """

    def count(some: Columns) -> PairedTally:
        return PairedTally.of(some, metrics.score, controls)

    return SortedPairs.of_each(columns, metrics.sorting.column, count) if metrics.sorting else count(columns)
