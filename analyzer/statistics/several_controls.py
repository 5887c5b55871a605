"""Control variates of several kinds side by side, as what is drawn by the rules of two editions, or in one journey."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.statistics.controls import Controls, Draws, Law

Part = TypeVar("Part", bound=Controls)
COMPARED = 256
"""Trials of which draws are compared; controls that differ in others alone may stand for each other all the same."""


@dataclass(frozen=True)
class SeveralControls(Generic[Part]):
    """Those of each part, one after the other (see `Controls`); of all of them together the mean alone is known."""

    parts: tuple[Part, ...]
    columns: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is drawn, in words."""
        return max((part.words for part in self.parts), key=len)

    @property
    def law(self) -> Law:
        """What all draws come to."""
        return Law(np.concatenate([part.law.mean for part in self.parts]), None)

    @property
    def largest(self) -> int:
        """The most that one of them can be."""
        return max(part.largest for part in self.parts)

    def draws(self, first: int, trials: int) -> Draws:
        """(1, trials, numbers) Those of the parts, one after the other."""
        return np.concatenate([part.draws(first, trials) for part in self.parts], axis=2)

    def fill(self, draws: Draws, out: npt.NDArray[Any]) -> None:
        """Write the controls of one part after the other."""
        begin = row = 0
        for part, width in zip(self.parts, self._widths, strict=True):
            height = part.law.mean.size
            part.fill(draws[:, :, begin : begin + width], out[row : row + height])
            begin, row = begin + width, row + height

    @cached_property
    def _widths(self) -> list[int]:
        """How many numbers each part draws in a trial."""
        return [part.draws(0, 1).shape[2] for part in self.parts]


@lru_cache(64)
def side_by_side(*parts: Part) -> Part | SeveralControls[Part]:
    """Those of all parts; of several that draw the same, as decks of editions with as many cards, the first will do."""
    different: list[Part] = []
    for part in parts:
        draws = part.draws(0, COMPARED)
        if not any(np.array_equal(draws, other.draws(0, COMPARED)) for other in different):
            different.append(part)
    return SeveralControls(tuple(different), parts[0].columns) if len(different) > 1 else different[0]
