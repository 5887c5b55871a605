"""Colonies and stations (rule text p.8, 9, 13 and 14)."""

from __future__ import annotations

import pytest

from tests.starship.rules.played import flight, goods

COLONY = {"hangar": {"colony_ship": 1}}
TRADE = {"hangar": {"trade_ship": 1}}
WITH_H = ("BASE13", "BASE14", "BASE15", "BASE16", "BASE17", "I03", "I04", "II05", "III05")


def test_colony_ship_founds_colony() -> None:
    end = flight(["BASE09"], "next", "found", moon=COLONY)
    assert set(end.ships["moon"].colonies) == {"START01", "BASE09"}


def test_colony_gives_a_point() -> None:
    assert flight(["BASE09"], "next", "found", moon=COLONY).points == {"moon": 2, "sun": 1}


def test_founding_spends_colony_ship() -> None:
    end = flight(["BASE09", "BASE10"], "next", "found", "next", "found", moon=COLONY)
    assert end.accepted[-1] is False
    assert end.ships["moon"].colony_ships == 0


def test_new_colony_produces_next_turn() -> None:
    end = flight(["BASE09"], "next", "found", "end", "done", "produce 1 moon=ore", moon=COLONY)
    assert goods(end.ships["moon"]) == {"ore": 1}


def test_founding_colony_costs_an_action() -> None:
    assert flight(["BASE09"], "next", "found", moon=COLONY).actions == 1


@pytest.mark.parametrize("hangar", [{}, {"trade_ship": 2}])
def test_colony_needs_a_colony_ship(hangar: dict[str, int]) -> None:
    assert flight(["BASE09"], "next", "found", moon={"hangar": hangar}).accepted[-1] is False


@pytest.mark.parametrize("card", [*WITH_H, "IV05"])
def test_trade_ship_founds_station_on_h(card: str) -> None:
    end = flight([card], "next", "found", moon=TRADE)
    assert end.ships["moon"].stations == (card,)
    assert (end.ships["moon"].trade_ships, end.actions) == (0, 1)


@pytest.mark.parametrize("card", WITH_H)
def test_station_gives_friendship_point(card: str) -> None:
    assert flight([card], "next", "found", moon=TRADE).ships["moon"].friendship == 1


def test_median_gives_two_friendship_points() -> None:
    assert flight(["IV05"], "next", "found", moon=TRADE).ships["moon"].friendship == 2


@pytest.mark.parametrize("step", ["buy ore 1", "sell ore 1", "buy science 1"])
def test_median_planet_trades_nothing(step: str) -> None:
    assert flight(["IV05"], "next", step, moon={"goods": {"ore": 1}}).accepted[-1] is False


@pytest.mark.parametrize("hangar", [{}, {"colony_ship": 2}])
def test_station_needs_a_trade_ship(hangar: dict[str, int]) -> None:
    assert flight(["BASE15"], "next", "found", moon={"hangar": hangar}).accepted[-1] is False


@pytest.mark.parametrize("card", ["BASE22", "BASE38", "BASE39", "BASE40", "BASE01"])
def test_station_needs_an_h(card: str) -> None:
    assert flight([card], "next", "found", moon=TRADE).accepted[-1] is False


@pytest.mark.parametrize("steps", [("found", "buy ore 1"), ("buy ore 1", "found")])
def test_founding_excludes_trading_there(steps: tuple[str, str]) -> None:
    assert flight(["BASE15"], "next", *steps, moon=TRADE).accepted[-2:] == [True, False]


def test_flight_cannot_use_stations() -> None:
    end = flight(["BASE22"], "next", "buy ore 1 at BASE15", moon={"stations": ["BASE15"]})
    assert end.accepted[-1] is False


def test_founded_card_is_replaced_from_reserve() -> None:
    end = flight(["BASE22", "BASE09"], "next", "next", "found", moon=COLONY)
    assert end.row == ["BASE22", "I01"]
    assert end.reserve[0] == "I06"
    assert len(end.sectors[1]) == 10
    assert "I01" in end.sectors[1]
    assert "BASE09" not in end.sectors[1]


def test_second_card_gets_next_replacement() -> None:
    end = flight(["BASE09", "BASE10"], "next", "found", "next", "found", moon={"hangar": {"colony_ship": 2}})
    assert end.row == ["I01", "I06"]


def test_replacement_is_not_flown() -> None:
    end = flight(["BASE09"], "next", "found", *["next"] * 5, moon=COLONY)
    assert (end.cards_flown, end.accepted[-1]) == (5, False)


def test_replacement_allows_no_action() -> None:
    end = flight(["BASE09"], "next", "found", "sell science 1", moon={**COLONY, "science": 1}, reserve=["I03"])
    assert end.row == ["I03"]
    assert end.accepted[-1] is False


def test_replacement_allows_no_founding() -> None:
    both = {"hangar": {"colony_ship": 1, "trade_ship": 1}}
    assert flight(["BASE09"], "next", "found", "found", moon=both, reserve=["I03"]).accepted[-1] is False


def test_replacing_pirate_does_not_attack() -> None:
    end = flight(["BASE09", "BASE22"], "next", "found", "pay", "next", moon=COLONY, reserve=["I05"])
    assert end.row[0] == "I05"
    assert end.accepted[-2:] == [False, True]


def test_empty_reserve_shrinks_sector() -> None:
    end = flight(["BASE09", "BASE22"], "next", "found", "next", moon=COLONY, reserve=[])
    assert all(end.accepted)
    assert len(end.sectors[1]) == 9


def test_face_down_replacement_fills_sector() -> None:
    end = flight(["BASE09"], "next", "found", moon=COLONY, switches={"reserve_face_down": "yes"})
    assert len(end.sectors[1]) == 10
    assert end.reserve[0] == "I06"


def test_replacement_is_flown_next_time() -> None:
    later = ("end", "done", "produce 3", "fly 1", "next", "sell science 1")
    end = flight(["BASE09"], "next", "found", *later, moon=COLONY, sun={"science": 1}, reserve=["I03", "I04"])
    assert all(end.accepted)
    assert (end.row, end.ships["sun"].astro) == (["I03"], 29)
