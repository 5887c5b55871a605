"""Trading in the trade and build phase (rule text p.12): stations, forced purchases, swaps."""

from __future__ import annotations

import pytest

from tests.starship.rules.played import goods, trading

ALL = ["BASE15", "BASE16", "BASE14"]


def test_station_example_of_page_12() -> None:
    """Two carbon sold for six Astro, an ore bought for three; the fuel planet would be the third."""
    ship = {"astro": 0, "goods": {"carbon": 2}, "stations": ALL}
    end = trading(
        "buy ore 1 at BASE15", "sell carbon 2 at BASE14", "buy ore 1 at BASE15", "buy fuel 1 at BASE16", moon=ship
    )
    assert end.accepted == [False, True, True, False]
    assert (end.ships["moon"].astro, goods(end.ships["moon"])) == (3, {"ore": 1})


def test_station_is_used_once_per_phase() -> None:
    end = trading("buy ore 1 at BASE15", "buy ore 1 at BASE15", moon={"stations": ALL})
    assert end.accepted == [True, False]


def test_station_trades_one_direction_per_phase() -> None:
    end = trading("buy ore 1 at BASE15", "sell ore 1 at BASE15", moon={"stations": ALL})
    assert end.accepted == [True, False]


def test_used_station_stays_used() -> None:
    end = trading("buy ore 1 at BASE15", "buy fuel 1 at BASE16", "buy ore 1 at BASE15", moon={"stations": ALL})
    assert end.accepted == [True, True, False]


def test_building_may_come_between_trades() -> None:
    steps = ("buy fuel 2 at BASE16", "build booster", "buy carbon 2 at BASE14", "build cannon")
    end = trading(*steps, moon={"stations": ALL})
    assert (all(end.accepted), end.ships["moon"].astro) == (True, 13)


def test_station_purchase_must_fit() -> None:
    assert trading("buy ore 3 at BASE15", moon={"stations": ALL}).accepted == [False]
    assert trading("buy ore 2 at BASE15", moon={"stations": ALL}).ships["moon"].goods[0] == 2


def test_station_must_be_own() -> None:
    assert trading("buy ore 1 at BASE15", sun={"stations": ALL}).accepted == [False]
    assert trading("buy ore 1 at BASE30").accepted == [False]


def test_trade_phase_needs_a_station() -> None:
    assert trading("buy ore 1", moon={"stations": ALL}).accepted == [False]


@pytest.mark.parametrize(
    ("base", "step", "astro"),
    [
        ("I04", "buy ore 1", 22),
        ("I03", "sell science 1", 29),
        ("II05", "buy science 1", 23),
        ("III05", "sell fuel 1 food 1", 31),
    ],
)
def test_station_bases_trade_as_printed(base: str, step: str, astro: int) -> None:
    ship = {"stations": [base], "science": 1, "goods": {"fuel": 1, "food": 1}}
    end = trading(f"{step} at {base}", moon=ship)
    assert (end.accepted, end.ships["moon"].astro) == ([True], astro)


@pytest.mark.parametrize(
    ("base", "step"),
    [("I04", "buy ore 2"), ("I03", "sell science 2"), ("II05", "buy science 2"), ("III05", "sell fuel 2 food 1")],
)
def test_station_bases_keep_limits(base: str, step: str) -> None:
    ship = {"stations": [base], "science": 2, "goods": {"fuel": 2, "food": 1}}
    assert trading(f"{step} at {base}", moon=ship).accepted == [False]


@pytest.mark.parametrize(
    ("base", "step"),
    [("I04", "sell fuel 1"), ("I03", "buy science 1"), ("II05", "sell science 1"), ("III05", "buy ore 1")],
)
def test_station_bases_keep_direction(base: str, step: str) -> None:
    ship = {"stations": [base], "science": 2, "goods": {"fuel": 2, "food": 1}}
    assert trading(f"{step} at {base}", moon=ship).accepted == [False]


def test_median_station_trades_nothing() -> None:
    assert trading("buy ore 1 at IV05", moon={"stations": ["IV05"]}).accepted == [False]


