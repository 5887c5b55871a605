"""How far the ends of an interval lie: in standard errors of a mean, alone or of many that hold at once."""

from __future__ import annotations

from numbers import Real
from statistics import NormalDist

from analyzer.errors import AnalyzerError, brief

CONFIDENCE = 0.95
"""How often an interval holds what it is about, wherever nothing else is said."""
SMALL = 100
"""Below so many values Student's t stands in for the normal distribution."""


def critical(confidence: float, n: int) -> float:
    """How many standard errors lie to each side of a mean of n values."""
    tail = upper_tail(confidence)
    if n >= SMALL:
        return NormalDist().inv_cdf(tail)
    from scipy.special import stdtrit  # that of scipy.stats, which takes half a second to load

    return float(stdtrit(n - 1, tail))


def upper_tail(confidence: float) -> float:
    """The share of a distribution below the upper end; raises AnalyzerError unless 0 < confidence < 1."""
    if not is_share(confidence) or confidence in (0, 1):
        raise AnalyzerError(f"confidence {brief(confidence)}: give a share between 0 and 1, e.g. 0.95")
    return (1 + confidence) / 2


def is_share(value: object) -> bool:
    """Whether that is a number from 0 to 1."""
    return isinstance(value, Real) and 0 <= float(value) <= 1


def each_of(many: int, confidence: float = CONFIDENCE) -> float:
    """The confidence of each of so many intervals all of which hold at once with `confidence` (Bonferroni).

    Raises AnalyzerError unless 0 < confidence < 1.
    """
    upper_tail(confidence)
    return 1 - (1 - confidence) / max(1, many)
