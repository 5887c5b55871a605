"""Reach of tracks through empty boxes to wanted planets, and a captain's worth of such open ends.

A flood fill starts at all wanted planets at once: each box holds an integer with one bit per planet wanted in its game.
Games are the last axis. A margin around the boxes stands for the boxes beyond the edges; it stays empty at edges that
do not wrap around.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.turn.board import LONGEST_WAY, Board, Cells, Sets, Space
from analyzer.lorry.turn.draw import Games

FAR = LONGEST_WAY + 1
TOGETHER = 1 << 10
"""Number of games that are flooded at once: their arrays fit the processor's cache (measured)."""
FEW = 8
"""Number of planets whose bits fit into a byte. A trader who has flown to one of nine planets wants at most eight."""
SPARE = 1 << FEW
"""The bit of the one planet that does not fit into a byte."""
Planets = npt.NDArray[np.uint16]
"""Sets of planets, as bits."""
Reach = npt.NDArray[np.uint16]
"""Sets of lengths of ways: bit w if a planet is w boxes away."""

Within = npt.NDArray[np.uint64]
"""Planets within each of several lengths, packed into words of 64 bits. Shape (words, ...).

A planet is within a length if a way of at most so many boxes leads to it. Each length has one bit per planet, and the
first length has the lowest bits. A word holds the sets of as many lengths as fit (see `words_of`). So unions of tracks
or leads take one operation for all lengths.
"""


class Heads(NamedTuple):
    """Empty boxes into which own open ends point, in the order of their games. All shapes are (heads,).

    Attributes:
        here: game of each box.
        cell: the box.
        networks: networks whose ends point into the box; network n is bit `planets + n`.
    """

    here: Games
    cell: Cells
    networks: Planets


class Watched(NamedTuple):
    """Boxes from which ways are looked for, in the order of their games.

    Attributes:
        here: (entries,) game of each box.
        cell: (..., entries) the box.
        wanted: (entries,) planets and networks that are wanted from the box.
    """

    here: Games
    cell: Cells
    wanted: Planets


def reach(
    board: Board,
    empty: Sets,
    groups: Sequence[Watched],
    sought: Planets,
    *,
    within: Sequence[int] = (),
    heads: Heads | None = None,
) -> list[tuple[Reach, Within]]:
    """Return the lengths of the ways from each box to the planets wanted from it, and the planets within some lengths.

    A set of lengths is one integer, in which bit n stands for a way of n boxes. Ways have at most LONGEST_WAY boxes.
    The shapes are (..., entries) and (words, ..., entries) for each group of boxes.

    Args:
        board: the board.
        empty: (rows, games) empty boxes.
        groups: boxes from which ways are looked for.
        sought: (games,) at least all planets that are wanted from some box of each game.
        within: lengths in boxes, in order, for which the planets within them are returned (see Within).
        heads: empty boxes into which ends of own networks point; `wanted` and `sought` may then hold networks, too.
    """
    words = words_of(board.planets, within)
    found = [(np.zeros(cell.shape, np.uint16), np.zeros((len(words), *cell.shape), np.uint64)) for _, cell, _ in groups]
    is_watched = np.zeros(sought.size, np.bool_)
    for group in groups:
        is_watched[group.here] = True
    busy = is_watched.nonzero()[0]
    place = np.cumsum(is_watched) - 1
    all_planets = np.uint16((1 << board.planets) - 1)
    for begin in range(0, busy.size, TOGETHER):
        some = busy[begin : begin + TOGETHER]
        games, ends = some.size, (some[0], some[-1] + 1)
        free, planets = (empty, sought) if games == sought.size else (empty.take(some, axis=-1), sought.take(some))
        fits = heads is None and np.bitwise_count(planets).max(initial=0) <= FEW
        # The spare bit of a byte would hide which planet is meant.
        kind: Any = np.uint8 if fits and not (within and board.planets > FEW) else np.uint16
        spare = np.full(games, SPARE, np.uint16)
        if board.planets > FEW and kind is np.uint8:
            # The spare planet takes the lowest bit that its game does not need, so a byte holds all.
            spare = ~planets & (planets + np.uint16(1))
        parts, where, wanted = [], [], []
        for here, cell, to in groups:
            part = slice(*np.searchsorted(here, ends))
            there = place.take(here[part]) - begin
            mine = to[part]
            if board.planets > FEW and kind is np.uint8:
                mine = mine | (mine >= SPARE) * spare.take(there)
            # One flat index of box and game, so that `take` needs no second axis.
            flat = board.spot.take(cell[..., part]) * games + there
            parts.append((part, flat.shape))
            where.append(flat.ravel())
            wanted.append(np.broadcast_to(mine, flat.shape).ravel())
        near = _beside(board, planets, spare, kind)
        if heads is not None:
            rows = slice(*np.searchsorted(heads.here, ends))
            is_busy = is_watched.take(heads.here[rows])
            spots, lanes = board.spot.take(heads.cell[rows][is_busy]), place.take(heads.here[rows][is_busy]) - begin
            near.reshape(-1, games)[spots, lanes] |= heads.networks[rows][is_busy]
        to_all, spots, left = (
            np.concatenate(wanted).astype(kind),
            np.concatenate(where),
            _by_box(board.space, free, kind),
        )
        # Many boxes hold a track or want nothing, so no step needs to look at them.
        rows = (left.ravel().take(spots) & to_all).nonzero()[0]
        met = _flooded(board.space, near, left, spots.take(rows), to_all.take(rows))
        lengths, sets = np.zeros(spots.size, np.uint16), np.zeros((len(words), spots.size), np.uint64)
        lengths[rows] = _as_lengths(met)
        if within:
            met &= all_planets
            sets[:, rows] = _packed(met, words, board.planets)
        at = 0
        for (of_lengths, of_sets), (part, shape) in zip(found, parts, strict=True):
            end = at + math.prod(shape)
            of_lengths[..., part] = lengths[at:end].reshape(shape)
            of_sets[..., part] = sets[:, at:end].reshape(len(words), *shape)
            at = end
    return found


