"""Ships and results describe themselves in words; their metrics can be asked for by name, completed and iterated."""

from __future__ import annotations

from math import sqrt
from typing import get_type_hints

import numpy as np
import pytest

import analyzer
from analyzer import Chance, Estimate, Histogram
from tests.doors.answers import Description
from tests.doors.trucker_flights import METRICS, MetricAttributes
from tests.facts import untold
from tests.places import ROOT
from tests.short_route import ALONE, SHORT

SHIPS = ROOT / "ships/2007"
FURTHER = ("brass-hornet", "pocket-freighter")


@pytest.fixture(scope="module")
def ships():
    return [analyzer.load_ship(SHIPS / f"{name}.yaml") for name in ("I/first-mile", "I/paper-arrow")]


@pytest.fixture(scope="module")
def result(ships):
    return analyzer.race(ships, flights=300, seed=2)


@pytest.fixture(scope="module")
def answers(ships, result):
    """One of every kind of result."""
    effects = analyzer.card_effects(ships[:1], flights=60, rivals="alone")
    course = analyzer.course(ships[:1], flights=60, **ALONE)
    weak = analyzer.weak_points(ships[0], flights=30, **ALONE)
    swap = analyzer.swap(ships[1], (8, 6), flights=30, **ALONE)
    journey = analyzer.journey([ships, ships[::-1]], flights=30, cards=[SHORT, SHORT])
    return {
        "result": result,
        "ship result": result["First Mile"],
        "comparison": analyzer.compare(ships, flights=200, **ALONE),
        "ranking": analyzer.compare([*ships, analyzer.load_ship(SHIPS / "I/brass-hornet.yaml")], flights=100, **ALONE),
        "effects": effects,
        "effects on a ship": effects["First Mile"],
        "effect": effects["First Mile"].cards[0],
        "course": course,
        "course of a ship": course["First Mile"],
        "weak": weak,
        "worth": weak.rows[0],
        "swap": swap,
        "one swap": swap.rows[0],
        "parts": analyzer.parts(ship=ships[0], kinds=["cannon"]),
        "journey": journey,
        "standing": journey.truckers[0],
        "editions": analyzer.compare_editions(ships[0], flights=60, rivals="alone"),
        "hazards": analyzer.hazard_table(ships[0]),
        "exact": analyzer.exact(ships[0], card="2007/28"),
        "report": analyzer.report(ships, flights=60, **ALONE),
        "ship": ships[0],
        "captain": analyzer.tune_captain(ships[0], flights=20, **ALONE),
    }


def test_chances_are_attributes_of_results(result):
    """Arrived by the codes of endings: 0 is `arrived`; the interval is Wilson's of that share."""
    ship = result["First Mile"]
    hits = ship.ending.counts[0]
    assert isinstance(ship.arrived, Chance)
    assert ship.arrived.mean == hits / 300
    assert ship.arrived.estimate() == Estimate.from_share(hits, 300)
    assert ship.loss.mean == sum(times for value, times in ship.credits.counts.items() if value < 0) / 300
    assert ship.measured("arrived") == ship.arrived.estimate()
    assert (ship.arrived + ship.arrived).n == 600
    assert isinstance(ship.arrived + ship.arrived, Chance)


def test_histogram_std_is_sample_deviation():
    """1 and 3 differ from their mean 2 by 1 each: the sample variance is 2 / 1."""
    assert Histogram.from_values(np.array([1, 3])).std == pytest.approx(sqrt(2))


@pytest.mark.long
def test_metrics_are_completed_and_typed(result, answers):
    """Every metric and column is listed by `dir`, and named for type checkers with what it is."""
    assert set(METRICS.by_name) | set(METRICS.columns) <= set(dir(result["First Mile"]))
    assert {"credits_1", "final", "arrived_2"} <= set(dir(answers["standing"]))
    hints = get_type_hints(MetricAttributes)
    assert {*hints, "place"} == set(METRICS.by_name) | set(METRICS.columns)  # places are a sort of their own
    assert {name for name, kind in hints.items() if kind is Chance} == {metric.name for metric in METRICS.chances}
    assert result._ipython_key_completions_() == ["First Mile", "Paper Arrow"]
    with pytest.raises(AttributeError, match=r"no metric 'arived'.*arrived"):
        result["First Mile"].arived  # noqa: B018


