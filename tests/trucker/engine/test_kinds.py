"""A card kind is one file: a copy of the package gets one more, and all know it. Hearing and saying decide nothing."""

from __future__ import annotations

import ast
import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.doors.printed import EDITIONS, load_edition
from tests.doors.trucker_flights import ADVENTURES, KINDS, listener, merge_mappings
from tests.doors.trucker_paper import cardsfile
from tests.facts import untold
from tests.places import ROOT

TRUCKER = ROOT / "analyzer" / "trucker"
RULES = sorted(path for room in ("adventures", "convoy", "fleets", "flight") for path in (TRUCKER / room).glob("*.py"))
FACES = ("analyzer.cli", "analyzer.plots", "analyzer.report", "analyzer.trucker.story")
NEW_KIND = '''
"""Quiet space: a day of rest for each crew that has company (a kind made up for a test)."""

from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.events import Events, Phrase
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.sayings.phrases import many


def quiet_space(convoy, dice):
    """Every ship rests; ships flying alone are in a hurry."""
    convoy.together(convoy.with_several_flying(), rest)


def rest(convoy):
    """From the last to the first, they lose the days."""
    for ship in convoy.back_to_front():
        ship.emit("rests", days=ship.card.days)
        fall_back(ship, ship.card.days)


def on_rests(tale, ship, facts):
    """A crew rests."""
    tale.add(ship, "rest", days=facts["days"])


def phrase_rest(facts):
    """How long."""
    return f"sleeps for {many(facts['days'], 'day')}"


def phrase_nap(facts):
    """Of others."""
    return "sleeps"


def phrase_several():
    """Such cards."""
    return "quiet spaces"


KIND = CardKind(
    quiet_space,
    events=(Events(handlers={"rests": on_rests}, phrases={"rest": Phrase(phrase_rest, of_rivals=phrase_nap)}),),
    needs=("days",),
    spares_the_lone=True,
    several=phrase_several,
)
'''
ASKED = """
import json
import sys
from pathlib import Path

import analyzer
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.cards.cardsfile import load_cards

home = Path(sys.argv[1])
ship, rival = (analyzer.load_ship(home / f"ships/2007/I/{name}.yaml") for name in ("first-mile", "brass-hornet"))
table = Path("cards.csv")


def fault(row):
    table.write_text("id,kind,days\\n" + row)
    try:
        return [card_in_words(card) for card in load_cards(table, "2007")]
    except analyzer.AnalyzerError as error:
        return str(error)


answers = {
    "package": analyzer.__file__,
    "in words": card_in_words(ship.edition.card(99)),
    "good file": fault("0,quiet_space,2"),
    "empty column": fault("0,quiet_space,"),
    "unknown kind": fault("0,quiet_spice,2"),
    "days flown": analyzer.fly([ship], flights=20, cards=[99], rivals=[rival]).ships[0].histograms["days"].mean,
    "days flown alone": analyzer.fly([ship], flights=20, cards=[99], rivals="alone").ships[0].histograms["days"].mean,
    "exact days": int(analyzer.exact(ship, 99, rivals=[rival], start=1).mean("days")),
    "exact alone": str(analyzer.exact(ship, 99)),
    "notes": analyzer.fly([ship], flights=20, cards=[99], rivals="alone").notes(),
    "story": analyzer.explain([ship, rival], 0, cards=[99]).text(),
}
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory) -> dict:
    """What a copy of the package with one more file, and one more row in the table of cards, has to say."""
    copy = tmp_path_factory.mktemp("one more kind")
    shutil.copytree(ROOT / "analyzer", copy / "analyzer", ignore=shutil.ignore_patterns("*.pyc.*"))
    (copy / "analyzer/trucker/adventures/quiet_space.py").write_text(NEW_KIND)
    row = dict.fromkeys(cardsfile.COLUMNS, "") | {
        "id": "99",
        "level": "2",
        "learning": "0",
        "kind": "quiet_space",
        "days": "3",
    }
    with (copy / "analyzer/trucker/data/2007/cards.csv").open("a", newline="") as table:
        csv.DictWriter(table, cardsfile.COLUMNS).writerow(row)
    return asked(copy)


def asked(copy: Path) -> dict:
    paths = {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", ASKED, str(ROOT)]
    said = subprocess.run(command, cwd=copy, env=os.environ | paths, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    told = json.loads(said.stdout)
    assert Path(told["package"]).is_relative_to(copy)
    return told


class TestOneMoreFile:
    @pytest.mark.long
    def test_new_kind_flies_by_rules(self, answers):
        assert (answers["days flown"], answers["days flown alone"]) == (-3, 0)

    @pytest.mark.long
    def test_new_kind_is_enumerated(self, answers):
        assert answers["exact days"] == -3
        assert not untold(answers["exact alone"], "alone", "quiet spaces", "rivals='field'")

    def test_new_kind_is_worded(self, answers):
        assert answers["in words"] == "quiet space: 3 days"

    def test_new_kind_is_in_story(self, answers):
        assert "quiet space: 3 days (card 99)" in answers["story"]
        assert "   sleeps for 3 days\n" in answers["story"]
        assert "~ Brass Hornet: sleeps\n" in answers["story"]

    def test_new_kind_is_in_notes(self, answers):
        begins = "Flown alone: combat zones, quiet spaces and sabotage do not strike, "
        assert any(note.startswith(begins) for note in answers["notes"])

    def test_new_kind_in_cards_file(self, answers):
        assert answers["good file"] == ["quiet space: 2 days"]
        assert not untold(answers["empty column"], "cards.csv, line 2", "days", "quiet_space")
        assert "did you mean quiet_space? Use one of " in answers["unknown kind"]
        assert answers["unknown kind"].endswith("combat_zone, quiet_space")


def test_kinds_match_the_tables():
    printed = {card.kind for edition in EDITIONS for card in load_edition(edition).cards}
    assert printed == set(KINDS) - set(KINDS.own) == set(ADVENTURES)


@pytest.mark.parametrize("name", KINDS)
def test_needed_columns_are_on_cards(name):
    kind = KINDS[name]
    assert kind.resolve.__name__ == name
    assert set(kind.needs) <= set(cardsfile.COLUMNS)
    for edition in EDITIONS:
        for card in load_edition(edition).cards:
            if card.kind == name:
                assert all(getattr(card, "lines" if column == "combat_lines" else column) for column in kind.needs)


def test_double_meaning_is_refused():
    assert merge_mappings([{"one": 1}, {"one": 1, "two": 2}]) == {"one": 1, "two": 2}
    with pytest.raises(ValueError, match="'one' has two meanings"):
        merge_mappings([{"one": 1}, {"one": 2}])


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_rules_import_no_interface(path):
    imported = [node.module or "" for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    assert not [name for name in imported if name.startswith(FACES)]


def only_tells(node: ast.AST) -> bool:
    """Return whether a function only handles events or makes words, by its name."""
    return isinstance(node, ast.FunctionDef) and node.name.startswith(("on_", "phrase_"))


def registers(node: ast.AST) -> bool:
    """Whether a statement only lists handlers and phrases, or a kind."""
    made = node.value if isinstance(node, ast.Assign) else None
    return isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in ("Events", "CardKind")


def test_rules_call_no_handlers():
    """Rules stay the same if every handler and phrase is cut out."""
    trees = {path: ast.parse(path.read_text()) for path in RULES}
    telling = {node.name for tree in trees.values() for node in tree.body if only_tells(node)}
    deciding = [node for tree in trees.values() for node in tree.body if not only_tells(node) and not registers(node)]
    used = {name.id for node in deciding for name in ast.walk(node) if isinstance(name, ast.Name)}
    assert len(telling) > 60
    assert not used & telling


def test_handlers_and_phrases_only_tell():
    telling = {node.name for path in RULES for node in ast.parse(path.read_text()).body if only_tells(node)}
    handlers = [handler for events in listener.EVENTS for handler in events.handlers.values()]
    phrases = [phrase for events in listener.EVENTS for phrase in events.phrases.values()]
    wordings = [made for phrase in phrases for made in (phrase.fully, phrase.of_rivals) if made]
    of_cards = [made for kind in KINDS.values() for made in (kind.several, kind.figures) if made]
    names = {function.__name__ for function in (*handlers, *wordings, *of_cards)}
    assert names - telling == {"figures"}
