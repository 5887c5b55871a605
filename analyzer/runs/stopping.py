"""Conditions that end a run: precision, counts of events and decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, inf, isfinite
from numbers import Real
from sys import float_info
from typing import Any

from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.result import RunResult
from analyzer.errors import AnalyzerError, brief, one_of
from analyzer.montecarlo.blocks import in_words, look_before, look_of
from analyzer.statistics.contest import StoppedAt
from analyzer.world import Experiment

DECIDED = "decided"


@dataclass(frozen=True)
class Decided:
    """Enough is run when no pair is open any more; the comparison itself tells where that was not reached."""

    word: str = DECIDED
    metric: str = ""

    def __post_init__(self) -> None:
        if self.word != DECIDED:
            raise AnalyzerError(f"until {self.word!r}: {one_of(self.word, [DECIDED])}")

    def reached(self, result: Any) -> bool:
        """Whether every pair is decided."""
        return bool(result.decided())

    def needed(self, result: Any) -> int:
        """Nobody knows: as many as there are so far."""
        return int(result.trials)

    def missed(self, result: Any) -> str:
        """Nothing more than what the comparison says."""
        return ""


FINEST = 1e-9
"""The smallest half-width that is taken for meant."""
LARGEST = float_info.max
"""The largest finite half-width."""
PrecisionLike = float | Mapping[str, float]
"""A half-width of the mean score, or half-widths by metric."""


class Percent(float):
    """A half-width that was given in percent, of a chance."""


@dataclass(frozen=True)
class Precision:
    """The largest half-width allowed, by metric; whatever is told of every metric must reach it.

    targets: in the units that tables show; metrics: by name those of the targets, whose units and scale count.
    """

    targets: Mapping[str, float]
    metrics: Mapping[str, Metric] = field(default_factory=dict)

    def __post_init__(self) -> None:
        faults = []
        for name, target in self.targets.items():
            if isinstance(target, bool) or not isinstance(target, Real) or not 0 < target <= LARGEST:
                faults.append(f"precision {target!r} of {name}: give half the width of an interval, above 0, e.g. 0.05")
            elif target < FINEST:
                faults.append(f"precision {target!r} of {name}: no run gets there: give at least {FINEST:g}, e.g. 0.05")
        if not self.targets:
            faults.append("precision: give half the width of an interval, e.g. 0.05, or a dict of them by metric")
        if faults:
            raise AnalyzerError(sorted(faults))

    @property
    def metric(self) -> str:
        """The metric that was asked for first."""
        return next(iter(self.targets))

    def reached(self, result: Any) -> bool:
        """Whether everything is told so precisely."""
        return all(half <= target for _, _, half, target in self._halves(result))

    def needed(self, result: Any) -> int:
        """About how many trials it takes, as half-widths shrink with the square root of their number."""
        worst = max(half / target for _, _, half, target in self._halves(result))
        return ceil(result.trials * worst**2) if isfinite(worst) else int(result.trials)

    def missed(self, result: Any) -> str:
        """In words, what is farthest from being told so precisely."""
        name, metric, half, target = max(self._halves(result), key=lambda one: one[2] / one[3])
        known = self.metrics.get(metric)
        if known is not None and known.is_chance:
            wide, wanted = f"{100 * half:.4g}%", f"{100 * target:g}%"
        else:
            unit = f" {known.unit}" if known is not None and known.scale > 1 else ""
            wide, wanted = f"{half:.4g}{unit}", f"{target:g}"
        sentence = f"the 95% interval of {metric} of {name} is {wide} to each side of the mean, not {wanted}"
        return f"The requested precision was not reached: {sentence}."

    def _halves(self, result: Any) -> Iterator[tuple[str, str, float, float]]:
        for metric, target in self.targets.items():
            scale = self.metrics[metric].scale if metric in self.metrics else 1
            for name, (_, low, high) in result.estimates(metric):
                is_fixed = isinstance(result, RunResult) and metric in result.never_varied(name)
                half = 0.0 if is_fixed else (high - low) / 2 / scale
                yield name, metric, half, target


def load_precision(precision: PrecisionLike | None, metrics: Metrics) -> Precision | None:
    """The precision asked for, None if none is; raises AnalyzerError for what is no half-width or no metric."""
    if precision is None:
        return None
    wanted = Precision(
        {str(k): v for k, v in precision.items()} if isinstance(precision, Mapping) else {metrics.score: precision}
    )
    faults, known = [], dict[str, Metric]()
    for name, target in wanted.targets.items():
        try:
            metric = known[name] = metrics[name]
            if isinstance(target, Percent) and not metric.is_chance:
                faults.append(f"precision {100 * target:g}% of {name}: {name} is no chance: give {metric.unit}")
        except AnalyzerError as error:
            faults += [f"precision: {fault}" for fault in error.faults]
    if faults:
        raise AnalyzerError(sorted(faults))
    return replace(wanted, metrics=known)


EventsLike = Mapping[str, int]
"""By metric, which must be a chance, how many trials in which it holds."""


@dataclass(frozen=True)
class Events:
    """How many trials in which each of some chances holds are enough; every subject must have them."""

    wanted: EventsLike

    @property
    def metric(self) -> str:
        """The one that was asked for first."""
        return next(iter(self.wanted))

    def reached(self, result: Any) -> bool:
        """Whether every subject has them all."""
        return all(hits >= wanted for _, _, hits, wanted in self._counted(result))

    def needed(self, result: Any) -> int:
        """About how many trials it takes, as far as that can be told."""
        worst = max(wanted / hits if hits else inf for _, _, hits, wanted in self._counted(result))
        return ceil(result.trials * worst) if isfinite(worst) else int(result.trials)

    def missed(self, result: Any) -> str:
        """In words, which events are rarest against what was asked for."""
        name, metric, hits, wanted = min(self._counted(result), key=lambda one: one[2] / one[3])
        return f"Not all requested events came up: {metric} of {name} {hits:,} times, not {wanted:,}."

    def settled(self, result: Any, first: int) -> Any:
        """The result of a run of trials from `first` on with what stopping so does to its intervals, and a remark."""
        if not self.reached(result):
            return result
        experiment, stopped = result.experiment, self._stopped(result, first)
        goal = ", ".join(f"{metric} {wanted:,} times" for metric, wanted in self.wanted.items())
        trials = experiment.TRIAL[1]
        run = f"Run until {goal}, looked at {in_words(result.trials, look_of(experiment), trials)}"
        if stopped is None:
            remark = f"Intervals are those of a fixed number of {trials}; for those events they are a little too narrow"
        else:
            remark = f"The interval of {stopped.metric} allows for that; all others are those of a fixed number"
        return replace(result, stopped=stopped, remarks=(*result.remarks, f"{run}. {remark}."))

    def _stopped(self, result: Any, first: int) -> StoppedAt | None:
        """What stopped it, if that was one event of one subject, which was not reached at the look before the last."""
        counted = list(self._counted(result))
        before = look_before(result.trials, look_of(result.experiment))
        look = result.trials - before
        if len(counted) != 1 or result.trials % look:
            return None
        _, metric, hits, wanted = counted[0]
        lately = _hits(result.experiment, metric, first + before, look)
        return StoppedAt(metric, wanted, look) if hits - lately < wanted else None

    def _counted(self, result: Any) -> Iterator[tuple[str, str, int, int]]:
        for metric, wanted in self.wanted.items():
            for name, (share, *_) in result.estimates(metric):
                yield name, metric, round(share * result.trials), wanted


def _hits(experiment: Experiment, metric: str, first: int, trials: int) -> int:
    """In how many of those trials a chance of the first subject holds."""
    hits, at_once = 0, max(look_of(experiment), experiment.BLOCK)
    for begin in range(first, first + trials, at_once):
        columns = experiment.run_block(begin, min(at_once, first + trials - begin))
        hits += int(experiment.metrics.with_chances(columns)[metric][0].sum())
    return hits


def load_events(events: EventsLike | None, metrics: Metrics) -> Events | None:
    """The events asked for, None if none are; raises AnalyzerError for what is no chance, or no number of events."""
    if events is None:
        return None
    if not isinstance(events, Mapping):
        raise AnalyzerError(f"until events {brief(events)}: give a dict of numbers by ending, as {{'no_humans': 1000}}")
    chances = [metric.name for metric in metrics.chances]
    faults = [] if events else ["until events: name an ending and how many, e.g. no_humans=1000"]
    for name, wanted in events.items():
        if name not in chances:
            faults.append(f"until events: {name!r} is no event: {one_of(name, chances)}")
        if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < 1:
            faults.append(f"until events: {wanted!r} of {name}: give a whole number from 1")
    if faults:
        raise AnalyzerError(faults)
    return Events(dict(events))
