"""Abandoned stations (rules: "Verlassene Station"): a large crew is needed, and stays aboard."""

from __future__ import annotations

import pytest

from tests.trucker.scripted import alone, fly, ship, slavers, station

FOUR = ship("7/6 H2 SC CA")
TWO = ship("7/6 H2 SC")
THREE = ship("7/6 H2 SC CA LP", purple=(7, 8))


def test_goods_are_loaded_for_days_and_nobody_leaves() -> None:
    end = alone(FOUR, station(4, "YG"))
    assert (end.cargo, end.days, end.crew, end.bounty) == ("YG", -1, 4, 0)


@pytest.mark.parametrize(("crew", "cargo"), [(3, "YG"), (4, "YG"), (5, "")])
def test_the_crew_must_be_as_large_as_printed(crew: int, cargo: str) -> None:
    assert alone(FOUR, station(crew, "YG")).cargo == cargo


def test_the_last_human_need_not_fear_the_station() -> None:
    assert alone(TWO, station(2, "YG")).cargo == "YG"


@pytest.mark.parametrize(("crew", "cargo"), [(3, "YG"), (4, "")])
def test_aliens_count_as_crew(crew: int, cargo: str) -> None:
    assert alone(THREE, station(crew, "YG")).cargo == cargo


def test_crew_lost_before_is_missing() -> None:
    assert alone(FOUR, slavers(9, lost=1), station(4, "YG")).cargo == ""


@pytest.mark.parametrize(("days", "cargo"), [(5, "Y"), (6, "")])
def test_it_is_taken_for_more_than_the_days_are_worth(days: int, cargo: str) -> None:
    assert alone(FOUR, station(4, "Y", days)).cargo == cargo


def test_no_captain_docks_without_room() -> None:
    assert alone(ship("7/7 SC CA"), station(4, "YG")).days == 0


def test_only_the_first_who_docks_loads() -> None:
    ends = fly([FOUR, FOUR], station(4, "YG"))
    assert [end.cargo for end in ends] == ["YG", ""]


def test_the_next_may_dock_if_the_crew_of_the_leader_is_too_small() -> None:
    ends = fly([TWO, FOUR], station(4, "YG"))
    assert [end.cargo for end in ends] == ["", "YG"]


def test_the_next_may_dock_if_the_leader_does_not_want_to() -> None:
    ends = fly([ship("7/7 SC CA"), FOUR], station(4, "YG"))
    assert [(end.cargo, end.days) for end in ends] == [("", 0), ("YG", -1)]


def test_red_goods_need_special_containers() -> None:
    """Printed card 19: RR for a crew of six."""
    ends = fly([ship("7/6 CA SC CA; 8/7 H2"), ship("7/6 CA SC CA; 8/7 S1")], 19)
    assert [end.cargo for end in ends] == ["", "R"]


def test_the_days_are_lost_over_free_spaces() -> None:
    ends = fly([FOUR, TWO], station(4, "YG", 3))
    assert [end.position for end in ends] == [-4, -3]
