"""Many candidates in few flights, the best of them in more: sequential halving on common cards and dice.

Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.statistics.moments import Moments
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.workshop.bench import Bench


@dataclass(frozen=True)
class Round:
    """In how many further flights all that are left are tried, and how many of them go on."""

    flights: int
    survivors: int


@dataclass(frozen=True)
class Halved:
    """What is left of candidates: their numbers, the best first; what each gains on the ship they are held against.

    gains: flight by flight, for each that is left; own: that ship itself; flights: how many were flown, all ships
    together; last: the number of the flight after the last one.
    """

    left: tuple[int, ...]
    gains: tuple[Moments, ...]
    own: Moments
    flights: int
    last: int


def halve(
    bench: Bench, own: Experiment, candidates: Sequence[Experiment], rounds: Sequence[Round], first: int = 0
) -> Halved:
    """Try the candidates against their own ship, through flights from `first` on, until the last round is over."""
    left = np.arange(len(candidates))
    totals = squares = np.zeros(len(candidates), np.int64)
    mine = Moments(0, 0, 0)
    begun, flights = first, 0
    for each in rounds:
        values = bench.values([own, *(candidates[which] for which in left.tolist())], first, each.flights)
        gains = values[1:] - values[0]
        totals, squares = totals + gains.sum(axis=1), squares + (gains**2).sum(axis=1)
        mine = Moments(
            mine.trials + each.flights, mine.total + int(values[0].sum()), mine.squares + int((values[0] ** 2).sum())
        )
        first, flights = first + each.flights, flights + values.size
        best = np.argsort(-totals, kind="stable")[: each.survivors]
        left, totals, squares = left[best], totals[best], squares[best]
    trials = first - begun
    gained = zip(totals.tolist(), squares.tolist(), strict=True)
    return Halved(
        tuple(left.tolist()), tuple(Moments(trials, total, square) for total, square in gained), mine, flights, first
    )
