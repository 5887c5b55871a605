"""Engines of a fleet and open space (class IVC: "gilt diejenige des Schiffs mit der kleinsten Stärke")."""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.trucker.rules.fleets.flown import alone, build, fly
from tests.trucker.scripted import OPEN, PLAIN, QUIET, captain, planets, shots


def runners(left: int, right: int) -> Layout:
    """Two humans and that many single engines on the left ship, and on the right one (at most 3)."""
    return build(f"7/6 CA . CA; 8/{7 - left} {'EN ' * left}. {'EN ' * right}")


@pytest.mark.parametrize(("left", "right", "days"), [(1, 1, 1), (1, 3, 1), (3, 1, 1), (2, 3, 2), (3, 3, 3)])
def test_weakest_ship_sets_fleet_speed(left: int, right: int, days: int) -> None:
    end = alone(runners(left, right), OPEN)
    assert (end.days, end.left) == (days, ["flies", "flies"])


def test_one_large_ship_sums_engines() -> None:
    assert alone(build("7/6 CA . CA; 8/5 EN EN . EN; 6/6 ST ST ST"), OPEN, joined="F+B+L+R").days == 3


@pytest.mark.parametrize(("joined", "days"), [("F+B", 2), ("F+L", 1), ("L", 1), ("B+R", 1)])
def test_joining_changes_fleet_speed(joined: str, days: int) -> None:
    """Engines of the quarters: front left 1, front right 1, rear left 2, rear right 1. Joined in front: 2 and 3;
    with the left side: 4 and 1; the left side alone: 3, 1, 1; behind and right: 1 and 4.
    """
    four = build("5/6 CA ST CA; 6/6 EN . EN; 9/5 ST CA ST CA; 10/5 EN EN . EN")
    if joined != "F+B":
        four = build("6/6 CA ST CA; 7/5 EN CA . CA EN; 8/6 CA . CA; 9/5 EN CA ST CA; 10/6 EN . EN")
    assert alone(four, OPEN, joined=joined).days == days


POWERED = build("7/5 B2 CA . CA B2; 8/5 EN ED . ED EN")
"""A single and a double engine and two charges on either ship."""


@pytest.mark.parametrize(("battery", "days", "batteries"), [(49, 3, 2), (50, 1, 4), (51, 1, 4)])
def test_both_equal_ships_need_charge(battery: int, days: int, batteries: int) -> None:
    """None: 1 day, 50. Two: 3 days, 150, less two charges. One raises nothing."""
    end = alone(POWERED, OPEN, captain=captain(battery=battery))
    assert (end.days, end.batteries) == (days, batteries)


def test_each_ship_pays_own_charge() -> None:
    end = alone(POWERED, OPEN, captain=captain(battery=10))
    assert end.charges_at == {(7, 5): 1, (7, 9): 1}


def test_strongest_ship_spends_no_charge() -> None:
    """Left 1 without and 3 with a charge, right 1 for good."""
    end = alone(build("7/5 B2 CA . CA; 8/5 EN ED . EN"), OPEN, captain=captain(battery=0))
    assert (end.days, end.batteries) == (1, 2)


def test_only_weakest_ship_spends_charge() -> None:
    """Left 2 for good, right 1 without and 3 with a charge: with one charge 2."""
    end = alone(build("7/5 B2 CA . CA B2; 8/5 EN EN . EN ED"), OPEN, captain=captain(battery=10))
    assert (end.days, end.charges_at) == (2, {(7, 5): 2, (7, 9): 1})


def test_charge_stays_on_its_ship() -> None:
    """ "Energiesteine können nur Teile im selben Schiff aktivieren": the left ship cannot move."""
    end = alone(build("7/6 CA . CA B2; 8/6 ED . EN"), OPEN)
    assert (end.days, end.batteries, end.left) == (1, 2, ["no_engines", "flies"])


@pytest.mark.parametrize(("reserve", "days", "batteries"), [(0, 3, 2), (1, 3, 2), (2, 1, 4)])
def test_reserve_counts_per_ship(reserve: int, days: int, batteries: int) -> None:
    end = alone(POWERED, OPEN, captain=captain(battery=10, reserve=reserve))
    assert (end.days, end.batteries) == (days, batteries)


@pytest.mark.parametrize(("right", "days"), [("EN", 1), ("EN EN", 2), ("EN EN EN", 3)])
def test_brown_alien_lifts_own_ship(right: str, days: int) -> None:
    """Left 1 + 2."""
    left = build(f"6/6 CA; 7/5 LB CA . CA; 8/6 EN . {right}", brown=(7, 6))
    assert alone(left, OPEN).days == days


def test_brown_alien_leaves_standing_ship() -> None:
    """The alien's ship leaves in open space, and the alien with it."""
    end = alone(build("6/6 CA; 7/5 LB CA . CA; 8/8 EN", brown=(7, 6)), OPEN)
    assert (end.days, end.left, end.aliens) == (1, ["no_engines", "flies"], set())


def test_charge_wakes_the_brown_alien() -> None:
    """Left 2 + 2 with a charge, right 3."""
    drawn = build("6/6 CA; 7/4 B2 LB CA . CA; 8/6 ED . EN EN EN", brown=(7, 6))
    end = alone(drawn, OPEN)
    assert (end.days, end.batteries) == (3, 1)


