"""Counts of lost fights: a pirate takes nothing, a cannon or a module, and each loss counts.

A captain who fights everybody flies where a single pirate lies and nothing else in the whole game.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.doors.starship import STANDARD_RULES, plain
from tests.starship.rules.played import EMPTY

CANNON, MODULE, NOTHING = "II06", "III07", "I07"


def after(pirate: str, games: int = 40, **ship: Any) -> list[dict[str, Any]]:
    """How things stand after turns of a Moon whose only other card in the whole game is this pirate."""
    gone = [card for card in STANDARD_RULES.card_by_id if card not in (pirate, "START01", "START02")]
    position = {
        "moon": {**EMPTY, "boosters": [1, 1], "cannons": [], **ship},
        "sun": EMPTY,
        "phase": "sector",
        "roll": 3,
        "sectors": {1: [pirate]},
        "reserve": [],
        "gone": gone,
    }
    return plain.turns([position] * games, ("passenger-fights", "passenger-fights"), 1)


def lost(end: dict[str, Any]) -> tuple[int, int, int]:
    return end["fights_lost"], end["cannons_lost"], end["modules_lost"]


@pytest.mark.parametrize(
    ("cannons", "left"), [([1], []), ([1, 1], [1]), ([2, 1], [2]), ([2, 2], [2, 1]), ([2], [1]), ([], [])]
)
def test_lost_cannon_level_counts_once(cannons, left):
    ends = after(CANNON, cannons=cannons)
    beaten = [end for end in ends if end["fights_lost"]]
    assert beaten
    assert {lost(end) for end in beaten} == {(1, int(bool(cannons)), 0)}
    assert all(end["moon"]["cannons"] == left for end in beaten)
    assert {lost(end) for end in ends if end["beaten"]} <= {(0, 0, 0)}


BOTH = {"sensor": 1, "trade": 2}


@pytest.mark.parametrize(
    ("modules", "left"), [({"sensor": 1}, {}), ({"sensor": 2}, {"sensor": 1}), (BOTH, {"trade": 2}), ({}, {})]
)
def test_lost_module_level_counts_once(modules, left):
    ends = after(MODULE, cannons=[1], modules=modules)
    assert {lost(end) for end in ends} == {(1, 0, int(bool(modules)))}, "strength 6 beats strength 1 with any dice"
    assert all(end["moon"]["modules"] == left for end in ends)


def test_harmless_pirate_counts_lost_fight_only():
    ends = after(NOTHING, cannons=[1])
    assert {lost(end) for end in ends} == {(0, 0, 0), (1, 0, 0)}
    assert all(end["moon"]["cannons"] == [1] for end in ends)
