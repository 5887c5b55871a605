"""Runs that stop by precision: where, for whom, and what is refused."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from io import StringIO
from itertools import count
from math import ceil, sqrt
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from scipy.stats import binomtest

import analyzer
from analyzer import AnalyzerError
from tests.conftest import ALL
from tests.doors.command import ProgressLine, to_go, watch
from tests.doors.montecarlo import blocks as montecarlo
from tests.doors.runs import Precision, Step
from tests.doors.trucker_flights import Experiment, plan
from tests.doors.trucker_questions import plan_journey
from tests.facts import untold
from tests.places import ROOT
from tests.short_route import ALONE, SHORT

SHIPS = ROOT / "ships" / "2007"
MILE = analyzer.load_ship(SHIPS / "I" / "first-mile.yaml")
HORNET = analyzer.load_ship(SHIPS / "I" / "brass-hornet.yaml")
LOOK = 256


@pytest.fixture
def looks(monkeypatch):
    monkeypatch.setattr(montecarlo, "CHECK_STEP", LOOK)


def half_of_mean(values) -> float:
    return 1.959963984540054 * np.std(values, ddof=1) / sqrt(len(values))


def half_of_share(hits) -> float:
    interval = binomtest(int(np.sum(hits)), len(hits)).proportion_ci(method="wilson")
    return (interval.high - interval.low) / 2


def stops_at(enough) -> int:
    """The first look at which it is enough."""
    return next(LOOK * number for number in count(1) if enough(LOOK * number))


def test_precision_stops_at_first_look(looks):
    credits = plan([MILE], cards=SHORT).run_block(0, 8000)["credits"][0]
    expected = stops_at(lambda n: half_of_mean(credits[:n]) <= 0.05)
    assert 2 * LOOK < expected < 8000
    result = analyzer.fly([MILE], precision=0.05, plain=True, **ALONE)
    assert result.flights == expected
    assert result.tally == analyzer.fly([MILE], flights=expected, **ALONE).tally
    by_name = analyzer.fly([MILE], precision={"credits": 0.05}, flights=10**6, block=64, plain=True, **ALONE)
    assert by_name.flights == expected
    assert not any("precision" in note for note in result.notes())


SLOW = montecarlo.SlowTrials(soon=1, check_step=16, usual=60)


@pytest.fixture
def slow(monkeypatch):
    """Flights are run as if a captain thought in each of them."""
    monkeypatch.setattr(Experiment, "SLOW", SLOW)


def test_slow_trials_begin_with_few(slow):
    heard = []
    result = analyzer.fly([MILE], progress=lambda trials, so_far: heard.append(trials), workers=1, **ALONE)
    assert heard[0] == 1
    assert sum(heard) == result.flights == 60
    assert not untold(result.notes()[-1], "60 flights", "100,000", "flights=600")
    assert "thinks" not in str(analyzer.fly([MILE], flights=60, **ALONE).notes())


def test_few_slow_trials_come_in_parts(slow, monkeypatch):
    """Four of them come one after the other too; where each takes ten seconds, no block holds two."""
    heard = []
    how = {"progress": lambda trials, so_far: heard.append(trials), "workers": 1, **ALONE}
    analyzer.fly([MILE], flights=4, **how)
    assert heard[0] == 1
    monkeypatch.setattr(montecarlo.Pace, "add", lambda pace, trials, seconds: setattr(pace, "speed", 0.1))
    for more in ({}, {"precision": {"credits": 1e-3}}):
        heard.clear()
        analyzer.fly([MILE], flights=12, **how, **more)
        assert heard == [1] * 12


def test_slow_variants_ask_for_number(monkeypatch):
    """Where ten trials take a quarter of a minute, those of some twenty ships take longer than three minutes."""
    monkeypatch.setattr(Experiment, "SLOW", montecarlo.SlowTrials(soon=1, check_step=16, usual=10))
    with pytest.raises(AnalyzerError, match=r"10 flights of \d+ variants take about [4-9] min.*give flights=10, or"):
        analyzer.weak_points(MILE, rivals="alone")
    assert analyzer.weak_points(MILE, flights=2, rivals="alone").trials == 2
    monkeypatch.setattr(Experiment, "SLOW", SLOW)
    assert analyzer.weak_points(MILE, rivals="alone").trials == 10


def test_slow_trials_are_looked_at_early(slow):
    credits = plan([MILE], cards=SHORT).run_block(0, 160)["credits"][0]
    wanted = half_of_share(credits[:48] >= 0)
    result = analyzer.fly([MILE], precision={"loss": wanted + 1e-9}, **ALONE)
    assert result.flights == next(n for n in range(16, 161, 16) if half_of_share(credits[:n] < 0) <= wanted + 1e-9)


def test_slow_trials_are_saved_singly(slow, tmp_path):
    """Trials run before an interruption are in the file, from the first trial on."""

    def stop(trials: int, so_far: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        analyzer.fly([MILE], save=tmp_path / "s", progress=stop, workers=1, **ALONE)
    assert stopped.value.saved.trials == stopped.value.results[0].flights == 1


def test_precision_of_chances_takes_percent(command):
    """Examples of the help are accepted, and a missed precision is given in percent."""
    asked = (
        "fly",
        str(ROOT / "ships/2007/I/first-mile.yaml"),
        "--alone",
        "--flights",
        "40",
        "--no-other-captains",
        "--precision",
    )
    in_percent, as_share = (command(*asked, f"arrived={half}") for half in ("0.1%", "0.001"))
    assert in_percent.out == as_share.out
    assert not untold(in_percent.out, "of the mean", "0.1%")
    refused = command(*asked, "credits=5%")
    assert (refused.code, "credits is no chance: give credits" in refused.told) == (2, True)
    helped = " ".join(command("journey", "--help").out.replace("\N{BOX DRAWINGS LIGHT VERTICAL}", " ").split())
    names = plan_journey([[MILE]], rivals="alone").metrics.by_name
    examples = {*re.findall(r"\b(\w+)=[\d.]+%?", helped)}
    assert {"held_2", "arrived_1", "components_lost_1"} <= examples
    assert {name.replace("_2", "_1") for name in examples if name[-2:] in ("_1", "_2")} <= {*names}


def test_precision_holds_for_all_ships(looks):
    columns = plan([MILE, HORNET], cards=SHORT).run_block(0, 12000)

    def enough(n: int) -> bool:
        means = [half_of_mean(columns["components_lost"][ship, :n]) <= 0.1 for ship in (0, 1)]
        return all(means) and all(half_of_share(columns["ending"][ship, :n] == 0) <= 0.006 for ship in (0, 1))

    wanted = {"components_lost": 0.1, "arrived": 0.006}
    result = analyzer.race([MILE, HORNET], cards=SHORT, precision=wanted, plain=True)
    assert result.flights == stops_at(enough)


def test_precision_ignores_other_rivals(looks):
    columns = plan([MILE], rivals=[HORNET]).run_block(0, 6000)
    expected = stops_at(lambda n: half_of_mean(columns["bounty"][0, :n]) <= 0.3)
    assert analyzer.fly([MILE], rivals=[HORNET], precision={"bounty": 0.3}, plain=True).flights == expected


@pytest.mark.parametrize("metric", ["credits", "components_lost"])
def test_constant_metric_takes_one_look(looks, metric):
    """A lone ship in a combat zone: nothing happens, all flights are alike."""
    assert analyzer.fly([MILE], cards=[15], precision={metric: 1e-9}, rivals="alone").flights == LOOK


def test_absent_event_still_takes_flights(looks):
    """No flight ends so: the interval is that of Wilson from 0 on, whose width is z**2 / (n + z**2)."""
    z2 = 1.959963984540054**2
    expected = stops_at(lambda n: z2 / (n + z2) / 2 <= 0.001)
    assert expected > LOOK
    assert analyzer.fly([MILE], cards=[15], precision={"gave_up": 0.001}, rivals="alone").flights == expected


def test_missed_precision_is_noted(looks):
    result = analyzer.fly([MILE], flights=1000, precision=0.001, rivals="alone", plain=True)
    assert result.flights == 1000
    half = half_of_mean(plan([MILE]).run_block(0, 1000)["credits"][0])
    (note,) = [note for note in result.notes() if "precision" in note]
    assert f"{half:.4g}" in note
    assert "not reached" in note
    assert "First Mile" in note


def test_saved_runs_stop_at_same_look(looks, tmp_path):
    expected = analyzer.fly([MILE], precision=0.1, **ALONE)
    for _ in range(2):
        kept = analyzer.fly([MILE], precision=0.1, save=tmp_path / "run.save", **ALONE)
        assert kept.tally == expected.tally
    finer = analyzer.fly([MILE], precision=0.06, save=tmp_path / "run.save", **ALONE)
    assert finer.tally == analyzer.fly([MILE], precision=0.06, **ALONE).tally
    assert analyzer.fly([MILE], precision=0.1, save=tmp_path / "run.save", **ALONE).tally == finer.tally


def test_looks_stay_after_partial_run(looks, tmp_path):
    """A file that ends between two looks: its last part goes on to the next look, and all is as in one piece."""
    whole = tmp_path / "whole.save"
    expected = analyzer.fly([MILE], precision=0.08, save=whole, **ALONE).flights
    assert expected > 4 * LOOK
    for kept in (100, LOOK + 60, 3 * LOOK + 9):
        path = tmp_path / f"{kept}.save"
        analyzer.fly([MILE], flights=kept, save=path, **ALONE)
        assert blocks(path)[-1] == (kept // LOOK * LOOK, kept % LOOK)
        assert analyzer.fly([MILE], precision=0.08, save=path, **ALONE).flights == expected
        assert path.read_bytes() == whole.read_bytes()


def blocks(path: Path) -> list[tuple[int, int]]:
    return [(one["first"], one["trials"]) for one in map(json.loads, path.read_text().splitlines()[1:])]


WORKERS = """
import sys, warnings
import analyzer
from analyzer.montecarlo import blocks as run
run.CHECK_STEP = 256
if __name__ == "__main__":
    ship = analyzer.load_ship(sys.argv[1])
    how = {"cards": [42, 28], "precision": 0.05, "rivals": "alone", "workers": 2}
    for _ in range(int(sys.argv[2])):
        print(analyzer.fly([ship], **how).as_dict())
