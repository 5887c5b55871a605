"""Verbs for rules of the user's own: connectors of one side, empty places of the crew, aliens that leave."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest

import analyzer
from tests.places import ROOT
from tests.trucker.files.own_rules import OUTPOSTS, no_rules  # noqa: F401 (fixture)
from tests.trucker.scripted import End, alone, card

pytestmark = pytest.mark.usefixtures("no_rules")

RULE = """
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.crew import free_seats, give_up_crew, remove_alien, take_aboard
from analyzer.trucker.wrecks.facts import exposed_behind, exposed_in_front, exposed_on_left, exposed_on_right


def tried(convoy, dice):
    for ship in convoy.ships():
        BODY


KIND = CardKind(tried)
"""
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns to the neighbour on each side, front first."""
BOUNTY = "ship.bounty = ship.bounty + "


@pytest.fixture
def kite() -> analyzer.Layout:
    """A ship with a brown alien."""
    return analyzer.load_ship(ROOT / "ships/2007/II/tin-kite.yaml")


def flown(ship: analyzer.Layout, body: str, folder: Path, kind: str = "tried") -> End:
    """The ship after a card of the rule; a process knows a kind by one rule alone."""
    file = folder / f"{kind}.py"
    file.write_text(RULE.replace("BODY", body).replace("tried", kind))
    analyzer.load_rules(file)
    return alone(ship, card(kind))


@pytest.mark.parametrize("side", range(4))
def test_exposed_connectors_of_one_side(side, kite, tmp_path):
    """A connector is exposed if no component touches that side."""
    verb = ("exposed_in_front", "exposed_on_right", "exposed_behind", "exposed_on_left")[side]
    rows, columns = STEPS[side]
    expected = sum(
        part.connectors[side] > 0 and (row + rows, column + columns) not in kite.components
        for (row, column), part in kite.components.items()
    )
    assert flown(kite, f"{BOUNTY}ship.fact({verb})", tmp_path).bounty == expected > 0


def test_full_ship_has_no_free_seats(kite, tmp_path):
    assert flown(kite, f"{BOUNTY}free_seats(ship)", tmp_path).bounty == 0


def test_humans_given_up_leave_seats(kite, tmp_path):
    """The alien goes first, and two humans after it; an alien's place is none for humans."""
    body = f"remove_alien(ship, 'brown'); give_up_crew(ship, 2); {BOUNTY}free_seats(ship)"
    assert flown(kite, body, tmp_path).bounty == 2


def test_humans_taken_aboard_fill_seats(kite, tmp_path):
    """Of nine humans who come, two find a place."""
    before = flown(kite, "pass", tmp_path)
    body = "remove_alien(ship, 'brown'); give_up_crew(ship, 2); take_aboard(ship, 9)"
    after = flown(kite, body, tmp_path, "boarded")
    assert after.humans == before.humans
    assert (before.aliens, after.aliens) == ({"brown"}, set())


def test_removed_alien_leaves_others(kite, tmp_path):
    before, after = flown(kite, "pass", tmp_path), flown(kite, "remove_alien(ship, 'purple')", tmp_path, "purple")
    assert (after.humans, after.aliens) == (before.humans, {"brown"})


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings that name the rule of a repair dock, beside them."""
    monkeypatch.setenv("ANALYZER_SETTINGS", str(tmp_path / "settings.yaml"))
    copy(OUTPOSTS / "repair_dock.py", tmp_path)
    (tmp_path / "settings.yaml").write_text("rules: [repair_dock.py]\n")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "edition.yaml").write_text("from: 2007\n")
    (tmp_path / "mine" / "cards.csv").write_text("id,level,kind,credits,days\n60,2,repair_dock,1,0\n")
    return tmp_path / "settings.yaml"


def test_settings_name_rules(settings, command):
    said = command("edition", "check", "mine")
    assert (said.code, said.err) == (0, "")
    assert command("edition", "check", "mine", "--rules", "repair_dock.py").code == 0


def test_settings_without_rules_file_are_refused(settings, command):
    settings.write_text("rules: [gone.py]\n")
    said = command("edition", "check", "mine")
    assert said.code == 2
    assert "gone.py: no such file" in said.told


def test_misspelled_setting_is_refused(settings, command):
    settings.write_text("rule: [repair_dock.py]\n")
    said = command("edition", "check", "mine")
    assert said.code == 2
    assert "settings.yaml" in said.told
