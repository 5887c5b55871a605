"""Every card by itself, flown by a fleet and by the one large ship of the same build, side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metrics
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.cards.caveats import can_be_met
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.borders import ALL
from analyzer.trucker.questions.as_a_fleet.answer import AS_ONE, LARGE, MEASURED, FleetEffects
from analyzer.trucker.ship.bitboard import count


@dataclass(frozen=True)
class AsOne(Derived[Experiment]):
    """The first build of an experiment on every card by itself: fleets as the dice join them, and as one large ship.

    Columns are (kinds of cards, trials): of each metric the sum over the cards of the kind of what the fleet has more,
    and of what the large ship has.
    """

    QUESTION: ClassVar[str] = "as_one"
    AT_ONCE: ClassVar[int] = 1 << 14
    SOON: ClassVar[int] = 1 << 8
    COUNTED: ClassVar[type[Tally]] = Tally

    @property
    def metrics(self) -> Metrics:
        """What is told of a kind of cards."""
        return AS_ONE

    @cached_property
    def kinds(self) -> dict[str, list[int]]:
        """By kind the numbers of the cards that may be met."""
        numbers: dict[str, list[int]] = {}
        for card in can_be_met(self.experiment.route):
            numbers.setdefault(card.kind, []).append(card.id)
        return numbers

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights."""
        shape = len(self.kinds), trials
        columns = {name: np.zeros(shape, np.int64) for metric in MEASURED for name in (metric, LARGE + metric)}
        for row, cards in enumerate(self.kinds.values()):
            for card in cards:
                fleet, large = self._flown(card, first, trials)
                for metric in MEASURED:
                    columns[metric][row] += fleet[metric] - large[metric]
                    columns[LARGE + metric][row] += large[metric]
        return columns

    def _flown(self, card: int, first: int, trials: int) -> tuple[Columns, Columns]:
        """What that card alone does to the fleet, and to the large ship."""
        base = self.experiment
        route = replace(base.route, cards=(card,), forecast=None, prognostic=False, earlier=(), gone=())
        fleet = replace(base, route=route)
        large = replace(base, route=replace(route, joined=(ALL,)))
        return _measured(fleet, first, trials), _measured(large, first, trials)

    def count(self, columns: Columns) -> Tally:
        """Histograms, one subject a kind."""
        return Tally.of(columns)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> FleetEffects:
        """What it changes to be a fleet."""
        return FleetEffects(self.experiment, counted, stretches, kinds=self.kinds)


def _measured(experiment: Experiment, first: int, trials: int) -> dict[str, Any]:
    """(flights) Of the first ship what the card did: losses and spending since the start, pay, days, ships."""
    state = experiment.on_the_start_line(first, trials).state
    crew, batteries = count(state.crew)[0], count(state.charge)[0]
    outcome = experiment.fly(first, trials)
    sold, paid, lost = outcome.goods_sold[0], outcome.bounty[0], outcome.components_lost[0]
    return {
        "worth": paid + sold - lost,
        "components_lost": lost,
        "crew_lost": crew - outcome.crew[0],
        "batteries_spent": batteries - outcome.batteries[0],
        "paid": paid + sold,
        "days": outcome.days[0],
        "ships_lost": outcome.ships_started[0] - outcome.ships[0],
    }
