"""Engines of a fleet and open space (class IVC: "gilt diejenige des Schiffs mit der kleinsten Stärke")."""

from __future__ import annotations

import pytest

from analyzer.trucker.ship.layout import Layout
from tests.trucker.rules.fleets.flown import alone, build, fly
from tests.trucker.scripted import OPEN, PLAIN, QUIET, captain, planets, shots


def runners(left: int, right: int) -> Layout:
    """Two humans and that many single engines on the left ship, and on the right one (at most 3)."""
    return build(f"7/6 CA . CA; 8/{7 - left} {'EN ' * left}. {'EN ' * right}")


@pytest.mark.parametrize(("left", "right", "days"), [(1, 1, 1), (1, 3, 1), (3, 1, 1), (2, 3, 2), (3, 3, 3)])
def test_the_weakest_ship_counts(left: int, right: int, days: int) -> None:
    end = alone(runners(left, right), OPEN)
    assert (end.days, end.left) == (days, ["flies", "flies"])


def test_one_large_ship_sums_its_engines() -> None:
    assert alone(build("7/6 CA . CA; 8/5 EN EN . EN; 6/6 ST ST ST"), OPEN, joined="F+B+L+R").days == 3


@pytest.mark.parametrize(("joined", "days"), [("F+B", 2), ("F+L", 1), ("L", 1), ("B+R", 1)])
def test_the_same_components_as_other_fleets(joined: str, days: int) -> None:
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
def test_a_charge_for_each_of_two_equal_ships(battery: int, days: int, batteries: int) -> None:
    """None: 1 day, 50. Two: 3 days, 150, less two charges. One raises nothing."""
    end = alone(POWERED, OPEN, captain=captain(battery=battery))
    assert (end.days, end.batteries) == (days, batteries)


def test_each_ship_pays_for_its_own() -> None:
    end = alone(POWERED, OPEN, captain=captain(battery=10))
    assert end.charges_at == {(7, 5): 1, (7, 9): 1}


def test_charges_on_the_strongest_never_raise_the_fleet() -> None:
    """Left 1 without and 3 with a charge, right 1 for good."""
    end = alone(build("7/5 B2 CA . CA; 8/5 EN ED . EN"), OPEN, captain=captain(battery=0))
    assert (end.days, end.batteries) == (1, 2)


def test_a_charge_only_for_the_weakest() -> None:
    """Left 2 for good, right 1 without and 3 with a charge: with one charge 2."""
    end = alone(build("7/5 B2 CA . CA B2; 8/5 EN EN . EN ED"), OPEN, captain=captain(battery=10))
    assert (end.days, end.charges_at) == (2, {(7, 5): 2, (7, 9): 1})


def test_a_charge_of_one_ship_does_not_run_the_engine_of_another() -> None:
    """ "Energiesteine können nur Teile im selben Schiff aktivieren": the left ship cannot move."""
    end = alone(build("7/6 CA . CA B2; 8/6 ED . EN"), OPEN)
    assert (end.days, end.batteries, end.left) == (1, 2, ["no_engines", "flies"])


@pytest.mark.parametrize(("reserve", "days", "batteries"), [(0, 3, 2), (1, 3, 2), (2, 1, 4)])
def test_the_reserve_counts_for_each_ship(reserve: int, days: int, batteries: int) -> None:
    end = alone(POWERED, OPEN, captain=captain(battery=10, reserve=reserve))
    assert (end.days, end.batteries) == (days, batteries)


@pytest.mark.parametrize(("right", "days"), [("EN", 1), ("EN EN", 2), ("EN EN EN", 3)])
def test_a_brown_alien_lifts_his_own_ship_alone(right: str, days: int) -> None:
    """Left 1 + 2."""
    left = build(f"6/6 CA; 7/5 LB CA . CA; 8/6 EN . {right}", brown=(7, 6))
    assert alone(left, OPEN).days == days


def test_a_brown_alien_gives_nothing_to_a_ship_that_stands() -> None:
    """The alien's ship leaves in open space, and the alien with it."""
    end = alone(build("6/6 CA; 7/5 LB CA . CA; 8/8 EN", brown=(7, 6)), OPEN)
    assert (end.days, end.left, end.aliens) == (1, ["no_engines", "flies"], set())


def test_a_charge_wakes_the_brown_alien_too() -> None:
    """Left 2 + 2 with a charge, right 3."""
    drawn = build("6/6 CA; 7/4 B2 LB CA . CA; 8/6 ED . EN EN EN", brown=(7, 6))
    end = alone(drawn, OPEN)
    assert (end.days, end.batteries) == (3, 1)


# Open space expels


STANDING = build("7/5 H2 CA . CA B2; 8/8 EN")
"""The left ship has no engine."""


def test_a_ship_that_cannot_move_leaves_and_the_others_fly_on() -> None:
    end = alone(STANDING, OPEN, QUIET)
    assert (end.ending, end.days, end.left, end.met) == ("arrived", 1, ["no_engines", "flies"], [1, 2])
    assert (end.ships_started, end.ships, end.quarters) == (2, 1, "fr rr")


