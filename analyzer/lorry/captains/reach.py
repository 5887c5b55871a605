"""In how many boxes planets are reached from a box: `way` of docs/lorry-rulings.md, A captain.

One word a box, a bit a planet, so one flood serves all planets; games are last, and the boxes have a margin all round
that holds what lies beyond the edges, nothing where the galaxy does not go on.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.board import LONGEST_WAY, Board
from analyzer.lorry.turn.draw import Games
from analyzer.lorry.turn.rows import Cells, Sets, Space

TOGETHER = 1 << 10
"""Games that are flooded at once: their arrays fit the processor's cache (measured)."""
Planets = npt.NDArray[np.uint16]
"""Sets of planets as bits."""
Reach = npt.NDArray[np.uint16]
"""Sets of ways: bit w for a planet in w boxes."""


def reach(board: Board, empty: Sets, games: Games, cells: Cells, wanted: Planets) -> Reach:
    """(..., entries) The ways from a box of a game to all planets that are wanted from there, as far as LONGEST_WAY.

    empty: (rows, games); games: (entries,), in order; cells, wanted: (..., entries).
    """
    found = np.zeros(cells.shape, np.uint16)
    spots = board.spot.take(cells)
    for begin in range(0, empty.shape[-1], TOGETHER):
        some = slice(*np.searchsorted(games, (begin, begin + TOGETHER)))
        free = _by_box(board.space, empty[:, begin : begin + TOGETHER])
        where = spots[..., some] * free.shape[-1] + (games[some] - begin)
        found[..., some] = _flooded(board, free, where, wanted[..., some])
    return found


def _by_box(space: Space, sets: Sets) -> Sets:
    """(rows, columns, games) All bits where a box is in the set, of sets (rows, games)."""
    columns = np.arange(space.columns, dtype=space.kind)[:, None]
    return np.negative((sets[:, None] >> columns & 1).astype(np.uint16))


def _flooded(board: Board, left: Sets, where: npt.NDArray[np.intp], wanted: Planets) -> Reach:
    """(...) At which steps of a flood from beside all planets boxes are met by one that is wanted there.

    left: (rows, columns, games) where the flood may go, which it takes away; where: (...) boxes with their margin, and
    games, in one number.
    """
    found, met = np.zeros(where.shape, np.uint16), np.empty(where.shape, np.uint16)
    rows, columns, games = left.shape
    near, following = np.zeros((2, rows + 2, columns + 2, games), np.uint16)
    np.bitwise_and(board.planets_beside[..., None], left, out=near[1:-1, 1:-1])
    for way in range(1, LONGEST_WAY + 1):
        near.ravel().take(where, out=met, mode="clip")
        met &= wanted
        np.minimum(met, 1, out=met)
        met <<= way
        found |= met
        left ^= near[1:-1, 1:-1]
        inside = following[1:-1, 1:-1]
        _fill_margin(board.space, near)
        np.bitwise_or(near[:-2, 1:-1], near[2:, 1:-1], out=inside)
        inside |= near[1:-1, :-2]
        inside |= near[1:-1, 2:]
        inside &= left
        near, following = following, near
        if not inside.max(initial=0):
            break
    return found


def _fill_margin(space: Space, boxes: Sets) -> None:
    """Into the margin what lies there where the galaxy goes on round."""
    if space.round_rows:
        boxes[0], boxes[-1] = boxes[-2], boxes[1]
    if space.round_columns:
        boxes[:, 0], boxes[:, -1] = boxes[:, -2], boxes[:, 1]
