"""Every trade that may be offered to a captain, worked out once: how much they would buy or sell, and their gain."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.values import MANY, trade
from analyzer.starship.turn.bits import prices
from analyzer.starship.turn.table import MOST_HELD

UNITS = MOST_HELD + 1
"""How many numbers of units there are of what is in a bay or the lab, wanted, or room for."""
PRICES = int(prices().max()) + 1
"""Prices from 0 to the largest that a card may have, in any edition."""
ENOUGH = MOST_HELD * (PRICES - 1)
"""Astro, beyond which more buy nothing more."""
Numbers = npt.NDArray[np.integer]


@lru_cache(64)
def bargains(
    values: tuple[int, int], most: int = MANY, buys: bool = True, sells: bool = True
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """What `trade` says of every place (`place`): units, and gain."""
    have, want, room, purse, price = np.indices((UNITS, UNITS, UNITS, ENOUGH + 1, PRICES), np.int16).reshape(5, -1)
    units, gain = trade(values, have, want, room, purse, np.maximum(price, 1), most, buys, sells)
    return units.astype(np.int16), gain.astype(np.int16)


def place(have: Numbers, want: Numbers, room: Numbers, purse: Numbers, price: Numbers | int) -> npt.NDArray[np.int16]:
    """The place of a trade among all of them."""
    at = (have * np.int8(UNITS) + want) * np.int8(UNITS) + room
    whole = at * np.int16(ENOUGH + 1) + np.minimum(purse, np.int16(ENOUGH))
    return np.asarray(whole * np.int16(PRICES) + price)
