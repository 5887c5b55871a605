"""Intervals that hold at all times at once: one may look again and again, and stop when one likes what one sees.

I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic
confidence sequences", 2024: the boundary of the normal mixture with an estimated variance.
"""

from __future__ import annotations

from math import inf, log, log1p, sqrt

TUNED_FOR = 1 << 15
"""The number of trials at which the intervals are narrowest for their error; decisions usually fall about there."""
LEAST = 1000
"""With fewer trials nothing is said: the variance is not known well enough."""


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
