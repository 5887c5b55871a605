"""Losses and what is left in reserve in 2021 (quick reference: "Bauen", "Vor dem Start", "Ende des Flugs").

Every lost component costs a credit, with no cap; components in reserve count as lost.
"""

from __future__ import annotations

import pytest

from tests.trucker.rules.edition_2021.ships import EAGER, bare, plus, runner, sealed, ship
from tests.trucker.scripted import OPEN, QUIET, SABOTAGE, STARDUST, alone, captain, fly, meteors, planets, shots

FIRST = {"L": 4, "I": 4, "II": 8, "III": 12}
LOOKS = {"L": 2, "I": 2, "II": 4, "III": 6}
"""Rewards of the first in the order of arrival and of the best-looking ship."""


# No cap


@pytest.mark.parametrize("board", FIRST)
@pytest.mark.parametrize("lost", [5, 6, 12, 20])
def test_every_lost_component_is_charged(board: str, lost: int) -> None:
    """The 2007 edition stops at 5, 8 or 11. All but one were taken off before launch."""
    end = alone(ship("7/7 SC H2", board), (shots("large-right"), [7]), removed=lost - 1)
    assert (end.components_lost, end.penalty) == (lost, lost)
    assert end.credits == FIRST[board] + LOOKS[board] - lost
    assert end.purse == max(0, FIRST[board] + LOOKS[board] - lost)


TWENTY = "6/8 ST ST; 7/3 ST ST ST . SC ST ST ST ST; 8/3 ST ST ST ST . ST ST ST ST; 9/6 ST ST ST"
"""All that is not the starting cabin, 20 components, hangs on (7, 8)."""


@pytest.mark.parametrize("reserve", [0, 2])
def test_twenty_components_lost_at_once(reserve: int) -> None:
    """First on level III: 12 credits; the other one is better-looking with 3 exposed connectors against 4."""
    ends = fly([ship(TWENTY, "III", reserve=reserve), ship("7/7 SC CA", "III")], (SABOTAGE, [8, 7]))
    assert (ends[0].components_lost, ends[0].penalty, ends[0].exposed) == (20 + reserve, 20 + reserve, 4)
    assert (ends[0].credits, ends[0].purse) == (12 - 20 - reserve, 0)
    assert (ends[1].credits, ends[1].components_lost) == (9 + 6, 0)


# In reserve


@pytest.mark.parametrize("reserve", [0, 1, 2])
@pytest.mark.parametrize("lost", [0, 1, 2])
def test_reserve_and_losses_add_up(reserve: int, lost: int) -> None:
    """12 credits for arriving alone on level II."""
    rolls = ([12, 12], [12, 7], [7, 7])[lost]
    end = alone(plus(reserve=reserve), (meteors("small-left small-right"), rolls))
    assert (end.components_lost, end.penalty, len(end.lost)) == (lost + reserve, lost + reserve, lost)
    assert end.credits == 12 - lost - reserve


@pytest.mark.parametrize("board", FIRST)
def test_reserve_is_charged_everywhere(board: str) -> None:
    end = alone(ship("7/7 SC", board, reserve=2), QUIET)
    assert end.credits == FIRST[board] + LOOKS[board] - 2


def test_each_ship_pays_own_reserve() -> None:
    ends = fly([ship("7/7 SC", reserve=reserve) for reserve in (1, 0, 2)], QUIET)
    assert [end.penalty for end in ends] == [1, 0, 2]


def test_reserve_repair_and_losses_add_up() -> None:
    end = alone(ship("7/7 SC H2", reserve=2), (shots("large-right"), [7]), removed=17)
    assert (end.components_lost, end.penalty, end.credits) == (20, 20, 12 - 20)


@pytest.mark.parametrize("reserve", [0, 1, 2])
def test_stuck_ship_pays_for_reserve(reserve: int) -> None:
    end = alone(plus(reserve=reserve), (meteors("small-left"), [7]), OPEN)
    assert (end.ending, end.penalty, end.credits, end.purse) == ("no_engines", 1 + reserve, -1 - reserve, 0)


@pytest.mark.parametrize("reserve", [0, 2])
def test_ship_without_humans_pays_for_reserve(reserve: int) -> None:
    end = alone(ship("7/7 SC H2", reserve=reserve), (shots("large-left"), [7]))
    assert (end.ending, end.lost, end.penalty) == ("no_humans", {(7, 7)}, 1 + reserve)


