"""Metrics of Starship Catan, and the columns from which they are counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.answers.metrics import Metric, Metrics
from analyzer.starship.captains.captain import Captain
from analyzer.starship.position.position import Position
from analyzer.starship.tables import GOODS, MODULES, SCIENCE
from analyzer.starship.turn.bits import COLONIES, count, station_set
from analyzer.starship.turn.points import by_source, friendship, medals, points
from analyzer.starship.turn.table import COUNTS, Table
from analyzer.statistics.tally import Columns

GAINED, FLIGHT, PIRATES, LOST, ENDS = "what it gains", "in flight", "pirates", "what it loses", "how the flight ends"
WINS, POINTS, ON_THE_WAY = "who wins", "points by source at the end", "on the way"
BY_POSITION = "the ship's Astro and the figures of the edition bound it, and each result knows by how much"
NO_LIMIT = "no rule limits how many Astro a player may have"
"""Reason for the missing bound of metrics in Astro."""
LONGEST_GAMES = 200
"""Maximum number of turns of both players together; games that nobody has won by then are cut off."""
MOST_TURNS = 2 * LONGEST_GAMES - 1
"""Largest possible number of a game's last turn: one that goes on from turn 200 lasts 200 turns, turn 200 included."""
OWN_TURNS = 100
"""Most turns of one player in a game, because a game has at most 200 turns of both players, also from a position."""
FLIGHT_ENDS = ("speed", "actions_used", "lost_a_fight", "turned_back", "game_over", "no_flight")
"""Ends of a flight; the place in this tuple is the code in the column `ending`."""
PLACES, ADVENTURES, LAB = 10, 12, 4
"""Upper bounds, in any edition, of cards in a sector, adventures, and science aboard."""
GOODS_ABOARD, ACTIONS, MEDALS, PIRATES_TO_BEAT = 20, 9, PLACES + 2 * ADVENTURES, 70
"""Upper bounds, in any edition, of goods aboard, actions of a flight, medals of a turn, and cards.

The number of cards bounds the pirates that can be beaten, because a beaten pirate does not return.
"""
MOST_POINTS = {"colonies": 12, "modules": 6, "adventures": ADVENTURES, "friend": 1, "hero": 1}
"""Most points of a player in a game, by source."""
ALL_POINTS = sum(MOST_POINTS.values())


def _ending(name: str, meaning: str) -> Metric:
    """Return the metric for the chance that a flight ends for the reason `name`, one of FLIGHT_ENDS."""
    return Metric(f"ends_{name}", meaning, "ending", (FLIGHT_ENDS.index(name),) * 2, block=ENDS, in_legend=True)


OF_TURNS = Metrics(
    listed=(
        Metric(
            "worth",
            "gains minus costs of the turn in Astro, by the captain's prices for goods, ships, parts and points; later "
            "turns do not count. In JSON and rows of turns it is in tenths, and worth_astro is in Astro",
            unit="Astro",
            scale=10,
            block=GAINED,
            in_legend=True,
        ),
        Metric("astro", "Astro gained; negative if more was paid", unit="Astro", block=GAINED),
        Metric("goods", "goods gained; negative if more were spent", unit="goods", block=GAINED),
        Metric("science", "science gained; negative if more was spent", unit="science", block=GAINED),
        Metric(
            "points", "points gained, those of Friend and Hero of the Peoples included", unit="points", block=GAINED
        ),
        Metric("gained_a_point", "the turn gains at least a point", "points", (1, 99), block=GAINED),
        Metric("colonies", "colonies founded", unit="cards", block=GAINED),
        Metric("stations", "stations founded", unit="cards", block=GAINED),
        Metric("medals", "medals gained", unit="medals", block=GAINED),
        Metric("adventures", "adventures fulfilled", unit="adventures", block=GAINED),
        Metric("won", "the game is won in this turn", "ten", (1, 1), block=GAINED),
        Metric("cards_flown", "cards turned up", unit="cards", block=FLIGHT),
        Metric("actions", "actions taken", unit="actions", block=FLIGHT),
        Metric("sector_1", "flies to sector 1", "sector", (1, 1), block=FLIGHT, in_tables=False),
        Metric("sector_2", "flies to sector 2", "sector", (2, 2), block=FLIGHT, in_tables=False),
        Metric("sector_3", "flies to sector 3", "sector", (3, 3), block=FLIGHT, in_tables=False),
        Metric("sector_4", "flies to sector 4", "sector", (4, 4), block=FLIGHT, in_tables=False),
        Metric("met", "pirates met", unit="pirates", block=PIRATES),
        Metric("paid", "pirates paid off, without a fight", unit="pirates", block=PIRATES),
        Metric("beaten", "pirates beaten in a fight", unit="pirates", block=PIRATES),
        Metric("fights_lost", "fights lost", unit="pirates", block=PIRATES),
        Metric("cannons_lost", "levels of cannons lost", unit="levels", block=LOST),
        Metric("modules_lost", "levels of modules lost", unit="levels", block=LOST),
        _ending("speed", "all cards that the speed allows, or that the sector has, are turned up"),
        _ending("actions_used", "all actions of the flight are used"),
        _ending("lost_a_fight", "a pirate wins a fight"),
        _ending("turned_back", "the captain turns back, though more cards could be flown"),
        _ending("game_over", "the game is won"),
        _ending("no_flight", "no card is turned up: the turn began after the flight, or the game was won before it"),
    ),
    score="worth",
    unit="Astro",
    words={"ending": FLIGHT_ENDS},
    below_zero=("worth", "astro", "goods", "science", "points"),
    bounds=dict.fromkeys(("worth", "astro"), BY_POSITION)
    | dict.fromkeys(("colonies", "stations", "cards_flown", "met", "paid", "beaten"), (0, PLACES))
    | dict.fromkeys(("fights_lost", "cannons_lost", "modules_lost"), (0, 1))
    | {"science": (-LAB, LAB), "goods": (-GOODS_ABOARD, GOODS_ABOARD), "adventures": (0, ADVENTURES)}
    | {"points": (-3, ALL_POINTS), "medals": (0, MEDALS), "actions": (0, ACTIONS)},
)
"""Metrics of a turn.

Points can fall by at most three: a lost fight costs one module of level II, and with it the Friend and the Hero of the
Peoples may be lost.
"""


