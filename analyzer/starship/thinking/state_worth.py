"""What a state of a game promises a player: the chance to win, by what both ships have (docs/starship-rulings.md)."""

from __future__ import annotations

from functools import cache
from math import exp

import numpy as np
import numpy.typing as npt

from analyzer.files.csvfile import rows_of
from analyzer.starship.tables import MODULES, STORED
from analyzer.starship.turn.bits import COLONIES, count
from analyzer.starship.turn.points import friendship, medals, points
from analyzer.starship.turn.table import Table

WHOLE = 100_000
"""A won game, and what chances are parts of."""
STEEPEST = 9_000
"""Thousandths of a logit, beyond which nothing changes."""
Numbers = npt.NDArray[np.int64]


@cache
def state_worths() -> dict[str, int]:
    """What a unit of everything is worth, in thousandths of a logit of the chance to win."""
    return {row["thing"]: int(row["worth"]) for row in rows_of("analyzer.starship", "state_worths")}


def chances(table: Table, player: int) -> Numbers:
    """(lanes,) The chance of a player who has just ended their turn to win, in parts of WHOLE; of games that are over
    what came of them."""
    logit = np.full(table.lanes, state_worths()["ended_turn"], np.int64)
    for who, sign in ((player, 1), (1 - player, -1)):
        for name, many in holdings(table, who).items():
            logit += sign * state_worths()[name] * many.astype(np.int64)
    promised = _logistic()[np.clip(logit, -STEEPEST, STEEPEST) + STEEPEST]
    return np.where(table.over, WHOLE * (table.me == player), promised)


def holdings(table: Table, player: int) -> dict[str, npt.NDArray[np.integer]]:
    """(lanes,) each: how much of everything a player has, by its name in the table of worths."""
    own, astro, modules = points(table, player), table.astro[player], table.modules[player]
    return {
        "points": own,
        "points_above_5": np.maximum(own - 5, 0),
        "astro": astro,
        "first_5_astro": np.minimum(astro, 5),
        "first_15_astro": np.minimum(astro, 15),
        **dict(zip(STORED, table.stored[player], strict=True)),
        "boosters": table.boosters[player],
        "boosters_2": table.boosters_2[player],
        "cannons": table.cannons[player],
        "cannons_2": table.cannons_2[player],
        "colony_ships": table.colony_ships[player],
        "trade_ships": table.trade_ships[player],
        **{f"{name}_1": (level > 0).view(np.int8) for name, level in zip(MODULES, modules, strict=True)},
        **{f"{name}_2": (level > 1).view(np.int8) for name, level in zip(MODULES, modules, strict=True)},
        "medals": medals(table, player),
        "friendship": friendship(table, player),
        "colonies": count(table.owned[player] & COLONIES),
    }


@cache
def _logistic() -> Numbers:
    """By thousandths of a logit the chance, in parts of WHOLE."""
    return np.array([round(WHOLE / (1 + exp(-one / 1000))) for one in range(-STEEPEST, STEEPEST + 1)], np.int64)
