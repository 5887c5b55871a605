"""Many layouts in one stack: every flight is that of the ship by itself; what flights are worth by a goal."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.runs import rebuild
from tests.doors.trucker_flights import Experiment, Span, fly_spans, plan
from tests.doors.trucker_questions import GoalExperiment, Round, bench_for, halve, load_goal
from tests.places import ROOT
from tests.trucker.shipyard import some_ships

SHIPS = ROOT / "ships" / "2007"
FLIGHTS = 40
CARDS = [8, 0, 2, 4, 12]
"""Few sorts of cards, which fly sooner than whole decks."""


def load(name: str) -> analyzer.Layout:
    return analyzer.load_ship(SHIPS / f"{name}.yaml")


@pytest.fixture(scope="module")
def arrow() -> analyzer.Layout:
    return load("I/paper-arrow")


@pytest.fixture(scope="module")
def variants(arrow) -> list[analyzer.Layout]:
    """The ship, two without a component each, and one that needs repair: two components hang on that which is gone."""
    alone = [arrow.hull.squares[at] for at, off in arrow.hull.breaks_off.items() if off.bit_count() == 1]
    flawed = arrow.without([(8, 5)])
    assert len(flawed.flaws()) == 2
    return [arrow, arrow.without(alone[:1]), arrow.without(alone[-1:]), flawed]


def test_stacked_ships_fly_as_alone(arrow, variants):
    """Flawed ships fly as after repair, which is charged, and all against the same rival."""
    mile = load("I/first-mile")
    how: dict[str, Any] = {"seed": 3, "rivals": [mile], "repair": True, "cards": CARDS}
    flown = analyzer.fly_each(variants, flights=FLIGHTS, first=7, metrics=["credits", "penalty", "arrived"], **how)
    assert {name: values.shape for name, values in flown.items()} == dict.fromkeys(flown, (4, FLIGHTS))
    removed = []
    for number, ship in enumerate(variants):
        alone = plan([ship], **how)
        removed.append(len(alone.removed[0]))
        own = alone.run(7, FLIGHTS)
        assert np.array_equal(flown["credits"][number], own.credits[0])
        assert np.array_equal(flown["penalty"][number], own.penalty[0])
        assert np.array_equal(flown["arrived"][number], own.ending[0] == 0)
    assert removed == [0, 0, 0, 2]


def test_mended_ships_share_the_stack(monkeypatch, variants):
    stacks = []
    real = Experiment.simulate_many

    def noting(self, convoys, *rest, **how):
        stacks.append(len(convoys))
        return real(self, convoys, *rest, **how)

    monkeypatch.setattr(Experiment, "simulate_many", noting)
    analyzer.fly_each(variants, flights=5, repair=True, rivals="alone")
    assert stacks == [4]
    analyzer.fly_each(variants, flights=5, repair=True, learning=True, rivals="alone")
    assert sorted(stacks[1:]) == [1, 3]  # who had to mend starts last: by itself


def test_two_boards_share_a_stack():
    """Boards III and IIIa: their rows are numbered the other way round."""
    one, other = load("III/night-mail"), load("IIIa/glass-comet")
    experiment = plan([one], seed=9, cards=[48, 49, 42, 53, 45])
    both = [*experiment.outcomes_by_convoy([[one.hull], [other.hull]], 0, FLIGHTS)]
    for ship, outcome in zip((one, other), both, strict=True):
        alone = experiment.simulate([ship.hull], 0, FLIGHTS)[1]
        assert all(np.array_equal(alone.columns()[name], column) for name, column in outcome.columns().items())


def test_spans_fly_as_alone():
    """Other seeds, numbers, starting places and hulls share a stack; two spans have the same flights."""
    mile, arrow = load("I/first-mile"), load("I/paper-arrow")
    one, other = (plan([mile, arrow], seed=seed, cards=CARDS, start=start) for seed, start in ((3, 1), (4, None)))
    swapped = [arrow.hull, mile.hull]
    spans = [Span(one, 7, 12), Span(other, 0, 9), Span(one, 7, 12, swapped), Span(one, 8, 3)]
    for span, flown in zip(spans, fly_spans(spans), strict=True):
        alone = span.experiment.simulate(span.hulls or span.experiment.hulls, span.first, span.flights)[1]
        assert all(np.array_equal(alone.columns()[name], row) for name, row in flown.outcome.columns().items())
        assert np.array_equal(np.bitwise_count(flown.lost), alone.components_lost[0])


def test_bench_tells_all_faults(arrow):
    with pytest.raises(AnalyzerError) as told:
        analyzer.fly_each([arrow, load("II/tin-kite"), load("flawed/quiz")], rivals="alone")
    assert len(told.value.faults) == 2
    with pytest.raises(AnalyzerError, match="no ships"):
        analyzer.fly_each([], rivals="alone")
    with pytest.raises(AnalyzerError, match="no metric"):
        analyzer.fly_each([arrow], metrics=["luck"], rivals="alone")


@pytest.mark.parametrize(
    ("said", "prices"),
    [
        ("credits", {"credits": 1}),
        ("credits-2*penalty", {"credits": 1, "penalty": -2}),
        (" 100 * arrived + (credits - penalty) * 3 ", {"arrived": 100, "credits": 3, "penalty": -3}),
        ("penalty", {"penalty": -1}),
        ("+penalty", {"penalty": 1}),
        ("-components_lost", {"components_lost": -1}),
        ("win", {"richest_alone": 1}),
        ("credits+crew-credits", {"crew": 1}),
    ],
)
def test_goal_holds_metric_prices(said, prices):
    assert dict(load_goal(said).prices) == prices
    assert load_goal(load_goal(said)) == load_goal(said)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("", "give a metric"),
        ("credits-", "cannot be read"),
        ("luck+fortune", "no metric 'luck'"),
        ("luck+fortune", "no metric 'fortune'"),
        ("credits*credits", "no metric with a price"),
        ("0.5*credits", "whole numbers"),
        ("credits/2", "no metric with a price"),
        ("9**9**9", "no metric with a price"),
        ("__import__('os')", "no metric with a price"),
        ("credits[0]", "no metric with a price"),
        ("7", "no metric with a price"),
        ("credits-credits", "names no metric that counts"),
        ("9999999*credits", "too high"),
        ("worst_5_percent", "no number of a single flight"),
        ("place", "it is 0 for ships that gave up"),
        ("(" * 100 + "credits" + ")" * 100, "goal"),
        ("credits+" * 60 + "credits", "goal"),
        ("win", "nobody to be ahead of"),
    ],
)
def test_wrong_goal_is_refused(said, told):
    with pytest.raises(AnalyzerError) as error:
        load_goal(said, alone=True)
    assert told in str(error.value)


def test_bench_values_flights_by_goal(arrow):
    bench = bench_for(arrow, seed=2, goal="100*arrived-penalty", rivals="alone")
    outcome = plan([arrow], seed=2).run(5, FLIGHTS)
    values = bench.values([bench.experiment], 5, FLIGHTS)
    assert values.tolist() == (100 * (outcome.ending == 0) - outcome.penalty).tolist()


def test_repair_is_charged_to_every_ship(variants):
    """A ship that flies in the place of one that was mended pays for the same repair."""
    bench = bench_for(variants[3], seed=3, repair=True, rivals="alone")
    mended = bench.experiment.removed[0]
    assert len(mended) == 2
    assert bench.with_ship(variants[1]).removed[0] == mended
    assert bench.with_ship(variants[1], ()).removed[0] == ()
    own, same = bench.values([bench.experiment, bench.with_ship(bench.ship)], 0, FLIGHTS)
    assert own.tolist() == same.tolist()


@pytest.mark.long
def test_goal_is_scored_like_credits(variants):
    """Ranked, kept and made again by the rooms that know no game."""
    goal = load_goal("credits-2*penalty")
    ships = {"as it is": variants[0], "without": variants[1]}
    named = {name: GoalExperiment(plan([ship], seed=4), goal) for name, ship in ships.items()}
    found = analyzer.compare_experiments(named, FLIGHTS)
    one, other = (plan([ship], seed=4).run(0, FLIGHTS) for ship in ships.values())
    worth = [outcome.credits[0] - 2 * outcome.penalty[0] for outcome in (one, other)]
    assert found.difference("as it is", "without").mean == pytest.approx((worth[0] - worth[1]).mean())
    assert found.ranking()[0]["goal"] == max(each.mean() for each in worth)
    first = named["without"]
    assert rebuild(json.loads(json.dumps(first.describe())), "here") == first
    assert np.array_equal(first.run_block(3, 9)["goal"], GoalExperiment.run_side_by_side([first], 3, 9)[0]["goal"])
    assert first.count(first.run_block(0, 9)).trials == first.result(first.count(first.run_block(0, 9))).trials == 9


def test_halving_keeps_the_best():
    """Against all candidates through all flights, where nobody is dropped; then where most are."""
    legal = some_ships(21, 5)
    bench = bench_for(legal[0], seed=8, rivals="alone", cards=CARDS)
    tried = [bench.with_ship(ship) for ship in legal[1:]]
    credits = np.array([plan([ship], seed=8, cards=CARDS).run(10, 30).credits[0] for ship in legal])
    whole = halve(bench, bench.experiment, tried, [Round(12, 99), Round(18, 99)], first=10)
    gains = credits[1:] - credits[0]
    assert [each.total for each in whole.gains] == sorted(gains.sum(axis=1).tolist(), reverse=True)
    assert [each.squares for each in whole.gains] == [(gains[which] ** 2).sum() for which in whole.left]
    assert (whole.flights, whole.last, whole.own.mean) == (30 * len(legal), 40, credits[0].mean())
    halved = halve(bench, bench.experiment, tried, [Round(12, 2), Round(18, 1)], first=10)
    soon = np.argsort(-gains[:, :12].sum(axis=1), kind="stable")[:2]
    assert halved.left == (max(soon, key=lambda which: gains[which].sum()),)
    assert halved.flights == 12 * len(legal) + 18 * 3


def test_bench_needs_a_legal_ship():
    with pytest.raises(AnalyzerError) as told:
        bench_for(load("flawed/quiz"), goal="luck", rivals="alone")
    assert len(told.value.faults) == 2
    bench_for(load("I/first-mile"), rivals="alone")
