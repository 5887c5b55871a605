"""The verbs of Cosmic Lorry that need no games: each answers in words and as JSON, and refuses with exit code 2."""

from __future__ import annotations

import json

import pytest

from tests.places import ROOT

SHIPS = ROOT / "ships"
DEFAULT, SMALL, LATE, RECORD = (
    str(SHIPS / "lorry" / f"{name}.yaml") for name in ("sixteen-by-ten", "small", "late", "example-record")
)
VERBS = {
    "inspect": (SMALL, "--wrap", "columns"),
    "routes": (SMALL, "--turns", "6", "--dice", "white", "orange"),
    "turn": (LATE,),
    "replay": (RECORD,),
    "exact": (SMALL, "--turns", "1", "--dice", "white", "--captain", "sprinter"),
    "dice": ("--players", "3", "--galaxy", SMALL),
}


@pytest.mark.parametrize("verb", VERBS)
def test_verbs_answer_in_text_and_json(command, verb):
    said = command("lorry", verb, *VERBS[verb], "--verbose")
    assert said.code == 0, said.told
    assert len(said.out.splitlines()) > 5
    assert "No source prints" in said.out
    facts = command("lorry", verb, *VERBS[verb], "--json")
    assert facts.code == 0
    assert json.loads(facts.out)["notes"]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("inspect", "nowhere.yaml"), "nowhere.yaml: no such file"),
        (("inspect", str(SHIPS / "2007" / "II" / "steady-hauler.yaml")), "try `analyzer inspect"),
        (("inspect", str(SHIPS / "starship" / "midgame.yaml")), "try `analyzer starship inspect"),
        (("inspect", SMALL, "--wrap", "colums"), "did you mean columns?"),
        (("routes", SMALL, "--dice", "white,blue"), "die 'blue': use one of white, orange"),
        (("routes", SMALL, "--turns", "-1"), "from 0 to 1000"),
        (("turn", LATE, "--trader", "3"), "from 1 to 2"),
        (("replay", SMALL), "a record lists `rounds`"),
        (("replay", "nowhere.yaml"), "no such file"),
        (("exact", LATE), "has 2 traders: best play is computed for one alone"),
        (("exact", SMALL, "--turns", "1", "--captain", "random"), "the random captain"),
        (("exact", SMALL, "--turns", "41"), "from 0 to 40"),
        (("turn", str(SHIPS / "2021" / "I" / "nothing.yaml")), "no such file"),
        (("dice", "--players", "5"), "from 2 to 4"),
        (("dice", "--players", "1"), "from 2 to 4"),
    ],
)
def test_verbs_refuse_impossible_arguments(command, args, told):
    said = command("lorry", *args)
    assert said.code == 2
    assert told in said.told


def test_inspect_gives_boxes_without_wrap(command):
    pairs = json.loads(command("lorry", "inspect", DEFAULT, "--json").out)["pairs"]
    told = {tuple(pair["planets"]): (pair["boxes"], pair["boxes_without_going_round"]) for pair in pairs}
    assert len(told) == 36
    assert (told[5, 9], told[2, 3], told[7, 9]) == ((5, 15), (7, 7), (3, 13))
    (way,) = (pair["specials"] for pair in pairs if pair["planets"] == [1, 2])
    assert way == []


def test_routes_export_and_plot(command, undrawn, tmp_path):
    said = command("lorry", "routes", SMALL, "--export", "routes.csv", "--plot", "pictures")
    assert said.code == 0, said.told
    assert len((tmp_path / "routes.csv").read_text(encoding="utf-8").splitlines()) == 11
    assert (tmp_path / "pictures" / "routes.svg").exists()


def test_inspect_points_to_lorry_command(command):
    said = command("inspect", DEFAULT)
    assert said.code == 2
    assert "try `analyzer lorry inspect" in said.told


def test_exact_bounds_too_large_tree(command):
    said = command("lorry", "exact", SMALL, "--turns", "2", "--budget", "9")
    assert said.code == 0
    assert "between" in said.out
    assert "the first 1 of 2 turns" in " ".join(said.out.split())