def _beside(board: Board, sought: Planets, spare: Planets, kind: Any) -> Sets:
    """Return the sought planets beside each box, as bits. Shape (rows + 2, columns + 2, games).

    Args:
        board: the board.
        sought: (games,) the sought planets.
        spare: (games,) the bit that stands for the ninth planet, because a byte has only eight bits.
        kind: type of the result.
    """
    space = board.space
    near: Sets = np.zeros((space.rows + 2, space.columns + 2, sought.size), kind)
    bits = (sought & np.uint16(1) << np.arange(board.planets, dtype=np.uint16)[:, None]).astype(kind)
    if board.planets > FEW:
        bits[FEW] = (sought >= SPARE) * spare
    flat = near.reshape(-1, sought.size)
    # no two planets have the same box at the same side, so plain indexing adds them all
    for planets, spots in board.spots_beside:
        flat[spots] |= bits[planets]
    return np.asarray(near)


def _by_box(space: Space, sets: Sets, kind: Any) -> Sets:
    """Return one integer per box: all bits set for boxes in `sets` (rows, games), else 0.

    The shape is (rows + 2, columns + 2, games), because the boxes have a margin.
    """
    columns = np.arange(space.columns, dtype=space.kind)[:, None]
    by_box: Sets = np.zeros((space.rows + 2, space.columns + 2, sets.shape[-1]), kind)
    # The negative of 1 has all bits set, that of 0 none.
    np.negative((sets[:, None] >> columns & 1).astype(kind), out=by_box[1:-1, 1:-1])
    return by_box


def _flooded(space: Space, near: Sets, left: Sets, where: npt.NDArray[np.intp], wanted: Sets) -> Sets:
    """Flood empty boxes from the planets, and return the wanted planets that reach each watched box at each step.

    A planet reaches a box at step n if its shortest way to the box has n boxes. The shape is (steps, ..., entries),
    with planets as bits. A step shifts all boxes as one line of memory, which is fastest. Bits shifted past an edge
    land in the margin, where nothing may be flooded.

    Args:
        space: the boxes of the galaxy.
        near: (rows + 2, columns + 2, games) planets beside each box, as bits, from which the flood begins; the array
            is overwritten.
        left: (rows + 2, columns + 2, games) boxes that may be flooded; flooded boxes are removed.
        where: indices of the watched boxes in the flattened arrays of boxes with margin and games.
        wanted: planets that are wanted at each watched box.
    """
    met = np.zeros((LONGEST_WAY, *where.shape), near.dtype)
    games, row = near.shape[-1], near[0].size
    following = np.zeros_like(near)
    near &= left
    left = left.ravel()[row:-row]
    for way in range(1, FAR):
        line = near.ravel()
        line.take(where, out=met[way - 1], mode="clip")
        # With many games some flood nearly always goes on, so only every fourth step looks whether all have ended.
        if way == LONGEST_WAY or (way % 4 == 0 and not line.any()):
            break
        left ^= line[row:-row]
        _fill_margin(space, near)
        inside = following.ravel()[row:-row]
        # North and south, then west and east, each as one shift of the whole line.
        np.bitwise_or(line[: -2 * row], line[2 * row :], out=inside)
        inside |= line[row - games : -row - games]
        inside |= line[row + games : line.size - row + games]
        inside &= left
        near, following = following, near
    met &= wanted
    return met


def _as_lengths(met: Sets) -> Reach:
    """Return the lengths of ways that reach any planet, as sets. Shape (..., entries)."""
    # All planets count alike, so only a bit at the length of the way is kept.
    is_met = (met != 0).view(np.uint8)
    parts = []
    for first in (0, 8):
        # Doubling shifts the longer ways up by one bit.
        part = np.zeros(met.shape[1:], np.uint8)
        for one in is_met[first : first + 8][::-1]:
            part += part
            part |= one
        parts.append(part)
    return np.asarray(parts[0].astype(np.uint16) + (parts[1].astype(np.uint16) << 8) << 1)


