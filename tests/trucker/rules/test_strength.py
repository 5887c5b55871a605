"""Strength of cannons (rules: "Waffenstärke", "Die Funktionen der Aliens"), measured on slavers of known strength."""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.trucker.rules.ships import gunner
from tests.trucker.scripted import alone, captain, ship, slavers


def measured(layout: Layout, halves: int, **prices: int) -> None:
    """The ship's strength is so many halves: it beats all slavers below, ties those equal, loses to those above."""
    for strength in range(1, 9):
        end = alone(layout, slavers(strength, lost=1, credits_=9), captain=captain(battery=1, **prices))
        what = "won" if end.bounty else "lost" if end.crew < alone(layout, slavers(1, 0, 0)).crew else "tie"
        assert what == ("won" if halves > 2 * strength else "lost" if halves < 2 * strength else "tie"), strength


@pytest.mark.parametrize("cannons", [1, 2, 3, 4, 5])
def test_forward_single_cannon_counts_one(cannons: int) -> None:
    measured(gunner(cannons), 2 * cannons)


def test_no_cannon_has_no_strength() -> None:
    measured(ship("7/7 SC H2"), 0)


@pytest.mark.parametrize(
    ("drawing", "halves"),
    [
        ("6/7 CN^; 7/7 SC CN>", 3),
        ("6/7 CN^; 7/6 CN< SC", 3),
        ("6/7 CN^; 7/7 SC; 8/7 CNv", 3),
        ("6/7 CN^; 7/6 CN< SC CN>", 4),
        ("6/7 CN^; 7/6 CN< SC CN>; 8/7 CNv", 5),
    ],
)
def test_side_and_rear_cannons_count_half(drawing: str, halves: int) -> None:
    """Cannons to the sides and the rear count half, and halves are kept."""
    measured(ship(drawing), halves)


def test_powered_forward_double_counts_two() -> None:
    measured(ship("6/7 CD^; 7/6 B2 SC"), 4)


def test_powered_side_double_counts_one() -> None:
    measured(ship("7/6 B2 SC CD>"), 2)


def test_uncharged_double_counts_nothing() -> None:
    measured(ship("6/7 CD^; 7/7 SC CN>"), 1)


def test_each_double_needs_a_charge() -> None:
    measured(ship("6/6 CD^ CD^ CD^; 7/7 SC; 8/7 B2"), 8)


@pytest.mark.parametrize(("reserve", "halves"), [(0, 6), (1, 4), (2, 0)])
def test_forward_doubles_powered_first(reserve: int, halves: int) -> None:
    measured(ship("6/7 CD^; 7/6 B2 SC CD>"), halves, reserve=reserve)


@pytest.mark.parametrize(
    ("drawing", "halves"),
    [
        ("6/7 CN^; 7/7 SC CA LP", 6),
        ("7/6 CN< SC CA LP", 5),
        ("6/7 CN^; 7/6 CN< SC CA LP", 7),
        ("6/7 CD^; 7/6 B2 SC CA LP", 8),
    ],
)
def test_purple_alien_adds_two(drawing: str, halves: int) -> None:
    measured(ship(drawing, purple=(7, 8)), halves)


@pytest.mark.parametrize("drawing", ["7/7 SC CA LP", "6/7 CD^; 7/7 SC CA LP"])
def test_purple_alien_adds_nothing_to_zero(drawing: str) -> None:
    """The alien adds nothing without cannons, nor to a double cannon that has no battery."""
    measured(ship(drawing, purple=(7, 8)), 0)


def test_brown_alien_ignores_cannons() -> None:
    measured(ship("6/7 CN^; 7/7 SC CA LB", brown=(7, 8)), 2)
