"""What a unit of a good is worth to a captain, which good is best, and how much of one they would buy or sell."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import ASTRO, Judge
from analyzer.starship.tables import GOODS
from analyzer.starship.turn.lanes import ALL, some
from analyzer.starship.turn.table import Table

NONE = -1
"""No good."""
STEP = 16
"""How much more a good must be wanted than another to come before it whatever there is of both."""
ORDER = np.arange(len(GOODS))[::-1].astype(np.int32)[:, None]
"""What puts the first of equal goods before the others, below all else that counts."""
OF_ORDER = 8
MANY = 99
NOTHING = np.int32(-(1 << 20))
Numbers = npt.NDArray[np.integer]


def next_unit(judge: Judge, have: Numbers, want: Numbers) -> Numbers:
    """What one more unit of a good is worth."""
    return np.where(have < want, np.int16(judge.wanted), np.int16(judge.spare))


def last_unit(judge: Judge, have: Numbers, want: Numbers) -> Numbers:
    """What the last unit of a good is worth."""
    return np.where(have <= want, np.int16(judge.wanted), np.int16(judge.spare))


def best_good(
    table: Table, player: int, judge: Judge, fitting: npt.NDArray[np.bool_], rows: Any = ALL
) -> npt.NDArray[np.intp]:
    """(rows,) Of the goods `fitting` (goods, rows) the dearest, ties by fewer in the bay, then by order; or NONE."""
    have, want = some(table.stored[player][: len(GOODS)], rows), some(table.want[player][: len(GOODS)], rows)
    key = next_unit(judge, have, want) * np.int32(STEP) - have
    best = np.where(fitting, key * np.int32(OF_ORDER) + ORDER, NOTHING).max(axis=0)
    return np.where(best == NOTHING, NONE, len(GOODS) - 1 - best % OF_ORDER)


def trade(
    values: tuple[int, int],
    have: Numbers,
    want: Numbers,
    room: Numbers,
    purse: Numbers,
    price: Any,
    most: int = MANY,
    buys: bool = True,
    sells: bool = True,
) -> tuple[Numbers, Numbers]:
    """How many units the captain would buy, or sell (below 0), at that price, and the gain in tenths.

    purse: Astro that may be spent; values: of a unit that is wanted and of one that is not.
    """
    wanted, spare = values
    tenths = np.asarray(price, np.int16) * np.int16(ASTRO)
    missing = np.maximum(want - have, 0).astype(np.int16)
    units, gain = np.zeros(have.shape, np.int16), np.zeros(have.shape, np.int16)
    if buys:
        some = np.where(wanted > tenths, np.minimum(room, missing), 0)
        units = np.where(spare > tenths, room, some).astype(np.int16)
        units = np.minimum(np.minimum(units, most), purse // np.asarray(price, np.int16)).astype(np.int16)
        needed = np.minimum(units, missing)
        gain = (wanted * needed + spare * (units - needed) - tenths * units).astype(np.int16)
    if sells:
        surplus = np.maximum(have - want, 0).astype(np.int16)
        sold = np.where(wanted < tenths, have, np.where(spare < tenths, surplus, 0)).astype(np.int16)
        sold = np.minimum(sold, np.int16(most))
        loose = np.minimum(sold, surplus)
        earned = (tenths * sold - spare * loose - wanted * (sold - loose)).astype(np.int16)
        if not buys:
            return -sold, earned
        better = earned > gain
        units, gain = np.where(better, -sold, units), np.where(better, earned, gain)
    return units, gain


def purse(table: Table, player: int, judge: Judge, rows: Any = ALL) -> Numbers:
    """Astro that may be spent on purchases."""
    return np.asarray(np.maximum(table.astro[player][rows] - np.int16(judge.captain.held), 0))
