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
def test_build_spends_its_cost(what: str) -> None:
    end = trading(f"build {what}", moon={"goods": COSTS[what]})
    assert (end.accepted, goods(end.ships["moon"])) == ([True], {})


@pytest.mark.parametrize(("what", "good"), [(what, good) for what, cost in COSTS.items() for good in cost])
def test_build_needs_every_good(what: str, good: str) -> None:
    cost = {**COSTS[what], good: COSTS[what][good] - 1}
    end = trading(f"build {what}", moon={"goods": cost})
    assert (end.accepted, end.ships["moon"].goods) == ([False], tuple(cost.get(good, 0) for good in GOODS))


@pytest.mark.parametrize("what", ["colony_ship", "trade_ship"])
def test_built_ship_enters_hangar(what: str) -> None:
    end = trading(f"build {what}", moon={"goods": COSTS[what]}).ships["moon"].to_dict()
    assert end["hangar"][what] == 1


@pytest.mark.parametrize("hangar", [{"colony_ship": 2}, {"trade_ship": 2}, {"colony_ship": 1, "trade_ship": 1}])
@pytest.mark.parametrize("what", ["colony_ship", "trade_ship"])
def test_hangar_holds_two_ships(what: str, hangar: dict[str, int]) -> None:
    assert trading(f"build {what}", moon={"goods": COSTS[what], "hangar": hangar}).accepted == [False]


@pytest.mark.parametrize("what", ["colony_ship", "trade_ship"])
def test_hangar_allows_two_alike(what: str) -> None:
    end = trading(f"build {what}", moon={"goods": COSTS[what], "hangar": {what: 1}}).ships["moon"].to_dict()
    assert end["hangar"][what] == 2


@pytest.mark.parametrize(("what", "good"), [("booster", "fuel"), ("cannon", "carbon")])
def test_booster_and_cannon_start_level_one(what: str, good: str) -> None:
    end = trading(f"build {what}", moon={"goods": {good: 2}, "boosters": [1], "cannons": [1]}).ships["moon"]
    assert {"booster": end.boosters, "cannon": end.cannons}[what] == (1, 1)


@pytest.mark.parametrize(("what", "good"), [("booster", "fuel"), ("cannon", "carbon")])
def test_booster_and_cannon_have_three_openings(what: str, good: str) -> None:
    full = {"boosters": [1, 1, 1], "cannons": [1, 1, 1], "goods": {good: 2}}
    assert trading(f"build {what}", moon=full).accepted == [False]


@pytest.mark.parametrize(("what", "good"), [("booster", "fuel"), ("cannon", "carbon")])
def test_level_two_costs_a_science_more(what: str, good: str) -> None:
    full = {"boosters": [1, 1, 1], "cannons": [1, 1, 1], "goods": {good: 2}, "science": 1}
    end = trading(f"upgrade {what}", moon=full).ships["moon"]
    assert sorted({"booster": end.boosters, "cannon": end.cannons}[what]) == [1, 1, 2]
    assert (goods(end), end.science) == ({}, 0)


@pytest.mark.parametrize("less", [{"goods": {"fuel": 1}, "science": 1}, {"goods": {"fuel": 2}, "science": 0}])
def test_level_two_needs_fuel_and_science(less: dict[str, object]) -> None:
    assert trading("upgrade booster", moon={"boosters": [1, 1, 1], **less}).accepted == [False]


@pytest.mark.parametrize("what", ["booster", "cannon"])
def test_level_two_needs_three_filled_openings(what: str) -> None:
    two = {"boosters": [1, 1], "cannons": [1, 1], "goods": {"fuel": 2, "carbon": 2}, "science": 1}
    assert trading(f"upgrade {what}", moon=two).accepted == [False]
    assert trading(f"upgrade {what}", moon=two, switches={"upgrade_after_three": "no"}).accepted == [True]


def test_booster_stops_at_level_two() -> None:
    full = {"boosters": [2, 2, 2], "goods": {"fuel": 2}, "science": 1}
    assert trading("upgrade booster", moon=full).accepted == [False]


