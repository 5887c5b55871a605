"""Golden results: small fixed runs of every experiment, which change only with RULES_VERSION."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from tests.doors.runs import WORLDS, world
from tests.facts import changed
from tests.golden.runs import ANSWERS, answer, columns, path_of, questions
from tests.proofs.mistakes import MISTAKES


@cache
def golden(game: str) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(path_of(game).read_text(encoding="utf-8"))
    return kept


RUNS = [
    pytest.param(game, number, id=f"{game}-{number}-{run['experiment']['question']}")
    for game in WORLDS
    for number, run in enumerate(golden(game)["runs"])
]


def differing(game: str, number: int) -> list[str]:
    """Name each column that differs from the golden one, with the first differing trial."""
    run = golden(game)["runs"][number]
    now, kept = columns(run["experiment"]), run["columns"]
    return [name for name in sorted({*now, *kept}) if now.get(name) != kept.get(name)]


@pytest.mark.parametrize(("game", "number"), RUNS)
def test_golden_run_is_unchanged(game, number):
    assert golden(game)["rules_version"] == world(game).RULES_VERSION, "run `make made`"
    different = differing(game, number)
    new = [name for name in different if name not in golden(game)["runs"][number]["columns"]]
    assert not new, f"{new}: new columns, run `make made`"
    assert not different, (
        f"{different} changed: raise RULES_VERSION in analyzer/{game}/world.py if that is meant, then run `make made`"
    )


@pytest.mark.parametrize("game", WORLDS)
def test_golden_covers_every_experiment(game):
    assert set().union(*(questions(run["experiment"]) for run in golden(game)["runs"])) >= set(world(game).QUESTIONS)


@pytest.mark.long
@pytest.mark.parametrize("line", ANSWERS, ids=lambda line: line.partition(" ships")[0])
def test_verb_json_is_unchanged(line):
    """Keys and numbers; to keep others, run python -m tests.golden.runs."""
    assert [*changed(answer(line), golden("answers")[line])] == []


def test_changed_answers_are_noticed():
    told = [*changed({"a": [1, 0.5, "x"]}, {"a": [1, 0.500001, "y"]})]
    assert told == [".a[1]: 0.5, not 0.500001", ".a[2]: 'x', not 'y'"]
    assert [*changed({"a": 1, "b": 2}, {"a": 1})] == [": {'a': 1, 'b': 2}, not {'a': 1}"]
    assert [*changed([0.1 + 0.2], [0.3])] == []


@pytest.mark.parametrize("what", ["a die shows 1 to 5", "an abandoned ship costs no days"])
def test_golden_notices_deliberate_mistake(what):
    """Deliberate mistakes in the dice and in a rule change golden numbers of whole flights."""
    (mistake,) = (one for one in MISTAKES if one.what == what)
    with mistake.made():
        assert any(differing("trucker", run) for run in range(7))
