"""The longest own way between two planets, no box twice: counted game by game, for `route_length: longest` alone.

There is no trick with rows for it: ways with loops are followed one by one. It is asked for when a route may be scored.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.rows import OPPOSITE
from analyzer.lorry.turn.table import Table

Joints = dict[int, list[int]]
"""By cell with an own track the cells whose tracks hang together with it."""


def longest_ways(
    table: Table, trader: int, games: npt.NDArray[np.intp], pairs: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int16]:
    """(entries, pairs) Boxes of the longest own way of those pairs (entries, pairs) that are joined, else 0."""
    ways = np.zeros(pairs.shape, np.int16)
    for entry, game in enumerate(games):
        hang = joints(table, trader, int(game))
        for pair in np.flatnonzero(pairs[entry]):
            begin, end = (int(table.landing[trader, planet, game]) for planet in table.board.pairs[pair])
            ways[entry, pair] = longest(hang, begin, end, frozenset())
    return ways


def joints(table: Table, trader: int, game: int) -> Joints:
    """Which of a trader's tracks hang together in one game."""
    space, neighbour = table.board.space, table.board.neighbour
    ends = [set(np.flatnonzero(space.spelled(table.ends[trader, side][:, [game]])[0]).tolist()) for side in range(4)]
    hang: Joints = {cell: [] for cell in set().union(*ends)}
    for side, here in enumerate(ends):
        for cell in here:
            other = int(neighbour[side, cell])
            if other in ends[OPPOSITE[side]]:
                hang[cell].append(other)
    return hang


def longest(hang: Joints, here: int, end: int, passed: frozenset[int]) -> int:
    """Boxes of the longest way from one cell to another that meets none twice, both counted; 0 if there is none."""
    if here == end:
        return 1
    passed |= {here}
    on = max((longest(hang, other, end, passed) for other in hang[here] if other not in passed), default=0)
    return on + 1 if on else 0
