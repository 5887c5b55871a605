"""Grouping of trials by the table row (a card, a captain) that each refers to, and look-up of that row's values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

GROUP = 1 << 15
"""Maximum number of trials resolved together: their arrays still fit the processor's cache (measured)."""
Indices = npt.NDArray[np.intp]


def group_by_number(met: npt.NDArray[np.integer]) -> Iterator[tuple[int, Indices]]:
    """Yield each table row, by its index, with the trials that refer to it, at most GROUP trials at a time.

    Args:
        met: index of the row (a card, a captain) to which each trial refers, from 0. Shape (trials,).
    """
    # A stable sort keeps trials of one number in ascending order, so memory is read forwards.
    order = np.argsort(met, kind="stable")
    how_many = np.bincount(met)
    ends = np.cumsum(how_many)
    for number in np.flatnonzero(how_many).tolist():
        for first in range(ends[number] - how_many[number], ends[number], GROUP):
            yield number, order[first : min(first + GROUP, ends[number])]


Figures = npt.NDArray[np.signedinteger[Any]]
"""Whole numbers, e.g. the values of a table's column, one a trial."""


def distinct(numbers: Figures) -> Figures:
    """Return the different numbers of a flat array, in ascending order.

    np.unique does the same, but loads numpy's masked arrays first, which takes as long as some hundred trials.
    """
    ordered = np.sort(numbers)
    is_first = np.ones(ordered.size, np.bool_)
    is_first[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_first]


def groups_of(numbers: Figures) -> tuple[Indices, Indices]:
    """Group the indices of an array by the number that stands there.

    np.unique does the same with `return_index` and `return_inverse`, but is slow to load (see `distinct`).

    Returns:
        For each different number, in ascending order, the first index where it stands. For each index, the rank of its
        number among the different ones, from 0.
    """
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    is_first = np.ones(order.size, np.bool_)
    is_first[1:] = ordered[1:] != ordered[:-1]
    # The rank of each sorted number, put back to the place where the number stood.
    group = np.empty_like(order)
    group[order] = np.cumsum(is_first) - 1
    return order[is_first], group


class Numbered(Protocol):
    """Protocol for trials that each refer to a row of a table (a card, a captain) by its index."""

    def take(self, figure: str) -> Figures:
        """Return the value of a column for each trial, taken from the row to which the trial refers.

        Returns:
            The values. Shape (..., trials).
        """


class ByNumber:
    """Descriptor of an attribute of a `Numbered` object: a table's column, with one value for each trial.

    The column has the name of the attribute. It is looked up when the attribute is first read, and then kept as a
    read-only array. Shape (..., trials).
    """

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    def __get__(self, numbered: Numbered, _: type) -> Figures:
        figures = numbered.take(self.name)
        figures.flags.writeable = False  # all who read it share it
        numbered.__dict__[self.name] = figures  # found there from now on
        return figures
