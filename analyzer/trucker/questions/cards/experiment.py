"""Flights with the cards that were in their decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metrics
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns
from analyzer.trucker.controls import FlightControls
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import ARRIVED, BY_FLIGHTS, METRICS
from analyzer.trucker.questions.cards.alike import with_numbers
from analyzer.trucker.questions.cards.answer import CardEffects
from analyzer.trucker.questions.cards.controls import CardControls
from analyzer.trucker.questions.cards.tally import MEASURED, SortedByCard

CARD_METRICS = Metrics(
    tuple(METRICS[name] for name in MEASURED), METRICS.score, METRICS.unit, bounds=dict.fromkeys(MEASURED, BY_FLIGHTS)
)
"""On what the effect of every card is measured."""


@dataclass(frozen=True)
class DealtExperiment(Derived[Experiment]):
    """An experiment whose blocks have, besides MEASURED, the decks: `dealt` (see `with_numbers`), 0 or 1."""

    QUESTION: ClassVar[str] = "cards"
    AT_ONCE: ClassVar[int] = 1 << 16
    COUNTED: ClassVar[type[SortedByCard]] = SortedByCard

    @property
    def metrics(self) -> Metrics:
        """Those on which effects are measured."""
        return CARD_METRICS

    def count(self, columns: Columns) -> SortedByCard:
        """Sums by card."""
        return SortedByCard.of(columns, self.controls)

    @property
    def controls(self) -> CardControls | None:
        """What is drawn of which the chances are known, for the means of credits and of components lost."""
        own: FlightControls | None = getattr(self.experiment, "controls", None)
        columns = tuple(metric.column for metric in self.metrics.means)
        return None if own is None else CardControls(own.route, own.seed, own.ships, columns)

    def result(self, counted: SortedByCard, stretches: tuple[Stretch, ...] = ()) -> CardEffects:
        """What meeting each card changes."""
        return CardEffects(self.experiment, counted, stretches)

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights, for the Monte Carlo layer."""
        experiment = self.experiment
        outcome, own = experiment.fly(first, trials), experiment.asked
        decks = experiment.route.deal(experiment.seed, first, trials)
        dealt = np.zeros((len(experiment.route.rules.cards), trials), np.int64)
        dealt[decks, np.arange(trials)[:, None]] = 1
        return {
            "credits": outcome.credits[:own],
            "components_lost": outcome.components_lost[:own],
            "arrived": (outcome.ending[:own] == ARRIVED).astype(np.int64),
            "dealt": with_numbers(experiment.route, dealt),
        }
