"""The flights of a drawn ship as a page shows them: numbers, their intervals, and what those allow to say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.answers.comparison import MARGIN
from analyzer.answers.description import ends
from analyzer.answers.names import distinct
from analyzer.answers.numbers import signed, typeset
from analyzer.answers.setting import setting_with_rivals
from analyzer.answers.verdict import Judged, verdict_in_words
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.sharper import result_of
from analyzer.statistics.contest import Contest
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.interval import CONFIDENCE
from analyzer.statistics.paired import PairedTally
from analyzer.statistics.sequential import at_all_times
from analyzer.statistics.sorted_tally import SortedTally
from analyzer.statistics.tally import Tally
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.result import ShipResult

Plain = dict[str, Any]
ALWAYS = ("arrived", "credits", "loss", "penalty", "components_lost", "crew")
CONTESTED = ("first", "richest")
PAIRED = {"arrived": 1, "credits": 1, "loss": -1, "penalty": -1, "components_lost": -1}
"""The metrics of a change, and whether more of each is better."""


def risk_of(
    experiment: Experiment,
    counted: Tally | SortedTally,
    lost: npt.NDArray[np.int64],
    flights: int,
    kept_version: Experiment | None = None,
    pairs: PairedTally | None = None,
) -> Plain:
    """The risk of the first ship after so many flights from flight 0 on, and what changed since the kept version."""
    result = result_of(experiment, counted, (Stretch(experiment.seed, 0, flights),), plain=False)
    if pairs is not None and experiment.controls is not None:
        pairs = pairs.sharpened(experiment.controls.law)
    one = result.ships[0]
    changes = {} if pairs is None else {name: _change(pairs, name) for name in PAIRED}
    names = [*ALWAYS, *(CONTESTED if len(experiment.ships) > 1 else ())]
    return {
        "flights": flights,
        "setting": setting_with_rivals(experiment),
        "captain": one.captain.name,
        "route": experiment.where,
        "seed": experiment.seed,
        "rows": [_row(one, name, changes.get(name)) for name in names],
        "quantiles": _quantiles(one.credits),
        "penalty": list(_distribution(one.penalty)),
        "heat": list(_heat(experiment, lost, flights)),
        "removed": one.removed,
        "against": None if kept_version is None else kept_version.ships[0].name,
        "verdict": "" if kept_version is None or pairs is None else _verdict(pairs, experiment, kept_version),
        "layouts": list(_layouts(one)),
        "notes": result.notes(),
    }


def _row(one: ShipResult, name: str, change: Plain | None) -> Plain:
    metric, estimate = one.metrics[name], one.measured(name)
    return {
        "name": name,
        "label": metric.label,
        "meaning": metric.meaning,
        "mean": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "text": _written(estimate.mean, metric.is_chance),
        "interval": _interval(estimate, metric.is_chance),
        "change": change,
    }


def _change(pairs: PairedTally, name: str) -> Plain:
    """By how much it changed, flight by flight, with its interval; `says`: better, worse, or unsure.

    The interval holds at every look at once, as that of the verdict; low and high are None where it has no end.
    """
    chance = name in ("arrived", "loss")
    moments = pairs.difference(name, 1, 0)
    estimate = at_all_times(partial(moments.estimate, is_chance=chance), pairs.trials, CONFIDENCE)
    good, bad = ("better", "worse") if PAIRED[name] > 0 else ("worse", "better")
    is_known = isfinite(estimate.low) and isfinite(estimate.high)
    return {
        "mean": estimate.mean,
        "low": estimate.low if is_known else None,
        "high": estimate.high if is_known else None,
        "text": _signed(estimate.mean, chance),
        "interval": ends(estimate, partial(_signed, chance=chance)),
        "says": estimate.says(good, bad, "unsure"),
    }


def _verdict(pairs: PairedTally, now: Experiment, kept_version: Experiment) -> str:
    """Which of the two earns more, with an interval that holds at every look at once."""
    contest = Contest(pairs, "credits", MARGIN, at_all_times=True)
    before, name = distinct([f"{kept_version.ships[0].name} as kept", now.ships[0].name])
    judged = Judged(
        name,
        before,
        contest.verdict(1, 0),
        contest.simultaneous(1, 0),
        MARGIN,
        "credits a flight",
        contest.differing(1, 0),
        "flights",
        now.setting,
    )
    return verdict_in_words(judged)


def _quantiles(credits: Histogram) -> str:
    """How far flights differ, in a sentence."""
    low, half, high = (typeset(credits.quantile(share), 0) for share in (0.05, 0.5, 0.95))
    return f"Nine flights in ten earn {low} to {high} credits; half of all earn {half} or less."


def _distribution(penalty: Histogram) -> Iterator[list[float]]:
    """By penalty in credits its share of flights, with its interval."""
    for value in range(int(penalty.values[-1]) + 1):
        times = penalty.counts.get(value, 0)
        yield [value, *Estimate.of_share(times, penalty.n)]


def _heat(experiment: Experiment, lost: npt.NDArray[np.int64], flights: int) -> Iterator[list[float]]:
    """Row, column, the share of flights in which what lies there was lost, with its interval."""
    ship = experiment.ships[0]
    for square, times in zip(ship.hull.squares, lost.tolist(), strict=True):
        if square in ship.components:
            yield [*square, *Estimate.of_share(times, flights)]


def _layouts(one: ShipResult) -> Iterator[Plain]:
    """Of a build what its fleets come to, way by way."""
    for sort in one.sorts:
        if sort.code and sort.trials:
            row = {name: one.metrics.measured(name, sort.histograms) for name in ("arrived", "credits")}
            yield {
                "joined": sort.code,
                "flights": sort.trials,
                "arrived": (_written(row["arrived"].mean, True), _interval(row["arrived"], True)),
                "credits": (_written(row["credits"].mean, False), _interval(row["credits"], False)),
            }


def _written(value: float, chance: bool) -> str:
    return f"{100 * value:.1f}%" if chance else typeset(value)


def _interval(estimate: Estimate, chance: bool) -> str:
    low, high = (_written(end, chance) for end in (estimate.low, estimate.high))
    return f"{low} to {high}"


def _signed(value: float, chance: bool) -> str:
    return (f"{signed(100 * value, 1)} points" if chance else signed(value)).replace("-", "\N{MINUS SIGN}")
