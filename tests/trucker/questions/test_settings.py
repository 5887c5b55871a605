"""In which setting ships fly: the field unless something else is said, and every verdict says in which."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, load_field
from analyzer.types import BothSettings
from tests.conftest import Said
from tests.doors.answers import both_settings, origin
from tests.doors.runs import TuningStep as Step
from tests.doors.trucker_flights import Experiment, plan
from tests.doors.trucker_paper import is_field
from tests.doors.trucker_questions import captain as tuning
from tests.doors.trucker_questions import in_other_setting
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships"
MILE, ARROW, HORNET = (str(SHIPS / "2007/I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow", "brass-hornet"))
HAULER, KITE = (str(SHIPS / "2007/II" / f"{name}.yaml") for name in ("steady-hauler", "tin-kite"))
HOT, STERN = (str(SHIPS / "2007/II" / f"{name}.yaml") for name in ("hot-delivery", "stern-invoice"))
MIDDLE = str(SHIPS / "2021/II/middle-lane.yaml")
TURNING: Any = {"flights": 1500, "seed": 4, "cards": (22, 25)}
TURNED = (HOT, STERN, "--flights", "1500", "--seed", "4", "--cards", "22,25")
FIELD = ["Brass Hornet", "First Mile", "Pocket Freighter"]
JUDGES = {
    "fly": (MILE, "--flights", "15"),
    "compare": (MILE, ARROW, "--flights", "15"),
    "weak": (ARROW, "--flights", "5"),
    "cards": (ARROW, "--flights", "15"),
    "crew": (ARROW, "--flights", "15"),
    "captain": (ARROW, "--flights", "2"),
    "explain": (MILE, "--flight", "3"),
}
Command = Callable[..., Said]


# Who flies along


@pytest.mark.slow(but=2)
@pytest.mark.usefixtures("flown_once")
@pytest.mark.parametrize("verb", JUDGES)
def test_verbs_judge_in_the_field(command: Command, monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    monkeypatch.setattr(tuning, "ROUNDS", 0)
    args = (verb, *JUDGES[verb], "--json")
    usual, field, alone = command(*args), command(*args, "--rivals", "field"), command(*args, "--alone")
    assert (usual.code, field.code, alone.code) == (0, 0, 0), usual.err + alone.err
    assert usual.out == field.out != alone.out
    assert json.dumps("Brass Hornet") in usual.out
    assert "Flown alone" in alone.out


@pytest.mark.usefixtures("undrawn", "flown_once")
def test_report_flies_in_the_field(command: Command, tmp_path: Path) -> None:
    for name, more in (("usual", ()), ("field", ("--rivals", "field")), ("alone", ("--alone",))):
        said = command("report", MILE, ARROW, "--flights", "20", "--cards", "4,8", "-o", f"{name}.md", *more)
        assert said.code == 0, said.err
    usual, field, alone = (
        re.sub(r"Made by .*", "", (tmp_path / f"{name}.md").read_text()) for name in ("usual", "field", "alone")
    )
    assert usual == field != alone
    assert "with Brass Hornet, First Mile, Pocket Freighter" in usual


def test_alone_flies_without_rivals(command: Command) -> None:
    (told,) = json.loads(command("fly", MILE, "--flights", "25", "--alone", "--json").out)
    assert told["convoy"] == ["First Mile"]
    counts = analyzer.fly([analyzer.load_ship(MILE)], flights=25, rivals="alone").ships[0].credits.counts
    assert {int(value): times for value, times in told["ships"][0]["counts"]["credits"].items()} == counts


def test_python_flies_given_rivals() -> None:
    assert analyzer.fly([analyzer.load_ship(MILE)], flights=5, rivals="alone").experiment.names == ("First Mile",)


def test_ships_fly_in_own_field(command: Command) -> None:
    told = json.loads(command("fly", MILE, HAULER, MIDDLE, "--flights", "1", "--json").out)
    fields = [
        FIELD,
        ["Hot Delivery", "Iron Parcel", "Stern Invoice"],
        ["Late Excuse", "Porcupine Deal", "Salt Barge"],
    ]
    assert [[name.removesuffix(" (2)") for name in one["convoy"][1:]] for one in told] == fields


@pytest.mark.parametrize("verb", ["fly", "cards", "explain"])
def test_contradictory_settings_are_refused(command: Command, verb: str) -> None:
    flight = ("--flight", "1") if verb == "explain" else ("--flights", "5")
    said = command(verb, MILE, *flight, "--alone", "--rivals", HORNET)
    assert (said.code, "choose one" in said.told) == (2, True)
    said = command(verb, MILE, *flight, "--rivals", ",")
    assert (said.code, "names nobody" in said.told, "--alone" in said.told) == (2, True, True)


@pytest.mark.parametrize("more", [(), ("--alone",), ("--rivals", HORNET)])
def test_explain_tells_flight_of_fly(command: Command, more: tuple[str, ...]) -> None:
    """One flight of `fly` and the flight of that number in `explain`, under the same options."""
    for flight in ("0", "41", "512"):
        flown = json.loads(command("fly", MILE, "--first", flight, "--flights", "1", "--json", *more).out)[0]
        told = json.loads(command("explain", MILE, "--flight", flight, "--json", *more).out)
        ((credits, _),) = flown["ships"][0]["counts"]["credits"].items()
        assert told["outcome"]["credits"] == int(credits)


# What it is called


def test_experiments_know_their_setting() -> None:
    mile, arrow, hornet = map(analyzer.load_ship, (MILE, ARROW, HORNET))
    field = load_field("I")
    settings = {
        "alone": plan([mile]),
        "in the field": plan([arrow], rivals=field[::-1]),
        "against Paper Arrow and Brass Hornet": plan([mile], rivals=[arrow, hornet]),
        "in one convoy": plan([mile, arrow]),
    }
    assert [one.setting for one in settings.values()] == list(settings)
    assert plan([mile], rivals=field, learning=True).setting == "in the field"
    assert origin.setting_with_rivals(plan([arrow], rivals=field)) == f"in the field ({', '.join(FIELD)})"
    assert origin.setting_with_rivals(plan([mile], rivals=[arrow])) == "against Paper Arrow"
    assert not is_field(field[:2], "I", "2007")
    assert not is_field(load_field("II"), "I", "2007")
    assert not is_field([field[0].without_aliens(), *field[1:2], replace(field[2], reserve=1)], "I", "2007")


def test_field_ship_meets_its_copy() -> None:
    mile, arrow = analyzer.load_ship(MILE), analyzer.load_ship(ARROW)
    told = {ship.name: " ".join(plan([ship], rivals=load_field("I")).notes()) for ship in (mile, arrow)}
    assert ["a copy of itself" in told[ship.name] for ship in (mile, arrow)] == [True, False]
    assert "a copy of itself" not in " ".join(plan([mile]).notes())


SAYS = {
    "compare": (("compare", MILE, ARROW, "--flights", "40"), "{}, "),
    "crew": (("crew", ARROW, "--flights", "40"), "{}, "),
    "captain": (("captain", MILE, "--flights", "4"), "{}, on 20 fresh flights"),
    "weak": (("weak", ARROW, "--flights", "5"), "5 flights, seed 1, {}"),
    "cards": (("cards", ARROW, "--flights", "30"), "30 flights, seed 1, {}"),
    "fly": (("fly", ARROW, "--flights", "5"), "5 flights, seed 1, {}"),
    "report": (("report", MILE, ARROW, "--flights", "30", "-o", "r.md"), "{}, "),
}


@pytest.mark.slow(but=6)
@pytest.mark.usefixtures("undrawn", "flown_once")
@pytest.mark.parametrize("verb", SAYS)
@pytest.mark.parametrize(
    ("more", "setting"),
    [((), "in the field"), (("--alone",), "alone"), (("--rivals", HORNET), "against Brass Hornet")],
    ids=["field", "alone", "rival"],
)
def test_verdicts_name_their_setting(
    command: Command, monkeypatch: pytest.MonkeyPatch, verb: str, more: tuple[str, ...], setting: str
) -> None:
    monkeypatch.setattr(tuning, "ROUNDS", 0)
    args, sentence = SAYS[verb]
    said = command(*args, *more)
    assert said.code == 0, said.err
    begins = setting if sentence[:2] != "{}" or verb == "captain" else setting[0].upper() + setting[1:]
    assert sentence.format(begins) in " ".join(said.out.split())
    if verb == "report":
        told = [line for line in said.out.splitlines() if not line.startswith("report:")]
        assert len(told) == 5
        assert sum(line.startswith(f"{begins}, ") for line in told) == 4


@pytest.mark.usefixtures("flown_once")
def test_journey_verdicts_name_setting(command: Command) -> None:
    args = ("compare", "--journey", MILE, HAULER, "--journey", ARROW, HAULER, "--flights", "30")
    args += ("--cards", "4", "--cards", "25")
    assert "\nIn the field, " in command(*args).out
    assert "\nAlone, " in command(*args, "--alone").out
    said = command(*args, "--against", MILE, KITE)
    assert "\nAgainst another trucker, " in said.out
    assert "against another trucker (First Mile, Tin Kite)" in " ".join(said.out.split())


# Both settings


@pytest.fixture(scope="module")
def both() -> BothSettings:
    """Two ships of level II that are ranked otherwise alone: by pirates, and by who comes in first."""
    ships = [analyzer.load_ship(HOT), analyzer.load_ship(STERN)]
    return analyzer.compare_settings(ships, rivals=load_field("II"), **TURNING)


def test_other_setting_flies_same_flights(both: BothSettings) -> None:
    ships = [analyzer.load_ship(HOT), analyzer.load_ship(STERN)]
    field = analyzer.compare(ships, rivals=load_field("II"), **TURNING)
    alone = analyzer.compare(ships, rivals="alone", **TURNING)
    for one, other in ((both.main, field), (both.other, alone)):
        assert np.array_equal(one.counted.wins, other.counted.wins)
        assert one.difference(*one.names) == other.difference(*other.names)
        assert one.stretches == other.stretches
    assert (both.main.setting, both.other.setting) == ("in the field", "alone")
    swapped = analyzer.compare_settings(ships, rivals="alone", **TURNING)
    assert (swapped.main.setting, swapped.other.setting) == ("alone", "in the field")
    assert swapped.other.difference(*field.names) == field.difference(*field.names)


def test_sure_pairs_turn_round(both: BothSettings) -> None:
    a, b = "Hot Delivery", "Stern Invoice"
    means = {(ship.name, one.setting): ship.credits.mean for one in (both.main, both.other) for ship in one.results}
    assert means[a, "in the field"] > means[b, "in the field"]
    assert means[a, "alone"] < means[b, "alone"]
    assert both.main.simultaneous(a, b).low > 0 > both.other.simultaneous(a, b).high
    assert both.differs()
    assert both.reversed_pairs() == [(a, b)]
    assert both.clear_in_one() == []
    first, verdict = both.in_words()
    assert not untold(first, "Alone", "1,500", "other way round")
    assert not untold(verdict, "Alone", "Stern Invoice", "better", "Hot Delivery")
    assert [(row["ship"], row["setting"], row["place"], row["last_place"]) for row in both.rows()] == [
        (a, "in the field", 1, 1), (a, "alone", 2, 2), (b, "in the field", 2, 2), (b, "alone", 1, 1),
    ]  # fmt: skip
    assert [row["credits"] for row in both.rows()] == [means[row["ship"], row["setting"]] for row in both.rows()]


def test_equal_ships_rank_alike() -> None:
    """A ship and its copy are equal in both settings, in places 1 to 2, so no ranking is called the same."""
    mile = analyzer.load_ship(MILE)
    both = analyzer.compare_settings([mile, mile], flights=60, rivals="alone", cards=[4, 8])
    assert not both.differs()
    says = "In the field (60 of the same flights each) the two do not clearly differ either."
    assert list(both.in_words()) == [says]
    assert {(row["place"], row["last_place"]) for row in both.rows()} == {(1, 2)}


def test_open_pair_is_not_same(both: BothSettings) -> None:
    """A pair that is open in one setting is not called the same in both."""
    pair = [analyzer.load_ship(HOT), analyzer.load_ship(STERN)]
    few = analyzer.compare(pair, rivals="alone", **TURNING | {"flights": 10})
    unsure = BothSettings(both.main, few)
    assert few.verdict(*few.names) == "open"
    assert not unsure.differs()
    assert unsure.clear_in_one() == [("Hot Delivery", "Stern Invoice")]
    (sentence,) = unsure.in_words()
    assert not untold(sentence, "Alone", "10", "not reversed")
    assert sentence.endswith("only in the field.")


def test_turned_pairs_are_counted() -> None:
    """Pairs turn round if their differences are surely of opposite signs; places count the ships surely ahead."""
    ships = [analyzer.load_ship(path) for path in sorted((SHIPS / "2007/II").glob("*.yaml"))]
    both = analyzer.compare_settings(ships, flights=1000, rivals=load_field("II"), cards=[20, 31])
    signs = {
        one.setting: {
            (a, b): (one.simultaneous(a, b).low > 0) - (one.simultaneous(a, b).high < 0)
            for a, b in combinations(one.names, 2)
        }
        for one in (both.main, both.other)
    }
    opposed = {pair for pair, sign in signs["alone"].items() if sign * signs["in the field"][pair] < 0}
    assert len(opposed) > 1
    assert {tuple(sorted(pair)) for pair in both.reversed_pairs()} == {tuple(sorted(pair)) for pair in opposed}
    for name in both.main.names:
        ahead = sum(
            (sign > 0 and b == name) or (sign < 0 and a == name) for (a, b), sign in signs["in the field"].items()
        )
        assert both_settings.places(both.main, name)[0] == 1 + ahead
    first, *verdicts = both.in_words()
    assert f"the ranking differs: {len(opposed)} of 10 pairs" in first
    best = max(both.other.results, key=lambda ship: ship.credits.mean).name
    assert both_settings.places(both.other, best) == (1, 1) != both_settings.places(both.main, best)
    assert first.endswith(f", and {best} comes first.")
    assert all(verdict.startswith("Alone, ") for verdict in verdicts[:3])


@pytest.mark.usefixtures("flown_once")
def test_compare_shows_both_settings(command: Command) -> None:
    said = command("compare", *TURNED)
    assert said.code == 0, said.err
    told = " ".join(said.out.split())
    assert not untold(told, "In the field", "Hot Delivery", "better", "Stern Invoice")
    assert not untold(told, "Alone", "1,500", "other way round")
    below = told.partition("the other way round:")[2]
    assert all(word in below for word in ("in the field:", "alone:", "place", "95% interval"))
    assert not untold(told, "Alone", "Stern Invoice", "better", "Hot Delivery")
    facts = json.loads(command("compare", *TURNED, "--json").out)
    assert facts["setting"] == "in the field"
    assert facts["other_setting"]["setting"] == "alone"
    assert facts["other_setting"]["turned"] == [["Hot Delivery", "Stern Invoice"]]
    turned = command("compare", *TURNED, "--alone").out
    assert not untold(turned, "Alone", "Stern Invoice", "better", "Hot Delivery")
    assert not untold(turned, "In the field", "1,500", "other way round")


@pytest.mark.usefixtures("undrawn", "flown_once")
def test_report_shows_both_settings(command: Command, tmp_path: Path) -> None:
    said = command("report", *TURNED, "-o", "r.md")
    assert said.code == 0, said.err
    assert not untold(said.out, "Alone", "1,500", "other way round")
    page = (tmp_path / "r.md").read_text()
    assert "both settings side by side" in page
    cells = next(
        line for line in page.split("both settings side by side")[1].splitlines() if "| Stern Invoice |" in line
    )
    assert [cell.strip() for cell in cells.split("|")][2] == "2"
    assert [cell.strip() for cell in cells.split("|")][5] == "1"
    few = ("--flights", "40", "--cards", "4,8")
    same = command("report", MILE, MILE, *few, "-o", "s.md")
    assert not untold(same.out, "do not clearly differ")
    assert "both settings side by side" not in (tmp_path / "s.md").read_text()
    assert "(40 of the same flights each)" not in command("report", MILE, *few, "-o", "t.md").out


@pytest.mark.long
def test_setting_check_is_short(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other setting flies no more than CHECKED flights, however many are asked for; a save file holds both."""
    monkeypatch.setattr("analyzer.runs.amount.CHECKED", 32)
    args = ("compare", MILE, ARROW, "--flights", "80", "--cards", "4,8", "--save", "s")
    said = command(*args)
    assert not untold(said.out, "Alone", "32")
    with monkeypatch.context() as grounded:
        grounded.setattr(Experiment, "simulate_many", lambda *_, **__: 1 / 0)
        assert command(*args).out == said.out
    merged = analyzer.merge([tmp_path / "s"])
    assert [one.trials for one in merged] == [80, 32]
    (told,) = both_settings.paired_up(merged)
    assert isinstance(told, BothSettings)
    assert command("merge", "s").out == said.out
    refused = command(*args, "--alone")
    assert (refused.code, "holds another run" in refused.told) == (2, True)
    assert not untold(refused.told, "setting", "in the field in the file", "alone now")


