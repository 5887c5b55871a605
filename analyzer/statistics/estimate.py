"""Estimates with intervals."""

from __future__ import annotations

from enum import StrEnum
from math import atan, cos, inf, nan, pi, sin, sqrt, tan
from numbers import Real
from statistics import NormalDist
from typing import Any, NamedTuple, Self

from analyzer.errors import AnalyzerError, brief

CONFIDENCE = 0.95
"""Default confidence of intervals."""
SMALL = 100
"""Sample size below which Student's t replaces the normal distribution."""


def critical(confidence: float, n: int) -> float:
    """Return the half-width, in standard errors, of the interval of a mean of `n` values.

    Student's t is used below `SMALL` values.
    """
    tail = upper_tail(confidence)
    if n >= SMALL:
        return NormalDist().inv_cdf(tail)
    return student_quantile(n - 1, tail)


def student_quantile(freedom: int, level: float) -> float:
    """Return the quantile of Student's t at a level above 0.5; NaN without a degree of freedom.

    Scipy has it, too, but takes as long to load as a first answer may take.

    Args:
        freedom: degrees of freedom.
        level: chance of a smaller value.

    >>> round(student_quantile(12, 0.975), 4)
    2.1788
    """
    if freedom < 1:
        return nan
    odd, root, share = freedom % 2, sqrt(freedom), 2 * level - 1
    # The chance of an absolute value below t = root * tan(angle) is a finite sum (Abramowitz and Stegun, 26.7.3).
    angle = atan(NormalDist().inv_cdf(level) / root)
    while True:
        sine, cosine = sin(angle), cos(angle)
        chance, slope, term = (2 / pi * angle, 2 / pi, 2 / pi * cosine) if odd else (0.0, 0.0, 1.0)
        for number in range(1 + odd, freedom, 2):
            chance += term * sine
            slope = term * number * cosine
            term *= number / (number + 1) * cosine * cosine
        further = angle + (share - chance) / slope
        # The chance is concave in the angle, so Newton's steps lead from the normal quantile up to the solution.
        if further <= angle:
            return root * tan(angle)
        angle = further


def upper_tail(confidence: float) -> float:
    """Return the level of the quantile at the upper end of a central interval, e.g. 0.975 for a confidence of 0.95."""
    if not is_share(confidence) or confidence in (0, 1):
        raise AnalyzerError(f"confidence {brief(confidence)}: give a share between 0 and 1, e.g. 0.95")
    return (1 + confidence) / 2


def is_share(value: object) -> bool:
    """Return whether a value is a number from 0 to 1."""
    return isinstance(value, Real) and 0 <= float(value) <= 1


def each_of(many: int, confidence: float = CONFIDENCE) -> float:
    """Return the confidence that each of `many` intervals needs for all of them to hold at once (Bonferroni)."""
    upper_tail(confidence)
    return 1 - (1 - confidence) / max(1, many)


LEAST_DIFFERING = 100
"""Minimum number of differing trials for naming a winner; the normal distribution fails for fewer."""


ValueRange = tuple[float, float]
"""Least and largest value that is possible."""


def between(one: ValueRange, other: ValueRange) -> ValueRange:
    """Return the least and the largest possible value of `one` less `other`, given the range of each.

    >>> between((0, 8), (-2, inf))
    (-inf, 10)
    """
    return one[0] - other[1], one[1] - other[0]


class Verdict(StrEnum):
    """Verdict on the first of two subjects; tables and JSON show these words.

    EQUAL means that they differ by no more than the margin, OPEN that more trials are needed.
    """

    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"
    OPEN = "open"

    __repr__ = str.__repr__

    @property
    def tells_apart(self) -> bool:
        """Whether the verdict is that one of the two subjects is better."""
        return self in (Verdict.BETTER, Verdict.WORSE)


