"""Abandoned ships (rules: "Verlassenes Schiff"; rulings: "Crew", "What captains decide")."""

from __future__ import annotations

import pytest

import analyzer
from analyzer import Layout
from tests.trucker.scripted import PLAIN, abandoned_ship, alone, captain, fly, ship

TWO, FOUR, SIX = ship("7/7 SC"), ship("7/7 SC CA"), ship("7/6 CA SC CA")
WITH_PURPLE = ship("7/7 SC CA LP", purple=(7, 8))


def test_crew_buys_credits_for_days() -> None:
    """Printed card 16: three of the crew, 4 credits, 1 day."""
    end = alone(FOUR, 16)
    assert (end.crew, end.bounty, end.days) == (1, 4, -1)


def test_small_crew_cannot_take_ship() -> None:
    end = alone(TWO, abandoned_ship(3, 20))
    assert (end.crew, end.bounty, end.days) == (2, 0, 0)


def test_captain_keeps_last_human() -> None:
    end = alone(TWO, abandoned_ship(2, 20))
    assert (end.crew, end.bounty) == (2, 0)


def test_alien_goes_before_last_human() -> None:
    end = alone(WITH_PURPLE, abandoned_ship(2, 20))
    assert (end.humans, end.aliens, end.bounty) == (1, set(), 20)


def test_alien_counts_as_crew() -> None:
    """Three aboard, and three asked for: the crew is large enough, but no human would remain."""
    end = alone(WITH_PURPLE, abandoned_ship(3, 20))
    assert (end.crew, end.bounty) == (3, 0)


def test_alien_makes_crew_large_enough() -> None:
    drawn = ship("7/6 CA SC CA LB", brown=(7, 8))
    assert alone(drawn, abandoned_ship(5, 20)).crew == 5
    assert alone(drawn, abandoned_ship(4, 20)).crew == 1


@pytest.mark.parametrize(("credits_", "bounty"), [(3, 0), (4, 4)])
def test_reward_must_outweigh_crew_and_days(credits_: int, bounty: int) -> None:
    """Two humans and two days: 3 credits."""
    assert alone(FOUR, abandoned_ship(2, credits_, days=2)).bounty == bounty


def test_cheapest_crew_goes_first() -> None:
    end = alone(WITH_PURPLE, abandoned_ship(1, 20), captain=captain(human=300))
    assert (end.humans, end.aliens) == (2, set())


def test_dearer_alien_stays_aboard() -> None:
    end = alone(WITH_PURPLE, abandoned_ship(1, 20))
    assert (end.humans, end.aliens) == (1, {"purple"})


def test_cheaper_of_two_aliens_goes() -> None:
    drawn = ship("7/5 LB CA SC CA LP", purple=(7, 8), brown=(7, 6))
    assert alone(drawn, abandoned_ship(2, 20)).aliens == {"purple"}
    assert alone(drawn, abandoned_ship(2, 20), captain=captain(brown=260)).aliens == {"brown"}


def test_equal_price_humans_go_first() -> None:
    end = alone(WITH_PURPLE, abandoned_ship(1, 20), captain=captain(purple=100))
    assert (end.humans, end.aliens) == (1, {"purple"})


def test_only_one_ship_takes_it() -> None:
    ends = fly([FOUR, FOUR], abandoned_ship(2, 4))
    assert [end.bounty for end in ends] == [4, 0]
    assert [end.crew for end in ends] == [2, 4]


def test_next_takes_if_leader_cannot() -> None:
    ends = fly([TWO, FOUR, FOUR], abandoned_ship(3, 5))
    assert [end.bounty for end in ends] == [0, 5, 0]


def test_next_takes_if_leader_declines() -> None:
    ends = fly([FOUR, FOUR], abandoned_ship(2, 4), captains=[captain(human=200), captain()])
    assert [end.bounty for end in ends] == [0, 4]


def test_choice_follows_flight_order() -> None:
    ends = fly([FOUR, FOUR], abandoned_ship(2, 4), order=[1, 0])
    assert [end.bounty for end in ends] == [0, 4]


def test_days_lost_skip_occupied_spaces() -> None:
    ends = fly([FOUR, TWO], abandoned_ship(1, 20, days=4))
    assert [end.position for end in ends] == [-5, -3]


def test_bounty_counts_as_credits() -> None:
    end = alone(SIX, abandoned_ship(2, 7))
    assert end.credits == 7 + end.order_reward + end.looks_reward


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        (FOUR, "worth 4 credits, costs 3.5 credits in days and crew: takes it"),
        (TWO, "a crew of 2 is too small"),
        (WITH_PURPLE, "no human would remain aboard: declines"),
    ],
)
def test_story_tells_the_decision(layout: Layout, told: str) -> None:
    """Printed card 16: three of the crew at 1 credit each and a day at half a credit, for 4 credits."""
    story = analyzer.explain([layout], flight=0, cards=[16], captain=PLAIN, rivals="alone")
    assert story.lines_of(story.cards[0])[0] == ("line", told)