def test_decided_run_checks_fixed_flights(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run until decided is checked in the other setting for a fixed number of flights."""
    monkeypatch.setattr("analyzer.runs.amount.CHECKED", 64)
    mile, arrow = analyzer.load_ship(MILE), analyzer.load_ship(ARROW)
    both = analyzer.compare_settings([mile, arrow], until="decided", margin=30, rivals="alone", cards=[4, 8])
    assert both.main.decided()
    assert both.other.trials == 64
    assert both.other.until is None


def test_other_setting_changes_company_only() -> None:
    mile, hornet = analyzer.load_ship(MILE), analyzer.load_ship(HORNET)
    planned = {"it": plan([mile], "I", 7, rivals=[hornet], captain="bold", start=2)}
    alone = in_other_setting(planned)["it"]
    assert alone == plan([mile], "I", 7, captain="bold")
    assert alone.route.start is None
    field = in_other_setting({"it": plan([mile], "I", 7, captain="bold", cards=[4, 8])})["it"]
    assert field == plan([mile], "I", 7, rivals=load_field("I"), captain="bold", cards=[4, 8])
    with pytest.raises(AnalyzerError, match="two or more"):
        analyzer.compare_settings([mile], rivals="alone")


# A captain with a name


@pytest.mark.long
@pytest.mark.usefixtures("flown_once")
def test_unchanged_captain_is_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that ends with the captain it started from names that captain."""
    monkeypatch.setattr(tuning, "ROUNDS", 0)
    ship = analyzer.load_ship(MILE)
    found = analyzer.tune_captain(ship, flights=150, seed=3, rivals="alone")
    earned = {
        name: analyzer.fly([ship], flights=750, seed=4, captain=name, rivals="alone").ships[0].credits.mean
        for name in tuning.NAMED
    }
    assert max(earned.values()) > earned["expert"]  # by chance: the intervals of all differences hold 0
    assert found.named == "expert" == found.as_dict()["named"]
    assert not untold(found.heading(), "First Mile", "keep expert", "alone")
    assert not any("the same result" in note and "tuned" in note for note in found.notes())
    said = command("captain", MILE, "--flights", "150", "--seed", "3", "--alone")
    assert not untold(" ".join(said.out.split()), "expert", "--captain expert")


def test_unsure_captain_is_not_recommended() -> None:
    """The named captains themselves under another name: no gain over the best of them."""
    ship = analyzer.load_ship(HAULER)
    flown = {name: plan([ship], cards=[28, 36, 25], captain=name) for name in tuning.NAMED}
    confirmed = analyzer.compare_experiments({tuning.TUNED: flown["sensible"], **flown}, 400)
    sensible = analyzer.load_captain("sensible")
    step = Step("day", 0.5, 1.0, confirmed.difference(tuning.TUNED, "bold"))
    found = tuning.TunedCaptain(sensible, sensible, 20, (step,), confirmed, ship=ship)
    assert found.named == "expert"
    assert not untold(found.heading(), "keep expert", "nothing", "clearly better")
    miser = dict.fromkeys(tuning.NAMED, flown["miser"])
    worse = analyzer.compare_experiments({tuning.TUNED: flown["sensible"], **miser}, 4000)
    assert worse.difference(tuning.TUNED, "miser").low > 0
    assert replace(found, confirmed=worse).named is None
    as_good = analyzer.compare_experiments({tuning.TUNED: flown["sensible"], **miser, "bold": flown["sensible"]}, 4000)
    bold = replace(found, confirmed=as_good)
    assert bold.named == "bold"
    assert not untold(bold.heading(), "use bold", "not clearly better", "+")
    both = {"bold": flown["sensible"], "cautious": flown["sensible"]}
    joint = analyzer.compare_experiments({tuning.TUNED: flown["sensible"], **miser, **both}, 4000)
    assert "use cautious or bold: " in replace(found, confirmed=joint).heading()


def test_thinker_note_stands_once(both: BothSettings) -> None:
    """Its gain differs from setting to setting; that of the requested one is told."""
    notes = [note for note in both.notes() if "thinker" in note]
    assert len(notes) == 1
    assert "in the field" in notes[0]
