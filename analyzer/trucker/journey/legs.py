"""Flights in a row as one experiment: who starts where, what is earned, and what is held (docs/rulings.md)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analyzer.statistics.tally import Columns
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.journey.purses import Purses, for_each_trucker, held_after, richest
from analyzer.trucker.journey.trek import Trek
from analyzer.trucker.ship.bitboard import Counts


@dataclass(frozen=True)
class Legs:
    """Flights of the same truckers, one after the other; `shared` are their purses, `trek` the titles they fly for.

    Columns are (truckers, trials). By flight, numbered from 1: `credits_1` (may be negative), `held_1`, `arrived_1` (0
    or 1), `components_lost_1`, `place_1` (order of arrival, 0 for who gave up); at the end `final`, `solvent` (1 with a
    credit at least), `richest` (1 if nobody holds more). With titles also `titles_1`, what they paid, and `gold` (1 for
    who defended his on the second flight). Members of a team have `held`, `final` and so on of their team.
    """

    flights: tuple[Experiment, ...]
    shared: Purses
    trek: Trek | None = None

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of journeys `first` to `first + trials - 1`."""
        columns: Columns = {}
        held = np.zeros((len(self.shared), trials), np.int64)
        titles = None if self.trek is None else self.trek.drawn(self.flights[0].seed, first, trials)
        order: Counts | None = None
        for leg, experiment in enumerate(self.flights, start=1):
            hulls = [ship.hull for ship in experiment.ships]
            convoy, outcome = experiment.fly_as(hulls, first, trials, places=order)
            order = arrival_order(convoy)
            credits = outcome.credits
            if titles is not None:
                columns[f"titles_{leg}"] = titles.paid(leg, convoy, outcome, order)
                credits = credits - outcome.looks_reward + columns[f"titles_{leg}"]
            held = held_after(held, credits, self.shared)
            columns[f"credits_{leg}"] = credits
            columns[f"held_{leg}"] = for_each_trucker(held, self.shared)
            columns[f"arrived_{leg}"] = convoy.state.flying.astype(np.int64)
            columns[f"components_lost_{leg}"] = outcome.components_lost
            columns[f"place_{leg}"] = outcome.place
        columns["final"] = for_each_trucker(held, self.shared)
        columns["solvent"] = np.asarray(columns["final"] > 0, np.int64)
        columns["richest"] = for_each_trucker(richest(held), self.shared)
        if titles is not None:
            columns["gold"] = titles.gold.astype(np.int64)
        return columns


def arrival_order(convoy: Convoy) -> Counts:
    """(ships, flights) Places from 0 in the order in which flights ended, which is that of the next start.

    Who arrived comes first, in flight order; then who gave up, the last to leave before those who left on an earlier
    card, and of those who left together whoever was further ahead.
    """
    state = convoy.state
    keys = (-state.position, -state.cards_flown.astype(np.int64), ~state.flying)
    return np.asarray(np.lexsort(keys, axis=0).argsort(axis=0))
