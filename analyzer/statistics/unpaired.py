"""How two groups of trials differ that have nothing in common: differences of their means and of their shares."""

from __future__ import annotations

from math import inf, sqrt

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE
from analyzer.statistics.moments import Moments


def difference_of_means(one: Moments, other: Moments, confidence: float = CONFIDENCE) -> Estimate:
    """The difference of two means with the interval of Welch ("The generalization of Student's problem", 1947)."""
    groups = one, other
    difference = float(one.sums[0] / one.trials - other.sums[0] / other.trials)
    if min(group.trials for group in groups) < 2:
        return Estimate(difference, -inf, inf)
    errors = [_squared_error(group) for group in groups]
    if not sum(errors):
        return Estimate(difference, difference, difference)
    freedom = sum(errors) ** 2 / sum(error**2 / (each.trials - 1) for error, each in zip(errors, groups, strict=True))
    return Estimate.of_error(difference, sqrt(sum(errors)), int(freedom) + 1, confidence)


def difference_of_shares(hits: int, n: int, other_hits: int, other_n: int, confidence: float = CONFIDENCE) -> Estimate:
    """The difference of two shares with the interval of Newcombe, method 10 (1998), which holds for rare events."""
    p, low, high = Estimate.of_share(hits, n, confidence)
    q, other_low, other_high = Estimate.of_share(other_hits, other_n, confidence)
    below = sqrt((p - low) ** 2 + (other_high - q) ** 2)
    return Estimate(p - q, p - q - below, p - q + sqrt((high - p) ** 2 + (q - other_low) ** 2))


def _squared_error(group: Moments) -> float:
    """The variance of the mean."""
    n, (total, squares) = group.trials, group.sums
    return float((n * squares - total**2) / (n * n * (n - 1)))
