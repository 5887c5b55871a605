"""Epidemic (rules: "Epidemie"): joined and occupied cabins, all at the same time."""

from __future__ import annotations

from tests.trucker.scripted import EPIDEMIC, alone, fly, ship


def test_two_joined_cabins_lose_one_each() -> None:
    end = alone(ship("7/7 SC CA"), EPIDEMIC)
    assert end.humans_at == {(7, 7): 1, (7, 8): 1}


def test_the_starting_cabin_alone_is_safe() -> None:
    assert alone(ship("7/7 SC H2"), EPIDEMIC).humans == 2


def test_cabins_that_do_not_touch_are_safe() -> None:
    assert alone(ship("7/7 SC ST CA"), EPIDEMIC).humans == 4


def test_cabins_that_touch_at_a_corner_only_are_safe() -> None:
    assert alone(ship("6/8 CA; 7/7 SC ST"), EPIDEMIC).humans == 4


def test_cabins_without_the_starting_cabin_infect_each_other() -> None:
    end = alone(ship("7/7 SC ST CA; 8/9 CA"), EPIDEMIC)
    assert end.humans_at == {(7, 7): 2, (7, 9): 1, (8, 9): 1}


def test_smooth_neighbours_do_not_infect_each_other() -> None:
    drawn = ship("7/7 SC ST CA0003; 8/8 ST CA0003")
    assert alone(drawn, EPIDEMIC).humans == 6


def test_in_a_chain_of_three_each_loses_one_and_only_one() -> None:
    end = alone(ship("7/6 CA SC CA"), EPIDEMIC)
    assert end.humans_at == {(7, 6): 1, (7, 7): 1, (7, 8): 1}


def test_two_pairs_are_infected_separately() -> None:
    end = alone(ship("6/5 CA; 7/5 CA ST SC ST CA; 8/9 CA"), EPIDEMIC)
    assert end.humans_at == {(6, 5): 1, (7, 5): 1, (7, 7): 2, (7, 9): 1, (8, 9): 1}


def test_an_alien_cabin_infects_and_is_infected() -> None:
    end = alone(ship("7/7 SC CA LB", brown=(7, 8)), EPIDEMIC)
    assert (end.humans_at, end.aliens) == ({(7, 7): 1}, set())


def test_all_fall_ill_at_the_same_time() -> None:
    """The alien between them dies, and still both neighbours lose one."""
    end = alone(ship("7/7 SC CA CA; 6/8 LP", purple=(7, 8)), EPIDEMIC)
    assert (end.humans_at, end.aliens) == ({(7, 7): 1, (7, 9): 1}, set())


def test_an_empty_cabin_infects_nobody() -> None:
    """The alien dies in the first epidemic, the second finds the human alone."""
    end = alone(ship("7/7 SC CA LB", brown=(7, 8)), EPIDEMIC, EPIDEMIC)
    assert end.humans_at == {(7, 7): 1}


def test_half_empty_cabins_infect_each_other() -> None:
    end = alone(ship("7/7 SC CA"), EPIDEMIC, EPIDEMIC)
    assert (end.humans, end.ending) == (0, "no_humans")


def test_two_aliens_side_by_side_both_die() -> None:
    drawn = ship("6/8 LP; 7/7 SC CA CA; 8/9 LB", purple=(7, 8), brown=(7, 9))
    end = alone(drawn, EPIDEMIC)
    assert (end.humans, end.aliens) == (1, set())


def test_every_ship_is_concerned() -> None:
    ends = fly([ship("7/7 SC CA"), ship("7/7 SC H2"), ship("7/6 CA SC CA")], EPIDEMIC)
    assert [end.humans for end in ends] == [2, 2, 3]


def test_life_support_between_cabins_keeps_them_apart() -> None:
    assert alone(ship("7/7 SC LB CA"), EPIDEMIC).humans == 4
