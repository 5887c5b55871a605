"""Sabotage (rules: "Sabotage"): column and row are rolled, up to three times, for the ship with the smallest crew."""

from __future__ import annotations

import pytest

from tests.trucker.rules.ships import runner
from tests.trucker.scripted import OPEN, SABOTAGE, alone, fly, ship

TWO, FOUR = ship("7/6 H2 SC H2"), ship("7/7 SC CA")


def test_sabotage_rolls_column_then_row() -> None:
    ends = fly([ship("6/8 ST; 7/7 SC ST"), FOUR], (SABOTAGE, [8, 6]))
    assert ends[0].lost == {(6, 8)}


@pytest.mark.parametrize("rolls", [[8, 7], [2, 2, 8, 7], [8, 6, 12, 7, 8, 7]])
def test_sabotage_has_three_tries(rolls: list[int]) -> None:
    """No further roll follows once a component is found."""
    ends = fly([TWO, FOUR], (SABOTAGE, rolls))
    assert [end.lost for end in ends] == [{(7, 8)}, set()]


def test_three_misses_end_sabotage() -> None:
    ends = fly([TWO, FOUR], (SABOTAGE, [2, 2, 8, 6, 7, 8]))
    assert [end.lost for end in ends] == [set(), set()]


def test_only_smallest_crew_is_searched() -> None:
    """Nothing lies on (8, 7) of the first; the component of the second on that square does not count."""
    ends = fly([TWO, ship("7/7 SC CA; 8/7 ST")], (SABOTAGE, [7, 8, 7, 8, 7, 8]))
    assert [end.lost for end in ends] == [set(), set()]


def test_crew_tie_hits_front_most() -> None:
    ends = fly([TWO, TWO, FOUR], (SABOTAGE, [8, 7]))
    assert [end.lost for end in ends] == [{(7, 8)}, set(), set()]


def test_front_most_follows_flight_order() -> None:
    ends = fly([TWO, TWO], (SABOTAGE, [8, 7]), order=[1, 0])
    assert [end.lost for end in ends] == [set(), {(7, 8)}]


def test_alien_counts_as_crew() -> None:
    ends = fly([ship("7/7 SC CA LP", purple=(7, 8)), TWO], (SABOTAGE, [8, 7]))
    assert [end.lost for end in ends] == [set(), {(7, 8)}]


def test_detached_components_fall_off() -> None:
    ends = fly([ship("7/7 SC ST H2; 8/9 H2"), FOUR], (SABOTAGE, [8, 7]))
    assert ends[0].lost == {(7, 8), (7, 9), (8, 9)}


def test_inner_component_can_be_hit() -> None:
    walled = ship("6/6 ST ST ST; 7/6 ST SC CA; 8/6 ST ST ST")
    ends = fly([walled, ship("7/6 CA SC CA")], (SABOTAGE, [7, 7]))
    assert (ends[0].lost, ends[0].humans, ends[0].ending) == ({(7, 7)}, 2, "arrived")


def test_shields_and_cannons_do_not_help() -> None:
    armed = ship("6/7 CN^; 7/6 B2 SC SH^>")
    ends = fly([armed, FOUR], (SABOTAGE, [7, 6]))
    assert (ends[0].lost, ends[0].batteries) == ({(6, 7)}, 2)


def test_lost_component_is_no_target() -> None:
    ends = fly([TWO, FOUR], (SABOTAGE, [8, 7]), (SABOTAGE, [8, 7, 8, 7, 6, 7]))
    assert ends[0].lost == {(7, 8), (7, 6)}


def test_class_iiia_numbers_rows_from_rear() -> None:
    ends = fly([ship("8/7 ST; 7/7 SC; 6/7 EN", "IIIa"), ship("7/7 SC CA", "IIIa")], (SABOTAGE, [7, 8]))
    assert ends[0].lost == {(8, 7)}


def test_lone_ship_skips_sabotage() -> None:
    end = alone(TWO, SABOTAGE)
    assert (end.lost, end.cards_flown) == (set(), 1)


def test_last_ship_left_skips_sabotage() -> None:
    ends = fly([TWO, runner(1)], OPEN, SABOTAGE)
    assert [end.lost for end in ends] == [set(), set()]


def test_departed_ships_are_not_compared() -> None:
    ends = fly([TWO, ship("7/7 SC CA; 8/7 EN"), ship("7/6 CA SC CA; 8/7 EN")], OPEN, (SABOTAGE, [8, 7]))
    assert [end.lost for end in ends] == [set(), {(7, 8)}, set()]
