"""Flights that are watched: what is left after each card, and what is hit and lost on which square, as columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metrics
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.controls import FlightControls
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.lost import lost
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.course.answer import Course, metrics_of_the_way
from analyzer.trucker.ship.bitboard import Bits, Counts, count
from analyzer.trucker.wrecks.fates import HARMLESS
from analyzer.trucker.wrecks.wrecks import SQUARES


@dataclass(frozen=True)
class WatchedExperiment(Derived[Experiment]):
    """An experiment whose blocks tell of the way, not of the end.

    Columns (ships without rivals, trials): `flying k` (0 or 1) and `left k` (components) after k cards, 0 at launch;
    `hits p` and `lost p` (0 or 1) of position p, as counted by the hulls, which share one board.
    """

    QUESTION: ClassVar[str] = "course"
    AT_ONCE: ClassVar[int] = 1 << 15
    COUNTED: ClassVar[type[Tally]] = Tally

    @property
    def metrics(self) -> Metrics:
        """Components left, and the share still flying, after every card."""
        return metrics_of_the_way(self.experiment.route.length)

    def count(self, columns: Columns) -> Tally:
        """A histogram of every column."""
        return Tally.of(columns, self.controls)

    @property
    def controls(self) -> FlightControls | None:
        """What is drawn of which the chances are known, for the means of components that are left."""
        own, columns = self.experiment.controls, tuple(metric.column for metric in self.metrics.means)
        return None if own is None else replace(own, columns=columns)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Course:
        """The way of all ships."""
        return Course(self.experiment, counted, stretches)

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights, for the Monte Carlo layer."""
        experiment = self.experiment
        squares = len(experiment.ships[0].hull.squares)
        watch = Watch(experiment.asked, trials, experiment.route.length, squares)
        start = experiment.on_the_start_line(first, trials).state
        watch.after_card(0, start.alive, start.flying)
        convoy, _ = experiment.fly_as(experiment.hulls, first, trials, watch)
        gone = lost(convoy)[: experiment.asked]
        columns = {f"flying {card}": column for card, column in enumerate(watch.flying)}
        columns |= {f"left {card}": column for card, column in enumerate(watch.left)}
        columns |= {f"hits {position}": column for position, column in enumerate(watch.hits)}
        return columns | {f"lost {position}": _has(gone, position) for position in range(squares)}


class Watch:
    """A listener that counts, in every flight of a block: (cards or squares, ships, flights) whole numbers."""

    apart = False

    def __init__(self, ships: int, flights: int, cards: int, squares: int) -> None:
        self.ships = ships
        self.flying = np.zeros((cards + 1, ships, flights), np.int64)
        self.left = np.zeros((cards + 1, ships, flights), np.int64)
        self.hits = np.zeros((squares, ships, flights), np.int64)

    def on_event(self, event: str, ship: Ship, **facts: Any) -> None:
        """Count what meets a component first; each flight is in `ship` once."""
        if event == "meets":
            fate, number = facts["fate"], ship.numbers
            met = np.flatnonzero((fate >= HARMLESS) & (number < self.ships))
            flight = ship.of_flight(ship.convoy.numbers).take(met)
            self.hits[fate.take(met) % SQUARES, number.take(met), flight] += 1

    def card_over(self, convoy: Convoy) -> None:
        """Note what is left after the card."""
        self.after_card(convoy.slot + 1, convoy.state.alive, convoy.state.flying)

    def after_card(self, card: int, alive: Bits, flying: Any) -> None:
        """Note what is left after that many cards; both arrays are (ships, flights)."""
        self.left[card] = count(alive[: self.ships])
        self.flying[card] = flying[: self.ships]


def _has(sets: Bits, position: int) -> Counts:
    """1 where the position is in the set, else 0."""
    return ((sets >> np.uint64(position)) & np.uint64(1)).astype(np.int64)
