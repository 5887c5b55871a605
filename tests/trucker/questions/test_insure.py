"""Insurance: what it comes to flight by flight is what flights with it pay; sums, layers and advice by arithmetic."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import analyzer
from analyzer import AnalyzerError
from analyzer.types import InsuranceOf
from tests.doors.command import app
from tests.doors.montecarlo import blocks
from tests.doors.runs import run_each
from tests.doors.trucker_flights import JOININGS, plan
from tests.doors.trucker_questions import answer as advised
from tests.doors.trucker_questions import insured
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
WINDS = SHIPS / "IVC" / "four-winds.yaml"
CAPS = {0: None, 2: 26, 5: 19, 8: 12}
"""Premiums and caps as the rule text prints them."""
FLIGHTS = 160
CARDS = [48, 49, 22, 54]
"""Swarms, pirates and planets: much is lost, something earned, and fewer sorts of cards fly sooner."""
HOW: dict[str, Any] = {"rivals": "alone", "cards": CARDS}


@pytest.fixture(scope="module")
def winds() -> analyzer.Layout:
    return analyzer.load_ship(WINDS)


@pytest.fixture(scope="module")
def found(winds):
    return analyzer.insure(winds, flights=FLIGHTS, seed=4, **HOW)


@pytest.fixture(scope="module")
def plain(winds):
    """The same flights without insurance."""
    return plan([winds], seed=4, cards=CARDS).run(0, FLIGHTS)


def of_losses(often: dict[int, int], money: int | None = None) -> InsuranceOf:
    """Insurance against losses that are given; nothing is earned."""
    return InsuranceOf("x", "", "", Fraction(1), {(lost, 0): n for lost, n in often.items()}, CAPS, money)


@pytest.mark.parametrize("premium", CAPS)
def test_insurance_cost_matches_insured_flights(winds, found, plain, premium):
    """Flights differ in nothing but that insurance, and what they pay is what is told."""
    outcome = plan([replace(winds, insurance=premium)], seed=4, cards=CARDS).run(0, FLIGHTS)
    assert np.array_equal(outcome.components_lost, plain.components_lost)
    paid = outcome.premium[0] + outcome.penalty[0]
    assert found.ships[0].all.choices[premium].cost == analyzer.Histogram.from_values(paid)
    assert found.ships[0].all.choices[premium].difference == analyzer.Histogram.from_values(
        plain.credits[0] - outcome.credits[0]
    )
    beside = outcome.joined[0] == JOININGS.index("L+R")
    assert found["two_beside"].choices[premium].cost == analyzer.Histogram.from_values(paid[beside])


def test_insurance_sums_match_exact(found):
    for one in found.ships[0]:
        exact = analyzer.insurance(one.lost.counts)
        for premium, choice in one.choices.items():
            n = choice.cost.n
            assert choice.cost.mean == float(exact.total[premium])
            assert choice.cost.variance * (n - 1) / n == pytest.approx(float(exact.variance[premium]))
            assert choice.break_even.mean == pytest.approx(float(exact.break_even[premium]))
        assert one.cheapest == exact.cheapest[0]


def test_insured_layouts_add_up(found):
    build = found.ships[0]
    added = sum((one.lost for one in build.layouts.values()), analyzer.Histogram.from_values(np.array([])))
    assert added == build.all.lost
    assert sum(one.chance for one in build.layouts.values()) == 1


def test_layers_pay_by_hand():
    """Losses of 10, 15, 22 and 40, each once."""
    one = of_losses({10: 1, 15: 1, 22: 1, 40: 1})
    assert [(layer.name, layer.price) for layer in one.layers] == [("above 26", 2), ("19 to 26", 3), ("12 to 19", 3)]
    assert [layer.worth.mean for layer in one.layers] == [14 / 4, (3 + 7) / 4, (3 + 7 + 7) / 4]
    assert [choice.pays_from for choice in one.choices.values()] == [None, 28, 24, 20]
    assert [choice.pays.mean for choice in one.choices.values()] == [0, 1 / 4, 1 / 4, 1 / 2]
    layers = dict(zip((2, 5, 8), np.cumsum([layer.worth.mean for layer in one.layers]), strict=True))
    assert {premium: one.choices[premium].break_even.mean for premium in (2, 5, 8)} == layers


@pytest.mark.parametrize(("lost", "best"), [(0, (0,)), (19, (0,)), (20, (0, 8)), (21, (8,)), (24, (8,)), (60, (8,))])
def test_known_loss_advises_extremes(lost, best):
    """Against a known loss a premium of two or five is never the best."""
    one = of_losses({lost: 1000})
    assert one.advised == best
    assert one.cheapest == best[0]
    assert ("no clear difference" in one.advice()) == (len(best) > 1)


def test_unsure_loss_advises_middle_premiums():
    """12 or 60, half each: none 36, 2 costs 2 + 19, 5 costs 5 + 15.5, 8 costs 8 + 12; 60 in 1 of 16: 2 is the best."""
    assert {p: c.cost.mean for p, c in of_losses({12: 500, 60: 500}).choices.items()} == {0: 36, 2: 21, 5: 20.5, 8: 20}
    assert of_losses({0: 1_500_000, 60: 100_000}).advised == (2,)


def test_few_flights_advise_nothing():
    one = of_losses({0: 10, 30: 2})
    assert one.advised == (0, 2, 5, 8)
    assert one.advice() == "too few flights to tell (12)"
    assert {layer.verdict for layer in one.layers} == {"cannot be told"}


def test_nobody_pays_more_than_held():
    """Holding 6 credits against a loss of 40, no premium, 2 and 5 all cost the 6, and 8 cannot be paid."""
    one = of_losses({40: 200}, money=6)
    assert {p: c.cost.mean for p, c in one.choices.items() if c.affordable} == {0: 6, 2: 6, 5: 6}
    assert not one.choices[8].affordable
    assert one.advised == (0, 2, 5)
    earned = InsuranceOf("x", "", "", Fraction(1), {(40, 10): 200}, CAPS, 6)
    assert {p: c.cost.mean for p, c in earned.choices.items() if c.affordable} == {0: 16, 2: 16, 5: 16}
    rich = InsuranceOf("x", "", "", Fraction(1), {(40, 10): 200}, CAPS, 1000)
    assert {p: c.cost.mean for p, c in rich.choices.items()} == {0: 40, 2: 28, 5: 24, 8: 20}


def test_money_counts_flight_earnings(winds):
    """Money at the end is money held, less the premium, plus what the flight brings, but never below 0."""
    outcome = plan([replace(winds, insurance=5)], seed=4, cards=CARDS).run(0, FLIGHTS)
    bare = outcome.credits[0] + outcome.penalty[0] + outcome.premium[0]
    kept = np.maximum(0, 10 + outcome.credits[0])
    told = analyzer.insure(winds, flights=FLIGHTS, seed=4, money=10, **HOW).ships[0].all.choices[5].cost
    assert told == analyzer.Histogram.from_values(10 + bare - kept)


@pytest.mark.usefixtures("workers_of_few")
def test_insurance_survives_merge_and_workers(winds, found, tmp_path):
    """Saved, merged, or flown by workers, the result is the same."""
    halves = []
    for first in (0, FLIGHTS // 2):
        path = tmp_path / f"{first}.save"
        analyzer.insure(winds, flights=FLIGHTS // 2, first=first, seed=4, save=path, workers=1 + (first > 0), **HOW)
        halves.append(path)
    [merged] = analyzer.merge(halves)
    assert merged.ships[0].as_dict() == found.ships[0].as_dict()
    plain = json.loads(json.dumps(found.tally.plain()))
    assert advised.Losses.of_plain(plain) == found.tally
    with pytest.raises(ValueError, match="as many"):
        advised.Losses.of_plain(plain | {"trials": 1})


def test_advice_ignores_held_insurance(winds, found):
    again = analyzer.insure(replace(winds, insurance=8), flights=FLIGHTS, seed=4, **HOW)
    assert again.ships[0].as_dict() == found.ships[0].as_dict()


def test_precision_is_of_differences(winds, monkeypatch):
    monkeypatch.setattr(blocks, "CHECK_STEP", 64)
    told = analyzer.insure(winds, flights=640, seed=4, precision=4.0, **HOW)
    assert max((one.high - one.low) / 2 for _, one in told.estimates("difference")) <= 4.0
    assert 64 < told.flights < 640


@pytest.mark.long
def test_insure_ends_once_steps_are_known(winds):
    """By default each step's worth is known to about 0.25 credits, and a remark tells how to fly all flights."""
    told = analyzer.insure(winds, **HOW)
    steps = [layer.worth.estimate() for ship in told.ships for one in ship for layer in one.layers]
    assert [one for _, one in told.estimates("worth")] == steps
    assert max(one.high - one.low for one in steps) / 2 == pytest.approx(0.25, abs=0.02)
    assert 2_048 < told.flights < 20_000
    assert any("flights=20000" in note for note in told.notes())


