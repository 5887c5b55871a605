"""Intervals cover the truth as often as they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from scipy.stats import binom

import analyzer
from analyzer import load_captain
from tests.doors.montecarlo import columns_of
from tests.doors.statistics import DRAWS, Tally
from tests.doors.trucker_flights import Experiment, plan_ship
from tests.doors.trucker_paper import Route, home_level
from tests.places import ROOT
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
KEPT_SIZES = (100, 500, 2_000, 10_000)
"""Trials of a sample whose intervals are kept in a table."""
PIECE = 20_000
"""Trials of a piece of work, and more where one sample has more."""
LEAST, ALL_LEAST = 0.94, 0.945
"""How often the intervals of each metric hold at least, and those of all together, where 95% is said."""
Ends = dict[str, list[list[float]]]
"""By metric the ends of the intervals of each sample: corrected, then plain."""


def intervals_cover_the_exact_mean(runs: int, share: Share = in_turn) -> Proven:
    """95% intervals of the mean number of lost components contain the exact mean in 95% of all runs.

    From 2,000 runs on the share has to lie between 93.5% and 96.5%. For fewer runs, an exact binomial test at 1e-5 has
    to allow the share.

    Fails if the variance is off, if the wrong quantile is taken, or if flights of different seeds go together.
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
    """95% intervals of every metric of a flight hold in small samples, too.

    Among the metrics are rare rewards, bounded ones and the worst 5%. Samples have 50, 300 and 2,000 flights. An
    interval holds if it contains the mean of all samples together.

    Fails if those of one metric hold in less than 88% of the samples (less what chance allows at 1e-5), or those of all
    together in less than 93.5%. Normal intervals missed rare events in three samples of four.
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


def intervals_of_a_flight_hold(runs: int, share: Share = in_turn) -> Proven:
    """95% intervals of every metric hold in samples of 100, 500, 2,000 and 10,000 flights, alone and in the field.

    Means are tested with correction by known chances and without. An interval holds if it contains the mean of all
    samples.

    Fails if those of one metric hold in less than 94% of the samples of a size, less what chance allows at 1e-5, or all
    together in less than 94.5%. With the exact covariance of the draws those of flight days held in 92%.
    """
    return coverage_of(tuple((_flight, company) for company in ("alone", "field")), runs, share, "flights")


def _flight(company: str) -> Any:
    """Return the experiment of one ship in one company."""
    return plan_ship(analyzer.load_ship(f"{ROOT}/ships/2007/II/tin-kite.yaml"), rivals=company, seed=FIRST_SEED)


def coverage_of(
    kinds: Sequence[tuple[Callable[[str], Any], str]], runs: int, share: Share, trials: str, most: int = 1 << 62
) -> Proven:
    """Return how often intervals of every metric hold the mean of all trials, with a table by metric and size.

    Args:
        kinds: functions at the top of a module, with a name for which they return an experiment.
        runs: samples of each size.
        share: calls what can be divided into pieces.
        trials: what trials are called.
        most: trials of all samples of one size of an experiment; large samples are fewer where that is less.
    """
    rows = [(trials, "metric", *(f"{size:,}" for size in KEPT_SIZES))]
    faults, shares = [], []
    for make, name in kinds:
        pieces = [piece for size in KEPT_SIZES for piece in _pieces(make, name, size, min(runs, most // size))]
        counted = share(ends_of_samples, pieces)
        many = sum(piece[4] * piece[2] for piece in pieces)
        for metric in counted[0][0]:
            truth = sum(totals[metric] for _, totals in counted) / many
            cells = []
            for size in KEPT_SIZES:
                ends = [
                    each
                    for piece, (own, _) in zip(pieces, counted, strict=True)
                    if piece[2] == size
                    for each in own[metric]
                ]
                held, plainly = (
                    sum(one[low] <= truth <= one[low + 1] for one in ends) / len(ends) for low in range(0, 4, 2)
                )
                shares += [held, plainly]
                cells.append(f"{held:.1%}" if held == plainly else f"{held:.1%} (plain {plainly:.1%})")
                if min(held, plainly) < float(binom.ppf(NEVER_BY_CHANCE, len(ends), LEAST)) / len(ends):
                    faults.append(f"{name}, {metric}, {size:,} {trials}: {cells[-1]} hold")
            rows.append((name, metric.replace("_", " "), *cells))
    mean = sum(shares) / len(shares)
    if mean < float(binom.ppf(NEVER_BY_CHANCE, runs, ALL_LEAST)) / runs:
        faults.append(f"all together: {mean:.2%} hold")
    size = f"{runs:,} samples of each size" + f", at most {most:,} {trials} in all" * (most < runs * max(KEPT_SIZES))
    told = faults[0] if faults else f"{mean:.2%} hold, least often {min(shares):.1%}"
    return Proven(f"{len(rows) - 1} metrics, {size}", told, tuple(faults), tuple(rows))


def _pieces(make: Callable[[str], Any], name: str, size: int, samples: int) -> Iterator[tuple[Any, ...]]:
    """Yield the arguments of `ends_of_samples`; no two sizes share a trial."""
    at_once, first = max(1, PIECE // size), KEPT_SIZES.index(size) << 30
    module = make.__module__
    for done in range(0, samples, at_once):
        yield module, make.__name__, size, first + done * size, min(at_once, samples - done), name


def ends_of_samples(
    module: str, make: str, size: int, first: int, samples: int, name: str
) -> tuple[Ends, dict[str, float]]:
    """Return the ends of the intervals of every mean in consecutive samples, and the sum of each over all trials.

    The sum is that of the corrected means: it is far surer than that of the trials as they were, and in samples of so
    many sizes as unbiased.
    """
    experiment = getattr(import_module(module), make)(name)
    controls = getattr(experiment, "controls", None)
    columns = columns_of(experiment, first, size * samples)
    names = [metric.column for metric in experiment.metrics.means if not metric.tail]
    kept = {column: columns[column][:1] for column in names} | ({DRAWS: columns[DRAWS]} if DRAWS in columns else {})
    ends: Ends = {column: [] for column in names}
    totals = dict.fromkeys(names, 0.0)
    reach = experiment.result(experiment.count({n: rows[:, :1] for n, rows in columns.items()}), ()).reach(0)
    for begin in range(0, size * samples, size):
        tally = Tally.of({column: rows[:, begin : begin + size] for column, rows in kept.items()}, controls)
        tally = tally if controls is None else tally.sharpened(controls.law)
        for column in names:
            one = tally.subjects[0][column]
            one = one.reaching(reach[column]) if column in reach else one
            ends[column].append([*one.interval(), *one.plain.interval()])
            totals[column] += one.mean * size
    return ends, totals


def _flown(flights: int) -> list[tuple[str, Any, Experiment]]:
    """The columns of two ships that fly alone, of which rare things happen to one or the other."""
    flown = []
    for number in (0, 2):
        ship = proved_ship(number)
        experiment = Experiment(
            (ship,), (load_captain("sensible"),), Route(level_name=home_level(ship)), seed=FIRST_SEED
        )
        blocks = [experiment.run_block(first, min(AT_ONCE, flights - first)) for first in range(0, flights, AT_ONCE)]
        flown.append(
            (ship.name, {name: np.concatenate([one[name] for one in blocks], 1) for name in blocks[0]}, experiment)
        )
    return flown
