"""Reach of tracks, and leads of planets towards each other.

One word a box, a bit a planet that is wanted in this game, so one flood serves all planets; games are last, and the
boxes have a margin all round that holds what lies beyond the edges, nothing where the galaxy does not go on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.galaxy.schema import MOST_PLANETS
from analyzer.lorry.turn.board import LONGEST_WAY, Board, Cells, Sets, Space
from analyzer.lorry.turn.draw import Games

SETS = 1 << MOST_PLANETS


def _placed() -> npt.NDArray[np.uint16]:
    """By two sets of planets, the second in the first: the places of those of the second among those of the first."""
    sets = np.arange(SETS, dtype=np.uint16)
    placed = np.zeros((SETS, SETS), np.uint16)
    for planet in range(MOST_PLANETS):
        both = (sets >> planet & 1)[:, None] & (sets >> planet & 1)
        placed |= both << np.bitwise_count(sets & ((1 << planet) - 1))[:, None]
    return placed.ravel()


FAR = LONGEST_WAY + 1
TOGETHER = 1 << 10
"""Games that are flooded at once: their arrays fit the processor's cache (measured)."""
FEW = 8
"""Planets that a byte holds. Who has flown to one wants no more."""
PLACED = _placed()
Planets = npt.NDArray[np.uint16]
"""Sets of planets as bits."""
Reach = npt.NDArray[np.uint16]
"""Sets of ways: bit w for a planet in w boxes."""


def reach(board: Board, empty: Sets, games: Games, cells: Cells, wanted: Planets) -> Reach:
    """(..., entries) The ways from a box of a game to all planets that are wanted from there, as far as LONGEST_WAY.

    empty: (rows, games); games: (entries,), in order; cells, wanted: (..., entries).
    """
    ways = np.zeros(cells.shape, np.uint16)
    spots = board.spot.take(cells)
    for begin in range(0, empty.shape[-1], TOGETHER):
        some = slice(*np.searchsorted(games, (begin, begin + TOGETHER)))
        there = games[some] - begin
        if not there.size:
            continue
        free = empty[:, begin : begin + TOGETHER]
        sought = _sought(there, wanted[..., some], free.shape[-1])
        kind = np.uint8 if np.bitwise_count(sought).max(initial=0) <= FEW else np.uint16
        near = _beside(board, sought, kind)
        where = spots[..., some] * free.shape[-1] + there
        to = PLACED.take(sought.take(there).astype(np.intp) * SETS + wanted[..., some]).astype(kind)
        ways[..., some] = _flooded(board.space, near, _by_box(board.space, free, kind), where, to)
    return ways


def _sought(games: Games, wanted: Planets, many: int) -> Planets:
    """(games,) Planets that are wanted from any box of a game."""
    sought = np.zeros(many, np.uint16)
    first = np.flatnonzero(np.diff(games, prepend=-1))
    anywhere = np.bitwise_or.reduce(wanted.reshape(-1, games.size), axis=0)
    sought[games[first]] = np.bitwise_or.reduceat(anywhere, first)
    return sought


def _beside(board: Board, sought: Planets, kind: Any) -> Sets:
    """(rows + 2, columns + 2, games) Boxes beside planets that are sought, by the bits of their places there."""
    space = board.space
    near: Sets = np.zeros((space.rows + 2, space.columns + 2, sought.size), kind)
    for planet, boxes in enumerate(board.boxes_beside):
        bit = PLACED.take(sought.astype(np.intp) * SETS + (1 << planet)).astype(kind)
        for column, row in boxes:
            near[row, column] |= bit
    return np.asarray(near)


def _by_box(space: Space, sets: Sets, kind: Any) -> Sets:
    """(rows + 2, columns + 2, games) All bits where a box is in the set, of sets (rows, games)."""
    columns = np.arange(space.columns, dtype=space.kind)[:, None]
    by_box: Sets = np.zeros((space.rows + 2, space.columns + 2, sets.shape[-1]), kind)
    np.negative((sets[:, None] >> columns & 1).astype(kind), out=by_box[1:-1, 1:-1])
    return by_box


def _flooded(space: Space, near: Sets, left: Sets, where: npt.NDArray[np.intp], wanted: Sets) -> Reach:
    """(...) At which steps of a flood boxes are met by a planet that is wanted there.

    near, left: (rows + 2, columns + 2, games) where it begins, and where it may go, which it takes away; where: (...)
    boxes with their margin, and games, in one number. A step shifts all boxes as one line, which is fastest: what so
    comes to the far edge lies in the margin, where nothing is left.
    """
    ways, met = np.zeros(where.shape, np.uint16), np.empty(where.shape, near.dtype)
    games, row = near.shape[-1], near[0].size
    following = np.zeros_like(near)
    near &= left
    left = left.ravel()[row:-row]
    for way in range(1, FAR):
        line = near.ravel()
        line.take(where, out=met, mode="clip")
        met &= wanted
        np.minimum(met, 1, out=met)
        ways |= np.left_shift(met, way, dtype=np.uint16)
        left ^= line[row:-row]
        _fill_margin(space, near)
        inside = following.ravel()[row:-row]
        np.bitwise_or(line[: -2 * row], line[2 * row :], out=inside)
        inside |= line[row - games : -row - games]
        inside |= line[row + games : line.size - row + games]
        inside &= left
        near, following = following, near
        if not inside.max(initial=0):
            break
    return ways


def _fill_margin(space: Space, boxes: Sets) -> None:
    """Into the margin what lies there where the galaxy goes on round."""
    if space.round_rows:
        boxes[0], boxes[-1] = boxes[-2], boxes[1]
    if space.round_columns:
        boxes[:, 0], boxes[:, -1] = boxes[:, -2], boxes[:, 1]


Worth = npt.NDArray[np.int32]
_SETS = np.arange(1 << FAR)
LOWEST = np.array([0] + [(int(some) & -int(some)).bit_length() - 1 for some in _SETS[1:]], np.int8)
HIGHEST = np.array([0] + [int(some).bit_length() - 1 for some in _SETS[1:]], np.int8)
AT_LEAST = np.array([(1 << FAR) - (1 << way) for way in range(FAR + 1)], np.uint16)
"""By way the set of all ways from that on."""
NEVER = -(1 << 20)


class Leads:
    """A captain's prices of ends that lead on."""

    def __init__(self, captain: Captain) -> None:
        self.near, self.growth, self.patience = captain.near, captain.growth, captain.patience
        self.too_short = 2 * captain.point
        self.nothing = -captain.near * FAR - self.too_short * captain.patience

    def lead(self, depth: npt.NDArray[np.integer], reached: Reach) -> Worth:
        """(...) The worth of the best of the planets that are reached, on a way of that depth; `nothing` without any.

        Of ways that bring as much as patience asks for, the shortest is best; of shorter ones the longest, unless a
        box nearer is worth more than the patience lost. A deeper way is never worth less.
        """
        depth = depth.astype(np.int32)
        missing = np.maximum(self.patience - depth, 0)
        enough = reached & AT_LEAST.take(np.minimum(missing, FAR))
        scant = reached ^ enough
        best = HIGHEST if self.too_short >= self.near else LOWEST
        full = np.where(enough != 0, -self.near * LOWEST.take(enough).astype(np.int32), NEVER)
        way = best.take(scant).astype(np.int32)
        short = -self.near * way - self.too_short * (missing - way)
        worth = np.maximum(full, np.where(scant != 0, short, NEVER)) + self.growth * depth
        return np.asarray(np.where(reached != 0, worth, self.nothing))