def test_results_iterate_over_their_parts(result, answers):
    assert [ship.name for ship in result] == ["First Mile", "Paper Arrow"]
    assert len(result) == 2
    assert [one.name for one in answers["comparison"]] == ["First Mile", "Paper Arrow"]
    assert answers["comparison"]["Paper Arrow"].credits.n == 200
    assert [ship.name for ship in answers["course"]] == ["First Mile"]
    assert [ship.name for ship in answers["effects"]] == ["First Mile"]
    assert len(list(answers["effects on a ship"])) == len(answers["effects on a ship"].cards)
    assert [trucker.name for trucker in answers["journey"]] == ["trucker 1", "trucker 2"]
    assert len(list(answers["editions"])) == 2
    assert next(iter(answers["weak"])) is answers["weak"].rows[0]


@pytest.mark.long
def test_answers_hide_their_internals(answers):
    for kind, answer in answers.items():
        said, page = repr(answer), answer._repr_html_()
        for trace in ("object at", "Layout(", "Component(", "Histogram(", "array(", "Fraction(", "=("):
            assert trace not in said, f"{kind}: {trace}"
            assert trace not in page, f"{kind}: {trace}"
        assert "<table" in page, kind
        assert said.strip(), kind


def test_answers_show_metric_labels(answers):
    names = [name for name in METRICS.by_name if "_" in name]
    shown = [
        metric for metric in METRICS.listed if metric.in_tables and not (metric.contested or metric.column == "ending")
    ]
    for kind in ("result", "ship result", "comparison", "editions"):
        for text in (repr(answers[kind]), answers[kind]._repr_html_()):
            assert not [name for name in names if name in text], kind
            assert all(metric.label in text for metric in shown), kind
    mean, low, high = answers["ship result"].measured("arrived")
    assert f"{mean:.2%} {low:.2%} to {high:.2%}" in " ".join(repr(answers["result"]).split())


def test_comparison_ends_with_verdicts(answers):
    found = answers["comparison"]
    assert repr(found).endswith("\n".join(found.verdicts_in_words()))
    assert found.heading() in repr(found)


def test_open_verdicts_share_one_sentence(ships):
    """Two flights tell no ship of four apart: each pair must differ in 100."""
    four = [*ships, *(analyzer.load_ship(SHIPS / f"I/{name}.yaml") for name in FURTHER)]
    (shared,) = analyzer.compare(four, flights=2, **ALONE).verdicts_in_words()
    assert not untold(shared, "rows 1 to 4", "flights", "100 flights")
    assert not [ship.name for ship in four if ship.name in shared]


def test_ship_shows_drawing_and_facts(ships):
    ship = ships[0]
    said, page = str(ship), ship._repr_html_()
    assert said.startswith("First Mile (2007, board I, 18 components)")
    assert len([line for line in said.splitlines() if "┌" in line]) == len({row for row, _ in ship.components})
    assert f"exposed     {ship.exposed_connectors()} connectors" in said
    assert "<svg" in page
    assert f"<td>{ship.exposed_connectors()} connectors</td>" in page
    assert "nothing is built" in str(analyzer.Layout.from_components("2007-I", []))


def test_flawed_ship_names_its_flaws(ships):
    start, *_ = ships[0].components
    flawed = analyzer.Layout("<Bent>", ships[0].board, {**ships[0].components, (5, 5): ships[0].components[start]})
    assert f"flaws       {flawed.flaws()[0]}" in str(flawed)
    assert "<Bent>" not in flawed._repr_html_()
    assert "&lt;Bent&gt;" in flawed._repr_html_()


def test_functions_among_facts_wait_for_json():
    asked = []
    described = Description("who", "", {"slow": lambda: asked.append("slow") or {"inner": lambda: 3}}, ["A sentence."])
    assert [*described.parts] == ["A sentence."]
    assert not asked
    assert described.as_dict() == {"slow": {"inner": 3}, "notes": []}


def test_blank_integers_stay_integers():
    """Pandas makes floats of integers with blanks, which exports would write as 1.0."""
    rows = [{"flight": 1, "mean": 2.0}, {"flight": None, "mean": 3.0}]
    table = Description("who", "", flat=lambda: rows, integers=["flight", "absent"]).tidy()
    assert table.flight.dtype.name == "Int64"
    assert [*table.flight.isna()] == [False, True]
    assert [*table["mean"]] == [2.0, 3.0]
