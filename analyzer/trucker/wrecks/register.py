"""Sets of some hulls (of squares, or of tokens), numbered when they first come up, and tables that fill by number."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.ship.bitboard import Bits
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.stacked import Stack, Stacked

Numbers = npt.NDArray[np.signedinteger[Any]]
"""Numbers of wrecks, of positions, or of hulls."""
Table = npt.NDArray[Any]
"""An entry for each number, or a row of so many: entry i of number n stands at n * width + i."""
WorkOut = Callable[[Stacked, Bits], Table]
"""What follows for sets, each of its own hull: an entry, or a row of so many, for each."""

ROOM = 256
"""Numbers that there is room for at first."""


class Register:
    """What came up so far: number n is the set `sets[n]` of hull `hulls[hull_of[n]]`."""

    def __init__(self, hulls: Sequence[Hull]) -> None:
        self.hulls = tuple(hulls)
        self.stack = Stack(hulls)
        self.known = 0
        self.sets: Bits = np.zeros(ROOM, np.uint64)
        self.hull_of: Numbers = np.zeros(ROOM, np.intp)
        self._numbers: dict[tuple[int, int], int] = {}
        self._tables: dict[Hashable, Table] = {}
        self._filled_to: dict[Hashable, int] = {}

    def numbers(self, hulls: Numbers, sets: Bits) -> Numbers:
        """The numbers of sets."""
        return np.array([self.number(*each) for each in zip(hulls.tolist(), sets.tolist(), strict=True)], np.intp)

    def number(self, hull: int, one: int) -> int:
        """The number of a set, a new one if it never came up."""
        number = self._numbers.setdefault((hull, one), self.known)
        if number == self.known:
            if number == self.sets.size:
                self.sets, self.hull_of = doubled(self.sets), doubled(self.hull_of)
            self.sets[number], self.hull_of[number] = one, hull
            self.known += 1
        return number

    def table(self, work_out: WorkOut, key: Hashable = None) -> Table:
        """What `work_out` says of all that came up; kept under the key, under the function itself if it has none."""
        key = key or work_out
        if self._filled_to.get(key) != self.known:
            self._tables[key] = self._filled(self._tables.get(key), self._filled_to.get(key, 0), work_out)
            self._filled_to[key] = self.known
        return self._tables[key]

    def _filled(self, table: Table | None, first: int, work_out: WorkOut) -> Table:
        """The table with entries for all from `first` on, too."""
        new = slice(first, self.known)
        rows = work_out(self.stack.of(self.hull_of[new]), self.sets[new])
        width = rows.size // rows.shape[0]
        if table is None:
            table = np.zeros(self.sets.size * width, rows.dtype)
        while table.size < self.sets.size * width:
            table = doubled(table)
        table.reshape(-1, width)[new] = rows.reshape(-1, width)
        return table


def doubled(table: Table) -> Table:
    """The table with as much room again."""
    return np.concatenate([table, np.zeros_like(table)])