@pytest.mark.parametrize("name", ["logistics", "command", "sensor", "trade", "science", "production"])
def test_any_module_can_be_built(name: str) -> None:
    end = trading(f"build {name}", moon={"goods": COSTS["sensor"]})
    assert (module(end.ships["moon"], name), end.points["moon"]) == (1, 1)


def test_both_players_may_own_module_one() -> None:
    end = trading("build sensor", moon={"goods": COSTS["sensor"]}, sun={"modules": {"sensor": 1}})
    assert module(end.ships["moon"], "sensor") == 1


@pytest.mark.parametrize("name", ["logistics", "command", "sensor", "trade", "science", "production"])
def test_module_two_cost_and_point(name: str) -> None:
    """Level II costs an ore, a carbon and two food and brings a point."""
    ship = {"goods": {"ore": 1, "carbon": 1, "food": 2}, "modules": {name: 1}}
    end = trading(f"build {name}", moon=ship)
    assert (module(end.ships["moon"], name), end.points["moon"], goods(end.ships["moon"])) == (2, 2, {})


@pytest.mark.parametrize("good", ["ore", "carbon", "food"])
def test_module_two_needs_every_good(good: str) -> None:
    cost = {"ore": 1, "carbon": 1, "food": 2}
    ship = {"goods": {**cost, good: cost[good] - 1}, "modules": {"sensor": 1}}
    assert trading("build sensor", moon=ship).accepted == [False]


def test_module_two_needs_module_one() -> None:
    ship = {"goods": {"ore": 1, "carbon": 1, "food": 2}, "modules": {"command": 1}}
    end = trading("build sensor_2", moon=ship)
    assert (end.accepted, module(end.ships["moon"], "sensor")) == ([False], 0)


def test_module_two_is_unique() -> None:
    ship = {"goods": {"ore": 1, "carbon": 1, "food": 2}, "modules": {"sensor": 1}}
    assert trading("build sensor", moon=ship, sun={"modules": {"sensor": 2}}).accepted == [False]


def test_module_stops_at_level_two() -> None:
    ship = {"goods": {"ore": 1, "carbon": 1, "food": 2}, "modules": {"sensor": 2}}
    assert trading("build sensor", moon=ship).accepted == [False]


def test_science_two_example_of_rules() -> None:
    """They pay ore, carbon and two food and get science on a 2 and on a 3 from now on."""
    ship = {"goods": {"ore": 1, "carbon": 1, "food": 2}, "modules": {"science": 1}}
    for roll in (2, 3):
        end = trading("build science", "done", f"produce {roll}", moon=ship)
        assert end.ships["moon"].science == 1


def test_module_takes_effect_at_once() -> None:
    ship = {"goods": COSTS["sensor"], "stations": ["BASE17"], "astro": 30}
    assert trading("buy food 3 at BASE17", moon={**ship, "goods": {}}).accepted == [False]
    assert trading("build logistics", "buy food 3 at BASE17", moon=ship).accepted == [True, True]


@pytest.mark.parametrize("step", ["build booster", "upgrade booster"])
def test_building_waits_for_trade_phase(step: str) -> None:
    ship = {"goods": {"fuel": 2}, "science": 1, "boosters": [1, 1, 1] if step.startswith("up") else [1, 1]}
    assert replayed(step, moon=ship, phase="sector").accepted == [False]
    assert flight([], step, moon=ship).accepted == [True, False]


def test_several_builds_in_any_order() -> None:
    ship = {"goods": {"ore": 1, "fuel": 3, "food": 1, "carbon": 2}, "modules": {"logistics": 1}}
    end = trading("build cannon", "build colony_ship", "build booster", moon=ship)
    assert (all(end.accepted), goods(end.ships["moon"])) == (True, {})


def test_trade_phase_allows_no_flight() -> None:
    assert trading("fly 1").accepted == [False]


def test_unknown_build_is_refused() -> None:
    assert trading("build torpedo", moon={"goods": {"ore": 1}}).accepted == [False]
