"""Epidemic (rules: "Epidemie"): joined and occupied cabins, all at the same time."""

from __future__ import annotations

from tests.trucker.scripted import EPIDEMIC, alone, fly, ship


def test_joined_cabins_lose_one_each() -> None:
    end = alone(ship("7/7 SC CA"), EPIDEMIC)
    assert end.humans_at == {(7, 7): 1, (7, 8): 1}


def test_lone_starting_cabin_is_safe() -> None:
    assert alone(ship("7/7 SC H2"), EPIDEMIC).humans == 2


def test_separate_cabins_are_safe() -> None:
    assert alone(ship("7/7 SC ST CA"), EPIDEMIC).humans == 4


def test_cabins_at_corner_are_safe() -> None:
    assert alone(ship("6/8 CA; 7/7 SC ST"), EPIDEMIC).humans == 4


def test_outer_cabins_infect_each_other() -> None:
    end = alone(ship("7/7 SC ST CA; 8/9 CA"), EPIDEMIC)
    assert end.humans_at == {(7, 7): 2, (7, 9): 1, (8, 9): 1}


def test_smooth_neighbours_are_safe() -> None:
    drawn = ship("7/7 SC ST CA0003; 8/8 ST CA0003")
    assert alone(drawn, EPIDEMIC).humans == 6


def test_chain_loses_one_each() -> None:
    end = alone(ship("7/6 CA SC CA"), EPIDEMIC)
    assert end.humans_at == {(7, 6): 1, (7, 7): 1, (7, 8): 1}


def test_two_pairs_infect_separately() -> None:
    end = alone(ship("6/5 CA; 7/5 CA ST SC ST CA; 8/9 CA"), EPIDEMIC)
    assert end.humans_at == {(6, 5): 1, (7, 5): 1, (7, 7): 2, (7, 9): 1, (8, 9): 1}


def test_alien_cabin_infects_and_falls_ill() -> None:
    end = alone(ship("7/7 SC CA LB", brown=(7, 8)), EPIDEMIC)
    assert (end.humans_at, end.aliens) == ({(7, 7): 1}, set())


def test_all_cabins_fall_ill_together() -> None:
    """The alien between them dies, and still both neighbours lose one."""
    end = alone(ship("7/7 SC CA CA; 6/8 LP", purple=(7, 8)), EPIDEMIC)
    assert (end.humans_at, end.aliens) == ({(7, 7): 1, (7, 9): 1}, set())


def test_empty_cabin_infects_nobody() -> None:
    """The alien dies in the first epidemic, the second finds the human alone."""
    end = alone(ship("7/7 SC CA LB", brown=(7, 8)), EPIDEMIC, EPIDEMIC)
    assert end.humans_at == {(7, 7): 1}


def test_half_empty_cabins_infect() -> None:
    end = alone(ship("7/7 SC CA"), EPIDEMIC, EPIDEMIC)
    assert (end.humans, end.ending) == (0, "no_humans")


def test_neighbouring_aliens_both_die() -> None:
    drawn = ship("6/8 LP; 7/7 SC CA CA; 8/9 LB", purple=(7, 8), brown=(7, 9))
    end = alone(drawn, EPIDEMIC)
    assert (end.humans, end.aliens) == (1, set())


def test_epidemic_hits_every_ship() -> None:
    ends = fly([ship("7/7 SC CA"), ship("7/7 SC H2"), ship("7/6 CA SC CA")], EPIDEMIC)
    assert [end.humans for end in ends] == [2, 2, 3]


def test_life_support_separates_cabins() -> None:
    assert alone(ship("7/7 SC LB CA"), EPIDEMIC).humans == 4