# Open space expels


STANDING = build("7/5 H2 CA . CA B2; 8/8 EN")
"""The left ship has no engine."""


def test_immobile_ship_leaves_fleet() -> None:
    end = alone(STANDING, OPEN, QUIET)
    assert (end.ending, end.days, end.left, end.met) == ("arrived", 1, ["no_engines", "flies"], [1, 2])
    assert (end.ships_started, end.ships, end.quarters) == (2, 1, "fr rr")


def test_crew_leaves_with_ship() -> None:
    assert alone(STANDING, OPEN).humans_at == {(7, 8): 2}


def test_charges_leave_with_ship() -> None:
    end = alone(build("7/5 B2 CA . CA B2; 8/8 EN"), OPEN)
    assert end.charges_at == {(7, 9): 2}


def test_leaving_ship_costs_nothing() -> None:
    end = alone(STANDING, OPEN)
    assert (end.components_lost, end.penalty, end.lost, end.ships_lost) == (0, 0, set(), [0, 0])


def test_earlier_losses_are_paid() -> None:
    """A shot takes the hold at the left; then the ship leaves."""
    end = alone(STANDING, (shots("large-left"), [7]), OPEN)
    assert (end.components_lost, end.penalty, end.ships_lost, end.lost) == (1, 1, [1, 0], {(7, 5)})


def test_ship_that_left_is_no_target() -> None:
    """From the left in row 7 the first component is now the cabin of the right ship, and the batteries are worth more
    than the engine.
    """
    end = alone(STANDING, OPEN, (shots("large-left"), [7]))
    assert end.lost == {(7, 8), (8, 8)}


def test_goods_that_left_sell_half() -> None:
    """Two yellow cubes are worth 6, half of it 3; aboard the other ship there is nothing."""
    end = alone(STANDING, planets("YY"), OPEN)
    assert (end.goods_sold, end.goods, end.cubes_at) == (3, 2, {})


def test_immobile_ship_flies_until_open_space() -> None:
    end = alone(STANDING, QUIET, QUIET)
    assert (end.left, end.met, end.ships) == (["flies", "flies"], [2, 2], 2)


def test_immobile_fleet_is_stuck() -> None:
    end = alone(build("7/6 CA . CA"), OPEN)
    assert (end.ending, end.days, end.left, end.ships) == ("no_engines", 0, ["no_engines", "no_engines"], 0)


def test_stuck_fleet_sells_goods_half() -> None:
    """3 and 2 credits in holds of two ships make 5, half of it rounded up 3."""
    end = alone(build("7/5 H2 CA . CA"), planets("YG"), OPEN)
    assert (end.ending, end.goods_sold, end.met) == ("no_engines", 3, [2, 2])


def test_own_charge_lets_ship_stay() -> None:
    """A day is not worth more than a charge to them: the fleet stays where it is."""
    end = alone(build("7/5 B2 CA . CA; 8/6 ED . EN"), OPEN, QUIET)
    assert (end.days, end.batteries, end.left, end.met) == (0, 2, ["flies", "flies"], [2, 2])


@pytest.mark.parametrize(("battery", "days", "batteries"), [(49, 1, 1), (50, 0, 2), (51, 0, 2)])
def test_fleet_moves_if_day_pays(battery: int, days: int, batteries: int) -> None:
    """One charge on the left ship makes the fleet 1, worth 50; nobody has to leave for sparing it."""
    end = alone(build("7/5 B2 CA . CA; 8/6 ED . EN"), OPEN, captain=captain(battery=battery))
    assert (end.days, end.batteries, end.left) == (days, batteries, ["flies", "flies"])


@pytest.mark.parametrize(("battery", "days"), [(49, 2), (50, 0)])
def test_each_standing_ship_gets_charge(battery: int, days: int) -> None:
    """Two charges make the fleet 2, worth 100."""
    both = build("7/5 B2 CA . CA B2; 8/6 ED . ED")
    end = alone(both, OPEN, captain=captain(battery=battery, reserve=9))
    assert (end.days, end.batteries) == (days, 4 - days)


def test_ships_leave_on_fleets_turn() -> None:
    """The leader loses their left ship and moves one; the other, from -4, moves one as well."""
    first, second = fly([STANDING, runners(1, 1)], OPEN)
    assert (first.days, first.left, second.days, second.left) == (1, ["no_engines", "flies"], 1, ["flies", "flies"])


def test_fleet_speeds_up_without_slow_ship() -> None:
    end = alone(build("7/6 CA . CA; 8/8 EN EN EN"), OPEN, OPEN)
    assert end.days == 6


def test_fleets_move_at_own_speed() -> None:
    first, second = fly([runners(1, 1), runners(3, 3)], OPEN, captains=PLAIN)
    assert (first.days, second.days) == (1, 3)


def test_reserve_spent_only_to_move() -> None:
    """Left stands with the two charges that are kept back; right 1, and one charge to spend: nothing can be raised
    without the reserve, and with one charge of it on the left ship the fleet has 1.
    """
    end = alone(build("7/5 B2 CA . CA B3; 8/6 ED . EN ED"), OPEN, captain=captain(battery=1, reserve=2))
    assert (end.days, end.charges_at) == (1, {(7, 5): 1, (7, 9): 3})
