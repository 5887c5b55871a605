"""Moments of samples, and estimates made from them.

Intervals of lopsided samples split values at the most frequent one. The mean distance on either side is a sum of
counted events, with the interval of M. P. Fay and E. J. Feuer ("Confidence intervals for directly standardized
rates", 1997), which holds for single events, too. Quantiles of the gamma distribution follow E. B. Wilson and M. M.
Hilferty ("The distribution of chi-square", 1931). Both sides are combined by G. Y. Zou and A. Donner ("Construction
of confidence limits about effect measures", 2008).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite, isinf, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from analyzer.statistics.controls import CorrectedMean
from analyzer.statistics.estimate import CONFIDENCE, Estimate, upper_tail


@dataclass(frozen=True)
class Moments:
    """Exact sums of whole numbers, one number a trial.

    Args:
        trials: number of trials.
        total: sum of the numbers.
        squares: sum of their squares.
        sharper: the mean corrected by known chances of the draws, if there is a correction.
    """

    trials: int
    total: int
    squares: int
    sharper: CorrectedMean | None = None

    @classmethod
    def of(cls, values: npt.NDArray[np.integer[Any]]) -> Self:
        """Return the moments of an array that holds one value a trial."""
        values = values.astype(np.int64, copy=False)
        return cls(values.size, int(values.sum()), int((values**2).sum()))

    @cached_property
    def mean(self) -> float:
        """Mean from exact sums, corrected by known chances of the draws if there is a correction."""
        return self.total / self.trials if self.sharper is None else self.sharper.mean

    @cached_property
    def variance(self) -> float:
        """Sample variance (divided by trials - 1) from exact sums; 0 for a single trial."""
        n = self.trials
        return float(Fraction(n * self.squares - self.total**2, n * (n - 1))) if n > 1 else 0.0

    @property
    def plain(self) -> Self:
        """Moments without a correction of their mean."""
        return replace(self, sharper=None)

    @property
    def sums(self) -> tuple[Fraction, Fraction]:
        """Sum of the values and sum of their squares.

        After a correction they are the sums that give the corrected mean and variance.
        """
        if self.sharper is None:
            return Fraction(self.total), Fraction(self.squares)
        mean = Fraction(self.mean)
        return self.trials * mean, (self.trials - 1) * Fraction(self.uncertain) + self.trials * mean**2

    @property
    def uncertain(self) -> float:
        """Variance of one trial without the part that the draws explain; intervals follow from it."""
        return self.variance if self.sharper is None else self.sharper.variance

    @property
    def coefficients(self) -> int:
        """Number of coefficients estimated to correct the mean; each takes a degree of freedom from the interval."""
        return 0 if self.sharper is None else self.sharper.coefficients

    def estimate(self, confidence: float = CONFIDENCE, *, is_chance: bool = False) -> Estimate:
        """Return the mean with its interval.

        Args:
            confidence: between 0 and 1.
            is_chance: whether the values are paired differences of chances: -1, 0 or 1 a trial.
        """
        if is_chance:
            return self._of_chances(confidence)
        return Estimate.from_mean(self.mean, self.uncertain, self.trials, confidence, coefficients=self.coefficients)

    def around(self, standard_errors: float) -> Estimate:
        """Return the mean with an interval of a number of standard errors to each side, infinite for a single trial."""
        if self.trials < 2:
            return Estimate(self.mean, -inf, inf)
        half = standard_errors * sqrt(self.uncertain / self.trials)
        return Estimate(self.mean, self.mean - half, self.mean + half)

    def _of_chances(self, confidence: float) -> Estimate:
        """Return the adjusted Wald interval of a paired difference of chances.

        It has a width even if no trial differs, because one trial is added to either side. D. G. Bonett and R. M.
        Price, "Adjusted Wald confidence interval for a difference of binomial proportions based on paired data",
        2012.
        """
        n = self.trials + 2
        # Values are -1, 0 and 1: `squares` counts both signs, and `total` is their difference.
        only_one, only_other = ((self.squares + sign * self.total) // 2 + 1 for sign in (1, -1))
        middle = (only_one - only_other) / n
        half = NormalDist().inv_cdf(upper_tail(confidence)) * sqrt(((only_one + only_other) / n - middle**2) / n)
        low, high = max(-1.0, middle - half), min(1.0, middle + half)
        return Estimate(self.mean, min(low, self.mean), max(high, self.mean))


ENOUGH = 100
"""Number of events of equal size on each side from which the normal distribution holds."""
MOSTLY = 4
"""Divisor: a value that makes up at least 1 / MOSTLY of a sample may make it lopsided."""
FEW = 5
"""Number of events below which the largest possible event stands in for the largest one seen."""
Numbers = npt.NDArray[np.int64]


class Side(NamedTuple):
    """Mean distance of values on one side of the sample's most frequent value, with its interval.

    Values on the other side count with distance 0, so that the mean is taken over all trials.
    """

    mean: float
    low: float
    high: float


def is_lopsided(values: Numbers, times: Numbers) -> bool:
    """Return whether the mean of a sample needs the interval of `mean_of_lopsided`.

    A lopsided sample has a value that makes up at least a quarter of it, and few other values on one side of that
    value. A sample of equal values is lopsided, too. A sample in which every value came up once is not.

    Args:
        values: different values.
        times: number of times that each value came up.
    """
    if times.max() * MOSTLY < times.sum() or times.max() == 1:
        return False
    from_mode = values - values[times.argmax()]
    events = [_events(np.maximum(sign * from_mode, 0), times) for sign in (1, -1)]
    return max(events) == 0 or any(0 < many < ENOUGH for many in events)


def mean_of_lopsided(
    values: Numbers, times: Numbers, reach: tuple[float, float], confidence: float = CONFIDENCE
) -> Estimate:
    """Return the mean of a lopsided sample with its interval.

    If all values are equal, one further, unseen value is assumed at either end of `reach`. Each end of the interval is
    as far from the mean as such a value can move it; it is infinite where `reach` is. A side with fewer than FEW other
    values is treated alike if `reach` is finite there.

    Args:
        values: different values.
        times: number of times that each value came up.
        reach: least and largest possible value.
        confidence: between 0 and 1.
    """
    n, mode = int(times.sum()), float(values[times.argmax()])
    z = NormalDist().inv_cdf(upper_tail(confidence))
    is_constant = np.count_nonzero(times) == 1

    def on(sign: int, farthest: float) -> Side:
        """Return the mean distance of values on one side of the mode; the sign is 1 above it and -1 below it."""
        distances = np.maximum(sign * (values - int(mode)), 0)
        seen, known = int(times[distances > 0].sum()), abs(farthest - mode)
        is_known = is_constant or (0 < seen < FEW and isfinite(known))
        return side(distances, times, z, known if is_known else 0.0)

    below, above = map(on, (-1, 1), reach)
    mean = mode + above.mean - below.mean
    # A value lies on one side only, so the two means have the covariance -above * below / n.
    both = 2 * above.mean * below.mean * z**2 / n
    low = sqrt((above.mean - above.low) ** 2 + (below.high - below.mean) ** 2 + both)
    high = sqrt((above.high - above.mean) ** 2 + (below.mean - below.low) ** 2 + both)
    return Estimate(mean, mean - low, mean + high)


UNKNOWN = (-inf, inf)
"""Range of values of which no bounds are known."""


@dataclass(frozen=True)
class Differences(Moments):
    """Moments of paired differences, with wider intervals if few trials differ, or none.

    An event is a trial whose difference is not 0. All events are treated as equally large, above and below 0; the sum
    of their squares is kept. With fewer than FEW events, an unseen one may be as large as any possible difference. From
    FEW to ENOUGH events the interval does not allow for a rare difference far larger than those seen: intervals would
    be up to 25 times as wide. Verdicts say so in words.

    Attributes:
        reach: least and largest possible difference; infinite if unknown.
        differing: number of trials that differ. If None, every difference is -1, 0 or 1, and the sum of squares is that
            number.
    """

    reach: tuple[float, float] = UNKNOWN
    differing: int | None = None

    @classmethod
    def between(cls, one: npt.NDArray[np.integer[Any]], other: npt.NDArray[np.integer[Any]]) -> Self:
        """Return the moments of the paired differences `one` less `other`, one a trial.

        The range of possible differences is taken from the least and the largest value seen in each array.
        """
        values = one.astype(np.int64) - other.astype(np.int64)
        if not values.size:
            return cls(0, 0, 0)
        reach = float(one.min()) - float(other.max()), float(one.max()) - float(other.min())
        plain = Moments.of(values)
        return cls(plain.trials, plain.total, plain.squares, reach=reach, differing=int(np.count_nonzero(values)))

    def reaching(self, reach: tuple[float, float]) -> Self:
        """Return the same moments with a known range of possible differences.

        Args:
            reach: least and largest possible difference.
        """
        return replace(self, reach=reach)

    def estimate(self, confidence: float = CONFIDENCE, *, is_chance: bool = False) -> Estimate:
        """Return the mean with its interval.

        Args:
            confidence: between 0 and 1.
            is_chance: whether each difference is -1, 0 or 1, a difference of two chances.
        """
        plain = super().estimate(confidence, is_chance=is_chance)
        return plain if is_chance else self._widened(plain, NormalDist().inv_cdf(upper_tail(confidence)))

    def around(self, standard_errors: float) -> Estimate:
        """Return the mean with an interval of a number of standard errors to each side, wider if few trials differ."""
        return self._widened(super().around(standard_errors), standard_errors)

    @property
    def are_few(self) -> bool:
        """Whether so few trials differ that the normal distribution does not hold for the mean."""
        if self.trials < 2 or not self.variance:
            return self.trials > 1
        if self.differing is None and self.squares >= ENOUGH:
            return False
        return self._events < ENOUGH and (self.trials - self._events) * MOSTLY >= self.trials

    @property
    def _events(self) -> int:
        """Number of trials whose difference is not 0."""
        return self.squares if self.differing is None else self.differing

    def _widened(self, plain: Estimate, z: float) -> Estimate:
        """Return an estimate whose interval, z standard errors to each side, is made wider if few trials differ."""
        if not self.are_few:
            return plain
        n = self.trials
        if self.variance:
            events, size = self._events, sqrt(self.squares / self._events)
            # If all events have that size: above + below = events, and above - below = total / size.
            above = min(max(0.0, (events + self.total / size) / 2), events)
            least, most = self.reach if events < FEW else (0.0, 0.0)
        else:
            # All differences are equal: an unseen event lies between their value and an end of the reach.
            always = self.total // n
            events, size, above, (least, most) = 0, 0.0, 0.0, (end - always for end in self.reach)
        up, down = _events_of(above, size, most, n, z), _events_of(events - above, size, -least, n, z)
        low = sqrt((up.mean - up.low) ** 2 + (down.high - down.mean) ** 2)
        high = sqrt((up.high - up.mean) ** 2 + (down.mean - down.low) ** 2)
        return plain.covering(Estimate(plain.mean, plain.mean - low, plain.mean + high))


def _events_of(events: float, size: float, farthest: float, n: int, z: float) -> Side:
    """Return the part of a mean over `n` trials that a number of equally large events makes up, with its interval.

    Args:
        events: number of events.
        size: size of each event.
        farthest: largest possible size of an unseen event.
        n: number of trials.
        z: half-width of the interval in standard errors.
    """
    # Events are Poisson, so the variance of their sum is their number times the squared size. The upper end adds one
    # more event of the largest size, as in the exact interval of a Poisson number.
    mean, variance, largest = events * size / n, events * (size / n) ** 2, max(size, farthest)
    if isinf(largest) or isinf(z):
        return Side(mean, 0.0, inf)
    high = gamma_quantile(mean + largest / n, variance + (largest / n) ** 2, z) if largest else mean
    return Side(mean, gamma_quantile(mean, variance, -z), high)


def side(distances: Numbers, times: Numbers, z: float, farthest: float = 0.0) -> Side:
    """Return the mean of distances over all trials, with its interval.

    Args:
        distances: different distances, 0 or more.
        times: number of times that each distance came up.
        z: half-width of the interval in standard errors.
        farthest: largest possible distance, if larger than any that was seen.
    """
    n = int(times.sum())
    mean, square = (float(distances**power @ times) / n for power in (1, 2))
    largest = max(float(distances[times > 0].max()), farthest)
    if isinf(largest):
        return Side(mean, mean, inf)
    # The gamma interval holds for a Poisson number of events; with n fixed the variance is smaller by this factor.
    spread = sqrt(1 - mean**2 / square) if square else 1.0
    low = gamma_quantile(mean, square / n, -z)
    high = gamma_quantile(mean + largest / n, square / n + (largest / n) ** 2, z)
    return Side(mean, mean - (mean - low) * spread, mean + (high - mean) * spread)


def gamma_quantile(mean: float, variance: float, z: float) -> float:
    """Return a quantile of the gamma distribution with a given mean and variance.

    Args:
        mean: mean of the distribution.
        variance: variance of the distribution.
        z: level of the quantile, given as the quantile of a standard normal distribution at the same level.
    """
    if not variance:
        return mean
    # Wilson and Hilferty: the cube root of a gamma variable is nearly normal.
    off = variance / mean**2 / 9
    return mean * max(0.0, 1 - off + z * sqrt(off)) ** 3


def _events(distances: Numbers, times: Numbers) -> float:
    """Return the effective number of events: the squared sum of their distances, divided by the sum of squares.

    So many equally large events would have the same sum of distances and the same sum of squares. It is 0 if all
    distances are 0.

    Args:
        distances: different distances, 0 or more.
        times: number of times that each distance came up.
    """
    total, squares = (float(distances**power @ times) for power in (1, 2))
    return total**2 / squares if squares else 0.0


class SignedTerm(NamedTuple):
    """Term of a sum, with trials of its own: a share, or a mean of paired differences.

    Its interval is not a multiple of a standard error.

    Attributes:
        values: moments of its trials.
        is_chance: whether each difference is -1, 0 or 1, a difference of two chances.
        sign: 1 if it is added, -1 if it is subtracted.
    """

    values: Moments
    is_chance: bool = True
    sign: int = 1

    def estimate(self, confidence: float) -> Estimate:
        """Return the term with the interval that this module uses for shares, or for differences of shares."""
        if isinstance(self.values, Differences):
            mean, low, high = self.values.estimate(confidence, is_chance=self.is_chance)
        else:
            mean, low, high = Estimate.from_share(self.values.total, self.values.trials, confidence)
        return Estimate(mean, low, high) if self.sign > 0 else Estimate(-mean, -high, -low)


class MeanWithError(NamedTuple):
    """Mean with its standard error.

    Args:
        mean: the mean, all terms included.
        error: standard error of the mean without the terms in `parts`: 0 if known exactly, infinite for a single trial.
        parts: terms of the sum whose intervals are not multiples of a standard error.
    """

    mean: float
    error: float = 0.0
    parts: tuple[SignedTerm, ...] = ()

    @classmethod
    def of(cls, values: npt.NDArray[np.integer[Any]], *, is_chance: bool = False) -> Self:
        """Return the mean of values, one a trial.

        Args:
            values: whole numbers. Shape (trials,).
            is_chance: whether each value is 0 or 1.
        """
        if is_chance:
            return cls._of_term(SignedTerm(Moments.of(values)))
        if values.size < 2:
            return cls(float(values.mean()), inf)
        return cls(float(values.mean()), float(values.std(ddof=1)) / sqrt(values.size))

    @classmethod
    def of_differences(
        cls, one: npt.NDArray[np.integer[Any]], other: npt.NDArray[np.integer[Any]], *, is_chance: bool
    ) -> Self:
        """Return the mean of `one` less `other`, trial by trial.

        Args:
            one: whole numbers. Shape (trials,).
            other: whole numbers of the same trials. Shape (trials,).
            is_chance: whether each value is 0 or 1.
        """
        differences = Differences.between(one, other)
        if is_chance or differences.are_few:
            return cls._of_term(SignedTerm(differences, is_chance))
        return cls.of(one - other)

    @classmethod
    def _of_term(cls, part: SignedTerm) -> Self:
        """Return the mean of one term of a sum, signed, whose interval is not a multiple of a standard error."""
        return cls(part.values.mean, 0.0, (part,))

    @classmethod
    def total(cls, parts: Iterable[MeanWithError]) -> Self:
        """Return the sum of values measured in different trials."""
        each = [*parts]
        error = sqrt(sum(part.error**2 for part in each))
        return cls(sum(part.mean for part in each), error, tuple(one for part in each for one in part.parts))

    def minus(self, other: MeanWithError) -> MeanWithError:
        """Return this value less another one that was measured in other trials."""
        taken = tuple(one._replace(sign=-one.sign) for one in other.parts)
        return MeanWithError.total([self, MeanWithError(-other.mean, other.error, taken)])

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean with its interval.

        The distance of each end of a sum from its mean is the root of the sum of its parts' squared distances. For
        two shares that is Newcombe's method 10. G. Y. Zou and A. Donner, "Construction of confidence limits about
        effect measures: a general approach", 2008.
        """
        each = [one.estimate(confidence) for one in self.parts]
        if len(each) == 1 and not self.error and each[0].mean == self.mean:
            return each[0]
        half = NormalDist().inv_cdf(upper_tail(confidence)) * self.error
        below = sqrt(half**2 + sum((one.mean - one.low) ** 2 for one in each))
        above = sqrt(half**2 + sum((one.high - one.mean) ** 2 for one in each))
        return Estimate(self.mean, self.mean - below, self.mean + above)


