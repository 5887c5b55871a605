"""Words of the command: verbs under questions, near names alone, plural forms, points."""

from __future__ import annotations

import re

import pytest

import analyzer
from tests.doors.command import TRUCKER as GAME
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
MILE, ARROW = (str(SHIPS / "I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow"))


def test_help_groups_verbs_under_questions(command):
    said = command("--help").out
    at = [said.index(f" {question} ") for question in GAME.answers]
    assert at == sorted(at)
    ends = [*at[1:], len(said)]
    for verbs, start, end in zip(GAME.answers.values(), at, ends, strict=True):
        for verb in verbs:
            assert re.search(rf"│ {verb} ", said[start:end]), verb
    assert len(GAME.question) == sum(map(len, GAME.answers.values()))


@pytest.mark.parametrize(
    ("given", "meant"),
    [("sensble", "sensible"), ("bald", "bold"), ("xyz", None), ("IV", None), ("mister", "miser"), ("cat", None)],
)
def test_only_near_names_are_suggested(given, meant):
    with pytest.raises(analyzer.AnalyzerError) as refused:
        analyzer.load_captain(given)
    assert ("did you mean" in str(refused.value)) == (meant is not None)
    assert f"did you mean {meant}" in str(refused.value) or meant is None


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("flyy", "'fly'"),
        ("fli", "'fly'"),
        ("f", "'fly'"),
        ("comparre", "'compare'"),
        ("money", ""),
        ("xx", ""),
    ],
)
def test_only_near_verbs_are_suggested(command, given, meant):
    said = command(given)
    assert said.code == 2
    assert f"No such command '{given}'." in said.told
    assert ("Did you mean" in said.told) == bool(meant)
    assert meant in said.told
    level = command("fly", MILE, "--level", "V").told
    assert not untold(level, "I, II, III, IIIa, IV")


@pytest.mark.parametrize("verb", ["fly", "compare", "race", "editions", "cards", "weak"])
def test_amount_of_one_is_singular(command, verb):
    several = (MILE, ARROW) if verb in ("compare", "race") else (MILE,)
    said = command(verb, *several, "--flights", "1")
    assert said.code == 0, said.err
    assert not re.search(r"(?<![\d,.])1 (flights|components|batteries|cards|ships)\b", said.out)


@pytest.mark.parametrize("verb", ["compare", "editions"])
def test_chance_differences_are_in_points(command, verb):
    said = command(verb, *((MILE, ARROW) if verb == "compare" else (MILE,)), "--alone", "--flights", "60")
    arrived = next(line for line in said.out.splitlines() if line.split()[:1] == ["arrived"])
    assert " points " in arrived
    assert arrived.split(" points ")[0].count("%") == 2


def test_brackets_in_help_stay_literal(command):
    assert "ships: [ships/2007/II/*.yaml]; captains: [sensible, bold];" in command("sweep", "--help").out


@pytest.mark.parametrize("args", [("inspect", ""), ("fly", MILE, "--save="), ("edition", "new", "")], ids=" ".join)
def test_empty_path_is_refused(command, args):
    said = command(*args)
    assert said.code == 2
    assert not untold(said.told, "path is empty", "file")
    assert "error: ." not in said.told
