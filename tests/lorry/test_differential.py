"""The engine against its plain twin: whole games, every field of what came of them and every draw."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from analyzer.lorry.captains.captain import PRICES, Captain
from analyzer.lorry.captains.captainfile import NAMED, captain_of, load_captain
from tests.lorry.chart import any_galaxy, any_prices, any_switches
from tests.lorry.told import engine_games
from tests.lorry.twin.game import play_game

GALAXIES = 60
GAMES = 5
LARGE = (1, 4, 8, 9)
"""Galaxies of more boxes than a byte can count."""


def differences(engine: Any, twin: Any, path: str = "") -> list[str]:
    """Where two ends differ, field by field."""
    if isinstance(engine, Mapping) and isinstance(twin, Mapping):
        names = {**engine, **twin}
        return [
            fault
            for name in names
            for fault in differences(engine.get(name, "missing"), twin.get(name, "missing"), f"{path}/{name}")
        ]
    if isinstance(engine, list) and isinstance(twin, list):
        faults = [] if len(engine) == len(twin) else [f"{path}: engine {len(engine)} entries, twin {len(twin)}"]
        pairs = enumerate(zip(engine, twin, strict=False))
        return faults + [fault for number, pair in pairs for fault in differences(*pair, f"{path}/{number}")]
    return [] if engine == twin and type(engine) is type(twin) else [f"{path}: engine {engine}, twin {twin}"]


def prices_of(captain: Captain) -> dict[str, int] | None:
    """The captain as the twin takes him."""
    if captain.plays == "random":
        return None
    return {name: getattr(captain, name) for name in (*PRICES, "patience")}


def any_captain(rng: random.Random) -> Captain:
    """A named captain, or one whose prices are thrown."""
    if rng.random() < 0.6:
        return load_captain(rng.choice(NAMED))
    return captain_of({"name": "any", **any_prices(rng)})


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


@pytest.mark.parametrize("number", range(GALAXIES))
def test_games_equal_the_twin(number: int) -> None:
    assert games_differ(number)[:5] == []


def large_differs(number: int) -> list[str]:
    """What differs in a game of a large galaxy."""
    _, captains, _, dice = case(number)
    galaxy = {**any_galaxy(random.Random(number), 16, 24), "wrap": "both"}
    (engine,) = engine_games(galaxy, captains, number, 0, 1, None, dice)
    return differences(engine, play_game(galaxy, [prices_of(captain) for captain in captains], number, 0, None, dice))


@pytest.mark.parametrize("number", LARGE)
def test_a_game_in_a_large_galaxy_equals_the_twin(number: int) -> None:
    assert large_differs(number)[:5] == []


def test_differences_are_told() -> None:
    """The comparison itself: a value, a missing field, a draw less, a number that is no whole number."""
    assert differences({"a": {"b": 1}}, {"a": {"b": 2}}) == ["/a/b: engine 1, twin 2"]
    assert differences({"a": 1}, {}) == ["/a: engine 1, twin missing"]
    assert differences({"a": [1]}, {"a": [2, 3]}) == ["/a: engine 1 entries, twin 2", "/a/0: engine 1, twin 2"]
    assert differences({"a": True}, {"a": 1}) == ["/a: engine True, twin 1"]
