"""Ships of the hangar: what is founded with which, and whether there is one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import Card
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.table import Table, ships_of


def founded_with(card: Card) -> str | None:
    """The ship with which something is founded on a card, None where nothing can be."""
    return "colony_ship" if card.kind == "colony" else "trade_ship" if card.station else None


def has_ship(table: Table, ship: str, rows: Rows) -> npt.NDArray[np.bool_]:
    """Whether the player at turn has one in the hangar."""
    return np.asarray(ships_of(table, ship)[table.me][rows] > 0)
