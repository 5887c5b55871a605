"""Routes: what a route takes upon itself, and what it refuses, word by word."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import AnalyzerError
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.cards.route import Route

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


def test_level_l_is_the_learning_flight_unless_cards_are_chosen():
    learning = Route("2021", "L")
    assert learning.learning is True
    assert learning.title == "learning flight"
    assert cards_of(learning, 5) == set(STARRED["2021"])
    assert Route("2021", "L", cards=(3,)).learning is False
    assert Route("2021", "I").learning is False


def test_level_one_is_the_learning_flight_only_if_it_is_chosen():
    assert Route(level_name="I").learning is False
    assert Route(level_name="I", learning=True).fixed_cards == STARRED["2007"]


@pytest.mark.parametrize(("edition", "level", "home"), [("2007", "II", "I"), ("2007", "IIIa", "I"), ("2021", "I", "L")])
def test_the_learning_flight_is_flown_at_home(edition, level, home):
    assert faults_of(edition, level, learning=True) == (f"the learning flight is flown at level {home}, not {level}",)


def test_the_learning_flight_has_no_chosen_cards():
    assert faults_of(level_name="I", learning=True, cards=(3,)) == ("choose the learning flight or cards, not both",)


# Cards and places


def test_a_route_has_no_more_cards_than_64():
    assert Route(cards=(3,) * 64).length == 64
    assert faults_of(cards=(3,) * 65) == ("65 cards: a route has at most 64",)


@pytest.mark.parametrize("route", [Route(), Route(cards=(28, 3)), Route(level_name="I", learning=True)])
def test_a_deck_takes_a_byte_a_card(route):
    decks = route.deal(1, 0, 4)
    assert (decks.shape, decks.dtype) == ((4, route.length), np.dtype(np.uint8))


def test_all_faults_of_a_route_are_told_at_once():
    assert faults_of(cards=(60, *(3,) * 64), learning=True) == (
        "no card 60 in the 2007 edition: the cards are 0 to 59",
        "the learning flight is flown at level I, not II",
        "choose the learning flight or cards, not both",
        "65 cards: a route has at most 64",
    )


@pytest.mark.parametrize("start", [0, 5, 1.5, True])
def test_a_starting_place_is_one_of_four(start):
    """Level II pays four places."""
    assert faults_of(start=start) == (f"start {start}: give a whole number from 1 to 4",)
    assert Route(start=4).start == 4


def test_where_the_order_counts_a_pile_is_told_whole():
    known = Forecast(((28, 3),))
    assert faults_of(forecast=known, prognostic=True) == (
        "forecast, pile 1: 2 of 3 cards: where the order counts, write ? for each not remembered",
    )
    assert Route(forecast=known).forecast == known


# Later flights of a journey


def test_after_level_l_the_starred_cards_are_gone():
    """Of the 20 cards of level I 12 are left: flights of level I meet those, level L first or not."""
    route = Route("2021", "I", earlier=("L",))
    assert route.gone == STARRED["2021"]
    assert cards_of(route, 100) == set(range(1, 21)) - set(STARRED["2021"])


def test_what_is_gone_stays_gone_as_it_was_given():
    assert Route("2021", "I", earlier=("L",), gone=(2,)).gone == (2,)
    assert Route("2021", "II", earlier=("I",)).gone == ()
    assert Route(level_name="II", earlier=("I",)).gone == ()


def test_before_the_first_flight_no_card_is_gone():
    assert faults_of(gone=(3,)) == ("no flight comes before this one: no card is gone",)


def test_only_the_first_flight_of_a_journey_is_the_learning_flight_or_forecast():
    assert faults_of(earlier=("I",), forecast=Forecast(((28,),))) == (
        "a forecast is of the first flight of a journey: leave it out of later ones",
    )
    assert faults_of(level_name="I", earlier=("I",), learning=True) == (
        "the learning flight is the first of a journey: fly it before the others",
    )


def test_a_journey_takes_no_more_cards_than_there_are():
    """Of 20 cards of each level: level I takes 8; II takes 4 and 8; III takes 4, 4 and 8."""
    assert Route(level_name="III", earlier=("I", "II")).piles.missing() == {}
    assert Route(level_name="II", earlier=("I", "I")).piles.missing() == {}
    assert faults_of(level_name="III", earlier=("I", "I", "II")) == (
        "flights of levels I I II III take 4 more cards of level 1 than there are: fly fewer",
    )
    assert faults_of(level_name="III", earlier=("II", "II", "III")) == (
        "flights of levels II II III III take 4 more cards of level 2 than there are: fly fewer",
    )
    assert faults_of(level_name="III", earlier=("III", "III")) == (
        "flights of levels III III III take 4 more cards of level 3 than there are: fly fewer",
    )
    assert Route(level_name="III", earlier=("I", "I", "I"), cards=(3, 4)).length == 2


def test_what_an_earlier_flight_took_from_the_stack_does_not_come_again():
    """Level I twice takes 16 different cards of 20, flight by flight."""
    first, second = Route(level_name="I").deal(5, 0, 200), Route(level_name="I", earlier=("I",)).deal(5, 0, 200)
    together = np.sort(np.hstack([first, second]), axis=1)
    assert together.shape == (200, 16)
    assert (np.diff(together, axis=1) > 0).all()
