"""What an open end is worth: how far it leads, and to which planets (docs/lorry-rulings.md, A captain)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.turn.board import LONGEST_WAY, WAY_BITS, Board
from analyzer.lorry.turn.rows import Cells, Sets

FAR = LONGEST_WAY + 1
TOGETHER = 1 << 9
"""Games that are flooded at once: their arrays fit the processor's cache."""
Reach = npt.NDArray[np.uint16]
"""Sets of ways: bit w for a planet in w boxes."""
Worth = npt.NDArray[np.int32]
_SETS = np.arange(1 << FAR)
LOWEST = np.array([0] + [(int(some) & -int(some)).bit_length() - 1 for some in _SETS[1:]], np.int8)
HIGHEST = np.array([0] + [int(some).bit_length() - 1 for some in _SETS[1:]], np.int8)


def ways(board: Board, empty: Sets) -> Sets:
    """(bits, rows, games, planets) `way(q, x)` of the rulings as bit planes, 0 where there is none."""
    rows, games = empty.shape
    planes = [
        board.space.numbered(np.repeat(some, board.planets, axis=1), np.tile(board.around.T, some.shape[1]), WAY_BITS)
        for some in (empty[:, begin : begin + TOGETHER] for begin in range(0, games, TOGETHER))
    ]
    whole = planes[0] if len(planes) == 1 else np.concatenate(planes, axis=2)
    return whole.reshape(WAY_BITS, rows, games, board.planets)


def reach(
    board: Board, planes: Sets, games: npt.NDArray[np.intp], cells: Cells, wanted: npt.NDArray[np.uint16]
) -> Reach:
    """(entries,) In how many boxes those planets that are wanted are reached from a box of a game."""
    bits = board.space.each(planes, games, cells)
    number = bits[0]
    for plane in range(1, WAY_BITS):
        number |= bits[plane] << plane
    found = np.zeros(cells.size, np.uint16)
    for planet in range(board.planets):
        found |= (wanted >> planet & 1) << number[:, planet]
    return np.asarray(found & ~np.uint16(1))


class Leads:
    """A captain's prices of ends that lead on."""

    def __init__(self, captain: Captain) -> None:
        self.near, self.growth, self.patience = captain.near, captain.growth, captain.patience
        self.too_short = 2 * captain.point
        self.nothing = -captain.near * FAR - self.too_short * captain.patience

    def lead(self, depth: npt.NDArray[np.integer], reached: Reach) -> Worth:
        """(...) The worth of the best of the planets that are reached, on a way of that depth; `nothing` without any.

        Of ways that bring as much as patience asks for, the shortest is best; of shorter ones the longest, unless a
        box nearer is worth more than the patience lost.
        """
        depth = depth.astype(np.int32)
        missing = np.maximum(self.patience - depth, 0)
        shift = np.minimum(missing, FAR).astype(np.uint32)
        enough = reached.astype(np.uint32) >> shift << shift
        scant = reached ^ enough
        best = HIGHEST if self.too_short >= self.near else LOWEST
        full = np.where(enough != 0, -self.near * LOWEST[enough].astype(np.int32), -(1 << 20))
        way = best[scant].astype(np.int32)
        short = -self.near * way - self.too_short * (missing - way)
        worth = np.maximum(full, np.where(scant != 0, short, -(1 << 20))) + self.growth * depth
        return np.asarray(np.where(reached != 0, worth, self.nothing))
