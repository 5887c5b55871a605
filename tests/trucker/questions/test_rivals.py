"""In which setting ships are judged: one default in all calls and in the command, each ship by itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.trucker_flights import conditions
from tests.doors.trucker_questions import bench_for
from tests.places import ROOT

pytestmark = pytest.mark.usefixtures("flown_once")

SHIPS = ROOT / "ships" / "2007"
MILE, ARROW = (analyzer.load_ship(SHIPS / "I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow"))
HAULER = analyzer.load_ship(SHIPS / "II" / "steady-hauler.yaml")
FIELD = "in the field (Brass Hornet, First Mile, Pocket Freighter)"
JUDGED: dict[str, Callable[..., Any]] = {
    "fly": lambda **how: analyzer.fly([ARROW], flights=2, **how),
    "explain": lambda **how: analyzer.explain([ARROW], flight=1, **how),
    "course": lambda **how: analyzer.course([ARROW], flights=2, **how),
    "card_effects": lambda **how: analyzer.card_effects([ARROW], flights=2, **how),
    "weak_points": lambda **how: analyzer.weak_points(ARROW, flights=2, **how),
    "swap": lambda **how: analyzer.swap(ARROW, (8, 6), flights=2, **how),
    "place, improve, fly_each": lambda **how: bench_for(ARROW, **how),
}

WORDS: dict[str, dict[str, Any]] = {"": {}, "alone": {"rivals": "alone"}, "a ship": {"rivals": [MILE]}}


@pytest.mark.parametrize("call", JUDGED)
def test_field_is_the_default(call):
    judged = JUDGED[call]
    told = {word: judged(**how).experiment.setting for word, how in WORDS.items()}
    assert told == {"": "in the field", "alone": "alone", "a ship": "against First Mile"}


def test_field_word_and_no_rivals():
    """`field` is the word for the default, and an empty list means nobody."""
    assert JUDGED["fly"](rivals="field").experiment == JUDGED["fly"]().experiment
    assert JUDGED["fly"](rivals=[]).experiment == JUDGED["fly"](rivals="alone").experiment


COMPARED: dict[str, Callable[..., Any]] = {
    "compare": lambda **how: analyzer.compare([ARROW, MILE], flights=2, **how),
    "compare_crews": lambda **how: analyzer.compare_crews(ARROW, flights=2, **how),
    "report": lambda **how: analyzer.report([ARROW, MILE], flights=2, **how).comparison,
}


@pytest.mark.parametrize("call", COMPARED)
def test_comparisons_fly_in_field(call):
    assert COMPARED[call]().setting == "in the field"
    assert COMPARED[call](rivals="alone").setting == "alone"


def test_editions_have_own_field():
    found = analyzer.compare_editions(ARROW, flights=2)
    settings = [one.setting for one in found.steps.experiments]
    assert (settings[0], settings[-1]) == ("in the field", "in the field")
    alone = analyzer.compare_editions(ARROW, flights=2, rivals="alone").steps.experiments
    assert {one.setting for one in alone} == {"alone"}


@pytest.mark.long
@pytest.mark.parametrize("rivals", ["field", "alone", [MILE]])
def test_several_ships_fly_separately(rivals):
    both = analyzer.fly([ARROW, MILE, ARROW], flights=30, seed=3, rivals=rivals)
    apart = [analyzer.fly([ship], flights=30, seed=3, rivals=rivals) for ship in (ARROW, MILE, ARROW)]
    assert [ship.name for ship in both] == ["Paper Arrow", "First Mile", "Paper Arrow (2)"]
    assert [ship.histograms for ship in both.ships] == [one.ships[0].histograms for one in apart]
    assert both["Paper Arrow (2)"].credits == apart[0]["Paper Arrow"].credits
    assert both.as_dict() == [one.as_dict() for one in apart]
    assert both.notes() == list(dict.fromkeys(note for one in apart for note in one.notes()))
    table = both.table()
    assert table[table["ship"] == "First Mile"].reset_index(drop=True).equals(apart[1].table())
    assert len(table) == 3 * len(apart[0].table())
    with pytest.raises(AnalyzerError, match="no ship 'Last Mile' in this result"):
        both["Last Mile"]


def test_boards_have_own_field():
    both = analyzer.fly([MILE, HAULER], flights=2)
    assert [one.heading() for one in both.results] == [
        f"level I, 2 flights, seed 1, {FIELD}",
        "level II, 2 flights, seed 1, in the field (Hot Delivery, Iron Parcel, Stern Invoice)",
    ]
    assert both.heading() == "; ".join(one.heading() for one in both.results)
    assert "Steady Hauler" in repr(both)


@pytest.mark.long
def test_course_and_cards_hold_ships():
    way = analyzer.course([ARROW, MILE], flights=10)
    assert way["First Mile"].histograms == analyzer.course([MILE], flights=10).ships[0].histograms
    assert {*way.table()["ship"]} == {"Paper Arrow", "First Mile"}
    effects = analyzer.card_effects([ARROW, MILE], flights=10)
    assert effects["First Mile"].as_dict() == analyzer.card_effects([MILE], flights=10).ships[0].as_dict()


@pytest.mark.long
def test_fly_command_matches_python(command):
    paths = [str(SHIPS / "I" / f"{name}.yaml") for name in ("paper-arrow", "first-mile")]
    for words, rivals in (((), "field"), (("--rivals", "alone"), "alone"), (("--alone",), "alone")):
        said = command("fly", *paths, "--flights", "20", "--no-other-captains", "--json", *words)
        # Notes name options in the command, and arguments in Python.
        flown = json.loads(json.dumps(analyzer.fly([ARROW, MILE], flights=20, rivals=rivals).as_dict()))
        told, expected = (
            [{name: value for name, value in one.items() if name not in ("made", "notes")} for one in answers]
            for answers in (json.loads(said.out), flown)
        )
        assert told == expected


def test_save_file_keeps_all_ships(tmp_path):
    path = tmp_path / "both.save"
    both = analyzer.fly([ARROW, MILE], flights=20, rivals="alone", save=path)
    assert [one.tally for one in analyzer.merge([path])] == [one.tally for one in both.results]


def test_exact_names_its_company():
    assert ", alone, 1 outcome, exact" in analyzer.exact(ARROW, card="2007/4").heading()
    company = analyzer.exact(ARROW, card="2007/4", rivals="field")
    assert f", {FIELD}, " in company.heading()
    assert company.as_dict()["company"] == FIELD
    assert company.rivals == analyzer.exact(ARROW, card="2007/4", rivals=conditions.load_rivals("field", "I")).rivals
    assert ", against First Mile, " in analyzer.exact(ARROW, card="2007/4", rivals=[MILE]).heading()


def test_journey_takes_field_word(command):
    paths = [str(SHIPS / name) for name in ("I/paper-arrow.yaml", "II/steady-hauler.yaml")]
    ships, cards = [ARROW, HAULER], [[12, 8], [32, 28, 22]]
    field = analyzer.journey([ships], 30, rivals="field", cards=cards)
    fields = [analyzer.load_field(level) for level in ("I", "II")]
    others = [list(trucker) for trucker in zip(*fields, strict=True)]
    named = analyzer.journey([ships], 30, rivals=others, cards=cards)
    together = analyzer.journey([ships, *others], 30, cards=cards)
    assert field.tally == named.tally == together.tally
    assert [one.name for one in field] == ["trucker 1"]
    assert field.heading().endswith(
        "in the field (Brass Hornet, Hot Delivery; First Mile, Iron Parcel; Pocket Freighter, Stern Invoice)"
    )
    assert analyzer.journey([ships], 30, cards=cards).tally == field.tally
    assert analyzer.journey([ships], 30, rivals="alone", cards=cards).heading().endswith("alone")
    against = analyzer.journey([ships], 30, rivals=others[:1], cards=cards)
    assert "against another trucker (Brass Hornet, Hot Delivery)" in against.heading()
    lying = [word for leg in cards for word in ("--cards", ",".join(map(str, leg)))]
    said = command("journey", *paths, "--flights", "30", "--rivals", "field", "--json", *lying)
    assert json.loads(said.out)["truckers"] == json.loads(json.dumps(field.as_dict()["truckers"]))
    refused = command("journey", *paths, "--rivals", paths[0])
    assert (refused.code, "use --against, or --rivals field" in refused.told) == (2, True)


@pytest.mark.long
def test_journeys_are_compared_in_field(command):
    journeys = [[ARROW], [MILE]]
    compared = analyzer.compare_journeys(journeys, 20, rivals="field")
    assert compared.setting == "in the field"
    alone = analyzer.journey([[ARROW]], 20, rivals="field").tally.subjects[0]
    assert compared.results[0].histograms["final"] == alone["final"]
    with pytest.raises(AnalyzerError, match="5 truckers: give 1 to 4"):
        analyzer.journey([[ARROW], [MILE]], 20, rivals="field")


def test_company_is_put_in_words():
    assert conditions.company_of([], "I", "2007") == "alone"
    assert conditions.company_of(conditions.load_rivals("field", "I"), "I", "2007") == FIELD
    assert conditions.company_of([MILE, ARROW], "I", "2007") == "against First Mile and Paper Arrow"
    assert [conditions.is_alone(rivals) for rivals in (None, "field", "alone", [], [MILE])] == [
        False,
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("rivals", ["feild", "", 3, None, [MILE, "field"]])
def test_wrong_rivals_are_refused(rivals):
    """An argument that names no rivals is refused with the words that do."""
    with pytest.raises(AnalyzerError, match=r"^rivals"):
        conditions.load_rivals(rivals, "I")
