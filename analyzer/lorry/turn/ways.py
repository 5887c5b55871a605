"""How far every empty box is from every planet: one word a box with a bit a planet, so one flood serves all planets."""

from __future__ import annotations

import numpy as np

from analyzer.lorry.turn.board import LONGEST_WAY, WAY_BITS, Board
from analyzer.lorry.turn.rows import Sets, Space

TOGETHER = 1 << 10
"""Games that are flooded at once: their arrays fit the processor's cache (measured)."""


def ways(board: Board, empty: Sets) -> Sets:
    """(bits, boxes + 1, games) `way(q, x)` of the rulings as bit planes, planets as bits; 0 where there is none.

    empty: (rows, games). Boxes in reading order; the one behind the last stands for what lies beyond an edge.
    """
    space, games = board.space, empty.shape[-1]
    planes = np.zeros((WAY_BITS, space.rows * space.columns + 1, games), np.uint16)
    by_row = planes[:, :-1].reshape(WAY_BITS, space.rows, space.columns, games)
    for begin in range(0, games, TOGETHER):
        some = slice(begin, begin + TOGETHER)
        _flood(board, _each_box(space, empty[:, some]), by_row[..., some])
    return planes


def _each_box(space: Space, sets: Sets) -> Sets:
    """(rows, columns, games) All bits where a box is in the set, of sets (rows, games)."""
    columns = np.arange(space.columns, dtype=space.kind)[:, None]
    return np.negative((sets[:, None] >> columns & 1).astype(np.uint16))


def _flood(board: Board, left: Sets, planes: Sets) -> None:
    """Number the boxes that are left, from 1 beside a planet, into the planes, step by step."""
    near = board.planets_beside[..., None] & left
    out = np.empty_like(near)
    for step in range(1, LONGEST_WAY + 1):
        for plane in range(WAY_BITS):
            if step >> plane & 1:
                planes[plane] |= near
        left ^= near
        _spread(board.space, near, out)
        out &= left
        near, out = out, near
        if not near.max(initial=0):
            break


def _spread(space: Space, near: Sets, out: Sets) -> None:
    """Into `out` what stands in the boxes beside each; both (rows, columns, games)."""
    out[:-1] = near[1:]
    out[-1] = near[0] if space.round_rows else 0
    out[1:] |= near[:-1]
    out[:, :-1] |= near[:, 1:]
    out[:, 1:] |= near[:, :-1]
    if space.round_rows:
        out[0] |= near[-1]
    if space.round_columns:
        out[:, 0] |= near[:, -1]
        out[:, -1] |= near[:, 0]
