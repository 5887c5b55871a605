"""By how much a mean rises for one more of something that is counted, from sums by how many there were."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf, sqrt

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE
from analyzer.statistics.moments import Moments


def slope(groups: Mapping[int, Moments], confidence: float = CONFIDENCE) -> Estimate | None:
    """The slope of the least-squares line through values over a number; `groups`: the values by that number.

    With the numbers 0 and 1 alone it is the difference of two means. The interval allows for groups whose variances
    differ (H. White, "A heteroskedasticity-consistent covariance matrix estimator", 1980). None for a single number.

    >>> slope({0: Moments(2, 4, 10), 2: Moments(2, 16, 130)}).mean
    3.0
    """
    groups = {number: values for number, values in groups.items() if values.trials}
    if len(groups) < 2:
        return None
    trials = sum(values.trials for values in groups.values())
    middle = Fraction(sum(number * values.trials for number, values in groups.items()), trials)
    mean = sum((values.sums[0] for values in groups.values()), Fraction(0)) / trials
    spread = sum(((number - middle) ** 2 * values.trials for number, values in groups.items()), Fraction(0))
    rise = sum(((number - middle) * values.sums[0] for number, values in groups.items()), Fraction(0)) / spread
    if trials < 3:
        return Estimate(float(rise), -inf, inf)
    squared = sum(
        (
            (number - middle) ** 2 * _around(values, mean + rise * (number - middle))
            for number, values in groups.items()
        ),
        Fraction(0),
    )
    error = sqrt(squared * Fraction(trials, trials - 2)) / float(spread)
    return Estimate.of_error(float(rise), error, trials - 1, confidence)


def _around(values: Moments, centre: Fraction) -> Fraction:
    """The sum of squared distances of those values from a number."""
    total, squares = values.sums
    return squares - 2 * centre * total + values.trials * centre**2
