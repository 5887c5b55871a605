"""Boards as rows of bits.

A set of boxes has the shape (..., rows, games): one word for each row, one bit for each column. A whole set moves one
step at once. East and west shift the words, round the edge if the galaxy wraps; north and south move the rows. A *cell*
is the number of a box: its row times the width of a word, plus its column, both from 0. Cells are in reading order.
"""

from __future__ import annotations

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
"""Sets of boxes: one unsigned integer per row, one bit per column. Shape (..., rows, games)."""
Cells: TypeAlias = npt.NDArray[np.intp]
Flags: TypeAlias = npt.NDArray[np.bool_]
Tracks: TypeAlias = npt.NDArray[np.uint16]
"""Sets of tracks as bits, in the order of TRACKS. Shape (entries,)."""
N, E, S, W = range(4)
OPPOSITE = (S, W, N, E)
WORDS = (np.uint8, np.uint16, np.uint32)


class Space:
    """The grid of a galaxy's boxes, and operations on sets of boxes that are stored as bits.

    Attributes:
        kind: The smallest unsigned type with a bit for each column.
        width: The number of bits of that type.
        cells: The number of cells, padding included.
        full: The integer with the bits of all columns set.
    """

    def __init__(self, galaxy: Galaxy) -> None:
        self.columns, self.rows = galaxy.columns, galaxy.rows
        self.round_columns, self.round_rows = galaxy.round_columns, galaxy.round_rows
        self.kind: Any = next(kind for kind in WORDS if np.iinfo(kind).bits >= galaxy.columns)
        self.width = int(np.iinfo(self.kind).bits)
        self.cells = self.rows * self.width
        self.endless = self.round_columns and self.round_rows
        self.full = self.kind((1 << self.columns) - 1)

    def cell(self, box: Box) -> int:
        """Return the cell of a box."""
        return (box[1] - 1) * self.width + box[0] - 1

    def box(self, cell: int) -> Box:
        """Return the box of a cell."""
        row, column = divmod(int(cell), self.width)
        return column + 1, row + 1

    def of(self, boxes: Any) -> Sets:
        """Return the set of some boxes. Shape (rows,)."""
        rows = [0] * self.rows
        for column, row in boxes:
            rows[row - 1] |= 1 << (column - 1)
        return np.array(rows, self.kind)

    def moved(self, sets: Sets, side: int) -> Sets:
        """Return the set of all boxes moved one step to a side."""
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
        """Return the rows of a set moved one step east or west; bits beyond the last column are not cleared."""
        # x + x shifts by one bit, and is faster than <<
        out: Sets = sets + sets if side == E else sets >> 1
        if self.round_columns:
            out |= sets >> (self.columns - 1) if side == E else sets << (self.columns - 1)
        return out

    def spread(self, sets: Sets, out: Sets) -> Sets:
        """Write the boxes beside those of a set into `out`, and return it; ignore bits beyond the last column."""
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
        """Return the boxes of `free` that a flood from the boxes of `sets` reaches through boxes of `free`."""
        flooded = near = sets & free
        out = np.empty_like(flooded)
        while near.any():
            # spread from the new boxes only; the mask drops bits beyond the last column
            near = self.spread(near, out) & free & ~flooded
            flooded = flooded | near
        return flooded

    def joined_boxes(self, ends: Sets, sets: Sets) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], Cells]:
        """Return all boxes that connected tracks join to a set of boxes, with the number of steps to each.

        Args:
            ends: For each side, the boxes with a track that has an end there. Shape (4, rows, games).
            sets: The boxes to start from. Shape (rows, games).

        Returns:
            The steps, games and cells of all boxes reached, of shape (boxes,) each. A box of the set has step 1.
        """
        # two tracks join where an end meets the opposite end of the neighbour
        linked = np.array([ends[side] & self.moved(ends[OPPOSITE[side]], OPPOSITE[side]) for side in range(4)])
        left = ~sets
        reached = [sets]
        near = sets
        while near.any():
            # breadth first: only boxes that no shorter way reached
            near = self._joined_once(near & linked) & left
            left = left ^ near
            reached.append(near)
        line, column = self._set_bits(np.array(reached).ravel())
        step, at = np.divmod(line, sets.size)
        row, game = np.divmod(at, sets.shape[-1])
        return step + 1, game, row * self.width + column

    def _joined_once(self, out: Sets) -> Sets:
        """Return the boxes that one step along tracks reaches. Shape (rows, games).

        Args:
            out: For each side, the boxes from which a track leads to the neighbour there. Shape (4, rows, games).
        """
        near: Sets = self._shifted(out[E], E)
        near |= self._shifted(out[W], W)
        near &= self.full
        near[:-1] |= out[N, 1:]
        near[1:] |= out[S, :-1]
        if self.round_rows:
            near[-1] |= out[N, 0]
            near[0] |= out[S, -1]
        return near

    def _set_bits(self, words: Sets) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Return the index of the integer, and the position in it, of every bit that is set in an array of integers.

        Both are in ascending order. Shape (bits,) each.
        """
        # most words are 0: unpack only the others
        line = (words != 0).nonzero()[0]
        boxes = self._unpack_bits(words[line]).view(np.bool_).nonzero()[0]
        return line.take(boxes // self.width), boxes & (self.width - 1)

    def listed(self, sets: Sets) -> tuple[npt.NDArray[np.intp], Cells]:
        """Return the boxes of all sets as two arrays: the game and the cell of each, by game and in reading order."""
        line, column = self._set_bits(np.ascontiguousarray(sets.T).ravel())
        game, row = np.divmod(line, self.rows)
        return game, row * self.width + column

    def unpacked_bits(self, sets: Sets) -> npt.NDArray[np.uint8]:
        """Return the bits of a set as bytes of 0 and 1. Shape (games, cells)."""
        return self._unpack_bits(np.ascontiguousarray(sets.T)).reshape(-1, self.cells)

    def _unpack_bits(self, words: Sets) -> npt.NDArray[np.uint8]:
        """Return the bits of unsigned integers as bytes of 0 and 1, the first column first."""
        in_order = words.astype(words.dtype.newbyteorder("<"), copy=False)
        return np.unpackbits(in_order.view(np.uint8).ravel(), bitorder="little")

    def has(self, sets: Sets, game: npt.NDArray[np.intp], cell: Cells) -> npt.NDArray[Any]:
        """Return 1 if a game's set holds a box, else 0 (also for cells beyond the galaxy). Shape (..., entries).

        Args:
            sets: The sets. Shape (..., rows, games).
            game: The game of each entry.
            cell: The box of each entry.
        """
        row = cell // self.width
        games = sets.shape[-1]
        # one flat index is faster than two; clipped rows are cleared below
        words = sets.reshape(*sets.shape[:-2], self.rows * games).take(row * games + game, axis=-1, mode="clip")
        words >>= (cell & (self.width - 1)).astype(self.kind)
        words &= 1
        if not self.endless:
            words &= (row < self.rows).astype(self.kind)
        return np.asarray(words)

    def bits(self, cell: Cells) -> npt.NDArray[Any]:
        """Return the integer for a box's row in which only the bit of its column is set."""
        return np.asarray(np.left_shift(self.kind(1), (cell % self.width).astype(self.kind)))


