"""The verbs `fly` and `race` from end to end: what they show is what the Python face counts."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.patches import StepPatch
from rich.console import Console

import analyzer
from analyzer import Histogram, load_captain, load_field
from analyzer.plots import plot_components_lost, plot_credits
from tests.conftest import Said
from tests.doors.command import multiword_options
from tests.doors.present import histogram_lines, save
from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.facts import untold
from tests.places import ROOT

FIELD = "field"

SHIPS = ROOT / "ships" / "2007"
MILE = str(SHIPS / "I" / "first-mile.yaml")
HORNET = str(SHIPS / "I" / "brass-hornet.yaml")
ARROW = str(SHIPS / "I" / "paper-arrow.yaml")
FREIGHTER = str(SHIPS / "I" / "pocket-freighter.yaml")
HAULER = str(SHIPS / "II" / "steady-hauler.yaml")
QUIZ = str(SHIPS / "flawed" / "quiz.yaml")
LABELS = (
    "arrived", "no humans", "no engines", "lapped", "gave up", "loss", "cards flown", "components lost", "penalty",
    "goods sold", "order reward", "looks reward", "bounty", "days", "crew", "batteries", "credits", "worst 5 percent",
    "what it earns (credits)", "how it ends", "mean", "95% interval",
)  # fmt: skip
SHARES = ("arrived", "no_humans", "no_engines", "lapped", "gave_up")


@pytest.fixture
def analyze(command: Callable[..., Said]) -> Callable[..., tuple[str, str]]:
    """Run the command, which must succeed; what it wrote on stdout and stderr."""

    def run(*args: str) -> tuple[str, str]:
        said = command(*args)
        assert not said.code, said.err
        return said.out, said.err

    return run


def strictly(text: str) -> Any:
    """JSON as every language reads it: without NaN and Infinity."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


def facts(said: tuple[str, str]) -> list[dict[str, Any]]:
    assert said[1] == ""
    return strictly(said[0])


def same(told: dict[str, Any], ship: analyzer.ShipResult) -> None:
    """What JSON tells of a ship is what the Python face counts."""
    assert told["name"] == ship.name
    assert told["captain"] == ship.captain.as_prices()
    assert [tuple(square) for square in told["removed"]] == list(ship.removed)
    assert set(told["counts"]) == set(METRICS)
    for metric in METRICS:
        counts = {int(value): times for value, times in told["counts"][metric].items()}
        assert counts == getattr(ship, metric).counts, metric
    for metric in set(METRICS) - {"ending", "wealth"}:
        histogram, row = getattr(ship, metric), told["metrics"][metric]
        assert row["mean"] == pytest.approx(histogram.mean)
        assert [row["low"], row["high"]] == pytest.approx(list(histogram.interval()))
        assert [row[f"q{q}"] for q in (5, 25, 50, 75, 95)] == [histogram.quantile(q / 100) for q in (5, 25, 50, 75, 95)]
    n = ship.credits.n
    for number, ending in enumerate(SHARES):
        assert told["metrics"][ending]["mean"] == pytest.approx(ship.ending.counts.get(number, 0) / n)
    losses = sum(times for value, times in ship.credits.counts.items() if value < 0)
    assert told["metrics"]["loss"]["mean"] == pytest.approx(losses / n)


# Tables


@pytest.mark.long
@pytest.mark.parametrize("verb", ["fly", "race"])
def test_each_ship_has_a_table(analyze, verb):
    out, err = analyze(verb, MILE, HORNET, "--flights", "50", "--seed", "9")
    assert err == ""
    for label in LABELS:
        assert out.count(label) >= 2, label
    for name in ("First Mile", "Brass Hornet"):
        company = "in the field (" if verb == "fly" else "in one convoy, with "
        assert f"{name}: level I, 50 flights, seed 9, {company}" in out
    assert " ".join(out.split()).count("captain expert") == 2