def test_its_crew_goes_with_it() -> None:
    assert alone(STANDING, OPEN).humans_at == {(7, 8): 2}


def test_its_charges_go_with_it() -> None:
    end = alone(build("7/5 B2 CA . CA B2; 8/8 EN"), OPEN)
    assert end.charges_at == {(7, 9): 2}


def test_nothing_of_it_is_lost() -> None:
    end = alone(STANDING, OPEN)
    assert (end.components_lost, end.penalty, end.lost, end.ships_lost) == (0, 0, set(), [0, 0])


def test_what_it_lost_before_is_paid() -> None:
    """A shot takes the hold at the left; then the ship leaves."""
    end = alone(STANDING, (shots("large-left"), [7]), OPEN)
    assert (end.components_lost, end.penalty, end.ships_lost, end.lost) == (1, 1, [1, 0], {(7, 5)})


def test_it_can_not_be_hit_any_more() -> None:
    """From the left in row 7 the first component is now the cabin of the right ship, and the batteries are worth more
    than the engine.
    """
    end = alone(STANDING, OPEN, (shots("large-left"), [7]))
    assert end.lost == {(7, 8), (8, 8)}


def test_its_goods_are_sold_for_half() -> None:
    """Two yellow cubes are worth 6, half of it 3; aboard the other ship there is nothing."""
    end = alone(STANDING, planets("YY"), OPEN)
    assert (end.goods_sold, end.goods, end.cubes_at) == (3, 2, {})


def test_before_open_space_it_flies_with_the_others() -> None:
    end = alone(STANDING, QUIET, QUIET)
    assert (end.left, end.met, end.ships) == (["flies", "flies"], [2, 2], 2)


def test_if_none_can_move_the_whole_fleet_is_stuck() -> None:
    end = alone(build("7/6 CA . CA"), OPEN)
    assert (end.ending, end.days, end.left, end.ships) == ("no_engines", 0, ["no_engines", "no_engines"], 0)


def test_a_stuck_fleet_is_out_after_the_card_and_its_goods_are_sold_for_half_at_once() -> None:
    """3 and 2 credits in holds of two ships make 5, half of it rounded up 3."""
    end = alone(build("7/5 H2 CA . CA"), planets("YG"), OPEN)
    assert (end.ending, end.goods_sold, end.met) == ("no_engines", 3, [2, 2])


def test_a_ship_with_charges_of_its_own_for_its_double_engine_stays() -> None:
    """A day is not worth more than a charge to them: the fleet stays where it is."""
    end = alone(build("7/5 B2 CA . CA; 8/6 ED . EN"), OPEN, QUIET)
    assert (end.days, end.batteries, end.left, end.met) == (0, 2, ["flies", "flies"], [2, 2])


@pytest.mark.parametrize(("battery", "days", "batteries"), [(49, 1, 1), (50, 0, 2), (51, 0, 2)])
def test_a_fleet_held_back_moves_if_the_day_is_worth_the_charge(battery: int, days: int, batteries: int) -> None:
    """One charge on the left ship makes the fleet 1, worth 50; nobody has to leave for sparing it."""
    end = alone(build("7/5 B2 CA . CA; 8/6 ED . EN"), OPEN, captain=captain(battery=battery))
    assert (end.days, end.batteries, end.left) == (days, batteries, ["flies", "flies"])


@pytest.mark.parametrize(("battery", "days"), [(49, 2), (50, 0)])
def test_every_ship_that_stands_gets_a_charge_of_the_reserve(battery: int, days: int) -> None:
    """Two charges make the fleet 2, worth 100."""
    both = build("7/5 B2 CA . CA B2; 8/6 ED . ED")
    end = alone(both, OPEN, captain=captain(battery=battery, reserve=9))
    assert (end.days, end.batteries) == (days, 4 - days)


def test_ships_leave_when_the_turn_of_their_fleet_comes() -> None:
    """The leader loses their left ship and moves one; the other, from -4, moves one as well."""
    first, second = fly([STANDING, runners(1, 1)], OPEN)
    assert (first.days, first.left, second.days, second.left) == (1, ["no_engines", "flies"], 1, ["flies", "flies"])


def test_the_fleet_is_faster_without_the_ship_that_left() -> None:
    end = alone(build("7/6 CA . CA; 8/8 EN EN EN"), OPEN, OPEN)
    assert end.days == 6


def test_one_captain_is_not_held_back_by_the_ships_of_another() -> None:
    first, second = fly([runners(1, 1), runners(3, 3)], OPEN, captains=PLAIN)
    assert (first.days, second.days) == (1, 3)


def test_the_reserve_is_touched_only_to_move_at_all() -> None:
    """Left stands with the two charges that are kept back; right 1, and one charge to spend: nothing can be raised
    without the reserve, and with one charge of it on the left ship the fleet has 1.
    """
    end = alone(build("7/5 B2 CA . CA B3; 8/6 ED . EN ED"), OPEN, captain=captain(battery=1, reserve=2))
    assert (end.days, end.charges_at) == (1, {(7, 5): 1, (7, 9): 3})