@pytest.mark.parametrize("reserve", [0, 2])
def test_lapped_ship_pays_for_reserve(reserve: int) -> None:
    """A yellow cube at half price: 2 credits."""
    ends = fly([bare(), ship("7/7 SC H2", reserve=reserve)], planets("Y", 21), captains=EAGER)
    assert (ends[1].ending, ends[1].penalty, ends[1].credits) == ("lapped", reserve, 2 - reserve)


@pytest.mark.parametrize("reserve", [0, 1, 2])
def test_volunteer_leaver_pays_for_reserve(reserve: int) -> None:
    end = alone(plus(reserve=reserve), (meteors("small-left"), [7]), QUIET, captain=captain(dread=10**6))
    assert (end.ending, end.penalty) == ("gave_up", 1 + reserve)


def test_reserve_alone_raises_no_dread() -> None:
    """Nothing was lost in flight."""
    end = alone(plus(reserve=2), QUIET, QUIET, captain=captain(dread=10**6))
    assert (end.ending, end.penalty) == ("arrived", 2)


@pytest.mark.parametrize("reserve", [0, 1, 2])
@pytest.mark.parametrize(("dread", "ending"), [(2000, "arrived"), (2001, "gave_up")])
def test_dread_ignores_components_in_reserve(reserve: int, dread: int, ending: str) -> None:
    """Two cards left, one of five lost: dread x 2 x 1 against 5 x 800."""
    end = alone(plus(reserve=reserve), (meteors("small-left"), [7]), QUIET, QUIET, captain=captain(dread=dread))
    assert end.ending == ending


def test_reserve_is_not_aboard() -> None:
    """Components in reserve show no connector and lose no day in stardust."""
    end = alone(ship("6/7 CN^; 7/6 H2 SC H2; 8/7 EN", reserve=2), STARDUST)
    assert (end.exposed, end.days, end.crew, end.batteries) == (0, 0, 2, 0)


def test_looks_ignore_components_in_reserve() -> None:
    ends = fly([ship("7/7 SC H2", reserve=2), bare()], QUIET)
    assert [end.looks_reward for end in ends] == [4, 0]


# Rewards


@pytest.mark.parametrize(
    ("board", "rewards"), [("L", [4, 3, 2, 1]), ("I", [4, 3, 2, 1]), ("II", [8, 6, 4, 2]), ("III", [12, 9, 6, 3])]
)
def test_arrival_order_is_rewarded(board: str, rewards: list[int]) -> None:
    ends = fly([bare(board)] * 4, QUIET)
    assert [end.order_reward for end in ends] == rewards


@pytest.mark.parametrize("board", FIRST)
def test_all_best_looking_ships_rewarded(board: str) -> None:
    ends = fly([bare(board), sealed(board), sealed(board)], QUIET)
    assert [end.looks_reward for end in ends] == [0, LOOKS[board], LOOKS[board]]


def test_ship_that_left_wins_nothing() -> None:
    """The ship without engines looks better, and started first."""
    ends = fly([ship("6/7 CN^; 7/6 H2 SC H2; 8/7 ST"), runner(1), runner(1)], OPEN)
    assert [end.exposed for end in ends] == [0, 3, 3]
    assert [(end.place, end.order_reward, end.looks_reward) for end in ends] == [(0, 0, 0), (1, 8, 4), (2, 6, 4)]


@pytest.mark.parametrize(
    ("cargo", "full", "half"),
    [("Y", 3, 2), ("YY", 6, 3), ("YYY", 9, 5), ("YGB", 6, 3), ("BBB", 3, 2), ("G", 2, 1), ("RRY", 11, 6)],
)
def test_giving_up_halves_sum_of_goods(cargo: str, full: int, half: int) -> None:
    """List prices are 4, 3, 2 and 1 (docs/editions.md: the sum is halved, as in 2007)."""
    hold = "7/6 S2 SC H3"
    assert alone(ship(hold), planets(cargo), QUIET, captain=EAGER).goods_sold == full
    assert alone(ship(hold), planets(cargo), OPEN, captain=EAGER).goods_sold == half


@pytest.mark.parametrize(("board", "dread"), [("L", 1000), ("I", 1000), ("II", 2000), ("III", 3000)])
@pytest.mark.parametrize(("more", "ending"), [(0, "arrived"), (1, "gave_up")])
def test_dread_weighs_against_board_reward(board: str, dread: int, more: int, ending: str) -> None:
    """Two cards left, one of five lost: dread x 2 x 1 against 5 x 400, 800 or 1200."""
    end = alone(plus(board), (meteors("small-left"), [7]), QUIET, QUIET, captain=captain(dread=dread + more))
    assert end.ending == ending
