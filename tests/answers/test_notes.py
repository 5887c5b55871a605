"""Notes know what they are about, verdicts are members of an enum; both are strings for programs of users."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from math import inf

import pandas as pd
import pytest

import analyzer
from analyzer import Estimate, compare_experiments, lorry
from analyzer.types import TunedCaptain
from tests.doors.answers import Description, origin, verdict
from tests.doors.answers import note as note_module
from tests.doors.present import as_html, show_descriptions, view_of
from tests.doors.present import page as page_module
from tests.doors.statistics import Verdict
from tests.doors.trucker_flights import plan_ship
from tests.places import ROOT

INSURANCE = "insurance"

SHIPS = ROOT / "ships" / "2007"
BUILD = analyzer.load_ship(SHIPS / "IVC" / "stove-row.yaml")
ALIKE = note_module.Note("alike", "a and b came out alike", of=("a", "b"))


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_note_survives_copy_and_pickle(again):
    note = again(ALIKE)
    assert (note, note.kind, note.of, json.dumps(note)) == (str(ALIKE), "alike", ("a", "b"), json.dumps(str(ALIKE)))


def test_note_is_known_by_kind():
    assert note_module.is_about(ALIKE, "insurance", "alike")
    assert not note_module.is_about(ALIKE, "insurance")
    assert not note_module.is_about("insurance, in words", "insurance")


def test_ship_name_hides_no_note():
    """A note that only speaks of something insured, as a ship's name, stays."""
    ship = replace(BUILD, name="The insured", reserve=2)
    notes = analyzer.insure(ship, flights=4, rivals="alone").notes()
    assert any(note.startswith("The insured: 2 left in reserve") for note in notes)
    assert not any(note_module.is_about(note, INSURANCE) for note in notes)
    assert any(
        note_module.is_about(note, INSURANCE) for note in analyzer.fly([ship], flights=4, rivals="alone").notes()
    )


def test_tuned_notes_omit_start_captain():
    """The note that a tuned captain is like its start is left out; notes about others stay."""
    ship = analyzer.load_ship(SHIPS / "I" / "first-mile.yaml")
    alone = plan_ship(ship, None, 1, cards=[8], rivals="alone")
    confirmed = compare_experiments(dict.fromkeys(("tuned", "expert", "bold"), alone), 2)
    tuned = TunedCaptain(alone.captains[0], alone.captains[0], 9, (), confirmed, ship=ship)
    own = {note.of for note in tuned.confirmed.notes() if note_module.is_about(note, "alike")}
    left = {note.of for note in tuned.notes() if note_module.is_about(note, "alike")}
    assert ("tuned", tuned.start.name) in own
    assert own - left == {("tuned", tuned.start.name)}


def test_story_lines_are_known_by_kind():
    story = lorry.explain("ships/lorry/tiny.yaml", 0, captains=["steady"])
    lines = [line for turn in story.turns for line in turn.lines]
    assert {line for line in lines if note_module.is_about(line, "scores")} == {
        line for line in lines if line.startswith("scores ")
    }
    assert any(note_module.is_about(line, "scores") for line in lines)


def test_verdict_shows_its_word():
    table = pd.DataFrame({"verdict": [Verdict.BETTER]})
    assert (str(Verdict.BETTER), repr(Verdict.OPEN), f"{Verdict.WORSE}") == ("better", "'open'", "worse")
    assert (json.dumps([*Verdict]), table.to_csv(index=False)) == (
        '["better", "worse", "equal", "open"]',
        "verdict\nbetter\n",
    )
    assert table["verdict"].tolist() == ["better"]
    assert pickle.loads(pickle.dumps(Verdict.EQUAL)) is Verdict.EQUAL
    assert [each.name for each in Verdict if each.tells_apart] == ["BETTER", "WORSE"]


