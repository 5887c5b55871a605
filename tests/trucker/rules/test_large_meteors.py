"""Large meteors (rules: "Meteoriten" in both parts, FAQ on cannons in the middle; rulings: from the rear)."""

from __future__ import annotations

import pytest

from tests.trucker.rules.ships import SEALED
from tests.trucker.scripted import alone, captain, meteors, ship

Squares = set[tuple[int, int]]


@pytest.mark.parametrize(("side", "hit"), [("right", (7, 8)), ("rear", (8, 7)), ("left", (7, 6))])
def test_does_not_bounce_off_a_smooth_side(side: str, hit: tuple[int, int]) -> None:
    assert alone(SEALED, (meteors(f"large-{side}"), [7])).lost == {hit}


def test_shields_are_of_no_use() -> None:
    drawn = ship("6/7 ST; 7/6 B2 SC SH^>; 8/7 EN")
    end = alone(drawn, (meteors("large-front"), [7]))
    assert (end.lost, end.batteries) == ({(6, 7)}, 2)


@pytest.mark.parametrize(("roll", "lost"), [(6, {(7, 6)}), (7, set()), (8, {(7, 8)})])
def test_from_the_front_only_a_cannon_in_that_very_column_helps(roll: int, lost: Squares) -> None:
    assert alone(SEALED, (meteors("large-front"), [roll])).lost == lost


@pytest.mark.parametrize(("roll", "lost"), [(8, set()), (7, {(5, 7), (5, 8)})])
def test_a_cannon_inside_the_ship_shoots_in_its_column(roll: int, lost: Squares) -> None:
    drawn = ship("5/7 ST H2; 6/7 ST; 7/7 SC CN^")
    assert alone(drawn, (meteors("large-front"), [roll])).lost == lost


@pytest.mark.parametrize("token", ["CN>", "CNv"])
def test_a_cannon_that_points_elsewhere_is_of_no_use_from_the_front(token: str) -> None:
    assert alone(ship(f"7/7 SC {token}"), (meteors("large-front"), [8])).lost == {(7, 8)}


def test_a_double_cannon_costs_a_battery() -> None:
    end = alone(ship("6/7 CD^; 7/6 B2 SC"), (meteors("large-front"), [7]))
    assert (end.lost, end.batteries) == (set(), 1)


def test_a_double_cannon_costs_a_battery_for_every_meteor() -> None:
    end = alone(ship("6/7 CD^; 7/6 B2 SC"), (meteors("large-front large-front large-front"), [7, 7, 7]))
    assert (end.lost, end.batteries) == ({(6, 7)}, 0)


def test_a_double_cannon_without_a_battery_does_not_fire() -> None:
    assert alone(ship("6/7 CD^; 7/7 SC"), (meteors("large-front"), [7])).lost == {(6, 7)}


@pytest.mark.parametrize(("battery", "lost"), [(199, set()), (200, {(6, 7)})])
def test_a_captain_fires_only_for_what_is_worth_more_than_a_battery(battery: int, lost: Squares) -> None:
    end = alone(ship("6/7 CD^; 7/6 B2 SC"), (meteors("large-front"), [7]), captain=captain(battery=battery))
    assert end.lost == lost


def test_defence_by_a_double_cannon_may_draw_on_the_reserve() -> None:
    end = alone(ship("6/7 CD^; 7/6 B2 SC"), (meteors("large-front"), [7]), captain=captain(reserve=2))
    assert (end.lost, end.batteries) == (set(), 1)


def test_a_single_cannon_fires_before_a_double_one() -> None:
    end = alone(ship("5/7 ST CD^; 6/7 ST; 7/6 B2 SC CN^"), (meteors("large-front"), [8]))
    assert (end.lost, end.batteries) == (set(), 2)


def test_a_single_cannon_does_where_the_double_before_it_has_no_power() -> None:
    assert alone(ship("5/7 ST CD^; 6/7 ST; 7/7 SC CN^"), (meteors("large-front"), [8])).lost == set()


def test_an_unpowered_double_in_the_column_leaves_the_first_component_to_be_hit() -> None:
    assert alone(ship("5/7 ST H2; 6/7 ST; 7/7 SC CD^"), (meteors("large-front"), [8])).lost == {(5, 8)}


LEFT = ship("5/7 ST; 6/7 ST; 7/5 CN< ST SC; 8/6 ST ST; 9/6 ST")
RIGHT = ship("5/7 ST; 6/7 ST; 7/7 SC ST CN>; 8/7 ST ST; 9/8 ST")
DOUBLE = ship("5/7 ST; 6/7 ST; 7/5 CD< ST SC B2; 8/6 ST ST; 9/6 ST")


@pytest.mark.parametrize(
    ("roll", "lost"), [(5, {(5, 7)}), (6, set()), (7, set()), (8, set()), (9, {(9, 6)})]
)  # fmt: skip
def test_from_the_left_the_row_of_the_cannon_and_its_neighbours_are_covered(roll: int, lost: Squares) -> None:
    assert alone(LEFT, (meteors("large-left"), [roll])).lost == lost


@pytest.mark.parametrize(
    ("roll", "lost"), [(5, {(5, 7)}), (6, set()), (7, set()), (8, set()), (9, {(9, 8)})]
)  # fmt: skip
def test_from_the_right_the_row_of_the_cannon_and_its_neighbours_are_covered(roll: int, lost: Squares) -> None:
    assert alone(RIGHT, (meteors("large-right"), [roll])).lost == lost


