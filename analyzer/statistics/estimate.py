"""Estimates with intervals."""

from __future__ import annotations

from enum import StrEnum
from math import inf, sqrt
from numbers import Real
from statistics import NormalDist
from typing import Any, NamedTuple, Self

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


LEAST_DIFFERING = 100
"""In fewer trials that differ no winner is named: the normal distribution does not hold for so few."""


Reach = tuple[float, float]
"""The least and the most that a value can be."""


def between(one: Reach, other: Reach) -> Reach:
    """The least and the most that a value of one can be above a value of the other.

    >>> between((0, 8), (-2, inf))
    (-inf, 10)
    """
    return one[0] - other[1], one[1] - other[0]


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


class Estimate(NamedTuple):
    """A mean, a chance or a difference, and the ends of its interval; `float(estimate)` is the mean.

    A comparison with a number compares the mean; whether it is clearly above one, `estimate.low > 10` says.

    >>> Estimate(12, 9, 15) > 10, Estimate(12, 9, 15).low > 10
    (True, False)
    """

    mean: float
    low: float
    high: float

    def __float__(self) -> float:
        return float(self.mean)

    def __lt__(self, other: Any) -> bool:
        return self.mean < float(other) if isinstance(other, Real) else tuple(self) < other

    def __le__(self, other: Any) -> bool:
        return self.mean <= float(other) if isinstance(other, Real) else tuple(self) <= other

    def __gt__(self, other: Any) -> bool:
        return self.mean > float(other) if isinstance(other, Real) else tuple(self) > other

    def __ge__(self, other: Any) -> bool:
        return self.mean >= float(other) if isinstance(other, Real) else tuple(self) >= other

    @classmethod
    def of_mean(
        cls, mean: float, variance: float, n: int, confidence: float = CONFIDENCE, *, coefficients: int = 0
    ) -> Self:
        """A mean of n values by the central limit theorem, with Student's t for few; endless for a single one.

        coefficients: how many were estimated beside the mean; each takes a degree of freedom.
        """
        upper_tail(confidence)
        left = n - coefficients
        return cls(mean, -inf, inf) if left < 2 else cls.of_error(mean, sqrt(variance / n), left, confidence)

    @classmethod
    def of_error(cls, mean: float, error: float, n: int, confidence: float = CONFIDENCE) -> Self:
        """A mean whose standard error is known, from n values."""
        half = critical(confidence, n) * error
        return cls(mean, mean - half, mean + half)

    @classmethod
    def of_share(cls, hits: float, n: int, confidence: float = CONFIDENCE) -> Self:
        """A share by Wilson's method, whose interval stays within 0 and 1 and holds for rare events.

        E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
        """
        z = NormalDist().inv_cdf(upper_tail(confidence))
        p, shrink = hits / n, 1 + z * z / n
        middle = (p + z * z / (2 * n)) / shrink
        half = z / shrink * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return cls(p, middle - half if hits else 0.0, middle + half if hits < n else 1.0)

    def says(self, above: str, below: str, unsure: str, than: float = 0.0) -> str:
        """What the interval allows to be said: that it is clearly above `than`, clearly below it, or neither.

        >>> Estimate(0.6, 0.4, 0.8).says("more", "less", "perhaps the same"), Estimate(0.6, -1, 2).says("+", "-", "?")
        ('more', '?')
        """
        return above if self.low > than else below if self.high < than else unsure

    def verdict(self, margin: float, differing: int) -> Verdict:
        """What a paired difference says of the first of two: better, worse, equal (within the margin) or open.

        `differing` counts the trials in which both differ at all.
        """
        if differing >= LEAST_DIFFERING and (self.low > 0 or self.high < 0):
            return Verdict.BETTER if self.low > 0 else Verdict.WORSE
        return Verdict.EQUAL if -margin <= self.low and self.high <= margin else Verdict.OPEN

    @property
    def negated(self) -> Self:
        """The estimate of the opposite, e.g. of what is lost where this is what is gained."""
        return self._replace(mean=-self.mean, low=-self.high, high=-self.low)

    def wider(self, other: Self) -> Self:
        """The same mean, with the interval that holds both intervals."""
        return self._replace(low=min(self.low, other.low), high=max(self.high, other.high))

    def within(self, least: float, most: float) -> Self:
        """The same, with no number beyond what there can be."""
        return type(self)(*(min(max(number, least), most) for number in self))

    def less(self, other: Estimate) -> Estimate:
        """This less another one, with an interval that holds whatever ties the two together; wider than needed.

        >>> Estimate(3, 2, 4).less(Estimate(1, 0.5, 1.5))
        Estimate(mean=2, low=0.5, high=3.5)
        """
        return Estimate(self.mean - other.mean, self.low - other.high, self.high - other.low)


class Known(Estimate):
    """A number that is known exactly: no sample stands behind it, so its interval has no width."""

    __slots__ = ()

    @classmethod
    def of(cls, value: float) -> Self:
        """Return a known value with both ends of its interval."""
        return cls(value, value, value)
