"""Intervals cover the truth as often as they say."""

from __future__ import annotations

from scipy.stats import binom

import analyzer
from tests.proofs.proof import Proven, Share, in_turn
from tests.proofs.sampling import proved_ship

SWARM, FLIGHTS, CONFIDENCE = 28, 400, 0.95
FIRST_SEED = 50_000
LARGE, BOUNDS = 2000, (0.935, 0.965)
NEVER_BY_CHANCE = 1e-5


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