def slope(groups: Mapping[int, Moments], confidence: float = CONFIDENCE, *, is_chance: bool = False) -> Estimate | None:
    """Return the slope of the least-squares line through values over group numbers: the change from group to group.

    With a single group the result is None. For groups 0 and 1 alone it is the difference of two means. The interval
    allows for groups whose variances differ
    (H. White, "A heteroskedasticity-consistent covariance matrix estimator", 1980).

    Args:
        groups: moments of the values in each group, by the group's number.
        confidence: between 0 and 1.
        is_chance: whether each value is 0 or 1. If all values are equal, the smallest group decides the interval's
            width.

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
    # White's variance: each squared residual counts by its own squared distance from the middle.
    squared = sum(
        (
            (number - middle) ** 2 * _around(values, mean + rise * (number - middle))
            for number, values in groups.items()
        ),
        Fraction(0),
    )
    if is_chance and not squared and not rise:
        fewest = min(values.trials for values in groups.values())
        return Differences(fewest, 0, 0).estimate(confidence, is_chance=True)
    error = sqrt(squared * Fraction(trials, trials - 2)) / float(spread)
    # One less for the slope; `from_standard_error` takes off another one, for the mean.
    left = trials - 1 - sum(values.coefficients for values in groups.values())
    return Estimate.from_standard_error(float(rise), error, max(2, left), confidence)


def _around(values: Moments, centre: Fraction) -> Fraction:
    """Return the sum over trials of the squared distance of a trial's value from a centre."""
    total, squares = values.sums
    return squares - 2 * centre * total + values.trials * centre**2


