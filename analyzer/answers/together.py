"""Several experiments run side by side: trial n of each meets the same chances."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.derived import Delegating
from analyzer.answers.metrics import Metrics
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import Notes, Slow, slow_of
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.controls import Controls, side_by_side
from analyzer.statistics.tally import Columns, PairedTally, SortedPairs
from analyzer.world import Experiment, Subject, rebuild

IN_MEMORY = 1 << 20
"""Trials that are held in memory at once, of all experiments together."""


@dataclass(frozen=True)
class Together(Delegating):
    """Experiments under one seed, by name; of each the first subject is asked about, and the first one stands for all.

    Their trials of one number must be pairs (`pairing`); raises AnalyzerError where they are not. `by_number` allows
    it: trials of one number are pairs all the same, and differences as certain as their own spread makes them, but they
    meet other chances. `until` is "decided" if the run may stop at any look, `margin` by how much scores may differ and
    still count as equal: they tell what is made of the numbers, and fix none.
    """

    names: tuple[str, ...]
    experiments: tuple[Experiment, ...]
    by_number: bool = False
    until: str | None = None
    margin: float = MARGIN

    QUESTION: ClassVar[str] = "compare"

    def __post_init__(self) -> None:
        first, *others = self.experiments
        if any(other.metrics.listed != first.metrics.listed for other in others):
            raise AnalyzerError("these experiments count different things: compare experiments of one kind")
        if any(other.seed != first.seed for other in others):
            raise AnalyzerError(f"the seeds differ: {first.TRIAL[1]} must meet the same dice: give all one seed")
        if not self.by_number and any(other.pairing != first.pairing for other in others):
            raise AnalyzerError(first.UNPAIRED)

    @property
    def delegate(self) -> Experiment:
        """The first one."""
        return self.experiments[0]

    @property
    def COUNTED(self) -> type[PairedTally] | type[SortedPairs]:
        """Pairs, sorted where chance sorts the trials of all of them alike."""
        return SortedPairs if self.metrics.sorting else PairedTally

    @property
    def BLOCK(self) -> int:
        """A power of two, so that blocks and looks fit together."""
        most = 1 << max(10, (IN_MEMORY // len(self.experiments)).bit_length() - 1)
        return int(min(most, *(experiment.BLOCK for experiment in self.experiments)))

    @property
    def SLOW(self) -> Slow | None:
        """Those of them that are slow share the usual number of trials."""
        each = [slow for slow in map(slow_of, self.experiments) if slow is not None]
        if not each:
            return None
        fewest = (min(slow.soon for slow in each), min(slow.look for slow in each), min(slow.usual for slow in each))
        return Slow(*fewest, subjects=sum(slow.subjects for slow in each))

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The first subject of each."""
        return tuple(experiment.subjects[0] for experiment in self.experiments)

    @property
    def metrics(self) -> Metrics:
        """What is told of a trial."""
        first, *others = (experiment.metrics for experiment in self.experiments)
        alike = all(other.sorting == first.sorting for other in others) and not self.by_number
        return first.paired if alike else replace(first.paired, sorting=None)

    @property
    def controls(self) -> Controls | None:
        """What is drawn for all of them alike, or for each where they meet other chances; None if that is not known."""
        each: list[Controls | None] = []
        for experiment in self.experiments:
            own: Controls | None = getattr(experiment, "controls", None)
            if own not in each:
                each.append(own)
        known = [own for own in each if own is not None]
        if len(known) < len(each) or (self.by_number and isinstance(self.delegate, Notes)):
            return None
        return known[0] if len(known) == 1 else side_by_side(*known) if self.by_number else None

    @property
    def pairing(self) -> object:
        """That of the first."""
        return self.experiments[0].pairing

    def run_block(self, first: int, trials: int) -> Columns:
        """Columns (experiments, trials) by metric and by chance."""
        columns: Columns = {}
        shape = len(self.experiments), trials
        for i, own in enumerate(type(self.experiments[0]).run_side_by_side(self.experiments, first, trials)):
            for name in self.metrics.columns:
                columns.setdefault(name, np.empty(shape, np.int64))[i] = own[name][0]
        return self.metrics.with_chances(columns)

    def count(self, columns: Columns) -> PairedTally | SortedPairs:
        """Histograms, and sums of products; trials are won by score."""
        return paired(columns, self.metrics, self.controls)

    def result(self, counted: PairedTally | SortedPairs, stretches: tuple[Stretch, ...] = ()) -> Comparison:
        """Who is better, by how much and how certain that is."""
        whole, parts = (counted.total, counted) if isinstance(counted, SortedPairs) else (counted, None)
        return Comparison(self.names, self.experiments, whole, self.until, self.margin, stretches, sorted=parts)

    def notes(self) -> list[str]:
        """What a reader should know of any of them."""
        return list(dict.fromkeys(note for experiment in self.experiments for note in experiment.notes()))

    def describe(self) -> dict[str, Any]:
        """All of them, with the seed told once."""
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
    def rebuilt(cls, described: dict[str, Any]) -> Together:
        """The same again."""
        seed = described["seed"]
        experiments = tuple(rebuild({**one, "seed": seed}, name) for name, one in _pairs(described))
        return cls(tuple(described["names"]), experiments, described["by_number"])


def paired(columns: Columns, metrics: Metrics, controls: Controls | None = None) -> PairedTally | SortedPairs:
    """The tally of a block of trials that subjects contest by score, sorted if the metrics say by what."""

    def count(some: Columns) -> PairedTally:
        return PairedTally.of(some, metrics.score, controls)

    return SortedPairs.of_each(columns, metrics.sorting.column, count) if metrics.sorting else count(columns)


def _pairs(described: dict[str, Any]) -> Any:
    return zip(described["names"], described["experiments"], strict=True)
