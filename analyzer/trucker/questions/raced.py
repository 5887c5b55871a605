"""Flights of ships in one convoy that also count, flight by flight, who comes to more than whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from analyzer.montecarlo.blocks import BLOCK as WHOLE_BLOCK
from analyzer.montecarlo.stretch import Stretch
from analyzer.results.derived import Derived
from analyzer.results.metrics import Metrics
from analyzer.statistics.paired import PairedTally
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.race_result import Race


@dataclass(frozen=True)
class RacedExperiment(Derived[Experiment]):
    """An experiment of which all ships that are asked about contest the credits."""

    QUESTION: ClassVar[str] = "race"
    BLOCK: ClassVar[int] = WHOLE_BLOCK
    COUNTED: ClassVar[type[PairedTally]] = PairedTally

    @property
    def metrics(self) -> Metrics:
        """What is told of a flight."""
        return self.experiment.metrics

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights, and one of 0 and 1 for every chance."""
        return self.metrics.with_chances(self.experiment.run_block(first, trials))

    def count(self, columns: Columns) -> PairedTally:
        """Histograms, and who beat whom."""
        return PairedTally.of(columns, self.metrics.score)

    def result(self, counted: PairedTally, flown: tuple[Stretch, ...] = ()) -> Race:
        """Who wins."""
        own = Tally(tuple({name: told[name] for name in self.metrics.columns} for told in counted.tally.subjects))
        return Race(self.experiment, own, flown, counted=counted)
