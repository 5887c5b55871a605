"""Conditions that end a run: precision, counts of events and decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, inf, isfinite
from numbers import Real
from sys import float_info
from typing import Any

from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.note import warning
from analyzer.answers.result import RunResult
from analyzer.errors import AnalyzerError, brief, named_setting, one_of
from analyzer.montecarlo.blocks import check_before, check_step_of, in_words
from analyzer.statistics.contest import StoppedAt
from analyzer.world import Experiment, setting_of_trials

DECIDED = "decided"


@dataclass(frozen=True)
class VerdictGoal:
    """Goal of a comparison: the run ends once there is a verdict on every pair of subjects."""

    word: str = DECIDED
    metric: str = ""

    def __post_init__(self) -> None:
        if self.word != DECIDED:
            raise AnalyzerError(f"until {self.word!r}: {one_of(self.word, [DECIDED])}")

    def reached(self, result: Any) -> bool:
        """Return whether there is a verdict on every pair of subjects."""
        return bool(result.decided())

    def needed(self, result: Any) -> int:
        """Return the number of trials so far, because the number needed is unknown."""
        return int(result.trials)

    def shortfall_in_words(self, result: Any) -> str:
        """Return "", because the comparison itself says which pairs are still undecided."""
        return ""


FINEST = 1e-9
"""Smallest half-width that is accepted."""
LARGEST = float_info.max
"""Largest finite half-width."""
PrecisionLike = float | Mapping[str, float]
"""Half-width of the mean score, or half-widths by metric."""


class Percent(float):
    """Half-width of a chance that the user gave with a percent sign; the value is a share from 0 to 1."""


@dataclass(frozen=True)
class Precision:
    """Goal that is reached when every 95% interval is narrow enough, for every subject.

    Args:
        targets: largest half-width by metric, in the units that tables show.
        metrics: the metrics in `targets` by name, for their units and scale.
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
        """Name of the first metric in `targets`."""
        return next(iter(self.targets))

    def reached(self, result: Any) -> bool:
        """Return whether every half-width is within its target."""
        return all(half <= target for _, _, half, target in self._halves(result))

    def needed(self, result: Any) -> int:
        """Return the approximate number of trials needed; half-widths shrink with the square root of that number.

        It is the number so far while an interval is infinite.
        """
        worst = max(half / target for _, _, half, target in self._halves(result))
        return ceil(result.trials * worst**2) if isfinite(worst) else int(result.trials)

    def shortfall_in_words(self, result: Any) -> str:
        """Name in a sentence the interval that is farthest from its target."""
        name, metric, half, target = max(self._halves(result), key=lambda one: one[2] / one[3])
        known = self.metrics.get(metric)
        if known is not None and known.is_chance:
            wide, wanted = f"{100 * half:.4g}%", f"{100 * float(target):g}%"
        else:
            unit = f" {known.unit}" if known is not None and known.scale > 1 else ""
            wide, wanted = f"{half:.4g}{unit}", f"{float(target):g}"
        sentence = f"the 95% interval of {metric} of {name} is {wide} to each side of the mean, not {wanted}"
        return f"The requested precision was not reached: {sentence}."

    def _halves(self, result: Any) -> Iterator[tuple[str, str, float, float]]:
        """Yield subject, metric, half-width and target of every interval."""
        for metric, target in self.targets.items():
            scale = self.metrics[metric].scale if metric in self.metrics else 1
            for name, (_, low, high) in result.estimates(metric):
                # A metric that never varied has an interval that no further trial narrows.
                is_fixed = isinstance(result, RunResult) and metric in result.never_varied(name)
                half = 0.0 if is_fixed else (high - low) / 2 / scale
                yield name, metric, half, target


PILOT = 1 << 11
"""Number of trials at the first check of a run whose length is left open, unless its experiment has a `PILOT`."""


@dataclass(frozen=True)
class Enough(Precision):
    """Precision of a run whose length the user leaves open.

    The first `pilot` trials tell how many trials the precision needs, and exactly so many are run, in whole multiples
    of `pilot` (C. Stein, "A two-sample test for a linear hypothesis whose power is independent of the variance",
    1945). Means and verdicts never end a run, so its intervals keep their confidence.

    Args:
        pilot: number of trials after which a run finds out how many it needs; also the step between possible ends.
    """

    pilot: int = PILOT

    def shortfall_in_words(self, result: Any) -> str:
        """Return "", because nobody asked for the precision."""
        return ""

    def in_words(self, most: int, experiment: Experiment) -> str:
        """Return a sentence on the rule that ended the run.

        Args:
            most: number of trials at which it would have ended in any case.
            experiment: the experiment, which has a word for its trials and for the setting of their number.
        """
        metric, target = next(iter(self.targets.items()))
        known, trials = self.metrics[metric], experiment.TRIAL[1]
        width = f"{100 * target:g}%" if known.is_chance else f"{target:g} {known.unit}".rstrip()
        setting = named_setting(setting_of_trials(experiment), most)
        return warning(
            f"Stopped before {most:,} {trials}: the first {self.pilot:,} showed how many are needed for a 95% "
            f"interval of {metric} of about plus or minus {width}. {setting} runs them all."
        )


