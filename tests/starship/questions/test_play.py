"""Pairs of games are shown per game; JSON adds both games up, as ever, and has them per game besides."""

from __future__ import annotations

import json

import pytest

from analyzer import starship

CAPTAINS = ("--captain", "sensible", "--captain", "bold", "--games", "40")


@pytest.fixture(scope="module")
def seatings():
    """Games of both seatings, each played by itself."""
    one = starship.play(("sensible", "bold"), 40)
    return one["sensible, Moon"], starship.play(("bold", "sensible"), 40)["sensible, Sun"]


def test_the_table_is_of_games_and_not_of_pairs(command, seatings):
    turns, points, won = (sum(getattr(one, name).mean for one in seatings) / 2 for name in ("turns", "points", "won"))
    text = command("starship", "play", "--swap", *CAPTAINS).out
    lines = {" ".join(line.split()[:1]): line.split() for line in text.splitlines() if line.startswith("  ")}
    assert lines["turns"][1] == f"{turns:.3f}"
    assert lines["points"][1] == f"{points:.3f}"
    assert lines["wins"][1] == f"{won:.2%}"
    assert 25 < turns < 45
    assert "All numbers of the table are per game" in " ".join(text.split())


def test_json_adds_both_games_up_and_has_them_per_game(command, seatings):
    facts = json.loads(command("starship", "play", "--swap", *CAPTAINS, "--json").out)
    player = facts["captains"][0]
    for name, own in (("turns", "turns"), ("points", "points"), ("wins", "won")):
        both = sum(getattr(one, own).mean for one in seatings)
        assert player["metrics"][name]["mean"] == pytest.approx(both)
        assert player["per_game"][name]["mean"] == pytest.approx(both / 2)
    assert player["per_game"]["won_as_moon"]["mean"] == player["metrics"]["won_as_moon"]["mean"]
    assert player["per_game"]["turns"]["low"] == pytest.approx(player["metrics"]["turns"]["low"] / 2)


def test_one_player_of_pairs_is_shown_per_game():
    result = starship.play(("sensible", "bold"), 40, swap=True)
    (line,) = (line for line in repr(result["sensible"]).splitlines() if line.strip().startswith("turns"))
    assert float(line.split()[1]) == pytest.approx(result["sensible"].turns.mean / 2, abs=0.001)


def test_single_games_have_no_second_way_of_being_counted(command):
    facts = json.loads(command("starship", "play", *CAPTAINS, "--json").out)
    assert "per_game" not in facts["captains"][0]
    assert not any("per game" in note for note in facts["notes"])
