"""Nobody may take a side of a planet that another trader still needs (docs/lorry-rulings.md, point 8)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.board import Board
from analyzer.lorry.turn.rows import Cells, Sets

Planets = npt.NDArray[np.uint16]
"""(games,) Sets of planets."""


def tight(board: Board, empty: Sets, visited: npt.NDArray[np.uint16]) -> tuple[Planets, Planets]:
    """Planets beside which nobody may draw without flying there, and those beside which nobody may draw at all.

    empty: (rows, games); visited: (traders, games). One box less must leave one for each who has not flown there; who
    flies there now is not counted.
    """
    rows, columns, weights = board.sides
    shift = columns[:, None].astype(board.space.kind)
    free = (empty[rows] >> shift & 1).astype(np.int8) * weights[:, None]
    left = free.reshape(board.planets, 4, -1).sum(axis=1, dtype=np.int8) - 1
    planet = np.arange(board.planets, dtype=np.uint16)[:, None]
    needed = ((~visited[:, None, :] >> planet) & 1).sum(axis=0, dtype=np.int8)
    one = np.uint16(1) << planet
    closed, shut = (
        np.bitwise_or.reduce(np.where(no, one, np.uint16(0)), axis=0) for no in (left < needed, left < needed - 1)
    )
    return closed, shut


def approaches(board: Board, empty: Sets, ends: Sets, visited: npt.NDArray[np.uint16]) -> npt.NDArray[np.bool_]:
    """(traders, planets, games) Whether a trader who has not flown to a planet has an approach (`reach`).

    ends: (traders, 4, rows, games); visited: (traders, games). From an empty box beside it, through empty boxes, to one
    beside another planet that the trader has not flown to, or into which one of the trader's ends points.
    """
    traders, games = visited.shape
    reachable = np.zeros((traders, board.planets, games), np.bool_)
    goals = [[board.space.moved(ends[trader, side], side) & empty for side in range(4)] for trader in range(traders)]
    for planet in range(board.planets):
        near = np.broadcast_to(board.around[planet][:, None], empty.shape) & empty
        region = board.space.reached(empty, near)
        for trader in range(traders):
            others = ~visited[trader] & np.uint16((1 << board.planets) - 1) & ~np.uint16(1 << planet)
            aims = np.bitwise_or.reduce(board.beside.take(others.astype(np.intp), axis=-1), axis=0)
            for goal in goals[trader]:
                aims = aims | goal
            reachable[trader, planet] = (region & aims).any(axis=0)
    missing = (visited[:, None, :] >> np.arange(board.planets, dtype=np.uint16)[:, None] & 1) == 0
    return np.asarray(reachable & missing)


def keeps_approaches(
    board: Board,
    before: npt.NDArray[np.bool_],
    empty: Sets,
    ends: Sets,
    visited: npt.NDArray[np.uint16],
) -> npt.NDArray[np.bool_]:
    """(games,) Whether, as things are now, everybody who had an approach and has still not flown there has one."""
    now = approaches(board, empty, ends, visited)
    missing = (visited[:, None, :] >> np.arange(board.planets, dtype=np.uint16)[:, None] & 1) == 0
    return np.asarray((~before | ~missing | now).all(axis=(0, 1)))


def after_draw(
    board: Board,
    ends: Sets,
    empty: Sets,
    visited: npt.NDArray[np.uint16],
    trader: int,
    sides: npt.NDArray[np.bool_],
    cells: Cells,
) -> tuple[Sets, Sets, npt.NDArray[np.uint16]]:
    """Ends, empty boxes and planets flown to once each of these games has a track there; sides: (4, games)."""
    games = np.arange(cells.size)
    row, bit = cells // board.space.width, board.space.bits(cells)
    ends, empty, visited = ends.copy(), empty.copy(), visited.copy()
    empty[row, games] &= ~bit
    for side in range(4):
        ends[trader, side, row, games] |= np.where(sides[side], bit, board.space.kind(0))
        planet = board.planet_at[side, cells].astype(np.int64)
        touched = sides[side] & (planet >= 0)
        visited[trader] |= np.where(touched, 1 << np.maximum(planet, 0), 0).astype(np.uint16)
    return ends, empty, visited
