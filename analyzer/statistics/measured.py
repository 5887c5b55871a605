"""Means and chances with how sure they are, of independent trials: what adds up has an interval again."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE, upper_tail
from analyzer.statistics.moments import Moments


class Chance(NamedTuple):
    """A share, or the paired difference of two (is_difference), of trials of its own; sign: -1 if it is taken away."""

    values: Moments
    is_difference: bool
    sign: int = 1

    def estimate(self, confidence: float) -> Estimate:
        """With the interval that shares and their differences have everywhere."""
        if self.is_difference:
            mean, low, high = self.values.estimate(confidence, is_chance=True)
        else:
            mean, low, high = Estimate.of_share(self.values.total, self.values.trials, confidence)
        return Estimate(mean, low, high) if self.sign > 0 else Estimate(-mean, -high, -low)


class Measured(NamedTuple):
    """A mean, and its standard error: 0 for what is known exactly, endless for a single trial.

    chances: the shares in it, whose intervals a standard error does not tell; the error is that of all the rest.
    """

    mean: float
    error: float = 0.0
    chances: tuple[Chance, ...] = ()

    @classmethod
    def of(cls, values: npt.NDArray[np.integer[Any]], *, is_chance: bool = False) -> Self:
        """The mean of values, one a trial; is_chance: each is 0 or 1."""
        if is_chance:
            return cls._of_chance(Chance(Moments.of(values), is_difference=False))
        if values.size < 2:
            return cls(float(values.mean()), inf)
        return cls(float(values.mean()), float(values.std(ddof=1)) / sqrt(values.size))

    @classmethod
    def of_differences(cls, values: npt.NDArray[np.integer[Any]], *, is_chance: bool) -> Self:
        """The mean of paired differences, one a trial; is_chance: those of chances, each -1, 0 or 1."""
        return cls._of_chance(Chance(Moments.of(values), is_difference=True)) if is_chance else cls.of(values)

    @classmethod
    def _of_chance(cls, chance: Chance) -> Self:
        return cls(chance.values.mean, 0.0, (chance,))

    @classmethod
    def total(cls, parts: Iterable[Measured]) -> Self:
        """The sum of what was measured in different trials."""
        each = [*parts]
        error = sqrt(sum(part.error**2 for part in each))
        return cls(sum(part.mean for part in each), error, tuple(one for part in each for one in part.chances))

    def less(self, other: Measured) -> Measured:
        """This without that, which was measured in other trials."""
        taken = tuple(one._replace(sign=-one.sign) for one in other.chances)
        return Measured.total([self, Measured(-other.mean, other.error, taken)])

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """The mean with its interval.

        Each end of a sum is as far from its mean as the root of the squared distances of its parts' ends; of two
        shares that is Newcombe's method 10. G. Y. Zou and A. Donner, "Construction of confidence limits about
        effect measures: a general approach", 2008.
        """
        each = [one.estimate(confidence) for one in self.chances]
        if len(each) == 1 and not self.error and each[0].mean == self.mean:
            return each[0]
        half = NormalDist().inv_cdf(upper_tail(confidence)) * self.error
        below = sqrt(half**2 + sum((one.mean - one.low) ** 2 for one in each))
        above = sqrt(half**2 + sum((one.high - one.mean) ** 2 for one in each))
        return Estimate(self.mean, self.mean - below, self.mean + above)
