"""Sets of boxes as rows of bits, and every trick with them: one word a row, column 1 the lowest bit, games last.

A set of boxes has the shape (..., rows, games). One step to a side moves a whole set: east and west shift the words,
round the edge where the galaxy goes on there; north and south move the rows. A *cell* is the number of a box: its row
times the width of a word, plus its column, both from 0; cells are in reading order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.galaxy.galaxy import Galaxy

Sets: TypeAlias = npt.NDArray[Any]
"""(..., rows, games) Boxes as bits of unsigned words."""
Cells: TypeAlias = npt.NDArray[np.intp]
Flags: TypeAlias = npt.NDArray[np.bool_]
N, E, S, W = range(4)
OPPOSITE = (S, W, N, E)
WORDS = (np.uint8, np.uint16, np.uint32)


class Space:
    """The boxes of a galaxy: how wide its words are, and where its edges go on."""

    def __init__(self, galaxy: Galaxy) -> None:
        self.columns, self.rows = galaxy.columns, galaxy.rows
        self.round_columns, self.round_rows = galaxy.round_columns, galaxy.round_rows
        self.kind: Any = next(kind for kind in WORDS if np.iinfo(kind).bits >= galaxy.columns)
        self.width = int(np.iinfo(self.kind).bits)
        self.cells = self.rows * self.width
        self.endless = self.round_columns and self.round_rows
        self.full = self.kind((1 << self.columns) - 1)

    def cell(self, box: Box) -> int:
        """The number of a box."""
        return (box[1] - 1) * self.width + box[0] - 1

    def box(self, cell: int) -> Box:
        """The box of that number."""
        row, column = divmod(int(cell), self.width)
        return column + 1, row + 1

    def of(self, boxes: Any) -> Sets:
        """(rows,) A set of some boxes."""
        rows = [0] * self.rows
        for column, row in boxes:
            rows[row - 1] |= 1 << (column - 1)
        return np.array(rows, self.kind)

    def moved(self, sets: Sets, side: int) -> Sets:
        """All boxes one step to that side."""
        if side in (E, W):
            return self._shifted(sets, side) & self.full
        out = np.empty_like(sets)
        if side == N:
            out[..., :-1, :] = sets[..., 1:, :]
            out[..., -1, :] = sets[..., 0, :] if self.round_rows else 0
        else:
            out[..., 1:, :] = sets[..., :-1, :]
            out[..., 0, :] = sets[..., -1, :] if self.round_rows else 0
        return out

    def _shifted(self, sets: Sets, side: int) -> Sets:
        """One step east or west; bits beyond the last column are left there."""
        out: Sets = sets + sets if side == E else sets >> 1
        if self.round_columns:
            out |= sets >> (self.columns - 1) if side == E else sets << (self.columns - 1)
        return out

    def spread(self, sets: Sets, out: Sets) -> Sets:
        """Into `out` all boxes beside those of a set; bits beyond the last column mean nothing."""
        np.add(sets, sets, out=out)
        out |= sets >> 1
        if self.round_columns:
            out |= sets << (self.columns - 1)
            out |= sets >> (self.columns - 1)
        out[..., :-1, :] |= sets[..., 1:, :]
        out[..., 1:, :] |= sets[..., :-1, :]
        if self.round_rows:
            out[..., -1, :] |= sets[..., 0, :]
            out[..., 0, :] |= sets[..., -1, :]
        return out

    def reached(self, free: Sets, sets: Sets) -> Sets:
        """All of `free` that hangs together with some of `sets` in it: a flood."""
        flooded = near = sets & free
        out = np.empty_like(flooded)
        while near.any():
            near = self.spread(near, out) & free & ~flooded
            flooded = flooded | near
        return flooded

    def along(self, ends: Sets, sets: Sets) -> Sets:
        """(planes, rows, games) How many steps from a set each box is, along tracks whose ends meet; 1 in it, 0 beyond.

        ends: (4, rows, games), boxes with a track that has an end there.
        """
        linked = [ends[side] & self.moved(ends[OPPOSITE[side]], OPPOSITE[side]) for side in range(4)]
        near = sets
        left = ~sets
        planes: list[Sets] = [sets.copy()]
        step = 1
        while True:
            near = self._along_once(near, linked) & left
            if not near.max(initial=0):
                return np.array(planes)
            left = left ^ near
            step += 1
            for plane in range(step.bit_length()):
                if plane == len(planes):
                    planes.append(np.zeros_like(near))
                if step >> plane & 1:
                    planes[plane] |= near

    def _along_once(self, sets: Sets, linked: Sequence[Sets]) -> Sets:
        """All boxes one step from a set, out of boxes `linked` with the one at each side."""
        out = self._shifted(sets & linked[E], E)
        out |= self._shifted(sets & linked[W], W)
        out &= self.full
        north, south = sets & linked[N], sets & linked[S]
        out[..., :-1, :] |= north[..., 1:, :]
        out[..., 1:, :] |= south[..., :-1, :]
        if self.round_rows:
            out[..., -1, :] |= north[..., 0, :]
            out[..., 0, :] |= south[..., -1, :]
        return out

    def listed(self, sets: Sets) -> tuple[npt.NDArray[np.intp], Cells]:
        """Of sets (rows, games) every box: its game's number and its cell, game by game, in reading order."""
        words = np.ascontiguousarray(sets.T).ravel()
        line = np.flatnonzero(words != 0)
        boxes = np.flatnonzero(self._spelled(words[line]).view(np.bool_))
        which = boxes // self.width
        line = line[which]
        game = line // self.rows
        return game, (line - game * self.rows - which) * self.width + boxes

    def spelled(self, sets: Sets) -> npt.NDArray[np.uint8]:
        """(games, cells) The bits of sets (rows, games), one by one."""
        return self._spelled(np.ascontiguousarray(sets.T)).reshape(-1, self.cells)

    def _spelled(self, words: Sets) -> npt.NDArray[np.uint8]:
        """The bits of words, one by one, from the first column on."""
        in_order = words.astype(words.dtype.newbyteorder("<"), copy=False)
        return np.unpackbits(in_order.view(np.uint8).ravel(), bitorder="little")

    def has(self, sets: Sets, game: npt.NDArray[np.intp], cell: Cells) -> npt.NDArray[Any]:
        """(..., entries) 1 where the box of a game is in its set, of sets (..., rows, games); 0 for cells beyond."""
        row = cell // self.width
        games = sets.shape[-1]
        words = sets.reshape(*sets.shape[:-2], self.rows * games).take(row * games + game, axis=-1, mode="clip")
        words >>= (cell & (self.width - 1)).astype(self.kind)
        words &= 1
        if not self.endless:
            words &= (row < self.rows).astype(self.kind)
        return np.asarray(words)

    def bits(self, cell: Cells) -> npt.NDArray[Any]:
        """The word of a box in its row."""
        return np.asarray(np.left_shift(self.kind(1), (cell % self.width).astype(self.kind)))
