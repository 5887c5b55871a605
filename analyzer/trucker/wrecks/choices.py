"""Choices between the pieces of a broken ship, numbered as they come up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import numpy as np

from analyzer.trucker.wrecks.register import ROOM, Numbers, Table

NO_PIECE = -1


class Choices:
    """The choices that came up so far; `pieces` (most pieces, choices) are wrecks, NO_PIECE behind the last."""

    def __init__(self) -> None:
        self.known = 0
        self.pieces: Numbers = np.full((2, ROOM), NO_PIECE)
        self._tables: dict[Hashable, tuple[Table, int]] = {}

    def number(self, among: Sequence[int]) -> int:
        """The number of a new choice between wrecks, that with the earliest square first."""
        most, size = self.pieces.shape
        if len(among) > most or self.known == size:
            larger = np.full((max(most, len(among)), 2 * size), NO_PIECE)
            larger[:most, :size] = self.pieces
            self.pieces = larger
        self.pieces[: len(among), self.known] = among
        self.known += 1
        return self.known - 1

    def table(self, work_out: Callable[[Numbers], Numbers], key: Hashable) -> Numbers:
        """What `work_out` says of all choices, given their pieces: a row of numbers each; kept under the key."""
        table, filled = self._tables.get(key, (np.zeros(0, np.intp), 0))
        if filled < self.known:
            rows = work_out(self.pieces[:, filled : self.known])
            width = rows.shape[-1]
            room = np.zeros(self.pieces.shape[1] * width - table.size, np.intp)
            table = np.concatenate([table, room]) if room.size else table
            table.reshape(-1, width)[filled : self.known] = rows
            self._tables[key] = table, self.known
        return table
