"""Cannons of a fleet and its enemies (class IVC: "werden die Kanonen aller Schiffe zusammengezählt")."""

from __future__ import annotations

import pytest

from tests.trucker.rules.fleets.flown import alone, build, fly
from tests.trucker.scripted import OPEN, captain, pirates, planets, shots, slavers, smugglers, zone

GUNNERS = build("6/6 CN^ . CN^; 7/6 CA . CA")
"""A forward single cannon and two humans on either ship."""


@pytest.mark.parametrize(("strength", "bounty", "crew"), [(1, 5, 4), (2, 0, 4), (3, 0, 2)])
def test_fleet_adds_all_cannons(strength: int, bounty: int, crew: int) -> None:
    """2 against slavers: won, a tie, lost."""
    end = alone(GUNNERS, slavers(strength, lost=2))
    assert (end.bounty, end.crew) == (bounty, crew)


def test_half_strengths_of_ships_add_up() -> None:
    """Two cannons to the sides: half and half, a tie with strength 1."""
    end = alone(build("6/6 CN< . CN>; 7/6 CA . CA"), slavers(1, lost=2))
    assert (end.bounty, end.crew) == (0, 4)


def test_ship_that_left_adds_no_cannon() -> None:
    """The left ship leaves in open space; 1 against 2 is a defeat."""
    end = alone(build("6/6 CN^ . CN^; 7/6 CA . CA; 8/8 EN"), OPEN, slavers(2, lost=1))
    assert (end.left, end.crew) == (["no_engines", "flies"], 1)


@pytest.mark.parametrize(("strength", "bounty"), [(3, 5), (4, 0)])
def test_purple_alien_lifts_armed_ship(strength: int, bounty: int) -> None:
    """1 + 2 on the left, 1 on the right."""
    drawn = build("5/6 CN^; 6/5 LP CA . CN^; 7/6 CA . CA", purple=(6, 6))
    assert alone(drawn, slavers(strength, lost=1)).bounty == bounty


@pytest.mark.parametrize(("strength", "bounty"), [(0, 5), (1, 0)])
def test_purple_alien_needs_own_cannon(strength: int, bounty: int) -> None:
    """ "nur, wenn die Kanonenstärke seines Schiffs nicht 0 ist": 1 on the right alone."""
    drawn = build("6/5 LP CA . CN^; 7/6 CA . CA", purple=(6, 6))
    assert alone(drawn, slavers(strength, lost=1)).bounty == bounty


def test_purple_alien_on_one_large_ship() -> None:
    """1 + 2, though the cannon lies in another quarter."""
    drawn = build("5/8 CN^; 6/5 LP CA ST CA", purple=(6, 6))
    assert alone(drawn, slavers(2, lost=1), joined="F+B+L+R").bounty == 5


CHARGED = build("6/6 CD^ . CD^; 7/5 B2 CA . CA B3")
"""A forward double cannon on either ship, two charges left and three right."""
CHEAP = captain(battery=1)


def test_ship_with_most_charges_pays() -> None:
    """One charge makes 2, enough for strength 1."""
    end = alone(CHARGED, slavers(1), captain=CHEAP)
    assert (end.bounty, end.charges_at) == (5, {(7, 5): 2, (7, 9): 2})


def test_charges_of_both_ships_count() -> None:
    end = alone(CHARGED, slavers(3), captain=CHEAP)
    assert (end.bounty, end.charges_at) == (5, {(7, 5): 1, (7, 9): 2})


def test_equal_charges_first_ship_pays() -> None:
    end = alone(build("6/6 CD^ . CD^; 7/5 B2 CA . CA B2"), slavers(1), captain=CHEAP)
    assert end.charges_at == {(7, 5): 1, (7, 9): 2}


def test_charge_goes_where_it_adds_most() -> None:
    """A forward double adds 2, one to the side 1, though that ship has more charges."""
    end = alone(build("6/6 CD^ . CD>; 7/5 B2 CA . CA B3"), slavers(1), captain=CHEAP)
    assert (end.bounty, end.charges_at) == (5, {(7, 5): 1, (7, 9): 3})


def test_charge_wakes_the_purple_alien() -> None:
    """One to the side and 2 for the alien of that ship, against 2: strength 2 is beaten by 3."""
    drawn = build("6/6 CD< ; 5/6 CA; 5/5 LP; 7/5 B2 CA . CA B3; 6/8 CD^", purple=(5, 6))
    end = alone(drawn, slavers(2), captain=CHEAP)
    assert (end.bounty, end.charges_at) == (5, {(7, 5): 1, (7, 9): 3})


def test_double_cannon_needs_own_charge() -> None:
    """Charges only on the left, the cannon on the right: strength 0."""
    end = alone(build("6/8 CD^; 7/5 B2 CA . CA"), slavers(1, lost=2), captain=CHEAP)
    assert (end.bounty, end.batteries, end.crew) == (0, 2, 2)


@pytest.mark.parametrize(("reserve", "bounty"), [(1, 5), (2, 5), (3, 0)])
def test_reserve_counts_per_ship(reserve: int, bounty: int) -> None:
    """A reserve of two leaves only the right ship a charge to spend, a reserve of three leaves none."""
    end = alone(CHARGED, slavers(1), captain=captain(battery=1, reserve=reserve))
    assert end.bounty == bounty


def test_reserve_of_either_ship_blocks_win() -> None:
    """Strength 3 asks for a charge on both; the left ship keeps its two."""
    assert alone(CHARGED, slavers(3, lost=1), captain=captain(battery=1, reserve=2)).bounty == 0


def test_fewest_charges_win_the_battle() -> None:
    end = alone(build("6/6 CN^ . CD^; 7/5 B2 CA . CA B2"), slavers(0), captain=CHEAP)
    assert (end.bounty, end.batteries) == (5, 4)


def test_smugglers_take_dearest_cubes_first() -> None:
    """Red on the right, yellow and, a step up from green, yellow on the left: red goes."""
    end = alone(build("7/5 H2 CA . CA S1"), planets("RYG"), smugglers(9, lost=1))
    assert end.cubes_at == {(7, 5): "YY"}


def test_pirates_shoot_once_at_fleet() -> None:
    """One shot in column 6 hits the left ship; the right one is unharmed."""
    end = alone(GUNNERS, (pirates(9, "large-front"), [6]))
    assert end.lost == {(6, 6)}


def test_winner_spares_fleets_behind() -> None:
    first, second = fly([GUNNERS, GUNNERS], slavers(1, lost=4))
    assert (first.bounty, second.bounty, second.crew) == (5, 0, 4)


@pytest.mark.parametrize(("guns", "days"), [("CN^", -3), ("CN^ CN^", 0)])
def test_combat_zone_adds_cannons(guns: str, days: int) -> None:
    """The other fleet, behind, has 1 + 1; of equals the front-most is worst, so one against two, or three."""
    mine = build(f"6/6 CN^ . {guns}; 7/6 CA . CA") if guns != "CN^" else build("6/6 CN^; 7/6 CA . CA")
    first, _ = fly([mine, GUNNERS], zone("cannons>days:3"))
    assert first.days == days


def test_disarmed_ships_fly_on() -> None:
    end = alone(GUNNERS, (shots("large-front large-front"), [6, 8]))
    assert (end.lost, end.left) == ({(6, 6), (6, 8)}, ["flies", "flies"])
