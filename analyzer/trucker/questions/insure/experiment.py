"""Flights of builds that count what insurance depends on; captains fly the same, whatever is paid for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metric, Metrics
from analyzer.montecarlo.blocks import BLOCK as WHOLE_BLOCK
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import BY_FLIGHTS
from analyzer.trucker.questions.insure.answer import CostOfInsurance
from analyzer.trucker.questions.insure.tally import EARNED, Losses

INSURED = Metrics(
    listed=(Metric("difference", "what a premium and its payments cost more than none", unit="credits"),),
    score="difference",
    unit="credits",
    bounds={"difference": BY_FLIGHTS},
)
"""What precision can be asked of: the difference of every premium in every layout."""


@dataclass(frozen=True)
class InsuredExperiment(Derived[Experiment]):
    """An experiment with builds, of which losses and earnings are counted by what the dice joined.

    `money`: what is held before the flight, None where there is enough for everything; it fixes no number of a flight.
    """

    money: int | None = None

    QUESTION: ClassVar[str] = "insure"
    AT_ONCE: ClassVar[int] = WHOLE_BLOCK
    COUNTED: ClassVar[type[Losses]] = Losses

    @property
    def metrics(self) -> Metrics:
        """What is told of a premium."""
        return INSURED

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights."""
        columns = self.experiment.run_block(first, trials)
        earned = np.sum([columns[name] for name in EARNED], axis=0)
        return {"joined": columns["joined"], "components_lost": columns["components_lost"], "earned": earned}

    def count(self, columns: Columns) -> Losses:
        """How often each sort of flight came."""
        return Losses.of(columns)

    def result(self, counted: Losses, stretches: tuple[Stretch, ...] = ()) -> CostOfInsurance:
        """What each premium comes to."""
        return CostOfInsurance(self.experiment, counted, stretches, money=self.money)
