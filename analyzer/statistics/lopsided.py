"""Intervals of the mean of rare or lopsided whole numbers, which hold where the normal distribution does not.

The most frequent value splits them into what lies above it and what lies below. The mean distance on either side is a
sum of counted events, with the interval of M. P. Fay and E. J. Feuer ("Confidence intervals for directly standardized
rates", 1997), which holds for single events, too; quantiles of the gamma distribution are those of E. B. Wilson and M.
M. Hilferty ("The distribution of chi-square", 1931). G. Y. Zou and A. Donner ("Construction of confidence limits about
effect measures", 2008) put both sides together.
"""

from __future__ import annotations

from math import inf, isfinite, isinf, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE, upper_tail
from analyzer.statistics.moments import Moments

ENOUGH = 100
"""From so many events of equal size on each side the normal distribution holds."""
MOSTLY = 4
FEW = 5
"""Below so many the largest distance that was seen says little of the largest that there can be."""
Numbers = npt.NDArray[np.int64]


class Side(NamedTuple):
    """What lies on one side of the most frequent value: the mean distance and its interval, over all trials."""

    mean: float
    low: float
    high: float


def is_lopsided(values: Numbers, times: Numbers) -> bool:
    """Whether the mean of values that came up so often needs such an interval.

    That is where a quarter of them or more are the same, and few others lie on a side, or none on both. Where no value
    came up twice none is the most frequent one.
    """
    if times.max() * MOSTLY < times.sum() or times.max() == 1:
        return False
    from_mode = values - values[times.argmax()]
    events = [_events(np.maximum(sign * from_mode, 0), times) for sign in (1, -1)]
    return max(events) == 0 or any(0 < many < ENOUGH for many in events)


def mean_of_lopsided(
    values: Numbers, times: Numbers, reach: tuple[float, float], confidence: float = CONFIDENCE
) -> Estimate:
    """Their mean with its interval; reach: the least and the most that a value can be.

    Where all values are the same the ends are as far off as one other value, as unlikely as n trials allow, can move
    the mean; endless without a known reach.
    """
    n, mode = int(times.sum()), float(values[times.argmax()])
    z = NormalDist().inv_cdf(upper_tail(confidence))
    is_constant = np.count_nonzero(times) == 1

    def on(sign: int, farthest: float) -> Side:
        distances = np.maximum(sign * (values - int(mode)), 0)
        seen, known = int(times[distances > 0].sum()), abs(farthest - mode)
        is_known = is_constant or (0 < seen < FEW and isfinite(known))
        return side(distances, times, z, known if is_known else 0.0)

    below, above = map(on, (-1, 1), reach)
    mean = mode + above.mean - below.mean
    both = 2 * above.mean * below.mean * z**2 / n
    low = sqrt((above.mean - above.low) ** 2 + (below.high - below.mean) ** 2 + both)
    high = sqrt((above.high - above.mean) ** 2 + (below.mean - below.low) ** 2 + both)
    return Estimate(mean, mean - low, mean + high)


def widened_if_few(
    difference: Estimate,
    moments: Moments,
    reach: tuple[float, float],
    z: float,
    differing: tuple[int, int] | None = None,
) -> Estimate:
    """Return a paired difference with a wider interval where few trials differ, or none.

    Differences on either side of 0 count as events of one size, which have the sum of squares that was seen. Below FEW
    events an unseen one may be as large as any can be.

    Args:
        difference: the difference with its interval by the normal distribution.
        moments: those of the difference, trial by trial.
        reach: the least and the most that a difference can be; endless where that is not known.
        z: standard errors that the interval has to each side.
        differing: how many trials differ upwards and downwards, if that is known; else all differ by 1.
    """
    n, squares = moments.trials, moments.squares
    if n < 2:
        return difference
    if not moments.variance:
        value = moments.total // n
        up, down = _events_of(0, 0.0, reach[1] - value, n, z), _events_of(0, 0.0, value - reach[0], n, z)
    else:
        above, below = differing or ((squares + moments.total) // 2, (squares - moments.total) // 2)
        events = above + below
        if (differing is None and squares >= ENOUGH) or events >= ENOUGH or (n - events) * MOSTLY < n:
            return difference
        size = sqrt(squares / events)
        farthest = reach if events < FEW else (0.0, 0.0)
        up, down = _events_of(above, size, farthest[1], n, z), _events_of(below, size, -farthest[0], n, z)
    low = sqrt((up.mean - up.low) ** 2 + (down.high - down.mean) ** 2)
    high = sqrt((up.high - up.mean) ** 2 + (down.mean - down.low) ** 2)
    return difference.wider(Estimate(difference.mean, difference.mean - low, difference.mean + high))


def _events_of(events: int, size: float, farthest: float, n: int, z: float) -> Side:
    """Return the mean of so many events of one size in n trials; farthest: the largest that an unseen one can be."""
    mean, variance, largest = events * size / n, events * (size / n) ** 2, max(size, farthest)
    if isinf(largest) or isinf(z):
        return Side(mean, 0.0, inf)
    high = gamma_quantile(mean + largest / n, variance + (largest / n) ** 2, z) if largest else mean
    return Side(mean, gamma_quantile(mean, variance, -z), high)


def side(distances: Numbers, times: Numbers, z: float, farthest: float = 0.0) -> Side:
    """The mean distance with its interval; farthest: the largest that there can be, where more than those seen."""
    n = int(times.sum())
    mean, square = (float(distances**power @ times) / n for power in (1, 2))
    largest = max(float(distances[times > 0].max()), farthest)
    if isinf(largest):
        return Side(mean, mean, inf)
    spread = sqrt(1 - mean**2 / square) if square else 1.0
    low = gamma_quantile(mean, square / n, -z)
    high = gamma_quantile(mean + largest / n, square / n + (largest / n) ** 2, z)
    return Side(mean, mean - (mean - low) * spread, mean + (high - mean) * spread)


def gamma_quantile(mean: float, variance: float, z: float) -> float:
    """Of the gamma distribution with that mean and variance the value at that standard normal quantile."""
    if not variance:
        return mean
    off = variance / mean**2 / 9
    return mean * max(0.0, 1 - off + z * sqrt(off)) ** 3


def _events(distances: Numbers, times: Numbers) -> float:
    """As many events of equal size make the sum of the distances as unsure as it is."""
    total, squares = (float(distances**power @ times) for power in (1, 2))
    return total**2 / squares if squares else 0.0