def test_stations_are_free_next_turn() -> None:
    steps = ("buy ore 1 at BASE15", "done", "produce 3", "end", "done", "produce 3", "end", "buy ore 1 at BASE15")
    assert all(trading(*steps, moon={"stations": ALL}).accepted)


def test_trade_module_buys_from_opponent() -> None:
    """The opponent is paid two Astro for the good."""
    end = trading("take ore", moon={"modules": {"trade": 1}}, sun={"goods": {"ore": 2}})
    assert (goods(end.ships["moon"]), end.ships["moon"].astro) == ({"ore": 1}, 23)
    assert (goods(end.ships["sun"]), end.ships["sun"].astro) == ({"ore": 1}, 27)


@pytest.mark.parametrize(("level", "times"), [(0, 0), (1, 1), (2, 2)])
def test_trade_module_level_limits_purchases(level: int, times: int) -> None:
    ship = {"modules": {"trade": level} if level else {}}
    end = trading("take ore", "take ore", "take food", moon=ship, sun={"goods": {"ore": 2, "food": 2}})
    assert sum(end.accepted) == times


def test_forced_purchase_needs_opponents_good() -> None:
    assert trading("take ore", moon={"modules": {"trade": 1}}, sun={"goods": {"food": 1}}).accepted == [False]


def test_forced_purchase_must_fit() -> None:
    ships = {"moon": {"modules": {"trade": 1}, "goods": {"ore": 2}}, "sun": {"goods": {"ore": 1}}}
    assert trading("take ore", **ships).accepted == [False]


def test_forced_purchase_costs_two_astro() -> None:
    ships = {"moon": {"modules": {"trade": 1}, "astro": 1}, "sun": {"goods": {"ore": 1}}}
    assert trading("take ore", **ships).accepted == [False]


def test_trade_module_is_free_next_turn() -> None:
    steps = ("take ore", "done", "produce 3", "end", "done", "produce 3", "end", "take ore")
    assert all(trading(*steps, moon={"modules": {"trade": 1}}, sun={"goods": {"ore": 2}}).accepted)


def test_players_swap_goods_science_and_astro() -> None:
    ships = {"moon": {"goods": {"ore": 2}, "science": 1}, "sun": {"goods": {"food": 1}, "astro": 10}}
    end = trading("trade give=ore:1,science:1 get=food:1,astro:4", **ships)
    assert end.accepted == [True]
    assert (goods(end.ships["moon"]), end.ships["moon"].science, end.ships["moon"].astro) == (
        {"ore": 1, "food": 1},
        0,
        29,
    )
    assert (goods(end.ships["sun"]), end.ships["sun"].science, end.ships["sun"].astro) == ({"ore": 1}, 1, 6)


@pytest.mark.parametrize("swap", ["give=ore:2 get=food:1", "give=ore:1 get=food:2", "give=astro:26 get=food:1"])
def test_swap_needs_goods_given(swap: str) -> None:
    ships = {"moon": {"goods": {"ore": 1}}, "sun": {"goods": {"food": 1}}}
    assert trading(f"trade {swap}", **ships).accepted == [False]


def test_swapped_goods_must_fit() -> None:
    ships = {"moon": {"goods": {"ore": 1}}, "sun": {"goods": {"ore": 2, "food": 1}}}
    assert trading("trade give=ore:1 get=food:1", **ships).accepted == [False]


@pytest.mark.parametrize("step", ["take ore", "buy ore 1 at BASE15", "trade give=food:1 get=ore:1"])
def test_trading_waits_for_trade_phase(step: str) -> None:
    ships = {"moon": {"modules": {"trade": 1}, "stations": ALL, "goods": {"food": 1}}, "sun": {"goods": {"ore": 1}}}
    assert trading(step, **ships, phase="sector").accepted == [False]
    assert trading(step, **ships).accepted == [True]


def test_swap_must_not_be_empty() -> None:
    assert trading("trade give=ore:0 get=food:0").accepted == [False]
