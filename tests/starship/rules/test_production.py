"""The production phase (rule text p.6 and 7)."""

from __future__ import annotations

import pytest

from tests.starship.rules.played import EMPTY, goods, replayed


def made(*steps: str, moon: dict[str, object] | None = None, sun: dict[str, object] | None = None, **more: object):  # type: ignore[no-untyped-def]
    return replayed(*steps, moon={**EMPTY, **(moon or {})}, sun={**EMPTY, **(sun or {})}, **more)


def test_both_players_produce_on_roll() -> None:
    end = made("produce 1", turn="sun")
    assert (goods(end.ships["moon"]), goods(end.ships["sun"])) == ({"carbon": 1}, {"fuel": 1})


def test_production_needs_matching_colony() -> None:
    assert goods(made("produce 2").ships["moon"]) == {}


def test_owner_chooses_one_producing_colony() -> None:
    """The example of page 7: ore and carbon on a 2, they take ore, from one to two."""
    ship = {"goods": {"ore": 1, "fuel": 3}, "modules": {"logistics": 1}, "colonies": ["START01", "BASE10", "BASE05"]}
    assert goods(made("produce 2 moon=ore", moon=ship).ships["moon"]) == {"ore": 2, "fuel": 3}
    assert goods(made("produce 2 moon=carbon", moon=ship).ships["moon"]) == {"ore": 1, "fuel": 3, "carbon": 1}


def test_produced_good_without_room_is_lost() -> None:
    """The example of page 7: the fuel colony on a 1, with Logistics I and three fuel aboard."""
    ship = {"goods": {"fuel": 3}, "modules": {"logistics": 1}}
    end = made("produce 1", sun=ship)
    assert end.accepted == [True]
    assert goods(end.ships["sun"]) == {"fuel": 3}


@pytest.mark.parametrize(("level", "fits"), [(0, 2), (1, 3), (2, 4)])
def test_logistics_sets_bay_capacity(level: int, fits: int) -> None:
    end = made("produce 1", moon={"goods": {"carbon": fits - 1}, "modules": {"logistics": level} if level else {}})
    assert goods(end.ships["moon"]) == {"carbon": fits}
    full = made("produce 1", moon={"goods": {"carbon": fits}, "modules": {"logistics": level} if level else {}})
    assert goods(full.ships["moon"]) == {"carbon": fits}


def test_players_choose_goods_that_fit() -> None:
    ship = {"goods": {"ore": 2}, "colonies": ["START01", "BASE10", "BASE05"]}
    assert goods(made("produce 2", moon=ship).ships["moon"]) == {"ore": 2, "carbon": 1}
    refused = made("produce 2 moon=ore", moon=ship)
    assert refused.accepted == [False]
    assert goods(refused.ships["moon"]) == {"ore": 2}


def test_good_of_other_number_is_refused() -> None:
    assert made("produce 1 moon=ore", moon={"colonies": ["START01", "BASE10"]}).accepted == [False]


@pytest.mark.parametrize(("crest", "roll"), [("moon", 2), ("sun", 3)])
def test_science_module_produces_on_number(crest: str, roll: int) -> None:
    for thrown in (1, 2, 3):
        ship = {"modules": {"science": 1}}
        end = made(f"produce {thrown}", **{crest: ship})
        assert end.ships[crest].science == (thrown == roll)


@pytest.mark.parametrize(("crest", "roll"), [("moon", 3), ("sun", 2)])
def test_production_module_produces_on_number(crest: str, roll: int) -> None:
    for thrown in (1, 2, 3):
        end = made(f"produce {thrown}", **{crest: {"modules": {"production": 1}}})
        assert end.ships[crest].goods[4] == (thrown == roll)


@pytest.mark.parametrize("crest", ["moon", "sun"])
@pytest.mark.parametrize(("name", "thing"), [("science", 5), ("production", 4)])
def test_level_two_produces_on_two_numbers(crest: str, name: str, thing: int) -> None:
    ends = [made(f"produce {roll}", **{crest: {"modules": {name: 2}}}).ships[crest] for roll in (1, 2, 3)]
    assert [(*ship.goods, ship.science)[thing] for ship in ends] == [0, 1, 1]


def test_modules_produce_besides_colony() -> None:
    ship = {"modules": {"science": 1, "production": 2}, "colonies": ["START01", "BASE10"]}
    end = made("produce 2", moon=ship).ships["moon"]
    assert (goods(end), end.science) == ({"ore": 1, "trade_good": 1}, 1)


def test_module_produces_on_opponents_roll() -> None:
    assert made("produce 2", moon={"modules": {"science": 1}}, turn="sun").ships["moon"].science == 1


@pytest.mark.parametrize("logistics", [0, 2])
def test_lab_holds_four_science(logistics: int) -> None:
    levels = {"science": 1, **({"logistics": logistics} if logistics else {})}
    assert made("produce 2", moon={"science": 3, "modules": levels}).ships["moon"].science == 4
    assert made("produce 2", moon={"science": 4, "modules": levels}).ships["moon"].science == 4


def test_trade_good_without_room_is_lost() -> None:
    end = made("produce 3", moon={"goods": {"trade_good": 2}, "modules": {"production": 1}})
    assert goods(end.ships["moon"]) == {"trade_good": 2}


def test_production_comes_once_before_flight() -> None:
    end = made("produce 1", "produce 1", "fly 1", "end", "produce 1")
    assert end.accepted == [True, False, True, True, False]
    assert goods(end.ships["moon"]) == {"carbon": 1}


def test_flight_needs_a_roll() -> None:
    assert made("fly 1").accepted == [False]


def test_two_fitting_goods_need_choice() -> None:
    ship = {"colonies": ["START01", "BASE10", "BASE05"]}
    end = made("produce 2", moon=ship)
    assert (end.accepted, goods(end.ships["moon"])) == ([False], {})
