"""Stardust (rules: "Besondere Vorkommnisse: Sternenstaub", "Offene Teile des Schiffes", FAQ on connectors inside)."""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.trucker.rules.ships import PLUS, SEALED
from tests.trucker.scripted import STARDUST, alone, fly, ship, shots

THREE, FOUR, ONE = ship("7/7 SC; 8/7 EN"), ship("7/7 SC"), ship("6/7 CN^; 7/6 H2 SC; 8/7 EN")


@pytest.mark.parametrize(("layout", "exposed"), [(SEALED, 0), (ONE, 1), (THREE, 3), (FOUR, 4), (PLUS, 12)])
def test_each_exposed_connector_costs_day(layout: Layout, exposed: int) -> None:
    end = alone(layout, STARDUST)
    assert (end.days, end.exposed) == (-exposed, exposed)


def test_connectors_onto_inner_hole_count() -> None:
    ring = ship("5/6 ST ST ST; 6/6 ST . ST; 7/6 ST SC ST; 8/7 EN")
    assert alone(ring, STARDUST).days == -1


@pytest.mark.parametrize("connector", [1, 2, 3])
def test_all_connector_kinds_count_alike(connector: int) -> None:
    drawn = ship(f"6/7 ST{connector}030; 7/6 H2 SC H2; 8/7 EN")
    assert alone(drawn, STARDUST).days == -1


def test_bared_connectors_cost_days() -> None:
    assert alone(SEALED, (shots("large-front large-left"), [7, 7]), STARDUST).days == -2


def test_lost_connectors_no_longer_count() -> None:
    """(6, 7) shows three, and covers one of the starting cabin."""
    drawn = ship("6/7 ST3333; 7/6 H2 SC H2; 8/7 EN")
    assert alone(drawn, (shots("large-front"), [7]), STARDUST).days == -1


def test_last_ship_moves_first() -> None:
    """The second goes from -3 to -4 and leaves its space to the first, who would else have jumped over it."""
    ends = fly([THREE, ONE], STARDUST)
    assert [end.position for end in ends] == [-3, -4]


def test_occupied_spaces_are_jumped() -> None:
    ends = fly([THREE, SEALED], STARDUST)
    assert [end.position for end in ends] == [-4, -3]


def test_three_ships_move_last_to_first() -> None:
    """From 0, -3, -6: the third to -10, the second to -4, the first by four days over -4 to -5."""
    ends = fly([FOUR, ONE, FOUR], STARDUST)
    assert [end.position for end in ends] == [-5, -4, -10]


def test_last_means_last_in_flight() -> None:
    """After the first card: -5 and -4. Then the first goes to -9 and leaves -5 to the second."""
    ends = fly([FOUR, ONE], STARDUST, STARDUST)
    assert [end.position for end in ends] == [-9, -5]
