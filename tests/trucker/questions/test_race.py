"""A race says who wins: counted flight by flight, and told in every form."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import analyzer
from analyzer import AnalyzerError, Histogram
from analyzer.plots import plot_risk
from tests.doors.present import side_by_side
from tests.doors.runs import run_each
from tests.doors.statistics import PairedTally
from tests.doors.trucker_flights import plan
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007" / "I"
FILES = [str(SHIPS / f"{name}.yaml") for name in ("paper-arrow", "pocket-freighter", "first-mile")]
NAMES = ("Paper Arrow", "Pocket Freighter", "First Mile")
FLIGHTS, SEED = 300, 5


@pytest.fixture(scope="module")
def ships():
    return [analyzer.load_ship(path) for path in FILES]


@pytest.fixture(scope="module")
def found(ships):
    return analyzer.race(ships, flights=FLIGHTS, seed=SEED)


@pytest.fixture(scope="module")
def flown(ships):
    """The columns of the same flights, each (ships, flights)."""
    return plan(ships, "I", SEED).run(0, FLIGHTS).columns()


@pytest.mark.long
def test_win_chances_are_counted(found, flown):
    credits, rows = flown["credits"], {row["ship"]: row for row in found.standing()}
    for number, name in enumerate(NAMES):
        mine, others = credits[number], np.delete(credits, number, axis=0)
        assert rows[name]["richest"] == (mine >= others.max(axis=0)).mean()
        assert rows[name]["richest_alone"] == (mine > others.max(axis=0)).mean()
        assert rows[name]["first"] == (flown["place"][number] == 1).mean()
        assert rows[name]["credits"] == pytest.approx(mine.mean())
        assert rows[name]["spread"] == pytest.approx(mine.std(ddof=1))
        assert rows[name]["worst_5_percent"] == pytest.approx(np.sort(mine)[: FLIGHTS // 20].mean())
        assert rows[name]["richest_low"] < rows[name]["richest"] < rows[name]["richest_high"]
    assert sum(row["richest_alone"] for row in rows.values()) <= 1 <= sum(row["richest"] for row in rows.values())
    assert [row["richest"] for row in found.standing()] == sorted(
        (row["richest"] for row in rows.values()), reverse=True
    )


def test_head_to_head_is_counted(found, flown):
    rows = {(row["a"], row["b"]): row for row in found.head_to_head()}
    assert set(rows) == set(permutations(NAMES, 2))
    for (a, mine), (b, theirs) in permutations(zip(NAMES, flown["credits"], strict=True), 2):
        row = rows[a, b]
        assert (row["more"], row["less"]) == ((mine > theirs).mean(), (mine < theirs).mean())
        assert row["same"] == pytest.approx((mine == theirs).mean())
        assert row["difference"] == pytest.approx((mine - theirs).mean())
        half = 1.959964 * (mine - theirs).std(ddof=1) / FLIGHTS**0.5
        assert row["high"] - row["low"] == pytest.approx(2 * half)


def test_only_sure_winner_is_named(found, ships):
    assert found.winner() == "First Mile"
    assert not untold(found.in_words(), "First Mile", "wins most often", "by")
    twins = analyzer.race([ships[0], ships[0]], flights=400)
    assert twins.winner() is None
    assert not untold(twins.in_words(), "open", "wins most often", "Paper Arrow")
    assert list(twins.leaders().items) == [ship.name for ship in twins.ships]
    few = analyzer.race(ships, flights=3)
    assert all(ship.name in few.in_words() for ship in few.ships)
    assert few.winner() is None


def test_race_matches_one_convoy(found, ships):
    (same,) = run_each([plan(ships, seed=SEED)], FLIGHTS)
    for name in NAMES:
        assert found[name].histograms == same[name].histograms
    assert found.table().equals(same.table())


def test_best_of_trial_is_counted():
    """Four trials of three: the second is best twice, once with the third; the first alone once, all once."""
    score = np.array([[5, 1, 0, 2], [4, 3, 6, 2], [1, 3, 5, 2]])
    counted = PairedTally.of({"score": score}, "score")
    assert counted.best.tolist() == [[2, 3, 2], [1, 1, 0]]
    assert (counted + counted).best.tolist() == [[4, 6, 4], [2, 2, 0]]
    again = PairedTally.of_plain(json.loads(json.dumps(counted.plain())))
    assert again.best.tolist() == counted.best.tolist()
    wrong = counted.plain() | {"best": [[1, 2]]}
    with pytest.raises(ValueError, match="not of as many subjects"):
        PairedTally.of_plain(wrong)


@pytest.mark.long
@pytest.mark.usefixtures("workers_of_few")
def test_race_survives_workers_and_merge(command, tmp_path):
    args = ("race", *FILES, "--cards", "12,10,2")
    whole = command(*args, "--flights", "40", "--json")
    assert command(*args, "--flights", "40", "--json", "--workers", "2").out == whole.out
    assert command(*args, "--flights", "20", "--save", "a").code == 0
    assert command(*args, "--flights", "20", "--first", "20", "--save", "b").code == 0
    assert command("merge", "a", "b", "--json").out == whole.out
    assert command("merge", "a", "b").out == command(*args, "--flights", "40").out


@pytest.mark.long
@pytest.mark.usefixtures("undrawn", "flown_once")
def test_race_command_names_winner(command, found, tmp_path):
    said = command("race", *FILES, "--flights", str(FLIGHTS), "--seed", str(SEED), "--plot", "p")
    assert said.code == 0, said.err
    assert found.in_words() in said.out
    for row in found.standing():
        line = next(line for line in said.out.splitlines() if line.startswith(row["ship"]) and "%" in line)
        assert f" {row['richest']:.1%} {row['richest_low']:.1%} to {row['richest_high']:.1%}" in line
        assert f" {row['richest_alone']:.1%}" in line
    more = {(row["a"], row["b"]): row["more"] for row in found.head_to_head()}
    assert f"{more['First Mile', 'Pocket Freighter']:.1%}" in said.out
    assert "credits, side by side" in said.out
    assert {path.stem for path in (tmp_path / "p").glob("*.png")} >= {"risk", "credits"}
    told = json.loads(command("race", *FILES, "--flights", str(FLIGHTS), "--seed", str(SEED), "--json").out)[0]
    assert told["race"] == json.loads(json.dumps(found.as_dict()["race"]))
    assert command("race", *FILES, "--precision", "richest=0.1", "--cards", "10", "--json").code == 0


@pytest.mark.parametrize("width", [50, 80, 200])
def test_side_by_side_holds_every_trial(width):
    rng = np.random.default_rng(3)
    told = {f"ship {number}": Histogram.from_values(rng.integers(-5, 60 + number, 500)) for number in range(4)}
    lines = list(side_by_side(told, Console(width=width)))
    assert max(map(len, lines)) <= width
    shares = [[float(word[:-1]) for word in line.split() if word.endswith("%")] for line in lines]
    columns = list(zip(*(row for row in shares if row), strict=True))
    assert len(columns) == 4
    assert [sum(column) for column in columns] == pytest.approx([100] * 4, abs=1.5)


@pytest.mark.long
@pytest.mark.usefixtures("undrawn", "flown_once")
def test_rankings_tell_the_risk(command):
    said = command("compare", *FILES, "--flights", "300", "--alone", "--plot", "p")
    told = json.loads(command("compare", *FILES, "--flights", "300", "--alone", "--json").out)
    experiments = [plan([analyzer.load_ship(path)], "I", 1).run(0, 300) for path in FILES]
    credits = np.stack([outcome.credits[0] for outcome in experiments])
    for row in told["ranking"]:
        number = NAMES.index(row["ship"])
        mine = credits[number]
        assert row["best"] == (mine == credits.max(axis=0)).mean()
        assert row["spread"] == pytest.approx(mine.std(ddof=1))
        assert row["loss"] == (mine < 0).mean()
        assert row["arrived"] == (experiments[number].ending[0] == 0).mean()
        assert row["worst_5_percent"] == pytest.approx(np.sort(mine)[:15].mean())
        lines = " ".join(line for line in said.out.splitlines() if line.startswith(f"{row['rank']} {row['ship']}"))
        for cell in (f"{row['arrived']:.1%}", f"{row['spread']:.2f}", f"{row['best']:.1%}"):
            assert f" {cell}" in lines
    assert {path.stem for path in Path("p").glob("*.png")} == {"differences", "credits", "risk"}


def test_scatter_shows_losses_and_tail(found):
    """A careful player fears a loss and the worst 5%. A spread that comes of good flights is no risk."""
    left, right = plot_risk(found).axes
    assert (left.get_xlabel(), right.get_xlabel()) == (
        "chance of a loss (%)",
        "mean of the worst 5% of flights (credits)",
    )
    assert "spread" not in "".join(axes.get_xlabel() + axes.get_ylabel() for axes in (left, right))
    for axes, at, times in ((left, "loss", 100), (right, "worst_5_percent", 1)):
        points = {(line.get_xdata()[0], line.get_ydata()[0]) for line in axes.lines if line.get_marker() in "osD^v"}
        expected = {(times * row[at], row["credits"]) for row in found.standing()}
        assert {(round(x, 9), round(y, 9)) for x, y in points} == {(round(x, 9), round(y, 9)) for x, y in expected}


def test_race_refuses_wrong_ship_counts(ships):
    for wrong in (ships[:1], ships[:1] * 5):
        with pytest.raises(AnalyzerError, match="a race takes two to four"):
            analyzer.race(wrong)


def test_missing_arrival_is_no_place():
    ships = [analyzer.load_ship(SHIPS / f"{name}.yaml") for name in ("first-mile", "paper-arrow")]
    place = analyzer.race(ships, flights=300)["Paper Arrow"].place
    counts = place.counts
    assert set(counts) == {0, 1, 2}
    arrived = counts[1] + counts[2]
    assert place.on_arrival.mean == pytest.approx((counts[1] + 2 * counts[2]) / arrived)
    assert place.not_arrived.mean == pytest.approx(counts[0] / 300)
    assert f"mean {(counts[1] + 2 * counts[2]) / arrived:.4g} (" in repr(place)
    assert f"in {arrived} flights that arrived; did not arrive in {counts[0] / 3:.1f}%" in repr(place)
