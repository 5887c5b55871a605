"""States of games and turns in plain types, for comparing the engine with its plain twin (docs/starship-rulings.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.starship.captains.captain import Captain, load_captain
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.tables import CRESTS, GOODS, MODULES, SCIENCE, Rules, Switches, default_rules, load_switches
from analyzer.starship.turn.bits import (
    COLONIES,
    PIRATES,
    adventures_of,
    count,
    ids_of,
    station_set,
)
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.points import points
from analyzer.starship.turn.setup import lay
from analyzer.starship.turn.table import COUNTS, Table
from analyzer.starship.turn.turn import LONGEST, judges_of, play_turn
from analyzer.starship.turn.turn import games as ended

CaptainLike = str | Path | Captain


def games(
    captains: Sequence[CaptainLike],
    seed: int,
    first: int,
    games: int,
    switches: Switches | Mapping[str, Any] | None = None,
    turns: int = LONGEST,
) -> list[dict[str, Any]]:
    """Play games, and return their final states in order.

    Args:
        captains: The captains of Moon and Sun.
        seed: Seed of all cards and dice.
        first: Number of the first game.
        games: Number of games.
        switches: Switches of the rules; the usual ones if None.
        turns: Maximum number of turns of a game.
    """
    pair = load_captain(captains[0]), load_captain(captains[1])
    ends: dict[int, dict[str, Any]] = {}
    for table in ended(default_rules(), pair, seed, first, games, load_switches(switches), turns):
        for lane in range(table.lanes):
            ends[int(table.game[lane])] = end_of(table, lane) | {"counts": counts_of(table, lane)}
    return [ends[number] for number in sorted(ends)]


def turns(
    positions: Sequence[Mapping[str, Any] | Position],
    captains: Sequence[CaptainLike],
    seed: int,
    first: int = 0,
    switches: Switches | Mapping[str, Any] | None = None,
) -> list[dict[str, Any]]:
    """Play one turn of each position, and return the states after it in order.

    Args:
        positions: The positions; position i is game `first + i`.
        captains: The captains of Moon and Sun.
        seed: Seed of all cards and dice.
        first: Number of the first game.
        switches: Switches of the rules; the usual ones if None.
    """
    pair = load_captain(captains[0]), load_captain(captains[1])
    how = load_switches(switches)
    loaded = [load_position(position) for position in positions]
    alike: dict[tuple[Rules, int, str, int], list[int]] = {}
    for number, position in enumerate(loaded):
        alike.setdefault((position.rules, *position.played_alike), []).append(number)
    states: dict[int, dict[str, Any]] = {}
    for (rules, turn, stage, _), numbers in alike.items():
        table = Table(len(numbers), rules, turn=turn, switches=how)
        table.game = np.array([first + number for number in numbers])
        rolls = np.zeros(len(numbers), np.int8)
        for lane, number in enumerate(numbers):
            lay(table, slice(lane, lane + 1), loaded[number], seed, first + number)
            rolls[lane] = loaded[number].roll or 0
        play_turn(table, judges_of(rules, pair, how), SampledDice(seed, first, len(loaded)), stage, rolls)
        for lane, number in enumerate(numbers):
            states[number] = _after_turn(table, lane, stage)
    return [states[number] for number in sorted(states)]


def _after_turn(table: Table, lane: int, stage: str) -> dict[str, Any]:
    """Return the state of one game (lane) after a turn, with the roll, the sector and everything done in the turn."""
    over = bool(table.over[lane])
    done = dict(zip(COUNTS, table.counts[table.me, :, lane].tolist(), strict=True))
    flew = stage != "trade" and not (over and not table.limit[lane])
    end = end_of(table, lane) | {"roll": int(table.roll[lane]), "sector": (int(table.sector[lane]) + 1) * flew}
    return end | {"turn": table.turn + (not over)} | done


def counts_of(table: Table, lane: int) -> dict[str, dict[str, int]]:
    """Return the counts in COUNTS by name, for `moon` and `sun`, in one game (lane)."""
    return {
        crest: dict(zip(COUNTS, table.counts[player, :, lane].tolist(), strict=True))
        for player, crest in enumerate(CRESTS)
    }


def end_of(table: Table, lane: int) -> dict[str, Any]:
    """Return the whole state of one game (lane)."""
    over = bool(table.over[lane])
    rows = np.array([lane])
    return {
        "turn": table.turn,
        "winner": CRESTS[table.me] if over else None,
        "points": [int(points(table, player, rows)[0]) for player in range(2)],
        **{crest: ship_of(table, player, lane) for player, crest in enumerate(CRESTS)},
        "sectors": {number + 1: ids_of(table.sectors[number, lane]) for number in range(4)},
        "lost": {number + 1: lost_planets(table, number, lane) for number in range(4)},
        "reserve": int(table.left[lane]),
        "open": adventures_of(int(table.open[lane])),
        "stack": int(table.stack_left[lane]),
        "seen": {
            crest: {number + 1: ids_of(table.known[player, number, lane]) for number in range(4)}
            for player, crest in enumerate(CRESTS)
        },
        "seen_lost": {
            crest: {number + 1: int(table.known_lost[player, number, lane]) for number in range(4)}
            for player, crest in enumerate(CRESTS)
        },
        **{
            name: {crest: adventures_of(int(sets[player, lane])) for player, crest in enumerate(CRESTS)}
            for name, sets in (("done", table.done), ("reached", table.reached), ("able", table.able))
        },
    }


def lost_planets(table: Table, sector: int, lane: int) -> int:
    """Return the number of lost planets in a sector.

    Args:
        table: The games.
        sector: Number of the sector, from 0.
        lane: Number of the lane.
    """
    return int(table.size[sector, lane] - count(table.sectors[sector, lane : lane + 1])[0])


def ship_of(table: Table, player: int, lane: int) -> dict[str, Any]:
    """Return a ship in the fields of a ship file, without its name."""
    owned = int(table.owned[player, lane])
    stored = table.stored[player, :, lane].tolist()
    return {
        "crest": CRESTS[player],
        "astro": int(table.astro[player, lane]),
        "goods": dict(zip(GOODS, stored[:SCIENCE], strict=True)),
        "science": stored[SCIENCE],
        "boosters": levels(table.boosters[player, lane], table.boosters_2[player, lane]),
        "cannons": levels(table.cannons[player, lane], table.cannons_2[player, lane]),
        "hangar": {
            "colony_ship": int(table.colony_ships[player, lane]),
            "trade_ship": int(table.trade_ships[player, lane]),
        },
        "modules": {
            name: level for name, level in zip(MODULES, table.modules[player, :, lane].tolist(), strict=True) if level
        },
        "colonies": ids_of(owned & int(COLONIES)),
        "stations": ids_of(owned & int(station_set(table.rules))),
        "pirates": ids_of(owned & int(PIRATES)),
        "adventures": adventures_of(int(table.owned_adventures[player, lane])),
    }


def levels(parts: np.integer[Any], second: np.integer[Any]) -> list[int]:
    """Return the level of each booster, or of each cannon, of a ship; those of level II come first.

    Args:
        parts: Number of boosters or cannons.
        second: Number of them that have level II.
    """
    return [2] * int(second) + [1] * (int(parts) - int(second))
