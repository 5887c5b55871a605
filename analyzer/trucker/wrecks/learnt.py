"""Look-ups that learn: an entry by wreck and something else (a roll, a position), worked out when it is first asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.wrecks.register import Numbers

Entries = npt.NDArray[Any]


class Learnt:
    """Entries by wreck * width + something else; `work_out` finds them for an array of such keys.

    `unknown`: what no entry is, and stands where nothing was asked. Most wrecks of a long flight are seen once, and few
    of their entries are ever asked (docs/performance.md). `alongside`: entries of a wreck that are worked out as soon
    as one of them is asked, for looking often costs more than that in short runs.
    """

    def __init__(
        self, width: int, unknown: Any, work_out: Callable[[Numbers], Entries], alongside: Numbers | None = None
    ) -> None:
        self._width = width
        self._unknown = unknown
        self._work_out = work_out
        self._alongside = alongside
        self._entries: Entries = np.empty(0, np.asarray(unknown).dtype)

    def __call__(self, keys: Numbers, wrecks: int) -> Entries:
        """The entries of those keys; there is room for so many wrecks."""
        if self._entries.size < wrecks * self._width:
            room = np.full(wrecks * self._width - self._entries.size, self._unknown)
            self._entries = np.concatenate([self._entries, room])
        entries = self._entries.take(keys)
        missing = entries == self._unknown
        if missing.any():
            new = np.unique(keys[missing])
            if self._alongside is not None:
                new = (np.unique(new // self._width)[:, None] * self._width + self._alongside).ravel()
            self._entries[new] = self._work_out(new)
            entries = self._entries.take(keys)
        return entries
