"""Small meteors (rules: "Meteoriten", "Angriff auf ein Schiff", FAQ on exposed connectors inside the ship)."""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.trucker.rules.ships import PLUS, SEALED
from tests.trucker.scripted import alone, captain, fly, meteors, ship

SIDES = ("front", "right", "rear", "left")


def shielded(arrows: str, battery: str = "B2") -> Layout:
    return ship(f"6/7 ST3333; 7/6 ST3333 SC ST3333; 8/6 {battery} ST3333 SH{arrows}")


OUTER = {"front": (6, 7), "right": (7, 8), "rear": (8, 7), "left": (7, 6)}


@pytest.mark.parametrize("side", SIDES)
def test_meteor_bounces_off_smooth_side(side: str) -> None:
    assert alone(SEALED, (meteors(f"small-{side}"), [7])).lost == set()


@pytest.mark.parametrize(
    ("side", "roll", "hit"),
    [
        ("front", 6, (7, 6)), ("front", 7, (6, 7)), ("front", 8, (7, 8)),
        ("right", 6, (6, 7)), ("right", 7, (7, 8)), ("right", 8, (8, 7)),
        ("rear", 6, (7, 6)), ("rear", 7, (8, 7)), ("rear", 8, (7, 8)),
        ("left", 6, (6, 7)), ("left", 7, (7, 6)), ("left", 8, (8, 7)),
    ],
)  # fmt: skip
def test_meteor_destroys_exposed_component(side: str, roll: int, hit: tuple[int, int]) -> None:
    end = alone(PLUS, (meteors(f"small-{side}"), [roll]))
    assert end.lost == {hit}
    assert end.components_lost == 1


@pytest.mark.parametrize(
    ("side", "roll"), [("front", 5), ("front", 9), ("right", 5), ("right", 9), ("rear", 5), ("left", 9)]
)
def test_meteor_flies_past_ship(side: str, roll: int) -> None:
    assert alone(PLUS, (meteors(f"small-{side}"), [roll])).lost == set()


@pytest.mark.parametrize(
    ("arrows", "side", "helps"),
    [
        ("^>", "front", True), ("^>", "right", True), ("^>", "rear", False), ("^>", "left", False),
        ("v<", "front", False), ("v<", "right", False), ("v<", "rear", True), ("v<", "left", True),
    ],
)  # fmt: skip
def test_shield_covers_its_two_sides(arrows: str, side: str, helps: bool) -> None:
    end = alone(shielded(arrows), (meteors(f"small-{side}"), [7]))
    assert end.lost == (set() if helps else {OUTER[side]})
    assert end.batteries == (1 if helps else 2)


def test_each_shield_use_costs_charge() -> None:
    end = alone(shielded("^>"), (meteors("small-front small-right"), [7, 7]))
    assert (end.lost, end.batteries) == (set(), 0)


def test_shield_runs_out_of_charges() -> None:
    end = alone(shielded("^>"), (meteors("small-front small-right small-front"), [7, 7, 7]))
    assert end.lost == {(6, 7)}


def test_shield_needs_a_battery() -> None:
    assert alone(shielded("^>", "ST"), (meteors("small-front"), [7])).lost == {(6, 7)}


def test_two_shields_cost_one_charge() -> None:
    drawn = ship("6/7 ST3333; 7/6 ST3333 SC ST3333; 8/6 B2 ST3333 SH^>; 9/8 SH^<")
    end = alone(drawn, (meteors("small-front"), [7]))
    assert (end.lost, end.batteries) == (set(), 1)


def test_bounced_meteor_costs_no_charge() -> None:
    drawn = ship("6/7 CN^; 7/6 B2 SC SH^>; 8/7 EN")
    assert alone(drawn, (meteors("small-front"), [7])).batteries == 2


def test_missed_meteor_costs_no_charge() -> None:
    assert alone(shielded("^>"), (meteors("small-front"), [12])).batteries == 2


def test_shield_may_use_reserve() -> None:
    end = alone(shielded("^>"), (meteors("small-front"), [7]), captain=captain(reserve=5))
    assert (end.lost, end.batteries) == (set(), 1)


@pytest.mark.parametrize(("battery", "lost"), [(199, set()), (200, {(6, 7)})])
def test_shielded_component_must_outweigh_charge(battery: int, lost: set[tuple[int, int]]) -> None:
    assert alone(shielded("^>"), (meteors("small-front"), [7]), captain=captain(battery=battery)).lost == lost


HOLED = ship("5/6 ST ST; 6/6 ST; 7/6 CA SC; 8/7 EN")
"""An empty square at (6, 7), onto which the starting cabin shows a connector."""


def test_inner_connector_is_not_hit() -> None:
    assert alone(HOLED, (meteors("small-front"), [7])).lost == set()


def test_inner_connector_hit_once_bared() -> None:
    end = alone(HOLED, (meteors("large-front small-front"), [7, 7]))
    assert end.lost == {(5, 7), (7, 7), (8, 7)}


def test_column_cannon_ignores_small_meteor() -> None:
    drawn = ship("5/7 ST ST3003; 6/7 ST; 7/7 SC CN^")
    assert alone(drawn, (meteors("small-front"), [8])).lost == {(5, 8)}


def test_row_cannon_ignores_small_meteor() -> None:
    drawn = ship("6/7 ST0033; 7/5 CN< ST SC")
    assert alone(drawn, (meteors("small-left"), [6])).lost == {(6, 7)}


def test_meteors_come_one_by_one() -> None:
    """The first meteor tears away the cover of the next one's target."""
    drawn = ship("6/7 ST; 7/6 CA SC")
    end = alone(drawn, (meteors("large-front small-front"), [7, 7]))
    assert end.lost == {(6, 7), (7, 7)}


def test_every_ship_meets_same_roll() -> None:
    ends = fly([SEALED, PLUS, PLUS], (meteors("small-front"), [7]))
    assert [end.lost for end in ends] == [set(), {(6, 7)}, {(6, 7)}]
