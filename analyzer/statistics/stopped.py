"""The interval of a share in a run that was stopped because enough events had come up.

Whoever stops at the thousandth event chooses the number of trials by what came up, so that intervals for a fixed number
do not hold exactly. Here outcomes are ordered by when the run stopped, the sooner the likelier the event, and among
equals by the number of events (stagewise ordering: C. Jennison and B. Turnbull, "Group Sequential Methods", 1999,
chapter 8); the ends are the shares at which the outcome would be among the most extreme 2.5% on either side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from analyzer.errors import AnalyzerError
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE, upper_tail


@dataclass(frozen=True)
class StoppedAt:
    """A run that looked every `look` trials, and stopped at the first look with `wanted` events of a metric or more."""

    metric: str
    wanted: int
    look: int

    def estimate(self, hits: int, trials: int, confidence: float = CONFIDENCE) -> Estimate:
        """The share with its interval; raises AnalyzerError where such a run could not have stopped there."""
        return Estimate(hits / trials, *of_stopped_share(hits, trials, self.wanted, self.look, confidence))


def of_stopped_share(
    hits: int, trials: int, wanted: int, look: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Interval of a share in such a run; one that stops at its first look has that of Clopper and Pearson."""
    from scipy.optimize import brentq

    if trials % look or hits < wanted or wanted < 1:
        raise AnalyzerError(f"{hits} of {trials}: no run that waits for {wanted} events stops there")
    tail = 1 - upper_tail(confidence)
    sooner, later = _tails(hits, trials, wanted, look)

    def solved(beyond: Callable[[float], float], otherwise: float) -> float:
        ends = beyond(0.0) - tail, beyond(1.0) - tail
        return float(brentq(lambda p: beyond(p) - tail, 0.0, 1.0, xtol=1e-12)) if ends[0] * ends[1] < 0 else otherwise

    return solved(sooner, 0.0), solved(later, 1.0)


def _tails(hits: int, trials: int, wanted: int, look: int) -> tuple[Callable[[float], float], Callable[[float], float]]:
    """By share the chance of an outcome at least as soon and frequent, and of one at least as late and rare."""
    import numpy as np
    from scipy.stats import binom

    before = trials - look
    earlier = np.arange(min(wanted, before + 1))
    """Events before the last look: fewer than wanted."""

    def sooner(share: float) -> float:
        last = binom.sf(hits - earlier - 1, look, share)
        return float(binom.sf(wanted - 1, before, share) + binom.pmf(earlier, before, share) @ last)

    def later(share: float) -> float:
        return float(binom.pmf(earlier, before, share) @ binom.cdf(hits - earlier, look, share))

    return sooner, later
