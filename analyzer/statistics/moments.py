"""Sums of whole numbers and of their squares, of which means and intervals follow exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf, sqrt
from statistics import NormalDist
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from analyzer.statistics.controls import Sharper
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE, upper_tail


@dataclass(frozen=True)
class Moments:
    """Whole numbers in so many trials: their sum, and the sum of their squares.

    sharper: the mean as it is corrected by known chances of what was drawn.
    """

    trials: int
    total: int
    squares: int
    sharper: Sharper | None = None

    @classmethod
    def of(cls, values: npt.NDArray[np.integer[Any]]) -> Self:
        """Those of an array, one value a trial."""
        values = values.astype(np.int64, copy=False)
        return cls(values.size, int(values.sum()), int((values**2).sum()))

    @cached_property
    def mean(self) -> float:
        """The mean, from exact sums, corrected where known chances of what was drawn say how."""
        return self.total / self.trials if self.sharper is None else self.sharper.mean

    @cached_property
    def variance(self) -> float:
        """The sample variance (divided by trials - 1), from exact sums; 0 for a single trial."""
        n = self.trials
        return float(Fraction(n * self.squares - self.total**2, n * (n - 1))) if n > 1 else 0.0

    @property
    def plain(self) -> Self:
        """The same with the mean of the trials, not corrected."""
        return replace(self, sharper=None)

    @property
    def sums(self) -> tuple[Fraction, Fraction]:
        """The sums of the values and of their squares; of corrected ones those that have such a mean and variance."""
        if self.sharper is None:
            return Fraction(self.total), Fraction(self.squares)
        mean = Fraction(self.mean)
        return self.trials * mean, (self.trials - 1) * Fraction(self.uncertain) + self.trials * mean**2

    @property
    def uncertain(self) -> float:
        """The variance of a trial from which intervals follow: what the draws explain is not in it."""
        return self.variance if self.sharper is None else self.sharper.variance

    @property
    def coefficients(self) -> int:
        """How many were estimated to correct the mean; each takes a degree of freedom from the interval."""
        return 0 if self.sharper is None else self.sharper.coefficients

    def estimate(self, confidence: float = CONFIDENCE, *, is_chance: bool = False) -> Estimate:
        """The mean with its interval; is_chance: a paired difference of chances, of values -1, 0 and 1."""
        if is_chance:
            return self._of_chances(confidence)
        return Estimate.of_mean(self.mean, self.uncertain, self.trials, confidence, coefficients=self.coefficients)

    def around(self, standard_errors: float) -> Estimate:
        """The mean, plus or minus that many standard errors; endless for a single trial."""
        if self.trials < 2:
            return Estimate(self.mean, -inf, inf)
        half = standard_errors * sqrt(self.uncertain / self.trials)
        return Estimate(self.mean, self.mean - half, self.mean + half)

    def _of_chances(self, confidence: float) -> Estimate:
        """Adjusted Wald, which keeps a width where no trial differs: one trial is added to either side.

        D. G. Bonett and R. M. Price, "Adjusted Wald confidence interval for a difference of binomial proportions based
        on paired data", 2012.
        """
        n = self.trials + 2
        only_one, only_other = ((self.squares + sign * self.total) // 2 + 1 for sign in (1, -1))
        middle = (only_one - only_other) / n
        half = NormalDist().inv_cdf(upper_tail(confidence)) * sqrt(((only_one + only_other) / n - middle**2) / n)
        low, high = max(-1.0, middle - half), min(1.0, middle + half)
        return Estimate(self.mean, min(low, self.mean), max(high, self.mean))