def difference_of_means(one: Moments, other: Moments, confidence: float = CONFIDENCE) -> Estimate:
    """Return the difference of two means with Welch's interval ("The generalization of Student's problem", 1947)."""
    groups = one, other
    difference = float(one.sums[0] / one.trials - other.sums[0] / other.trials)
    if min(group.trials for group in groups) < 2:
        return Estimate(difference, -inf, inf)
    errors = [_squared_error(group) for group in groups]
    if not sum(errors):
        return Estimate(difference, difference, difference)
    # Degrees of freedom by Welch and Satterthwaite.
    freedom = sum(errors) ** 2 / sum(
        error**2 / (group.trials - 1 - group.coefficients) for error, group in zip(errors, groups, strict=True)
    )
    return Estimate.from_standard_error(difference, sqrt(sum(errors)), int(freedom) + 1, confidence)


def difference_of_shares(hits: int, n: int, other_hits: int, other_n: int, confidence: float = CONFIDENCE) -> Estimate:
    """Return the difference of two shares with the interval of Newcombe, method 10 (1998); it holds for rare events."""
    p, low, high = Estimate.from_share(hits, n, confidence)
    q, other_low, other_high = Estimate.from_share(other_hits, other_n, confidence)
    below = sqrt((p - low) ** 2 + (other_high - q) ** 2)
    return Estimate(p - q, p - q - below, p - q + sqrt((high - p) ** 2 + (q - other_low) ** 2))


def _squared_error(group: Moments) -> float:
    """Return the squared standard error of the mean of a group."""
    n, (total, squares) = group.trials, group.sums
    return float((n * squares - total**2) / (n * n * (n - 1)))
