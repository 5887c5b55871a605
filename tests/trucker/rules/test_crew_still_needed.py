"""Who sells crew reckons with what the coming cards can take (rulings: "Crew", "What captains decide").

At level II a third of the cards is of level I, two thirds are of level II. Slavers of level I have strength 6 and take
three, those of level II strength 7 and take four; the combat zone of level I takes two, by the engines.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

import pytest

import analyzer
from analyzer import Captain, Layout
from tests.doors.printed import Card, load_edition
from tests.trucker.scripted import QUIET, abandoned_ship, alone, captain, fly, ship, slavers

TWO, FOUR, SIX = ship("7/7 SC"), ship("7/7 SC CA"), ship("7/6 CA SC CA")


def share(kind: str, level: int) -> Fraction:
    """Share of such cards among the coming ones of a flight of level II: so many thirds of its pile."""
    pile = [card.kind for card in load_edition("2007").cards if card.level == level]
    return Fraction(level, 3) * Fraction(pile.count(kind), len(pile))


SLAVERS_I, SLAVERS_II = share("slavers", 1), share("slavers", 2)
CREDIT = ceil(100 / SLAVERS_I)
"""Ruin at which each coming card is a credit of fear for the slavers of I, and as much for the zone of I."""
RUIN = captain(ruin=CREDIT)


def sells(layout: Layout, card: Card, coming: int, who: Captain = RUIN, learning: bool = False) -> bool:
    """Whether a ship alone takes the offer with so many cards to come."""
    return bool(alone(layout, card, *[QUIET] * coming, captain=who, learning=learning).bounty)


@pytest.mark.parametrize(("coming", "least"), [(0, 3), (1, 4), (2, 5), (3, 6)])
def test_coming_cards_raise_crew_price(coming: int, least: int) -> None:
    """Two of four and a day are 2.5; with two left, slavers of I take all, too: a credit more for each card."""
    assert sells(FOUR, abandoned_ship(2, least), coming)
    assert not sells(FOUR, abandoned_ship(2, least - 1), coming)


def test_fearless_captain_sells_crew() -> None:
    assert sells(FOUR, abandoned_ship(2, 3), 10, captain())


def test_large_crew_is_sold_freely() -> None:
    """No card takes five, so one of six may go. With two gone, slavers of level II take all: two credits a card."""
    assert sells(SIX, abandoned_ship(1, 2), 11)
    assert sells(SIX, abandoned_ship(2, 3), 0)
    assert not sells(SIX, abandoned_ship(2, 4), 1)
    assert sells(SIX, abandoned_ship(2, 5), 1)


def test_doomed_crew_has_no_price() -> None:
    """Once so many cards come that slavers of II are certain, they take all four: two are no worse."""
    certain = ceil(1 / SLAVERS_II)
    sold = [coming for coming in (certain - 1, certain) if sells(FOUR, abandoned_ship(2, 3), coming)]
    assert sold == [certain]


CANNONS = "6/5 CN^ CN^ CN^ CN^ CD^; 7/6 B2 SC CA"
"""Strength 4, 6 with a charge."""


def test_beatable_slavers_are_not_feared() -> None:
    """One charge ties with those of level I, who alone make two worse than four; the reserve is no charge."""
    armed = ship(CANNONS)
    assert sells(armed, abandoned_ship(2, 3), 11)
    assert sells(armed, abandoned_ship(2, 3), 11, captain(ruin=CREDIT, reserve=1))
    assert not sells(armed, abandoned_ship(2, 3), 11, captain(ruin=CREDIT, reserve=2))


@pytest.mark.parametrize(("others", "least"), [(0, 6), (1, 8), (2, 7)])
def test_zone_fear_shared_among_ships(others: int, least: int) -> None:
    """One card is to come: slavers are 3 credits; the zone is 3, shared, or 0 for who is alone."""
    ships, captains = [FOUR, *[TWO] * others], [captain(ruin=3 * CREDIT), *[captain()] * others]
    for credits_, bounty in ((least - 1, 0), (least, least)):
        assert fly(ships, abandoned_ship(2, credits_), QUIET, captains=captains)[0].bounty == bounty


def test_departed_ship_shares_no_zone() -> None:
    """The leader ties with slavers, the other one loses their two: from then on the leader flies alone."""
    leader = ship("6/6 CN^ CN^; 7/7 SC CA")
    for credits_, bounty in ((5, 0), (6, 6)):
        deck = slavers(2, lost=2), abandoned_ship(2, credits_), QUIET
        ends = fly([leader, TWO], *deck, captains=[captain(ruin=3 * CREDIT), captain()])
        assert [end.ending for end in ends] == ["arrived", "no_humans"]
        assert ends[0].bounty == bounty


def test_fear_is_rounded_down() -> None:
    """Two at 1.24 and a day at 0.51 are a hundredth less than 3 credits, which any fear makes too much.

    Two of four fear both slavers, four fear those of II alone; each fear is rounded down.
    """
    fears = {ruin: floor(ruin * (SLAVERS_I + SLAVERS_II)) - floor(ruin * SLAVERS_II) for ruin in range(19, 41)}
    assert {*fears.values()} == {0, 1}
    fearless = [ruin for ruin in fears if sells(FOUR, abandoned_ship(2, 3), 1, captain(human=124, day=51, ruin=ruin))]
    assert fearless == [ruin for ruin, fear in fears.items() if not fear]


def test_greedy_card_is_declined() -> None:
    """Three asked for, five given: no human would remain."""
    greedy = replace(abandoned_ship(3, 90), crew_lost=5)
    assert not sells(FOUR, greedy, 5)


def test_learning_2021_has_no_slavers() -> None:
    """One of its cards is a combat zone that takes two: nothing to a ship alone, half of it beside one other."""
    learner = ship("7/7 SC CA", "L", edition="2021")
    ruin = 750 * sum(card.learning for card in load_edition("2021").cards)
    assert sells(learner, abandoned_ship(2, 3), 7)
    for credits_, bounty in ((6, 0), (7, 7)):
        deck = abandoned_ship(2, credits_), QUIET
        ends = fly([learner] * 2, *deck, captains=[captain(ruin=ruin), captain(human=900)])
        assert ends[0].bounty == bounty


def test_learning_2007_has_no_fear() -> None:
    learner = ship("7/7 SC CA", "I")
    assert not sells(learner, abandoned_ship(2, 3), 5)
    assert sells(learner, abandoned_ship(2, 3), 5, learning=True)


def test_exact_knows_cards_to_come() -> None:
    """Two of four for 3 credits, then three for 4: who fears for those who remain waits for the second offer."""
    for who, paid in ((RUIN, 4), (captain(), 3)):
        assert analyzer.exact(FOUR, cards=[17, 16], captain=who).mean("credits") == paid


def test_story_tells_the_fear() -> None:
    story = analyzer.explain([FOUR], flight=0, cards=[17, 17], captain=RUIN, rivals="alone")
    told = [story.lines_of(card)[0][1] for card in story.cards]
    assert told == [
        "worth 3 credits, costs 3.5 credits in days, crew and risk to those who remain: declines",
        "worth 3 credits, costs 2.5 credits in days and crew: takes it",
    ]