STAR, ROCKET, ASTEROID, HOLE = range(1, 5)
"""Codes of special boxes, in the order of SPECIALS; 0 is none."""
ENDS = tuple(tuple(SIDES.index(side) for side in track) for track in TRACKS)
"""The sides of each track's ends."""
HAS_END = np.array([[side in ends for side in range(4)] for ends in ENDS])
"""Whether each track has an end at each side. Shape (tracks, sides)."""
END_BITS = (HAS_END << np.arange(4)).sum(axis=1).astype(np.uint8)
"""The sides of each track's ends as bits. Shape (tracks,)."""
TYPE = np.array([kind for kind, name in enumerate(TYPES) for _ in TRACKS_OF[name]], np.int8)
"""The type of each track. Shape (tracks,)."""
SIDES_AS_BITS = np.arange(16, dtype=np.uint8)[:, None]
BIT_OF_TRACK = np.uint16(1) << np.arange(len(ENDS), dtype=np.uint16)
"""Each track as one bit of a set of tracks. Shape (tracks,)."""
MEETING = ((SIDES_AS_BITS & END_BITS) != 0) @ BIT_OF_TRACK
"""The tracks with an end at any side of a set, for each set of sides as bits. Shape (16,)."""
MEETING_TWO = (np.bitwise_count(SIDES_AS_BITS & END_BITS) > 1) @ BIT_OF_TRACK
"""The tracks with ends at two or more sides of a set. Shape (16,)."""
OF_TYPES = ((SIDES_AS_BITS >> TYPE.astype(np.uint8) & 1) != 0) @ BIT_OF_TRACK
"""The tracks of each set of types, as bits. Shape (16,)."""
MISSING = ((SIDES_AS_BITS & ~END_BITS) != 0) @ BIT_OF_TRACK
"""The tracks without an end at some side of a set. Shape (16,)."""
TRACKS_BY_TYPE = tuple(tuple(np.flatnonzero(kind == TYPE).tolist()) for kind in range(len(TYPES)))
UNTURNED = tuple(tracks[0] for tracks in TRACKS_BY_TYPE)
"""The one track of each type that may be drawn if the rules do not allow turning tracks."""
LONGEST_WAY = 15
"""The most boxes on a way that captains consider."""


