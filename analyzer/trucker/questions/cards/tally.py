"""Flights sorted by the cards in their decks: exact sums for every card, and the differences that they show."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE
from analyzer.statistics.moments import Moments
from analyzer.statistics.slope import slope
from analyzer.statistics.tally import Columns
from analyzer.statistics.unpaired import difference_of_means, difference_of_shares

MEASURED = ("credits", "components_lost", "arrived")
"""The metrics on which the effect of every card is measured."""
Exact = npt.NDArray[np.float64]
"""Whole numbers below 2**53, which floats hold exactly and multiply fast."""


@dataclass(frozen=True, eq=False)
class SortedByCard:
    """Sums over the flights of each group, and behind the last group over all flights; two such sums can be added.

    A group is a row of `dealt`: flights with one card, or with so many of the cards that do the same (see `alike`).
    `counts` (groups + 1) are flights, `sums` and `squares` (MEASURED, ships, groups + 1) sums of values and of squares.
    """

    counts: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]
    squares: npt.NDArray[np.int64]

    @classmethod
    def of(cls, columns: Columns) -> SortedByCard:
        """The sums of a block of trials."""
        dealt = columns["dealt"]
        groups: Exact = np.vstack([dealt, np.ones_like(dealt[:1])]).astype(np.float64)
        values: Exact = np.stack([columns[metric] for metric in MEASURED]).astype(np.float64)
        sums, squares = ((power @ groups.T).astype(np.int64) for power in (values, values**2))
        return cls(groups.sum(axis=1).astype(np.int64), sums, squares)

    def __add__(self, other: SortedByCard) -> SortedByCard:
        return SortedByCard(self.counts + other.counts, self.sums + other.sums, self.squares + other.squares)

    @property
    def trials(self) -> int:
        """How many flights were counted."""
        return int(self.counts[-1])

    @property
    def shape(self) -> Hashable:
        """Of how many groups and ships."""
        return self.sums.shape

    def plain(self) -> dict[str, Any]:
        """In plain types, for JSON."""
        arrays = {"counts": self.counts, "sums": self.sums, "squares": self.squares}
        return {"trials": self.trials, **{name: array.tolist() for name, array in arrays.items()}}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what no sums can be."""
        counts, sums, squares = (np.array(plain[name], np.int64) for name in ("counts", "sums", "squares"))
        if sums.shape != squares.shape or sums.shape[-1:] != counts.shape or counts[-1] != plain["trials"]:
            raise ValueError("its sums are not of as many flights and cards as it says")
        return cls(counts, sums, squares)

    def met(self, card: int) -> int:
        """In how many flights the deck had the card of that index."""
        return int(self.counts[card])

    def met_any(self, rows: range) -> int:
        """In how many flights the deck had at least one of the cards that do the same, which those rows count."""
        return int(self.counts[rows.start : rows.stop].sum())

    def effect(self, metric: str, ship: int, card: int, confidence: float = CONFIDENCE) -> Estimate | None:
        """Mean with the card less mean without, and its interval; None if one of them has no flights."""
        having, everyone = self._moments(metric, ship, card), self._moments(metric, ship, -1)
        without = _rest(everyone, [having])
        if not (having.trials and without.trials):
            return None
        if metric == "arrived":
            return difference_of_shares(having.total, having.trials, without.total, without.trials, confidence)
        return difference_of_means(having, without, confidence)

    def effect_of_each(self, metric: str, ship: int, rows: range, confidence: float = CONFIDENCE) -> Estimate | None:
        """What one more of the cards that do the same changes on average; `rows`: of decks with one, with two, ...

        None if all flights had the same number of them.
        """
        by_number = {number: self._moments(metric, ship, row) for number, row in enumerate(rows, start=1)}
        none = _rest(self._moments(metric, ship, -1), list(by_number.values()))
        return slope({0: none, **by_number}, confidence)

    def _moments(self, metric: str, ship: int, group: int) -> Moments:
        here = MEASURED.index(metric), ship, group
        return Moments(int(self.counts[group]), int(self.sums[here]), int(self.squares[here]))


def _rest(everyone: Moments, groups: Sequence[Moments]) -> Moments:
    """What remains of all flights without those of groups that have none in common."""
    return Moments(
        everyone.trials - sum(group.trials for group in groups),
        everyone.total - sum(group.total for group in groups),
        everyone.squares - sum(group.squares for group in groups),
    )
