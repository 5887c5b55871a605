"""How precise a result is asked to be: the largest half-width of a 95% interval, for any mean or chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, isfinite

from analyzer.errors import AnalyzerError, one_of
from analyzer.trucker.result import MEASURED, Result

DEFAULT = "credits"
PrecisionLike = float | Mapping[str, float]
"""A half-width of the mean credits, or half-widths by metric."""


@dataclass(frozen=True)
class Precision:
    """The largest half-width allowed, by metric; every reported ship must reach all of them."""

    targets: Mapping[str, float]

    def __post_init__(self) -> None:
        faults = [
            f"precision: no metric {name!r}: {one_of(name, MEASURED)}" for name in set(self.targets) - {*MEASURED}
        ]
        for name, target in self.targets.items():
            if (
                isinstance(target, bool)
                or not isinstance(target, int | float)
                or not target > 0
                or not isfinite(target)
            ):
                faults.append(f"precision {target!r} of {name}: give a half-width above 0, as 0.05")
        if not self.targets:
            faults.append("precision: give a half-width, as 0.05, or half-widths by metric")
        if faults:
            raise AnalyzerError(sorted(faults))

    @property
    def metric(self) -> str:
        """The metric that was asked for first."""
        return next(iter(self.targets))

    def reached(self, result: Result) -> bool:
        """Whether every reported ship is told so precisely."""
        return all(half <= target for _, _, half, target in self._halves(result))

    def needed(self, result: Result) -> int:
        """About how many flights it takes, as half-widths shrink with the square root of their number."""
        worst = max(half / target for _, _, half, target in self._halves(result))
        return ceil(result.flights * worst**2) if isfinite(worst) else result.flights

    def missed(self, result: Result) -> str:
        """In words, what is farthest from being told so precisely."""
        ship, metric, half, target = max(self._halves(result), key=lambda one: one[2] / one[3])
        return f"the 95% interval of {metric} of {ship} is {half:.4g} to each side of the mean, not {target:g}"

    def _halves(self, result: Result) -> Iterator[tuple[str, str, float, float]]:
        for ship in result.ships:
            for metric, target in self.targets.items():
                _, low, high = ship.measured(metric)
                yield ship.name, metric, (high - low) / 2, target


def load_precision(given: PrecisionLike | None) -> Precision | None:
    """The precision asked for, None if none is; raises AnalyzerError for what is no half-width or no metric."""
    if given is None:
        return None
    if isinstance(given, Mapping):
        return Precision({str(name): target for name, target in given.items()})
    return Precision({DEFAULT: given})
