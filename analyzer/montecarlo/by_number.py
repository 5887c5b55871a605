"""Grouping of rows by a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

GROUP = 1 << 15
"""Most trials that are resolved together: their arrays still fit the processor's cache (measured)."""
Which = npt.NDArray[np.intp]


def gathered(met: npt.NDArray[np.integer]) -> Iterator[tuple[int, Which]]:
    """Each number in `met` (trials), with the trials that meet it, at most GROUP at a time."""
    order = np.argsort(met, kind="stable")
    how_many = np.bincount(met)
    ends = np.cumsum(how_many)
    for number in np.flatnonzero(how_many).tolist():
        for first in range(ends[number] - how_many[number], ends[number], GROUP):
            yield number, order[first : min(first + GROUP, ends[number])]


Figures = npt.NDArray[np.signedinteger[Any]]


class Numbered(Protocol):
    """Trials that each have a thing by its number."""

    def take(self, figure: str) -> Figures:
        """(..., trials) A figure of the thing that each of them has."""


class ByNumber:
    """A figure under its own name: (..., trials), taken when it is first read; it cannot be written."""

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    def __get__(self, numbered: Numbered, _: type) -> Figures:
        figures = numbered.take(self.name)
        figures.flags.writeable = False  # all who read it share it
        numbered.__dict__[self.name] = figures  # found there from now on
        return figures
