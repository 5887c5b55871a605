"""The engine against its plain twin: whole games and turns from any position, every field of what comes out."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from analyzer.starship import Position
from tests.conftest import ALL, evenly
from tests.doors.starship import plain
from tests.starship.engine.against_twin import (
    NAMED_PAIRS,
    THROWN_PAIRS,
    THROWN_TURNS,
    TURNS,
    batch,
    differences,
    faults,
    games_differ,
    pair_of,
    turns_differ,
)
from tests.starship.shipyard import WEIGHER, any_ship
from tests.starship.twin.box import BASE, PIRATES, RESERVE
from tests.starship.twin.referee import play_game, play_position

PAIRS = range(2 * (NAMED_PAIRS + THROWN_PAIRS))
BATCHES = range(10)
SOME_PAIRS, SOME_BATCHES = 11, 3
"""Of each so many are compared in every test run."""


@pytest.mark.long
@pytest.mark.slow(but=SOME_PAIRS)
@pytest.mark.parametrize("number", PAIRS)
def test_whole_games_equal_twin(number: int) -> None:
    assert games_differ(number, None if ALL else 5)[:5] == []


@pytest.mark.long
@pytest.mark.slow(but=SOME_BATCHES)
@pytest.mark.parametrize("number", BATCHES)
def test_turns_from_positions_equal_twin(number: int) -> None:
    assert turns_differ(number, TURNS if ALL else 200)[:5] == []


def out_of_turn(number: int) -> dict[str, Any]:
    """A strong pirate lies in sector 1, while hardly a card has left the reserve: nobody can believe in it."""
    rng = random.Random(number)
    ship = any_ship(rng, "moon", ["START01"], [], {"command": 1})
    strong = rng.choice([card for card in PIRATES if card.demand == 5])
    row = [strong.id, *(card.id for card in rng.sample(BASE, 9))]
    reserve = [card.id for stack in RESERVE for card in stack if card is not strong]
    elsewhere = [card.id for card in BASE if card.id not in row]
    rows = {1: row, 2: elsewhere[:10], 3: elsewhere[10:20], 4: elsewhere[20:30]}
    gone = elsewhere[30:]
    return {
        "moon": {**ship, "astro": 30},
        "phase": "sector",
        "roll": 3,
        "sectors": rows,
        "reserve": reserve,
        "gone": gone,
    }


@pytest.mark.long
def test_pirate_with_no_weight_equals_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    """All weights are 0: each pirate with this demand is as likely. Files with such a reserve are refused."""
    monkeypatch.setattr(Position, "_reserve", lambda _: iter(()))
    positions = [out_of_turn(number) for number in range(60)]
    prices = (5, 15, 40)
    ends = []
    for card in prices:
        pair = (replace(WEIGHER, card=card, remembers="none"), WEIGHER)
        engine = plain.turns(positions, pair, 3)
        twin = [play_position(one, pair, 3, number) for number, one in enumerate(positions)]
        assert faults(engine, twin)[:5] == []
        ends += engine
    met = [end for end in ends if end["met"] and end["sector"] == 1]
    assert {bool(end["paid"]) for end in met} == {True, False}


def test_differences_name_path_and_values() -> None:
    """The comparison itself: a value, a missing field, a number that is no whole number."""
    assert differences({"a": {"b": 1}}, {"a": {"b": 2}}) == ["/a/b: engine 1, twin 2"]
    assert differences({"a": 1}, {}) == ["/a: engine 1, twin missing"]
    assert differences({"a": True}, {"a": 1}) == ["/a: engine True, twin 1"]


@pytest.mark.long
def test_compared_games_cover_every_event() -> None:
    """Count by the twin alone that every kind of event occurs in the games compared in each test run."""
    seen: Counter[str] = Counter()
    for number in evenly(PAIRS, SOME_PAIRS):
        pair, switches = pair_of(number)
        end = play_game(pair, number // 2, 0, switches, THROWN_TURNS)
        seen[f"winner {end['winner']}"] += 1
        for crest in ("moon", "sun"):
            seen.update({name: units for name, units in end["counts"][crest].items() if units})
            seen.update(f"{module} {level}" for module, level in end[crest]["modules"].items())
    for number in evenly(BATCHES, SOME_BATCHES):
        positions, pair, switches = batch(number, 60)
        for which, position in enumerate(positions):
            end = play_position(position, pair, number, which, switches)
            seen.update(f"won in {position['phase']}" for _ in range(end["winner"] is not None))
            seen.update(name for name in ("cannons_lost", "modules_lost", "adventures_done") if end[name])
            seen.update(["reserve empty"] if not end["reserve"] else [])
            seen.update(["actions out"] if end["actions"] > 2 else [])
    wanted = {
        "winner moon",
        "winner sun",
        "winner None",
        "reserve empty",
        "actions out",
        "won in sector",
        "won in trade",
    }
    wanted |= {"met", "paid", "beaten", "fights_lost", "cannons_lost", "modules_lost", "adventures_done"}
    wanted |= {"logistics 2", "command 2", "sensor 1", "trade 1", "science 1", "production 1"}
    assert wanted <= {name for name, times in seen.items() if times > 0}
