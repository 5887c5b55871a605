"""What stays as it is in all games of a galaxy: where planets and special boxes are, seen from every box."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.switches import USUAL, Switches
from analyzer.lorry.tracks import SIDES, SPECIALS, TRACKS, TRACKS_OF, TYPES
from analyzer.lorry.turn.rows import E, N, S, Sets, Space, W

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
