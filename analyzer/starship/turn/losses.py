"""What a pirate who wins takes besides the flight: a cannon, or a module of the owner's choice."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import GOODS
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.lanes import add
from analyzer.starship.turn.table import CANNONS_LOST, LOGISTICS, MODULES_LOST, Table, capacity


def lose_cannon(table: Table, rows: Rows) -> None:
    """A level I first; with level II only, one turns to I; without cannons nothing goes."""
    me = table.me
    rows = rows[table.cannons[me][rows] > 0]
    only_second = table.cannons_2[me][rows] == table.cannons[me][rows]
    table.cannons_2[me][rows] -= only_second
    table.cannons[me][rows] -= ~only_second
    table.counts[me, CANNONS_LOST][rows] += 1


def lose_module(table: Table, rows: Rows, module: npt.NDArray[np.intp]) -> None:
    """A level of the module that is named, -1 for none; what bays hold no more goes with Logistics."""
    me, some = table.me, module >= 0
    rows, module = rows[some], module[some]
    add(table.modules[me], module, rows, -1)
    table.counts[me, MODULES_LOST][rows] += 1
    less = rows[module == LOGISTICS]
    held = table.stored[me][: len(GOODS), less]
    table.stored[me, : len(GOODS), less] = np.minimum(held, capacity(table, me, less)).T
