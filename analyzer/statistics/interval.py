"""How sure a number is: intervals of means and of shares."""

from __future__ import annotations

from math import inf, sqrt
from statistics import NormalDist

from analyzer.errors import AnalyzerError

SMALL = 100
"""Below so many values Student's t stands in for the normal distribution."""


def of_mean(mean: float, variance: float, n: int, confidence: float) -> tuple[float, float]:
    """Interval of a mean by the central limit theorem: mean plus or minus z standard errors (t for few values)."""
    upper_tail(confidence)
    if n < 2:
        return -inf, inf
    half = critical(confidence, n) * sqrt(variance / n)
    return mean - half, mean + half


def of_share(hits: int, n: int, confidence: float) -> tuple[float, float]:
    """Interval of a share by Wilson's method, which stays within 0 and 1 and holds for rare events.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    """
    z = NormalDist().inv_cdf(upper_tail(confidence))
    p, shrink = hits / n, 1 + z * z / n
    middle = (p + z * z / (2 * n)) / shrink
    half = z / shrink * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - half if hits else 0.0), (middle + half if hits < n else 1.0)


def critical(confidence: float, n: int) -> float:
    """How many standard errors lie to each side of a mean of n values."""
    tail = upper_tail(confidence)
    if n >= SMALL:
        return NormalDist().inv_cdf(tail)
    from scipy.stats import t

    return float(t.ppf(tail, n - 1))


def upper_tail(confidence: float) -> float:
    """The share of a distribution below the upper end; raises AnalyzerError unless 0 < confidence < 1."""
    if not 0 < confidence < 1:
        raise AnalyzerError(f"confidence {confidence}: give a share between 0 and 1, as 0.95")
    return (1 + confidence) / 2
