"""Control variates of means of groups of trials, as of those that drew a certain card.

The slopes of a value over what was drawn are those of a regression on all trials. The mean of a group is corrected by
how far its draws are from what all draws of such a group come to. What varies within it is left of the trials' own
variance, so that groups may vary differently (H. White, "A heteroskedasticity-consistent covariance matrix estimator",
1980): with the group's own covariance of value and draws, and the draws' covariance in all such groups, which is known.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from analyzer.statistics.controls import CHUNK, EXACT, Controls, Draws, Floats, Law, Sharper, Whole, exact_products
from analyzer.statistics.moments import Moments

LEAST_FREEDOM = 10
"""The fewest degrees of freedom of the variance that draws leave."""


class Sorting(Controls, Protocol):
    """Controls of which the first ones sort trials: they are 1 for those of a group, and 0 for all others."""

    @property
    def own(self) -> int:
        """How many."""


@dataclass(frozen=True, eq=False)
class GroupedSums:
    """`products` (1 + values, groups, 1 + controls): over the trials of each group, of which the last one is all, the
    sums of value times control; first stands a value, and a control, that is always 1. `squares` (controls, controls):
    of control times control over all trials.
    """

    products: Whole
    squares: Whole

    @classmethod
    def of(
        cls, values: npt.NDArray[Any], others: npt.NDArray[Any], draws: Draws, controls: Sorting, largest: int
    ) -> Self:
        """Those of a block of trials: values (values, trials), at most `largest` from 0.

        others (groups, trials): 1 for the trials of a group, else 0; before these come the groups of the controls.
        """
        kinds, size, trials = len(values) + 1, controls.law.mean.size, values.shape[1]
        own, many = controls.own, controls.own + len(others)
        far = max(1, controls.largest)
        kind = np.float32 if CHUNK * far * max(far, largest) < EXACT[np.float32] else np.float64
        rows, drawn = np.zeros((size - own + kinds * many, CHUNK), kind), np.zeros((1 + size, CHUNK), kind)
        sorted_rows = rows[size - own :].reshape(kinds, many, CHUNK)
        total = np.zeros((len(rows), len(drawn)), np.int64)
        for begin in range(0, trials, CHUNK):
            here, end = slice(begin, begin + CHUNK), min(CHUNK, trials - begin)
            if end < CHUNK:
                rows[:] = drawn[:] = 0
            drawn[0, :end] = 1
            controls.fill(draws[:, here], drawn[1:, :end])
            rows[: size - own], sorted_rows[0, :own] = drawn[1 + own :], drawn[1 : 1 + own]
            sorted_rows[0, own:, :end] = others[:, here]
            for value, out in zip(values, sorted_rows[1:], strict=True):
                np.multiply(sorted_rows[0, :, :end], value[here].astype(kind), out=out[:, :end])
            total += exact_products(rows, drawn)
        squares = np.roll(total[:size], own, axis=0)[:, 1:]
        return cls(total[size - own :].reshape(kinds, many, 1 + size), squares)

    def __add__(self, other: GroupedSums) -> GroupedSums:
        return GroupedSums(self.products + other.products, self.squares + other.squares)

    @property
    def shape(self) -> Hashable:
        """Of how many values, groups and controls."""
        return self.products.shape

    def plain(self) -> dict[str, Any]:
        """In plain types."""
        return {"products": self.products.tolist(), "squares": self.squares.tolist()}

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what cannot be."""
        products, squares = (np.array(plain[name], np.int64) for name in ("products", "squares"))
        if products.ndim != 3 or squares.shape != (products.shape[2] - 1,) * 2:
            raise ValueError("its controls are not as many as it says")
        return cls(products, squares)

    def corrected(self, value: int, weights: Whole, own: Moments, law: Law) -> Moments:
        """The moments of a value in some trials, corrected; value: from 1.

        weights (groups,): of which groups those trials are the sum (1) and the difference (-1); law: of what is drawn
        in all such trials. The known covariance of the draws is not quite that of the trials, so the variance that is
        left is less sure than the trials are many: its degrees of freedom are those of F. E. Satterthwaite ("An
        approximate distribution of estimates of variance components", 1946), but LEAST_FREEDOM at least: draws that
        decide nearly all leave next to nothing.
        """
        trials, drawn = own.trials, (weights @ self.products[0])[1:]
        slopes, known = self._slopes[value - 1], law.covariance
        assert known is not None
        with_drawn = (weights @ self.products[value])[1:]
        together = with_drawn @ slopes - own.total / trials * (drawn @ slopes)
        by_draws = slopes @ known @ slopes
        left = own.variance - (2 * together / max(1, trials - 1) - by_draws)
        share = left**2 / (left**2 + by_draws**2) if left > 0 else 0
        freedom = min(trials - 1, max(LEAST_FREEDOM, int((trials - 1) * share)))
        unsure = 1 + 2 * self._law.rank / self._trials
        mean = own.total / trials - (drawn / trials - law.mean) @ slopes
        sharper = Sharper(float(mean), max(0.0, left) * unsure, own.variance, trials - 1 - freedom)
        return replace(own, sharper=sharper)

    @property
    def _trials(self) -> int:
        return int(self.products[0, -1, 0])

    @cached_property
    def _law(self) -> Law:
        """That of the trials themselves."""
        mean = self.products[0, -1, 1:] / self._trials
        return Law(mean, self.squares / self._trials - np.outer(mean, mean))

    @cached_property
    def _slopes(self) -> Floats:
        """(values, controls) Those of the regression of each value on all controls."""
        means = self.products[1:, -1] / self._trials
        covariance = means[:, 1:] - np.outer(means[:, 0], self._law.mean)
        return np.asarray(covariance @ self._law.white.T @ self._law.white)
