"""Slavers (rules: "Fortgeschrittene Feinde", "Besatzungsverlust"; rulings: "Crew", "Harm")."""

from __future__ import annotations

import pytest

from tests.trucker.rules.ships import gunner
from tests.trucker.scripted import PLAIN, alone, captain, fly, ship, slavers

FOUR = ship("7/7 SC CA")
WITH_PURPLE = ship("7/7 SC CA LP", purple=(7, 8))


def test_winner_is_paid_and_falls_back() -> None:
    """Printed card 0 pays 5 for strength 6; here the strength is 4."""
    end = alone(gunner(5), slavers(4))
    assert (end.bounty, end.days, end.crew) == (5, -1, 2)


def test_bounties_add_up_over_cards() -> None:
    assert alone(gunner(5), slavers(4), slavers(3, credits_=2)).bounty == 7


def test_tie_with_slavers_brings_nothing() -> None:
    end = alone(gunner(4), slavers(4))
    assert (end.bounty, end.days, end.crew) == (0, 0, 2)


def test_weaker_ship_loses_crew() -> None:
    """Printed card 0: three of the crew."""
    end = alone(FOUR, 0)
    assert (end.crew, end.days, end.bounty) == (1, 0, 0)


def test_too_small_crew_gives_up() -> None:
    end = alone(gunner(3), slavers(4, lost=5))
    assert (end.crew, end.ending) == (0, "no_humans")


def test_whole_crew_taken_gives_up() -> None:
    assert alone(FOUR, slavers(4, lost=4)).ending == "no_humans"


def test_alien_goes_before_last_human() -> None:
    end = alone(WITH_PURPLE, slavers(4, lost=2))
    assert (end.humans, end.aliens, end.ending) == (1, set(), "arrived")


def test_last_human_goes_last() -> None:
    end = alone(WITH_PURPLE, slavers(4, lost=3))
    assert (end.crew, end.ending) == (0, "no_humans")


def test_last_human_kept_at_second_attack() -> None:
    """The first slavers take one of two humans, the second the alien, though it is dearer."""
    end = alone(WITH_PURPLE, slavers(4, lost=1), slavers(4, lost=1), captain=captain(human=10))
    assert (end.humans, end.aliens, end.ending) == (1, set(), "arrived")


@pytest.mark.parametrize(("human", "humans", "aliens"), [(249, 1, {"purple"}), (250, 1, {"purple"}), (251, 2, set())])
def test_cheapest_crew_goes_first(human: int, humans: int, aliens: set[str]) -> None:
    end = alone(WITH_PURPLE, slavers(4, lost=1), captain=captain(human=human))
    assert (end.humans, end.aliens) == (humans, aliens)


def test_riskiest_cabin_empties_first() -> None:
    """Risk, worked out by hand: the right cabin 28, the left one 16, the starting cabin 12."""
    drawn = ship("7/6 CA SC CA")
    assert alone(drawn, slavers(4, lost=1)).humans_at == {(7, 6): 2, (7, 7): 2, (7, 8): 1}
    assert alone(drawn, slavers(4, lost=2)).humans_at == {(7, 6): 2, (7, 7): 2}
    assert alone(drawn, slavers(4, lost=5)).humans_at == {(7, 7): 1}


def test_tie_passes_slavers_on() -> None:
    ends = fly([gunner(4), gunner(5), FOUR], slavers(4))
    assert [(end.bounty, end.crew) for end in ends] == [(0, 2), (5, 2), (0, 4)]


def test_declined_reward_goes_to_nobody() -> None:
    """The reward may be declined for its days, and then goes to nobody."""
    ends = fly([gunner(5), gunner(5), FOUR], slavers(4, credits_=1, days=2))
    assert [(end.bounty, end.days, end.crew) for end in ends] == [(0, 0, 2), (0, 0, 2), (0, 0, 4)]


@pytest.mark.parametrize(("day", "bounty"), [(99, 1), (100, 0)])
def test_reward_must_outweigh_the_day(day: int, bounty: int) -> None:
    end = alone(gunner(5), slavers(4, credits_=1, days=1), captain=captain(day=day))
    assert (end.bounty, end.days) == (bounty, -bounty)


@pytest.mark.parametrize(("credits_", "bounty", "batteries"), [(1, 0, 2), (2, 2, 1)])
def test_declined_reward_costs_no_charge(credits_: int, bounty: int, batteries: int) -> None:
    """A tie without, a victory with one charge, which is worth nothing here; the two days cost one credit."""
    drawn = ship("6/6 CN^ CN^ CD^; 7/6 B2 SC CA")
    end = alone(drawn, slavers(2, credits_=credits_, days=2), captain=captain(battery=0))
    assert (end.bounty, end.batteries, end.crew) == (bounty, batteries, 4)


def test_defeat_passes_slavers_on() -> None:
    """A defeated ship without humans gives up, and the next ship is attacked."""
    ends = fly([FOUR, gunner(5)], slavers(4, lost=4, days=2))
    assert [end.ending for end in ends] == ["no_humans", "arrived"]
    assert (ends[1].bounty, ends[1].position) == (5, -5)


@pytest.mark.parametrize(("stay", "batteries"), [(0, 2), (800, 2), (801, 1)])
def test_giving_up_costs_worth_of_staying(stay: int, batteries: int) -> None:
    """Two humans (200) and `stay` against a charge at 1000 for the tie."""
    drawn = ship("6/7 CD^; 7/6 B2 SC")
    end = alone(drawn, slavers(2, lost=2), captain=captain(stay=stay, battery=1000))
    assert end.batteries == batteries


def test_harm_is_limited_by_crew() -> None:
    """Nine asked for, three given: 100 + 250 + 100, and staying costs nothing: a charge at 450 is not spent."""
    drawn = ship("6/7 CD^; 7/6 B2 SC CA LP", purple=(7, 8))
    for battery, batteries in ((450, 2), (449, 1)):
        end = alone(drawn, slavers(4, lost=9), captain=captain(stay=0, battery=battery))
        assert end.batteries == batteries


def test_leader_pays_charges_first() -> None:
    armed = ship("6/6 CD^ CN^ CD^; 7/6 B2 SC CA")
    ends = fly([armed, armed], slavers(4), captains=[PLAIN, PLAIN])
    assert [(end.bounty, end.batteries) for end in ends] == [(5, 0), (0, 2)]