def words_of(planets: int, lengths: Sequence[int]) -> list[Sequence[int]]:
    """Return the lengths of ways whose sets of planets share each word of 64 bits (see Within)."""
    most = 64 // planets
    return [lengths[first : first + most] for first in range(0, len(lengths), most)]


def copies_of(planets: int, lengths: int | None = None) -> np.uint64:
    """Return a factor that copies a set of planets to the first lengths of a word, by default to all (see Within)."""
    return np.uint64(sum(1 << planets * number for number in range(64 // planets if lengths is None else lengths)))


def _packed(met: Sets, words: Sequence[Sequence[int]], planets: int) -> Within:
    """Return the planets within each length. Shape (words, entries).

    Args:
        met: (steps, entries) planets by the number of boxes on the shortest way to them, from one box.
        words: lengths of each word, from `words_of`.
        planets: number of planets of the galaxy.
    """
    packed = np.zeros((len(words), met.shape[1]), np.uint64)
    for out, lengths in zip(packed, words, strict=True):
        for before, length in list(pairwise((0, *lengths)))[::-1]:
            np.left_shift(out, np.uint64(planets), out=out)
            np.bitwise_or(out, np.bitwise_or.reduce(met[before:length], axis=0), out=out)
        # A planet has a bit at its least length only, so the product adds it at all longer lengths without a carry.
        np.multiply(out, copies_of(planets, len(lengths)), out=out)
    return packed


def _fill_margin(space: Space, boxes: Sets) -> None:
    """Copy the boxes of opposite edges into the margin, for directions in which the galaxy wraps around."""
    if space.round_rows:
        boxes[0], boxes[-1] = boxes[-2], boxes[1]
    if space.round_columns:
        boxes[:, 0], boxes[:, -1] = boxes[:, -2], boxes[:, 1]


Worth = npt.NDArray[np.int32]
_SETS = np.arange(1 << LONGEST_WAY) << 1
# Tables by set of lengths, the lowest bit of which is never set: its shortest and its longest way.
LOWEST = np.array([0] + [(int(some) & -int(some)).bit_length() - 1 for some in _SETS[1:]], np.int16)
HIGHEST = np.array([0] + [int(some).bit_length() - 1 for some in _SETS[1:]], np.int16)
NEVER = -(1 << 14)
LEAST_WORTH = -(1 << 24)
"""Less than any worth of a lead."""
Patience = npt.NDArray[np.int32]
"""Smallest numbers of boxes that routes should bring."""


class OpenEndWorths:
    """A captain's worth of leads: open ends from which a way on leads to a planet."""

    def __init__(self, captain: Captain) -> None:
        self.near, self.growth, self.too_short = captain.near, captain.growth, 2 * captain.point
        self._worths = np.concatenate([self._by_set(missing) for missing in range(FAR + 1)])

    def _by_set(self, missing: int) -> npt.NDArray[np.int16]:
        """Return the worth of the best way in each set of lengths, in tenths of a point. Shape (sets,).

        Among ways that are long enough, the shortest is best. Among shorter ways the longest is best, unless the price
        `near` of a box is higher than the cost of a missing box.

        Args:
            missing: boxes that the way on needs, so that the whole route has the number that patience asks for.
        """
        enough = _SETS >> missing << missing
        scant = _SETS ^ enough
        # A box nearer saves `near`, and loses `too_short` for each box that is missing to patience.
        best = HIGHEST if self.too_short >= self.near else LOWEST
        way = best.take(scant >> 1)
        full = np.where(enough != 0, -self.near * LOWEST.take(enough >> 1), NEVER)
        short = np.where(scant != 0, -self.near * way - self.too_short * (missing - way), NEVER)
        return np.asarray(np.maximum(full, short), np.int16)

    def nothing(self, patience: Patience) -> Worth:
        """Return the worth of having no lead (see the class), in tenths of a point, shaped like `patience`."""
        return np.asarray(-self.near * FAR - self.too_short * patience, np.int32)

    def lead(self, depth: npt.NDArray[np.integer], reached: Reach, patience: Patience) -> Worth:
        """Return the worth of the best way on from an open end to a planet, in tenths of a point.

        If no way leads on, return the value of `nothing`. A larger `depth` never lowers the worth.

        Args:
            depth: boxes of the longest own way from a planet to the end.
            reached: lengths of the ways from the end to planets, as a set of bits.
            patience: smallest number of boxes that the route should bring.
        """
        depth = depth.astype(np.int32)
        missing = np.maximum(patience - depth, 0)
        # No way is as long as FAR, so from there on each missing box costs the same.
        known = np.minimum(missing, FAR)
        worth = self._worths.take(known.astype(np.intp) * _SETS.size + (reached >> 1))
        worth = worth + (self.growth * depth - self.too_short * (missing - known))
        # No way is worth less than none. So a maximum takes the place of `np.where`, which is far slower on such flags.
        worth += (reached == 0) * np.int32(LEAST_WORTH)
        return np.asarray(np.maximum(worth, self.nothing(patience)))
