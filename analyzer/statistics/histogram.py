"""Histograms of whole numbers that merge exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, inf, sqrt
from numbers import Real
from operator import eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING, Any, Self, overload

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.statistics.controls import CorrectedMean
from analyzer.statistics.estimate import CONFIDENCE, SMALL, Estimate, critical, is_share
from analyzer.statistics.moments import UNKNOWN, Differences, Numbers, is_lopsided, mean_of_lopsided, side

if TYPE_CHECKING:
    import pandas as pd


FEW = 20
"""Number of values in the tail below which the uncertainty of the tail's upper end matters."""


def mean_of_lowest(values: Numbers, times: Numbers, share: float, confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean of the lowest values that together make up a share of all values, with its interval.

    If the share ends among equal values, only the needed number of them counts. The interval is that of the mean gap
    max(0, end - value) (R. T. Rockafellar and S. Uryasev, "Optimization of conditional value-at-risk", 2000; O.
    Scaillet, "Nonparametric estimation and sensitivity analysis of expected shortfall", 2004). Student's t uses the
    number of values in the tail. If no value lies below the end of the tail, one unseen value is assumed below it. Its
    distance from the end is the distance between the lowest and the highest value. If the tail is a single value, the
    interval has no lower end, because one value does not tell how low others may lie.

    Args:
        values: different values in ascending order.
        times: number of times that each value came up.
        share: size of the tail, above 0 and up to 1.
        confidence: between 0 and 1.

    Raises:
        AnalyzerError: unless 0 < share <= 1 and 0 < confidence < 1.
    """
    if not is_share(share) or not share:
        raise AnalyzerError(f"share {share}: give a share above 0, up to 1")
    values, times = values[times > 0], times[times > 0]
    n, up_to = int(times.sum()), times.cumsum()
    in_tail = _number_in_share(share, n)
    last = int(np.searchsorted(up_to, in_tail))
    end = float(values[last])
    # The tail's mean lies below its end by the mean gap, divided by the share.
    gaps = np.maximum(0, values[last] - values)
    farthest = 0.0 if last else float(values[-1] - values[0])
    gap = side(gaps, times, critical(confidence, max(2, in_tail)), farthest)
    mean = end - gap.mean / share
    if n < 2:
        return Estimate(mean, -inf, inf)
    high = end - gap.low / share
    if in_tail < FEW or not gap.mean:
        # The true end may be the next value, if fewer values lie up to `end` than the sample shows.
        above = float(values[min(last + 1, values.size - 1)]) - end
        least = Estimate.from_share(int(up_to[last]), n, confidence).low
        high = max(high, end + above * max(0.0, 1 - least / share))
    tells_how_low = in_tail > 1 or share == 1 or not gap.high
    return Estimate(mean, end - gap.high / share if tells_how_low else -inf, high)


def _number_in_share(share: float, n: int) -> int:
    """Return the smallest whole number of values, at least 1, that makes up a share of `n` values."""
    # Float error may put share * n just above a whole number, which must not be rounded up.
    return max(1, ceil(share * n - 1e-9))


OfEach = npt.NDArray[np.bool_]
"""Elementwise results of comparing the n values, in ascending order, with a number. Shape (n,)."""


@dataclass(frozen=True, eq=False, repr=False)
class Histogram:
    """Counts of whole numbers: the value `lowest + i` came up `tally[i]` times; the first and last count are not 0.

    NumPy, SciPy and pandas take a histogram as its sample: all n values, in ascending order. The order of the trials is
    not kept, so values of two histograms cannot be paired (`analyzer.compare` pairs trials). `np.mean(histogram)` is
    the mean of the sample, like `histogram.plain.mean`; `float(histogram)` is `histogram.mean`. A comparison with a
    number gives True or False for each value of the sample, as in pandas: `(histogram > 10).mean()` is a share, and
    `histogram.chance(11, 99)` a share with its interval. Two histograms are equal if they have the same counts; `+`
    merges two.

    Args:
        lowest: value of the first entry of `tally`.
        tally: number of times that each value came up.
        reach: least and largest possible value. If given, the interval of the mean holds for rare and lopsided
            values too, and neither mean nor interval goes beyond it.
        sharper: the mean corrected by known chances of the draws. Counts, quantiles and `std` are not corrected,
            and `plain` is the histogram without the correction.

    >>> three = Histogram.from_values(np.array([4, 1, 4]))
    >>> float(three), np.median(three), (three > 3).sum(), list(three)
    (3.0, np.float64(4.0), np.int64(2), [1, 4, 4])
    """

    lowest: int
    tally: npt.NDArray[np.int64]
    reach: tuple[float, float] | None = None
    sharper: CorrectedMean | None = None

    @classmethod
    def from_values(cls, values: npt.NDArray[np.integer]) -> Histogram:
        """Return the histogram of an array.

        Args:
            values: whole numbers. Any shape.
        """
        if values.size == 0:
            return cls(0, np.zeros(0, np.int64))
        lowest = int(values.min())
        return cls(lowest, np.bincount(values.ravel().astype(np.int64, copy=False) - lowest))

    def __add__(self, other: Histogram) -> Histogram:
        if not isinstance(other, Histogram):
            return NotImplemented
        if not self.n or not other.n:
            return self if self.n else other
        lowest = min(self.lowest, other.lowest)
        tally = np.zeros(max(h.lowest + h.tally.size for h in (self, other)) - lowest, np.int64)
        for part in (self, other):
            tally[part.lowest - lowest :][: part.tally.size] += part.tally
        return type(self)(lowest, tally, self.reach)

    def __repr__(self) -> str:
        if not self.n:
            return f"{type(self).__name__} of nothing"
        low, high = self.interval()
        spread = f"std {self.std:.4g}, {self.quantile(0.05)} to {self.quantile(0.95)} in the middle 90%"
        return f"{type(self).__name__} of {self.n:,}: mean {self.mean:.4g} ({low:.4g} to {high:.4g}), {spread}"

    def __eq__(self, other: object) -> Any:
        return self.counts == other.counts if isinstance(other, Histogram) else self._of_each(eq, other)

    def __ne__(self, other: object) -> Any:
        return self.counts != other.counts if isinstance(other, Histogram) else self._of_each(ne, other)

    def __lt__(self, other: float) -> OfEach:
        return self._of_each(lt, other)

    def __le__(self, other: float) -> OfEach:
        return self._of_each(le, other)

    def __gt__(self, other: float) -> OfEach:
        return self._of_each(gt, other)

    def __ge__(self, other: float) -> OfEach:
        return self._of_each(ge, other)

    def _of_each(self, compare: Callable[[Any, Any], Any], other: object) -> OfEach:
        """Compare each value of the sample with a number.

        The different values are compared once each, and the results repeated.
        """
        if not isinstance(other, Real):
            return NotImplemented  # type: ignore[no-any-return]  # so that Python asks the other one
        held: OfEach = np.repeat(compare(self.values, other), self.tally)
        return held

    __hash__ = None  # type: ignore[assignment]

    def __float__(self) -> float:
        return self.mean

    def __len__(self) -> int:
        return self.n

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[int]:
        return (value for value, times in self.counts.items() for _ in range(times))

    def to_numpy(self) -> npt.NDArray[np.int64]:
        """Return the sample: all n values in ascending order. Shape (n,)."""
        return np.repeat(self.values, self.tally)

    def to_series(self) -> pd.Series[int]:
        """Return the counts as a pandas Series: the index holds the values, the entries how often each came up.

        Values that never came up are left out, as in `counts`.

        >>> Histogram.from_values(np.array([4, 1, 4])).to_series().to_dict()
        {1: 1, 4: 2}
        """
        import pandas as pd

        counts = self.counts
        return pd.Series(list(counts.values()), pd.Index(list(counts), name="value", dtype=np.int64), np.int64, "count")

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("a histogram builds its sample on request, so copy=False is impossible: leave it out")
        return self.to_numpy().astype(dtype or np.int64, copy=False)

    def __array_function__(
        self, function: Callable[..., Any], types: object, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Any:
        """Apply a NumPy function to the sample; otherwise np.mean would look for a method `mean`."""
        return function(*map(_with_samples, args), **{name: _with_samples(one) for name, one in kwargs.items()})

    @cached_property
    def n(self) -> int:
        """Number of values counted."""
        return int(self.tally.sum())

    @property
    def counts(self) -> dict[int, int]:
        """Number of times that each value came up, without values that never did."""
        return {self.lowest + i: int(times) for i, times in enumerate(self.tally) if times}

    @property
    def values(self) -> npt.NDArray[np.int64]:
        """Value of each entry of `tally`."""
        return self.lowest + np.arange(self.tally.size)

    @property
    def largest_absolute(self) -> int:
        """Largest absolute value."""
        return max(abs(self.lowest), abs(self.lowest + self.tally.size - 1))

    @cached_property
    def mean(self) -> float:
        """Mean from exact integer sums, corrected by known chances of the draws if there is a correction.

        A corrected mean stays within `reach`.
        """
        if self.sharper is None:
            return float(Fraction(self.total, self._counted))
        least, most = self.reach or (-inf, inf)
        return min(max(self.sharper.mean, least), most)

    @cached_property
    def variance(self) -> float:
        """Sample variance (divided by n - 1) from exact integer sums; 0 for a single value."""
        n = self._counted
        # n sum(x^2) - (sum x)^2 in whole numbers loses no digits, however large the mean.
        squares = sum(value * value * times for value, times in self.counts.items())
        return float(Fraction(n * squares - self.total**2, n * (n - 1))) if n > 1 else 0.0

    @property
    def std(self) -> float:
        """Standard deviation of the values: how much single trials differ."""
        return sqrt(self.variance)

    def reaching(self, reach: tuple[float, float]) -> Self:
        """Return the histogram with a known range of possible values.

        Args:
            reach: least and largest possible value.
        """
        return replace(self, reach=reach)

    def as_differences(self, reach: tuple[float, float]) -> DifferenceHistogram:
        """Return the counts as a histogram of paired differences between two subjects.

        Args:
            reach: least and largest possible difference.
        """
        return DifferenceHistogram(self.lowest, self.tally, reach, sharper=self.sharper)

    def sharpened(self, sharper: CorrectedMean) -> Self:
        """Return the histogram with a corrected mean.

        The mean is corrected for every sample, because a correction that depended on the sample would bias it. If
        values are too lopsided for the normal distribution, the interval stays at least as wide as without the
        correction.
        """
        if is_lopsided(self.values, self.tally):
            sharper = sharper._replace(variance=max(sharper.variance, sharper.plain))
        return replace(self, sharper=sharper)

    @property
    def plain(self) -> Self:
        """Histogram without a correction of its mean."""
        return replace(self, sharper=None)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return the ends of the interval of the mean.

        Args:
            confidence: between 0 and 1.

        Raises:
            AnalyzerError: if `confidence` is out of range, or the histogram is empty.

        >>> low, high = Histogram.from_values(np.array([4, 1, 4])).interval(0.95)
        >>> low < 3 < high
        True
        """
        _, low, high = self.estimate(confidence)
        return low, high

    @overload
    def quantile(self, q: float) -> int: ...
    @overload
    def quantile(self, q: Sequence[float] | npt.NDArray[Any]) -> npt.NDArray[np.int64]: ...
    def quantile(self, q: float | Sequence[float] | npt.NDArray[Any]) -> int | npt.NDArray[np.int64]:
        """Return the smallest value that at least the share `q` of all values does not exceed.

        This is `np.quantile` with `method="inverted_cdf"`.

        Args:
            q: a share from 0 to 1, or several.

        Returns:
            A whole number, or an array of them for several shares.

        Raises:
            AnalyzerError: if `q` is no share, or the histogram is empty.

        >>> Histogram.from_values(np.array([4, 1, 4])).quantile([0.1, 0.5])
        array([1, 4])
        """
        if isinstance(q, Sequence | np.ndarray) and not isinstance(q, str) and np.ndim(q):
            return np.array([self.quantile(one) for one in q], np.int64)
        if not is_share(q):
            raise AnalyzerError(f"quantile {q}: give a share from 0 to 1")
        needed = _number_in_share(float(q), self._counted)  # type: ignore[arg-type]  # a share is a number
        return int(self.values[np.searchsorted(np.cumsum(self.tally), needed)])

    def worst(self, share: float = 0.05, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean of the lowest values that make up a share of all, with its interval.

        Args:
            share: size of the tail, above 0 and up to 1.
            confidence: between 0 and 1.

        Raises:
            AnalyzerError: if `share` or `confidence` is out of range, or the histogram is empty.

        >>> Histogram.from_values(np.arange(100)).worst(0.05).mean
        2.0
        """
        self._counted  # noqa: B018  (raises where there is none)
        worst = mean_of_lowest(self.values, self.tally, share, confidence)
        return worst if self.reach is None else worst.clipped(*self.reach)

    def lowest_share(self, share: float) -> Tail:
        """Return the histogram of the lowest values that make up a share of all.

        Args:
            share: size of the tail, up to 1; it is rounded up to a whole number of values.
        """
        in_tail = _number_in_share(share, self._counted)
        lower = np.cumsum(self.tally) - self.tally  # for each value the number of values below it
        taken = np.minimum(self.tally, np.maximum(0, in_tail - lower))
        return Tail(self.lowest, taken, whole=self, of_whole=share)

    def share(self, low: int, high: int) -> float:
        """Return the share of values within a range.

        Args:
            low: least value of the range, included.
            high: largest value of the range, included.

        Raises:
            AnalyzerError: if the histogram is empty.

        >>> Histogram.from_values(np.array([4, 1, 4, 9])).share(1, 4)
        0.75
        """
        return self._hits(low, high) / self._counted

    def share_interval(self, low: int, high: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return the ends of the interval of a share of values, by Wilson's method.

        Args:
            low: least value that counts.
            high: largest value that counts.
            confidence: between 0 and 1.

        Raises:
            AnalyzerError: if `confidence` is out of range, or the histogram is empty.
        """
        _, least, most = self.chance(low, high, confidence)
        return least, most

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean with its interval.

        With a known `reach`, lopsided values get the interval of `mean_of_lopsided`.

        Args:
            confidence: between 0 and 1.

        Raises:
            AnalyzerError: if `confidence` is out of range, or the histogram is empty.

        >>> Histogram.from_values(np.array([4, 1, 4])).estimate().mean
        3.0
        """
        variance = self.variance if self.sharper is None else self.sharper.variance
        coefficients = 0 if self.sharper is None else self.sharper.coefficients
        estimate = Estimate.from_mean(self.mean, variance, self.n, confidence, coefficients=coefficients)
        if self.reach is None:
            return estimate
        if self.n > 1 and is_lopsided(self.values, self.tally):
            lopsided = mean_of_lopsided(self.values, self.tally, self.reach, confidence)
            # The lopsided interval knows neither corrections nor Student's t: then the wider of both holds.
            is_wider = self.n < SMALL or self.sharper is not None
            estimate = estimate.covering(lopsided) if is_wider else lopsided
        return estimate.clipped(*self.reach)

    def indicator(self, low: int, high: int) -> Chance:
        """Return a histogram of 1 for each value within a range, and of 0 for every other.

        Args:
            low: least value of the range, included.
            high: largest value of the range, included.

        >>> Histogram.from_values(np.array([4, 1, 4, 9])).indicator(1, 4).mean
        0.75
        """
        hits = self._hits(low, high)
        return Chance(0, np.array([self.n - hits, hits], np.int64))

    def chance(self, low: int, high: int, confidence: float = CONFIDENCE) -> Estimate:
        """Return the share of values within a range, with Wilson's interval.

        Args:
            low: least value of the range, included.
            high: largest value of the range, included.
            confidence: between 0 and 1.

        Raises:
            AnalyzerError: if `confidence` is out of range, or the histogram is empty.

        >>> Histogram.from_values(np.array([4, 1, 4, 9])).chance(1, 4).mean
        0.75
        """
        return Estimate.from_share(self._hits(low, high), self._counted, confidence)

    def _hits(self, low: int, high: int) -> int:
        """Return how many values lie from `low` to `high`."""
        return sum(times for value, times in self.counts.items() if low <= value <= high)

    @cached_property
    def total(self) -> int:
        """Sum of all values."""
        return sum(value * times for value, times in self.counts.items())

    @property
    def _counted(self) -> int:
        """Number of values counted; AnalyzerError if there is none."""
        if not self.n:
            raise AnalyzerError("an empty histogram has no mean and no quantiles: run at least one trial")
        return self.n


def _with_samples(argument: Any) -> Any:
    """Return an argument of a NumPy function with arrays in place of histograms, inside lists and tuples too."""
    if isinstance(argument, Histogram):
        return argument.to_numpy()
    return type(argument)(map(_with_samples, argument)) if type(argument) in (list, tuple) else argument


@dataclass(frozen=True, eq=False, repr=False)
class Chance(Histogram):
    """Histogram of an event: 1 for each trial in which it happened, 0 for every other.

    Its mean is the share of trials with the event, and its interval that of a share. `Histogram.indicator` makes one.

    >>> Histogram.from_values(np.array([4, 1, 4, 9])).indicator(4, 9)
    Chance 75.000% (30.064% to 95.441%): 3 of 4
    """

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the share with Wilson's interval."""
        return self.chance(1, 1, confidence)

    def __repr__(self) -> str:
        if not self.n:
            return "Chance of nothing"
        low, high = self.interval()
        return f"Chance {self.mean:.3%} ({low:.3%} to {high:.3%}): {self.counts.get(1, 0):,} of {self.n:,}"


@dataclass(frozen=True, eq=False, repr=False)
class Tail(Histogram):
    """Histogram of the lowest values of a sample; the interval allows for where the tail ends in other samples.

    Args:
        whole: histogram of the whole sample; None if it is unknown, and the interval is then that of these values.
        of_whole: share of the sample that the tail makes up.

    >>> tail = Histogram.from_values(np.arange(100)).lowest_share(0.05)
    >>> list(tail), tail.interval() == Histogram.from_values(np.arange(100)).worst(0.05)[1:]
    ([0, 1, 2, 3, 4], True)
    """

    whole: Histogram | None = None
    of_whole: float = 1.0

    def __add__(self, other: Histogram) -> Histogram:
        if isinstance(other, Tail) and self.whole and other.whole and self.of_whole == other.of_whole:
            return (self.whole + other.whole).lowest_share(self.of_whole)
        return super().__add__(other)

    @cached_property
    def mean(self) -> float:
        """Mean of the tail; the value at its end counts only for the part that is needed."""
        return super().mean if self.whole is None else self.whole.worst(self.of_whole).mean

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean of the tail with its interval, as `Histogram.worst` does."""
        return super().estimate(confidence) if self.whole is None else self.whole.worst(self.of_whole, confidence)


@dataclass(frozen=True, eq=False, repr=False)
class DifferenceHistogram(Histogram):
    """Histogram of paired differences: one subject less another in each trial.

    The interval of the mean is wider if the two differ in few trials.
    """

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean difference with its interval."""
        squares = sum(value**2 * times for value, times in self.counts.items())
        reach, differing = self.reach or UNKNOWN, self.n - self.counts.get(0, 0)
        moments = Differences(self.n, self.total, squares, self.sharper, reach=reach, differing=differing)
        return moments.estimate(confidence).clipped(*reach)
