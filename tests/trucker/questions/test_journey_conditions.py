"""Journeys under the conditions of single flights, kept in files, and compared with one another."""

from __future__ import annotations

import json

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, Forecast, compare_experiments
from tests.doors.montecarlo import blocks
from tests.doors.present import finite
from tests.doors.printed import load_edition
from tests.doors.runs import rebuild
from tests.doors.trucker_flights import plan
from tests.doors.trucker_questions import plan_journey
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.printed_cards import LEVEL_OF

SHIPS = ROOT / "ships"
SEED = 6
CARDS = [[8, 0, 4, 12], [28, 20, 25, 31]]
"""By flight; fewer sorts of cards fly sooner than whole decks."""


def load(*names: str) -> list[analyzer.Layout]:
    return [analyzer.load_ship(SHIPS / f"{name}.yaml") for name in names]


@pytest.fixture(scope="module")
def anna():
    return load("2007/I/first-mile", "2007/II/steady-hauler", "2007/III/vault-door")


@pytest.fixture(scope="module")
def ben():
    return load("2007/I/paper-arrow", "2007/II/tin-kite", "2007/III/night-mail")


def decks(planned, flights: int) -> list[np.ndarray]:  # type: ignore[type-arg]
    """By flight the numbers of the cards."""
    numbers = np.array([card.id for card in load_edition("2007").cards])
    return [numbers[experiment.route.deal(SEED, 0, flights)] for experiment in planned.flights]


@pytest.mark.parametrize("prognostic", [False, True])
def test_forecast_is_of_first_flight(anna, prognostic):
    """Both known cards lie in every first deck and in no later one; the stacks go on where they were left."""
    seen = Forecast(((4, 8),))
    planned = plan_journey([anna], SEED, forecast=seen, prognostic=prognostic)
    first, *later = decks(planned, 2000)
    assert all({4, 8} <= set(deck) for deck in first.tolist())
    together = np.sort(np.hstack([first, *later]), axis=1)
    assert (np.diff(together, axis=1) > 0).all()
    alone = plan(anna[:1], "I", SEED, forecast=seen, prognostic=prognostic)
    assert (alone.route.deal(SEED, 0, 2000) == planned.flights[0].route.deal(SEED, 0, 2000)).all()


def test_without_forecast_decks_are_unchanged(anna):
    with_one, without = (plan_journey([anna], SEED, forecast=seen) for seen in (Forecast(((4,),)), None))
    assert with_one.flights[1].route.gone == (4,)
    assert without.flights[1].route.gone == ()
    level_three = [each.flights[2].route.deal(SEED, 0, 500) for each in (with_one, without)]
    own = [(LEVEL_OF[deck] == 3).sum(axis=1) for deck in level_three]
    assert (own[0] == 8).all()
    assert (own[1] == 8).all()


def test_chosen_cards_fly_by_flight(anna):
    planned = plan_journey([anna[:2]], SEED, cards=[[3, 8], [3]])
    assert [deck[0].tolist() for deck in decks(planned, 2)] == [[3, 8], [3]]
    assert analyzer.journey([anna[:2]], 50, cards=[[3, 8], [3]]).flights == 50


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"cards": [3, 8]}, "give a list of card numbers for each flight"),
        ({"cards": "3,8"}, "give a list of card numbers for each flight"),
        ({"cards": [[3]]}, "cards of 1 flights for 3"),
        ({"cards": [[3], [99], [4]]}, "flight 2: no card 99"),
        ({"forecast": Forecast(((28,),))}, "flight 1: forecast, pile 1: card 28 is of level II"),
        ({"cards": [[3], [4], [5]], "learning": True}, "flight 1: choose the learning flight or cards"),
        ({"precision": {"last": 1}}, "no metric 'last'"),
    ],
)
def test_wrong_conditions_are_told(anna, given, told):
    with pytest.raises(AnalyzerError) as caught:
        analyzer.journey([anna], 10, **given)
    assert told in str(caught.value)


def test_journey_stops_when_precise(anna, monkeypatch):
    monkeypatch.setattr(blocks, "CHECK_STEP", 256)
    found = analyzer.journey([anna[:2]], seed=SEED, precision={"final": 1.0, "arrived_1": 0.02}, cards=CARDS)
    low, high = found.truckers[0].final.interval()
    assert (high - low) / 2 <= 1.0
    assert found.flights % 256 == 0
    final = plan_journey([anna[:2]], SEED, cards=CARDS).run_block(0, found.flights)["final"][0]
    assert analyzer.Histogram.from_values(final) == found.truckers[0].final


def test_journey_is_rebuilt_from_description(anna, ben):
    planned = plan_journey([anna, ben], SEED, ["bold", "miser"], [(0, 1)], learning=True, names=["A", "B"])
    described = json.loads(json.dumps(planned.describe()))
    assert rebuild(described, "here") == planned
    trek = plan_journey([load("2021/I/even-odds", "2021/II/salt-barge", "2021/III/loud-comet")], titles=True)
    assert rebuild(json.loads(json.dumps(trek.describe())), "here") == trek