@pytest.mark.parametrize(
    ("setting", "begins"), [("", "It is open which"), ("in the field", "In the field, it is open")]
)
def test_open_verdict_begins_with_setting(setting, begins):
    judged = verdict.PairVerdict("a", "b", Verdict.OPEN, Estimate(0, -1, 1), 0.25, "credits", 200, "flights", setting)
    assert verdict.verdict_in_words(judged).startswith(begins)
    assert origin.in_setting(setting, "x").endswith("x")


def test_open_verdict_without_interval_says_so():
    """Intervals that hold at all times have no end below 1,000 trials."""
    judged = verdict.PairVerdict(
        "a", "b", Verdict.OPEN, Estimate(-4.36, -inf, inf), 0.25, "credits", 500, "flights", ""
    )
    difference = "the difference is -4.36 credits so far: too few flights for an interval"
    says = f"It is open which of a and b is better: {difference}."
    assert verdict.verdict_in_words(judged) == says


def test_equal_verdict_warns_of_unseen() -> None:
    """From 5 to 99 trials that differ the interval does not allow for a difference far larger than those seen."""
    judged = verdict.PairVerdict("a", "b", Verdict.EQUAL, Estimate(0, -0.1, 0.1), 0.25, "credits", 30, "flights", "")
    told = {many: verdict.verdict_in_words(judged._replace(differing=many)) for many in (4, 5, 99, 100)}
    assert [many for many, words in told.items() if "may be unseen" in words] == [5, 99]


NOTES = [
    note_module.Note("", "the bank rests on one source", importance=note_module.Importance.SOURCE),
    note_module.Note("sharper", "as certain as 900 flights", importance=note_module.Importance.METHOD),
    "flown alone",
    note_module.Note("", "every game gets stuck", importance=note_module.Importance.WARNING),
    "flown alone",
    "insured",
]


def test_notes_keep_most_important():
    """Warnings come first; notes on sources and what exceeds three are folded."""
    shown, folded = note_module.fold_notes(NOTES)
    assert shown == ["every game gets stuck", "flown alone", "insured"]
    assert folded == ["as certain as 900 flights", "the bank rests on one source"]


def test_note_importance_survives_pickle():
    assert [one.importance for one in pickle.loads(pickle.dumps([NOTES[0], NOTES[3]]))] == [3, 0]


def test_terminal_counts_folded_notes(capsys):
    show_descriptions([Description("a", "", notes=NOTES)])
    printed = capsys.readouterr().out
    assert printed.count("note: ") == 3
    assert "2 more notes" in printed
    assert "--verbose" in printed
    assert "one source" not in printed


def test_verbose_prints_all_notes(capsys):
    show_descriptions([Description("a", "", notes=NOTES)], verbose=True)
    printed = capsys.readouterr().out
    assert printed.count("note: ") == 5
    assert "--verbose" not in printed


def test_notebook_shows_sources_once(monkeypatch):
    """The first answer of a session lists the notes on sources; later answers count them."""
    monkeypatch.setattr("analyzer.present.described.SOURCES_SHOWN", set())
    description = Description("a", "", notes=NOTES[:4])
    first, second = as_html(description), as_html(description)
    assert "rests on one source" in first
    assert "rests on one source" not in second
    assert "1 more note" in second
    assert "notes()" in second
    assert all("every game gets stuck" in page for page in (first, second))


def test_markdown_keeps_all_notes():
    page = page_module.as_markdown(Description("a", "", notes=NOTES))
    assert page.index("every game gets stuck") < page.index("flown alone") < page.index("one source")


def test_json_keeps_all_notes():
    assert Description("a", "", notes=NOTES).as_dict()["notes"] == [*map(str, NOTES)]


def test_fly_folds_weak_sources(capsys):
    """The rewards of level II and the bank's cubes rest on weak sources; the terminal counts both notes."""
    result = analyzer.fly([analyzer.load_ship(SHIPS / "II" / "steady-hauler.yaml")], flights=4)
    weak = [note for note in result.notes() if getattr(note, "importance", None) == note_module.Importance.SOURCE]
    assert len(weak) == 2
    view_of([result]).show()
    printed = capsys.readouterr().out
    assert "2 more notes" in printed
    assert not any(note in printed for note in weak)
