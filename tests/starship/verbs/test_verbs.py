"""The verbs of Starship Catan: each runs, says the same as JSON, and refuses what cannot be with exit code 2."""

from __future__ import annotations

import json

import pytest

from tests.places import ROOT

SHIPS = ROOT / "ships" / "starship"
MIDGAME, LATE, KNOWN, RECORD = (str(SHIPS / f"{name}.yaml") for name in ("midgame", "late", "known", "example-record"))
VERBS = {
    "cards": (),
    "inspect": (MIDGAME,),
    "fight": ("--cannons", "4", "--demand", "5"),
    "weak": (LATE, "--games", "3"),
    "fly": (MIDGAME, "--turns", "50", "--sector", "2"),
    "sectors": (MIDGAME, "--turns", "20"),
    "exact": (KNOWN, "--sector", "1"),
    "adventures": (MIDGAME, "--games", "5", "--turns", "2"),
    "compare": (MIDGAME, LATE, "--games", "5"),
    "play": ("--captain", "sensible", "--captain", "bold", "--games", "5"),
    "explain": ("--game", "7"),
    "replay": (RECORD,),
}


@pytest.mark.slow(but=3)
@pytest.mark.usefixtures("flown_once")
@pytest.mark.parametrize("verb", VERBS)
def test_verbs_answer_in_text_and_json(command, verb):
    said = command("starship", verb, *VERBS[verb])
    assert said.code == 0, said.told
    assert len(said.out.splitlines()) > 5
    facts = command("starship", verb, *VERBS[verb], "--json")
    assert facts.code == 0
    assert json.loads(facts.out)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("fly", "nowhere.yaml"), "nowhere.yaml: no such file"),
        (("fly", MIDGAME, "--captain", "sensibel"), "did you mean sensible?"),
        (("fly", MIDGAME, "--turns", "0"), "at least 1"),
        (("fly", MIDGAME, "--switch", "reserve"), "give a name and a value"),
        (("fly", MIDGAME, "--switch", "pirate_reward=astro", "--switch", "pirate_reward=good"), "was given before"),
        (("fly", MIDGAME, "--precision", "nan"), "e.g. 0.05 or worth=0.05"),
        (("fight", "--cannons", "7", "--gain=-5"), "at least 0"),
        (("exact", MIDGAME), "list all 10 in the file, under sectors"),
        (("fight", "--demand", "4"), "pirates ask for 3 or 5 Astro"),
        (("play", "--captain", "bold", "--captain", "bold", "--captain", "bold"), "a game has two"),
        (("compare", MIDGAME), "two or more"),
        (("play", "--save", "/", "--games", "5"), "--save"),
    ],
)
def test_verbs_refuse_impossible_arguments(command, args, told):
    said = command("starship", *args)
    assert said.code == 2
    assert told in said.told


@pytest.mark.long
def test_remark_names_working_option(command):
    """The remark below a table of corrected means names --plain, which prints the same table without it."""
    corrected, plain = (command("starship", "fly", MIDGAME, "--turns", "600", *more) for more in ((), ("--plain",)))
    assert "--plain" in corrected.out
    assert plain.code == 0
    assert "--plain" not in plain.out


def test_help_lists_every_verb(command):
    said = command("starship", "--help").out
    assert all(f"│ {verb} " in said for verb in (*VERBS, "captain", "modules", "memory", "report"))
    assert "starship" in command("--help").out


def test_merge_names_games_and_seeds(command, tmp_path):
    for seed in ("1", "2"):
        command("starship", "play", "--from", LATE, "--games", "5", "--seed", seed, "--save", str(tmp_path / seed))
    said = command("merge", str(tmp_path / "1"), str(tmp_path / "2"))
    assert "10 games, seeds 1, 2" in said.out


@pytest.mark.long
@pytest.mark.usefixtures("sketched", "flown_once")
def test_report_and_story_write_pages(command, tmp_path):
    for args in (("report", MIDGAME, LATE, "--games", "2"), ("explain", "--game", "7")):
        page = tmp_path / f"{args[0]}.html"
        assert command("starship", *args, "-o", str(page)).code == 0
        assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")
