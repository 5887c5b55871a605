"""Choices of captains at a colony whose number they have already (docs/starship-rulings.md, Act or pass)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from analyzer import starship
from tests.doors.starship import GamesAfter
from tests.starship.questions.last_chance import NINE, in_flight

SENSIBLE = starship.load_captain("sensible")
ALWAYS = replace(SENSIBLE, name="always", new_numbers_first=False)


def founds(card: str, captain: starship.Captain = SENSIBLE, **moon: Any) -> bool:
    """Whether the captain's choice at that card is to found."""
    moon = {"astro": 0, "goods": {}, "science": 0, "hangar": {"colony_ship": 1}} | moon
    position = {"game": "starship", "turn": "moon", "roll": 1, "moon": moon, "open": []} | in_flight(card)
    after = GamesAfter(starship.load_position(position), captain, SENSIBLE, 1)
    return after.captains_step([{"do": "found"}, {"do": "next"}, {"do": "end"}]) == 0


@pytest.mark.parametrize(
    ("card", "moon", "is_founded"),
    [
        ("BASE09", {}, False),  # ore on a 1, as the carbon of the first colony
        ("BASE05", {}, True),  # carbon on a 2
        ("BASE07", {}, True),  # food on a 3
        ("BASE09", {"colonies": ["START01", "BASE05", "BASE07"]}, True),  # no number is missing
        ("BASE09", {"colonies": ["START01", "BASE05"]}, False),  # the 3 is missing
        ("BASE09", NINE | {"colonies": ["START01", "BASE05", "BASE10"], "hangar": {"colony_ship": 1}}, True),  # it wins
    ],
)
def test_captain_founds_new_numbers_first(card: str, moon: dict[str, Any], is_founded: bool) -> None:
    assert founds(card, **moon) is is_founded


def test_captain_without_preference_founds_all() -> None:
    assert founds("BASE09", ALWAYS)
