"""Sabotage (rules: "Sabotage"): column and row are rolled, up to three times, for the ship with the smallest crew."""

from __future__ import annotations

import pytest

from tests.trucker.rules.ships import runner
from tests.trucker.scripted import OPEN, SABOTAGE, alone, fly, ship

TWO, FOUR = ship("7/6 H2 SC H2"), ship("7/7 SC CA")


def test_the_first_roll_is_the_column_and_the_second_the_row() -> None:
    ends = fly([ship("6/8 ST; 7/7 SC ST"), FOUR], (SABOTAGE, [8, 6]))
    assert ends[0].lost == {(6, 8)}


@pytest.mark.parametrize("rolls", [[8, 7], [2, 2, 8, 7], [8, 6, 12, 7, 8, 7]])
def test_there_are_three_tries(rolls: list[int]) -> None:
    """And no further roll once a component was found."""
    ends = fly([TWO, FOUR], (SABOTAGE, rolls))
    assert [end.lost for end in ends] == [{(7, 8)}, set()]


def test_after_three_misses_they_give_up() -> None:
    ends = fly([TWO, FOUR], (SABOTAGE, [2, 2, 8, 6, 7, 8]))
    assert [end.lost for end in ends] == [set(), set()]


def test_only_the_ship_with_the_smallest_crew_is_looked_at() -> None:
    """Nothing lies on (8, 7) of the first; that the second has something there does not count."""
    ends = fly([TWO, ship("7/7 SC CA; 8/7 ST")], (SABOTAGE, [7, 8, 7, 8, 7, 8]))
    assert [end.lost for end in ends] == [set(), set()]


def test_of_equal_crews_the_front_most_suffers() -> None:
    ends = fly([TWO, TWO, FOUR], (SABOTAGE, [8, 7]))
    assert [end.lost for end in ends] == [{(7, 8)}, set(), set()]


def test_front_most_is_who_flies_in_front() -> None:
    ends = fly([TWO, TWO], (SABOTAGE, [8, 7]), order=[1, 0])
    assert [end.lost for end in ends] == [set(), {(7, 8)}]


def test_aliens_count_as_crew() -> None:
    ends = fly([ship("7/7 SC CA LP", purple=(7, 8)), TWO], (SABOTAGE, [8, 7]))
    assert [end.lost for end in ends] == [set(), {(7, 8)}]


def test_what_is_no_longer_joined_falls_off() -> None:
    ends = fly([ship("7/7 SC ST H2; 8/9 H2"), FOUR], (SABOTAGE, [8, 7]))
    assert ends[0].lost == {(7, 8), (7, 9), (8, 9)}


def test_a_component_inside_the_ship_can_be_hit() -> None:
    walled = ship("6/6 ST ST ST; 7/6 ST SC CA; 8/6 ST ST ST")
    ends = fly([walled, ship("7/6 CA SC CA")], (SABOTAGE, [7, 7]))
    assert (ends[0].lost, ends[0].humans, ends[0].ending) == ({(7, 7)}, 2, "arrived")


def test_shields_and_cannons_do_not_help() -> None:
    armed = ship("6/7 CN^; 7/6 B2 SC SH^>")
    ends = fly([armed, FOUR], (SABOTAGE, [7, 6]))
    assert (ends[0].lost, ends[0].batteries) == ({(6, 7)}, 2)


def test_a_component_that_is_gone_cannot_be_hit_again() -> None:
    ends = fly([TWO, FOUR], (SABOTAGE, [8, 7]), (SABOTAGE, [8, 7, 8, 7, 6, 7]))
    assert ends[0].lost == {(7, 8), (7, 6)}


def test_the_rows_of_class_iiia_are_numbered_from_the_rear() -> None:
    ends = fly([ship("8/7 ST; 7/7 SC; 6/7 EN", "IIIa"), ship("7/7 SC CA", "IIIa")], (SABOTAGE, [7, 8]))
    assert ends[0].lost == {(8, 7)}


def test_a_ship_flying_alone_is_left_in_peace() -> None:
    end = alone(TWO, SABOTAGE)
    assert (end.lost, end.cards_flown) == (set(), 1)


def test_the_last_one_left_is_left_in_peace() -> None:
    ends = fly([TWO, runner(1)], OPEN, SABOTAGE)
    assert [end.lost for end in ends] == [set(), set()]


def test_ships_that_gave_up_are_not_compared() -> None:
    ends = fly([TWO, ship("7/7 SC CA; 8/7 EN"), ship("7/6 CA SC CA; 8/7 EN")], OPEN, (SABOTAGE, [8, 7]))
    assert [end.lost for end in ends] == [set(), {(7, 8)}, set()]