def _source(name: str, meaning: str, *, in_legend: bool = False) -> Metric:
    """Return the metric of the mean number of points from the source `name`."""
    return Metric(f"from_{name}", meaning, unit="points", block=POINTS, in_legend=in_legend)


SOURCES = tuple(MOST_POINTS)
OF_GAMES = Metrics(
    listed=(
        Metric("won", "wins the game", within=(1, 1), block=WINS),
        Metric("unfinished", "nobody won within 200 turns", within=(1, 1), block=WINS, in_legend=True),
        Metric("turns", "turns of both players together", unit="turns", block=WINS, in_legend=True),
        Metric("points", "points at the end", unit="points", block=POINTS),
        _source("colonies", "points of colonies"),
        _source("modules", "points of level II modules", in_legend=True),
        _source("adventures", "points of adventures"),
        _source("friend", "the point for being Friend of the Peoples (most friendship points)", in_legend=True),
        _source("hero", "the point for being Hero of the Peoples (most medals)", in_legend=True),
        Metric("astro", "Astro at the end", unit="Astro", block=ON_THE_WAY),
        Metric("cards_flown", "cards turned up", unit="cards", block=ON_THE_WAY),
        Metric("actions", "actions taken", unit="actions", block=ON_THE_WAY),
        Metric("adventures", "adventures fulfilled", unit="adventures", block=ON_THE_WAY),
        Metric("met", "pirates met", unit="pirates", block=ON_THE_WAY, in_legend=True),
        Metric("paid", "pirates paid off, without a fight", unit="pirates", block=ON_THE_WAY, in_legend=True),
        Metric("beaten", "pirates beaten in a fight", unit="pirates", block=ON_THE_WAY, in_legend=True),
        Metric("fights_lost", "fights lost", unit="pirates", block=ON_THE_WAY),
        Metric("cannons_lost", "levels of cannons lost", unit="levels", block=ON_THE_WAY),
        Metric("modules_lost", "levels of modules lost", unit="levels", block=ON_THE_WAY),
    ),
    score="won",
    unit="wins",
    below_zero=(),
    bounds={
        **dict.fromkeys(("cards_flown", "met", "paid"), (0, PLACES * OWN_TURNS)),
        **dict.fromkeys(("fights_lost", "cannons_lost", "modules_lost"), (0, OWN_TURNS)),
        "actions": (0, ACTIONS * OWN_TURNS),
        "beaten": (0, PIRATES_TO_BEAT),
        "astro": NO_LIMIT,
        **{f"from_{name}": (0, most) for name, most in MOST_POINTS.items()},
        "turns": (0, MOST_TURNS),
        "adventures": (0, ADVENTURES),
        "points": (0, ALL_POINTS),
    },
)
OF_PAIRS = Metrics(
    listed=(
        Metric("wins", "games won of the two that are played with one deal", unit="wins", block=WINS, in_legend=True),
        Metric("won_as_moon", "wins as Moon, who begins", within=(1, 1), block=WINS),
        Metric("won_as_sun", "wins as Sun", within=(1, 1), block=WINS),
        Metric(
            "moon_wins",
            "games of the two with one deal that Moon won, whichever captain played Moon",
            unit="wins",
            block=WINS,
            in_legend=True,
        ),
        Metric(
            "unfinished",
            "games of the two with one deal that nobody won within 200 turns",
            unit="games",
            block=WINS,
            in_legend=True,
        ),
        Metric("turns", "turns, both games together", unit="turns of both games", block=WINS),
        Metric("points", "points at the end, both games together", unit="points of both games", block=POINTS),
        *(
            replace(one, meaning=f"{one.meaning}, both games together", unit="points of both games", in_legend=False)
            for one in OF_GAMES.listed
            if one.name.startswith("from_")
        ),
    ),
    score="wins",
    unit="wins",
    below_zero=(),
    bounds={
        **dict.fromkeys(("wins", "moon_wins", "unfinished"), (0, 2)),
        **{f"from_{name}": (0, 2 * most) for name, most in MOST_POINTS.items()},
        "turns": (0, 2 * MOST_TURNS),
        "points": (0, 2 * ALL_POINTS),
    },
)
"""Metrics of two games on the same deal with seats exchanged."""
UNITS_PER_GAME = {"turns of both games": "turns", "points of both games": "points"}
MEANINGS_PER_GAME = {
    "wins": "share of games won",
    "moon_wins": "share of games that Moon won, whichever captain played Moon",
    "unfinished": "share of games that nobody won within 200 turns",
}
PER_GAME = replace(
    OF_PAIRS,
    listed=tuple(
        replace(
            metric, unit=UNITS_PER_GAME.get(metric.unit, ""), meaning=MEANINGS_PER_GAME.get(metric.name, metric.meaning)
        )
        for metric in OF_PAIRS.listed
    ),
)
"""Metrics of OF_PAIRS as tables show them: per game, wins as shares of games."""


