"""Abandoned stations (rules: "Verlassene Station"): a large crew is needed, and stays aboard."""

from __future__ import annotations

import pytest

from tests.trucker.scripted import alone, fly, ship, slavers, station

FOUR = ship("7/6 H2 SC CA")
TWO = ship("7/6 H2 SC")
THREE = ship("7/6 H2 SC CA LP", purple=(7, 8))


def test_station_loads_goods_keeps_crew() -> None:
    end = alone(FOUR, station(4, "YG"))
    assert (end.cargo, end.days, end.crew, end.bounty) == ("YG", -1, 4, 0)


@pytest.mark.parametrize(("crew", "cargo"), [(3, "YG"), (4, "YG"), (5, "")])
def test_station_asks_printed_crew(crew: int, cargo: str) -> None:
    assert alone(FOUR, station(crew, "YG")).cargo == cargo


def test_station_keeps_the_last_human() -> None:
    assert alone(TWO, station(2, "YG")).cargo == "YG"


@pytest.mark.parametrize(("crew", "cargo"), [(3, "YG"), (4, "")])
def test_alien_counts_as_crew(crew: int, cargo: str) -> None:
    assert alone(THREE, station(crew, "YG")).cargo == cargo


def test_lost_crew_no_longer_counts() -> None:
    assert alone(FOUR, slavers(9, lost=1), station(4, "YG")).cargo == ""


@pytest.mark.parametrize(("days", "cargo"), [(5, "Y"), (6, "")])
def test_goods_must_outweigh_days(days: int, cargo: str) -> None:
    assert alone(FOUR, station(4, "Y", days)).cargo == cargo


def test_no_docking_without_room() -> None:
    assert alone(ship("7/7 SC CA"), station(4, "YG")).days == 0


def test_only_first_docker_loads() -> None:
    ends = fly([FOUR, FOUR], station(4, "YG"))
    assert [end.cargo for end in ends] == ["YG", ""]


def test_next_docks_if_crew_too_small() -> None:
    ends = fly([TWO, FOUR], station(4, "YG"))
    assert [end.cargo for end in ends] == ["", "YG"]


def test_next_docks_if_leader_declines() -> None:
    ends = fly([ship("7/7 SC CA"), FOUR], station(4, "YG"))
    assert [(end.cargo, end.days) for end in ends] == [("", 0), ("YG", -1)]


def test_red_goods_need_special_hold() -> None:
    """Printed card 19: RR for a crew of six."""
    ends = fly([ship("7/6 CA SC CA; 8/7 H2"), ship("7/6 CA SC CA; 8/7 S1")], 19)
    assert [end.cargo for end in ends] == ["", "R"]


def test_days_lost_skip_occupied_spaces() -> None:
    ends = fly([FOUR, TWO], station(4, "YG", 3))
    assert [end.position for end in ends] == [-4, -3]
