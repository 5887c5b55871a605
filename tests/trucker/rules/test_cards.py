"""The learning flight and how decks are made (rules: "Flugkarten" in both parts, "Ihr erstes Schiff")."""

from __future__ import annotations

import pytest

from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route
from tests.trucker.scripted import PLAIN, ship

LEVELS = {"I": {1: 8}, "II": {1: 4, 2: 8}, "III": {1: 4, 2: 4, 3: 8}, "IIIa": {1: 4, 2: 4, 3: 8}}
"""Four piles of two cards of the level and one of each below."""


def test_learning_flight_deals_starred_cards() -> None:
    route = Route(level_name="I", learning=True)
    for deck in route.deal(seed=1, first=0, flights=50):
        assert sorted(route.rules.cards[number].id for number in deck) == [1, 3, 4, 8, 12, 15, 16, 18]


def test_learning_flight_has_no_aliens() -> None:
    drawn = ship("7/7 SC CA LP", "I", purple=(7, 8))
    experiment = Experiment((drawn,), (PLAIN,), Route(level_name="I", learning=True), seed=1)
    assert experiment.ships[0].aliens == {}
    assert experiment.ships[0].components == drawn.components


def test_full_flight_has_aliens() -> None:
    drawn = ship("7/7 SC CA LP", "I", purple=(7, 8))
    assert Experiment((drawn,), (PLAIN,), Route(level_name="I"), seed=1).ships[0].aliens == {"purple": (7, 8)}


@pytest.mark.parametrize("level", LEVELS)
def test_deck_mixes_cards_by_level(level: str) -> None:
    route = Route(level_name=level)
    for deck in route.deal(seed=2, first=0, flights=50):
        dealt = [route.rules.cards[number].level for number in deck]
        assert {number: dealt.count(number) for number in set(dealt)} == LEVELS[level]


@pytest.mark.parametrize("level", LEVELS)
def test_deck_repeats_no_card(level: str) -> None:
    for deck in Route(level_name=level).deal(seed=3, first=0, flights=50):
        assert len(set(deck.tolist())) == len(deck)


@pytest.mark.parametrize(("level", "on_top"), [("I", 1), ("II", 2), ("III", 3), ("IIIa", 3)])
def test_deck_top_is_of_level(level: str, on_top: int) -> None:
    route = Route(level_name=level)
    assert {route.rules.cards[deck[0]].level for deck in route.deal(seed=4, first=0, flights=200)} == {on_top}
