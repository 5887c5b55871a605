"""Whole games by engine and twin, and where their ends and draws differ."""

from __future__ import annotations

import random
from typing import Any

from analyzer.lorry import Captain, load_captain
from tests.doors.lorry import NAMED
from tests.facts import differences
from tests.lorry.chart import any_captain, any_galaxy, any_switches
from tests.lorry.told import engine_games, prices_of
from tests.lorry.twin.game import play_game

GAMES = 3


def case(number: int) -> tuple[dict[str, Any], list[Captain], dict[str, str], list[str] | None]:
    """A galaxy, who plays there, how and with which dice."""
    rng = random.Random(number)
    traders = 1 + number % 4
    captains = [any_captain(rng) for _ in range(traders)]
    captains[number % traders] = load_captain(NAMED[number // 4 % len(NAMED)])
    dice = rng.choice((None, ["white", "orange", "orange"])) if traders == 3 else None
    if traders == 1 and rng.random() < 0.3:
        dice = rng.choice((["orange"], ["white", "white", "orange"]))
    return any_galaxy(rng), captains, any_switches(rng), dice


def games_differ(number: int, games: int = GAMES) -> list[str]:
    """What differs in the games of a galaxy."""
    galaxy, captains, switches, dice = case(number)
    engine = engine_games(galaxy, captains, number, 0, games, switches, dice)
    prices = [prices_of(captain) for captain in captains]
    twin = [play_game(galaxy, prices, number, game, switches, dice) for game in range(games)]
    told = zip(engine, twin, strict=True)
    return [f"{game}{fault}" for game, (one, other) in enumerate(told) for fault in differences(one, other)]


def large_differs(number: int) -> list[str]:
    """What differs in a game of a large galaxy."""
    _, captains, _, dice = case(number)
    galaxy = {**any_galaxy(random.Random(number), 16, 24), "wrap": "both"}
    (engine,) = engine_games(galaxy, captains, number, 0, 1, None, dice)
    return differences(engine, play_game(galaxy, [prices_of(captain) for captain in captains], number, 0, None, dice))
