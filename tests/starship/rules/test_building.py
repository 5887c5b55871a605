"""Building (rule text p.10 to 12): costs, places, modules."""

from __future__ import annotations

import pytest

from tests.starship.rules.played import flight, goods, module, replayed, trading

GOODS = ("ore", "fuel", "food", "carbon", "trade_good")
COSTS = {
    "colony_ship": {"ore": 1, "fuel": 1, "food": 1},
    "trade_ship": {"ore": 1, "fuel": 1, "trade_good": 1},
    "booster": {"fuel": 2},
    "cannon": {"carbon": 2},
    "sensor": {"ore": 1, "carbon": 1, "food": 1},
}


@pytest.mark.parametrize("what", COSTS)
def test_what_a_build_costs(what: str) -> None:
    end = trading(f"build {what}", moon={"goods": COSTS[what]})
    assert (end.accepted, goods(end.ships["moon"])) == ([True], {})


@pytest.mark.parametrize(("what", "good"), [(what, good) for what, cost in COSTS.items() for good in cost])
def test_without_one_of_them_it_is_not_built(what: str, good: str) -> None:
    cost = {**COSTS[what], good: COSTS[what][good] - 1}
    end = trading(f"build {what}", moon={"goods": cost})
    assert (end.accepted, end.ships["moon"].goods) == ([False], tuple(cost.get(good, 0) for good in GOODS))


@pytest.mark.parametrize("what", ["colony_ship", "trade_ship"])
def test_a_ship_stands_in_the_hangar(what: str) -> None:
    end = trading(f"build {what}", moon={"goods": COSTS[what]}).ships["moon"].to_dict()
    assert end["hangar"][what] == 1


@pytest.mark.parametrize("hangar", [{"colony_ship": 2}, {"trade_ship": 2}, {"colony_ship": 1, "trade_ship": 1}])
@pytest.mark.parametrize("what", ["colony_ship", "trade_ship"])
def test_never_more_than_two_ships(what: str, hangar: dict[str, int]) -> None:
    assert trading(f"build {what}", moon={"goods": COSTS[what], "hangar": hangar}).accepted == [False]


@pytest.mark.parametrize("what", ["colony_ship", "trade_ship"])
def test_two_of_a_kind_may_stand_there(what: str) -> None:
    end = trading(f"build {what}", moon={"goods": COSTS[what], "hangar": {what: 1}}).ships["moon"].to_dict()
    assert end["hangar"][what] == 2


@pytest.mark.parametrize(("what", "good"), [("booster", "fuel"), ("cannon", "carbon")])
def test_a_booster_and_a_cannon_are_put_in_at_level_one(what: str, good: str) -> None:
    end = trading(f"build {what}", moon={"goods": {good: 2}, "boosters": [1], "cannons": [1]}).ships["moon"]
    assert {"booster": end.boosters, "cannon": end.cannons}[what] == (1, 1)


@pytest.mark.parametrize(("what", "good"), [("booster", "fuel"), ("cannon", "carbon")])
def test_there_are_three_openings_for_each(what: str, good: str) -> None:
    full = {"boosters": [1, 1, 1], "cannons": [1, 1, 1], "goods": {good: 2}}
    assert trading(f"build {what}", moon=full).accepted == [False]


@pytest.mark.parametrize(("what", "good"), [("booster", "fuel"), ("cannon", "carbon")])
def test_level_two_costs_the_same_and_a_science(what: str, good: str) -> None:
    full = {"boosters": [1, 1, 1], "cannons": [1, 1, 1], "goods": {good: 2}, "science": 1}
    end = trading(f"upgrade {what}", moon=full).ships["moon"]
    assert sorted({"booster": end.boosters, "cannon": end.cannons}[what]) == [1, 1, 2]
    assert (goods(end), end.science) == ({}, 0)


@pytest.mark.parametrize("less", [{"goods": {"fuel": 1}, "science": 1}, {"goods": {"fuel": 2}, "science": 0}])
def test_without_fuel_or_science_no_level_two(less: dict[str, object]) -> None:
    assert trading("upgrade booster", moon={"boosters": [1, 1, 1], **less}).accepted == [False]


@pytest.mark.parametrize("what", ["booster", "cannon"])
def test_level_two_only_when_all_three_openings_are_filled(what: str) -> None:
    two = {"boosters": [1, 1], "cannons": [1, 1], "goods": {"fuel": 2, "carbon": 2}, "science": 1}
    assert trading(f"upgrade {what}", moon=two).accepted == [False]
    assert trading(f"upgrade {what}", moon=two, switches={"upgrade_after_three": "no"}).accepted == [True]


