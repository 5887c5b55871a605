"""What a player may do at all, of many games at once: actions, way, room, Astro, and what may be built.

Captains choose among what these and their neighbours (`adventures`, `encounters.places`) allow; the
referee of a record checks one game with them, and gives the reason of a refusal.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import SCIENCE
from analyzer.starship.turn.table import ALL, Table, capacity, each, some

Flags = npt.NDArray[np.bool_]


def has_action(table: Table, rows: Any = ALL) -> Flags:
    """Whether an action of this flight is left."""
    return np.asarray(table.actions[rows] < table.allowed[rows])


def has_way(table: Table, rows: Any = ALL) -> Flags:
    """Whether this flight goes on to another card."""
    return np.asarray(table.cards_flown[rows] < table.limit[rows])


def can_pay(table: Table, player: int, astro: Any, rows: Any = ALL) -> Flags:
    """Whether there is so much in the purse."""
    return np.asarray(table.astro[player][rows] >= astro)


def room(table: Table, player: int, kind: npt.NDArray[Any] | int, rows: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    """(rows,) How many more units fit, of a good by row, or of one kind: into a bay, or science into the lab."""
    is_science = isinstance(kind, int) and kind == SCIENCE
    limit = np.int8(table.rules.start["lab"]) if is_science else capacity(table, player, rows)
    return np.asarray(limit - each(table.stored[player], kind, rows))


def parts_of(table: Table, player: int, build: str) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """(lanes,) How many boosters or cannons there are, and how many of them are of level II."""
    booster = build.startswith("booster")
    parts, second = (table.boosters, table.boosters_2) if booster else (table.cannons, table.cannons_2)
    return parts[player], second[player]


def has_place(table: Table, player: int, build: str) -> Flags:
    """Whether the hangar has room, an opening is free, a part is of level I, or a module can be had."""
    if build in ("colony_ship", "trade_ship"):
        ships = table.colony_ships[player] + table.trade_ships[player]
        return np.asarray(ships < table.rules.start["hangar"])
    if build in ("module_1", "module_2"):
        return np.asarray(modules_to_build(table, player)[build == "module_2"].any(axis=0))
    parts, second = parts_of(table, player, build)
    return np.asarray(second < parts if build.endswith("_2") else parts < table.rules.start["openings"])


def modules_to_build(table: Table, player: int, rows: Any = ALL) -> tuple[Flags, Flags]:
    """(modules, rows) Which could be built to level I, whose II is free, and which to level II."""
    own, free = some(table.modules[player], rows), some(table.modules[1 - player], rows) < 2
    return np.asarray((own == 0) & free), np.asarray((own == 1) & free)


def in_time(table: Table, player: int, build: str) -> Flags:
    """Whether level II may come already: only when all openings are filled, if that is the rule."""
    parts, _ = parts_of(table, player, build)
    return np.asarray((parts >= table.rules.start["openings"]) | (not table.switches.three_first))


def is_paid(table: Table, player: int, build: str) -> Flags:
    """Whether the goods and the science for it are there."""
    paid = np.ones(table.lanes, np.bool_)
    for kind, many in enumerate(table.rules.costs[build]):
        if many:
            paid &= table.stored[player, kind] >= many
    return np.asarray(paid)
