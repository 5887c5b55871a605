"""Dice that show every sum: each roll branches the states of a convoy, equal states merge, and the answer is exact.

A state carries a whole-number weight and how often it was rolled for: its chance is weight / 36**rolled. Nothing is
rounded. States beyond the budget are dropped, the least likely first, and their weight is kept as a rigorous bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import Array, Which
from analyzer.trucker.flight.dice import PAIRS, Rolls

ALL_SUMS = np.arange(2, 13)
WAYS = 6 - np.abs(ALL_SUMS - 7)
FITS_64_BITS = 12
"""Rolls whose 36**12 ways still fit into a signed 64-bit word; after that Python's integers take over."""
BUDGET = 200_000
NO_KEY = {"weight", "rolled", "flight"}
"""Arrays that make no difference between two states."""


class EnumeratedDice:
    """Dice that branch every state into the eleven sums; `budget` states are kept at most.

    `pruned` is the chance that was dropped: no probability read off the rest is further off than that.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self.pruned = Fraction(0)

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """All sums of a roll: the convoy grows, and the rolls fit its new flights; 0 where none was asked for."""
        rolling = np.zeros(convoy.size, np.bool_)
        rolling[slice(None) if flights is None else flights] = True
        rolling &= convoy.state.flying[:, convoy.rows].any(axis=0)
        here = {name: array.take(convoy.rows, axis=-1) for name, array in convoy.state.arrays().items()}
        arrays = merged(here | {"rolling": rolling})
        arrays = self._within_budget(arrays)
        rolling = arrays.pop("rolling")
        still, branching = np.flatnonzero(~rolling), np.flatnonzero(rolling)
        source = np.concatenate([still, np.repeat(branching, ALL_SUMS.size)])
        rolls = np.concatenate([np.zeros(still.size, np.intp), np.tile(ALL_SUMS, branching.size)])
        ways = np.concatenate([np.ones(still.size, np.int64), np.tile(WAYS, branching.size)])
        arrays = {name: array.take(source, axis=-1) for name, array in arrays.items()}
        arrays["rolled"] = arrays["rolled"] + (rolls > 0)
        arrays["weight"] = roomy(arrays["weight"], arrays["rolled"]) * ways
        convoy.replace(arrays)
        return rolls

    def gather(self, convoy: Convoy) -> None:
        """Merge what became equal."""
        convoy.replace(self._within_budget(merged(convoy.state.arrays())))

    def _within_budget(self, arrays: dict[str, Array]) -> dict[str, Array]:
        size = arrays["weight"].size
        if size <= self.budget:
            return arrays
        order = np.argsort(arrays["weight"], kind="stable")
        dropped, heaviest = order[: size - self.budget], np.sort(order[size - self.budget :])
        lost = sum(int(weight) for weight in arrays["weight"][dropped])
        self.pruned += Fraction(lost, PAIRS ** int(arrays["rolled"].max()))
        return {name: array.take(heaviest, axis=-1) for name, array in arrays.items()}


def weigh(convoy: Convoy, ways: Sequence[int] = (1,)) -> None:
    """Give the flights of a convoy their weights; one alone is certain, several are results of one roll."""
    convoy.state.weight = np.broadcast_to(np.array(ways, np.int64), convoy.size).copy()
    convoy.state.rolled = np.full(convoy.size, len(ways) > 1, np.int64)


def roomy(weight: npt.NDArray[np.generic], rolled: npt.NDArray[np.int64]) -> npt.NDArray[np.generic]:
    """The weights in a type that holds 36**rolled."""
    return weight.astype(object) if int(rolled.max(initial=0)) > FITS_64_BITS else weight


def merged(arrays: dict[str, Array]) -> dict[str, Array]:
    """Equal states made one, weights added, all brought to the same number of rolls."""
    most = int(arrays["rolled"].max())
    missing = most - arrays["rolled"]
    weight = roomy(arrays["weight"], np.array([most]))
    factor = np.array([PAIRS ** int(m) for m in range(int(missing.max()) + 1)], weight.dtype)
    weight = weight * factor[missing]
    rows = [row for name, array in arrays.items() if name not in NO_KEY for row in array.reshape(-1, array.shape[-1])]
    keys = [row.astype(np.uint64) for row in rows if (row != row[0]).any()]
    order = np.lexsort(keys) if keys else np.arange(weight.size)
    new = np.zeros(order.size, np.bool_)
    new[0] = True
    for key in keys:
        new[1:] |= key[order[1:]] != key[order[:-1]]
    first = np.flatnonzero(new)
    picked = {name: array.take(order[first], axis=-1) for name, array in arrays.items()}
    picked["weight"] = np.add.reduceat(weight[order], first)
    picked["rolled"] = np.full(first.size, most)
    return picked
