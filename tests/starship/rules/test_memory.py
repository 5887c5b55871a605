"""What players see: every card turned up, what comes open, and what the own sensor showed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from analyzer.starship import Captain, load_captain, plain
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


def test_both_see_every_card_turned_up() -> None:
    end = seen([])
    assert (end["sector"], end["cards_flown"]) == (1, 3)
    assert len(end["seen"]["moon"][1]) == 3
    assert end["seen"]["sun"] == end["seen"]["moon"]


def test_what_was_not_turned_up_nobody_knows() -> None:
    assert [len(end) for end in seen([])["seen"]["sun"].values()] == [3, 0, 0, 0]


def test_what_the_sensor_showed_is_known_to_its_owner_alone() -> None:
    """Two cards that went below the sector."""
    end = seen([], moon={"modules": {"sensor": 1}})
    assert len(end["seen"]["moon"][1]) == 5
    assert len(end["seen"]["sun"][1]) == 3


def test_lost_planets_are_noted() -> None:
    end = seen(["IV01", "IV02"], alone=True)
    assert (end["seen_lost"]["moon"][1], end["seen_lost"]["sun"][1]) == (2, 2)


@pytest.mark.parametrize(("face_down", "known"), [("no", ["I03"]), ("yes", [])])
def test_a_replacement_comes_open_but_for_the_variant(face_down: str, known: list[str]) -> None:
    ship = {"hangar": {"colony_ship": 1}}
    switches = {"reserve_face_down": face_down}
    end = seen(["BASE09"], FOUNDER, True, moon=ship, reserve=["I03"], switches=switches)
    assert "BASE09" in end["moon"]["colonies"]
    assert (end["seen"]["moon"][1], end["seen"]["sun"][1]) == (known, known)
    assert end["sectors"][1] == ["I03"]


def test_what_left_is_known_nowhere() -> None:
    ship = {"hangar": {"colony_ship": 1}}
    end = seen(["BASE09"], FOUNDER, True, moon=ship, seen={1: ["BASE09"]})
    assert end["seen"]["moon"][1] == end["seen"]["sun"][1] == []


def test_a_pirate_who_was_paid_is_known_to_both() -> None:
    end = seen(["BASE11"], alone=True)
    assert (end["paid"], end["seen"]["moon"][1], end["seen"]["sun"][1]) == (1, ["BASE11"], ["BASE11"])


@pytest.mark.parametrize("remembers", ["all", "none"])
def test_who_takes_no_notes_goes_round(remembers: str) -> None:
    """Of sectors that promise alike the first; without notes another one in every own turn."""
    captain = replace(PASSENGER, remembers=remembers)
    chosen = [seen([], captain, turn=turn)["sector"] for turn in (1, 3, 5, 7, 9)]
    assert chosen == ([1, 2, 3, 4, 1] if remembers == "none" else [1] * 5)


def test_and_so_in_games_side_by_side() -> None:
    position = {"phase": "sector", "roll": 1, "moon": EMPTY, "sun": EMPTY, "turn": 5}
    ends = plain.turns([position] * 7, (replace(PASSENGER, remembers="none"), PASSENGER), 4)
    assert [end["sector"] for end in ends] == [3] * 7


def test_who_cannot_pay_fights_whatever_he_is() -> None:
    end = seen(["BASE11"], alone=True, moon={"astro": 2})
    assert (end["met"], end["paid"], end["beaten"] + end["fights_lost"]) == (1, 0, 1)
