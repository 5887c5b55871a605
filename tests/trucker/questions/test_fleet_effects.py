"""What fleet rules change: differences flight by flight from the same flights, by hand; and what cannot be asked."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

import analyzer
from analyzer import AnalyzerError, Histogram
from tests.doors.command import app
from tests.doors.trucker_flights import plan
from tests.doors.trucker_questions import as_a_fleet
from tests.facts import untold
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
WINDS = SHIPS / "IVC" / "four-winds.yaml"
KINDS = {"stardust": [3, 23], "meteor_swarm": [8, 9]}
"""A few cards of these kinds."""
FLIGHTS = 30


@pytest.fixture(scope="module")
def winds() -> analyzer.Layout:
    return analyzer.load_ship(WINDS)


@pytest.fixture(scope="module")
def experiment(winds):
    made = as_a_fleet.AsOne(plan([winds], seed=3))
    made.__dict__["kinds"] = KINDS
    return made


@pytest.fixture(scope="module")
def found(experiment):
    return experiment.result(experiment.count(experiment.run_block(0, FLIGHTS)))


def by_hand(winds, cards, column):
    """What the fleet has more of a column, on average of these cards."""
    more = 0.0
    for card in cards:
        fleet = plan([winds], seed=3, cards=[card]).run(0, FLIGHTS)
        large = plan([winds], seed=3, cards=[card], joined="F+B+L+R").run(0, FLIGHTS)
        more += (getattr(fleet, column)[0] - getattr(large, column)[0]).mean()
    return more / len(cards)


def test_fleet_effects_are_paired(winds, found):
    assert found["meteor swarm"].more("components_lost").mean == pytest.approx(
        by_hand(winds, KINDS["meteor_swarm"], "components_lost")
    )
    assert found["stardust"].more("days").mean == pytest.approx(by_hand(winds, KINDS["stardust"], "days"))


def test_stardust_counts_exposed_connectors(winds, found):
    """A lone whole ship loses a day for each exposed connector: 36 results of the dice weighed as they came."""
    outcome = plan([winds], seed=3, cards=[3]).run(0, FLIGHTS)
    from tests.doors.trucker_flights import JOININGS

    exposed = {way: analyzer.fleet(winds, way).exposed_connectors() for way in {JOININGS[i] for i in outcome.joined[0]}}
    large = analyzer.fleet(winds, "F+B+L+R").exposed_connectors()
    told = sum(large - exposed[JOININGS[i]] for i in outcome.joined[0]) / FLIGHTS
    assert found["stardust"].more("days").mean == pytest.approx(told)
    assert found["stardust"].large("days") == -large


def test_losses_count_from_start(found):
    """Stardust takes nothing; and what a fleet never laid on joining squares is not lost."""
    row = found["stardust"]
    for metric in ("components_lost", "crew_lost", "batteries_spent", "ships_lost", "worth"):
        assert row.more(metric) == (0, 0, 0)
        assert row.large(metric) == 0


def test_large_ship_against_itself_refused(winds):
    with pytest.raises(AnalyzerError, match="already form one large ship"):
        analyzer.fleet_effects(winds, flights=1, joined="F+B+L+R", rivals="alone")
    with pytest.raises(AnalyzerError, match="leave out cards and forecast"):
        analyzer.fleet_effects(winds, flights=1, cards=[4], rivals="alone")
    with pytest.raises(AnalyzerError, match="this works for fleets of class IVC only"):
        analyzer.fleet_effects(analyzer.load_ship(SHIPS / "II" / "steady-hauler.yaml"), flights=1, rivals="alone")


def test_fleet_effects_are_merged(winds, tmp_path, monkeypatch):
    monkeypatch.setattr(as_a_fleet.AsOne, "kinds", KINDS)
    paths = [tmp_path / "0.save", tmp_path / "1.save"]
    for first, path in enumerate(paths):
        analyzer.fleet_effects(winds, flights=1, first=first, save=path, layout="three", rivals="alone")
    [merged] = analyzer.merge(paths)
    both = analyzer.fleet_effects(winds, flights=2, layout="three", rivals="alone")
    assert merged.as_dict() == both.as_dict()


def run(*args: str):
    return CliRunner().invoke(app, ["cards", *args], env={"COLUMNS": "160"})


@pytest.mark.long
@pytest.mark.usefixtures("flown_once")
def test_command_tells_every_kind():
    told = run(str(WINDS), "--alone", "--against", "one-large", "--flights", "1")
    assert told.exit_code == 0, told.output
    for words in ("combat zone", "the slowest ship sets the pace", "joining squares"):
        assert words in told.output
    facts = json.loads(run(str(WINDS), "--alone", "--against", "one-large", "--flights", "1", "--json").output)
    assert sum(len(kind["numbers"]) for kind in facts[0]["kinds"]) == len(analyzer.load_edition("2007").cards)


@pytest.mark.parametrize("args", [["--against", "itself"], ["--against", "one-large", "--cards", "4"]])
def test_fleet_effects_command_refuses(args):
    told = run(str(WINDS), *args)
    assert isinstance(told.exception, AnalyzerError)


def kind_of(kind: str, worth: list[int]) -> as_a_fleet.KindEffect:
    return as_a_fleet.KindEffect(kind, (1,), {"worth": Histogram.from_values(np.array(worth))})


def test_kind_sentences_join_equals(found):
    """Two kinds cost the same, a third one less: both are named, in alphabetical order; alone the first is clear."""
    same = [-4, -2] * 50
    kinds = [kind_of("stardust", same), kind_of("pirates", same), kind_of("epidemic", [-1, 0] * 50)]
    joint = replace(found)
    joint.__dict__["rows"] = tuple(kinds)
    (said,) = joint._in_words()
    assert not untold(said, "costs", "pirates (-3.00 credits a card)", "stardust (-3.00 credits a card)")
    assert "epidemic" not in said
    joint.__dict__["rows"] = tuple(kinds[1:])
    assert not untold(next(joint._in_words()), "costs", "most", "pirates", "3.00 credits")
