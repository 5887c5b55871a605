"""Control variates for means of groups of trials, for example of the trials that drew a certain card.

The slopes of a value over the draws come from a regression on all trials. The mean of a group is corrected by the
distance of its draws from the exact mean of all draws of such a group. The variance that the draws explain is
subtracted from that of the group's own trials, because groups may vary differently (H. White, "A
heteroskedasticity-consistent covariance matrix estimator", 1980). This needs the group's own covariance of value
and draws, and the known covariance of the draws in all such groups.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from analyzer.statistics.controls import (
    CHUNK,
    EXACT_BELOW,
    Controls,
    CorrectedMean,
    Draws,
    Floats,
    Law,
    Whole,
    exact_products,
)
from analyzer.statistics.moments import Moments

LEAST_FREEDOM = 10
"""Minimum number of degrees of freedom of the variance that the draws do not explain."""


class GroupControls(Controls, Protocol):
    """Protocol of controls of which the first ones say which group a trial is in: 1 for that group, 0 for others."""

    @property
    def own(self) -> int:
        """Number of controls, at the front, that indicate a trial's group."""


@dataclass(frozen=True, eq=False)
class GroupedSums:
    """Exact sums over groups of trials, from which values are regressed on controls.

    Args:
        products: sums of value times control over the trials of each group. The last group holds all trials. The
            first value and the first control are always 1. Shape (1 + values, groups, 1 + controls).
        squares: sums of control times control over all trials. Shape (controls, controls).
    """

    products: Whole
    squares: Whole

    @classmethod
    def of(
        cls, values: npt.NDArray[Any], others: npt.NDArray[Any], draws: Draws, controls: GroupControls, largest: int
    ) -> Self:
        """Return the sums of a block of trials.

        Args:
            values: whole numbers. Shape (values, trials).
            others: indicators of further groups, which follow the groups of the controls: 1 for a trial of the group,
                0 for any other. Shape (groups, trials).
            draws: the draws of the trials. Shape (1, trials, numbers).
            controls: the controls that follow from the draws.
            largest: upper bound of the absolute values of `values`.
        """
        # Rows: the controls that indicate no group; then for each value, of which the first is 1, one row a group with
        # the value in the group's trials and 0 elsewhere. Each row is multiplied with a 1 and all controls.
        kinds, size, trials = len(values) + 1, controls.law.mean.size, values.shape[1]
        own, many = controls.own, controls.own + len(others)
        far = max(1, controls.largest)
        kind = np.float32 if CHUNK * far * max(far, largest) < EXACT_BELOW[np.float32] else np.float64
        rows, drawn = np.zeros((size - own + kinds * many, CHUNK), kind), np.zeros((1 + size, CHUNK), kind)
        sorted_rows = rows[size - own :].reshape(kinds, many, CHUNK)
        total = np.zeros((len(rows), len(drawn)), np.int64)
        for begin in range(0, trials, CHUNK):
            here, end = slice(begin, begin + CHUNK), min(CHUNK, trials - begin)
            if end < CHUNK:
                # The last chunk is shorter: zeros keep trials of the chunk before out of the sums.
                rows[:] = drawn[:] = 0
            drawn[0, :end] = 1
            controls.fill(draws[:, here], drawn[1:, :end])
            rows[: size - own], sorted_rows[0, :own] = drawn[1 + own :], drawn[1 : 1 + own]
            sorted_rows[0, own:, :end] = others[:, here]
            for value, out in zip(values, sorted_rows[1:], strict=True):
                np.multiply(sorted_rows[0, :, :end], value[here].astype(kind), out=out[:, :end])
            total += exact_products(rows, drawn)
        # The other controls' rows stand first, the groups' after them: roll restores the order of the controls.
        squares = np.roll(total[:size], own, axis=0)[:, 1:]
        return cls(total[size - own :].reshape(kinds, many, 1 + size), squares)

    def __add__(self, other: GroupedSums) -> GroupedSums:
        return GroupedSums(self.products + other.products, self.squares + other.squares)

    @property
    def shape(self) -> Hashable:
        """Shape of `products`."""
        return self.products.shape

    def plain(self) -> dict[str, Any]:
        """Return the sums as lists."""
        return {"products": self.products.tolist(), "squares": self.squares.tolist()}

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> Self:
        """Return the sums whose `plain()` gave this dict.

        Raises:
            ValueError, TypeError, KeyError: if `plain` is not of that form.
        """
        products, squares = (np.array(plain[name], np.int64) for name in ("products", "squares"))
        if products.ndim != 3 or squares.shape != (products.shape[2] - 1,) * 2:
            raise ValueError("its controls are not as many as it says")
        return cls(products, squares)

    def corrected(self, value: int, weights: Whole, own: Moments, law: Law) -> Moments:
        """Return the corrected moments of a value in the trials of some groups.

        The known covariance of the draws is not quite that of the trials. The remaining variance is therefore less
        certain than the number of trials suggests. Its degrees of freedom follow F. E. Satterthwaite ("An approximate
        distribution of estimates of variance components", 1946), but never fall below LEAST_FREEDOM, because hardly any
        variance remains where the draws decide nearly the whole value.

        Args:
            value: number of the value, from 1.
            weights: 1 for each group whose trials are added, -1 for each whose trials are subtracted. Shape (groups,).
            own: uncorrected moments of the value in the resulting trials.
            law: exact mean and covariance of the draws in trials of that kind.
        """
        trials, drawn = own.trials, (weights @ self.products[0])[1:]
        slopes, known = self._slopes[value - 1], law.covariance
        assert known is not None
        with_drawn = (weights @ self.products[value])[1:]
        together = with_drawn @ slopes - own.total / trials * (drawn @ slopes)
        by_draws = slopes @ known @ slopes
        # var(x - b'd) = var(x) - 2 b'cov(x, d) + b'cov(d)b, with b the slopes and d the draws.
        left = own.variance - (2 * together / max(1, trials - 1) - by_draws)
        share = left**2 / (left**2 + by_draws**2) if left > 0 else 0
        freedom = min(trials - 1, max(LEAST_FREEDOM, int((trials - 1) * share)))
        # Each estimated slope adds 2 / trials of the variance.
        unsure = 1 + 2 * self._law.rank / self._trials
        mean = own.total / trials - (drawn / trials - law.mean) @ slopes
        sharper = CorrectedMean(float(mean), max(0.0, left) * unsure, own.variance, trials - 1 - freedom)
        return replace(own, sharper=sharper)

    @property
    def _trials(self) -> int:
        """Number of trials in all groups together."""
        return int(self.products[0, -1, 0])

    @cached_property
    def _law(self) -> Law:
        """Mean and covariance of the controls in the sample."""
        mean = self.products[0, -1, 1:] / self._trials
        return Law(mean, self.squares / self._trials - np.outer(mean, mean))

    @cached_property
    def _slopes(self) -> Floats:
        """Slopes of the regression of each kind of value on all controls. Shape (values, controls)."""
        means = self.products[1:, -1] / self._trials
        covariance = means[:, 1:] - np.outer(means[:, 0], self._law.mean)
        return np.asarray(covariance @ self._law.white.T @ self._law.white)
