"""A ship flown as it is and with each of several components on one square instead, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metrics
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.controls import FlightControls, flight_controls
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import ARRIVED
from analyzer.trucker.questions.swap.answer import SWAPPED, Swaps
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import Component, Kind, Side, component_of
from analyzer.trucker.ship.fitting import instead
from analyzer.trucker.ship.layout import Layout
from analyzer.world import rebuild


@dataclass(frozen=True)
class SwappedExperiment(Derived[Experiment]):
    """The first ship of an experiment as it is, and with each of the parts on the square.

    Columns are (parts, trials), in the order of `parts`.
    """

    square: Square
    parts: tuple[Component, ...]

    QUESTION: ClassVar[str] = "swap"
    AT_ONCE: ClassVar[int] = 1 << 14
    COUNTED: ClassVar[type[Tally]] = Tally

    @property
    def metrics(self) -> Metrics:
        """What is told of a component."""
        return SWAPPED

    @property
    def ship(self) -> Layout:
        """The ship that is asked about."""
        return self.experiment.ships[0]

    @cached_property
    def changed(self) -> tuple[Layout, ...]:
        """The ship with each of the parts."""
        return tuple(instead(self.ship, self.square, part) for part in self.parts)

    @property
    def variants(self) -> int:
        """The ship as it is, and with each of the parts."""
        return 1 + len(self.parts)

    @property
    def controls(self) -> FlightControls | None:
        """Those of the flights."""
        experiment = self.experiment
        return flight_controls(experiment.route, self.seed, len(experiment.ships), self.metrics)

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights."""
        others = self.experiment.hulls[1:]
        convoys = [[self.experiment.hulls_of(ship), *others] for ship in (self.ship, *self.changed)]
        own, *outcomes = self.experiment.fly_each(convoys, first, trials)
        arrived = np.array([outcome.ending[0] == ARRIVED for outcome in outcomes], np.int64)
        credits = np.array([outcome.credits[0] for outcome in outcomes], np.int64)
        return {
            "gain": credits - own.credits[0],
            "arrival": arrived - (own.ending[0] == ARRIVED),
            "credits": credits,
            "arrived": arrived,
        }

    def count(self, columns: Columns) -> Tally:
        """Histograms, one subject a part."""
        return Tally.of(columns, self.controls)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Swaps:
        """What each of the parts would change."""
        return Swaps(self.experiment, counted, stretches, square=self.square, parts=self.parts)

    @property
    def pairing(self) -> Any:
        """Trials of one number are pairs where this is equal."""
        return *super().pairing, self.square, self.parts

    def describe(self) -> dict[str, Any]:
        """The experiment, the square, and what lies there instead."""
        parts = [{"kind": one.kind, "connectors": one.connectors, "facing": one.facing} for one in self.parts]
        return super().describe() | {"square": self.square, "parts": parts}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> SwappedExperiment:
        """The same again."""
        row, column = described["square"]
        experiment = rebuild(described | {"question": described["of"]}, cls.QUESTION)
        assert isinstance(experiment, Experiment)
        kinds = experiment.route.rules.kinds
        return cls(experiment, (row, column), tuple(_component(kinds, **part) for part in described["parts"]))


def _component(kinds: Mapping[str, Kind], kind: str, connectors: list[int], facing: list[int]) -> Component:
    front, right, rear, left = connectors
    return component_of(kinds[kind], (front, right, rear, left), tuple(Side(side) for side in facing))
