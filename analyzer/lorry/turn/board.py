"""Boards as rows of bits.

A set of boxes has the shape (..., rows, games). One step to a side moves a whole set: east and west shift the words,
round the edge where the galaxy goes on there; north and south move the rows. A *cell* is the number of a box: its row
times the width of a word, plus its column, both from 0; cells are in reading order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.tables import SIDES, SPECIALS, TRACKS, TRACKS_OF, TYPES, USUAL, Switches

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


STAR, ROCKET, ASTEROID, HOLE = range(1, 5)
"""Special boxes by code, in the order of SPECIALS; 0 is none."""
ENDS = tuple(tuple(SIDES.index(side) for side in track) for track in TRACKS)
"""Of every track the sides of its ends."""
HAS_END = np.array([[side in ends for side in range(4)] for ends in ENDS])
"""(tracks, sides)"""
END_BITS = (HAS_END << np.arange(4)).sum(axis=1).astype(np.uint8)
"""(tracks,) The sides of its ends as bits."""
TYPE = np.array([kind for kind, name in enumerate(TYPES) for _ in TRACKS_OF[name]], np.int8)
"""Of every track its type."""
TRACKS_BY_TYPE = tuple(tuple(np.flatnonzero(kind == TYPE).tolist()) for kind in range(len(TYPES)))
UNTURNED = tuple(tracks[0] for tracks in TRACKS_BY_TYPE)
"""The tracks that may be drawn where none may be turned."""
LONGEST_WAY = 15
"""Boxes; captains look no further."""


def of_tracks(fold: np.ufunc, sides: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """(tracks, ...) A value of every track, folded over its ends from what there is at each side (4, ...)."""
    folded = np.empty((len(ENDS), *sides.shape[1:]), sides.dtype)
    for out, (first, second, *others) in zip(folded, ENDS, strict=True):
        fold(sides[first], sides[second], out=out)
        for side in others:
            fold(out, sides[side], out=out)
    return folded


class Board:
    """A galaxy for a number of traders under switches, compiled.

    beside: (4, rows, sets of planets) boxes that have, at that side, a planet of the set; neighbour: (4, cells) the
    cell at each side, `cells` where there is none; planet_at: (4, cells) the number of the planet there, from 0, or
    -1; special: (cells + 1,) the code of a special box; spot: (cells + 1,) which box a cell is in reading order once
    the galaxy has a margin all round, 0 for what is none; beside_cell: (cells,) the planets beside a box as bits;
    pairs: (pairs, 2) planets, from 0; fillable: (rows,) what may be filled.
    """

    def __init__(self, galaxy: Galaxy, traders: int, switches: Switches = USUAL) -> None:
        self.galaxy, self.traders, self.switches = galaxy, traders, switches
        self.space = space = Space(galaxy)
        self._refuse()
        self.star_points = galaxy.star_points
        self.planets = len(galaxy.planets)
        self.pairs = np.array(list(combinations(range(self.planets), 2)), np.intp)
        self.planet_set = space.of(galaxy.planets)
        self.empty = space.of(box for box in galaxy.boxes() if box not in galaxy.planet_at)
        self.neighbour = np.full((4, space.cells), space.cells, np.intp)
        self.planet_at = np.full((4, space.cells), -1, np.int8)
        for box in galaxy.boxes():
            for side, name in enumerate(SIDES):
                other = galaxy.beside(box, name)
                if other is not None:
                    self.neighbour[side, space.cell(box)] = space.cell(other)
                    self.planet_at[side, space.cell(box)] = galaxy.planet_at.get(other, 0) - 1
        self.special = np.zeros(space.cells + 1, np.int8)
        for box, kind in galaxy.special_at.items():
            self.special[space.cell(box)] = SPECIALS.index(kind) + 1
        row, column = np.divmod(np.arange(space.cells), space.width)
        inside = (row + 1) * (space.columns + 2) + column + 1
        self.spot = np.append(np.where(column < space.columns, inside, 0), 0)
        at = np.where(self.planet_at >= 0, 1 << np.maximum(self.planet_at, 0).astype(np.int64), 0).astype(np.uint16)
        self.beside_cell = np.bitwise_or.reduce(at, axis=0)
        self.stars = space.of(box for box, kind in galaxy.special_at.items() if kind == "star")
        self.beside = self._beside()
        self.around = np.bitwise_or.reduce(self.beside[:, :, 1 << np.arange(self.planets)], axis=0).T
        """(planets, rows) boxes beside each planet"""

    def _refuse(self) -> None:
        """What is not played."""
        space = self.space
        if (space.columns == 1 and space.round_columns) or (space.rows == 1 and space.round_rows):
            raise AnalyzerError(
                f"{self.galaxy.name}: a galaxy of one column or row that goes on round would have boxes beside "
                "themselves: give it two, or another wrap"
            )

    def _beside(self) -> Sets:
        of_sets = np.zeros((4, self.space.rows, 1 << self.planets), self.space.kind)
        chosen = np.arange(1 << self.planets)
        for side in range(4):
            for cell in np.flatnonzero(self.planet_at[side] >= 0).tolist():
                row, column = divmod(cell, self.space.width)
                held = (chosen >> int(self.planet_at[side, cell]) & 1).astype(self.space.kind)
                of_sets[side, row] |= held << self.space.kind(column)
        return of_sets

    @property
    def any_planet(self) -> Sets:
        """(4, rows) Boxes that have a planet at that side."""
        return self.beside[:, :, -1]

    @cached_property
    def doubled(self) -> tuple[bool, ...]:
        """By side whether the box there is that at the opposite side, too."""
        space = self.space
        across = space.columns == 2 and space.round_columns
        down = space.rows == 2 and space.round_rows
        return tuple({N: down, S: down, E: across, W: across}[side] for side in range(4))

    @cached_property
    def boxes_beside(self) -> tuple[tuple[Box, ...], ...]:
        """Of every planet the boxes beside it, each once."""
        return tuple(tuple(dict.fromkeys(self.galaxy.around(box))) for box in self.galaxy.planets)

    @cached_property
    def sides(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.int8]]:
        """Rows, columns (from 0) and weights (planets * 4,) of boxes beside each planet, each once; weight 0: none."""
        cells = np.zeros((self.planets, 4), np.intp)
        weights = np.zeros((self.planets, 4), np.int8)
        for planet, boxes in enumerate(self.boxes_beside):
            for number, other in enumerate(boxes):
                cells[planet, number], weights[planet, number] = self.space.cell(other), 1
        rows, columns = np.divmod(cells.reshape(-1), self.space.width)
        return rows, columns, weights.reshape(-1)

    @cached_property
    def fillable(self) -> Sets:
        """(rows,) Boxes that are no planet and not beside one."""
        near = np.bitwise_or.reduce(self.around, axis=0)
        if self.switches.fill_beside == "corner":
            planets = self.planet_set[:, None]
            for down in (N, S):
                for across in (E, W):
                    near = near | self.space.moved(self.space.moved(planets, down), across)[:, 0]
        return np.asarray(self.empty & ~near)
