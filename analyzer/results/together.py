"""Several experiments flown side by side: flight n of each meets the same cards and the same dice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.statistics.tally import Columns
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.settlement import METRICS

CHANCES = ("loss", *ENDINGS)
"""Columns of 0 and 1 beside the metrics: credits below 0, and each ending."""


@dataclass(frozen=True)
class Together:
    """Experiments under one seed; of each the first ship is asked about.

    Routes may differ in the place at the start and in what is known of the piles. Raises AnalyzerError where they
    differ in more, so that flights are no pairs; `by_number` allows it: flights of one number are pairs all the same,
    and differences as certain as their own spread makes them, but they meet other cards.
    """

    experiments: tuple[Experiment, ...]
    by_number: bool = False

    def __post_init__(self) -> None:
        first, *others = self.experiments
        if any(other.seed != first.seed for other in others):
            raise AnalyzerError("the seeds differ: flights are compared one by one and have to meet the same dice")
        if not self.by_number and any(_where(other) != _where(first) for other in others):
            raise AnalyzerError("the routes differ: compare flights of one edition and level, through the same cards")

    def run_block(self, first: int, trials: int) -> Columns:
        """Columns (experiments, trials) by metric and by chance."""
        shape = len(self.experiments), trials
        columns = {name: np.empty(shape, np.int64) for name in (*METRICS, *CHANCES)}
        for i, experiment in enumerate(self.experiments):
            for metric, rows in experiment.run_block(first, trials).items():
                columns[metric][i] = rows[0]
        columns["loss"][:] = columns["credits"] < 0
        for number, ending in enumerate(ENDINGS):
            columns[ending][:] = columns["ending"] == number
        return columns


def _where(experiment: Experiment) -> tuple[object, ...]:
    route = experiment.route
    return route.edition, route.level_name, route.learning, route.cards, route.replaced
