"""How sure a paired difference is: intervals of means and of chances, and what they say about better and worse."""

from __future__ import annotations

from enum import StrEnum
from math import inf, sqrt
from statistics import NormalDist

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import critical, upper_tail
from analyzer.statistics.paired import Moments

LEAST_DIFFERING = 100
"""In fewer trials that differ no winner is named: the normal distribution does not hold for so few."""


class Verdict(StrEnum):
    """What is said of the first of two; tables and JSON show the words."""

    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"
    OPEN = "open"

    __repr__ = str.__repr__

    @property
    def tells_apart(self) -> bool:
        """Whether one of the two is better."""
        return self in (Verdict.BETTER, Verdict.WORSE)


def of_mean(moments: Moments, confidence: float) -> Estimate:
    """A paired difference of means by the central limit theorem, with Student's t for few trials."""
    upper_tail(confidence)
    if moments.trials < 2:
        return Estimate(moments.mean, -inf, inf)
    return around(moments, critical(confidence, moments.trials))


def around(moments: Moments, standard_errors: float) -> Estimate:
    """The mean, plus or minus that many standard errors; endless for a single trial."""
    if moments.trials < 2:
        return Estimate(moments.mean, -inf, inf)
    half = standard_errors * sqrt(moments.variance / moments.trials)
    return Estimate(moments.mean, moments.mean - half, moments.mean + half)


def of_chance(moments: Moments, confidence: float) -> Estimate:
    """A paired difference of chances: of values -1, 0 and 1; the interval keeps a width where no trial differs.

    Adjusted Wald: one trial is added to either side (D. G. Bonett and R. M. Price, "Adjusted Wald confidence interval
    for a difference of binomial proportions based on paired data", 2012).
    """
    n = moments.trials + 2
    only_one, only_other = ((moments.squares + sign * moments.total) // 2 + 1 for sign in (1, -1))
    middle = (only_one - only_other) / n
    half = NormalDist().inv_cdf(upper_tail(confidence)) * sqrt(((only_one + only_other) / n - middle**2) / n)
    low, high = max(-1.0, middle - half), min(1.0, middle + half)
    return Estimate(moments.mean, min(low, moments.mean), max(high, moments.mean))


def judged(difference: Estimate, margin: float, differing: int) -> Verdict:
    """What an interval says of the first of two: better, worse, equal (within the margin) or open.

    `differing` counts the trials in which both differ at all.
    """
    _, low, high = difference
    if differing >= LEAST_DIFFERING and (low > 0 or high < 0):
        return Verdict.BETTER if low > 0 else Verdict.WORSE
    return Verdict.EQUAL if -margin <= low and high <= margin else Verdict.OPEN
