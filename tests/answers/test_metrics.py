"""Metrics: one record says what is told of a trial, and everything else is read from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, Estimate, Histogram, lorry, starship
from tests.doors.answers import metrics as metrics_module
from tests.doors.lorry import OF_RACES
from tests.doors.runs import WORLDS, glossary
from tests.doors.starship import OF_TURNS
from tests.doors.statistics import CorrectedMean
from tests.doors.trucker_flights import METRICS
from tests.facts import untold
from tests.places import ROOT

pytestmark = pytest.mark.usefixtures("flown_once")

SHIPS = ROOT / "ships" / "2007" / "II"
HAULER, KITE = str(SHIPS / "steady-hauler.yaml"), str(SHIPS / "tin-kite.yaml")

END = ("home", "lost", "sunk")
OF_TRIPS = metrics_module.Metrics(
    listed=(
        metrics_module.Metric("home", "came home", "end", (0, 0)),
        metrics_module.Metric("gone", "did not", "end", (1, 2)),
        metrics_module.Metric("fish", "fish caught"),
        metrics_module.Metric("nets", "nets torn", in_tables=False),
        metrics_module.Metric("money", "money made"),
    ),
    score="money",
    unit="coins",
    parts={"fish": 1, "nets": -1},
    words={"end": END},
)


def test_columns_list_each_source_once():
    assert OF_TRIPS.columns == ("end", "fish", "nets", "money")
    assert [metric.name for metric in OF_TRIPS.chances] == ["home", "gone"]
    assert [metric.name for metric in OF_TRIPS.means] == ["fish", "nets", "money"]
    assert OF_TRIPS["fish"].column == "fish"
    assert OF_TRIPS["home"].column == "end"
    assert [OF_TRIPS[name].is_chance for name in ("home", "fish")] == [True, False]


def test_measured_gives_shares_and_means():
    """One of four trips ends with code 0 and two with 1 or 2; fish 1, 2, 3, 6: mean 3."""
    values = {"end": [0, 1, 2, 5], "fish": [1, 2, 3, 6]}
    histograms = {name: Histogram.from_values(np.array(each)) for name, each in values.items()}
    assert OF_TRIPS.measured("home", histograms).mean == 0.25
    assert OF_TRIPS.measured("gone", histograms).mean == 0.5
    fish = OF_TRIPS.measured("fish", histograms)
    assert isinstance(fish, Estimate)
    assert fish.mean == 3
    assert fish == histograms["fish"].estimate()
    assert OF_TRIPS.measured("gone", histograms) == histograms["end"].chance(1, 2)


def test_with_chances_adds_indicator_columns():
    columns = {"end": np.array([[0, 1, 2, 3]]), "fish": np.array([[4, 5, 6, 7]])}
    told = OF_TRIPS.with_chances(columns)
    assert told["home"].tolist() == [[1, 0, 0, 0]]
    assert told["gone"].tolist() == [[0, 1, 1, 0]]
    assert told["fish"].tolist() == [[4, 5, 6, 7]]
    assert told["home"].dtype == np.int64
    assert set(columns) == {"end", "fish"}


def test_unknown_metric_suggests_nearest_name():
    with pytest.raises(AnalyzerError, match=r"'fisch'.*fish.*home, gone, fish, nets, money"):
        OF_TRIPS["fisch"]


def test_flight_table_orders_its_blocks():
    """The score comes first, then arrival, then the parts of the score."""
    first, second, *_ = METRICS.blocks
    assert next(iter(METRICS.by_name)) == METRICS.score == "credits"
    assert [metric.name for metric in METRICS.blocks[first]] == ["credits", "loss", "purse", "worst_5_percent"]
    assert METRICS.blocks[second][0].name == "arrived"
    made_of = next(block for block in METRICS.blocks.values() if block[0].name in METRICS.parts)
    assert {metric.name for metric in made_of} == set(METRICS.parts) < set(METRICS.columns)


def test_metrics_have_unit_meaning_and_name():
    told = [metrics for game in WORLDS for metrics in glossary(game).metrics.values()]
    assert sum(len(metrics.by_name) for metrics in told) > 130
    for metrics in told:
        for metric in metrics.by_name.values():
            assert metric.meaning
            assert metric.is_chance or metric.unit, metric.name
            assert metric.label.replace(" ", "_") == metric.name.replace(" ", "_")
            assert metrics[metric.label] is metrics[metric.name] is metric


def test_metrics_page_matches_records(command):
    page = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
    for metric in (*METRICS.listed, *METRICS.tails, *OF_TURNS.listed, *OF_RACES.listed):
        assert f"`{metric.name}`" in page
        assert f"| {metric.meaning} |" in page
    games = [line for line in page.splitlines() if line.startswith("## ")]
    assert games == ["## Galaxy Trucker: metrics", "## Starship Catan: metrics", "## Cosmic Lorry: metrics"]
    said = command("metrics", "-o", "m.md")
    assert (said.code, Path("m.md").read_text(encoding="utf-8")) == (0, page)
    assert all(f"  {metric.name} " in said.out for metric in METRICS.listed)
    assert {row["metric"] for row in json.loads(command("metrics", "--json").out)["metrics"]} > set(METRICS.by_name)
    assert command("metrics", "-o", f"{__file__}/m.md").code == 2


@pytest.mark.parametrize(("game", "metrics"), [("starship", OF_TURNS), ("lorry", OF_RACES)])
def test_metrics_verb_lists_each_game(command, game, metrics):
    listed = json.loads(command(game, "metrics", "--json").out)["metrics"]
    rows = {row["metric"]: row for row in reversed(listed)}  # those of turns and races stand before those of pairs
    for metric in metrics.listed:
        assert rows[metric.name]["label"] == metric.name.replace("_", " ")
        assert rows[metric.name]["unit"] == ("share of trials" if metric.within else metric.unit)
    said = command(game, "metrics", "-o", "m.md")
    assert said.code == 0
    assert all(f"  {metric.name} " in said.out for metric in metrics.listed)
    own = Path("m.md").read_text(encoding="utf-8").split("\n## ")[1]
    assert own.split("\n- name: ")[0] in (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")


def test_tail_is_mean_of_worst():
    """5% of 40 values are the 2 lowest; of 30, the lowest and half of the next."""
    tail = metrics_module.Metric("worst", "the worst", "fish", tail=0.05)
    assert tail.of(Histogram.from_values(np.array([-7, 1, *[5] * 38]))).mean == pytest.approx((-7 + 1) / 2)
    assert tail.of(Histogram.from_values(np.array([-7, 1, *[5] * 28]))).mean == pytest.approx((-7 + 0.5) / 1.5)
    assert Histogram.from_values(np.array([3] * 9)).worst() == (3, 3, 3)
    assert Histogram.from_values(np.array([4, 6])).worst(1.0).mean == 5
    assert Histogram.from_values(np.array([4])).worst().high == np.inf
    for share in (0, 1.5, -1):
        with pytest.raises(AnalyzerError, match="give a share"):
            Histogram.from_values(np.array([4, 6])).worst(share)


def test_tail_intervals_cover_the_truth():
    """The worst 5% of 0 to 99, all alike, are 0 to 4: 2 in the mean."""
    rng = np.random.default_rng(7)
    found = [Histogram.from_values(rng.integers(0, 100, 4000)).worst() for _ in range(400)]
    covered = sum(low <= 2 <= high for _, low, high in found)
    assert 0.92 < covered / len(found) < 0.98
    assert np.mean([mean for mean, _, _ in found]) == pytest.approx(2, abs=0.1)


@pytest.mark.long
def test_tail_is_shown_but_never_compared(command):
    said = json.loads(command("fly", HAULER, "--alone", "--flights", "400", "--json").out)[0]["ships"][0]
    counts = sorted(int(value) for value, times in said["counts"]["credits"].items() for _ in range(times))
    assert said["metrics"]["worst_5_percent"]["mean"] == pytest.approx(np.mean(counts[:20]))
    told = command("fly", HAULER, "--alone", "--precision", "worst 5 percent=900", "--flights", "400")
    assert (told.code, f"worst 5 percent  {np.mean(counts[:20]):>6.3f}" in told.out) == (0, True), told.err
    refused = command("compare", HAULER, KITE, "--precision", "worst_5_percent=1")
    assert (refused.code, "no metric 'worst_5_percent'" in refused.told) == (2, True)


# Tables of flights


def lines_of(text: str) -> dict[str, list[str]]:
    """By block of the first table its rows."""
    blocks: dict[str, list[str]] = {}
    told = text[text.index("what it earns") :].split("credits  (share", maxsplit=1)[0]
    for line in told.splitlines():
        if not line.startswith(" "):
            blocks[line.strip()] = []
        else:
            blocks[next(reversed(blocks))].append(line.strip())
    return blocks


def test_fly_table_has_blocks_with_units(command):
    blocks = lines_of(command("fly", HAULER, "--flights", "300", "--alone").out)
    counts = json.loads(command("fly", HAULER, "--flights", "300", "--alone", "--json").out)[0]["ships"][0]["counts"]
    ended = {name: counts["ending"].get(str(code), 0) for code, name in enumerate(METRICS.words["ending"])}
    missing = [METRICS[name].label for name, times in ended.items() if not times]
    assert missing
    assert [*blocks][:3] == ["what it earns (credits)", "how it ends", "what credits are made of (credits)"]
    assert [line.split("  ")[0] for line in blocks["what it earns (credits)"]] == ["credits", "loss", "worst 5 percent"]
    assert "on the way (cards, components, flight days)" in blocks
    never = next(block for block in blocks if block.startswith("Did not happen: "))
    assert not untold(never, ", ".join(missing), "1.26%")
    assert [line.split("  ")[0] for line in blocks["how it ends"]] == [
        METRICS[name].label for name, times in ended.items() if times
    ]


@pytest.mark.long
def test_contest_chances_need_rivals(command):
    told = command("fly", HAULER, "--flights", "300", "--rivals", KITE)
    block = lines_of(told.out)["against the others"]
    found = json.loads(command("fly", HAULER, "--flights", "300", "--rivals", KITE, "--json").out)[0]["ships"][0]
    counts = found["counts"]["wealth"]
    assert block[1].startswith(f"richest  {(300 - counts['0']) / 300:>17.2%}"[:7])
    assert f"{(300 - counts['0']) / 300:.2%}" in block[1]
    assert f"{counts['2'] / 300:.2%}" in block[2]
    assert f"{found['counts']['place'].get('1', 0) / 300:.2%}" in block[0]


@pytest.mark.long
def test_chance_differences_are_in_points(command):
    told = command("compare", HAULER, KITE, "--flights", "100").out
    row = next(line for line in told.splitlines() if line.startswith("  arrived "))
    both = json.loads(command("compare", HAULER, KITE, "--flights", "100", "--json").out)["differences"]
    arrived = next(one for one in both if one["metric"] == "arrived")
    assert f" {100 * arrived['difference']:.2f} points " in row
    assert "% to" not in row
    assert not untold(told, "variance removed:", "difference")


def test_lowest_share_counts_worst_trials():
    """The lowest 5% of 40 values are the 2 lowest."""
    worst = Histogram.from_values(np.array([-7, 1, *[5] * 38])).lowest_share(0.05)
    assert worst.counts == {-7: 1, 1: 1}
    assert Histogram.from_values(np.array([3, 3, 3])).lowest_share(0.5).counts == {3: 2}


def test_tail_attribute_agrees_with_table():
    """The interval allows for the end of the tail, in the attribute as in the table, also after two are merged."""
    ship = analyzer.fly(BOUNDED_BY_SHIP, flights=90, seed=3, workers=1)["Steady Hauler"]
    row = next(row for row in ship.rows() if row["metric"] == "worst_5_percent")
    tail = ship.worst_5_percent
    assert (tail.mean, *tail.interval()) == (row["mean"], row["low"], row["high"])
    values = np.arange(100)
    halves = [Histogram.from_values(some).lowest_share(0.1) for some in (values[::2], values[1::2])]
    assert (halves[0] + halves[1]).estimate() == Histogram.from_values(values).worst(0.1)


BOUNDED_BY_SHIP = analyzer.load_ship(SHIPS / "steady-hauler.yaml")
TWO_SHIPS = [ROOT / "ships/2007/I/first-mile.yaml", BOUNDED_BY_SHIP]


def results_that_bound() -> list[Any]:
    """One result of every sort of experiment that knows more of its bounds than its metrics say."""
    fleet = analyzer.load_ship(ROOT / "ships/2007/IVC/bristling-bow.yaml")
    return [
        analyzer.fly([BOUNDED_BY_SHIP], flights=1, rivals="alone"),
        analyzer.fly([fleet], flights=1, rivals="alone"),
        lorry.race(ROOT / "ships/lorry/tiny.yaml", 1),
        lorry.fly(ROOT / "ships/lorry/tiny.yaml", 1),
        starship.fly(ROOT / "ships/starship/midgame.yaml", 1),
        starship.adventures(ROOT / "ships/starship/midgame.yaml", games=1),
        analyzer.journey([TWO_SHIPS], flights=1, rivals="alone"),
    ]


@pytest.mark.long
def test_metrics_have_bounds_or_reason() -> None:
    """A reason that leaves the bounds to results is kept by those results."""
    told = [(result.experiment.metrics, result.reach(0), True) for result in results_that_bound()]
    known = {id(metrics) for metrics, _, _ in told}
    told += [
        (metrics, metrics.reach, False) for game in WORLDS for metrics in glossary(game).metrics.values()
        if id(metrics) not in known
    ]  # fmt: skip
    assert len(told) > 12
    for metrics, reach, is_of_result in told:
        for metric in metrics.means:
            ends, why = reach.get(metric.column, (-np.inf, np.inf)), metrics.bounds.get(metric.column)
            says_why = isinstance(why, str) and len(why) > 20 and not (is_of_result and "result knows" in why)
            assert np.isfinite(ends).all() or says_why, metric.name
            assert (
                metrics_module.bounds_of(metrics, metric)["most"] is not None
                or metrics_module.bounds_of(metrics, metric)["unbounded"]
            )
        assert all(metric.column in metrics.columns for metric in metrics.tails)


@pytest.mark.parametrize("flights", [1, 2, 3, 5, 40])
def test_few_flights_stay_within_bounds(flights: int) -> None:
    """Level II charges at most 8 for losses, and cards pay nothing below 0."""
    one = analyzer.fly([BOUNDED_BY_SHIP], flights=flights, rivals="alone").ships[0]
    for name in ("credits", "worst_5_percent"):
        mean, low, high = one.measured(name)
        assert -8 <= low <= mean <= high < 300
    assert one.credits.reach[0] == -8


def test_journeys_stay_within_bounds() -> None:
    """Level I charges 5 at most, level II 8; a ship cannot lose more components than it has; two flights add up."""
    one = analyzer.journey([TWO_SHIPS], flights=1, rivals="alone").truckers[0]
    means = [f"{name}_{leg}" for name in ("credits", "held", "components_lost", "place") for leg in (1, 2)]
    assert all(np.isfinite(one.histograms[name].interval()).all() for name in (*means, "final"))
    assert [one.histograms[f"credits_{leg}"].reach[0] for leg in (1, 2)] == [-5, -8]
    assert one.histograms["components_lost_2"].reach == (0, len(BOUNDED_BY_SHIP.components))
    assert one.final.reach == (0, sum(one.histograms[f"credits_{leg}"].reach[1] for leg in (1, 2)))


def test_titles_move_bounds_of_credits() -> None:
    """Each of two titles pays 2 on level I; one title pays 4 on level II and 12 in gold on level III."""
    ships = [next((ROOT / "ships/2021" / level).glob("*.yaml")) for level in ("I", "II", "III")]
    journey = analyzer.journey([ships, ships], 2, titles=True, names=["one", "other"])
    histograms = journey.truckers[0].histograms
    assert [histograms[f"titles_{leg}"].reach for leg in (1, 2, 3)] == [(0, 4), (0, 4), (0, 12)]


def test_lorry_counts_are_bounded_by_boxes() -> None:
    """A box holds at most two tracks, so a special box is met twice at most; nine boxes are planets."""
    one = lorry.race(ROOT / "ships/lorry/sixteen-by-ten.yaml", 1)
    kinds = [special.kind for special in one.experiment.galaxy.specials]
    reach = one.reach(0)
    assert reach["extra"] == (0, 2 * (kinds.count("rocket") + kinds.count("asteroid")))
    assert reach["filled"] == (0, 2 * kinds.count("black_hole"))
    assert reach["rounds"] == reach["passed"] == (0, 2 * (16 * 10 - 9) + 1)


def test_differences_stay_within_bounds() -> None:
    """Penalties lie between 0 and 8, so that they differ by 8 at most."""
    compared = analyzer.compare([BOUNDED_BY_SHIP, analyzer.load_ship(KITE)], flights=2, rivals="alone")
    for metric in ("penalty", "loss", "purse"):
        _, low, high = compared.difference(*compared.names, metric)
        assert -300 < low <= high < 300
    assert all(-8 <= end <= 8 for end in compared.difference(*compared.names, "penalty"))
    assert all(row["low"] >= -8 for row in compared.ranking())


def test_corrected_mean_stays_within_bounds() -> None:
    corrected = Histogram.from_values(np.array([0, 0, 1])).reaching((0, 8)).sharpened(CorrectedMean(-0.5, 0.1, 0.2))
    assert corrected.mean == 0
    assert corrected.estimate()[:2] == (0, 0)
    assert corrected.plain.mean == pytest.approx(1 / 3)


def test_lowest_value_alone_is_open() -> None:
    """A twentieth of three values is one of them: nothing tells how low others lie."""
    few = Histogram.from_values(np.array([14, 20, 44]))
    assert few.worst().low == -np.inf
    assert few.reaching((-8, 200)).worst().low == -8
