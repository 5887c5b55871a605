"""Knowledge of players: every card turned up, cards that come open, and cards that their own sensor showed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from analyzer.starship import Captain, load_captain
from tests.doors.starship import plain
from tests.starship.rules.played import EMPTY, filled
from tests.starship.twin.box import CARDS

PASSENGER = load_captain("passenger-pays")
FOUNDER = replace(load_captain("sensible"), point=1000, card=0, new_numbers_first=False)


def seen(row: list[str], captain: Captain = PASSENGER, alone: bool = False, **more: Any) -> dict[str, Any]:
    """After a turn of Moon, who flies through sector 1, where these cards lie; alone: there are no other cards."""
    switches = more.pop("switches", None)
    moon = {**EMPTY, **more.pop("moon", {})}
    reserve = more.get("reserve", [])
    gone = [card.id for card in CARDS if card.stack != "START" and card.id not in (*row, *reserve)]
    rows = {"sectors": {1: row}, "gone": gone, "reserve": reserve} if alone else {"sectors": {1: filled(row)}}
    position = {"phase": "sector", "roll": 1, "moon": moon, "sun": EMPTY, **rows, **more}
    return plain.turns([position], (captain, PASSENGER), 4, 0, switches)[0]


def test_both_players_see_turned_cards() -> None:
    end = seen([])
    assert (end["sector"], end["cards_flown"]) == (1, 3)
    assert len(end["seen"]["moon"][1]) == 3
    assert end["seen"]["sun"] == end["seen"]["moon"]


def test_unturned_cards_stay_unknown() -> None:
    assert [len(end) for end in seen([])["seen"]["sun"].values()] == [3, 0, 0, 0]


def test_sensor_shows_cards_to_owner_only() -> None:
    """Two cards that went below the sector."""
    end = seen([], moon={"modules": {"sensor": 1}})
    assert len(end["seen"]["moon"][1]) == 5
    assert len(end["seen"]["sun"][1]) == 3


def test_lost_planets_are_remembered() -> None:
    end = seen(["IV01", "IV02"], alone=True)
    assert (end["seen_lost"]["moon"][1], end["seen_lost"]["sun"][1]) == (2, 2)


@pytest.mark.parametrize(("face_down", "known"), [("no", ["I03"]), ("yes", [])])
def test_replacement_is_open_unless_face_down(face_down: str, known: list[str]) -> None:
    ship = {"hangar": {"colony_ship": 1}}
    switches = {"reserve_face_down": face_down}
    end = seen(["BASE09"], FOUNDER, True, moon=ship, reserve=["I03"], switches=switches)
    assert "BASE09" in end["moon"]["colonies"]
    assert (end["seen"]["moon"][1], end["seen"]["sun"][1]) == (known, known)
    assert end["sectors"][1] == ["I03"]


def test_removed_card_is_forgotten() -> None:
    ship = {"hangar": {"colony_ship": 1}}
    end = seen(["BASE09"], FOUNDER, True, moon=ship, seen={1: ["BASE09"]})
    assert end["seen"]["moon"][1] == end["seen"]["sun"][1] == []


def test_paid_pirate_is_known_to_both() -> None:
    end = seen(["BASE11"], alone=True)
    assert (end["paid"], end["seen"]["moon"][1], end["seen"]["sun"][1]) == (1, ["BASE11"], ["BASE11"])


@pytest.mark.parametrize("remembers", ["all", "none"])
def test_captain_without_memory_rotates_sectors(remembers: str) -> None:
    """Choose the first of equal sectors with notes, and the next one each own turn without notes."""
    captain = replace(PASSENGER, remembers=remembers)
    chosen = [seen([], captain, turn=turn)["sector"] for turn in (1, 3, 5, 7, 9)]
    assert chosen == ([1, 2, 3, 4, 1] if remembers == "none" else [1] * 5)


def test_captain_without_memory_rotates_per_game() -> None:
    position = {"phase": "sector", "roll": 1, "moon": EMPTY, "sun": EMPTY, "turn": 5}
    ends = plain.turns([position] * 7, (replace(PASSENGER, remembers="none"), PASSENGER), 4)
    assert [end["sector"] for end in ends] == [3] * 7


def test_captain_without_money_fights() -> None:
    end = seen(["BASE11"], alone=True, moon={"astro": 2})
    assert (end["met"], end["paid"], end["beaten"] + end["fights_lost"]) == (1, 0, 1)
