"""Flights sorted by the cards in their decks: exact sums for every card, and the differences that they show."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments
from analyzer.statistics.tally import Columns
from analyzer.statistics.unpaired import difference_of_means, difference_of_shares

TOLD = ("credits", "components_lost", "arrived")
"""The metrics that are told of every card."""
Exact = npt.NDArray[np.float64]
"""Whole numbers below 2**53, which floats hold exactly and multiply fast."""


@dataclass(frozen=True, eq=False)
class SortedByCard:
    """Sums over the flights with each card, and behind the last card over all flights; what others counted is added.

    `counts` (cards + 1) are flights, `sums` and `squares` (TOLD, ships, cards + 1) sums of values and of squares.
    """

    counts: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]
    squares: npt.NDArray[np.int64]

    @classmethod
    def of(cls, columns: Columns) -> SortedByCard:
        """The sums of a block of trials."""
        dealt = columns["dealt"]
        groups: Exact = np.vstack([dealt, np.ones_like(dealt[:1])]).astype(np.float64)
        values: Exact = np.stack([columns[metric] for metric in TOLD]).astype(np.float64)
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
        """Of how many cards and ships."""
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

    def effect(self, metric: str, ship: int, card: int) -> Estimate | None:
        """Mean with the card less mean without, and its interval; None if one of them has no flights."""
        here = TOLD.index(metric), ship
        n, total, squares = (int(array[card]) for array in (self.counts, self.sums[here], self.squares[here]))
        n_all, total_all, squares_all = (int(array[-1]) for array in (self.counts, self.sums[here], self.squares[here]))
        if n in (0, n_all):
            return None
        if metric == "arrived":
            return difference_of_shares(total, n, total_all - total, n_all - n)
        without = Moments(n_all - n, total_all - total, squares_all - squares)
        return difference_of_means(Moments(n, total, squares), without)
