"""The mean of the lowest values that make up a share of all ("expected shortfall"), with its interval."""

from __future__ import annotations

from math import ceil, inf

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE, critical, is_share
from analyzer.statistics.lopsided import Numbers, side

FEW = 20
"""Below so many values in the tail it matters how unsure its upper end is."""


def mean_of_lowest(values: Numbers, times: Numbers, share: float, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of the lowest values that make up that share of all; values rise, and came up so many times each.

    The value at the end of that share counts with the part of it that is needed. The interval is that of the mean gap
    max(0, end - value) (R. T. Rockafellar and S. Uryasev, "Optimization of conditional value-at-risk", 2000; O.
    Scaillet, "Nonparametric estimation and sensitivity analysis of expected shortfall", 2004), with Student's t for as
    few values as lie in the tail; where no value lies below the end, an unseen one may, as
    far off as all values are spread. A single value in the tail tells nothing of how low others may lie: the interval
    has no lower end then.

    Raises AnalyzerError unless 0 < share <= 1.
    """
    if not is_share(share) or not share:
        raise AnalyzerError(f"share {share}: give a share above 0, up to 1")
    values, times = values[times > 0], times[times > 0]
    n, up_to = int(times.sum()), times.cumsum()
    in_tail = max(1, ceil(share * n - 1e-9))
    last = int(np.searchsorted(up_to, in_tail))
    end = float(values[last])
    gaps = np.maximum(0, values[last] - values)
    farthest = 0.0 if last else float(values[-1] - values[0])
    gap = side(gaps, times, critical(confidence, max(2, in_tail)), farthest)
    mean = end - gap.mean / share
    if n < 2:
        return Estimate(mean, -inf, inf)
    high = end - gap.low / share
    if in_tail < FEW or not gap.mean:
        above = float(values[min(last + 1, values.size - 1)]) - end
        least = Estimate.of_share(int(up_to[last]), n, confidence).low
        high = max(high, end + above * max(0.0, 1 - least / share))
    tells_how_low = in_tail > 1 or share == 1 or not gap.high
    return Estimate(mean, end - gap.high / share if tells_how_low else -inf, high)
