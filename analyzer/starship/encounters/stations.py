"""Founding a station: with a trade ship, on a card with H, instead of trading there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import Judge
from analyzer.starship.encounters.hangar import has_ship
from analyzer.starship.turn.acting import Cards, found
from analyzer.starship.turn.bits import FRIENDSHIP, STATIONS, Rows, bit
from analyzer.starship.turn.table import Table


def may_found(table: Table, rows: Rows, cards: Cards) -> npt.NDArray[np.bool_]:
    """Whether the player at turn has a trade ship and the card an H."""
    return np.asarray((bit(cards) & STATIONS != 0) & has_ship(table, "trade_ship", rows))


def founds(
    table: Table, judge: Judge, rows: Rows, cards: Cards, gain: npt.NDArray[np.int16], least: npt.NDArray[np.int16]
) -> npt.NDArray[np.bool_]:
    """Found a station where that is worth more than `least` and no less than the trade; tell where it was done."""
    if not judge.captain.acts:
        return np.zeros(rows.size, np.bool_)
    worth = FRIENDSHIP[cards] * np.int16(judge.captain.friendship)
    done = may_found(table, rows, cards) & (worth > least) & (worth >= gain)
    found(table, rows[done], cards[done], "trade_ship")
    return np.asarray(done)