def test_beyond_level_two_there_is_nothing() -> None:
    full = {"boosters": [2, 2, 2], "goods": {"fuel": 2}, "science": 1}
    assert trading("upgrade booster", moon=full).accepted == [False]


@pytest.mark.parametrize("name", ["logistics", "command", "sensor", "trade", "science", "production"])
def test_any_module_one_may_be_turned_up(name: str) -> None:
    end = trading(f"build {name}", moon={"goods": COSTS["sensor"]})
    assert (module(end.ships["moon"], name), end.points["moon"]) == (1, 1)


def test_both_may_have_the_same_module_one() -> None:
    end = trading("build sensor", moon={"goods": COSTS["sensor"]}, sun={"modules": {"sensor": 1}})
    assert module(end.ships["moon"], "sensor") == 1


@pytest.mark.parametrize("name", ["logistics", "command", "sensor", "trade", "science", "production"])
def test_module_two_costs_ore_carbon_and_two_food_and_is_a_point(name: str) -> None:
    ship = {"goods": {"ore": 1, "carbon": 1, "food": 2}, "modules": {name: 1}}
    end = trading(f"build {name}", moon=ship)
    assert (module(end.ships["moon"], name), end.points["moon"], goods(end.ships["moon"])) == (2, 2, {})


@pytest.mark.parametrize("good", ["ore", "carbon", "food"])
def test_without_one_of_them_there_is_no_module_two(good: str) -> None:
    cost = {"ore": 1, "carbon": 1, "food": 2}
    ship = {"goods": {**cost, good: cost[good] - 1}, "modules": {"sensor": 1}}
    assert trading("build sensor", moon=ship).accepted == [False]


def test_module_two_needs_its_one() -> None:
    ship = {"goods": {"ore": 1, "carbon": 1, "food": 2}, "modules": {"command": 1}}
    end = trading("build sensor_2", moon=ship)
    assert (end.accepted, module(end.ships["moon"], "sensor")) == ([False], 0)


def test_each_module_two_is_once_in_the_game() -> None:
    ship = {"goods": {"ore": 1, "carbon": 1, "food": 2}, "modules": {"sensor": 1}}
    assert trading("build sensor", moon=ship, sun={"modules": {"sensor": 2}}).accepted == [False]


def test_beyond_module_two_there_is_nothing_to_build() -> None:
    ship = {"goods": {"ore": 1, "carbon": 1, "food": 2}, "modules": {"sensor": 2}}
    assert trading("build sensor", moon=ship).accepted == [False]


def test_example_science_one_becomes_two() -> None:
    """They pay ore, carbon and two food and get science on a 2 and on a 3 from now on."""
    ship = {"goods": {"ore": 1, "carbon": 1, "food": 2}, "modules": {"science": 1}}
    for roll in (2, 3):
        end = trading("build science", "done", f"produce {roll}", moon=ship)
        assert end.ships["moon"].science == 1


def test_the_advantage_is_had_at_once() -> None:
    ship = {"goods": COSTS["sensor"], "stations": ["BASE17"], "astro": 30}
    assert trading("buy food 3 at BASE17", moon={**ship, "goods": {}}).accepted == [False]
    assert trading("build logistics", "buy food 3 at BASE17", moon=ship).accepted == [True, True]


@pytest.mark.parametrize("step", ["build booster", "upgrade booster"])
def test_nothing_is_built_before_the_flight(step: str) -> None:
    ship = {"goods": {"fuel": 2}, "science": 1, "boosters": [1, 1, 1] if step.startswith("up") else [1, 1]}
    assert replayed(step, moon=ship, phase="sector").accepted == [False]
    assert flight([], step, moon=ship).accepted == [True, False]


def test_as_much_as_one_can_pay_in_any_order() -> None:
    ship = {"goods": {"ore": 1, "fuel": 3, "food": 1, "carbon": 2}, "modules": {"logistics": 1}}
    end = trading("build cannon", "build colony_ship", "build booster", moon=ship)
    assert (all(end.accepted), goods(end.ships["moon"])) == (True, {})


def test_in_the_trade_phase_nobody_flies() -> None:
    assert trading("fly 1").accepted == [False]


def test_there_is_nothing_else_to_build() -> None:
    assert trading("build torpedo", moon={"goods": {"ore": 1}}).accepted == [False]
