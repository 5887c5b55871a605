"""Intervals that hold at all times at once: one may look again and again, and stop when one likes what one sees.

I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic
confidence sequences", 2024: the boundary of the normal mixture with an estimated variance.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, log1p, sqrt
from statistics import NormalDist

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import upper_tail

TUNED_FOR = 1 << 15
"""The number of trials at which the intervals are narrowest for their error; decisions usually fall about there."""
LEAST = 1000
"""With fewer trials nothing is said: the variance is not known well enough."""
FARTHEST = 8.0
"""Standard errors above which the tail of the normal distribution is lost in floating point."""


def standard_errors(trials: int, error: float, tuned_for: int = TUNED_FOR, least: int = LEAST) -> float:
    """How many standard errors lie to each side of a mean, at every number of trials from `least` on.

    The chance that the mean ever leaves its interval, at any of these times, is at most `error` (asymptotically, in
    `least`). Before, the intervals have no end.
    """
    if trials < least:
        return inf
    mixture = (-2 * log(error) + log1p(-2 * log(error))) / tuned_for
    grown = trials * mixture + 1
    return sqrt(2 * grown / (trials * mixture) * log(sqrt(grown) / error))


def at_all_times(estimate: Callable[[float], Estimate], trials: int, confidence: float) -> Estimate:
    """Return an estimate with an interval that holds at every number of trials at once, with that confidence.

    Args:
        estimate: gives the number with its interval for a fixed number of trials, at a given confidence.
        trials: how many were counted; below `LEAST` the interval has no end.
        confidence: between 0 and 1.

    The interval is as many standard errors wide as `standard_errors` says, by the method of `estimate`. For shares and
    rare values that method keeps its own form.
    """
    plain = estimate(confidence)
    wide = standard_errors(trials, 2 * (1 - upper_tail(confidence)))
    if wide > FARTHEST:
        return Estimate(plain.mean, -inf, inf)
    return estimate(1 - 2 * NormalDist().cdf(-wide))
