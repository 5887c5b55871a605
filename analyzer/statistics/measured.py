"""Means with their standard errors, of independent trials: what adds up has an interval again."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE, upper_tail


class Measured(NamedTuple):
    """A mean, and its standard error: 0 for what is known exactly, endless for a single trial."""

    mean: float
    error: float = 0.0

    @classmethod
    def of(cls, values: npt.NDArray[np.integer[Any]]) -> Self:
        """The mean of values, one a trial."""
        if values.size < 2:
            return cls(float(values.mean()), inf)
        return cls(float(values.mean()), float(values.std(ddof=1)) / sqrt(values.size))

    @classmethod
    def total(cls, parts: Iterable[Measured]) -> Self:
        """The sum of means that were measured in different trials."""
        each = [*parts]
        return cls(sum(part.mean for part in each), sqrt(sum(part.error**2 for part in each)))

    def less(self, other: Measured) -> Measured:
        """This without that, which was measured in other trials."""
        return Measured.total([self, Measured(-other.mean, other.error)])

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """The mean with its interval."""
        half = NormalDist().inv_cdf(upper_tail(confidence)) * self.error
        return Estimate(self.mean, self.mean - half, self.mean + half)
