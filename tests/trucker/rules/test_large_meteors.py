"""Large meteors (rules: "Meteoriten" in both parts, FAQ on cannons in the middle; rulings: from the rear)."""

from __future__ import annotations

import pytest

from tests.trucker.rules.ships import SEALED
from tests.trucker.scripted import alone, captain, meteors, ship

Squares = set[tuple[int, int]]


@pytest.mark.parametrize(("side", "hit"), [("right", (7, 8)), ("rear", (8, 7)), ("left", (7, 6))])
def test_large_meteor_never_bounces(side: str, hit: tuple[int, int]) -> None:
    assert alone(SEALED, (meteors(f"large-{side}"), [7])).lost == {hit}


def test_shield_ignores_large_meteor() -> None:
    drawn = ship("6/7 ST; 7/6 B2 SC SH^>; 8/7 EN")
    end = alone(drawn, (meteors("large-front"), [7]))
    assert (end.lost, end.batteries) == ({(6, 7)}, 2)


@pytest.mark.parametrize(("roll", "lost"), [(6, {(7, 6)}), (7, set()), (8, {(7, 8)})])
def test_front_cannon_covers_own_column(roll: int, lost: Squares) -> None:
    assert alone(SEALED, (meteors("large-front"), [roll])).lost == lost


@pytest.mark.parametrize(("roll", "lost"), [(8, set()), (7, {(5, 7), (5, 8)})])
def test_inner_cannon_shoots_in_column(roll: int, lost: Squares) -> None:
    drawn = ship("5/7 ST H2; 6/7 ST; 7/7 SC CN^")
    assert alone(drawn, (meteors("large-front"), [roll])).lost == lost


@pytest.mark.parametrize("token", ["CN>", "CNv"])
def test_turned_cannon_misses_front_meteor(token: str) -> None:
    assert alone(ship(f"7/7 SC {token}"), (meteors("large-front"), [8])).lost == {(7, 8)}


def test_double_cannon_costs_charge() -> None:
    end = alone(ship("6/7 CD^; 7/6 B2 SC"), (meteors("large-front"), [7]))
    assert (end.lost, end.batteries) == (set(), 1)


def test_double_cannon_costs_charge_each() -> None:
    end = alone(ship("6/7 CD^; 7/6 B2 SC"), (meteors("large-front large-front large-front"), [7, 7, 7]))
    assert (end.lost, end.batteries) == ({(6, 7)}, 0)


def test_uncharged_double_stays_silent() -> None:
    assert alone(ship("6/7 CD^; 7/7 SC"), (meteors("large-front"), [7])).lost == {(6, 7)}


@pytest.mark.parametrize(("battery", "lost"), [(199, set()), (200, {(6, 7)})])
def test_shot_must_outweigh_charge(battery: int, lost: Squares) -> None:
    end = alone(ship("6/7 CD^; 7/6 B2 SC"), (meteors("large-front"), [7]), captain=captain(battery=battery))
    assert end.lost == lost


def test_double_cannon_may_use_reserve() -> None:
    end = alone(ship("6/7 CD^; 7/6 B2 SC"), (meteors("large-front"), [7]), captain=captain(reserve=2))
    assert (end.lost, end.batteries) == (set(), 1)


def test_single_cannon_fires_before_double() -> None:
    end = alone(ship("5/7 ST CD^; 6/7 ST; 7/6 B2 SC CN^"), (meteors("large-front"), [8]))
    assert (end.lost, end.batteries) == (set(), 2)


def test_single_fires_past_uncharged_double() -> None:
    """A single cannon fires if the double cannon before it has no charge."""
    assert alone(ship("5/7 ST CD^; 6/7 ST; 7/7 SC CN^"), (meteors("large-front"), [8])).lost == set()


def test_uncharged_double_saves_nothing() -> None:
    """An uncharged double cannon in the column leaves the first component to be hit."""
    assert alone(ship("5/7 ST H2; 6/7 ST; 7/7 SC CD^"), (meteors("large-front"), [8])).lost == {(5, 8)}


LEFT = ship("5/7 ST; 6/7 ST; 7/5 CN< ST SC; 8/6 ST ST; 9/6 ST")
RIGHT = ship("5/7 ST; 6/7 ST; 7/7 SC ST CN>; 8/7 ST ST; 9/8 ST")
DOUBLE = ship("5/7 ST; 6/7 ST; 7/5 CD< ST SC B2; 8/6 ST ST; 9/6 ST")


@pytest.mark.parametrize(
    ("roll", "lost"), [(5, {(5, 7)}), (6, set()), (7, set()), (8, set()), (9, {(9, 6)})]
)  # fmt: skip
def test_left_cannon_covers_adjacent_rows(roll: int, lost: Squares) -> None:
    assert alone(LEFT, (meteors("large-left"), [roll])).lost == lost


@pytest.mark.parametrize(
    ("roll", "lost"), [(5, {(5, 7)}), (6, set()), (7, set()), (8, set()), (9, {(9, 8)})]
)  # fmt: skip
def test_right_cannon_covers_adjacent_rows(roll: int, lost: Squares) -> None:
    assert alone(RIGHT, (meteors("large-right"), [roll])).lost == lost


