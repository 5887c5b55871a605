"""Comparing ships: differences against plain arithmetic on the flights, verdicts, ranking, and the verb end to end."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.montecarlo import blocks as module
from tests.doors.trucker_flights import ENDINGS, plan
from tests.doors.trucker_flights import METRICS as OF_FLIGHTS
from tests.facts import changed, untold
from tests.places import ROOT
from tests.proofs.false_winners import mirrored
from tests.short_route import ALONE

COMPARED = tuple(OF_FLIGHTS.paired.by_name)
SHIPS = ROOT / "ships" / "2007"
FLIGHTS, SEED = 400, 9
NAMES = ("First Mile", "Brass Hornet", "Paper Arrow")


def load(*names):
    return [analyzer.load_ship(SHIPS / f"{name}.yaml") for name in names]


@pytest.fixture(scope="module")
def ships():
    return load("I/first-mile", "I/brass-hornet", "I/paper-arrow")


@pytest.fixture(scope="module")
def rival():
    return load("I/pocket-freighter")


@pytest.fixture(scope="module")
def found(ships, rival):
    return analyzer.compare(ships, flights=FLIGHTS, seed=SEED, rivals=rival, plain=True)


@pytest.fixture(scope="module")
def flown(ships, rival):
    """By ship the columns of its flights, each experiment flown by itself."""
    told = []
    for ship in ships:
        outcome = plan([ship], "I", SEED, rivals=rival).run(0, FLIGHTS)
        columns = {metric: getattr(outcome, metric)[0] for metric in COMPARED if hasattr(outcome, metric)}
        columns |= {ending: (outcome.ending[0] == i).astype(int) for i, ending in enumerate(ENDINGS)}
        columns |= {"first": (outcome.place[0] == 1).astype(int), "loss": (outcome.credits[0] < 0).astype(int)}
        rest = outcome.credits[1:].max(axis=0)
        columns["richest"] = (outcome.credits[0] >= rest).astype(int)
        told.append(columns | {"richest_alone": (outcome.credits[0] > rest).astype(int)})
    return dict(zip(NAMES, told, strict=True))


@pytest.fixture
def often(monkeypatch):
    """Look every 1,024 flights."""
    monkeypatch.setattr(module, "CHECK_STEP", 1024)


PAIRS = list(combinations(NAMES, 2))


@pytest.mark.long
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_differences_are_paired_by_flight(found, flown, a, b):
    assert found.names == NAMES
    assert found.flights == FLIGHTS
    for metric in COMPARED:
        apart = flown[a][metric] - flown[b][metric]
        mean, low, high = found.difference(a, b, metric)
        assert mean == pytest.approx(apart.mean())
        if not OF_FLIGHTS[metric].is_chance:
            half = 1.959964 * apart.std(ddof=1) / FLIGHTS**0.5
            few = np.count_nonzero(apart) < 100
            assert (low, high) == pytest.approx((mean - half, mean + half)) or (few and low < mean - half < high - half)
        both = flown[a][metric].var() + flown[b][metric].var()
        assert found.saved(a, b, metric) == pytest.approx(1 - apart.var() / both if both else 0)


@pytest.mark.long
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_chance_intervals_are_adjusted(found, flown, a, b):
    """One flight is added to either side: Bonett and Price."""
    for metric in ("loss", *ENDINGS):
        apart = flown[a][metric] - flown[b][metric]
        one, other = ((apart == sign).sum() + 1 for sign in (1, -1))
        middle, n = (one - other) / (FLIGHTS + 2), FLIGHTS + 2
        half = 1.959964 * np.sqrt(((one + other) / n - middle**2) / n)
        assert found.difference(a, b, metric)[1:] == pytest.approx((middle - half, middle + half))


def test_wins_and_ties_are_counted(found, flown):
    for a, b in PAIRS:
        mine, theirs = flown[a]["credits"], flown[b]["credits"]
        assert found.beats(a, b).mean == (mine > theirs).mean()
        assert found.beats(b, a).mean == (mine < theirs).mean()
        assert found.ties(a, b).mean == (mine == theirs).mean() > 0
        share, low, high = found.beats(a, b)
        assert low < share < high


def test_difference_has_mirror_image(found):
    for metric in COMPARED:
        mean, low, high = found.difference("First Mile", "Paper Arrow", metric)
        assert found.difference("Paper Arrow", "First Mile", metric) == pytest.approx((-mean, -high, -low))
    assert found.verdict("First Mile", "Paper Arrow") == "better"
    assert found.verdict("Paper Arrow", "First Mile") == "worse"


@pytest.mark.long
def test_compared_results_match_fly(found, ships, rival):
    for ship, result in zip(ships, found.results, strict=True):
        alone = analyzer.fly([ship], flights=FLIGHTS, seed=SEED, rivals=rival).ships[0]
        assert result.name == ship.name
        assert result.histograms == alone.histograms


def test_ranking_is_by_mean_credits(found, flown):
    rows = found.ranking()
    means = {name: flown[name]["credits"].mean() for name in NAMES}
    best = max(means, key=means.get)
    assert [row["ship"] for row in rows] == sorted(NAMES, key=means.get, reverse=True)
    assert [row["credits"] for row in rows] == pytest.approx(sorted(means.values(), reverse=True))
    assert [row["rank"] for row in rows] == [1, 2, 3]
    for row in rows[1:]:
        assert row["behind"] == pytest.approx(means[best] - means[row["ship"]])
        single = found.difference(best, row["ship"])
        assert row["behind_low"] < single.low < row["behind"] < single.high < row["behind_high"]
    for one, other in combinations(rows, 2):
        apart = found.verdict(one["ship"], other["ship"]) in ("better", "worse")
        assert apart != bool(set(one["groups"]) & set(other["groups"]))


def test_comparison_tables_are_tidy(found):
    table = found.table()
    assert len(table) == 2 * len(COMPARED)
    assert set(table["a"]) == {"First Mile"}
    row = table[(table["b"] == "Paper Arrow") & (table["metric"] == "credits")].iloc[0]
    assert tuple(row[["difference", "low", "high"]]) == found.difference("First Mile", "Paper Arrow")
    assert row["difference"] == pytest.approx(row["mean_a"] - row["mean_b"])
    assert list(found.ranking_table()["ship"]) == [row["ship"] for row in found.ranking()]
    assert not untold(repr(found), "3 ships", "level I", "400 flights", "seed 9", "Pocket Freighter")


def test_compare_takes_captain_per_ship(ships):
    found = analyzer.compare([ships[0], ships[0]], flights=200, captain=["sensible", "miser"], rivals="alone")
    alone = analyzer.fly([ships[0]], flights=200, captain="miser", rivals="alone").ships[0]
    assert found.names == ("First Mile", "First Mile (2)")
    assert [ship.captain.name for ship in found.results] == ["sensible", "miser"]
    assert found.results[1].histograms == alone.histograms


@pytest.mark.long
def test_compare_takes_labelled_experiments(ships, rival):
    experiments = {f"from place {start}": plan([ships[0]], "I", 3, rivals=rival, start=start) for start in (1, 2)}
    found = analyzer.compare_experiments(experiments, 300)
    assert found.names == ("from place 1", "from place 2")
    assert found.difference("from place 1", "from place 2", "order_reward").mean != 0


def test_same_ship_equals_itself(ships):
    found = analyzer.compare([ships[0], ships[0], ships[1]], flights=300, rivals="alone")
    same = found.names[:2]
    assert found.difference(*same) == (0, 0, 0)
    assert found.verdict(*same) == "equal"
    assert found.ties(*same).mean == found.saved(*same) == 1
    assert not untold(found.notes()[-1], "First Mile", "First Mile (2)", "every flight")
    assert "alike" not in " ".join(analyzer.compare(ships, flights=300, rivals="alone").notes())


def test_equal_pairs_are_counted(ships):
    notes = analyzer.compare([ships[0]] * 4, flights=10, rivals="alone").notes()
    assert [note.startswith("First Mile") for note in notes[-4:]] == [True] * 3 + [False]
    assert not untold(notes[-1], "3 more pairs", "every flight")


@pytest.mark.long
@pytest.mark.slow(but=1)
@pytest.mark.parametrize("until", ["decided", None])
def test_comparison_ignores_worker_count(ships, often, until):
    flown = {}
    for workers in (1, 2):
        found = analyzer.compare(ships, flights=3000, seed=4, until=until, workers=workers, rivals="alone")
        flown[workers] = found.as_dict()
    assert flown[1] == flown[2]


def test_comparison_ignores_block_size(ships, monkeypatch):
    whole = analyzer.compare(ships, flights=3000, **ALONE).as_dict()
    monkeypatch.setattr("analyzer.answers.together.IN_MEMORY", 3 << 10)
    assert [*changed(analyzer.compare(ships, flights=3000, **ALONE).as_dict(), whole)] == []


@pytest.mark.long
def test_blocks_keep_the_looks(ships, monkeypatch):
    monkeypatch.setattr(module, "CHECK_STEP", 2048)
    flown = []
    for held in (1 << 20, 2 << 10):
        monkeypatch.setattr("analyzer.answers.together.IN_MEMORY", held)
        flown.append(analyzer.compare([ships[0], ships[2]], flights=9000, until="decided", rivals="alone").flights)
    assert flown == [2048, 2048]


def test_clear_case_is_decided_early(ships, often):
    flown = []
    two = [ships[0], ships[2]]
    found = analyzer.compare(two, flights=20_000, until="decided", progress=flown.append, rivals="alone")
    assert found.flights == sum(flown)
    assert found.flights < 20_000
    assert found.flights % 1024 == 0
    assert found.verdict("First Mile", "Paper Arrow") == "better"
    assert not untold(" ".join(found.notes()), "any verdict", "at most 5%")


def test_stopped_comparison_has_one_interval(ships, often):
    """The table, the JSON and the verdict on two ships share an interval, wider than that of a fixed number."""
    two = [ships[0], ships[2]]
    found = analyzer.compare(two, flights=20_000, until="decided", rivals="alone")
    fixed = analyzer.compare(two, flights=found.flights, seed=found.stretches[0].seed, rivals="alone")
    surely, alone = found.simultaneous(*found.names), fixed.difference(*found.names)
    assert surely.low < alone.low < alone.high < surely.high
    rows = {row["metric"]: row for row in found.differences(*found.names)}
    assert (rows["credits"]["low"], rows["credits"]["high"]) == pytest.approx(surely[1:])
    for metric in ("arrived", "days"):
        wide, narrow = found.difference(*found.names, metric), fixed.difference(*found.names, metric)
        assert wide.low < narrow.low < narrow.high < wide.high
    assert found.beats(*found.names).low < fixed.beats(*found.names).low
    ranked, plainly = found.ranking()[0], fixed.ranking()[0]
    assert ranked["low"] < plainly["low"]
    assert ranked["best_high"] > plainly["best_high"]
    assert "stopping early does not distort it" in " ".join(str(found).split())
    assert "at all looks" not in str(fixed)


def test_few_stopped_flights_tell_nothing(ships):
    """Below a thousand flights no interval allows for looks: only the possible extremes bound it."""
    found = analyzer.compare([ships[0], ships[2]], flights=900, until="decided", rivals="alone")
    assert found.difference(*found.names, "arrived")[1:] == (-1, 1)
    assert found.difference(*found.names) == found.simultaneous(*found.names)
    assert found.beats(*found.names)[1:] == (0, 1)


@pytest.mark.long
def test_open_pair_keeps_flying(ships, often):
    """The mirror twin earns nearly the same, and a margin of 0.01 credits is far too small to see that soon."""
    three = [ships[0], mirrored(ships[0]), ships[2]]
    found = analyzer.compare(three, flights=3000, until="decided", margin=0.01, rivals="alone")
    assert found.flights == 3000
    assert found.verdict("First Mile", "First Mile, mirrored") == "open"
    assert found.verdict("First Mile", "Paper Arrow") == "better"
    assert any(not untold(note, "decided", "3,000 flights") for note in found.notes())


@pytest.mark.long
def test_ships_within_margin_are_equal(ships, often):
    two = [ships[0], mirrored(ships[0])]
    found = analyzer.compare(two, flights=20_000, until="decided", margin=0.5, rivals="alone")
    _, low, high = found.simultaneous(*found.names)
    assert (found.flights < 20_000, found.verdict(*found.names)) == (True, "equal")
    assert -0.5 <= low < 0 < high <= 0.5
    same = analyzer.compare([ships[0], ships[0]], flights=20_000, until="decided", rivals="alone")
    assert (same.flights, same.verdict(*same.names)) == (1024, "equal")


def test_few_flights_leave_verdict_open(ships):
    found = analyzer.compare([ships[0], ships[2]], flights=900, until="decided", rivals="alone")
    assert found.verdict(*found.names) == "open"
    ends = [found[name].histograms["credits"].reach for name in found.names]
    assert found.simultaneous(*found.names)[1:] == (ends[0][0] - ends[1][1], ends[0][1] - ends[1][0])


def test_default_number_of_flights(ships, monkeypatch):
    asked = []
    monkeypatch.setattr(module, "run", lambda together, flights, *_, **__: asked.append(flights) or 1 / 0)
    for until in (None, "decided"):
        with pytest.raises(ZeroDivisionError):
            analyzer.compare(ships, until=until, rivals="alone")
    assert asked == [100_000, 1_000_000]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"until": "bored"}, "until 'bored': use one of decided"),
        ({"margin": -0.1}, "margin -0.1: give credits a flight, 0 or more"),
        ({"margin": float("nan")}, "margin nan"),
        ({"margin": "much"}, "margin 'much'"),
        ({"margin": True}, "margin True"),
        ({"flights": 0}, "flights 0"),
        ({"captain": ["bold", "miser"]}, "2 captains for 3 ships: give one for all, or one for each ship"),
        ({"workers": 0}, "workers 0"),
        ({"level": "II"}, "First Mile: is built on board 2007-I, but level II is flown with board 2007-II"),
    ],
)
def test_wrong_compare_arguments_are_told(ships, given, told):
    with pytest.raises(AnalyzerError) as error:
        analyzer.compare(ships, **given)
    assert told in str(error.value)


def test_one_ship_is_no_comparison(ships):
    with pytest.raises(AnalyzerError, match="1 ship: a comparison takes two or more"):
        analyzer.compare(ships[:1], rivals="alone")
    with pytest.raises(AnalyzerError, match="0 ships: a comparison"):
        analyzer.compare([], rivals="alone")
    with pytest.raises(AnalyzerError, match="at least one experiment"):
        analyzer.compare_experiments({})


def test_ships_of_other_boards_named(ships):
    others = load("II/tin-kite", "II/iron-parcel")
    with pytest.raises(AnalyzerError) as error:
        analyzer.compare([ships[0], *others], rivals="alone")
    assert [fault.partition(":")[0] for fault in error.value.faults] == ["Tin Kite", "Iron Parcel"]
    assert all("fly it at level II" in fault for fault in error.value.faults)


def test_comparison_needs_same_dice_and_cards(ships):
    one = plan([ships[0]], "I", 1)
    with pytest.raises(AnalyzerError, match="the seeds differ"):
        analyzer.compare_experiments({"a": one, "b": plan([ships[0]], "I", 2)})
    with pytest.raises(AnalyzerError, match="the routes differ"):
        analyzer.compare_experiments({"a": one, "b": plan([ships[0]], "I", 1, cards=[10])})


def test_unknown_names_and_metrics_refused(found):
    with pytest.raises(AnalyzerError, match="did you mean First Mile"):
        found.verdict("Frist Mile", "Paper Arrow")
    with pytest.raises(AnalyzerError, match="did you mean credits"):
        found.difference("First Mile", "Paper Arrow", "credit")
    with pytest.raises(AnalyzerError, match="no metric 'ending'"):
        found.difference("First Mile", "Paper Arrow", "ending")


def test_equal_names_are_numbered():
    mile = analyzer.load_ship(SHIPS / "I" / "first-mile.yaml")
    for names, numbered in (("A B A A", "A|B|A (2)|A (3)"), ("A A A_(2)", "A|A (2)|A (2) (2)")):
        ships = [replace(mile, name=name.replace("_", " ")) for name in names.split()]
        assert analyzer.compare(ships, flights=2, **ALONE).names == tuple(numbered.split("|"))


def files(*names):
    return [str(SHIPS / f"{name}.yaml") for name in names]


TWO = files("I/first-mile", "I/paper-arrow")
FEW = ("--alone", "--cards", "8,4,2,12")
"""Few sorts of cards fly sooner than whole decks, in the other setting too."""


def test_compare_command_tells_two_ships(command, ships):
    said = command("compare", *TWO, "--flights", "400", "--seed", "9", *FEW)
    found = analyzer.compare([ships[0], ships[2]], flights=400, seed=9, rivals="alone", cards=[8, 4, 2, 12])
    mean, low, high = found.difference(*found.names)
    assert (said.code, said.err) == (0, "")
    better = f"Alone, First Mile is better than Paper Arrow by {mean:.2f} credits a flight"
    assert f"{better} ({low:.2f} to {high:.2f})." in said.out
    more, less = found.beats(*found.names).mean, found.beats(*reversed(found.names)).mean
    assert not untold(said.out, "First Mile", f"{more:.1%} of flights")
    assert f"worse in {less:.1%}, equally well in {found.ties(*found.names).mean:.1%}." in said.out
    assert f"Pairing removes {found.saved(*found.names):.1%} of the variance" in said.out
    credits_line = next(line for line in said.out.splitlines() if line.startswith("  credits  "))
    assert f"{low:.2f} to {high:.2f}" in credits_line
    assert max(map(len, said.out.split("Alone, First Mile is better")[0].splitlines())) <= 80


def test_better_ship_comes_first(command):
    said = command("compare", *reversed(TWO), "--flights", "400", *FEW)
    assert not untold(said.out, "First Mile", "better", "Paper Arrow")


def test_open_verdict_is_told(command):
    said = command("compare", *TWO, "--flights", "20")
    assert not untold(said.out, "In the field", "open", "First Mile", "Paper Arrow")
    assert not untold(said.out, "they differ in only", "a verdict needs 100")


def test_equal_verdict_is_told(command):
    said = command("compare", TWO[0], TWO[0], "--flights", "200", "--margin", "0.5", *FEW)
    assert not untold(said.out, "First Mile and First Mile (2)", "equal", "0.5 credits", "0.00")


def test_three_ships_start_with_ranking(command, ships):
    said = command("compare", *files("I/first-mile", "I/brass-hornet", "I/paper-arrow"), "--flights", "400", *FEW)
    found = analyzer.compare(ships, flights=400, rivals="alone", cards=[8, 4, 2, 12])
    ranked = [line for line in said.out.splitlines() if line[:2] in ("1 ", "2 ", "3 ")][1:]
    assert [line[0] for line in ranked[:3]] == ["1", "2", "3"]
    for row in found.ranking():
        line = " ".join(line for line in ranked if line.startswith(f"{row['rank']} {row['ship']} "))
        assert f"{row['credits']:.2f}" in line
        assert row["groups"] in line.split()


def test_compare_json_matches_python(command, ships, rival):
    shared = ["--flights", "300", "--captain", "bold", "--rivals", *files("I/pocket-freighter"), "--cards", "8,4,2,12"]
    said = command("compare", *TWO, *shared, "--json")
    found = analyzer.compare([ships[0], ships[2]], flights=300, captain="bold", rivals=rival, cards=[8, 4, 2, 12])
    told = json.loads(said.out)
    assert told.pop("other_setting")["setting"] == "alone"
    assert told == json.loads(json.dumps(found.as_dict()))
    assert told["rivals"] == ["Pocket Freighter"]
    assert told["pairs"][0]["difference"]["mean"] == found.difference(*found.names).mean
    assert told["pairs"][0]["verdict"] == found.verdict(*found.names)


@pytest.mark.parametrize(("count", "head"), [(2, "a,b,metric"), (3, "rank,ship,credits")])
def test_compare_exports_a_table(command, tmp_path, count, head):
    ships = files("I/first-mile", "I/paper-arrow", "I/brass-hornet")[:count]
    said = command("compare", *ships, "--flights", "50", *FEW, "--export", "told.csv")
    assert said.code == 0
    assert (tmp_path / "told.csv").read_text().startswith(head)
    assert len(pd.read_csv(tmp_path / "told.csv")) == (len(COMPARED) if count == 2 else 3)


@pytest.mark.long
def test_compare_plots_are_saved(command, tmp_path, sketched):
    said = command("compare", *TWO, "--flights", "50", *FEW, "--plot", "figures")
    assert said.code == 0
    assert {path.name for path in (tmp_path / "figures").iterdir()} == {
        f"{name}.{kind}" for name in ("differences", "credits") for kind in ("png", "svg")
    }


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (TWO[:1], "error: 1 ship: a comparison takes two or more"),
        ([*TWO, "--until", "bored"], "error: until 'bored': use one of decided"),
        ([*TWO, "--margin", "nan"], "error: margin nan: give credits a flight, 0 or more"),
        ([*TWO, "--level", "II"], "fly it at level I"),
        ([*TWO, "--export", "told.txt"], "told.txt: name a file that ends in"),
    ],
)
def test_compare_command_refuses_input(command, arguments, told):
    said = command("compare", *arguments)
    assert said.code == 2
    assert told in said.err
    assert "Traceback" not in said.err


def test_two_ship_plot_splits_credits(found, ships):
    """The plot of two ships shows what the credits consist of."""
    two = analyzer.compare([ships[0], ships[2]], flights=FLIGHTS, rivals="alone")
    axes = analyzer.plots.plot_differences(two).axes[0]
    dots = [float(line.get_xdata()[0]) for line in axes.lines if line.get_marker() == "o"]
    assert dots[0] == pytest.approx(two.difference(*two.names).mean)
    assert dots[0] == pytest.approx(sum(dots[1:]))
    assert axes.get_yticklabels()[0].get_text() == "credits"


def test_many_ship_plot_shows_ranking(found):
    axes = analyzer.plots.plot_differences(found).axes[0]
    dots = [float(line.get_xdata()[0]) for line in axes.lines if line.get_marker() == "o"]
    assert dots == pytest.approx([row["behind"] for row in found.ranking()])
    assert [label.get_text() for label in axes.get_yticklabels()] == [row["ship"] for row in found.ranking()]


def test_notes_name_the_edition(command) -> None:
    """Steady Hauler has squares that board 2021-II does not have, and more of two holds than a box of 2021."""
    twice = ("--edition", "2007", "--edition", "2021", "--repair", "--flights", "2", "--alone", "--cards", "4")
    said = command("compare", str(SHIPS / "II" / "steady-hauler.yaml"), *twice)
    notes = " ".join((said.out + said.err).split())
    assert not untold(notes, "Steady Hauler (2021)", "charged as lost", "row 4 column 7")
    assert not untold(notes, "Steady Hauler (2021)", "one 2021 box")


def test_equal_names_take_file_names(command, tmp_path):
    """Versions of a ship with the same name are called by their files."""
    text = (ROOT / "ships/2007/II/tin-kite.yaml").read_text(encoding="utf-8")
    for name in ("before", "after"):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    paths = [str(tmp_path / f"{name}.yaml") for name in ("before", "after")]
    said = command("compare", *paths, "--flights", "10", *FEW)
    assert not untold(said.out, "Tin Kite (before)", "Tin Kite (after)")
    assert "Tin Kite (2)" in command("compare", paths[0], paths[0], "--flights", "10", *FEW).out
