"""Open space (rules: "Freier Weltraum", "Motorenstärke", "Keine Motoren bei Freiem Weltraum")."""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.trucker.rules.ships import runner
from tests.trucker.scripted import OPEN, PLAIN, QUIET, alone, captain, fly, ship, shots, smugglers


@pytest.mark.parametrize("engines", [1, 2, 3, 5])
def test_single_engine_moves_one_day(engines: int) -> None:
    assert alone(runner(engines), OPEN).days == engines


def test_double_engine_costs_charge() -> None:
    end = alone(ship("7/6 B2 SC; 8/7 ED"), OPEN)
    assert (end.days, end.batteries, end.ending) == (2, 1, "arrived")


def test_single_engines_add_to_doubles() -> None:
    end = alone(ship("7/6 B2 SC; 8/7 ED EN"), OPEN)
    assert (end.days, end.batteries) == (3, 1)


def test_each_double_needs_a_charge() -> None:
    end = alone(ship("7/6 B2 SC; 8/7 ED ED ED"), OPEN)
    assert (end.days, end.batteries) == (4, 0)


def test_engines_run_out_of_charges() -> None:
    """Two open spaces with two batteries, then the ship cannot move."""
    end = alone(ship("7/6 B2 SC; 8/7 ED"), OPEN, OPEN, OPEN)
    assert (end.days, end.batteries, end.ending, end.cards_flown) == (4, 0, "no_engines", 3)


def test_ship_without_engines_gives_up() -> None:
    end = alone(ship("7/7 SC H2"), OPEN)
    assert (end.days, end.ending) == (0, "no_engines")


def test_ship_without_engines_needs_no_engine() -> None:
    """A ship without engines flies on while no open space comes."""
    assert alone(ship("7/7 SC H2"), QUIET, QUIET).ending == "arrived"


def test_uncharged_double_engine_gives_up() -> None:
    assert alone(ship("7/7 SC; 8/7 ED"), OPEN).ending == "no_engines"


@pytest.mark.parametrize(
    ("drawing", "days"),
    [
        ("7/7 SC CA LB; 8/7 EN", 3),
        ("7/6 EN SC CA LB; 8/7 EN", 4),
        ("7/6 B2 SC CA LB; 8/7 ED", 4),
        ("7/6 B2 SC CA LB; 8/7 ED; 8/6 EN", 5),
    ],
)
def test_brown_alien_adds_two(drawing: str, days: int) -> None:
    assert alone(ship(drawing, brown=(7, 8)), OPEN).days == days


@pytest.mark.parametrize("engine", ["ST", "ED"])
def test_brown_alien_needs_power(engine: str) -> None:
    end = alone(ship(f"7/7 SC CA LB; 8/7 {engine}", brown=(7, 8)), OPEN)
    assert (end.days, end.ending) == (0, "no_engines")


def test_purple_alien_ignores_engines() -> None:
    assert alone(ship("7/7 SC CA LP; 8/7 EN", purple=(7, 8)), OPEN).days == 1


MIXED = ship("7/6 B2 SC; 8/6 ED ED EN")
DOUBLE = ship("7/6 B2 SC; 8/7 ED")
BROWN = ship("7/6 B2 SC CA LB; 8/7 ED", brown=(7, 8))


@pytest.mark.parametrize(("battery", "days"), [(99, 5), (100, 1)])
def test_two_days_must_outweigh_charge(battery: int, days: int) -> None:
    assert alone(MIXED, OPEN, captain=captain(battery=battery)).days == days


@pytest.mark.parametrize(("reserve", "days", "batteries"), [(0, 5, 0), (1, 3, 1), (2, 1, 2), (9, 1, 2)])
def test_speed_does_not_touch_reserve(reserve: int, days: int, batteries: int) -> None:
    end = alone(MIXED, OPEN, captain=captain(reserve=reserve))
    assert (end.days, end.batteries) == (days, batteries)


def test_reserve_may_start_the_ship() -> None:
    end = alone(ship("7/6 B2 SC; 8/7 ED ED"), OPEN, captain=captain(reserve=5))
    assert (end.days, end.batteries, end.ending) == (2, 1, "arrived")


