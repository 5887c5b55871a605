"""Intervals cover the truth as often as they say."""

from __future__ import annotations

import numpy as np
from scipy.stats import binom

import analyzer
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.captains.captainfile import named_captain
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.experiment import Experiment
from tests.proofs.proof import Proven, Share, in_turn
from tests.proofs.sampling import proved_ship

SWARM, FLIGHTS, CONFIDENCE = 28, 400, 0.95
FIRST_SEED = 50_000
LARGE, BOUNDS = 2000, (0.935, 0.965)
NEVER_BY_CHANCE = 1e-5
SAMPLES = (50, 300, 2000)
"""Flights of a sample."""
EACH, TOGETHER = 0.88, 0.935
"""How often the intervals of each metric hold at least, and those of all: shares of rare events come in steps."""
AT_ONCE = 1 << 16


def intervals_cover_the_exact_mean(runs: int, share: Share = in_turn) -> Proven:
    """95% intervals of the mean number of lost components contain the exact mean in 95% of all runs.

    From 2,000 runs on the share has to lie between 93.5% and 96.5%; for fewer, where an exact binomial test at 1e-5
    puts it. Fails if the variance is off, if the wrong quantile is taken, or if flights of different seeds go together.
    """
    ship = proved_ship(2)
    truth = analyzer.exact(ship, card=SWARM).mean("components_lost")
    covered = 0
    for run in range(runs):
        low, high = analyzer.fly([ship], flights=FLIGHTS, seed=FIRST_SEED + run, cards=[SWARM], rivals="alone")[
            ship.name
        ].components_lost.interval(CONFIDENCE)
        covered += low <= truth <= high
    least, most = bounds(runs)
    told = f"{covered} of {runs} cover {float(truth):.6f}: {covered / runs:.2%}, allowed {least:.2%} to {most:.2%}"
    fault = () if least <= covered / runs <= most else (told,)
    return Proven(f"{runs:,} runs of {FLIGHTS} flights of {ship.name} through card {SWARM}", told, fault)


def bounds(runs: int) -> tuple[float, float]:
    """The least and the largest share that is still believed."""
    if runs >= LARGE:
        return BOUNDS
    low, high = binom.interval(1 - NEVER_BY_CHANCE, runs, CONFIDENCE)
    return float(low) / runs, float(high) / runs


def intervals_of_every_metric_hold(runs: int, share: Share = in_turn) -> Proven:
    """95% intervals of every metric of a flight hold in small samples, too: rare rewards, bounded ones, the worst 5%.

    So many samples of 50, 300 and 2,000 flights each, held against the mean of all of them together. Fails if those of
    one metric hold in less than 88% of the samples (less what chance allows at 1e-5), or those of all together in less
    than 93.5%: rare events were missed by normal intervals in three samples of four.
    """
    hits: dict[tuple[str, int], int] = {}
    flights = runs * sum(SAMPLES)
    for name, columns, experiment in _flown(flights):
        whole = experiment.result(Tally.of(columns)).subjects[0]
        truth = {metric: whole.measured(metric).mean for metric in experiment.metrics.by_name}
        first = 0
        for size in np.repeat(SAMPLES, runs).tolist():
            sample = Tally.of({column: rows[:, first : first + size] for column, rows in columns.items()})
            own = experiment.result(sample).subjects[0]
            first += size
            for metric, mean in truth.items():
                _, low, high = own.measured(metric)
                hits[f"{name}: {metric}", size] = hits.get((f"{name}: {metric}", size), 0) + (low <= mean <= high)
    least = float(binom.ppf(NEVER_BY_CHANCE, runs, EACH)) / runs
    shares = {which: many / runs for which, many in hits.items()}
    worst = min(shares, key=lambda which: shares[which])
    mean = sum(shares.values()) / len(shares)
    told = f"{mean:.2%} hold; least often {worst[0]} of {worst[1]:,} flights, {shares[worst]:.1%}"
    fault = () if mean >= TOGETHER and shares[worst] >= least else (told,)
    return Proven(f"{len(hits)} metrics and sizes, {runs:,} samples of each, {flights:,} flights a ship", told, fault)


def _flown(flights: int) -> list[tuple[str, Columns, Experiment]]:
    """The columns of two ships that fly alone, of which rare things happen to one or the other."""
    flown = []
    for number in (0, 2):
        ship = proved_ship(number)
        experiment = Experiment(
            (ship,), (named_captain("sensible"),), Route(level_name=home_level(ship)), seed=FIRST_SEED
        )
        blocks = [experiment.run_block(first, min(AT_ONCE, flights - first)) for first in range(0, flights, AT_ONCE)]
        flown.append(
            (ship.name, {name: np.concatenate([one[name] for one in blocks], 1) for name in blocks[0]}, experiment)
        )
    return flown
