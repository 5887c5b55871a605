"""Light and heavy fire (rules: "Kampfzone", "Fortgeschrittene Feinde"), here from pirates whom nobody can beat."""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.trucker.rules.ships import SEALED
from tests.trucker.scripted import alone, captain, ship, shots

OUTER = {"front": (6, 7), "right": (7, 8), "rear": (8, 7), "left": (7, 6)}
SIDES = tuple(OUTER)


def shielded(arrows: str, battery: str = "B2") -> Layout:
    return ship(f"6/7 ST; 7/6 ST SC ST; 8/6 {battery} ST SH{arrows}")


@pytest.mark.parametrize("side", SIDES)
def test_light_fire_never_bounces(side: str) -> None:
    assert alone(SEALED, (shots(f"small-{side}"), [7])).lost == {OUTER[side]}


@pytest.mark.parametrize("side", SIDES)
def test_heavy_fire_destroys_first_component(side: str) -> None:
    assert alone(SEALED, (shots(f"large-{side}"), [7])).lost == {OUTER[side]}


@pytest.mark.parametrize("size", ["small", "large"])
@pytest.mark.parametrize(("side", "roll"), [("front", 5), ("left", 9), ("rear", 12), ("right", 2)])
def test_fire_may_miss_the_ship(size: str, side: str, roll: int) -> None:
    assert alone(SEALED, (shots(f"{size}-{side}"), [roll])).lost == set()


@pytest.mark.parametrize(
    ("arrows", "side", "helps"),
    [
        ("^>", "front", True), ("^>", "right", True), ("^>", "rear", False), ("^>", "left", False),
        ("v<", "front", False), ("v<", "right", False), ("v<", "rear", True), ("v<", "left", True),
    ],
)  # fmt: skip
def test_shield_stops_light_fire(arrows: str, side: str, helps: bool) -> None:
    end = alone(shielded(arrows), (shots(f"small-{side}"), [7]))
    assert end.lost == (set() if helps else {OUTER[side]})
    assert end.batteries == (1 if helps else 2)


@pytest.mark.parametrize("side", ["front", "right"])
def test_shield_does_not_stop_heavy_fire(side: str) -> None:
    end = alone(shielded("^>"), (shots(f"large-{side}"), [7]))
    assert (end.lost, end.batteries) == ({OUTER[side]}, 2)


def test_cannon_does_not_stop_heavy_fire() -> None:
    assert (6, 7) in alone(SEALED, (shots("large-front"), [7])).lost


def test_each_shielded_shot_costs_charge() -> None:
    end = alone(shielded("^>"), (shots("small-front small-front small-right"), [7, 7, 7]))
    assert (end.lost, end.batteries) == ({(7, 8)}, 0)


def test_missed_shot_costs_no_charge() -> None:
    assert alone(shielded("^>"), (shots("small-front"), [12])).batteries == 2


def test_shield_needs_a_charge() -> None:
    assert alone(shielded("^>", "ST"), (shots("small-front"), [7])).lost == {(6, 7)}


def test_shield_may_use_reserve() -> None:
    end = alone(shielded("^>"), (shots("small-front"), [7]), captain=captain(reserve=2))
    assert (end.lost, end.batteries) == (set(), 1)


@pytest.mark.parametrize(("battery", "lost"), [(199, set()), (200, {(6, 7)})])
def test_shielded_component_must_outweigh_charge(battery: int, lost: set[tuple[int, int]]) -> None:
    assert alone(shielded("^>"), (shots("small-front"), [7]), captain=captain(battery=battery)).lost == lost


def test_lost_shield_is_useless() -> None:
    end = alone(shielded("^>"), (shots("large-right small-front"), [8, 7]))
    assert end.lost == {(8, 8), (6, 7)}


def test_next_shot_hits_behind() -> None:
    drawn = ship("5/7 ST; 6/6 ST ST; 7/6 CA SC")
    assert alone(drawn, (shots("large-front large-front"), [7, 7])).lost == {(5, 7), (6, 7)}
