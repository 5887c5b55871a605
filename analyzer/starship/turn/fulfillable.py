"""Which adventures a player can fulfil: what they ask for, and for which planet they are open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import STORED
from analyzer.starship.turn.bits import ADVENTURES, ON_PLANET, PLANET
from analyzer.starship.turn.lanes import ALL
from analyzer.starship.turn.table import Table, cannons

Sets = npt.NDArray[np.uint16]


def _by_amount(asked: Sequence[int]) -> Sets:
    """By how much there is of something, the adventures that ask for no more of it, as sets."""
    amounts = range(max(asked) + 1)
    return np.array(
        [sum(1 << number for number, many in enumerate(asked) if many <= has) for has in amounts], np.uint16
    )


BY_STORED = {
    kind: _by_amount([one.pay[kind] for one in ADVENTURES])
    for kind in range(len(STORED))
    if any(one.pay[kind] for one in ADVENTURES)
}
ON_PLANETS = np.array([*ON_PLANET, 0], np.uint16)
"""By planet, behind them for what is none."""
BY_ASTRO = _by_amount([one.astro_paid for one in ADVENTURES])
BY_BOOSTERS, BY_CANNONS = (_by_amount([getattr(one, name) for one in ADVENTURES]) for name in ("boosters", "cannons"))


def can_fulfil(table: Table, player: int, rows: Any = ALL) -> Sets:
    """(rows,) The adventures for which he has what they ask for, whether they are open or not, as sets."""
    able: Sets = BY_ASTRO.take(table.astro[player][rows], mode="clip")
    able &= BY_BOOSTERS.take(table.boosters[player][rows] + table.boosters_2[player][rows], mode="clip")
    able &= BY_CANNONS.take(cannons(table, player, rows), mode="clip")
    for kind, sets in BY_STORED.items():
        able &= sets.take(table.stored[player, kind][rows], mode="clip")
    return able


def open_for(table: Table, cards: npt.NDArray[np.integer], rows: Any = ALL) -> Sets:
    """(rows,) The adventures that are open for target planets, as sets."""
    return np.asarray(table.open[rows] & ON_PLANETS[PLANET[cards]])
