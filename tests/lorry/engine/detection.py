"""Whether the twin notices a deliberate mistake: how games should end, and how they do."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from analyzer.lorry import Captain, load_captain
from tests.doors.lorry import captain_of
from tests.lorry.chart import any_galaxy, any_prices
from tests.lorry.engine.mistakes import Mistake
from tests.lorry.told import engine_games, prices_of
from tests.lorry.twin.game import play_game

GALAXIES, GAMES = (0, 1, 2, 14, 33), 4
"""In one of these every mistake shows."""
NETS = {"branch": 4, "crossing": 2}
"""Dice by which nets grow: several pairs at once, and loops."""


@cache
def case(number: int) -> tuple[dict[str, Any], tuple[Captain, ...]]:
    """A galaxy and who plays there, by the rules as they are usually read."""
    rng = random.Random(7000 + number)
    traders = 2 + number % 3
    captains = tuple(captain_of({"name": "thrown", **any_prices(rng)}) for _ in range(traders))
    galaxy = any_galaxy(rng)
    if number % 4 == 0:
        galaxy |= {"end_after": 9, "dice": dict.fromkeys(("white", "orange"), NETS)}
    elif number % 4 == 1:
        captains = tuple(load_captain("random") for _ in captains)
    return galaxy, captains


@cache
def right_games(number: int) -> list[dict[str, Any]]:
    """What comes of the games, by the twin."""
    galaxy, captains = case(number)
    return [play_game(galaxy, [prices_of(captain) for captain in captains], number, game) for game in range(GAMES)]


def noticed(mistake: Mistake) -> bool:
    """Whether anything differs in any galaxy."""
    with mistake.made():
        for number in GALAXIES:
            galaxy, captains = case(number)
            if engine_games(galaxy, captains, number, 0, GAMES, mistake.switches) != right_games(number):
                return True
    return False
