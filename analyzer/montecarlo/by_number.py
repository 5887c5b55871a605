"""Grouping of trials by a number, and figures looked up by number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

GROUP = 1 << 15
"""Maximum number of trials resolved together: their arrays still fit the processor's cache (measured)."""
Indices = npt.NDArray[np.intp]


def group_by_number(met: npt.NDArray[np.integer]) -> Iterator[tuple[int, Indices]]:
    """Yield each number with the trials that have it, at most GROUP trials at a time.

    Args:
        met: a number from 0 for each trial. Shape (trials,).
    """
    # A stable sort keeps trials of one number in ascending order, so memory is read forwards.
    order = np.argsort(met, kind="stable")
    how_many = np.bincount(met)
    ends = np.cumsum(how_many)
    for number in np.flatnonzero(how_many).tolist():
        for first in range(ends[number] - how_many[number], ends[number], GROUP):
            yield number, order[first : min(first + GROUP, ends[number])]


Figures = npt.NDArray[np.signedinteger[Any]]


class Numbered(Protocol):
    """Trials that each have a thing given by its number."""

    def take(self, figure: str) -> Figures:
        """Return a figure of the thing that each trial has. Shape (..., trials)."""


class ByNumber:
    """Descriptor of a figure, taken when it is first read and read-only from then on. Shape (..., trials).

    The name of the attribute is the name of the figure.
    """

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    def __get__(self, numbered: Numbered, _: type) -> Figures:
        figures = numbered.take(self.name)
        figures.flags.writeable = False  # all who read it share it
        numbered.__dict__[self.name] = figures  # found there from now on
        return figures
