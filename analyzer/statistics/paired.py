"""Subjects that went through the same trials: cross moments, from which every paired difference follows exactly."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, one_of
from analyzer.statistics.controls import Controls, Correction, Law, Sharper, measured
from analyzer.statistics.moments import Moments
from analyzer.statistics.tally import Columns, Tally

Whole = npt.NDArray[np.int64]
EXACT = 2**53
"""Below this, sums of whole numbers are exact in floating point too, where matrices multiply far faster."""


@dataclass(frozen=True, eq=False)
class PairedTally:
    """Histograms by subject, with what ties subjects together; adds up over trials.

    By metric, `sums` (subjects) and `products` (subjects, subjects), the sums of x_i and of x_i x_j over all trials;
    `wins` (subjects, subjects): in how many trials subject i has more than subject j of the metric they contest;
    `best` (2, subjects): in how many trials no other has more of it, and in how many every other has less; `law`: that
    of what was drawn, by which means and differences are corrected, if they are.
    """

    tally: Tally
    sums: dict[str, Whole]
    products: dict[str, Whole]
    wins: Whole
    best: Whole
    law: Law | None = field(default=None, kw_only=True)

    @classmethod
    def of(cls, columns: Columns, contest: str, controls: Controls | None = None) -> PairedTally:
        """The tally of a block of trials; `contest` names the metric that decides who wins a trial."""
        tally = Tally.of(columns, controls)
        columns = measured(columns)
        contested = columns[contest]
        most = contested == contested.max(axis=0)
        return cls(
            tally,
            {metric: rows.sum(axis=1) for metric, rows in columns.items()},
            {metric: _products(rows) for metric, rows in columns.items()},
            np.stack([(mine > contested).sum(axis=1) for mine in contested]),
            np.stack([most.sum(axis=1), (most & (most.sum(axis=0) == 1)).sum(axis=1)]),
        )

    def __add__(self, other: PairedTally) -> PairedTally:
        return PairedTally(
            self.tally + other.tally,
            {metric: mine + other.sums[metric] for metric, mine in self.sums.items()},
            {metric: mine + other.products[metric] for metric, mine in self.products.items()},
            self.wins + other.wins,
            self.best + other.best,
        )

    def __eq__(self, other: object) -> bool:
        """Return whether both counted the same, and both means are corrected or none."""
        if not isinstance(other, PairedTally) or self.shape != other.shape:
            return False
        return self.plain() == other.plain() and (self.law is None) == (other.law is None)

    def __hash__(self) -> int:
        return hash((self.trials, self.shape))

    def sharpened(self, law: Law) -> PairedTally:
        """The same with means and differences that are corrected by the law of what was drawn."""
        return replace(self, tally=self.tally.sharpened(law), law=law)

    def unsharpened(self) -> PairedTally:
        """The same with the means and differences of the trials, not corrected."""
        return replace(self, tally=self.tally.unsharpened(), law=None)

    @property
    def trials(self) -> int:
        """How many trials were counted."""
        return self.tally.trials

    @property
    def shape(self) -> Hashable:
        """Which metrics each subject has."""
        return self.tally.shape, frozenset(self.sums)

    def plain(self) -> dict[str, Any]:
        """In plain types: the tally, and what ties subjects together as lists."""
        return {
            **self.tally.plain(),
            "sums": {metric: sums.tolist() for metric, sums in self.sums.items()},
            "products": {metric: products.tolist() for metric, products in self.products.items()},
            "wins": self.wins.tolist(),
            "best": self.best.tolist(),
        }

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what no tally can be."""
        tally = Tally.of_plain(plain)
        sums = {metric: np.array(sums, np.int64) for metric, sums in plain["sums"].items()}
        products = {metric: np.array(rows, np.int64) for metric, rows in plain["products"].items()}
        wins, size = np.array(plain["wins"], np.int64), len(tally.subjects)
        best = np.array(plain["best"], np.int64)
        square = {each.shape for each in (wins, *products.values())}
        if (
            square != {(size, size)}
            or {each.shape for each in sums.values()} != {(size,)}
            or set(sums) != set(products)
            or best.shape != (2, size)
        ):
            raise ValueError("its sums are not of as many subjects as it says")
        return cls(tally, sums, products, wins, best)

    def own(self, metric: str, subject: int) -> Moments:
        """The moments of one subject's metric."""
        self._known(metric)
        sums, products = self.sums[metric], self.products[metric]
        moments = Moments(self.trials, int(sums[subject]), int(products[subject, subject]))
        return replace(moments, sharper=self._sharper(metric, {subject: 1}, moments))

    def difference(self, metric: str, one: int, other: int) -> Moments:
        """The moments of a metric of one subject less that of another, trial by trial."""
        self._known(metric)
        sums, products = self.sums[metric], self.products[metric]
        squares = int(products[one, one]) - 2 * int(products[one, other]) + int(products[other, other])
        moments = Moments(self.trials, int(sums[one]) - int(sums[other]), squares)
        return replace(moments, sharper=self._sharper(metric, {one: 1, other: -1}, moments))

    def saved(self, metric: str, one: int, other: int) -> float:
        """By which share pairing lowers the variance of the difference: 0 saves nothing, 1 all; below 0 it harms."""
        apart = self.own(metric, one).variance + self.own(metric, other).variance
        return 1 - self.difference(metric, one, other).variance / apart if apart else 0.0

    def _sharper(self, metric: str, weights: Mapping[int, int], plain: Moments) -> Sharper | None:
        """The mean of a subject, or of a difference, corrected where that can be."""
        correction = self._corrections.get(metric)
        return None if correction is None else correction.of(weights, plain.mean, plain.variance)

    @cached_property
    def _corrections(self) -> dict[str, Correction]:
        """By metric how its means are corrected; {} where they are not."""
        controls, law = self.tally.controls, self.law
        if controls is None or law is None or not law.holds_for(self.trials):
            return {}
        regression = controls.regression(law, self.trials)
        totals = {metric: [*map(int, self.sums[metric])] for metric in controls.products}
        return {metric: regression.correction(metric, own) for metric, own in totals.items()}

    def _known(self, metric: str) -> None:
        if metric not in self.sums:
            raise AnalyzerError(f"no metric {metric!r}: {one_of(metric, self.sums)}")


def _products(rows: Whole) -> Whole:
    """(subjects, subjects) The sums of the products of all pairs of rows, exactly."""
    largest = max(abs(int(rows.max())), abs(int(rows.min())))
    if rows.shape[1] * largest**2 >= EXACT:
        return np.asarray(rows @ rows.T)
    floats = rows.astype(np.float64)
    return (floats @ floats.T).astype(np.int64)
