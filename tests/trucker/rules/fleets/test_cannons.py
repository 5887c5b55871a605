"""Cannons of a fleet and its enemies (class IVC: "werden die Kanonen aller Schiffe zusammengezählt")."""

from __future__ import annotations

import pytest

from tests.trucker.rules.fleets.flown import alone, build, fly
from tests.trucker.scripted import OPEN, captain, pirates, planets, shots, slavers, smugglers, zone

GUNNERS = build("6/6 CN^ . CN^; 7/6 CA . CA")
"""A forward single cannon and two humans on either ship."""


@pytest.mark.parametrize(("strength", "bounty", "crew"), [(1, 5, 4), (2, 0, 4), (3, 0, 2)])
def test_the_cannons_of_all_ships_count_together(strength: int, bounty: int, crew: int) -> None:
    """2 against slavers: won, a tie, lost."""
    end = alone(GUNNERS, slavers(strength, lost=2))
    assert (end.bounty, end.crew) == (bounty, crew)


def test_halves_of_different_ships_make_one() -> None:
    """Two cannons to the sides: half and half, a tie with strength 1."""
    end = alone(build("6/6 CN< . CN>; 7/6 CA . CA"), slavers(1, lost=2))
    assert (end.bounty, end.crew) == (0, 4)


def test_the_cannons_of_a_ship_that_left_count_no_more() -> None:
    """The left ship leaves in open space; 1 against 2 is a defeat."""
    end = alone(build("6/6 CN^ . CN^; 7/6 CA . CA; 8/8 EN"), OPEN, slavers(2, lost=1))
    assert (end.left, end.crew) == (["no_engines", "flies"], 1)


@pytest.mark.parametrize(("strength", "bounty"), [(3, 5), (4, 0)])
def test_a_purple_alien_lifts_the_fleet_if_his_own_ship_shoots(strength: int, bounty: int) -> None:
    """1 + 2 on the left, 1 on the right."""
    drawn = build("5/6 CN^; 6/5 LP CA . CN^; 7/6 CA . CA", purple=(6, 6))
    assert alone(drawn, slavers(strength, lost=1)).bounty == bounty


@pytest.mark.parametrize(("strength", "bounty"), [(0, 5), (1, 0)])
def test_he_gives_nothing_if_only_other_ships_shoot(strength: int, bounty: int) -> None:
    """ "nur, wenn die Kanonenstärke seines Schiffs nicht 0 ist": 1 on the right alone."""
    drawn = build("6/5 LP CA . CN^; 7/6 CA . CA", purple=(6, 6))
    assert alone(drawn, slavers(strength, lost=1)).bounty == bounty


def test_on_one_large_ship_he_does() -> None:
    """1 + 2, though the cannon lies in another quarter."""
    drawn = build("5/8 CN^; 6/5 LP CA ST CA", purple=(6, 6))
    assert alone(drawn, slavers(2, lost=1), joined="F+B+L+R").bounty == 5


CHARGED = build("6/6 CD^ . CD^; 7/5 B2 CA . CA B3")
"""A forward double cannon on either ship, two charges left and three right."""
CHEAP = captain(battery=1)


def test_of_equal_gains_the_ship_with_most_charges_pays() -> None:
    """One charge makes 2, enough for strength 1."""
    end = alone(CHARGED, slavers(1), captain=CHEAP)
    assert (end.bounty, end.charges_at) == (5, {(7, 5): 2, (7, 9): 2})


def test_charges_of_both_ships_count_together() -> None:
    end = alone(CHARGED, slavers(3), captain=CHEAP)
    assert (end.bounty, end.charges_at) == (5, {(7, 5): 1, (7, 9): 2})


def test_of_ships_with_equal_charges_the_first_pays() -> None:
    end = alone(build("6/6 CD^ . CD^; 7/5 B2 CA . CA B2"), slavers(1), captain=CHEAP)
    assert end.charges_at == {(7, 5): 1, (7, 9): 2}


