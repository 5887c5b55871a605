"""Slavers (rules: "Fortgeschrittene Feinde", "Besatzungsverlust"; rulings: "Crew", "Harm")."""

from __future__ import annotations

import pytest

from tests.trucker.rules.ships import gunner
from tests.trucker.scripted import PLAIN, alone, captain, fly, ship, slavers

FOUR = ship("7/7 SC CA")
WITH_PURPLE = ship("7/7 SC CA LP", purple=(7, 8))


def test_who_beats_them_is_paid_and_loses_the_days() -> None:
    """Printed card 0 pays 5 for strength 6; here the strength is 4."""
    end = alone(gunner(5), slavers(4))
    assert (end.bounty, end.days, end.crew) == (5, -1, 2)


def test_bounties_add_up() -> None:
    assert alone(gunner(5), slavers(4), slavers(3, credits_=2)).bounty == 7


def test_a_tie_brings_nothing() -> None:
    end = alone(gunner(4), slavers(4))
    assert (end.bounty, end.days, end.crew) == (0, 0, 2)


def test_who_is_weaker_loses_crew() -> None:
    """Printed card 0: three of the crew."""
    end = alone(FOUR, 0)
    assert (end.crew, end.days, end.bounty) == (1, 0, 0)


def test_who_has_too_few_loses_all_and_must_give_up() -> None:
    end = alone(gunner(3), slavers(4, lost=5))
    assert (end.crew, end.ending) == (0, "no_humans")


def test_exactly_the_whole_crew() -> None:
    assert alone(FOUR, slavers(4, lost=4)).ending == "no_humans"


def test_one_human_is_kept_back_while_aliens_can_go() -> None:
    end = alone(WITH_PURPLE, slavers(4, lost=2))
    assert (end.humans, end.aliens, end.ending) == (1, set(), "arrived")


def test_the_last_human_goes_last_of_all() -> None:
    end = alone(WITH_PURPLE, slavers(4, lost=3))
    assert (end.crew, end.ending) == (0, "no_humans")


def test_a_human_who_is_the_last_when_they_come_is_kept_back_too() -> None:
    """The first slavers take one of two humans, the second the alien, though it is dearer."""
    end = alone(WITH_PURPLE, slavers(4, lost=1), slavers(4, lost=1), captain=captain(human=10))
    assert (end.humans, end.aliens, end.ending) == (1, set(), "arrived")


@pytest.mark.parametrize(("human", "humans", "aliens"), [(249, 1, {"purple"}), (250, 1, {"purple"}), (251, 2, set())])
def test_the_captain_chooses_whom_he_values_least(human: int, humans: int, aliens: set[str]) -> None:
    end = alone(WITH_PURPLE, slavers(4, lost=1), captain=captain(human=human))
    assert (end.humans, end.aliens) == (humans, aliens)


def test_both_humans_of_a_cabin_go_before_those_of_the_next() -> None:
    """Risk, worked out by hand: the right cabin 28, the left one 16, the starting cabin 12."""
    drawn = ship("7/6 CA SC CA")
    assert alone(drawn, slavers(4, lost=1)).humans_at == {(7, 6): 2, (7, 7): 2, (7, 8): 1}
    assert alone(drawn, slavers(4, lost=2)).humans_at == {(7, 6): 2, (7, 7): 2}
    assert alone(drawn, slavers(4, lost=5)).humans_at == {(7, 7): 1}


def test_a_tie_lets_them_go_on_to_the_next() -> None:
    ends = fly([gunner(4), gunner(5), FOUR], slavers(4))
    assert [(end.bounty, end.crew) for end in ends] == [(0, 2), (5, 2), (0, 4)]


def test_the_reward_may_be_declined_for_the_days_and_goes_to_nobody() -> None:
    ends = fly([gunner(5), gunner(5), FOUR], slavers(4, credits_=1, days=2))
    assert [(end.bounty, end.days, end.crew) for end in ends] == [(0, 0, 2), (0, 0, 2), (0, 0, 4)]


@pytest.mark.parametrize(("day", "bounty"), [(99, 1), (100, 0)])
def test_the_reward_is_taken_for_a_hundredth_more_than_the_day(day: int, bounty: int) -> None:
    end = alone(gunner(5), slavers(4, credits_=1, days=1), captain=captain(day=day))
    assert (end.bounty, end.days) == (bounty, -bounty)


@pytest.mark.parametrize(("credits_", "bounty", "batteries"), [(1, 0, 2), (2, 2, 1)])
def test_no_charge_is_spent_for_a_reward_that_is_declined(credits_: int, bounty: int, batteries: int) -> None:
    """A tie without, a victory with one charge, which is worth nothing here; the two days cost one credit."""
    drawn = ship("6/6 CN^ CN^ CD^; 7/6 B2 SC CA")
    end = alone(drawn, slavers(2, credits_=credits_, days=2), captain=captain(battery=0))
    assert (end.bounty, end.batteries, end.crew) == (bounty, batteries, 4)


def test_a_defeated_ship_without_humans_gives_up_and_the_next_is_attacked() -> None:
    ends = fly([FOUR, gunner(5)], slavers(4, lost=4, days=2))
    assert [end.ending for end in ends] == ["no_humans", "arrived"]
    assert (ends[1].bounty, ends[1].position) == (5, -5)


@pytest.mark.parametrize(("stay", "batteries"), [(0, 2), (800, 2), (801, 1)])
def test_having_to_give_up_harms_by_what_staying_is_worth(stay: int, batteries: int) -> None:
    """Two humans (200) and `stay` against a charge at 1000 for the tie."""
    drawn = ship("6/7 CD^; 7/6 B2 SC")
    end = alone(drawn, slavers(2, lost=2), captain=captain(stay=stay, battery=1000))
    assert end.batteries == batteries


def test_no_more_harm_than_there_is_crew() -> None:
    """Nine asked for, three given: 100 + 250 + 100, and staying costs nothing: a charge at 450 is not spent."""
    drawn = ship("6/7 CD^; 7/6 B2 SC CA LP", purple=(7, 8))
    for battery, batteries in ((450, 2), (449, 1)):
        end = alone(drawn, slavers(4, lost=9), captain=captain(stay=0, battery=battery))
        assert end.batteries == batteries


def test_the_leader_pays_batteries_before_the_next_is_asked() -> None:
    armed = ship("6/6 CD^ CN^ CD^; 7/6 B2 SC CA")
    ends = fly([armed, armed], slavers(4), captains=[PLAIN, PLAIN])
    assert [(end.bounty, end.batteries) for end in ends] == [(5, 0), (0, 2)]
