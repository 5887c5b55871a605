"""How precise a result is asked to be: the largest half-width of a 95% interval, for any mean, chance or difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, isfinite
from numbers import Real
from sys import float_info
from typing import Any

from analyzer.answers.metrics import Metrics
from analyzer.answers.run_result import RunResult
from analyzer.errors import AnalyzerError

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

    chances: the metrics that are written in percent.
    """

    targets: Mapping[str, float]
    chances: frozenset[str] = frozenset()

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
        is_chance = metric in self.chances
        wide, wanted = (f"{100 * half:.4g}%", f"{100 * target:g}%") if is_chance else (f"{half:.4g}", f"{target:g}")
        sentence = f"the 95% interval of {metric} of {name} is {wide} to each side of the mean, not {wanted}"
        return f"The requested precision was not reached: {sentence}."

    def _halves(self, result: Any) -> Iterator[tuple[str, str, float, float]]:
        for metric, target in self.targets.items():
            for name, (_, low, high) in result.estimates(metric):
                is_fixed = isinstance(result, RunResult) and metric in result.never_varied(name)
                half = 0.0 if is_fixed else (high - low) / 2
                yield name, metric, half, target


def load_precision(precision: PrecisionLike | None, metrics: Metrics) -> Precision | None:
    """The precision asked for, None if none is; raises AnalyzerError for what is no half-width or no metric."""
    if precision is None:
        return None
    wanted = Precision(
        {str(k): v for k, v in precision.items()} if isinstance(precision, Mapping) else {metrics.score: precision}
    )
    faults, chances = [], set()
    for name, target in wanted.targets.items():
        try:
            if metrics[name].is_chance:
                chances.add(name)
            elif isinstance(target, Percent):
                faults.append(f"precision {100 * target:g}% of {name}: {name} is no chance: give {metrics[name].unit}")
        except AnalyzerError as error:
            faults += [f"precision: {fault}" for fault in error.faults]
    if faults:
        raise AnalyzerError(sorted(faults))
    return replace(wanted, chances=frozenset(chances))