def test_a_charge_goes_where_it_adds_most() -> None:
    """A forward double adds 2, one to the side 1, though that ship has more charges."""
    end = alone(build("6/6 CD^ . CD>; 7/5 B2 CA . CA B3"), slavers(1), captain=CHEAP)
    assert (end.bounty, end.charges_at) == (5, {(7, 5): 1, (7, 9): 3})


def test_it_adds_more_where_it_wakes_the_purple_alien() -> None:
    """To the side 1, and 2 for the alien of that ship, against 2: strength 2 is beaten by 3."""
    drawn = build("6/6 CD< ; 5/6 CA; 5/5 LP; 7/5 B2 CA . CA B3; 6/8 CD^", purple=(5, 6))
    end = alone(drawn, slavers(2), captain=CHEAP)
    assert (end.bounty, end.charges_at) == (5, {(7, 5): 1, (7, 9): 3})


def test_a_double_cannon_needs_a_charge_of_its_own_ship() -> None:
    """Charges only on the left, the cannon on the right: strength 0."""
    end = alone(build("6/8 CD^; 7/5 B2 CA . CA"), slavers(1, lost=2), captain=CHEAP)
    assert (end.bounty, end.batteries, end.crew) == (0, 2, 2)


@pytest.mark.parametrize(("reserve", "bounty"), [(1, 5), (2, 5), (3, 0)])
def test_the_reserve_counts_for_each_ship(reserve: int, bounty: int) -> None:
    """With two kept back only the right ship has a charge to spend, with three none has."""
    end = alone(CHARGED, slavers(1), captain=captain(battery=1, reserve=reserve))
    assert end.bounty == bounty


def test_the_reserve_of_either_ship_may_win_only_together() -> None:
    """Strength 3 asks for a charge on both; the left ship keeps its two."""
    assert alone(CHARGED, slavers(3, lost=1), captain=captain(battery=1, reserve=2)).bounty == 0


def test_as_few_charges_as_will_do() -> None:
    end = alone(build("6/6 CN^ . CD^; 7/5 B2 CA . CA B2"), slavers(0), captain=CHEAP)
    assert (end.bounty, end.batteries) == (5, 4)


def test_smugglers_take_the_dearest_cubes_of_the_whole_fleet() -> None:
    """Red on the right, yellow and, a step up from green, yellow on the left: red goes."""
    end = alone(build("7/5 H2 CA . CA S1"), planets("RYG"), smugglers(9, lost=1))
    assert end.cubes_at == {(7, 5): "YY"}


def test_pirates_shoot_at_the_defeated_fleet_once() -> None:
    """One shot in column 6 hits the left ship; the right one is unharmed."""
    end = alone(GUNNERS, (pirates(9, "large-front"), [6]))
    assert end.lost == {(6, 6)}


def test_the_winner_spares_those_behind() -> None:
    first, second = fly([GUNNERS, GUNNERS], slavers(1, lost=4))
    assert (first.bounty, second.bounty, second.crew) == (5, 0, 4)


@pytest.mark.parametrize(("guns", "days"), [("CN^", -3), ("CN^ CN^", 0)])
def test_a_combat_zone_measures_the_sum(guns: str, days: int) -> None:
    """The other fleet, behind, has 1 + 1; of equals the front-most is worst, so one against two, or three."""
    mine = build(f"6/6 CN^ . {guns}; 7/6 CA . CA") if guns != "CN^" else build("6/6 CN^; 7/6 CA . CA")
    first, _ = fly([mine, GUNNERS], zone("cannons>days:3"))
    assert first.days == days


def test_ships_that_lost_their_cannons_fly_on() -> None:
    end = alone(GUNNERS, (shots("large-front large-front"), [6, 8]))
    assert (end.lost, end.left) == ({(6, 6), (6, 8)}, ["flies", "flies"])
