"""How a user says how fleets fly, and every verb on builds, alone and beside ordinary ships."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, load_captain
from tests.doors.command import TRUCKER as GAME
from tests.doors.runs import tuning
from tests.doors.trucker_flights import HOME, JOININGS, plan
from tests.doors.trucker_questions import captain as captain_module
from tests.doors.trucker_questions import plan_journey
from tests.facts import untold
from tests.places import ROOT
from tests.texts import load_text, round_trip, saved_text

pytestmark = pytest.mark.usefixtures("flown_once")

SHIPS = ROOT / "ships" / "2007"
WINDS, STAPLE, HAULER = (
    str(SHIPS / name) for name in ("IVC/four-winds.yaml", "IVC/loose-staple.yaml", "II/steady-hauler.yaml")
)
NINE = {one.joined for one in analyzer.joining()}
TEXT = Path(WINDS).read_text(encoding="utf-8")
BUILD, OTHER, ORDINARY = map(analyzer.load_ship, (WINDS, STAPLE, HAULER))

SHORTLY: dict[str, Any] = {"cards": [8], "rivals": "alone"}
HARMED: dict[str, Any] = {"cards": [49] * 6, "rivals": "alone"}
"""One card, and six swarms of large meteors: fewer kinds of cards take less time."""


def filed(*lines: str, of: str = TEXT) -> analyzer.Layout:
    """The build, its file with more lines."""
    return load_text(
        analyzer.load_ship, of.replace("board: IVC\n", "board: IVC\n" + "".join(f"{line}\n" for line in lines))
    )


# Conditions in Python


@pytest.mark.slow(but=4)
@pytest.mark.parametrize(
    ("given", "ways"),
    [
        ({"joined": "l+f"}, {"F+L"}),
        ({"dice": (2, 1)}, {"F+L"}),
        ({"joined": "F+L", "dice": (1, 3)}, {"F+L"}),
        ({"layout": "two_beside"}, {"L+R"}),
        ({"layout": "two beside"}, {"L+R"}),
        ({"layout": "three"}, {"L", "R"}),
        ({"layout": "L_and_tiny"}, {"F+L", "F+R", "B+L", "B+R"}),
        ({"layout": "three", "joined": "L"}, {"L"}),
    ],
)
def test_fleet_options_choose_the_ways(given, ways):
    result = analyzer.fly([BUILD], flights=16, cards=[8], rivals="alone", **given)
    assert {JOININGS[way] for way in result["Four Winds"].histograms["joined"].counts} == ways
    assert set(result.as_dict()["route"]["joined"]) == ways


def test_layout_comes_in_its_ways():
    """Three ships: the two faces of one side, twice two ways of 36; L and R in halves: 4 sigma of 4,000 are 127."""
    thrown = plan([BUILD], layout="three").route.joinings(1, 0, 4000)
    assert abs(np.count_nonzero(thrown == JOININGS.index("L")) - 2000) < 127
    assert set(thrown) == {JOININGS.index("L"), JOININGS.index("R")}
    counts = analyzer.fly([BUILD], flights=20, layout="three", **SHORTLY)["Four Winds"].histograms["joined"].counts
    assert counts == Counter(thrown[:20].tolist())


def test_insurance_is_a_condition():
    """The premium is paid, and of the losses no more than the cap: 26, 19, 12 for 2, 5, 8."""
    for premium, cap in ((2, 26), (5, 19), (8, 12)):
        ship = analyzer.fly([BUILD], flights=30, insurance=premium, joined="L", **HARMED)["Four Winds"]
        assert ship.histograms["premium"].counts == {premium: 30}
        assert max(ship.histograms["penalty"].counts) == cap
    by_file = analyzer.fly([filed("insurance: 5")], flights=10, joined="L", **SHORTLY)["Four Winds"]
    assert by_file.histograms["premium"].counts == {5: 10}
    dropped = analyzer.fly([filed("insurance: 5")], flights=10, insurance=0, joined="L", **SHORTLY)["Four Winds"]
    assert dropped.premium.mean == 0
    race = analyzer.race([BUILD, OTHER], flights=10, insurance=[8, 0], joined="L", cards=[8])
    assert [ship.histograms["premium"].mean for ship in race.ships] == [8, 0]


def test_file_settles_fleet_options():
    asked = analyzer.fly([BUILD], flights=20, joined="B+R", insurance=2, **HARMED)
    assert analyzer.fly([filed("joined: B+R", "insurance: 2")], flights=20, **HARMED).tally == asked.tally
    assert analyzer.fly([filed("dice: [6, 4]", "insurance: 2")], flights=20, **HARMED).tally == asked.tally


@pytest.mark.parametrize(
    ("ships", "given", "said"),
    [
        ([filed("joined: F+L"), replace(OTHER, joined="L+R")], {}, "F+L in that of Four Winds, L+R in that of Loose"),
        ([filed("joined: F+L")], {"joined": "L+R"}, "the file of Four Winds says F+L"),
        ([filed("joined: F+L")], {"dice": (2, 3)}, "the file of Four Winds says F+L"),
        ([filed("joined: F+L")], {"layout": "three"}, "layout three: the file of Four Winds says joined F+L"),
        ([BUILD], {"layout": "three", "joined": "F+L"}, "joined F+L is L_and_tiny"),
        ([BUILD], {"dice": (1, 1), "joined": "F+L"}, "give one of the two"),
        ([BUILD], {"joined": "F+X"}, "give borders of F (front), B (behind), L, R"),
        ([BUILD], {"dice": (0, 3)}, "two whole numbers from 1 to 6"),
        ([BUILD], {"layout": "pair"}, "two_behind"),
        ([BUILD], {"insurance": 3}, "give a premium of 0, 2, 5, 8"),
        ([BUILD], {"insurance": [2, 5]}, "2 premiums for 1 ships"),
        ([BUILD], {"insurance": "5"}, "give a premium"),
        ([BUILD], {"tables": "README.md"}, "name a folder with any of"),
        ([ORDINARY], {"joined": "F"}, "joined: is only for builds on board 2007-IVC"),
        ([ORDINARY], {"insurance": 2, "dice": (1, 2)}, "is only for builds on board 2007-IVC"),
        ([ORDINARY], {"level": "IV"}, "fly it at level II, or name a build on board 2007-IVC"),
        ([BUILD], {"level": "III"}, "its fleets fly at level IV alone"),
        ([BUILD, ORDINARY], {}, "Steady Hauler: is an ordinary ship"),
    ],
)
def test_wrong_fleet_options_are_told(ships, given, said):
    with pytest.raises(AnalyzerError, match=r".") as caught:
        plan(ships, **given)
    assert said in str(caught.value)


def test_compared_fleets_share_dice():
    told = analyzer.compare([filed("joined: F+B"), OTHER], flights=4, **SHORTLY)
    assert {one.route.joined for one in told.experiments} == {("F+B",)}
    with pytest.raises(AnalyzerError, match="let the files agree"):
        analyzer.compare([filed("joined: F+B"), replace(OTHER, joined="L+R")], flights=4, rivals="alone")


def test_own_tables_are_flown_by(tmp_path):
    """A cap of one credit for a premium of 9, and dice that always join all four."""
    text = (HOME / "insurance.csv").read_text(encoding="utf-8").replace("8,12,", "9,1,")
    (tmp_path / "insurance.csv").write_text(text, encoding="utf-8")
    result = analyzer.fly([BUILD], flights=12, insurance=9, tables=tmp_path, **HARMED)
    assert result["Four Winds"].histograms["premium"].counts == {9: 12}
    assert max(result["Four Winds"].histograms["penalty"].counts) <= 1
    assert not untold(result.notes(), "Class IVC", "insurance.csv")
    assert result.as_dict()["route"]["tables"][0][0] == "insurance"
    with pytest.raises(AnalyzerError, match="give a premium of 0, 2, 5, 9"):
        analyzer.fly([BUILD], flights=10, insurance=8, tables=tmp_path, rivals="alone")
    saved = tmp_path / "s"
    flown = analyzer.fly([BUILD], flights=4, insurance=9, tables=tmp_path, save=saved, **SHORTLY)
    assert analyzer.merge([saved])[0].tally == flown.tally


def test_results_note_their_assumptions():
    field = analyzer.load_field("IV")
    notes = analyzer.fly([BUILD], flights=2, rivals=field, insurance=5, layout="three", cards=[8]).notes()
    for said in (
        "Class IVC: the split of the board into quarters is inferred.",
        "Every flight has three ships (L 2 in 4, R 2 in 4), which the dice make in 4 of 36 throws.",
        "More than 3 truckers fly.",
        "Insured: Four Winds for 5 credits (losses cost at most 19)",
    ):
        assert any(said in note for note in notes), said
    alone = analyzer.fly([BUILD], flights=2, **SHORTLY)
    assert "Flown without insurance." in alone.notes()
    assert not any("3 truckers" in note for note in alone.notes())
    assert "F+L joined" in analyzer.fly([BUILD], flights=2, joined="F+L", **SHORTLY).heading()


@pytest.mark.long
def test_aliens_need_support_on_ship():
    """Support lies at (8,9), the cabin at (7,9) beyond border R: humans fly there unless R (or all) grew together."""
    parts = dict(BUILD.components)
    parts |= {
        (8, 9): analyzer.Component("life_support_brown", (1, 0, 1, 2)),
        (7, 9): analyzer.Component("cabin", (0, 3, 1, 2)),
    }
    crewed = replace(BUILD, components=parts, aliens={"brown": (7, 9)})
    (told,) = [note for note in analyzer.fly([crewed], flights=2, **SHORTLY).notes() if "life support" in note]
    apart = [way for way in NINE if "R" not in way.split("+")]
    assert set(told.partition("where ")[2].partition(" grow")[0].split(", ")) == set(apart)
    joined = analyzer.fly([crewed], flights=2, joined="R", **SHORTLY).notes()
    assert not any("life support" in note for note in joined)
    assert (
        len(analyzer.compare_crews(crewed, flights=2, rivals="alone").names) == 4
    )  # nobody, or one of three cabins beside it


# Ship files


def test_fleet_file_reads_back():
    build = filed("joined: R+F", "insurance: 8")
    assert (build.joined, build.insurance) == ("F+R", 8)
    assert round_trip(analyzer.save_ship, analyzer.load_ship, build) == build
    assert filed("dice: [1, 2]", "joined: F+L").joined == "F+L"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["joined: F+X"], "line 4: joined 'F+X': give borders"),
        (["joined: 5"], "line 4: joined"),
        (["dice: [1, 7]"], "line 4: dice [1, 7]: give two whole numbers from 1 to 6"),
        (["dice: 3"], "line 4: dice"),
        (["dice: [1, 2]", "joined: L"], "line 5: joined L: dice (1, 2) join F+L"),
        (["insurance: 3"], "line 4: insurance 3: give a premium of 0, 2, 5, 8"),
        (["insurance: much"], "line 4: insurance"),
        (["aliens: {brown: [5, 8], brown: [5, 9]}"], "line 4: the field brown is there twice: leave one out"),
    ],
)
def test_fleet_file_faults_have_lines(lines, said):
    with pytest.raises(AnalyzerError, match=r".") as caught:
        filed(*lines)
    assert said in str(caught.value)


def test_other_boards_refuse_fleet_fields():
    text = Path(HAULER).read_text(encoding="utf-8").replace("board: II\n", "board: II\njoined: F\ninsurance: 2\n")
    with pytest.raises(AnalyzerError, match=r".") as caught:
        load_text(analyzer.load_ship, text)
    assert [fault.partition(": ")[0] for fault in caught.value.faults] == ["file.yaml, line 4", "file.yaml, line 5"]
    assert all("only builds on board IVC" in fault for fault in caught.value.faults)


# Options


def finite(answer: Any) -> Any:
    """What it says in plain types; JSON of the command has null for an end that nothing bounds."""
    return json.loads(json.dumps(answer.as_dict()), parse_constant=lambda _: None)


def test_fleet_options_match_python(command):
    said = command(
        "fly", WINDS, "--alone", "--flights", "10", "--joined", "F+L", "--insurance", "5", "--json",
        "--cards", "8,49",
    )  # fmt: skip
    found = analyzer.fly([BUILD], flights=10, joined="F+L", insurance=5, cards=[8, 49], rivals="alone")
    assert json.loads(said.out)[0]["ships"] == finite(found)["ships"]
    said = command("race", WINDS, STAPLE, "--flights", "10", "--dice", "1,1", "--insurance", "2", "--insurance", "8",
                   "--cards", "8,49", "--json")  # fmt: skip
    told = analyzer.race([BUILD, OTHER], flights=10, dice=(1, 1), insurance=[2, 8], cards=[8, 49])
    assert json.loads(said.out)[0]["ships"] == finite(told)["ships"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--joined", "X"], "joined 'X': give borders"),
        (["--dice", "1,7"], "--dice '1,7': give two numbers"),
        (["--layout", "two"], "layout 'two'"),
        (["--insurance", "x"], "--insurance 'x': give the premium"),
        (["--insurance", "3"], "insurance 3: give a premium of 0, 2, 5, 8"),
        (["--joined", "L", "--layout", "one_large"], "joined L is three: leave one of the two out"),
        (["--tables", WINDS], "name a folder"),
        (["--level", "II"], "its fleets fly at level IV alone"),
    ],
)
def test_wrong_options_are_told(command, options, said):
    told = command("fly", WINDS, "--flights", "5", *options)
    assert (told.code, told.out) == (2, "")
    assert said in told.told


def test_builds_fly_at_own_level(command):
    told = command("fly", WINDS, HAULER, "--flights", "2", "--joined", "F+L", "--insurance", "5", "--json")
    assert told.code == 0, told.err
    build, ship = json.loads(told.out)
    assert (build["route"]["joined"], build["route"]["level_name"]) == (["F+L"], "IV")
    assert (ship["route"]["joined"], ship["route"]["level_name"]) == ([], "II")


# One fleet


def test_strike_command_hits_a_fleet(command):
    """Light fire on the shielded row 10: the ship that is hit pays with a charge of its own, if it has one."""
    args = ("strike", WINDS, "--hazard", "light_fire", "--from", "left", "--roll", "10")
    for batteries, outcome in (("1,0,0", "shielded"), ("0,1,1", "destroyed")):
        told = json.loads(command(*args, "--joined", "L", "--batteries", batteries, "--json").out)
        fleet = analyzer.fleet(BUILD, "L")
        struck = analyzer.strike(fleet, "light_fire", "left", 10, [int(n) for n in batteries.split(",")])
        assert (told["outcome"], told["hit_ship"], told["paid_by"]) == (outcome, struck.ship, struck.paid_by)
        assert [tuple(square) for square in told["lost"]] == list(struck.lost)
    said = " ".join(command(*args, "--dice", "3,2").out.split())
    assert not untold(said, "ship 1 (front left + rear left)", "shield", "1 charge of ship 1")
    assert not untold(command(*args).told, "--joined F+L")
    assert not untold(command(*args, "--joined", "L", "--batteries", "3").told, "3 numbers", "ship")
    assert command(*args, "--joined", "L", "--batteries", "9,0,0").code == 2
    assert command("strike", HAULER, *args[2:], "--joined", "L").code == 2


def test_hazards_command_takes_a_fleet(command):
    fleet = analyzer.fleet(BUILD, "L+R")
    found = analyzer.hazard_table(fleet)
    told = json.loads(command("hazards", WINDS, "--joined", "L+R", "--json").out)
    assert told["batteries"] == found.batteries == sum(part.is_a.batteries for part in fleet.components.values())
    for line in found.outcomes[::3]:
        struck = analyzer.strike(fleet, line.hazard, line.side, line.roll)
        assert (line.outcome, line.lost) == (struck.outcome, struck.lost)
        bare = analyzer.strike(fleet, line.hazard, line.side, line.roll, [0, 0])
        assert (line.outcome_unpowered, line.lost_unpowered) == (bare.outcome, bare.lost)
    assert command("hazards", WINDS).code == command("hazards", HAULER, "--joined", "F").code == 2


@pytest.mark.long
def test_exact_command_takes_a_fleet(command):
    told = json.loads(command("exact", WINDS, "--joined", "L+R", "--card", "2007/49", "--json").out)
    found = analyzer.exact(analyzer.fleet(BUILD, "L+R"), card="2007/49")
    assert told["mean"] == json.loads(json.dumps(found.as_dict()))["mean"]
    said = command("exact", WINDS, "--joined", "L+R", "--card", "2007/49").out
    assert not untold(said, "Card 49", "level IV", "front 2 large")
    assert not untold(said, "Card 49", "printed", "front 1 large")


@pytest.mark.long
def test_exact_command_takes_a_build(command):
    """One ship is its whole board, one of its fleets is not: only the fleets that the dice make count."""
    ship = str(SHIPS / "flawed/empty-corner.yaml")
    assert command("exact", ship, "--card", "2007/49").code == 0
    said = command("exact", str(SHIPS / "flawed/split-seam.yaml"), "--card", "2007/49")
    assert (said.code, untold(said.told, "construction flaws"), untold(said.told, "grow together")) == (2, [], [])


# Journeys


@pytest.mark.long
def test_journey_leads_to_level_four(command):
    """Level IV after III: of twenty level III cards it takes twelve, those of level III among them."""
    ships = [analyzer.load_ship(SHIPS / name) for name in ("I/first-mile.yaml", "III/night-mail.yaml")]
    planned = plan_journey([[*ships, BUILD]], 7)
    last = planned.flights[-1]
    before, decks = (one.route.deal(7, 0, 400) for one in planned.flights[1:])
    numbers = np.array([card.level for card in last.route.rules.cards])
    assert {tuple(sorted(numbers[deck])) for deck in decks} == {(1,) * 4 + (2,) * 4 + (3,) * 12}
    assert set(numbers[decks[:, 0]]) == {3}
    again = sum(int(np.isin(deck, used).sum()) for deck, used in zip(decks, before, strict=True)) / 400
    used = float(np.count_nonzero(numbers[before] == 3) / 400)
    assert again == pytest.approx(12 * used / 20, abs=0.3)  # cards of levels I and II do not come back
    drawn = np.bincount(decks[numbers[decks] == 3], minlength=60)[numbers == 3] / 400
    assert np.allclose(drawn, 12 / 20, atol=0.1)
    told = command("journey", str(SHIPS / "I/first-mile.yaml"), WINDS, "--flights", "20", "--insurance", "5", "--json")
    found = analyzer.journey([[ships[0], BUILD]], 20, insurance=5)
    assert json.loads(told.out)["truckers"] == json.loads(json.dumps(found.as_dict()))["truckers"]
    assert command("journey", str(SHIPS / "I/first-mile.yaml"), "--insurance", "5").code == 2


@pytest.mark.long
def test_insurance_never_exceeds_money():
    """The first flight of a journey begins with nothing, so nobody is insured; later a trucker with 8 or more pays."""
    first = analyzer.journey([[BUILD]], 4, insurance=8).truckers[0]
    bare = analyzer.journey([[BUILD]], 4).truckers[0]
    assert first.measured("insured_1").mean == 0
    assert first.histograms["credits_1"].counts == bare.histograms["credits_1"].counts
    mile = analyzer.load_ship(SHIPS / "I" / "first-mile.yaml")
    journey = plan_journey([[mile, BUILD]], 1, insurance=8)
    columns, flown = journey.run_block(0, 20), plan([BUILD], None, 1, insurance=8)
    enough = columns["held_1"] >= 8
    assert (columns["insured_2"] == enough).all()
    assert 0 < enough.mean() < 1
    uninsured = plan_journey([[mile, BUILD]], 1).run_block(0, 20)
    lost = columns["components_lost_2"]
    assert (columns["credits_2"] == uninsured["credits_2"] + enough * (lost - np.minimum(lost, 12) - 8)).all()
    assert flown.insured[0] == (8, 12)


# What is lost, and what ships took along


def test_departing_ship_loses_no_components():
    """A ship that carries no human leaves before the first card with all its components; a lone build loses none."""
    rear = {at: part for at, part in BUILD.components.items() if at[0] > 7}
    parts = {at: part for at, part in rear.items() if not part.is_a.cabin or at[1] > 7}
    build = replace(BUILD, name="half", components=parts, aliens={})
    for found in (
        {row.square: row.lost.mean for row in analyzer.weak_points(build, flights=2, joined="F", rivals="alone").rows},
        {at: analyzer.course([build], flights=4, joined="F", rivals="alone")["half"].lost(at).mean for at in parts},
    ):
        left_behind = [at for at in parts if at[1] < 7 and at[0] > 7]  # the rear left ship has no human
        assert left_behind
        assert all(found[at] == 0 for at in left_behind)
        assert max(found.values()) > 0


@pytest.mark.long
@pytest.mark.slow(but=3)
@pytest.mark.parametrize("joined", ["F+B", "L", "F+B+L+R"])
def test_losses_match_the_charges(joined):
    flown = analyzer.fly([OTHER], flights=8, joined=joined, **HARMED)["Loose Staple"]
    course = analyzer.course([OTHER], flights=8, joined=joined, **HARMED)["Loose Staple"]
    assert sum(course.lost(at).mean for at in OTHER.components) == pytest.approx(flown.components_lost.mean)
    weak = analyzer.weak_points(OTHER, flights=8, joined=joined, **HARMED)
    assert sum(row.lost.mean for row in weak.rows) == pytest.approx(flown.components_lost.mean)


# Every verb

SHORT = ("--flights", "4", "--alone")
FLOWN = (*SHORT, "--no-other-captains")
VERB = {
    "new": (("new", "2007-IVC"), 0, None, ""),
    "parts": (("parts", WINDS, "--square", "7,6"), 0, None, ""),
    "inspect": (("inspect", WINDS, "--repair"), 0, ("inspect", WINDS, HAULER), ""),
    "strike": (
        ("strike", WINDS, "--hazard", "light_fire", "--from", "left", "--roll", "5", "--joined", "F"), 0, None, "",
    ),
    "hazards": (("hazards", WINDS, "--joined", "F+B"), 0, None, ""),
    "weak": (("weak", STAPLE, *SHORT, "--layout", "three"), 0, None, ""),
    "swap": (("swap", STAPLE, "--square", "10,6", "--flights", "2", "--alone", "--layout", "three"), 0, None, ""),
    "fly": (("fly", WINDS, *FLOWN), 0, ("fly", WINDS, HAULER, *FLOWN), ""),
    "race": (("race", WINDS, STAPLE, *SHORT[:2]), 0, ("race", WINDS, HAULER, *SHORT[:2]), "is an ordinary ship"),
    "explain": (("explain", WINDS, "--flight", "2", "--alone"), 0, None, ""),
    "cards": (("cards", WINDS, *SHORT), 0, ("cards", WINDS, HAULER, *SHORT), ""),
    "exact": (("exact", WINDS, "--card", "23"), 0, None, ""),
    "compare": (("compare", WINDS, STAPLE, *SHORT), 0, ("compare", WINDS, HAULER, *SHORT), "is an ordinary ship"),
    "crew": (("crew", WINDS, *SHORT), 2, None, ""),
    "captain": (("captain", STAPLE, "--flights", "2", "--alone", "--layout", "three"), 0, None, ""),
    "journey": (("journey", HAULER, WINDS, *SHORT[:2]), 0, ("journey", HAULER, WINDS, "--against", HAULER, HAULER),
                "is an ordinary ship"),
    "editions": (("editions", WINDS, *SHORT[:2]), 2, ("editions", WINDS, HAULER, *SHORT[:2]), "2021 edition"),
    "improve": (("improve", WINDS), 2, None, ""),
    "explore": (("explore", WINDS), 2, None, ""),
    "insure": (("insure", WINDS, *SHORT), 0, ("insure", WINDS, HAULER, *SHORT), "build"),
}  # fmt: skip
"""By verb: on a build, with which exit code; beside an ordinary ship, and what is said if that cannot be."""
ELSEWHERE = {
    "balance",
    "deck",
    "import",
    "sheets",
    "table",
    "edition",
    "report",
    "metrics",
    "sweep",
    "merge",
    "plot",
    "layouts",
    "place",
    "design",
    "replay",
    "advise",
    "review",
}
"""Verbs that are tried below, that take no ships, or that have tests of their own."""


def test_no_verb_is_forgotten():
    assert {*GAME.question} - ELSEWHERE == set(VERB)


@pytest.mark.long
@pytest.mark.slow(but=4)
@pytest.mark.parametrize("verb", VERB)
def test_every_verb_handles_builds(command, monkeypatch, verb):
    """Every verb works on builds, or says which ships fit."""
    monkeypatch.setattr(tuning, "FACTORS", (2,))
    alone, code, mixed, said = VERB[verb]
    told = command(*alone)
    assert told.code == code, told.err
    assert bool(told.out) == (code == 0)
    assert code == 0 or told.err.startswith("error: Four Winds: ")
    if mixed:
        told = command(*mixed)
        assert told.code == (2 if said else 0), told.err
        assert said in told.told
        assert bool(told.out) == (not said)


@pytest.mark.long
@pytest.mark.usefixtures("undrawn")
def test_reports_and_sweeps_take_builds(command, tmp_path):
    told = command("report", WINDS, STAPLE, "-o", "r.md", "--flights", "2", "--alone", "--cards", "8")
    assert told.code == 0, told.err
    assert "Four Winds" in (tmp_path / "r.md").read_text(encoding="utf-8")
    assert command("report", WINDS, HAULER, "-o", "x.md", "--flights", "8").code == 2
    asked = "{layout: three}, {joined: F+L, insurance: 5}"
    plan_of = f"ships: [{WINDS}]\nrivals: [alone]\nflights: 4\nconditions: [{asked}]\n"
    (tmp_path / "p.yaml").write_text(plan_of, encoding="utf-8")
    assert command("sweep", "p.yaml", "--export", "t.csv").code == 0
    rows = (tmp_path / "t.csv").read_text(encoding="utf-8")
    assert "L R" in rows
    assert "joined F+L, insurance 5" in rows
    (tmp_path / "q.yaml").write_text(plan_of.replace(WINDS, HAULER), encoding="utf-8")
    told = command("sweep", "q.yaml")
    assert (told.code, "for builds on board 2007-IVC" in told.told) == (2, True)
    assert command("fly", WINDS, "--flights", "9", "--alone", "--cards", "8", "--save", "s").code == 0
    assert command("merge", "s").code == 0


@pytest.mark.long
def test_flight_tables_omit_layout_columns(command):
    """Ship 2 of three and ship 2 of two are different ships, and the mean of codes is nothing."""
    for verb in ("compare", "race"):
        told = command(verb, WINDS, STAPLE, "--flights", "4", "--cards", "8", *["--alone"][: verb == "compare"])
        table, _, by_layout = told.out.partition("by layout")
        assert "ships started" in table
        assert "front left" in table
        for misleading in ("\n  joined", "ship 1 lost", "no such ship", "ship 2 flies"):
            assert misleading not in table, misleading
        assert "L and tiny" in by_layout


# Builds that need mending, and captains


def test_repair_mends_every_joining(command, tmp_path, monkeypatch):
    """A second starting cabin, and a clash between rows 7 and 8 that is a flaw only where L is joined."""
    parts = dict(BUILD.components) | {(7, 8): analyzer.Component("starting_cabin", (3, 3, 3, 3))}
    build = replace(BUILD, name="flawed", components=parts)
    with pytest.raises(AnalyzerError, match="has construction flaws"):
        analyzer.fly([build], flights=5, rivals="alone")
    mended, removed = analyzer.repair(build)
    flaws = [flaw for way in JOININGS for flaw in analyzer.fleet(mended, way).flaws()]
    assert {flaw.kind for flaw in flaws} <= {"disconnected"}  # pieces fall off by themselves
    flown = analyzer.fly([build], flights=20, repair=True, **SHORTLY)["flawed"]
    assert min(flown.histograms["components_lost"].counts) >= len(removed) > 0
    assert flown.removed == removed
    monkeypatch.chdir(tmp_path)
    Path("flawed.yaml").write_text(saved_text(analyzer.save_ship, build), encoding="utf-8")
    told = command("inspect", "flawed.yaml", "--repair")
    assert not untold(told.out, "charged as lost", ", ".join(f"({row},{column})" for row, column in removed))
    assert json.loads(command("inspect", "flawed.yaml", "--repair", "--json").out)[0]["removed"] == [
        *map(list, removed)
    ]


def changed(captain: analyzer.Captain, ship: analyzer.Layout) -> set[str]:
    """What any of the changes of a captain changes."""
    before = captain.as_prices()
    return {
        price
        for one in captain_module.changes(captain, ship)
        for price, new in one.as_prices().items()
        if before.get(price) != new
    }


def test_captain_search_tries_fleet_prices():
    assert {"ship", "doom"} <= changed(load_captain("sensible"), BUILD)
    assert not {"ship", "doom"} & changed(load_captain("sensible"), ORDINARY)
    found = analyzer.tune_captain(ORDINARY, flights=2, cards=[8], rivals="alone")
    assert not {"ship", "doom"} & {row["price"] for row in found.rows()}


@pytest.mark.parametrize(
    ("name", "rivals"),
    [
        ("four-winds", ["Loose Staple", "Spare Barns"]),
        ("loose-staple", ["Four Winds", "Spare Barns"]),
        ("spare-barns", ["Four Winds", "Loose Staple"]),
        ("heavy-corner", ["Four Winds", "Loose Staple"]),
    ],
)
def test_field_of_build_is_two_builds(name, rivals):
    """The rules let no more than three truckers build class IVC, and nobody meets a ship of their own quarters."""
    build = replace(analyzer.load_ship(SHIPS / "IVC" / f"{name}.yaml"), name="Under Another Name", insurance=5)
    result = analyzer.fly([build], flights=2, cards=[8])
    assert [ship.name for ship in result.experiment.ships[1:]] == rivals
    assert result.experiment.setting == "in the field"
    assert not any("truckers" in note or "twin" in note for note in result.notes())


def test_compared_builds_share_rivals():
    """Compared builds meet the same rivals, and never themselves."""
    names = ("four-winds", "heavy-corner", "loose-staple")
    winds, corner, staple = (analyzer.load_ship(SHIPS / "IVC" / f"{name}.yaml") for name in names)
    for ships, rivals in (([winds, corner], ["Loose Staple", "Spare Barns"]), ([winds, staple], ["Spare Barns"])):
        experiments = analyzer.compare(ships, flights=2, cards=[8]).experiments
        assert [[ship.name for ship in one.ships[1:]] for one in experiments] == [rivals] * 2
