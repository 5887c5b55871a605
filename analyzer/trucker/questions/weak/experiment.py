"""A ship flown whole and without each of its components, side by side: what launching with each of them changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metrics
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.controls import FlightControls, flight_controls
from analyzer.trucker.convoy.lost import lost
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.metrics import ARRIVED
from analyzer.trucker.questions.weak.answer import WORTH, Weakness
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.ship.layout import Layout


@dataclass(frozen=True)
class WithoutEach(Derived[Experiment]):
    """The first ship of an experiment, whole and without each component; what breaks off with that is missing too.

    Columns are (components, trials), in the order of `positions`; where no human is left without a component, `arrival`
    and `cost` are 0 and mean nothing.
    """

    QUESTION: ClassVar[str] = "weak"
    AT_ONCE: ClassVar[int] = 1 << 16
    SOON: ClassVar[int] = 1 << 9
    COUNTED: ClassVar[type[Tally]] = Tally

    @property
    def metrics(self) -> Metrics:
        """What is told of a component."""
        return WORTH

    @property
    def ship(self) -> Layout:
        """The ship that is asked about."""
        return self.experiment.ships[0]

    @cached_property
    def left(self) -> dict[int, Layout | None]:
        """By position of the component that is missing the ship that is left, None if no human is aboard it."""
        return self.experiment.ship_class.left_without(self.ship, self.experiment.route)

    @property
    def variants(self) -> int:
        """The whole ship, and those without each component."""
        return 1 + len(self.left)

    @property
    def controls(self) -> FlightControls | None:
        """Those of the flights."""
        experiment = self.experiment
        return flight_controls(experiment.route, self.seed, len(experiment.ships), self.metrics)

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights."""
        experiment = self.experiment
        others = experiment.hulls[1:]
        convoy, whole = experiment.fly_as(experiment.hulls, first, trials)
        gone = lost(convoy)[0]
        columns = {name: np.zeros((len(self.left), trials), np.int64) for name in WORTH.columns}
        columns["lost"][:] = (gone >> np.array([*self.left], np.uint64)[:, None]) & np.uint64(1)
        each = enumerate(self.left.values())
        hulls = {row: [experiment.hulls_of(left), *others] for row, left in each if left is not None}
        for row, without in zip(hulls, experiment.fly_each([*hulls.values()], first, trials), strict=True):
            columns["arrival"][row] = _arrived(whole) - _arrived(without)
            columns["cost"][row] = whole.credits[0] - without.credits[0]
        return columns

    def count(self, columns: Columns) -> Tally:
        """Histograms, one subject a component."""
        return Tally.of(columns, self.controls)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Weakness:
        """What each component is worth."""
        return Weakness(self.experiment, counted, stretches, left=self.left)


def _arrived(outcome: Outcome) -> Counts:
    """(flights) 1 where the first ship arrived, else 0."""
    return np.asarray(outcome.ending[0] == ARRIVED, np.int64)
