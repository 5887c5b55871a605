"""Which adventures a player can fulfil, and which of them a captain takes first."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import NO_ADVENTURE, Judge
from analyzer.starship.turn.bits import ADVENTURES
from analyzer.starship.turn.table import Table, cannons

ALL = slice(None)
Sets = npt.NDArray[np.uint16]


def can_fulfil(table: Table, player: int, rows: Any = ALL) -> Sets:
    """(rows,) The adventures for which he has what they ask for, whether they are open or not, as sets."""
    strength = {
        "boosters": table.boosters[player, rows] + table.boosters_2[player, rows],
        "cannons": cannons(table, player, rows),
    }
    astro = table.astro[player, rows]
    able = np.full(astro.shape, (1 << len(ADVENTURES)) - 1, np.uint16)
    for number, one in enumerate(ADVENTURES):
        asked = [(table.stored[player, kind, rows], many) for kind, many in enumerate(one.pay) if many]
        asked += [(strength[name], getattr(one, name)) for name in strength if getattr(one, name)]
        asked += [(astro, one.astro_paid)] if one.astro_paid else []
        for has, many in asked:
            able &= ~((has < many).astype(np.uint16) << np.uint16(number))
    return able


def best_adventure(judge: Judge, allowed: Sets) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
    """(rows,) Of sets of adventures the dearest, ties by order, and its gain; NO_ADVENTURE of empty ones."""
    number = judge.dearest[allowed]
    return number, judge.gain_of[number]


__all__ = ["NO_ADVENTURE", "best_adventure", "can_fulfil"]