@pytest.mark.parametrize(("roll", "lost", "batteries"), [(6, set(), 1), (7, set(), 1), (8, set(), 1), (9, {(9, 6)}, 2)])
def test_double_cannon_covers_adjacent_rows(roll: int, lost: Squares, batteries: int) -> None:
    end = alone(DOUBLE, (meteors("large-left"), [roll]))
    assert (end.lost, end.batteries) == (lost, batteries)


def test_adjacent_single_fires_before_double() -> None:
    """A single cannon in a neighbouring row fires before a double cannon in the row."""
    drawn = ship("6/6 CN< ST; 7/5 CD< ST SC B2")
    end = alone(drawn, (meteors("large-left"), [7]))
    assert (end.lost, end.batteries) == (set(), 2)


@pytest.mark.parametrize("token", ["CN^", "CN>"])
def test_turned_cannon_misses_left_meteor(token: str) -> None:
    assert alone(ship(f"7/6 H2 SC {token}"), (meteors("large-left"), [7])).lost == {(7, 6)}


def test_inner_cannon_shoots_along_row() -> None:
    """The muzzle at (8, 7) looks over an empty square; (8, 5) lies further out in its row."""
    drawn = ship("6/5 H2 ST ST ST; 7/5 H2 . SC; 8/7 CN<; 8/5 H2")
    assert alone(drawn, (meteors("large-left"), [8])).lost == set()


@pytest.mark.parametrize(("roll", "lost"), [(6, set()), (7, set()), (8, set()), (9, {(7, 9)})])
def test_rear_cannon_covers_adjacent_columns(roll: int, lost: Squares) -> None:
    """Assumes the rule of the 2021 edition (rulings: open questions)."""
    drawn = ship("7/6 H2 SC H2 H2; 8/7 CNv")
    assert alone(drawn, (meteors("large-rear"), [roll])).lost == lost


def test_forward_cannon_misses_rear_meteor() -> None:
    assert alone(ship("6/7 CN^; 7/6 H2 SC; 8/7 ST"), (meteors("large-rear"), [7])).lost == {(8, 7)}


@pytest.mark.parametrize("side", ["front", "right", "rear", "left"])
@pytest.mark.parametrize("roll", [2, 12])
def test_sums_off_the_board_miss(side: str, roll: int) -> None:
    assert alone(SEALED, (meteors(f"large-{side}"), [roll])).lost == set()


@pytest.mark.parametrize(
    ("side", "lost"), [("front", {(8, 10)}), ("rear", {(8, 10)}), ("left", set()), ("right", set())]
)
def test_ten_is_column_not_row(side: str, lost: Squares) -> None:
    drawn = ship("7/7 SC; 8/7 H2 H2 H2 H2")
    assert alone(drawn, (meteors(f"large-{side}"), [10])).lost == lost


@pytest.mark.parametrize(("side", "lost"), [("left", {(4, 7)}), ("right", {(4, 7)}), ("front", set()), ("rear", set())])
def test_four_is_row_not_column(side: str, lost: Squares) -> None:
    drawn = ship("4/7 ST; 5/7 ST; 6/7 ST; 7/7 SC")
    assert alone(drawn, (meteors(f"large-{side}"), [4])).lost == lost


@pytest.mark.parametrize(
    ("side", "roll", "lost"), [("front", 3, {(7, 3)}), ("front", 11, {(7, 11)}), ("left", 11, set())]
)
def test_class_three_has_nine_columns(side: str, roll: int, lost: Squares) -> None:
    drawn = ship("7/3 H2 H2 H2 H2 SC H2 H2 H2 H2", "III")
    assert alone(drawn, (meteors(f"large-{side}"), [roll])).lost == lost


@pytest.mark.parametrize(
    ("side", "roll", "lost"),
    [
        ("front", 7, {(8, 7)}), ("rear", 7, {(6, 7)}), ("left", 8, {(8, 7)}), ("right", 6, {(6, 7)}),
        ("front", 6, {(7, 6)}),
    ],
)  # fmt: skip
def test_class_iiia_numbers_rows_from_rear(side: str, roll: int, lost: Squares) -> None:
    drawn = ship("8/7 ST; 7/6 H2 SC H2; 6/7 EN", "IIIa")
    assert alone(drawn, (meteors(f"large-{side}"), [roll])).lost == lost


def test_class_iiia_cannon_faces_higher_rows() -> None:
    drawn = ship("8/7 CN^; 7/6 H2 SC H2; 6/7 EN", "IIIa")
    assert alone(drawn, (meteors("large-front large-rear"), [7, 7])).lost == {(6, 7)}


@pytest.mark.parametrize(("roll", "lost"), [(9, {(9, 6)}), (8, set()), (7, set()), (6, set()), (5, {(5, 7)})])
def test_class_iiia_covers_adjacent_rows(roll: int, lost: Squares) -> None:
    drawn = ship("9/6 ST; 8/6 ST ST; 7/6 CN< SC; 6/7 ST; 5/7 ST", "IIIa")
    assert alone(drawn, (meteors("large-left"), [roll])).lost == lost
