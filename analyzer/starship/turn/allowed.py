"""Tests of the rules in many games at once: actions left, cards left, room, Astro, and possible builds.

Captains choose among what these functions and those of `turn.acting` and `encounters.places` allow. The steps of a
record (`records/steps`) check one game with them, and give the reason if they refuse a step.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import SCIENCE
from analyzer.starship.turn.table import ALL, Table, capacity, each, some

Flags = npt.NDArray[np.bool_]


def has_action(table: Table, rows: Any = ALL) -> Flags:
    """Return whether an action of this flight is left. Shape (rows,)."""
    return np.asarray(table.actions[rows] < table.allowed[rows])


def has_speed_left(table: Table) -> Flags:
    """Return whether another card may be turned up in this flight, by its speed and the sector. Shape (lanes,)."""
    return np.asarray(table.cards_flown < table.limit)


def can_pay(table: Table, player: int, astro: Any, rows: Any = ALL) -> Flags:
    """Return whether a player has a number of Astro. Shape (rows,)."""
    return np.asarray(table.astro[player][rows] >= astro)


def room(table: Table, player: int, kind: npt.NDArray[Any] | int, rows: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    """Return how many further units of a good fit into its bay, or of science into the lab. Shape (rows,).

    Args:
        table: the games.
        player: number of the player.
        kind: number of a good by row, or one kind of STORED for all.
        rows: lanes of the games.
    """
    is_science = isinstance(kind, int) and kind == SCIENCE
    limit = np.int8(table.rules.start["lab"]) if is_science else capacity(table, player, rows)
    return np.asarray(limit - each(table.stored[player], kind, rows))


def parts_of(table: Table, player: int, build: str) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """Return the number of a player's boosters or cannons, and the number of those at level II.

    Args:
        table: the games, one in each lane.
        player: number of the player.
        build: a build of a booster or cannon, e.g. `booster_2`, which decides what is counted.

    Returns:
        Two arrays of shape (lanes,).
    """
    booster = build.startswith("booster")
    parts, second = (table.boosters, table.boosters_2) if booster else (table.cannons, table.cannons_2)
    return parts[player], second[player]


def has_place(table: Table, player: int, build: str) -> Flags:
    """Return whether the ship has a place for a build (rules, pages 10 and 11). Shape (lanes,).

    Ships need room in the hangar. Level I of a booster or cannon needs a free opening, level II a part of level I. A
    module must be one that captains may build (`modules_to_build`).
    """
    if build in ("colony_ship", "trade_ship"):
        ships = table.colony_ships[player] + table.trade_ships[player]
        return np.asarray(ships < table.rules.start["hangar"])
    if build in ("module_1", "module_2"):
        return np.asarray(modules_to_build(table, player)[build == "module_2"].any(axis=0))
    parts, second = parts_of(table, player, build)
    return np.asarray(second < parts if build.endswith("_2") else parts < table.rules.start["openings"])


def modules_to_build(table: Table, player: int, rows: Any = ALL) -> tuple[Flags, Flags]:
    """Return the modules that captains may build to level I, and to level II. Shape (modules, rows) each.

    The other player must not have the module at level II, because there is one such card (rules, page 11). The rules
    allow level I even then, but it can never lead to a point.
    """
    own, free = some(table.modules[player], rows), some(table.modules[1 - player], rows) < 2
    return np.asarray((own == 0) & free), np.asarray((own == 1) & free)


def may_upgrade(table: Table, player: int, build: str) -> Flags:
    """Return whether the rules allow raising a booster or cannon to level II now. Shape (lanes,).

    All openings for such parts must be filled first, unless the switch `upgrade_after_three` lifts this rule.
    """
    parts, _ = parts_of(table, player, build)
    return np.asarray((parts >= table.rules.start["openings"]) | (not table.switches.three_first))


def is_paid(table: Table, player: int, build: str) -> Flags:
    """Return whether a player has the goods and the science that a build costs. Shape (lanes,)."""
    paid = np.ones(table.lanes, np.bool_)
    for kind, many in enumerate(table.rules.costs[build]):
        if many:
            paid &= table.stored[player, kind] >= many
    return np.asarray(paid)