def test_layout_flown_once_ends_no_run(winds, monkeypatch):
    """If a layout has only one of the first two flights, they cannot tell how many it needs."""
    experiment = insured(plan([winds], seed=3, cards=CARDS))
    monkeypatch.setattr(type(experiment), "PILOT", 2, raising=False)
    (ended,) = run_each([experiment], None, 64, enough={"worth": 100.0}, workers=1)
    assert ended.flights == 64


def test_only_builds_are_insured():
    hauler = analyzer.load_ship(SHIPS / "II" / "steady-hauler.yaml")
    with pytest.raises(AnalyzerError, match="this works for fleets of class IVC only"):
        analyzer.insure(hauler, flights=1, rivals="alone")
    with pytest.raises(AnalyzerError, match="give a Layout"):
        analyzer.insure(5, flights=1, rivals="alone")  # type: ignore[arg-type]
    with pytest.raises(AnalyzerError, match="money"):
        insured(plan([analyzer.load_ship(WINDS)]), -1)


def run(*args: str):
    return CliRunner().invoke(app, ["insure", *args], env={"COLUMNS": "200"})


@pytest.mark.usefixtures("flown_once")
def test_insure_command_tells_all(found, tmp_path):
    table = tmp_path / "table.csv"
    asked = [str(WINDS), "--alone", "--flights", str(FLIGHTS), "--seed", "4", "--cards", ",".join(map(str, CARDS))]
    told = run(*asked, "--export", str(table))
    assert told.exit_code == 0, told.output
    for words in ("before the dice fall", "two beside", "above 26", "do not defend less", "break even"):
        assert words in told.output
    import pandas as pd

    read = pd.read_csv(table, keep_default_na=False)
    row = read[(read.layout == "three") & (read.joined == "") & (read.premium == 8)].iloc[0]
    assert row["cost"] == pytest.approx(found["three"].choices[8].cost.mean)
    [facts] = json.loads(run(*asked, "--json").output)
    assert facts["ships"][0]["layouts"] == json.loads(json.dumps(found.ships[0].as_dict()["layouts"]))