def as_bits_of(flags: Flags) -> Cells:
    """Return four rows of flags, e.g. by side, as four bits, the first row lowest. Shape (entries,)."""
    first, second, third, fourth = flags.view(np.uint8)
    # doubling shifts by one bit, and is faster than <<
    code = fourth + fourth | third
    code = code + code | second
    return np.asarray((code + code | first).astype(np.intp))


def tracks_of(sets: Tracks) -> Flags:
    """Return whether each track is in each set of tracks. Shape (tracks, entries)."""
    return np.asarray((sets & BIT_OF_TRACK[:, None]) != 0)


def of_tracks(fold: np.ufunc, sides: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a value for each track, combined from the values of the sides of its ends. Shape (tracks, ...).

    Args:
        fold: The function that combines the values of two ends.
        sides: A value for each side. Shape (4, ...).
    """
    folded = np.empty((len(ENDS), *sides.shape[1:]), sides.dtype)
    for out, (first, second, *others) in zip(folded, ENDS, strict=True):
        fold(sides[first], sides[second], out=out)
        for side in others:
            fold(out, sides[side], out=out)
    return folded


class Board:
    """A galaxy as lookup tables of the rule engine, for a number of traders and some rule switches.

    Args:
        galaxy: The galaxy.
        traders: The number of traders.
        switches: The rule switches.

    Attributes:
        beside: For each side and each set of planets, the boxes that have a planet of the set at that side. Shape (4,
            rows, 2**planets).
        neighbour: For each side, the cell beside each cell; `cells` if there is none. Shape (4, cells).
        planet_at: For each side, the planet beside each cell, from 0; -1 for none. Shape (4, cells).
        special: The code of the special box in each cell, 0 for none. Shape (cells + 1,).
        spot: The number of each cell in reading order within the galaxy plus a margin of one box; 0 for padding. Shape
            (cells + 1,).
        beside_cell: The planets beside each box as bits. Shape (cells,).
        sides_with_planet: The sides of each box with a planet, as bits. Shape (cells,).
        pairs: All pairs of planets, from 0. Shape (pairs, 2).
        fillable: The boxes that may be filled. Shape (rows,).

    Raises:
        AnalyzerError: The galaxy has a single column or row that would be beside itself.
    """

    def __init__(self, galaxy: Galaxy, traders: int, switches: Switches = USUAL) -> None:
        self.galaxy, self.traders, self.switches = galaxy, traders, switches
        self.space = space = Space(galaxy)
        self._refuse()
        self.star_points = galaxy.star_points
        self.planets = len(galaxy.planets)
        self.pairs = np.array(list(combinations(range(self.planets), 2)), np.intp)
        self.planet_set = space.of(galaxy.planets)
        # planets are never empty, so no track lies on one
        self.empty = space.of(box for box in galaxy.boxes() if box not in galaxy.planet_at)
        # cell number `cells` stands for no neighbour: tables have one entry more for it
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
        sides = (self.planet_at >= 0) << np.arange(4)[:, None]
        self.sides_with_planet = np.bitwise_or.reduce(sides, axis=0)
        self.stars = space.of(box for box, kind in galaxy.special_at.items() if kind == "star")
        self.beside = self._beside()
        self.around = np.bitwise_or.reduce(self.beside[:, :, 1 << np.arange(self.planets)], axis=0).T
        """The boxes beside each planet. Shape (planets, rows)."""

    def _refuse(self) -> None:
        """Raise AnalyzerError for a galaxy in which a box would be beside itself."""
        space = self.space
        if (space.columns == 1 and space.round_columns) or (space.rows == 1 and space.round_rows):
            raise AnalyzerError(
                f"{self.galaxy.name}: a galaxy of one column or row that goes on round would have boxes beside "
                "themselves: give it two, or another wrap"
            )

    def _beside(self) -> Sets:
        """Return the boxes that have a planet of a set at a side, for each side and set.

        Shape (4, rows, 2**planets).
        """
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
        """For each side, the boxes that have a planet at that side. Shape (4, rows)."""
        return self.beside[:, :, -1]

    @cached_property
    def pairs_within(self) -> npt.NDArray[np.uint64]:
        """The pairs of which both planets are in a set, as bits, for each set of planets. Shape (2**planets,)."""
        chosen = np.arange(1 << self.planets)
        within = np.zeros(chosen.size, np.uint64)
        for number, (one, other) in enumerate(self.pairs.tolist()):
            within |= (chosen >> one & chosen >> other & 1).astype(np.uint64) << np.uint64(number)
        return within

    def as_set(self, planets: Flags) -> Cells:
        """Return sets of planets as bits. Shape (...,).

        Args:
            planets: Whether each planet is in each set. Shape (..., planets).
        """
        # Floats, because numpy multiplies matrices of integers slowly. Without `errstate` it may warn of invalid values
        # that lie in vector registers beside the few numbers multiplied.
        with np.errstate(invalid="ignore"):
            return np.asarray((planets.astype(np.float32) @ self._weights).astype(np.intp))

    def as_set_of_each(self, planets: Flags) -> npt.NDArray[np.uint16]:
        """Return one set of planets for each game, as bits. Shape (games,).

        Args:
            planets: Whether each planet is in each set. Shape (planets, games).
        """
        with np.errstate(invalid="ignore"):
            return np.asarray((self._weights @ planets.astype(np.float32)).astype(np.uint16))

    @cached_property
    def _weights(self) -> npt.NDArray[np.float32]:
        """The bit of each planet as a number; flags weighted by these and added up give a set. Shape (planets,)."""
        return (1 << np.arange(self.planets)).astype(np.float32)

    @cached_property
    def doubled(self) -> tuple[bool, ...]:
        """For each side, whether the neighbours of a box at that side and at the opposite one are the same box.

        That is so in a ring of two boxes.
        """
        space = self.space
        across = space.columns == 2 and space.round_columns
        down = space.rows == 2 and space.round_rows
        return tuple({N: down, S: down, E: across, W: across}[side] for side in range(4))

    @cached_property
    def is_box_by_box(self) -> bool:
        """Whether the tracks that may lie in a box depend on its sides alone, under these switches."""
        usual = self.switches.tracks_per_box == "one" and self.switches.dead_ends == "allowed"
        return usual and self.switches.surrounding != "reach" and not any(self.doubled)

    @cached_property
    def spots_beside(self) -> tuple[tuple[Cells, Cells], ...]:
        """For each side, the planets with a box at that side, and the `spot` of that box."""
        cells = self.neighbour[:, [self.space.cell(box) for box in self.galaxy.planets]]
        planets = [np.flatnonzero(at < self.space.cells) for at in cells]
        return tuple((some, self.spot[at[some]]) for some, at in zip(planets, cells, strict=True))

    @cached_property
    def rows_beside(self) -> tuple[npt.NDArray[np.intp], Sets]:
        """The boxes beside each planet: indices of rows, and the boxes in each row as bits. Shape (planets * 3,) each.

        Each planet has three entries, because the boxes beside it lie in at most three rows. An unused entry has row 0
        and an empty set.
        """
        rows, bits = np.zeros((self.planets, 3), np.intp), np.zeros((self.planets, 3), self.space.kind)
        for planet, around in enumerate(self.around):
            (there,) = np.nonzero(around)
            rows[planet, : there.size], bits[planet, : there.size] = there, around[there]
        return rows.ravel(), bits.ravel()

    @cached_property
    def fillable(self) -> Sets:
        """The boxes that are no planet and not beside one. Shape (rows,)."""
        near = np.bitwise_or.reduce(self.around, axis=0)
        if self.switches.fill_beside == "corner":
            planets = self.planet_set[:, None]
            for down in (N, S):
                for across in (E, W):
                    near = near | self.space.moved(self.space.moved(planets, down), across)[:, 0]
        return np.asarray(self.empty & ~near)
