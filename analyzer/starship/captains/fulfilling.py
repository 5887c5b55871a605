"""Which adventures a player can fulfil, and which of them a captain takes first."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import Judge
from analyzer.starship.turn.bits import ADVENTURES
from analyzer.starship.turn.table import Table, cannons

ALL = slice(None)


def can_fulfil(table: Table, player: int, number: int, rows: Any = ALL) -> npt.NDArray[np.bool_]:
    """Whether he has what an adventure asks for, whether it is open or not."""
    one = ADVENTURES[number]
    can: npt.NDArray[np.bool_] = table.astro[player, rows] >= one.astro_paid
    for kind, many in enumerate(one.pay):
        if many:
            can = can & (table.stored[player, kind, rows] >= many)
    if one.boosters:
        can = can & (table.boosters[player, rows] + table.boosters_2[player, rows] >= one.boosters)
    if one.cannons:
        can = can & (cannons(table, player, rows) >= one.cannons)
    return np.asarray(can)


def best_adventure(
    table: Table, player: int, judge: Judge, allowed: npt.NDArray[np.uint16], rows: Any = ALL
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int32]]:
    """(rows,) Of the adventures `allowed` (a set a row) that he can fulfil the dearest, ties by order; and its gain.

    Where there is none, -1 and a gain below any.
    """
    best = np.full(allowed.size, -1, np.intp)
    gain = np.full(allowed.size, -(1 << 20), np.int32)
    for number, worth in enumerate(judge.gains):
        among = allowed >> np.uint16(number) & np.uint16(1) != 0
        if among.any():
            better = among & (worth > gain) & can_fulfil(table, player, number, rows)
            best[better], gain[better] = number, worth
    return best, gain