def test_several_builds_share_a_table():
    builds = str(WINDS), str(WINDS.with_name("stove-row.yaml"))
    told = run(*builds, "--alone", "--flights", "20", "--money", "20", "--cards", "48")
    assert told.exit_code == 0, told.output
    assert "which premium to take, by layout" in told.output
    assert "nobody pays more than they hold" in told.output


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ([str(SHIPS / "II" / "steady-hauler.yaml")], "board 2007-II"),
        ([str(WINDS), "--money", "-3"], "money -3"),
        ([str(WINDS), "--level", "II"], "not at level II"),
        ([], "SHIP"),
    ],
)
def test_insure_command_refuses_input(command, args, named):
    said = command("insure", *args)
    assert said.code == 2, said.told
    assert named in said.told


@pytest.mark.long
def test_advised_premiums_follow_layout(winds, tmp_path, monkeypatch):
    """The premium follows from the flight's layout, and insurance changes no loss."""
    from tests.doors.trucker_flights import layout_of

    monkeypatch.setattr(advised, "FLIGHTS_TO_ADVISE", 60)
    experiment = plan([winds], seed=6, cards=CARDS, insurance="advised")
    outcome, plain = experiment.run(0, 40), plan([winds], seed=6, cards=CARDS).run(0, 40)
    found = analyzer.insure(winds, flights=60, seed=advised.SEED, **HOW).advised
    expected = np.array([found[layout_of(JOININGS[code])] for code in outcome.joined[0]])
    assert np.array_equal(outcome.premium[0], expected)
    assert len(set(expected)) > 1
    caps = np.array([CAPS[premium] if premium else 10**6 for premium in expected])
    assert np.array_equal(outcome.penalty[0], np.minimum(plain.components_lost[0], caps))
    assert np.array_equal(outcome.components_lost, plain.components_lost)
    paths = [tmp_path / f"{seed}.save" for seed in (6, 7)]
    for path, seed in zip(paths, (6, 7), strict=True):
        analyzer.fly([winds], flights=10, seed=seed, insurance="advised", save=path, **HOW)
    [merged] = analyzer.merge(paths)
    assert merged.flights == 20
    assert any("Insured as advised" in note for note in merged.notes())


def test_premiums_may_differ_by_way(winds):
    """5 where it is one large ship, nothing elsewhere: written into the experiment as advice would be."""
    rows = (tuple(5 if way == JOININGS[-1] else 0 for way in JOININGS),)
    outcome = replace(plan([winds], seed=6, cards=CARDS), premiums=rows).run(0, 80)
    large = outcome.joined[0] == len(JOININGS) - 1
    assert set(outcome.premium[0, large]) == {5}
    assert set(outcome.premium[0, ~large]) == {0}
    assert outcome.penalty[0, large].max() <= 19 < outcome.penalty[0, ~large].max()


def test_wrong_premium_is_refused(winds):
    for wrong in ("cheap", [5, "advised"], 3):
        with pytest.raises(AnalyzerError, match="insurance"):
            analyzer.fly([winds], flights=1, insurance=wrong, rivals="alone")
