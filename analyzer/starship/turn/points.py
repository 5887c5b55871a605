"""Points: colonies, modules of level II, adventures, and two special cards for a strict majority of three or more."""

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
from analyzer.starship.turn.table import ALL, Table, some

Counts = npt.NDArray[np.int8]
SPECIAL = 2
"""Points of both special cards together."""


def goal(rules: Rules) -> int:
    """Return the number of points that ends a game."""
    return rules.start["goal"]


def most_points(rules: Rules) -> int:
    """Return an upper bound of a player's points.

    It counts all colonies except the one with which the other player starts, and everything else that gives points.
    """
    return int(COLONIES).bit_count() - 1 + len(MODULES) + int(point_set(rules)).bit_count() + SPECIAL


def friendship(table: Table, player: int, rows: Any = ALL) -> Counts:
    """Return a player's friendship points. Shape (rows,)."""
    # A card of two points is in both sets, so it counts twice.
    owned = table.owned[player][rows]
    return np.asarray(count(owned & station_set(table.rules)) + count(owned & two_friend_set(table.rules)))


def medals(table: Table, player: int, rows: Any = ALL) -> Counts:
    """Return a player's medals, from beaten pirates and from adventures. Shape (rows,)."""
    adventures, rules = table.owned_adventures[player][rows], table.rules
    of_adventures = np.bitwise_count(adventures & medal_set(rules)) + np.bitwise_count(
        adventures & two_medal_set(rules)
    )
    return np.asarray(count(table.owned[player][rows] & PIRATES) + of_adventures.view(np.int8))


def majority(rules: Rules, own: Counts, other: Counts) -> npt.NDArray[np.bool_]:
    """Return whether `own` friendship points or medals win the special card: enough of them, and more than `other`.

    Nobody has the card in a tie (rules, page 13), so its holder follows from the numbers alone.
    """
    return np.asarray((own >= rules.start["special_card"]) & (own > other))


def by_source(table: Table, player: int, rows: Any = ALL) -> dict[str, Counts]:
    """Return a player's points by source. Shape (rows,) each."""
    rules, other = table.rules, 1 - player
    return _without_special(table, player, rows) | {
        "friend": majority(rules, friendship(table, player, rows), friendship(table, other, rows)).view(np.int8),
        "hero": majority(rules, medals(table, player, rows), medals(table, other, rows)).view(np.int8),
    }


def _without_special(table: Table, player: int, rows: Any) -> dict[str, Counts]:
    """Return a player's points by source, without those of the special cards. Shape (rows,) each."""
    adventures = table.owned_adventures[player][rows] & point_set(table.rules)
    return {
        "colonies": count(table.owned[player][rows] & COLONIES),
        "modules": np.asarray((some(table.modules[player], rows) == 2).sum(axis=0, dtype=np.int8)),
        "adventures": np.asarray(np.bitwise_count(adventures).view(np.int8)),
    }


def points(table: Table, player: int, rows: Any = ALL) -> Counts:
    """Return a player's points. Shape (rows,)."""
    return np.asarray(sum(by_source(table, player, rows).values()))


def look_for_end(table: Table, rows: Rows | None = None) -> None:
    """End the games, with their flights, in which the active player has reached the goal.

    A player wins only in their own turn (rules, page 13). `rows` are the lanes to look at, None for all.
    """
    near = np.flatnonzero(near_goal(table, 0)) if rows is None else rows
    if rows is not None and near.size:
        near = near[near_goal(table, 0, near)]
    if near.size:
        table.over[near] |= points(table, table.me, near) >= goal(table.rules)
        table.flying &= ~table.over


def near_goal(table: Table, missing: int, rows: Any = ALL) -> npt.NDArray[np.bool_]:
    """Return whether the active player would reach the goal with both special cards and `missing` more points."""
    # Majorities take most of the time of `points`, and few games are near the end: test without them first.
    own = sum(_without_special(table, table.me, rows).values())
    return np.asarray(own + SPECIAL + missing >= goal(table.rules))
