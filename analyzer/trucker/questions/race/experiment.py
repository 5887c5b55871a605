"""Flights of ships in one convoy that also count, flight by flight, who ends with more credits than whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metrics
from analyzer.answers.together import paired
from analyzer.montecarlo.blocks import BLOCK as WHOLE_BLOCK
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.controls import Controls
from analyzer.statistics.paired import PairedTally
from analyzer.statistics.sorted_tally import SortedPairs, SortedTally
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.race.answer import Race


@dataclass(frozen=True)
class RacedExperiment(Derived[Experiment]):
    """An experiment of which all ships that are asked about contest the credits."""

    QUESTION: ClassVar[str] = "race"
    AT_ONCE: ClassVar[int] = WHOLE_BLOCK

    @property
    def COUNTED(self) -> type[PairedTally] | type[SortedPairs]:
        """Pairs; of fleets by what the dice joined."""
        return SortedPairs if self.metrics.sorting else PairedTally

    @property
    def metrics(self) -> Metrics:
        """The metrics of a flight."""
        return self.experiment.metrics

    @property
    def controls(self) -> Controls | None:
        """Those of the flights."""
        return self.experiment.controls

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights, and one of 0 and 1 for every chance."""
        return self.metrics.with_chances(self.experiment.run_block(first, trials))

    def count(self, columns: Columns) -> PairedTally | SortedPairs:
        """Histograms, and who beat whom."""
        return paired(columns, self.metrics, self.controls)

    def result(self, counted: PairedTally | SortedPairs, stretches: tuple[Stretch, ...] = ()) -> Race:
        """Who wins."""
        if isinstance(counted, PairedTally):
            return Race(self.experiment, self._own(counted), stretches, counted=counted)
        each = SortedTally({code: self._own(part) for code, part in counted.parts.items()}, law=counted.law)
        return Race(self.experiment, each.total, stretches, counted=counted.total, sorted=each)

    def _own(self, counted: PairedTally) -> Tally:
        """Histograms of the metrics alone."""
        return counted.tally.of_subjects(range(len(self.subjects)), self.metrics.columns)