Numbers = npt.NDArray[Any]
TENTHS = 10


def holdings_of(table: Table, player: int) -> dict[str, Numbers]:
    """Return how much a player has of everything, e.g. Astro, goods, points, by name. Shape (lanes,) each."""
    stored = table.stored[player]
    held = {
        "astro": table.astro[player],
        "goods": stored[: len(GOODS)].sum(axis=0, dtype=np.int8),
        "science": stored[SCIENCE],
        "points": points(table, player),
        "colonies": count(table.owned[player] & COLONIES),
        "stations": count(table.owned[player] & station_set(table.rules)),
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
"""Name of a captain's price for each kind of holding; a module of level II counts as a point."""


def worth(gained: dict[str, Numbers], captain: Captain) -> Numbers:
    """Return the worth of what a player gained, in tenths of an Astro, by a captain's prices. Shape (lanes,).

    Args:
        gained: Gains by name, as differences of `holdings_of`. Those without a price do not count.
        captain: The captain.
    """
    total = gained["astro"] * TENTHS
    for name, price in PRICED.items():
        total = total + gained[name] * int(getattr(captain, price))
    return total


def reach_of_turn(position: Position, captain: Captain) -> dict[str, tuple[float, float]]:
    """Return the least and the greatest Astro and worth that one turn may bring, by column.

    Astro come from pirates, from adventures, and from trades: one for each action and for each use of a station.
    """
    rules = position.rules
    numbers, levels, adventures = rules.start, rules.modules.values(), rules.adventures
    stored = max(numbers["capacity"], *(level.capacity for level in levels))
    trades = max(numbers["actions"], *(level.actions for level in levels)) + numbers["station_uses"]
    sold = trades * max(stored, numbers["lab"]) * max(card.price for card in rules.cards)
    paid = PLACES * max(card.demand for card in rules.cards) + sum(one.astro for one in adventures)
    least, most = -float(position.own.astro), float(sold + paid)
    of_parts = dict.fromkeys(("booster", "booster_2", "cannon", "cannon_2"), numbers["openings"])
    limits = of_parts | dict.fromkeys(("colony_ship", "trade_ship"), numbers["hangar"])
    limits |= {"goods": len(GOODS) * stored, "science": numbers["lab"], "points": ALL_POINTS, "medals": MEDALS}
    limits |= {"friendship": sum(card.friendship for card in rules.cards), "module_1": len(MODULES)}
    parts = sum(limits[name] * int(getattr(captain, price)) for name, price in PRICED.items())
    return {"astro": (least, most), "worth": (least * TENTHS - parts, most * TENTHS + parts)}


def turn_columns(table: Table, before: dict[str, Numbers], captain: Captain, counts: Numbers) -> Columns:
    """Return the columns of the turn that was just played, each of shape (1, lanes).

    Args:
        table: The games after the turn.
        before: Holdings of the player at the beginning of the turn, as from `holdings_of`.
        captain: The captain whose prices measure the worth of the turn.
        counts: Counts of the player at the beginning of the turn, of shape (counts, lanes).
    """
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
    """Return how the flight ended, as codes of FLIGHT_ENDS, of shape (lanes,).

    Args:
        table: The games after the turn.
        fights_lost: Number of fights lost in the turn, of shape (lanes,).
    """
    code = {name: number for number, name in enumerate(FLIGHT_ENDS)}
    # Later lines overwrite earlier ones: the strongest reason comes last.
    ends = np.full(table.lanes, code["turned_back"], np.int64)
    ends[table.cards_flown >= table.limit] = code["speed"]
    ends[table.actions >= table.allowed] = code["actions_used"]
    ends[fights_lost > 0] = code["lost_a_fight"]
    ends[table.over] = code["game_over"]
    ends[table.limit == 0] = code["no_flight"]
    return ends


def game_columns(table: Table) -> dict[str, Numbers]:
    """Return the columns of games at their end, each of shape (players, lanes)."""
    over = table.over
    columns: dict[str, list[Any]] = {}
    for player in range(2):
        sources = by_source(table, player)
        values: dict[str, Any] = {
            "won": over & (table.me == player),
            "unfinished": ~over,
            # A game that nobody won has already counted to the turn after the last one.
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