def test_fly_table_matches_python(analyze):
    out, _ = analyze("fly", MILE, "--flights", "300", "--seed", "4", "--alone")
    ship = analyzer.fly([analyzer.load_ship(MILE)], flights=300, seed=4, rivals="alone")["First Mile"]
    lines = {line[:18].strip(): line for line in out.splitlines()}
    low, high = ship.components_lost.interval()
    assert lines["components lost"].split()[2:6] == [
        f"{ship.components_lost.mean:.3f}",
        f"{low:.3f}",
        "to",
        f"{high:.3f}",
    ]
    assert f"{ship.ending_share('arrived'):.2%}" in lines["arrived"]
    quantiles = [str(ship.components_lost.quantile(q)) for q in (0.05, 0.25, 0.5, 0.75, 0.95)]
    assert lines["components lost"].split()[-5:] == quantiles


def test_no_progress_bar_without_terminal(analyze):
    assert analyze("fly", MILE, "--alone", "--flights", "200")[1] == ""
    assert analyze("race", MILE, HORNET, "--flights", "20", "--json")[1] == ""


LONG_RUN = """
from threading import Event
from rich.live import Live
from analyzer.cli import main
from analyzer.montecarlo import blocks

start, block, begun = Live.start, blocks._block, Event()

def started(*args, **how):
    start(*args, **how)
    begun.set()

def after_the_line(*what):
    assert begun.wait(60)
    return block(*what)

Live.start, blocks._block = started, after_the_line
main()
"""
"""The first block takes until the line has appeared, however fast the machine is."""


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
def test_terminal_shows_progress_bar():
    """A long run in a terminal tells how far it is, on stderr; results on stdout are none the worse."""
    master, slave = os.openpty()
    flown = ("fly", MILE, "--flights", "1000", "--alone", "--no-other-captains", "--json")
    args = [sys.executable, "-c", LONG_RUN, *flown]
    env = {"PYTHONPATH": str(ROOT), "PATH": "", "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=slave, env=env) as process:
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
        out = process.stdout.read() if process.stdout else b""
    os.close(master)
    assert strictly(out.decode())[0]["flights"] == 1000
    assert b" of 1,000 flights" in shown


def test_names_are_shown_unchanged(analyze, tmp_path):
    (tmp_path / "odd.yaml").write_text(
        'name: "[red]Odd[/] [/bold]"\nedition: 2007\nboard: I\ngrid: |2\n  7\n  7 SC3333\n'
    )
    assert "[red]Odd[/] [/bold]: level I" in analyze("fly", "odd.yaml", "--level", "I", "--flights", "5")[0]


def test_ascii_output_draws_bars(command, monkeypatch):
    """Bars are drawn with plain characters if the output takes no block characters."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii", write_through=True))
    said = command("fly", MILE, "--flights", "20", "--alone")
    assert not said.code, said.err
    told = written.getvalue().decode("ascii")
    assert "%  ##" in told
    assert "?" not in told


@pytest.mark.parametrize("seed", range(20))
def test_text_histograms_count_every_flight(seed):
    """The shares of all lines sum to 100%, and no value lies in two of them."""
    rng = np.random.default_rng(seed)
    values = rng.integers(-rng.integers(1, 80), rng.integers(1, 300), 1000)
    lines = [line.split("%")[0].split() for line in histogram_lines(Histogram.from_values(values), Console(width=80))]
    assert sum(float(words[-1]) for words in lines) == pytest.approx(100, abs=0.051 * len(lines))
    spans = [(int(words[0]), int(words[2] if words[1] == "to" else words[0])) for words in lines]
    assert all(end < begin for (_, end), (begin, _) in pairwise(spans))
    assert spans[0][0] <= values.min()
    assert spans[-1][1] >= values.max()
    for (low, high), words in zip(spans, lines, strict=True):
        assert float(words[-1]) == pytest.approx(100 * np.mean((low <= values) & (values <= high)), abs=0.051)


# JSON


def test_fly_json_matches_python(analyze):
    told = facts(analyze("fly", MILE, HORNET, "--flights", "100", "--seed", "3", "--alone", "--json"))
    assert len(told) == 2
    for one, path in zip(told, (MILE, HORNET), strict=True):
        result = analyzer.fly([analyzer.load_ship(path)], flights=100, seed=3, rivals="alone")
        assert (one["flights"], one["seed"], one["convoy"]) == (100, 3, [result.ships[0].name])
        assert one["route"]["level_name"] == "I"
        assert one["route"]["length"] == 8
        assert one["notes"] == result.notes()
        same(one["ships"][0], result.ships[0])


def test_race_json_matches_python(analyze):
    told = facts(analyze("race", MILE, HORNET, "--flights", "100", "--seed", "3", "--start", "2", "--json"))
    result = analyzer.race([analyzer.load_ship(MILE), analyzer.load_ship(HORNET)], flights=100, seed=3, start=2)
    assert len(told) == 1
    assert told[0]["convoy"] == ["First Mile", "Brass Hornet"]
    assert told[0]["route"]["start"] == 2
    for one, ship in zip(told[0]["ships"], result.ships, strict=True):
        same(one, ship)


@pytest.mark.parametrize("flights", [1, 2])
def test_json_holds_for_few_flights(analyze, flights):
    """One flight says nothing about the interval of a mean; that is to be told in JSON too."""
    told = facts(analyze("fly", MILE, "--flights", str(flights), "--alone", "--json"))
    assert told[0]["flights"] == flights


@pytest.mark.usefixtures("workers_of_few")
def test_json_ignores_worker_count(analyze):
    """The JSON is the same with two workers and at any time."""
    args = ("race", MILE, HORNET, "--flights", "100", "--cards", "42,28", "--json")
    assert analyze(*args) == analyze(*args, "--workers", "2") == analyze(*args)


def test_fly_defaults_match_python(analyze):
    told = facts(analyze("fly", HAULER, "--flights", "5", "--alone", "--json"))
    assert (told[0]["seed"], told[0]["route"]["level_name"]) == (1, "II")
    assert told[0]["ships"][0]["captain"]["name"] == "expert"
    same(told[0]["ships"][0], analyzer.fly([analyzer.load_ship(HAULER)], flights=5, rivals="alone").ships[0])


def test_open_run_ends_when_precise(analyze):
    """Without a number of flights, a ship flies until its mean credits are known within a tenth of a credit."""
    (told,) = facts(analyze("fly", MILE, "--alone", "--no-other-captains", "--json"))
    flights, credits = told["flights"], told["ships"][0]["metrics"]["credits"]
    assert 2_048 < flights < 100_000
    assert 0.07 < (credits["high"] - credits["low"]) / 2 < 0.11
    (exact,) = facts(analyze("fly", MILE, "--alone", "--no-other-captains", "--json", "--flights", str(flights)))
    assert told["ships"] == exact["ships"]
    assert analyzer.fly(MILE, rivals="alone").flights == flights


@pytest.mark.long
def test_open_race_ends_when_precise():
    race = analyzer.race([MILE, ARROW], captain="sensible")
    widths = [(mean.high - mean.low) / 2 for mean in (ship.measured("credits") for ship in race.ships)]
    assert race.flights < 100_000
    assert 0.07 < max(widths) < 0.11


# Plots


def pictures(*both: str) -> set[str]:
    """The files of First Mile's and Brass Hornet's pictures, each of which is of one of them but for `both`."""
    ships = ("first-mile", "brass-hornet")
    names = {*both, *(f"{what}-{ship}" for what in ("course", "hits", "lost", "waterfall") for ship in ships)}
    return {f"{name}.{form}" for name in names for form in ("png", "svg")}


@pytest.mark.long
@pytest.mark.usefixtures("sketched")
def test_plots_are_saved_as_pictures(analyze, tmp_path):
    out, _ = analyze("race", MILE, HORNET, "--cards", "8", "--flights", "20", "--plot", "new/plots")
    both = {"components-lost", "credits", "risk"}
    saved = {path.name for path in (tmp_path / "new" / "plots").iterdir()}
    assert saved == pictures(*both)
    assert all(name in out for name in saved)
    for name in saved:
        path = tmp_path / "new" / "plots" / name
        if path.suffix == ".png":
            assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        else:
            text = "".join(ET.fromstring(path.read_text(encoding="utf-8")).itertext())
            assert ("First Mile" in text) == (path.stem in both or "first-mile" in path.stem)
            assert ("Brass Hornet" in text) == (path.stem in both or "brass-hornet" in path.stem)


@pytest.mark.long
@pytest.mark.usefixtures("undrawn")
def test_json_stays_json_with_plots(analyze, tmp_path):
    args = ("--cards", "8", "--flights", "20", "--alone", "--plot", "plots", "--json")
    assert [told["flights"] for told in facts(analyze("fly", MILE, HORNET, *args))] == [20, 20]
    assert {path.name for path in (tmp_path / "plots").iterdir()} == pictures("components-lost", "credits")


@pytest.mark.parametrize(("plot", "metric"), [(plot_credits, "credits"), (plot_components_lost, "components_lost")])
def test_bars_match_the_histogram(plot, metric):
    """One ship: a bar a value, its height the share in percent; mean and number of flights are told."""
    ship = analyzer.fly([analyzer.load_ship(MILE)], flights=777, seed=5, rivals="alone").ships[0]
    figure = plot([ship])
    axes = figure.axes[0]
    counts = getattr(ship, metric).counts
    bars = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.containers[0]}
    assert {value: height for value, height in bars.items() if height} == pytest.approx(
        {value: 100 * times / 777 for value, times in counts.items()}
    )
    assert sum(bars.values()) == pytest.approx(100)
    assert "share of flights (%)" in axes.get_ylabel()
    assert metric.split("_")[-1] in axes.get_xlabel()
    assert "777 flights" in axes.get_title(loc="right")
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    assert legend == [f"First Mile: mean {getattr(ship, metric).mean:.2f}"]
    assert axes.lines[0].get_xdata()[0] == pytest.approx(getattr(ship, metric).mean)


def test_outlines_match_the_histograms():
    """Several ships: a stepped outline each, with a line style of its own."""
    ships = analyzer.race([analyzer.load_ship(path) for path in (MILE, HORNET)], flights=500, seed=5).ships
    figure = plot_credits(ships)
    axes = figure.axes[0]
    outlines = [patch for patch in axes.patches if isinstance(patch, StepPatch)]
    for outline, ship in zip(outlines, ships, strict=True):
        heights, edges, _ = outline.get_data()
        drawn = dict(zip((np.asarray(edges)[:-1] + 0.5).round().astype(int).tolist(), heights, strict=True))
        assert {value: height for value, height in drawn.items() if height} == pytest.approx(
            {value: 100 * times / 500 for value, times in ship.credits.counts.items()}
        )
        assert sum(heights) == pytest.approx(100)
    assert len({outline.get_linestyle() for outline in outlines}) == 2
    assert [text.get_text().split(":")[0] for text in figure.legends[0].get_texts()] == ["First Mile", "Brass Hornet"]


@pytest.mark.slow(but=3)
@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize("name", ["a $x_{$ b", "50$ and 60$", "_hidden", "^_{}\\alpha", "Große Fähre"])
def test_any_name_can_be_drawn(name, tmp_path):
    """Names are no formulas, and none is left out of the legend."""

    class Ship:
        histograms = {"credits": Histogram.from_values(np.array([1, 2, 2]))}  # noqa: RUF012

    ship = Ship()
    ship.name = name  # type: ignore[attr-defined]
    figure = plot_credits([ship])  # type: ignore[list-item]
    _, svg = save(figure, tmp_path / "credits")
    text = "".join(ET.fromstring(svg.read_text(encoding="utf-8")).itertext())
    assert f"{name}: mean 1.67" in text


# Rivals, captains, routes


spread = partial(multiword_options.spread, several={"--rivals": multiword_options.Several(alone=FIELD)})


def test_words_after_rivals_belong_there():
    assert spread(["S", "--rivals", "A", "B", "--seed", "1", "C"]) == (
        ["S", "--rivals", "A", "--rivals", "B", "--seed", "1", "C"]
    )
    assert spread(["--rivals", "field", "S"]) == ["--rivals", "field", "S"]
    assert spread(["S", "--rivals", "A", "--rivals", "B"]) == ["S", "--rivals", "A", "--rivals", "B"]
    assert spread(["S", "T"]) == ["S", "T"]


@pytest.mark.long
@pytest.mark.slow(but=2)
@pytest.mark.parametrize(
    "rivals",
    [
        ["--rivals", HORNET, ARROW, FREIGHTER],
        ["--rivals", f"{HORNET},{ARROW},{FREIGHTER}"],
        ["--rivals", HORNET, "--rivals", ARROW, "--rivals", FREIGHTER],
        ["--rivals", f"{HORNET},{ARROW}", FREIGHTER],
    ],
    ids=["after one name", "with commas", "each after its own", "mixed"],
)
def test_fly_takes_three_rivals(analyze, rivals):
    told = facts(analyze("fly", MILE, "--level", "I", "--flights", "20", "--json", *rivals))
    assert told[0]["convoy"] == ["First Mile", "Brass Hornet", "Paper Arrow", "Pocket Freighter"]
    assert [ship["name"] for ship in told[0]["ships"]] == ["First Mile"]
    against = [analyzer.load_ship(path) for path in (HORNET, ARROW, FREIGHTER)]
    same(told[0]["ships"][0], analyzer.fly([analyzer.load_ship(MILE)], level="I", flights=20, rivals=against).ships[0])


def test_options_may_follow_rivals(analyze):
    told = facts(analyze("fly", MILE, "--rivals", HORNET, ARROW, "--level", "I", "--flights", "20", "--json"))
    assert told[0]["convoy"] == ["First Mile", "Brass Hornet", "Paper Arrow"]


@pytest.mark.parametrize(
    "args", [[HAULER, "--rivals", "field"], ["--rivals", "field", HAULER]], ids=["behind", "before"]
)
def test_fly_takes_field_as_rivals(analyze, args):
    told = facts(analyze("fly", *args, "--flights", "4", "--json"))
    assert told[0]["convoy"] == ["Steady Hauler", *(ship.name for ship in load_field("II"))]
    assert len(told[0]["convoy"]) == 4
    result = analyzer.fly([analyzer.load_ship(HAULER)], flights=4, rivals=load_field("II"))
    same(told[0]["ships"][0], result.ships[0])


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("level", ["I", "II", "III", "IIIa"])
def test_field_of_every_level_flies(analyze, level):
    path = sorted((SHIPS / level).glob("*.yaml"))[0]
    out, _ = analyze("fly", str(path), "--level", level, "--rivals", "field", "--flights", "2")
    assert all(ship.name in " ".join(out.split()) for ship in load_field(level))


def test_each_ship_meets_same_rivals(analyze):
    """Each ship meets the same rivals in a run of its own."""
    how = ("--rivals", "field", "--flights", "20", "--cards", "42,28", "--json")
    both = facts(analyze("fly", MILE, HORNET, *how))
    for told, path in zip(both, (MILE, HORNET), strict=True):
        alone = facts(analyze("fly", path, *how))
        assert [told] == alone


def test_each_ship_has_own_captain(analyze):
    args = ("--captain", "bold", "--captain", "miser", "--flights", "40", "--json")
    alone = facts(analyze("fly", MILE, HORNET, "--alone", *args))
    race = facts(analyze("race", MILE, HORNET, *args))
    named = [load_captain("bold").as_prices(), load_captain("miser").as_prices()]
    assert [told["ships"][0]["captain"] for told in alone] == named
    assert [ship["captain"] for ship in race[0]["ships"]] == named
    ships = [analyzer.load_ship(path) for path in (MILE, HORNET)]
    same(alone[1]["ships"][0], analyzer.fly(ships[1:], flights=40, captain="miser", rivals="alone").ships[0])
    same(race[0]["ships"][1], analyzer.race(ships, flights=40, captain=["bold", "miser"]).ships[1])


def test_fly_takes_captain_file(analyze, tmp_path):
    prices = "day: 0\nhuman: 1\nbrown: 2\npurple: 2\nbattery: 0.01\ncomponent: 2\nstay: 10\ndread: 0\nreserve: 2\n"
    (tmp_path / "me.yaml").write_text("name: Io\n" + prices)
    out, _ = analyze("fly", MILE, HORNET, "--captain", "me.yaml", "--flights", "20", "--alone")
    assert out.count("captain Io") == 2


@pytest.mark.long
def test_fly_takes_learning_flight(analyze):
    told = facts(analyze("fly", MILE, "--level", "I", "--learning", "--flights", "100", "--json"))
    assert told[0]["route"]["learning"] is True
    assert told[0]["route"]["length"] == 8
    assert max(map(int, told[0]["ships"][0]["counts"]["cards_flown"])) == 8
    out, _ = analyze("fly", MILE, "--level", "I", "--learning", "--flights", "20")
    assert "learning flight" in out
    assert "no aliens" in out


def test_fly_takes_chosen_cards(analyze):
    told = facts(analyze("fly", HAULER, "--cards", "28, 3,28", "--flights", "10", "--alone", "--json"))
    assert told[0]["route"]["cards"] == [28, 3, 28]
    assert told[0]["route"]["length"] == 3
    assert "cards 28, 3, 28" in analyze("fly", HAULER, "--cards", "28,3,28", "--flights", "10", "--alone")[0]


def test_lone_ship_skips_combat_zones(analyze):
    """A lone ship takes first place (8) and best looks (4), and has no reason to lose anything."""
    told = facts(analyze("fly", HAULER, "--cards", "35,15", "--flights", "40", "--alone", "--json"))
    counts = told[0]["ships"][0]["counts"]
    assert counts["credits"] == {"12": 40}
    assert counts["components_lost"] == {"0": 40}
    assert counts["ending"] == {"0": 40}


def test_equal_ships_are_numbered(analyze):
    told = facts(analyze("race", MILE, MILE, "--flights", "20", "--json"))
    assert [ship["name"] for ship in told[0]["ships"]] == ["First Mile", "First Mile (2)"]
    assert told[0]["convoy"][0] != told[0]["convoy"][1]


# Notes


def notes(said: Said) -> str:
    return " ".join(said[0].split())


def test_flying_alone_is_noted(analyze):
    assert "note: Flown alone" in notes(analyze("fly", MILE, "--alone", "--flights", "5"))
    assert "Flown alone" not in notes(analyze("fly", MILE, "--flights", "5"))
    assert "Flown alone" not in notes(analyze("fly", MILE, "--rivals", HORNET, "--flights", "5"))
    assert "Flown alone" not in notes(analyze("race", MILE, HORNET, "--flights", "5"))


@pytest.mark.long
@pytest.mark.parametrize(("level", "inferred"), [("I", False), ("II", True), ("III", True), ("IIIa", True)])
def test_inferred_rewards_are_noted(analyze, level, inferred):
    path = sorted((SHIPS / level).glob("*.yaml"))[0]
    fly = ["fly", str(path), "--level", level, "--flights", "2"]
    assert (f"rewards of level {level} are inferred" in notes(analyze(*fly, "--verbose"))) == inferred
    assert "are inferred" not in notes(analyze(*fly))


def test_notes_come_only_once(analyze):
    assert notes(analyze("fly", MILE, HORNET, "--alone", "--flights", "5")).count("note: Flown alone") == 1


@pytest.mark.parametrize("verb", ["fly", "race"])
def test_repair_is_noted_in_results(analyze, verb):
    _, removed = analyzer.repair(analyzer.load_ship(QUIZ))
    args = (QUIZ, HORNET, "--level", "I", "--flights", "10", "--repair", *(("--alone",) if verb == "fly" else ()))
    said = notes(analyze(verb, *args))
    assert not untold(said, "Quiz", "charged as lost")
    assert all(f"row {row} column {column}" in said for row, column in removed)
    assert "Brass Hornet: repaired" not in said
    told = facts(analyze(verb, *args, "--json"))
    assert told[0]["ships"][0]["removed"] == [list(square) for square in removed]
    assert min(map(int, told[0]["ships"][0]["counts"]["components_lost"])) >= len(removed)


def test_fly_needs_ship_or_position(command):
    refused = command("fly", "--flights", "4")
    assert (refused.code, untold(refused.err, "error:", "ship file", "--from")) == (2, [])
