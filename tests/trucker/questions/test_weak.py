"""What components are worth: paired differences that can be told by hand, counts of losses, and lines of first hits."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import analyzer
from analyzer import AnalyzerError, Histogram, load_captain, weak_points
from tests.doors.command import app
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
MILE = SHIPS / "I" / "first-mile.yaml"
ARROW = SHIPS / "I" / "paper-arrow.yaml"
HORNET = SHIPS / "I" / "brass-hornet.yaml"
QUIZ = SHIPS / "flawed" / "quiz.yaml"
CABIN = {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}
CANNON = {"square": [6, 7], "kind": "single_cannon", "connectors": [0, 0, 1, 0], "facing": "front"}


@pytest.fixture(scope="module")
def mile() -> analyzer.Layout:
    return analyzer.load_ship(MILE)


@pytest.fixture(scope="module")
def found(mile):
    return weak_points(mile, flights=300, seed=5, rivals="alone")


def test_cost_compares_two_runs(mile, found):
    """The mean of differences is the difference of means; their spread is not."""
    row = found[5, 7]
    whole = analyzer.fly([mile], flights=300, seed=5, rivals="alone").ships[0]
    without = analyzer.fly([mile.without([(5, 7)])], flights=300, seed=5, rivals="alone").ships[0]
    assert row.cost is not None
    assert row.credits[0] == pytest.approx(whole.credits.mean - without.credits.mean)
    assert row.arrival[0] == pytest.approx(whole.ending_share("arrived") - without.ending_share("arrived"))
    assert row.credits[2] - row.credits[1] < whole.credits.interval()[1] - whole.credits.interval()[0]
    assert row.cost.n == row.arrivals.n == 300


def test_cost_is_paired_by_flight(mile, found):
    captains = (load_captain("sensible"),)
    route = Route("2007", "I")
    flown = [Experiment((ship,), captains, route, 5).run(0, 300) for ship in (mile, mile.without([(7, 6)]))]
    assert found[7, 6].cost == Histogram.from_values(flown[0].credits[0] - flown[1].credits[0])
    arrived = [(outcome.ending[0] == 0).astype(int) for outcome in flown]
    assert found[7, 6].arrivals == Histogram.from_values(arrived[0] - arrived[1])


def test_attached_components_are_missing_too(mile, found):
    assert found[6, 7].breaks_off == ((5, 7), (6, 8))
    without = analyzer.fly([mile.without([(6, 7), (5, 7), (6, 8)])], flights=300, seed=5, rivals="alone").ships[0]
    whole = analyzer.fly([mile], flights=300, seed=5, rivals="alone").ships[0]
    assert found[6, 7].credits[0] == pytest.approx(whole.credits.mean - without.credits.mean)


def test_losses_are_counted_by_square(mile, found):
    """All losses of all components together are those that the flights count."""
    whole = analyzer.fly([mile], flights=300, seed=5, rivals="alone").ships[0]
    lost = sum(value * times for value, times in whole.components_lost.counts.items())
    assert sum(row.times_lost for row in found.rows) == lost > 0
    assert all(row.lost[1] <= row.lost[0] <= row.lost[2] for row in found.rows)


def test_idle_cannon_costs_nothing():
    """Open space alone (card 4): the ship has no engine and is stuck, whole or not, and loses nothing."""
    ship = analyzer.Layout.from_components("2007-I", [CABIN, CANNON])
    row = weak_points(ship, flights=40, cards=[4], rivals="alone")[6, 7]
    assert row.cost.counts == {0: 40}
    assert row.arrivals.counts == {0: 40}
    assert row.credits.mean == 0
    assert row.credits.low < 0 < row.credits.high
    assert row.times_lost == 0
    assert row.lost[:2] == (0, 0)


def test_first_hits_by_hand():
    """Cannon above cabin: column 7 from the front meets the cannon, from the rear the cabin; rows 6 and 7 each one."""
    ship = analyzer.Layout.from_components("2007-I", [CABIN, CANNON])
    hits = {row.square: list(row.hit.values()) for row in weak_points(ship, flights=1, rivals="alone")}
    assert hits == {(6, 7): [6, 5, 0, 5], (7, 7): [0, 6, 6, 6]}


def test_humanless_rest_has_no_cost():
    ship = analyzer.Layout.from_components("2007-I", [CABIN, CANNON], name="Hand")
    result = weak_points(ship, flights=10, rivals="alone")
    assert [row.square for row in result.rows] == [(6, 7), (7, 7)]
    last = result.rows[-1]
    assert (last.cost, last.credits, last.arrival) == (None, None, None)
    assert any(not untold(note, "(7,7)", "no human") for note in result.notes())
    alone = analyzer.Layout.from_components("2007-I", [CABIN])
    assert weak_points(alone, flights=10, rivals="alone")[7, 7].cost is None


def test_rows_are_sorted_by_cost(found):
    costs = [row.cost.mean for row in found.rows]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 18


def test_starting_cabin_has_a_cost(found):
    """A ship may lose its starting cabin if other cabins have humans."""
    assert found[7, 7].cost is not None


@pytest.mark.parametrize("rivals", [False, True])
def test_settlement_matches_the_experiment(mile, rivals):
    """This module puts a flight together as Experiment does, so that the ship may be one that is not legal."""
    ships = (mile, analyzer.load_ship(HORNET)) if rivals else (mile,)
    experiment = Experiment(ships, (load_captain("sensible"),) * len(ships), Route("2007", "I"), 7)
    hulls = [mile.hull, *(ship.hull for ship in ships[1:])]
    mine, theirs = experiment.simulate(hulls, 30, 50)[1], experiment.run(30, 50)
    assert all(np.array_equal(getattr(mine, name), getattr(theirs, name)) for name in vars(theirs))


def test_weak_points_ignore_blocks(mile, found, monkeypatch):
    monkeypatch.setattr("analyzer.trucker.questions.weak.WithoutEach.BLOCK", 130)
    again = weak_points(mile, flights=300, seed=5, rivals="alone")
    assert again.as_dict() == found.as_dict()


def test_weak_points_fly_rivals_and_captain(mile):
    hornet, cards = analyzer.load_ship(HORNET), (2, 16, 9, 17)
    result = weak_points(mile, flights=60, seed=2, rivals=[hornet], captain="bold", cards=cards)
    captains = (load_captain("bold"), load_captain("sensible"))
    without = mile.without([(6, 6)])
    route = Route("2007", "I", cards=cards)
    flown = [Experiment((one, hornet), captains, route, 2).run(0, 60) for one in (mile, without)]
    assert result[6, 6].cost == Histogram.from_values(flown[0].credits[0] - flown[1].credits[0])
    assert result.rivals == ("Brass Hornet",)
    assert not any("alone" in note for note in result.notes())


def test_weak_points_tell_progress(mile):
    told: list[int] = []
    weak_points(mile, flights=3, progress=told.append, rivals="alone")
    assert sum(told) == 3 * (1 + len(mile.components))


def test_weak_table_and_json_agree(found):
    table = found.table()
    assert table["row"][0] == found.rows[0].square[0]
    assert table["cost"][0] == found.rows[0].credits[0]
    told = json.loads(json.dumps(found.as_dict()))
    first = told["components"][0]
    assert first["cost"] == dict(zip(("mean", "low", "high"), found.rows[0].credits, strict=True))
    assert (told["flights"], told["seed"], told["level"], told["captain"]["name"]) == (300, 5, "I", "expert")
    assert first["hit"].keys() == {"front", "right", "rear", "left"}


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"flights": 0}, "flights 0"),
        ({"level": "II"}, "is flown with board 2007-II"),
        ({"level": "X"}, "X"),
        ({"captain": "nobody"}, "nobody"),
        ({"seed": -1}, "seed -1"),
        ({"rivals": "feild"}, "rivals"),
        ({"rivals": 4}, "at most 4"),
    ],
)
def test_weak_points_refuse_wrong_options(mile, options, fault):
    if options.get("rivals") == 4:
        options = {"rivals": [mile] * 4}
    with pytest.raises(AnalyzerError, match=fault):
        weak_points(mile, **({"flights": 5, "rivals": "alone"} | options))


def test_weak_points_refuse_flawed_ship(mile):
    with pytest.raises(AnalyzerError, match="construction flaws"):
        weak_points(analyzer.load_ship(QUIZ), flights=5, rivals="alone")
    with pytest.raises(AnalyzerError, match="no component on"):
        weak_points(mile, flights=1, rivals="alone")[1, 1]
    with pytest.raises(AnalyzerError, match="give a Layout"):
        weak_points(5, rivals="alone")  # type: ignore[arg-type]


def run(*args: str) -> str:
    result = CliRunner().invoke(app, ["weak", *args])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_weak_command_matches_python(found):
    said = run(str(MILE), "--flights", "300", "--seed", "5", "--alone")
    lines = said.splitlines()
    assert not untold(lines[0], "First Mile", "level I", "300 flights", "seed 5", "alone", "captain expert")
    (line,) = [line.split() for line in lines if "(6,6)" in line and line.startswith("cabin")]
    cost, low, high = found[6, 6].credits
    assert line[2:6] == [f"{cost:.2f}", f"{low:.2f}", "to", f"{high:.2f}"]
    assert line[-4:] == ["5", "-", "-", "5"]
    assert not untold(lines, "cargo hold (2) at (6,7)", "(5,7) (6,8)")
    assert "-0.00" not in said


def test_weak_json_matches_python(found):
    assert json.loads(run(str(MILE), "--flights", "300", "--seed", "5", "--alone", "--json")) == found.as_dict()
    told = json.loads(run(str(MILE), "--flights", "2", "--rivals", str(HORNET), str(ARROW), "--json"))
    assert told["rivals"] == ["Brass Hornet", "Paper Arrow"]


def test_one_flight_has_bounded_cost():
    """JSON knows no infinity: one flight says no more than the rules do."""
    out = run(str(ARROW), "--flights", "1", "--json")
    assert "Infinity" not in out
    mean, low, high = json.loads(out)["components"][0]["cost"].values()
    assert low < min(0, mean) <= max(0, mean) < high


def test_rarely_missed_component_has_wider_interval(found):
    """Where fewer than 100 of the 300 flights differ the normal interval is too narrow, and none has no width."""
    rare = [row for row in found.rows if row.cost and row.cost.n - row.cost.counts.get(0, 0) < 100]
    assert rare
    for row in rare:
        normal = Histogram(row.cost.lowest, row.cost.tally).estimate()
        assert row.credits.high > normal.high
        assert row.credits.low < normal.low


def test_missing_human_is_shown():
    (line,) = [line for line in run(str(ARROW), "--flights", "2").splitlines() if line.startswith("starting cabin")]
    assert "no human left" in line


@pytest.mark.long
@pytest.mark.usefixtures("sketched")
def test_weak_maps_are_saved(tmp_path):
    out = run(str(ARROW), "--flights", "20", "--plot", str(tmp_path / "new"))
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["chance-of-loss.png", "chance-of-loss.svg", "cost-of-loss.png", "cost-of-loss.svg"]
    assert all(name in out for name in names)


def test_rarely_differing_component_is_named():
    """Fewer than 100 of 60 flights can differ, however clear the interval."""
    few = weak_points(analyzer.load_ship(MILE), flights=60, seed=5, rivals="alone")
    clear = [row for row in few if row.credits is not None and row.credits.low > 0 and row.credits.high > 0.25]
    assert clear
    assert all(row.has_too_few for row in clear)
    (note,) = (note for note in few.notes() if "More flights are needed" in note)
    assert f"the component at ({clear[0].square[0]},{clear[0].square[1]})" in note
    assert "at least 100 flights" in note
    assert note.count("(") == 5
    assert f" or {len(clear) - 5} more is worth having" in note