def test_journey_parts_are_merged(anna, tmp_path):
    for first in (0, 300):
        analyzer.journey(
            [anna[:2]], 300, SEED, cards=CARDS, first=first, rivals="alone", save=tmp_path / f"{first}.save"
        )
    (merged,) = analyzer.merge([tmp_path / "300.save", tmp_path / "0.save"])
    assert merged.tally == analyzer.journey([anna[:2]], 600, SEED, cards=CARDS, rivals="alone").tally
    assert merged.heading() == "levels I, II, 600 journeys, seed 6, alone"


@pytest.fixture(scope="module")
def compared(anna, ben):
    rivals = [load("2007/I/brass-hornet", "2007/II/iron-parcel")]
    return analyzer.compare_journeys([anna[:2], ben[:2]], 400, SEED, against=rivals, cards=CARDS, plain=True)


def test_journeys_are_compared_in_pairs(compared, anna, ben):
    """Each journey is flown against the same trucker; differences are those of the journeys of one number."""
    rival = load("2007/I/brass-hornet", "2007/II/iron-parcel")
    planned = [plan_journey([ships[:2], rival], SEED, cards=CARDS) for ships in (anna, ben)]
    finals = [journey.run_block(0, 400)["final"][0] for journey in planned]
    apart = finals[0] - finals[1]
    a, b = compared.names
    assert (a, b) == ("First Mile, Steady Hauler", "Paper Arrow, Tin Kite")
    mean, low, high = compared.difference(a, b)
    assert mean == pytest.approx(apart.mean())
    half = 1.959964 * apart.std(ddof=1) / 20
    assert (low, high) == pytest.approx((mean - half, mean + half))
    assert compared.beats(a, b).mean == (apart > 0).mean()
    assert compared.results[1].final == analyzer.Histogram.from_values(finals[1])


def test_comparison_speaks_of_journeys(compared):
    a, b = compared.names
    assert "400 journeys each" in compared.heading()
    assert compared.heading().endswith(", against another trucker (Brass Hornet, Iron Parcel)")
    verdict = next(compared.in_words(a, b))
    better, worse = (a, b) if compared.difference(a, b)[0] > 0 else (b, a)
    assert not untold(verdict, "another trucker", better, "better", worse)
    assert "credits a journey" in verdict
    assert "trucker 2" not in compared.heading() + verdict + " ".join(compared.notes())
    assert {"arrived_1", "held_2", "final"} <= set(compared.table().metric)
    facts = json.loads(json.dumps(finite(compared.as_dict()), allow_nan=False))
    assert facts["journeys"] == 400
    assert [one["name"] for one in facts["truckers"]] == [a, b]


def test_unpaired_journeys_are_refused(anna, ben):
    with pytest.raises(AnalyzerError, match="the routes differ"):
        analyzer.compare_journeys([anna[:2], ben[1:]], 10)
    with pytest.raises(AnalyzerError, match="2, 3 flights"):
        analyzer.compare_journeys([anna[:2], ben], 10)
    with pytest.raises(AnalyzerError, match="different metrics"):
        compare_experiments({"journey": plan_journey([anna]), "flight": plan(anna[:1])}, 10)
    with pytest.raises(AnalyzerError, match="give two or more"):
        analyzer.compare_journeys([anna], 10)


def test_against_and_rivals_exclude_each_other(anna, ben):
    """Rivals were added to the truckers of `against`, and nothing said so."""
    journeys, against = [anna[:2], ben[:2]], [load("2007/I/brass-hornet", "2007/II/iron-parcel")]
    for rivals in ("field", "alone", against):
        with pytest.raises(AnalyzerError, match="against, rivals: choose one"):
            analyzer.compare_journeys(journeys, 10, against=against, rivals=rivals)


def test_rivals_captain_needs_rivals(anna, ben):
    for truckers in ([anna[:2], ben[:2]], [anna[:2]]):
        with pytest.raises(AnalyzerError, match="rivals_captain: there are no rivals"):
            analyzer.journey(truckers, 10, rivals="alone", rivals_captain="sensible")


@pytest.mark.long
def test_notes_name_the_rivals_captain(anna, ben):
    alone, named = (analyzer.journey([anna[:2]], 10, **more) for more in ({}, {"rivals_captain": "bold"}))
    assert untold(" ".join(alone.notes()), "rivals: bold")
    assert not untold(" ".join(named.notes()), "rivals: bold")
    compared = [
        analyzer.compare_journeys([anna[:2], ben[:2]], 10, against=against, rivals_captain="bold")
        for against in ([], [load("2007/I/brass-hornet", "2007/II/iron-parcel")])
    ]
    for one in compared:
        assert not untold(" ".join(one.notes()), "rivals: bold")


def test_three_journeys_are_ranked(command):
    flown = [["I/first-mile", "II/tin-kite"], ["I/paper-arrow", "II/tin-kite"], ["I/first-mile", "II/iron-parcel"]]
    named = [
        word for ships in flown for word in ("--journey", *(str(SHIPS / "2007" / f"{ship}.yaml") for ship in ships))
    ]
    said = command("compare", *named, "--flights", "50", "--cards", "8,12", "--cards", "28,31")
    assert not said.code, said.err
    ranking, groups = said.out.split("\n\n")[1:3]
    head, *rows = ranking.splitlines()
    assert head.split()[:2] == ["trucker", "final"]
    assert [row[0] for row in rows[:3]] == ["1", "2", "3"]
    legend = " ".join(groups.split())
    assert not untold(legend, "behind", "first row")
    assert not untold(legend, "groups", "share a letter")
