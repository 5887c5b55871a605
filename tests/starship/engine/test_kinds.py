"""A card kind is one file: a copy of the package gets one more, and all know it. Phrasing decides nothing."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.doors.starship import STANDARD_RULES, colony, encounters
from tests.places import ROOT

ENCOUNTERS = sorted((ROOT / "analyzer" / "starship" / "encounters").glob("*.py"))
NEW_KIND = '''
"""A wreck: one science for an action (a kind made up for a test)."""

from analyzer.starship.encounters.kind import CardKind
from analyzer.starship.records.game import HERE, Refused
from analyzer.starship.records.game import RecordStep, Step
from analyzer.starship.tables import SCIENCE
from analyzer.starship.turn.acting import act, threshold
from analyzer.starship.turn.allowed import room


def meet(table, judge, rows, cards, dice):
    """Search it, or pass."""
    worth = judge.captain.science * (room(table, table.me, SCIENCE, rows) > 0)
    take(table, rows[worth > threshold(table, judge, rows)])


def take(table, rows):
    """One science, and an action."""
    table.stored[table.me, SCIENCE][rows] += 1
    act(table, rows)


def price(holdings, cards):
    """One more science, where it fits."""
    yield from [holdings.next_units[SCIENCE] * (holdings.room[SCIENCE] > 0)] * len(cards)


def phrase_card(card):
    """Its name."""
    return f"wreck of the {card.name}"


def phrase_outcome(outcome):
    """Searched or passed."""
    return ("card", "is searched") if outcome.counts["actions"] else ("pass", "")


def search(game, step):
    """Search it."""
    if game.needs_action().kind != "wreck":
        raise Refused("no wreck here")
    take(game.table, HERE)
    game.after_action()


KIND = CardKind(
    meet,
    (),
    price,
    phrase_card=phrase_card,
    phrase_outcome=phrase_outcome,
    steps={"search": RecordStep(Step, search)},
)
'''
CODE = """
import json

import analyzer
from analyzer import starship
from analyzer.starship.captains.values import draw_up
from analyzer.starship.captains.worths import worths
from analyzer.starship.tables import STANDARD_RULES
from analyzer.starship.turn.bits import BIT
from analyzer.starship.turn.turn import judges_of
from analyzer.starship.turn.setup import lay_out

ids = [card.id for card in STANDARD_RULES.cards if card.stack != "START"]


def position(lying, **more):
    gone = [card for card in ids if card not in lying]
    return {"phase": "sector", "roll": 3, "sectors": {1: lying}, "reserve": [], "gone": gone, **more}


here = position(["BASE40"], seen={1: ["BASE40"]})
table = lay_out(starship.load_position(here), 1, 0, 1)
captain = starship.load_captain("sensible")
judge = judges_of(STANDARD_RULES, (captain, captain))[0]
draw_up(table, 0, judge)
worths(table, judge)
steps = [{"do": "fly", "sector": 1}, {"do": "next"}, {"do": "search"}]
replayed = [starship.replay(position([card]) | {"steps": steps}) for card in ("BASE40", "BASE38")]
answers = {
    "package": analyzer.__file__,
    "worth": [int(table.worth[BIT["BASE40"], 0]), captain.science],
    "flown": starship.fly(here, 20)["Moon at the start"].science.mean,
    "exact": str(starship.exact(here, 1).mean("science")),
    "story": [row["line"] for row in starship.explain(0, position=here, turns=1).rows()],
    "reasons": [one.reasons for one in replayed],
    "science": [one.ships["moon"].science for one in replayed],
}
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a copy of the package with one more file, and another row in the table of cards, has to say."""
    copy = tmp_path_factory.mktemp("one more kind")
    shutil.copytree(ROOT / "analyzer", copy / "analyzer", ignore=shutil.ignore_patterns("*.pyc.*"))
    starship = copy / "analyzer" / "starship"
    (starship / "encounters" / "wreck.py").write_text(NEW_KIND, encoding="utf-8")
    table = starship / "data" / "cards.csv"
    rows = table.read_text(encoding="utf-8").splitlines()
    changed = ["BASE40,BASE,wreck,Beagle,,,,,,0,0,,,,test,high" if row.startswith("BASE40") else row for row in rows]
    table.write_text("\n".join(changed) + "\n", encoding="utf-8")
    env = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", CODE]
    run = subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    answered: dict[str, Any] = json.loads(run.stdout)
    assert Path(answered["package"]).is_relative_to(copy)
    return answered


class TestOneMoreFile:
    @pytest.mark.long
    def test_new_kind_is_sampled_and_exact(self, answers: dict[str, Any]) -> None:
        assert (answers["flown"], answers["exact"]) == (1, "1")

    @pytest.mark.long
    def test_new_kind_has_worth_to_captain(self, answers: dict[str, Any]) -> None:
        worth, science = answers["worth"]
        assert worth == science > 0

    @pytest.mark.long
    def test_new_kind_appears_in_story(self, answers: dict[str, Any]) -> None:
        assert "wreck of the Beagle: is searched (+1 science)" in answers["story"]

    def test_new_kind_adds_record_step(self, answers: dict[str, Any]) -> None:
        assert answers["reasons"] == [[None, None, None], [None, None, "no wreck here"]]
        assert answers["science"] == [2, 1]


def test_second_kind_throwing_dice_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(encounters.KINDS)[-1] == "pirate"
    monkeypatch.setattr(colony, "KIND", replace(colony.KIND, throws_dice=True))
    with pytest.raises(ValueError, match="two kinds of cards throw dice"):
        encounters.find_kinds()


def test_kinds_equal_those_of_cards() -> None:
    assert {card.kind for card in STANDARD_RULES.cards} == set(encounters.KINDS)


@pytest.mark.parametrize("name", encounters.KINDS)
def test_kind_columns_are_filled_in(name: str) -> None:
    for card in STANDARD_RULES.cards:
        if card.kind == name:
            assert all(getattr(card, column) for column in encounters.KINDS[name].columns), card.id


@pytest.mark.parametrize("path", ENCOUNTERS, ids=lambda path: path.stem)
def test_rules_never_call_phrase_functions(path: Path) -> None:
    """The rules stay the same if every function that only phrases is cut out."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    phrases = {node.name for node in functions if node.name.startswith("phrase_")}
    deciding = [part for node in functions if node.name not in phrases for part in node.body]
    calls = [inner.func for part in deciding for inner in ast.walk(part) if isinstance(inner, ast.Call)]
    assert not {ast.unparse(call) for call in calls} & phrases