@pytest.mark.parametrize(
    ("layout", "battery", "reserve", "days"),
    [(DOUBLE, 100, 0, 0), (DOUBLE, 100, 2, 0), (DOUBLE, 99, 2, 2), (BROWN, 200, 0, 0), (BROWN, 199, 0, 4)],
)
@pytest.mark.parametrize("stay", [0, 10**6])
def test_charge_to_move_must_pay(layout: Layout, stay: int, battery: int, reserve: int, days: int) -> None:
    """Two days are worth 100, four 200. Staying is not at stake: who could move does not have to leave."""
    end = alone(layout, OPEN, captain=captain(stay=stay, battery=battery, reserve=reserve))
    assert (end.days, end.batteries, end.ending) == (days, 1 if days else 2, "arrived")


SPARING = captain(battery=10**6, reserve=9)


def test_able_ship_may_stay() -> None:
    """ "Nicht mindestens um ein Feld nach vorne fliegen können": the captain can, but spares even the reserve."""
    end = alone(ship("7/6 B2 SC; 8/7 ED"), OPEN, OPEN, QUIET, captain=SPARING)
    assert (end.days, end.batteries, end.ending, end.cards_flown) == (0, 2, "arrived", 3)


def test_staying_ship_is_passed() -> None:
    """The leader stands on 0; from -3 over -2, -1, then over the leader to 1."""
    ends = fly([DOUBLE, runner(3)], OPEN, captains=[SPARING, PLAIN])
    assert [(end.position, end.place, end.ending) for end in ends] == [(0, 2, "arrived"), (1, 1, "arrived")]


def test_charges_alone_move_nothing() -> None:
    """The engine is shot away; charges alone move nothing."""
    end = alone(DOUBLE, (shots("large-rear"), [7]), OPEN, captain=SPARING)
    assert (end.lost, end.batteries, end.ending) == ({(8, 7)}, 2, "no_engines")


def test_double_engine_needs_charge() -> None:
    """Smugglers take both, for want of goods."""
    end = alone(DOUBLE, smugglers(4), OPEN, captain=SPARING)
    assert (end.batteries, end.ending) == (0, "no_engines")


@pytest.mark.parametrize(("engines", "lands_on"), [(1, -2), (3, 0), (4, 2), (5, 3)])
def test_occupied_spaces_are_jumped(engines: int, lands_on: int) -> None:
    """The leader goes from 0 to 1; the second starts on -3 and jumps over the leader."""
    ends = fly([runner(1), runner(engines)], OPEN)
    assert [end.position for end in ends] == [1, lands_on]


def test_three_ships_jump_each_other() -> None:
    """From 0, -2, -4: the leader to 1, the second to 0, the third over both of them."""
    ends = fly([runner(1, "I"), runner(2, "I"), runner(4, "I")], OPEN)
    assert [end.position for end in ends] == [1, 0, 2]


def test_flight_order_follows_figures() -> None:
    """After the first card the second ship leads (2 against 1): it goes to 6, the other to 2, which is free by then."""
    ends = fly([runner(1), runner(4)], OPEN, OPEN)
    assert [end.position for end in ends] == [2, 6]


def test_stuck_ship_blocks_until_card_ends() -> None:
    ends = fly([ship("7/7 SC H2"), runner(3)], OPEN)
    assert [end.position for end in ends] == [0, 1]
    assert [end.ending for end in ends] == ["no_engines", "arrived"]


def test_removed_figure_no_longer_blocks() -> None:
    """From -3 to -1 while it stands on 0, then over the empty 0 to 1."""
    ends = fly([ship("7/7 SC H2"), runner(2)], OPEN, OPEN)
    assert ends[1].position == 1


def test_each_captain_uses_own_prices() -> None:
    two = ship("7/6 B2 SC; 8/7 ED EN")
    ends = fly([two, two], OPEN, captains=[captain(battery=100), PLAIN])
    assert [end.batteries for end in ends] == [2, 1]
    assert [end.position for end in ends] == [1, 0]
