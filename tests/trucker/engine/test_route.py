"""Routes: what a route takes upon itself, and what it refuses, word by word."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer import AnalyzerError, Forecast
from tests.doors.printed import load_edition
from tests.doors.trucker_paper import Route
from tests.trucker.printed_cards import CARDS, LAST

STARRED = {"2007": (1, 3, 4, 8, 12, 15, 16, 18), "2021": (2, 4, 5, 9, 13, 16, 18, 19)}
"""The cards with a star, as printed; all are of level I."""


def faults_of(*args: object, **chosen: object) -> tuple[str, ...]:
    """What is said of a route that cannot be."""
    with pytest.raises(AnalyzerError) as refused:
        Route(*args, **chosen)  # type: ignore[arg-type]
    return refused.value.faults


def cards_of(route: Route, flights: int) -> set[int]:
    """The numbers of all cards that so many flights meet."""
    numbers = np.array([card.id for card in route.rules.cards])
    return set(numbers[route.deal(1, 0, flights)].ravel().tolist())


# The learning flight


def test_level_l_is_learning_flight():
    """Level L is the learning flight unless cards are chosen."""
    learning = Route("2021", "L")
    assert learning.learning is True
    assert learning.title == "learning flight"
    assert cards_of(learning, 5) == set(STARRED["2021"])
    assert Route("2021", "L", cards=(3,)).learning is False
    assert Route("2021", "I").learning is False


def test_level_one_learning_is_chosen():
    assert Route(level_name="I").learning is False
    assert Route(level_name="I", learning=True).fixed_cards == STARRED["2007"]


@pytest.mark.parametrize(("edition", "level", "home"), [("2007", "II", "I"), ("2007", "IIIa", "I"), ("2021", "I", "L")])
def test_learning_flight_has_own_level(edition, level, home):
    assert faults_of(edition, level, learning=True) == (
        f"the learning flight is flown at level {home}, not {level}: leave one of the two out",
    )


def test_learning_flight_refuses_chosen_cards():
    assert faults_of(level_name="I", learning=True, cards=(3,)) == ("choose the learning flight or cards, not both",)


# Cards and places


def test_route_has_at_most_64_cards():
    assert Route(cards=(3,) * 64).length == 64
    assert faults_of(cards=(3,) * 65) == ("65 cards: a route has at most 64",)


@pytest.mark.parametrize("route", [Route(), Route(cards=(28, 3)), Route(level_name="I", learning=True)])
def test_deck_takes_a_byte_per_card(route):
    decks = route.deal(1, 0, 4)
    assert (decks.shape, decks.dtype) == ((4, route.length), np.dtype(np.uint8))


def test_all_route_faults_told_together():
    assert faults_of(cards=(99, *(3,) * 64), learning=True) == (
        f"no card 99 in the 2007 edition: the cards are 0 to {LAST}",
        "the learning flight is flown at level I, not II: leave one of the two out",
        "choose the learning flight or cards, not both",
        "65 cards: a route has at most 64",
    )


@pytest.mark.parametrize("start", [0, 5, 1.5, True])
def test_start_must_be_one_of_four(start):
    """Level II pays four places."""
    assert faults_of(start=start) == (f"start {start}: give a whole number from 1 to 4",)
    assert Route(start=4).start == 4


def test_prognostic_needs_whole_piles():
    """The order of cards counts in the prognostic variant, so a known pile must be told whole."""
    known = Forecast(((28, 3),))
    assert faults_of(forecast=known, prognostic=True) == (
        "forecast, pile 1: 2 of 3 cards: where the order counts, write ? for each not remembered",
    )
    assert Route(forecast=known).forecast == known


# Later flights of a journey


def test_level_l_uses_up_starred_cards():
    """Flights of level I after level L meet the other cards of level I, not the starred ones."""
    route = Route("2021", "I", earlier=("L",))
    assert route.gone == STARRED["2021"]
    first = {card.id for card in load_edition("2021").cards if card.level == 1}
    assert cards_of(route, 100) == first - set(STARRED["2021"])


def test_given_gone_cards_are_kept():
    assert Route("2021", "I", earlier=("L",), gone=(2,)).gone == (2,)
    assert Route("2021", "II", earlier=("I",)).gone == ()
    assert Route(level_name="II", earlier=("I",)).gone == ()


def test_first_flight_has_no_gone_cards():
    assert faults_of(gone=(3,)) == ("no flight comes before this one: no card is gone",)


def test_later_flights_refuse_forecast_and_learning():
    """Only the first flight of a journey may be the learning flight or have a forecast."""
    assert faults_of(earlier=("I",), forecast=Forecast(((28,),))) == (
        "a forecast is of the first flight of a journey: leave it out of later ones",
    )
    assert faults_of(level_name="I", earlier=("I",), learning=True) == (
        "the learning flight is the first of a journey: fly it before the others",
    )


def test_journey_refuses_too_many_cards():
    """Level I takes 8 cards of its own; II takes 4 and 8; III takes 4, 4 and 8: 24 of one level in each journey."""
    more = {level: 24 - len(cards) for level, cards in CARDS.items()}
    assert Route(level_name="III", earlier=("I", "II")).piles.missing() == {}
    assert Route(level_name="II", earlier=("I", "I")).piles.missing() == {}
    assert faults_of(level_name="III", earlier=("I", "I", "II")) == (
        f"flights of levels I I II III take {more[1]} more cards of level 1 than there are: fly fewer",
    )
    assert faults_of(level_name="III", earlier=("II", "II", "III")) == (
        f"flights of levels II II III III take {more[2]} more cards of level 2 than there are: fly fewer",
    )
    assert faults_of(level_name="III", earlier=("III", "III")) == (
        f"flights of levels III III III take {more[3]} more cards of level 3 than there are: fly fewer",
    )
    assert Route(level_name="III", earlier=("I", "I", "I"), cards=(3, 4)).length == 2


def test_journey_repeats_no_card():
    """Level I twice takes 16 different cards of 20, flight by flight."""
    first, second = Route(level_name="I").deal(5, 0, 200), Route(level_name="I", earlier=("I",)).deal(5, 0, 200)
    together = np.sort(np.hstack([first, second]), axis=1)
    assert together.shape == (200, 16)
    assert (np.diff(together, axis=1) > 0).all()
