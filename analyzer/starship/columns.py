"""How a turn or a game becomes columns of whole numbers: the state before and after, and what was counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Captain
from analyzer.starship.metrics import FLIGHT_ENDS, SOURCES
from analyzer.starship.tables import GOODS, SCIENCE
from analyzer.starship.turn.bits import COLONIES, count, station_set
from analyzer.starship.turn.points import by_source, friendship, medals, points
from analyzer.starship.turn.table import COUNTS, Table
from analyzer.statistics.tally import Columns

Numbers = npt.NDArray[Any]
TENTHS = 10


def holdings_of(table: Table, player: int) -> dict[str, Numbers]:
    """What a player has, each (lanes)."""
    stored = table.stored[player]
    held = {
        "astro": table.astro[player],
        "goods": stored[: len(GOODS)].sum(axis=0, dtype=np.int8),
        "science": stored[SCIENCE],
        "points": points(table, player),
        "colonies": count(table.owned[player] & COLONIES),
        "stations": count(table.owned[player] & station_set()),
        "medals": medals(table, player),
        "friendship": friendship(table, player),
        "colony_ship": table.colony_ships[player],
        "trade_ship": table.trade_ships[player],
        "booster": table.boosters[player],
        "booster_2": table.boosters_2[player],
        "cannon": table.cannons[player],
        "cannon_2": table.cannons_2[player],
        "module_1": (table.modules[player] > 0).sum(axis=0, dtype=np.int8),
        "module_2": (table.modules[player] > 1).sum(axis=0, dtype=np.int8),
    }
    return {name: np.asarray(value).astype(np.int32) for name, value in held.items()}


PRICED = {
    "goods": "good_spare",
    "science": "science",
    "points": "point",
    "medals": "medal",
    "friendship": "friendship",
    "colony_ship": "colony_ship",
    "trade_ship": "trade_ship",
    "booster": "booster",
    "booster_2": "booster_2",
    "cannon": "cannon",
    "cannon_2": "cannon_2",
    "module_1": "module_1",
}
"""By what a player has the captain's price of it; a module II is a point."""


def worth(gained: dict[str, Numbers], captain: Captain) -> Numbers:
    """All that was gained, in tenths of an Astro by the captain's prices."""
    total = gained["astro"] * TENTHS
    for name, price in PRICED.items():
        total = total + gained[name] * int(getattr(captain, price))
    return total


def turn_columns(table: Table, before: dict[str, Numbers], captain: Captain, counts: Numbers) -> Columns:
    """Columns (1, lanes) of the turn that was just played; `before`, `counts`: the state when it began."""
    me = table.me
    gained = {name: value - before[name] for name, value in holdings_of(table, me).items()}
    done = dict(zip(COUNTS, table.counts[me].astype(np.int64) - counts, strict=True))
    columns: dict[str, Any] = {"worth": worth(gained, captain)}
    columns |= {
        name: gained[name] for name in ("astro", "goods", "science", "points", "colonies", "stations", "medals")
    }
    columns |= {"adventures": done["adventures_done"], "ten": table.over, "sector": table.sector.astype(np.int64) + 1}
    columns |= {name: done[name] for name in ("cards_flown", "actions", "met", "paid", "beaten", "fights_lost")}
    columns |= {name: done[name] for name in ("cannons_lost", "modules_lost")}
    columns["ending"] = ending(table, done["fights_lost"])
    return {name: np.asarray(column, np.int64)[None] for name, column in columns.items()}


def ending(table: Table, fights_lost: Numbers) -> Numbers:
    """How the flight ended, as codes of FLIGHT_ENDS."""
    code = {name: number for number, name in enumerate(FLIGHT_ENDS)}
    ends = np.full(table.lanes, code["turned_back"], np.int64)
    ends[table.cards_flown >= table.limit] = code["speed"]
    ends[table.actions >= table.allowed] = code["actions_used"]
    ends[fights_lost > 0] = code["lost_a_fight"]
    ends[table.over] = code["game_over"]
    ends[table.limit == 0] = code["no_flight"]
    return ends


def game_columns(table: Table) -> dict[str, Numbers]:
    """Columns (players, lanes) of games at their end."""
    over = table.over
    columns: dict[str, list[Any]] = {}
    for player in range(2):
        sources = by_source(table, player)
        values: dict[str, Any] = {
            "won": over & (table.me == player),
            "unfinished": ~over,
            "turns": np.where(over, table.turn, table.turn - 1),
            "points": sum(sources.values()),
            "astro": table.astro[player],
        }
        values |= {f"from_{name}": sources[name] for name in SOURCES}
        values |= dict(zip(COUNTS, table.counts[player], strict=True))
        values["adventures"] = values.pop("adventures_done")
        for name, value in values.items():
            columns.setdefault(name, []).append(np.asarray(value, np.int64))
    return {name: np.array(rows) for name, rows in columns.items()}
