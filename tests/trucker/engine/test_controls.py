"""The known chances of decks and starting places: against all decks of a small pile, and against many dealt ones."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import numpy as np
import pandas as pd
import pytest

import analyzer
from analyzer import Forecast
from analyzer.types import Position, ShipInFlight
from tests.conftest import ALL
from tests.doors.printed import load_edition
from tests.doors.statistics import Law, side_by_side
from tests.doors.trucker_flights import METRICS, FlightControls, position_experiment
from tests.doors.trucker_paper import CardPool, Route, deck_in_any_order, deck_with_own_on_top
from tests.doors.trucker_questions import CardControls, experiment
from tests.facts import untold
from tests.places import ROOT

DEALT = 60_000 if ALL else 12_000
FAR = 7.0
"""Standard errors that nothing of a few thousand entries is off by chance."""
CARDS = {card.id: card for card in Route("2007", "III").rules.cards}


def numbers(level: int) -> list[int]:
    return [number for number, card in CARDS.items() if card.level == level]


FORECAST = Forecast(((numbers(2)[0], numbers(1)[0], None), (None, numbers(2)[1], None)))
LEARNING = Route("2007", "I", learning=True)
LEARNING_CARDS = tuple(number for number, card in CARDS.items() if card.learning)
ROUTES = {
    "level I": (Route("2007", "I"), 1),
    "level II, four ships": (Route("2007", "II"), 4),
    "level III of 2021": (Route("2021", "III"), 2),
    "learning flight": (LEARNING, 3),
    "prognostic": (Route("2007", "II", prognostic=True), 1),
    "forecast": (Route("2007", "II", forecast=FORECAST), 1),
    "forecast and prognostic": (Route("2007", "II", forecast=FORECAST, prognostic=True), 1),
    "a later flight": (Route("2007", "III", earlier=("I", "II")), 1),
    "after the learning flight": (Route("2007", "II", earlier=("I",), gone=LEARNING.fixed_cards), 1),
    "a place at the start": (Route("2007", "II", start=2), 4),
    "fleets": (Route("2007", "IV"), 3),
    "chosen cards": (Route("2007", "II", cards=(3, 5)), 3),
}


@pytest.mark.slow(but=7)
@pytest.mark.parametrize("name", ROUTES)
def test_dealt_decks_follow_the_law(name):
    route, ships = ROUTES[name]
    follows(FlightControls(route, 3, ships, ()))


def test_journey_decks_follow_the_law():
    """Flights deal from the same stacks: what the first took, the second has not."""
    routes = Route("2007", "I"), Route("2007", "II", earlier=("I",)), Route("2007", "III", earlier=("I", "II"))
    follows(experiment.JourneyControls(tuple(FlightControls(route, 3, 1, ()) for route in routes), ()))


def test_controls_stack_by_draws():
    """Two editions with as many cards of a level are dealt the same numbers, two levels are not."""
    old, new, other = (FlightControls(Route(*own), 3, 1, ()) for own in (("2007", "I"), ("2021", "I"), ("2007", "II")))
    many = [sum(card.level == 1 for card in load_edition(edition).cards) for edition in ("2007", "2021")]
    assert (side_by_side(old, new) is old) == (many[0] == many[1])
    both = side_by_side(old, other)
    values = np.zeros((both.law.mean.size, DEALT))
    both.fill(both.draws(0, DEALT), values)
    assert (len(both.parts), both.law.covariance) == (2, None)
    off = (values.mean(axis=1) - both.law.mean) * DEALT**0.5
    assert np.abs(off[values.std(axis=1) > 0] / values.std(axis=1)[values.std(axis=1) > 0]).max() < FAR


def follows(controls) -> None:
    values = np.zeros((controls.law.mean.size, DEALT))
    controls.fill(controls.draws(0, DEALT), values)
    follows_law(controls.law, values)


def follows_law(law: Law, values: np.ndarray) -> None:
    trials = values.shape[1]
    white = law.white @ (values - law.mean[:, None])
    assert np.abs(white.mean(axis=1)).max() * trials**0.5 < FAR
    assert np.abs(white @ white.T / trials - np.eye(law.rank)).max() * trials**0.5 < FAR * 2**0.5
    left = values - law.mean[:, None] - np.linalg.pinv(law.white) @ white
    assert np.abs(left).max() < 1e-6, "something varies that the law says does not"


MET, SEEN = (28, 7, 5), Forecast(((28, 3, 31), (35, None, 12)))


@pytest.mark.parametrize(
    ("level", "facts"),
    [
        ("II", {"met": MET}),
        ("II", {"met": (28, 3), "card": 7, "piles": SEEN}),
        ("II", {"piles": SEEN}),
        ("I", {"met": LEARNING_CARDS[:2], "learning": True}),
    ],
    ids=["in flight", "piles that were seen", "at launch", "learning flight"],
)
def test_position_cards_follow_the_law(level, facts):
    follows(position_experiment.controls_of(position(level, **facts), 3, METRICS))


def test_undrawn_position_has_no_law():
    assert (
        position_experiment.controls_of(position("II", met=MET, coming=(1, 2, 3, 4, 22, 23, 24, 25, 26)), 3, METRICS)
        is None
    )
    assert position_experiment.controls_of(position("II", met=(28, 3), prognostic=True), 3, METRICS) is None


@pytest.mark.long
def test_position_flights_are_sharper():
    begun = analyzer.load_position(ROOT / "ships" / "2007" / "at-the-table.yaml")
    sharp, plain = (analyzer.fly(begun, flights=2000, plain=is_plain) for is_plain in (False, True))
    [one], [other] = sharp.ships, plain.ships
    assert one.credits.counts == other.credits.counts
    assert one.credits.interval()[1] - one.credits.interval()[0] < 0.75 * (
        other.credits.interval()[1] - other.credits.interval()[0]
    )


def test_course_is_sharper_and_notes_it():
    sharp, plain = (analyzer.course([SHIP], flights=2000, rivals="alone", plain=is_plain) for is_plain in (False, True))
    one, other = (course["First Mile"].left(8) for course in (sharp, plain))
    assert one.counts == other.counts
    assert one.sharper is not None
    assert not untold(sharp.notes(), "cards", "components left", "to be as certain")
    assert not [note for note in plain.notes() if "known chances" in note]


def position(level, **facts) -> Position:
    path = ROOT / "ships" / "2007" / level / ("steady-hauler.yaml" if level == "II" else "first-mile.yaml")
    return Position((ShipInFlight.launched(analyzer.load_ship(path), space=0),), level, **facts)


def test_all_decks_in_any_order():
    """Two of three cards and one of two, in any order: every deck, one by one."""
    decks = [deck for some in combinations((0, 1, 2), 2) for other in (3, 4) for deck in permutations((*some, other))]
    equal(deck_in_any_order([CardPool((0, 1, 2), 2), CardPool((3, 4), 1)], 5), decks)


def test_all_decks_with_own_on_top():
    decks = [
        deck
        for some in combinations((0, 1, 2), 2)
        for other in combinations((3, 4, 5), 2)
        for deck in permutations((*some, *other))
        if deck[0] in (0, 1, 2)
    ]
    equal(deck_with_own_on_top([CardPool((0, 1, 2), 2), CardPool((3, 4, 5), 2)], 1, 6), decks)


def equal(deck: Any, decks: list[tuple[int, ...]]) -> None:
    """Of all decks, and of those with so many of some cards, of one sort or of both."""
    alike(deck.law(), decks)
    for some in ((0,), (1, 2), (2, 3), (0, 1, 4)):
        chances = deck.numbers(some)
        assert sum(chances.values()) == pytest.approx(1)
        for number in range(len(some) + 1):
            own = [each for each in decks if len({*each} & {*some}) == number]
            assert len(own) / len(decks) == pytest.approx(chances.get(number, 0))
            if own:
                alike(deck.law_given(some, number), own, max(map(max, decks)) + 1)


@pytest.mark.parametrize("name", ["prognostic", "forecast and prognostic", "level III of 2021", "fleets"])
def test_partial_decks_follow_their_law(name):
    """Checked with the first of the cards that may come, and with as many of every third one as most decks hold."""
    route, ships = ROUTES[name]
    controls = CardControls(route, 3, ships, ())
    values = np.zeros((controls.law.mean.size, DEALT))
    controls.fill(controls.draws(0, DEALT), values)
    for rows in ([0], [*range(0, controls.own, 3)]):
        some = tuple(controls.deck.cards[row] for row in rows)
        chances = controls.deck.numbers(some)
        for number in sorted(chances, key=chances.__getitem__)[-2:]:
            own = values[:, values[rows].sum(axis=0) == number]
            assert own.shape[1] / DEALT == pytest.approx(chances[number], abs=FAR / 2 / DEALT**0.5)
            follows_law(controls.law.given(some, number), own)


def alike(law: Law, decks: list[tuple[int, ...]], cards: int = 0) -> None:
    cards = cards or max(map(max, decks)) + 1
    values = np.zeros((len(decks), 2 * cards))
    for row, deck in enumerate(decks):
        for place, card in enumerate(deck, start=1):
            values[row, [card, cards + card]] = 1, place
    assert law.mean == pytest.approx(values.mean(axis=0))
    assert law.covariance == pytest.approx(np.cov(values.T, ddof=0), abs=1e-12)


SHIP = analyzer.load_ship(ROOT / "ships" / "2007" / "I" / "first-mile.yaml")


def test_flights_are_sharper_and_note_it():
    sharp, plain = (analyzer.fly([SHIP], flights=3000, plain=plain, rivals="alone") for plain in (False, True))
    one, other = sharp["First Mile"].credits, plain["First Mile"].credits
    assert one.counts == other.counts
    assert one.plain.interval() == other.interval()
    assert one.interval()[1] - one.interval()[0] < 0.7 * (other.interval()[1] - other.interval()[0])
    assert not untold(sharp.notes(), "known chances", "credits", "to be as certain")
    assert not [note for note in plain.notes() if "known chances" in note]
    facts = sharp.as_dict()["ships"][0]["metrics"]["credits"]
    assert facts["mean"] == one.mean
    assert facts["plain"]["mean"] == other.mean
    assert facts["plain_trials"] > 6000
    assert "plain" not in plain.as_dict()["ships"][0]["metrics"]["credits"]


def test_plain_means_beside_corrected_ones(tmp_path):
    """The mean of the exported flights is the plain one; the legend of the table names it."""
    sharp = analyzer.fly([SHIP], flights=3000, rivals="alone", flights_out=tmp_path / "flights.parquet")
    exported = pd.read_parquet(tmp_path / "flights.parquet")["credits"].mean()
    assert sharp.plain["First Mile"].credits.mean == sharp["First Mile"].plain.credits.mean == exported
    assert sharp["First Mile"].credits.mean != exported
    assert f"mean of credits is {exported:.3f}" in " ".join(str(sharp).split())
    assert "correct" not in str(sharp.plain)
    assert next(row["mean"] for row in sharp.plain["First Mile"].rows()) == exported


def test_plain_differences_beside_corrected_ones():
    arrow = analyzer.load_ship(ROOT / "ships" / "2007" / "I" / "paper-arrow.yaml")
    sharp, plain = (analyzer.compare([SHIP, arrow], flights=2000, rivals="alone", plain=p) for p in (False, True))
    names = sharp.names
    assert sharp.plain.difference(*names) == plain.difference(*names) != sharp.difference(*names)
    assert f"difference in credits is {plain.difference(*names).mean:.3f}" in " ".join(str(sharp).split())
    assert sharp.plain.ranking() == plain.ranking()


def test_corrected_parts_add_up():
    """All of them are corrected, rewards that are nearly always the same too."""
    ship = analyzer.fly([SHIP], flights=3000, rivals="alone")["First Mile"]
    own, parts = ship.histograms, ship.metrics.parts
    assert all(own[part].sharper for part in ("bounty", "goods_sold", "penalty", "order_reward"))
    paid = sum(sign * own[part].mean for part, sign in parts.items())
    assert paid == pytest.approx(ship.credits.mean, rel=1e-9)


@pytest.mark.long
def test_correction_survives_workers_and_merge(tmp_path):
    whole = analyzer.fly([SHIP], flights=3000, rivals="alone")
    for first in (0, 1250):
        flights = 1250 if not first else 1750
        analyzer.fly([SHIP], flights=flights, first=first, rivals="alone", save=tmp_path / str(first), workers=2)
    files = [tmp_path / "0", tmp_path / "1250"]
    for plain in (False, True):
        [merged] = analyzer.merge(files, plain=plain)
        expected = whole["First Mile"].credits.plain if plain else whole["First Mile"].credits
        assert merged["First Mile"].credits.estimate() == expected.estimate()


def test_race_differences_are_sharper():
    """Differences are sharper when all ships meet the same draws."""
    other = analyzer.load_ship(ROOT / "ships" / "2007" / "I" / "brass-hornet.yaml")
    sharp, plain = (analyzer.race([SHIP, other], flights=2000, plain=plain) for plain in (False, True))
    one, two = (result.difference("First Mile", "Brass Hornet") for result in (sharp, plain))
    assert one.high - one.low < two.high - two.low
    assert sharp["First Mile"].credits.mean - sharp["Brass Hornet"].credits.mean == pytest.approx(one.mean)


def test_chosen_cards_have_no_correction():
    result = analyzer.fly([SHIP], flights=2000, cards=[3], rivals="alone")
    assert result["First Mile"].credits.sharper is None
    assert not [note for note in result.notes() if "known chances" in note]
