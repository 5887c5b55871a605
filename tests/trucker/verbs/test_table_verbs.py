"""The verbs at the table: fly --from, inspect, explain --record, replay, advise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.doors.printed import load_edition
from tests.doors.trucker_questions import in_order_of_rolls
from tests.facts import untold
from tests.places import ROOT

POSITION = str(ROOT / "ships/2007/at-the-table.yaml")
PLANET = str(ROOT / "ships/2007/which-planet.yaml")
RECORD = str(ROOT / "ships/2007/example-record.yaml")
HAULER = str(ROOT / "ships/2007/II/steady-hauler.yaml")


def test_rest_of_flight_is_flown(command) -> None:
    answer = command("fly", "--from", POSITION, "--flights", "20", "--json")
    assert answer.code == 0, answer.err
    (facts,) = json.loads(answer.out)
    assert facts["flights"] == 20
    assert [ship["name"] for ship in facts["ships"]] == ["Steady Hauler"]


def test_position_refuses_its_own_options(command) -> None:
    answer = command("fly", HAULER, "--from", POSITION, "--level", "II", "--alone", "--start", "1")
    assert answer.code == 2
    assert "the position says this itself" in answer.err
    assert all(option in answer.err for option in ("--level", "--alone", "--start", "steady-hauler.yaml"))


@pytest.mark.long
def test_position_run_goes_on(command, tmp_path: Path) -> None:
    """A run from a position goes on where it was saved."""
    kept = str(tmp_path / "kept")
    command("fly", "--from", POSITION, "--flights", "10", "--save", kept)
    again = command("fly", "--from", POSITION, "--flights", "15", "--save", kept, "--json")
    assert again.code == 0, again.err
    whole = command("fly", "--from", POSITION, "--flights", "15", "--json")
    assert json.loads(again.out)[0]["ships"] == json.loads(whole.out)[0]["ships"]


def test_position_is_drawn_beside_ship(command) -> None:
    answer = command("inspect", POSITION, HAULER)
    assert answer.code == 0, answer.err
    for words in ("# lost", "7 humans", "The track, the leader first", "31 planets", "8 cards", "Weak points"):
        assert words in answer.out


def test_hazards_stand_in_roll_order() -> None:
    """Printed cards 30 (five meteors), 15 (a combat zone with two shots) and 31 (planets)."""
    cards = {card.id: in_order_of_rolls(card) for card in load_edition("2007").cards}
    meteors = "1 small meteor (front), 2 large meteor (front), 3 small meteor (right), 4 large meteor (right), "
    assert cards[30] == meteors + "5 small meteor (right)"
    assert cards[15] == "1 light fire (rear), 2 heavy fire (rear)"
    assert cards[31] == ""


def test_simulated_flight_is_replayed(command, tmp_path: Path) -> None:
    path = str(tmp_path / "flight.yaml")
    explained = command("explain", HAULER, "--flight", "3", "--record", path, "--json")
    assert explained.code == 0, explained.err
    replayed = command("replay", path, "--json")
    facts, story = json.loads(replayed.out), json.loads(explained.out.partition("\nrecord:")[0])
    assert (facts["refused"], facts["over"]) == (0, True)
    assert facts["outcomes"]["Steady Hauler"] == story["outcome"]


def test_record_is_shown_by_card(command, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    answer = command("replay", RECORD, "-o", str(page))
    assert answer.code == 0, answer.err
    assert not untold(answer.out, "RGBBB", "RYB", "RBBB", "RG", "3 days", "refused in part")
    assert page.read_text(encoding="utf-8").count("<svg") == 6


@pytest.mark.long
def test_advise_ranks_the_options(command) -> None:
    answer = command("advise", PLANET, "--flights", "30", "--json")
    assert answer.code == 0, answer.err
    facts = json.loads(answer.out)
    assert facts["what"] == "land"
    assert {option["value"] for option in facts["options"]} == {0, 2, 3, 4}
    worse = [option["worse"] for option in facts["options"]]
    assert worse == sorted(worse)


@pytest.mark.long
def test_record_is_reviewed_as_page(command, tmp_path: Path) -> None:
    """Every step has a ship, and the line is a drawing of its own; --quick takes a fifth of the flights."""
    page = tmp_path / "page.html"
    answer = command("review", RECORD, "--flights", "10", "--quick", "-o", str(page), "--json")
    assert answer.code == 0, answer.err
    facts = json.loads(answer.out.partition("\npage:")[0])
    assert facts["flights"] == 2
    steps = facts["steps"]
    assert [steps[0]["heading"], steps[0]["luck"]] == ["start", None]
    assert page.read_text(encoding="utf-8").count("<svg") == len(steps) + 1


def test_simulated_flight_is_reviewed(command, tmp_path: Path) -> None:
    path = str(tmp_path / "flight.yaml")
    flown = ("--flight", "3", "--alone", "--cards", "12,16,8", "--review", "--quick", "--record", path)
    answer = command("explain", str(ROOT / "ships/2007/I/first-mile.yaml"), *flown, "--json")
    assert answer.code == 0, answer.err
    facts = json.loads(answer.out.partition("\nrecord:")[0])
    again = command("review", path, "--flights", "200", "--json")
    assert facts["decisions"] == json.loads(again.out)["decisions"] != []
    assert facts["steps"][-1] == {**facts["steps"][-1], "heading": "the end"}


def test_earlier_bounty_widens_the_bounds(command, tmp_path: Path) -> None:
    """The interval of what cards pay is cut off where none can pay more, or less: 500 credits come before any card."""
    text = Path(POSITION).read_text(encoding="utf-8").replace("credits: 0 ", "credits: 500 ")
    path = tmp_path / "rich.yaml"
    path.write_text(text.replace("II/", f"{ROOT}/ships/2007/II/"), encoding="utf-8")
    answer = command("fly", "--from", str(path), "--flights", "15", "--json")
    bounty = json.loads(answer.out)[0]["ships"][0]["metrics"]["bounty"]
    assert 500 <= bounty["low"] <= bounty["mean"] <= bounty["high"]
