"""Orders of builds that a captain weighs (docs/starship-rulings.md, Orders)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyzer import starship
from tests.doors.starship import STANDARD_RULES, Table, aboard, flight_fit, plain, record_game, ridge
from tests.starship.twin.box import READY, WORTHS

EXPERT = starship.load_captain("expert")
BOOSTERS_FIRST = replace(EXPERT, booster=300)
"""An order in which a booster takes the fuel of a colony ship, although it is worth less."""


def position_with(**goods: int) -> dict[str, Any]:
    """Moon without modules in trade and build, with some goods."""
    moon = {"astro": 0, "goods": goods, "science": 0, "hangar": {}, "boosters": [1], "modules": {}}
    return {"game": "starship", "phase": "trade", "moon": moon}


def hangar_after(captain: starship.Captain, **goods: int) -> Any:
    """Colony ships and boosters of that ship after trade and build."""
    end = plain.turns([position_with(**goods)], (captain, captain), 1)[0]["moon"]
    return end["hangar"]["colony_ship"], len(end["boosters"])


@pytest.mark.parametrize(("weighs", "after"), [(False, (0, 2)), (True, (1, 1))])
def test_captain_weighs_order_of_builds(weighs: bool, after: tuple[int, int]) -> None:
    assert WORTHS["colony_ships"] + WORTHS["fuel"] > WORTHS["boosters"] + WORTHS["ore"] + WORTHS["food"]
    assert hangar_after(replace(BOOSTERS_FIRST, weighs=weighs), fuel=2, ore=1, food=1) == after


@pytest.mark.parametrize(("raises_first", "after"), [(True, {"trade": 1}), (False, {"trade": 1, "sensor": 1})])
def test_captain_opens_modules_before_raising(raises_first: bool, after: dict[str, int]) -> None:
    """Trade could be raised, but the second unit of food is missing; these goods open another module."""
    captain, position = replace(EXPERT, raises_first=raises_first), position_with(ore=1, food=1, carbon=1)
    position["moon"]["modules"] = {"trade": 1}
    assert plain.turns([position], (captain, captain), 1)[0]["moon"]["modules"] == after


def test_order_precedes_the_dearest_build() -> None:
    """A build that is put first precedes all others, even one at the highest price that a captain may have."""
    assert WORTHS["trade_1"] + WORTHS["carbon"] > WORTHS["cannons"] + WORTHS["ore"] + WORTHS["food"]
    dear = replace(EXPERT, cannon=2000)
    end = plain.turns([position_with(ore=1, food=1, carbon=2)], (dear, dear), 1)[0]["moon"]
    assert (end["modules"], len(end["cannons"])) == ({"trade": 1}, 1)


def test_captain_weighs_wanted_builds_only() -> None:
    """A build with price 0 is never put first."""
    assert hangar_after(replace(BOOSTERS_FIRST, colony_ship=0), fuel=2, ore=1, food=1) == (0, 2)


def test_worths_name_everything_aboard() -> None:
    assert [*WORTHS] == [*aboard(Table(1, STANDARD_RULES), slice(None))]


def test_record_tells_the_order_taken() -> None:
    """Events are reported for the order that is taken alone."""
    begun = starship.load_position(position_with(fuel=2, ore=1, food=1))
    record = record_game(STANDARD_RULES, 0, 1, (BOOSTERS_FIRST, BOOSTERS_FIRST), begun, last=1)
    assert [step.what for step in record.steps if step.do == "build"] == ["colony_ship"]


def test_ridge_finds_known_weights() -> None:
    rows = np.random.default_rng(1).normal(size=(3, 4_000))
    found = ridge(rows @ rows.T, rows @ (np.array([2.0, -1.0, 0.0]) @ rows), 4_000)
    assert found == pytest.approx([2, -1, 0], abs=0.02)


def test_readiness_worths_name_all_things() -> None:
    assert [*READY] == [*flight_fit.in_astro(dict.fromkeys(flight_fit.names_of_things(), 1.0))]


def test_readiness_worths_are_in_astro() -> None:
    """An Astro is 0.01 of a chance, so ore is worth 2; a build that lacks nothing has the worths of both steps."""
    chances = dict.fromkeys(flight_fit.names_of_things(), 0.0)
    chances |= {"astro": 0.01, "ore": 0.02, "module_2_lacks_0": 0.03, "module_2_lacks_1": 0.01}
    found = flight_fit.in_astro(chances)
    told = [found[name] for name in ("ore", "fuel", "module_2_lacks_0", "module_2_lacks_1", "module_2_lacks_2")]
    assert told == pytest.approx([2, 0, 4, 1, 0])