def load_precision(precision: PrecisionLike | None, metrics: Metrics) -> Precision | None:
    """Return the goal for a precision, or None if no precision is given.

    Raises:
        AnalyzerError: if it is no half-width, or names no metric.
    """
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
            elif metric.is_chance and target >= 1:
                written = f"{100 * target:g}%" if isinstance(target, Percent) else f"{target:g}"
                faults.append(
                    f"precision {written} of {name}: every interval of a chance is narrower than that: give less "
                    "than 1, e.g. 0.01 or 1%"
                )
        except AnalyzerError as error:
            faults += [f"precision: {fault}" for fault in error.faults]
    if faults:
        raise AnalyzerError(sorted(faults))
    return replace(wanted, metrics=known)


EventsLike = Mapping[str, int]
"""Number of trials with the event, by metric; the metric must be a chance."""


@dataclass(frozen=True)
class Events:
    """Goal that is reached when every subject has enough trials of each event.

    Args:
        wanted: number of trials with the event, by metric.
    """

    wanted: EventsLike

    @property
    def metric(self) -> str:
        """Name of the first metric in `wanted`."""
        return next(iter(self.wanted))

    def reached(self, result: Any) -> bool:
        """Return whether every subject has as many trials with each event as are wanted."""
        return all(hits >= wanted for _, _, hits, wanted in self._counted(result))

    def needed(self, result: Any) -> int:
        """Return the approximate number of trials needed; the number so far if an event never came up."""
        worst = max(wanted / hits if hits else inf for _, _, hits, wanted in self._counted(result))
        return ceil(result.trials * worst) if isfinite(worst) else int(result.trials)

    def shortfall_in_words(self, result: Any) -> str:
        """Name in a sentence the event whose number is farthest below the number asked for."""
        name, metric, hits, wanted = min(self._counted(result), key=lambda one: one[2] / one[3])
        return f"Not all requested events came up: {metric} of {name} {hits:,} times, not {wanted:,}."

    def settled(self, result: Any, first: int) -> Any:
        """Return the result of a stopped run with a remark, and with intervals that allow for the stopping if possible.

        Args:
            result: result of the run.
            first: number of the first trial.
        """
        if not self.reached(result):
            return result
        experiment, stopped = result.experiment, self._stopped(result, first)
        goal = ", ".join(f"{metric} {wanted:,} times" for metric, wanted in self.wanted.items())
        trials = experiment.TRIAL[1]
        run = f"Run until {goal}, checked {in_words(result.trials, check_step_of(experiment), trials)}"
        if stopped is None:
            remark = f"Intervals are those of a fixed number of {trials}; for those events they are a little too narrow"
        else:
            remark = f"The interval of {stopped.metric} allows for that; all others are those of a fixed number"
        return replace(result, stopped=stopped, remarks=(*result.remarks, warning(f"{run}. {remark}.")))

    def _stopped(self, result: Any, first: int) -> StoppedAt | None:
        """Return the rule by which the run stopped, or None if its effect on the interval is not known.

        The effect is known if the run waited for one event of one subject, and if that event had come up too seldom at
        the check before the last.
        """
        counted = list(self._counted(result))
        before = check_before(result.trials, check_step_of(result.experiment))
        step = result.trials - before
        # The rule assumes checks at equal distances from trial 0. In a long run the distance grows.
        if len(counted) != 1 or result.trials % step:
            return None
        _, metric, hits, wanted = counted[0]
        # Trials since the check before are run again, because counts are kept only as sums.
        lately = _hits(result.experiment, metric, first + before, step)
        return StoppedAt(metric, wanted, step) if hits - lately < wanted else None

    def _counted(self, result: Any) -> Iterator[tuple[str, str, int, int]]:
        """Yield subject, metric, number of events so far and number wanted."""
        for metric, wanted in self.wanted.items():
            for name, (share, *_) in result.estimates(metric):
                yield name, metric, round(share * result.trials), wanted


def _hits(experiment: Experiment, metric: str, first: int, trials: int) -> int:
    """Run trials again and return the number in which the first subject has the event of the metric."""
    hits, at_once = 0, max(check_step_of(experiment), experiment.BLOCK)
    for begin in range(first, first + trials, at_once):
        columns = experiment.run_block(begin, min(at_once, first + trials - begin))
        hits += int(experiment.metrics.with_chances(columns)[metric][0].sum())
    return hits


def load_events(events: EventsLike | None, metrics: Metrics) -> Events | None:
    """Return the events to wait for, or None.

    Raises:
        AnalyzerError: if one is no chance, or its number is invalid.
    """
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
