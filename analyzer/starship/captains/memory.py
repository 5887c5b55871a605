"""What a captain uses of what lies in the sectors: all they saw, nothing, or what really lies there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import Judge
from analyzer.starship.turn.bits import Sets, count
from analyzer.starship.turn.table import Table


def known_cards(table: Table, player: int, judge: Judge) -> Sets:
    """(sectors, lanes) The cards the captain believes to lie there."""
    if judge.captain.remembers == "none":
        return np.zeros_like(table.sectors)
    return table.sectors if judge.captain.remembers == "peek" else table.known[player]


def known_lost(table: Table, player: int, judge: Judge) -> npt.NDArray[np.int8]:
    """(sectors, lanes) The lost planets the captain believes to lie there."""
    if judge.captain.remembers == "none":
        return np.zeros_like(table.size)
    if judge.captain.remembers == "peek":
        return np.asarray(table.size - count(table.sectors))
    return np.asarray(table.known_lost[player])