@pytest.mark.parametrize(("roll", "lost", "batteries"), [(6, set(), 1), (7, set(), 1), (8, set(), 1), (9, {(9, 6)}, 2)])
def test_a_double_cannon_covers_neighbouring_rows_for_a_battery(roll: int, lost: Squares, batteries: int) -> None:
    end = alone(DOUBLE, (meteors("large-left"), [roll]))
    assert (end.lost, end.batteries) == (lost, batteries)


def test_a_single_cannon_in_a_neighbouring_row_fires_before_a_double_in_the_row() -> None:
    drawn = ship("6/6 CN< ST; 7/5 CD< ST SC B2")
    end = alone(drawn, (meteors("large-left"), [7]))
    assert (end.lost, end.batteries) == (set(), 2)


@pytest.mark.parametrize("token", ["CN^", "CN>"])
def test_a_cannon_that_points_elsewhere_is_of_no_use_from_the_left(token: str) -> None:
    assert alone(ship(f"7/6 H2 SC {token}"), (meteors("large-left"), [7])).lost == {(7, 6)}


def test_a_cannon_inside_the_ship_shoots_along_its_row() -> None:
    """The muzzle at (8, 7) looks over an empty square; (8, 5) lies further out in its row."""
    drawn = ship("6/5 H2 ST ST ST; 7/5 H2 . SC; 8/7 CN<; 8/5 H2")
    assert alone(drawn, (meteors("large-left"), [8])).lost == set()


@pytest.mark.parametrize(("roll", "lost"), [(6, set()), (7, set()), (8, set()), (9, {(7, 9)})])
def test_from_the_rear_the_column_of_the_cannon_and_its_neighbours_are_covered(roll: int, lost: Squares) -> None:
    """Rulings, open questions: as in the 2021 edition."""
    drawn = ship("7/6 H2 SC H2 H2; 8/7 CNv")
    assert alone(drawn, (meteors("large-rear"), [roll])).lost == lost


def test_a_forward_cannon_is_of_no_use_from_the_rear() -> None:
    assert alone(ship("6/7 CN^; 7/6 H2 SC; 8/7 ST"), (meteors("large-rear"), [7])).lost == {(8, 7)}


@pytest.mark.parametrize("side", ["front", "right", "rear", "left"])
@pytest.mark.parametrize("roll", [2, 12])
def test_sums_that_no_line_of_the_board_bears_miss(side: str, roll: int) -> None:
    assert alone(SEALED, (meteors(f"large-{side}"), [roll])).lost == set()


@pytest.mark.parametrize(
    ("side", "lost"), [("front", {(8, 10)}), ("rear", {(8, 10)}), ("left", set()), ("right", set())]
)
def test_a_ten_is_a_column_of_class_ii_but_no_row(side: str, lost: Squares) -> None:
    drawn = ship("7/7 SC; 8/7 H2 H2 H2 H2")
    assert alone(drawn, (meteors(f"large-{side}"), [10])).lost == lost


@pytest.mark.parametrize(("side", "lost"), [("left", {(4, 7)}), ("right", {(4, 7)}), ("front", set()), ("rear", set())])
def test_a_four_from_the_side_is_a_row_and_not_a_column(side: str, lost: Squares) -> None:
    drawn = ship("4/7 ST; 5/7 ST; 6/7 ST; 7/7 SC")
    assert alone(drawn, (meteors(f"large-{side}"), [4])).lost == lost


@pytest.mark.parametrize(
    ("side", "roll", "lost"), [("front", 3, {(7, 3)}), ("front", 11, {(7, 11)}), ("left", 11, set())]
)
def test_class_iii_is_hit_from_column_three_to_eleven(side: str, roll: int, lost: Squares) -> None:
    drawn = ship("7/3 H2 H2 H2 H2 SC H2 H2 H2 H2", "III")
    assert alone(drawn, (meteors(f"large-{side}"), [roll])).lost == lost


@pytest.mark.parametrize(
    ("side", "roll", "lost"),
    [
        ("front", 7, {(8, 7)}), ("rear", 7, {(6, 7)}), ("left", 8, {(8, 7)}), ("right", 6, {(6, 7)}),
        ("front", 6, {(7, 6)}),
    ],
)  # fmt: skip
def test_the_rows_of_class_iiia_are_numbered_from_the_rear(side: str, roll: int, lost: Squares) -> None:
    drawn = ship("8/7 ST; 7/6 H2 SC H2; 6/7 EN", "IIIa")
    assert alone(drawn, (meteors(f"large-{side}"), [roll])).lost == lost


def test_a_forward_cannon_of_class_iiia_looks_to_higher_rows() -> None:
    drawn = ship("8/7 CN^; 7/6 H2 SC H2; 6/7 EN", "IIIa")
    assert alone(drawn, (meteors("large-front large-rear"), [7, 7])).lost == {(6, 7)}


@pytest.mark.parametrize(("roll", "lost"), [(9, {(9, 6)}), (8, set()), (7, set()), (6, set()), (5, {(5, 7)})])
def test_neighbouring_rows_of_class_iiia_are_covered_too(roll: int, lost: Squares) -> None:
    drawn = ship("9/6 ST; 8/6 ST ST; 7/6 CN< SC; 6/7 ST; 5/7 ST", "IIIa")
    assert alone(drawn, (meteors("large-left"), [roll])).lost == lost
