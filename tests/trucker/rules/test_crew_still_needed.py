"""Who sells crew reckons with what the coming cards can take (rulings: "Crew", "What captains decide").

At level II a third of the cards is of level I, two thirds are of level II, twenty cards each. Slavers of level I have
strength 6 and take three, those of level II strength 7 and take four; the combat zone of level I takes two, by the
engines. So of 60 coming cards one is the slavers of I, two are those of II, one is that zone.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

import analyzer
from analyzer.trucker.captains import Captain
from analyzer.trucker.edition import Card
from analyzer.trucker.ship.layout import Layout
from tests.trucker.scripted import QUIET, abandoned_ship, alone, captain, fly, ship, slavers

TWO, FOUR, SIX = ship("7/7 SC"), ship("7/7 SC CA"), ship("7/6 CA SC CA")
RUIN = captain(ruin=6000)
"""A sixtieth of their fear is a credit."""


def sells(layout: Layout, card: Card, coming: int, who: Captain = RUIN, learning: bool = False) -> bool:
    """Whether a ship alone takes the offer with so many cards to come."""
    return bool(alone(layout, card, *[QUIET] * coming, captain=who, learning=learning).bounty)


@pytest.mark.parametrize(("coming", "least"), [(0, 3), (1, 4), (2, 5), (3, 6)])
def test_each_coming_card_makes_the_last_of_the_crew_dearer(coming: int, least: int) -> None:
    """Two of four and a day are 2.5; with two left slavers of I take all, too: a credit more for each card."""
    assert sells(FOUR, abandoned_ship(2, least), coming)
    assert not sells(FOUR, abandoned_ship(2, least - 1), coming)


def test_who_fears_nothing_sells_as_ever() -> None:
    assert sells(FOUR, abandoned_ship(2, 3), 10, captain())


def test_a_large_enough_crew_is_sold_without_fear() -> None:
    """Of six, one may go: no card takes five. With two gone those of level II take all: two credits a card."""
    assert sells(SIX, abandoned_ship(1, 2), 11)
    assert sells(SIX, abandoned_ship(2, 3), 0)
    assert not sells(SIX, abandoned_ship(2, 4), 1)
    assert sells(SIX, abandoned_ship(2, 5), 1)


def test_who_fears_for_all_anyway_has_nothing_to_fear_from_selling() -> None:
    """From 30 cards on those who take four are taken for certain, from 20 on those who take two: no more than ruin."""
    assert not sells(FOUR, abandoned_ship(2, 3), 29)
    assert sells(FOUR, abandoned_ship(2, 3), 30)


CANNONS = "6/5 CN^ CN^ CN^ CN^ CD^; 7/6 B2 SC CA"
"""Strength 4, 6 with a charge."""


def test_slavers_who_are_not_stronger_are_not_feared() -> None:
    """With a charge they tie with those of level I, who alone make two worse than four; the reserve is no charge."""
    armed = ship(CANNONS)
    assert sells(armed, abandoned_ship(2, 3), 11)
    assert sells(armed, abandoned_ship(2, 3), 11, captain(ruin=6000, reserve=1))
    assert not sells(armed, abandoned_ship(2, 3), 11, captain(ruin=6000, reserve=2))


@pytest.mark.parametrize(("others", "least"), [(0, 6), (1, 8), (2, 7)])
def test_a_zone_is_feared_where_several_fly_and_hits_one_of_them(others: int, least: int) -> None:
    """Ruin is 180 credits, one card is to come: slavers are 3 credits; the zone is 3, shared, or 0 for who is alone."""
    ships, captains = [FOUR, *[TWO] * others], [captain(ruin=18000), *[captain()] * others]
    for credits_, bounty in ((least - 1, 0), (least, least)):
        assert fly(ships, abandoned_ship(2, credits_), QUIET, captains=captains)[0].bounty == bounty


def test_who_has_left_the_flight_is_no_longer_hit_in_his_place() -> None:
    """The leader ties with slavers, the other one loses their two: from then on the leader flies alone."""
    leader = ship("6/6 CN^ CN^; 7/7 SC CA")
    for credits_, bounty in ((5, 0), (6, 6)):
        deck = slavers(2, lost=2), abandoned_ship(2, credits_), QUIET
        ends = fly([leader, TWO], *deck, captains=[captain(ruin=18000), captain()])
        assert [end.ending for end in ends] == ["arrived", "no_humans"]
        assert ends[0].bounty == bounty


def test_fear_is_rounded_down_to_a_hundredth() -> None:
    """Two at 1.24 and a day at 0.51 are a hundredth less than 3 credits; for those left they fear 3/60 less 2/60."""
    for ruin, taken in ((19, True), (20, False), (29, False), (30, True), (39, True), (40, False)):
        assert sells(FOUR, abandoned_ship(2, 3), 1, captain(human=124, day=51, ruin=ruin)) == taken, ruin


def test_a_card_that_takes_more_than_it_asks_for_leaves_nobody_to_fear_for() -> None:
    """Three asked for, five given: no human would remain."""
    greedy = replace(abandoned_ship(3, 90), crew_lost=5)
    assert not sells(FOUR, greedy, 5)


def test_the_learning_flight_of_2021_has_no_slavers() -> None:
    """One of its eight cards is a combat zone that takes two: nothing to a ship alone, half of it beside one other."""
    learner = ship("7/7 SC CA", "L", edition="2021")
    assert sells(learner, abandoned_ship(2, 3), 7)
    for credits_, bounty in ((6, 0), (7, 7)):
        deck = abandoned_ship(2, credits_), QUIET
        ends = fly([learner] * 2, *deck, captains=[captain(ruin=6000), captain(human=900)])
        assert ends[0].bounty == bounty


def test_the_learning_flight_of_2007_knows_no_fear() -> None:
    learner = ship("7/7 SC CA", "I")
    assert not sells(learner, abandoned_ship(2, 3), 5)
    assert sells(learner, abandoned_ship(2, 3), 5, learning=True)


def test_exact_answers_know_how_many_cards_are_to_come() -> None:
    """Two of four for 3 credits, then three for 4: who fears for those who remain waits for the second offer."""
    for who, paid in ((RUIN, 4), (captain(), 3)):
        assert analyzer.exact(FOUR, cards=[17, 16], captain=who).mean("credits") == paid


def test_the_fear_is_told() -> None:
    story = analyzer.explain([FOUR], flight=0, cards=[17, 17], captain=RUIN, rivals="alone")
    told = [story.lines_of(card)[0][1] for card in story.cards]
    assert told == [
        "worth 3 credits against 3.5 credits in days, crew and fear for those who remain: declines",
        "worth 3 credits against 2.5 credits in days and crew: takes it",
    ]