"""


@pytest.mark.long
def test_precision_ignores_workers_without_warnings(looks, tmp_path):
    """Ended early with blocks still in flight: the same flights count, silently, and the workers can be used again."""
    script = tmp_path / "script.py"
    script.write_text(WORKERS)
    times = 2 if ALL else 1
    args = [sys.executable, "-W", "error", str(script), str(SHIPS / "I" / "first-mile.yaml"), str(times)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(args, capture_output=True, text=True, env=env, check=False, timeout=100)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [str(analyzer.fly([MILE], precision=0.05, **ALONE).as_dict())] * times


@pytest.mark.parametrize(
    ("precision", "told"),
    [
        (0, "of an interval, above 0"),
        (-0.1, "of an interval, above 0"),
        (float("nan"), "of an interval, above 0"),
        (float("inf"), "of an interval, above 0"),
        (True, "of an interval, above 0"),
        ("fine", "of an interval, above 0"),
        (10**400, "of an interval, above 0"),
        ({}, "give half the width"),
        ({"credit": 0.1}, "did you mean credits?"),
        ({"ending": 0.1}, "no metric 'ending'"),
        ({"arrived": 0}, "of arrived"),
        ({"arrived": 1}, "of arrived: every interval of a chance is narrower"),
        ({"arrived": 1.5}, "give less than 1"),
    ],
)
def test_bad_precision_is_refused(precision, told):
    with pytest.raises(AnalyzerError) as caught:
        analyzer.fly([MILE], precision=precision, rivals="alone")
    assert told in str(caught.value)


@pytest.mark.parametrize("verb", ["fly", "race"])
@pytest.mark.parametrize(
    "word",
    [
        "0",
        "-1",
        "nan",
        "arrived=x",
        "=",
        "arrived=",
        "boldness=0.1",
        "",
        "0,05",
        "\u0660.5",
        "1_0",
        "arrived=100%",
        "arrived=200%",
    ],
)
def test_command_refuses_bad_precision(command, verb, word):
    ships = [str(SHIPS / "I" / "first-mile.yaml"), str(SHIPS / "I" / "brass-hornet.yaml")]
    said = command(verb, *ships, "--precision", word)
    assert said.code == 2
    assert "precision" in said.told
    assert "before" not in said.told
    assert said.out == ""


def test_command_refuses_repeated_precision(command):
    """Accepting both would drop one of them."""
    said = command("fly", str(SHIPS / "I" / "first-mile.yaml"), "--precision", "0.5", "--precision", "credits=1")
    assert said.code == 2
    assert "0.5 was given for credits before" in said.told


def test_precision_accepts_numpy_numbers():
    assert Precision({"credits": np.int64(1)}).targets == {"credits": 1}


def test_command_runs_to_precision(command, looks):
    args = ("--precision", "0.5", "--precision", "arrived=0.02", "--flights", "5000", "--cards", "42,28", "--json")
    said = command("fly", str(SHIPS / "I" / "first-mile.yaml"), "--alone", *args)
    expected = analyzer.fly([MILE], flights=5000, precision={"credits": 0.5, "arrived": 0.02}, **ALONE)
    assert f'"flights": {expected.flights},' in said.out
    assert expected.flights < 5000


EXPERIMENTS = {ship.name: plan([ship]) for ship in (MILE, HORNET)}


def step(result, trials, goal=None, after=0) -> Step:
    return Step(EXPERIMENTS[result.ships[0].name], trials, result, 10**6, goal, after)


def test_progress_line_shows_speed_and_remainder(looks, monkeypatch):
    """Four times as many flights are expected after 1,024 with a half-width twice the one asked for, in each run."""
    now = [0.0]
    monkeypatch.setattr(watch, "monotonic", lambda: now[0])
    result = analyzer.fly([MILE], flights=1024, rivals="alone")
    _, low, high = result.ships[0].measured("credits")
    goal = Precision({"credits": (high - low) / 4})
    line = ProgressLine(Console(file=StringIO()), 0)
    now[0] = 1.0
    line.step(step(analyzer.fly([MILE], flights=256, rivals="alone"), 256, goal, 1))
    now[0] = 2.0
    line.step(step(result, 768, goal, 1))
    expected = goal.needed(result)
    assert expected == pytest.approx(4096, abs=3)
    far, fast, sure, left = line.words(2.0)
    assert far == f"1,024 of {2 * expected:,} flights"
    assert fast == "768/s"  # of the last second
    assert sure == f"credits {low:.4g} to {high:.4g}"
    assert left == "0:09 to go"  # 7,168 flights more at 768 a second
    assert line.words(7.0)[3] == "0:04 to go"
    other = analyzer.fly([HORNET], flights=1024, rivals="alone")
    line.step(step(other, 0, goal))
    assert line.words(2.0)[0].startswith("2,048 of ")
    line.step(step(other, 1024, goal))
    assert line.words(2.0)[0].startswith("3,072 of ")


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.2, "0:00"),
        (59.6, "1:00"),
        (61, "1:01"),
        (3725, "1:02:05"),
        (-3, "0:00"),
        (5 * 86_400, "5 days"),
        (730 * 86_400, "2 years"),
    ],
)
def test_remaining_time_in_words(seconds, told):
    assert to_go(seconds) == f"{told} to go"


@pytest.fixture
def glances(monkeypatch):
    """A run that nobody says anything about is checked every 64 flights, and begins with 16."""
    monkeypatch.setattr("analyzer.runs.amount.PILOT", 64)
    monkeypatch.setattr("analyzer.trucker.questions.weak.WithoutEach.FIRST_BLOCK", 16)


def weak_half(flights: int) -> float:
    worths = analyzer.weak_points(MILE, flights=flights, **ALONE)
    return max((high - low) / 2 for _, (_, low, high) in worths.estimates("cost"))


@pytest.mark.long
def test_default_run_ends_when_certain(glances):
    """The first 64 flights tell how many make every cost certain to 0.25 credits, and so many pieces of 64 are run."""
    worths = analyzer.weak_points(MILE, **ALONE)
    flights = worths.trials
    assert flights == 64 * ceil((weak_half(64) / 0.25) ** 2)
    assert worths.tally == analyzer.weak_points(MILE, flights=flights, **ALONE).tally
    (told,) = (note for note in worths.notes() if note.startswith("Stopped"))
    assert not untold(told, "20,000 flights", "0.25 credits", "flights=20000")


@pytest.mark.long
def test_default_run_ignores_workers(glances):
    one, two = (analyzer.weak_points(MILE, **ALONE, workers=workers) for workers in (1, 2))
    assert one.tally == two.tally


@pytest.mark.long
def test_saved_run_ends_when_precise(glances, tmp_path):
    saved = analyzer.weak_points(MILE, **ALONE, save=tmp_path / "s")
    assert saved.trials == analyzer.weak_points(MILE, **ALONE).trials < 20_000


def test_given_number_is_run_exactly(glances):
    worths = analyzer.weak_points(MILE, flights=3_001, **ALONE)
    assert worths.trials == 3_001
    assert not any(note.startswith("Stopped") for note in worths.notes())


def test_default_comparison_ends_within_margin(glances):
    """So few first flights know no correction by the deck yet, so the interval gets narrower than the margin."""
    compared = analyzer.compare([MILE, HORNET], margin=2, **ALONE)
    _, low, high = compared.difference(MILE.name, HORNET.name)
    assert compared.trials < 2_000
    assert high - low <= 2


@pytest.mark.long
def test_default_card_effects_end_when_certain(glances):
    effects = analyzer.card_effects([MILE], rivals="alone")
    (told,) = (note for note in effects.notes() if note.startswith("Stopped"))
    assert not untold(told, "100,000 flights", "0.25 credits", "flights=100000")


def test_planned_length_keeps_confidence():
    """The spread of the first trials tells how many are run: 5% of the intervals miss, of 4,000 with five errors.

    The values are skewed (squares of normal values), and the targets lie where one or two pieces are needed.
    """
    generator, runs, piece, normal = np.random.default_rng(1945), 4_000, 512, 1.959963984540054
    values = generator.chisquare(1, size=(runs, 3, piece))
    totals, squares = np.cumsum(values.sum(2), axis=1), np.cumsum((values**2).sum(2), axis=1)
    trials = piece * np.arange(1, 4)
    means = totals / trials
    errors = np.sqrt((squares / trials - means**2) / (trials - 1))
    for half in (0.123, 0.1):
        needed = trials[0] * (normal * errors[:, 0] / half) ** 2
        ended = (trials >= needed[:, None]).argmax(axis=1)
        own = np.arange(runs), ended
        missed = np.mean(np.abs(means[own] - 1) > normal * errors[own])
        assert abs(missed - 0.05) < 5 * sqrt(0.05 * 0.95 / runs)
