"""Trials that meet the same thing, gathered to be resolved together; knows no game."""

from __future__ import annotations

from collections.abc import Iterator

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
