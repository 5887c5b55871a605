"""What a player may do at all, asked of many games at once: actions, way, room, Astro.

Captains choose among what these and their neighbours (`buildable`, `adventures`, `encounters.places`) allow; the
referee of a record asks the same of one game and says what stands in the way.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import SCIENCE, start
from analyzer.starship.turn.lanes import ALL, each
from analyzer.starship.turn.table import Table, capacity

Flags = npt.NDArray[np.bool_]


def has_action(table: Table, rows: Any = ALL) -> Flags:
    """Whether an action of this flight is left."""
    return np.asarray(table.actions[rows] < table.allowed[rows])


def has_way(table: Table, rows: Any = ALL) -> Flags:
    """Whether this flight goes on to another card."""
    return np.asarray(table.flown[rows] < table.limit[rows])


def can_pay(table: Table, player: int, astro: Any, rows: Any = ALL) -> Flags:
    """Whether there is so much in the purse."""
    return np.asarray(table.astro[player][rows] >= astro)


def room(table: Table, player: int, kind: npt.NDArray[Any] | int, rows: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    """(rows,) How many more units fit, of a good by row, or of one kind: into a bay, or science into the lab."""
    limit = np.int8(start()["lab"]) if isinstance(kind, int) and kind == SCIENCE else capacity(table, player, rows)
    return np.asarray(limit - each(table.stored[player], kind, rows))
