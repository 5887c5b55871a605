"""Pairs of games are shown per game; JSON adds both games up, as ever, and has them per game besides."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

from analyzer import AnalyzerError, starship
from analyzer.starship import load_captain
from tests.doors.starship import GameExperiment, report
from tests.facts import untold
from tests.files.own_folders import written
from tests.places import ROOT

pytestmark = pytest.mark.usefixtures("flown_once")
LATE, PAIR = ROOT / "ships" / "starship" / "late.yaml", ("sensible", "sensible")
"""Eight points: games from here end soon."""
CAPTAINS = ("--captain", "sensible", "--captain", "bold", "--games", "40", "--from", str(LATE))


@pytest.fixture(scope="module")
def seatings():
    """Games of both seatings, each played by itself."""
    one, other = (starship.play(pair, 40, position=LATE) for pair in (("sensible", "bold"), ("bold", "sensible")))
    return one["sensible, Moon"], other["sensible, Sun"]


def test_swap_table_is_per_game(command, seatings):
    turns, points, won = (sum(getattr(one, name).mean for one in seatings) / 2 for name in ("turns", "points", "won"))
    text = command("starship", "play", "--swap", *CAPTAINS, "--verbose").out
    lines = {" ".join(line.split()[:1]): line.split() for line in text.splitlines() if line.startswith("  ")}
    assert lines["turns"][1] == f"{turns:.3f}"
    assert lines["points"][1] == f"{points:.3f}"
    assert lines["wins"][1] == f"{won:.2%}"
    assert 1 < turns < 20
    assert "averages per game" in " ".join(text.split())


def test_swap_json_has_pair_and_game(command, seatings):
    facts = json.loads(command("starship", "play", "--swap", *CAPTAINS, "--json").out)
    player = facts["ships"][0]
    for name, own in (("turns", "turns"), ("points", "points"), ("wins", "won")):
        both = sum(getattr(one, own).mean for one in seatings)
        assert player["metrics"][name]["mean"] == pytest.approx(both)
        assert player["per_game"][name]["mean"] == pytest.approx(both / 2)
    assert player["per_game"]["won_as_moon"]["mean"] == player["metrics"]["won_as_moon"]["mean"]
    assert player["per_game"]["turns"]["low"] == pytest.approx(player["metrics"]["turns"]["low"] / 2)


def test_swap_player_is_shown_per_game():
    result = starship.play(("sensible", "bold"), 40, swap=True, position=LATE)
    (line,) = (line for line in repr(result["sensible"]).splitlines() if line.strip().startswith("turns"))
    assert float(line.split()[1]) == pytest.approx(result["sensible"].turns.mean / 2, abs=0.001)


def test_single_games_have_no_per_game(command):
    facts = json.loads(command("starship", "play", *CAPTAINS, "--json").out)
    assert "per_game" not in facts["ships"][0]
    assert not any("per game" in note for note in facts["notes"])


def test_histogram_bins_are_whole_numbers():
    """Points of a turn are 0, 1, 2 ...: steps as wide as 1 each, around ticks that are whole."""
    figure = starship.fly(ROOT / "ships" / "starship" / "midgame.yaml", 400).plot("points")
    figure.canvas.draw()
    (axes,) = figure.axes
    percent, edges, _ = axes.patches[0].get_data()
    assert {*(later - edge for edge, later in pairwise(edges))} == {1}
    assert {edge % 1 for edge in edges} == {0.5}
    assert sum(percent) == pytest.approx(100)
    low, high = axes.get_xlim()
    assert all(tick == int(tick) for tick in axes.get_xticks() if low <= tick <= high)


@pytest.mark.long
def test_play_from_position_notes_trade_module():
    position = {"moon": {"modules": {"logistics": 1}}}
    assert any("use the trade module as often" in note for note in starship.play(PAIR, 5, position=position).notes())
    assert any("use the trade module as often" in note for note in starship.modules(2, captain="sensible").notes())
    assert not any("use the trade module as often" in note for note in starship.play(PAIR, 5).notes())


@pytest.mark.parametrize(
    ("captains", "fixed", "gain"),
    [(("sensible", "bold"), True, True), (("trader", "bold"), True, False), (("thinker", "sensible"), False, False)],
)
def test_notes_say_what_thinker_gains(captains, fixed, gain):
    """A thinker has no fixed prices, so the note says instead how they choose."""
    notes = GameExperiment(tuple(load_captain(name) for name in captains), 1).notes()
    assert any("fixed prices" in note for note in notes) == fixed
    assert any("won 88% (82 to 92) of games against sensible" in note for note in notes) == gain
    assert any("simulates 32 games" in note for note in notes) != fixed


@pytest.mark.parametrize("number", [-1, 10**13, 10**20])
def test_explain_refuses_game_out_of_range(command, number):
    refused = command("starship", "explain", "--game", str(number))
    assert refused.code == 2
    assert not untold(refused.told, f"game {number}", "whole number", "0")


def test_explain_refuses_zero_turns():
    with pytest.raises(AnalyzerError, match=r"turns 0.*from 1 to 200"):
        starship.explain(1, turns=0)


def test_level_two_names_source_and_switch(command, tmp_path):
    source = "age 11 of the English rule book says so; the German rules do not say it. The switch upgrade_after_three"
    ship = tmp_path / "two.yaml"
    ship.write_text("game: starship\nname: Two\ngoods: {fuel: 2}\nscience: 1\nboosters: [1, 1]\n", encoding="utf-8")
    assert source in " ".join(command("starship", "inspect", str(ship)).out.split())
    lifted = " ".join(command("starship", "inspect", str(ship), "--switch", "upgrade_after_three=no").out.split())
    assert source not in lifted
    assert "booster 2 nothing" in lifted
    steps = [{"do": "upgrade", "what": "booster"}]
    record = {"phase": "trade", "moon": {"boosters": [1, 1], "goods": {"fuel": 2}, "science": 1}, "steps": steps}
    assert source in starship.replay(record).reasons[0]
    assert starship.replay(record, switches={"upgrade_after_three": "no"}).reasons == [None]


def test_inspect_leaves_out_absent_pirates(command, tmp_path):
    """A player who beats a pirate keeps its card (BASE12 and I06, both of strength 3), and I07 is out of the game."""
    table = tmp_path / "table.yaml"
    text = "game: starship\nmoon: {pirates: [I06]}\nsun: {pirates: [BASE12]}\ngone: [I07]\n"
    table.write_text(text, encoding="utf-8")
    odds = json.loads(command("starship", "inspect", str(table), "--json").out)["odds"]
    assert not {"BASE12", "I06", "I07"} & {*odds}
    assert {"BASE11", "I05"} < {*odds}


def test_inspect_counts_openings_of_edition(command, tmp_path):
    own = written(tmp_path / "two", start="thing,value;openings,2;beginner_boosters,2")
    ship = tmp_path / "ship.yaml"
    ship.write_text("game: starship\nname: Two\n", encoding="utf-8")
    missing = json.loads(command("starship", "inspect", str(ship), "--edition", str(own), "--json").out)["missing"]
    assert missing["booster"] == "a free opening, but both are filled"
    assert missing["cannon_2"] == "both openings to be filled first"


@pytest.mark.long
def test_modules_end_by_rule_without_a_number(monkeypatch):
    """Pairs and worths have numbers of their own; a given number holds for both."""
    monkeypatch.setattr("analyzer.starship.questions.modules.PAIR_GAMES", 3)
    monkeypatch.setattr("analyzer.starship.questions.modules.GAMES", 20)
    told = starship.modules(captain="sensible")
    assert (told.pairs.trials, told.comparison.trials) == (3, 20)
    fixed = starship.modules(4, captain="sensible")
    assert (fixed.pairs.trials, fixed.comparison.trials) == (4, 4)


@pytest.mark.long
@pytest.mark.parametrize(("games", "said"), [(None, range(1, 21)), (6, range(6, 7))])
def test_report_ranks_in_as_many_games(monkeypatch, games, said):
    monkeypatch.setattr("analyzer.starship.questions.report.GAMES", 20)
    ships = [ROOT / "ships" / "starship" / f"{name}.yaml" for name in ("trader", "racer")]
    (told,) = re.findall(r"([\d,]+) games of each ship", report.ships_page(ships, games, captain="sensible"))
    assert int(told) in said
