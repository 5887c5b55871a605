"""Points: colonies, modules II and adventures, and the two special cards by strict majority from three on."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import MODULES, Rules
from analyzer.starship.turn.bits import (
    COLONIES,
    PIRATES,
    Rows,
    count,
    medal_set,
    point_set,
    station_set,
    two_friend_set,
    two_medal_set,
)
from analyzer.starship.turn.table import Table, some

Counts = npt.NDArray[np.int8]
ALL = slice(None)
SPECIAL = 2
"""Points of both special cards."""


def goal(rules: Rules) -> int:
    """With how many points a game ends."""
    return rules.start["goal"]


def most_points(rules: Rules) -> int:
    """Return how many points no player can exceed: all colonies but the other's first, and all else that has points."""
    return int(COLONIES).bit_count() - 1 + len(MODULES) + int(point_set(rules)).bit_count() + SPECIAL


def friendship(table: Table, player: int, rows: Any = ALL) -> Counts:
    """Friendship points."""
    owned = table.owned[player][rows]
    return np.asarray(count(owned & station_set(table.rules)) + count(owned & two_friend_set(table.rules)))


def medals(table: Table, player: int, rows: Any = ALL) -> Counts:
    """Medals of beaten pirates and of adventures."""
    adventures, rules = table.owned_adventures[player][rows], table.rules
    of_adventures = np.bitwise_count(adventures & medal_set(rules)) + np.bitwise_count(
        adventures & two_medal_set(rules)
    )
    return np.asarray(count(table.owned[player][rows] & PIRATES) + of_adventures.view(np.int8))


def majority(rules: Rules, own: Counts, other: Counts) -> npt.NDArray[np.bool_]:
    """Who has three or more, and strictly more than the other."""
    return np.asarray((own >= rules.start["special_card"]) & (own > other))


def by_source(table: Table, player: int, rows: Any = ALL) -> dict[str, Counts]:
    """Points by source."""
    rules = table.rules
    other = 1 - player
    return {
        "colonies": count(table.owned[player][rows] & COLONIES),
        "modules": np.asarray((some(table.modules[player], rows) == 2).sum(axis=0, dtype=np.int8)),
        "adventures": np.asarray(
            np.bitwise_count(table.owned_adventures[player][rows] & point_set(rules)).view(np.int8)
        ),
        "friend": majority(rules, friendship(table, player, rows), friendship(table, other, rows)).view(np.int8),
        "hero": majority(rules, medals(table, player, rows), medals(table, other, rows)).view(np.int8),
    }


def points(table: Table, player: int, rows: Any = ALL) -> Counts:
    """All of them."""
    return np.asarray(sum(by_source(table, player, rows).values()))


def look_for_end(table: Table, rows: Rows | None = None) -> None:
    """The game is over where the player at turn has ten points; nothing that would come later happens there."""
    near = np.flatnonzero(near_goal(table, 0)) if rows is None else rows
    if rows is not None and near.size:
        near = near[near_goal(table, 0, near)]
    if near.size:
        table.over[near] |= points(table, table.me, near) >= goal(table.rules)
        table.flying &= ~table.over


def near_goal(table: Table, missing: int, rows: Any = ALL) -> npt.NDArray[np.bool_]:
    """Whether no more points may be missing, special cards aside, which the player at turn may hold."""
    return np.asarray(_own(table, table.me, rows) + SPECIAL + missing >= goal(table.rules))


def _own(table: Table, player: int, rows: Any = ALL) -> Counts:
    """Points without the special cards."""
    colonies = count(table.owned[player][rows] & COLONIES)
    second = (some(table.modules[player], rows) == 2).sum(axis=0, dtype=np.int8)
    return np.asarray(
        colonies
        + second
        + np.bitwise_count(table.owned_adventures[player][rows] & point_set(table.rules)).view(np.int8)
    )