class Estimate(NamedTuple):
    """Mean, chance or difference with the ends of its interval.

    `float(estimate)` is the mean, and a comparison with a number compares the mean. Use `estimate.low > 10` to ask
    whether the estimate is clearly above 10.

    Args:
        mean: the estimate itself, in the unit of the metric.
        low: lower end of its interval.
        high: upper end of its interval.

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
    def from_mean(
        cls, mean: float, variance: float, n: int, confidence: float = CONFIDENCE, *, coefficients: int = 0
    ) -> Self:
        """Return a mean of `n` values with its interval by the central limit theorem.

        Student's t is used for few values. The interval is infinite for a single one.

        Args:
            mean: mean of the values.
            variance: sample variance of the values.
            n: number of values.
            confidence: between 0 and 1.
            coefficients: number of coefficients estimated beside the mean; each takes a degree of freedom.

        Raises:
            AnalyzerError: unless 0 < confidence < 1.
        """
        upper_tail(confidence)
        left = n - coefficients
        return cls(mean, -inf, inf) if left < 2 else cls.from_standard_error(mean, sqrt(variance / n), left, confidence)

    @classmethod
    def from_standard_error(cls, mean: float, error: float, n: int, confidence: float = CONFIDENCE) -> Self:
        """Return a mean with the interval that follows from its standard error.

        Args:
            mean: the mean.
            error: standard error of the mean.
            n: number of values; Student's t is used for few.
            confidence: between 0 and 1.

        Raises:
            AnalyzerError: unless 0 < confidence < 1.
        """
        half = critical(confidence, n) * error
        return cls(mean, mean - half, mean + half)

    @classmethod
    def from_share(cls, hits: float, n: int, confidence: float = CONFIDENCE) -> Self:
        """Return a share with Wilson's interval, which stays within 0 and 1 and holds for rare events.

        E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.

        Args:
            hits: number of trials with the event.
            n: number of trials.
            confidence: between 0 and 1.

        Raises:
            AnalyzerError: unless 0 < confidence < 1.
        """
        z = NormalDist().inv_cdf(upper_tail(confidence))
        p, shrink = hits / n, 1 + z * z / n
        middle = (p + z * z / (2 * n)) / shrink
        half = z / shrink * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        # Float error must not keep the interval from reaching 0 or 1.
        return cls(p, middle - half if hits else 0.0, middle + half if hits < n else 1.0)

    def in_words(self, above: str, below: str, unsure: str, than: float = 0.0) -> str:
        """Return one of three given words, by whether the interval lies above a number, below it, or contains it.

        Args:
            above: word for an interval wholly above `than`.
            below: word for an interval wholly below `than`.
            unsure: word for any other interval.
            than: the number.

        >>> Estimate(0.6, 0.4, 0.8).in_words("more", "less", "perhaps the same")
        'more'
        >>> Estimate(0.6, -1, 2).in_words("+", "-", "?")
        '?'
        """
        return above if self.low > than else below if self.high < than else unsure

    def verdict(self, margin: float, differing: int) -> Verdict:
        """Return the verdict that a paired difference allows on the first of two subjects.

        Args:
            margin: a difference that lies within it counts as equal.
            differing: number of trials in which the two differ; below `LEAST_DIFFERING` neither is better.

        >>> Estimate(0.6, 0.4, 0.8).verdict(margin=0.1, differing=500)
        'better'
        """
        if differing >= LEAST_DIFFERING and (self.low > 0 or self.high < 0):
            return Verdict.BETTER if self.low > 0 else Verdict.WORSE
        return Verdict.EQUAL if -margin <= self.low and self.high <= margin else Verdict.OPEN

    @property
    def negated(self) -> Self:
        """Estimate with the opposite sign, e.g. a gain from a loss."""
        return self._replace(mean=-self.mean, low=-self.high, high=-self.low)

    def covering(self, other: Self) -> Self:
        """Return the estimate with an interval that covers the intervals of both estimates."""
        return self._replace(low=min(self.low, other.low), high=max(self.high, other.high))

    def clipped(self, least: float, most: float) -> Self:
        """Return the estimate with its mean and both ends clipped to the range from `least` to `most`."""
        return type(self)(*(min(max(number, least), most) for number in self))

    def minus(self, other: Estimate) -> Estimate:
        """Return the difference to another estimate, with an interval that holds however the two depend on each other.

        The interval is wider than it would have to be for independent estimates.

        >>> Estimate(3, 2, 4).minus(Estimate(1, 0.5, 1.5))
        Estimate(mean=2, low=0.5, high=3.5)
        """
        return Estimate(self.mean - other.mean, self.low - other.high, self.high - other.low)


class ExactEstimate(Estimate):
    """Number that is known exactly, with an interval of no width because it rests on no sample."""

    __slots__ = ()

    @classmethod
    def of(cls, value: float) -> Self:
        """Return a known value with both ends of its interval."""
        return cls(value, value, value)
