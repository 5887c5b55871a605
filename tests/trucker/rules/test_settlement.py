"""Rewards and losses (rules: "Belohnungen und Verluste", "Härterer Flug mit IIIa", FAQ on paying more than one has)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.doors.trucker_flights import COLUMNS, Experiment, Outcome
from tests.doors.trucker_paper import Route
from tests.trucker.rules.ships import PLUS, SEALED, runner
from tests.trucker.scripted import OPEN, PLAIN, QUIET, alone, fly, meteors, planets, ship, shots, slavers


@pytest.mark.parametrize(
    ("level", "rewards"), [("I", [4, 3, 2, 1]), ("II", [8, 6, 4, 2]), ("III", [12, 9, 6, 3]), ("IIIa", [12, 9, 6, 3])]
)
def test_arrival_order_is_rewarded(level: str, rewards: list[int]) -> None:
    ends = fly([ship("7/7 SC", level)] * 4, QUIET)
    assert [end.order_reward for end in ends] == rewards
    assert [end.place for end in ends] == [1, 2, 3, 4]


def test_order_counts_after_last_card() -> None:
    ends = fly([runner(1), runner(4)], OPEN)
    assert [end.order_reward for end in ends] == [6, 8]


@pytest.mark.parametrize(("level", "reward"), [("I", 2), ("II", 4), ("III", 6), ("IIIa", 6)])
def test_best_looking_ship_is_rewarded(level: str, reward: int) -> None:
    ends = fly([ship("7/7 SC", level), ship("7/7 SC H2", level)], QUIET)
    assert [end.exposed for end in ends] == [4, 3]
    assert [end.looks_reward for end in ends] == [0, reward]


def test_all_best_looking_ships_rewarded() -> None:
    ends = fly([PLUS, SEALED, runner(1), SEALED], QUIET)
    assert [end.looks_reward for end in ends] == [0, 4, 0, 4]


def test_bared_connectors_count_for_looks() -> None:
    """Both end with one: the second lost its cannon and shows the starting cabin's connector."""
    ends = fly([ship("6/7 CN^; 7/6 H2 SC; 8/7 EN"), SEALED], (shots("large-left"), [8]))
    assert [end.exposed for end in ends] == [2, 1]
    assert [end.looks_reward for end in ends] == [0, 4]


def test_richest_ships_may_tie() -> None:
    """Four ships without goods: 8, 6, 4, 2 for the order, and 4 more for the looks of the second and fourth."""
    ends = fly([PLUS, SEALED, runner(1), SEALED], QUIET)
    assert [end.credits for end in ends] == [8, 10, 4, 6]
    assert [end.wealth for end in ends] == [0, 2, 0, 0]
    ends = fly([PLUS, runner(1), SEALED], QUIET)
    assert [end.credits for end in ends] == [8, 6, 8]
    assert [end.wealth for end in ends] == [1, 0, 1]
    assert alone(PLUS, QUIET).wealth == 2


def test_lone_ship_wins_order_and_looks() -> None:
    """Rulings, open questions."""
    end = alone(PLUS, QUIET)
    assert (end.order_reward, end.looks_reward, end.credits) == (8, 4, 12)


@pytest.mark.parametrize(("cargo", "sold"), [("R", 4), ("Y", 3), ("G", 2), ("B", 1), ("RYGB", 10)])
def test_goods_sell_at_price_list(cargo: str, sold: int) -> None:
    assert alone(ship("7/6 H3 SC S1"), planets(cargo)).goods_sold == sold


@pytest.mark.parametrize(
    ("level", "lost", "penalty"),
    [
        ("I", 4, 4), ("I", 5, 5), ("I", 6, 5), ("I", 20, 5),
        ("II", 7, 7), ("II", 8, 8), ("II", 9, 8),
        ("III", 10, 10), ("III", 11, 11), ("III", 12, 11),
        ("IIIa", 12, 12), ("IIIa", 30, 30),
    ],
)  # fmt: skip
def test_insurance_caps_the_penalty(level: str, lost: int, penalty: int) -> None:
    """All but one were removed by repair before launch, and are charged alike; the last is torn away in flight."""
    end = fly([ship("7/7 SC H2", level)], (shots("large-right"), [7]), removed=[lost - 1])[0]
    assert (end.components_lost, end.penalty) == (lost, penalty)


def test_losses_in_flight_are_capped() -> None:
    """Seven components of a class I ship at one blow: five credits."""
    drawn = ship("6/8 ST; 7/7 SC ST ST; 8/8 ST ST; 9/8 ST ST", "I")
    end = alone(drawn, (shots("large-right large-right large-front"), [6, 7, 8]))
    assert end.components_lost == 7
    assert end.penalty == 5


def test_repair_is_charged_as_lost() -> None:
    assert alone(SEALED, QUIET, removed=3).penalty == 3


def test_credits_are_sum_of_all() -> None:
    """3 for the cube, 8 for the order, 4 for looks, less 1."""
    end = alone(ship("7/6 H2 SC H2"), planets("Y"), (shots("large-right"), [7]))
    assert (end.goods_sold, end.penalty, end.credits, end.purse) == (3, 1, 14, 14)


def test_purse_never_falls_below_zero() -> None:
    """A flight may cost more than it brings, but nobody pays more than they have."""
    end = alone(PLUS, (meteors("small-front small-left small-right"), [7, 7, 7]), OPEN)
    assert (end.credits, end.purse) == (-3, 0)


def test_all_metrics_are_integers() -> None:
    """Every metric has one 64-bit integer per ship and flight."""
    flown = Experiment((ship("7/6 H2 SC B2"),) * 2, (PLAIN,) * 2, Route(cards=(28, 12, 15)), seed=1).run(0, 5)
    columns = flown.columns()
    assert tuple(columns) == COLUMNS
    assert {(column.shape, column.dtype) for column in columns.values()} == {((2, 5), np.dtype(np.int64))}


def test_unknown_metric_is_named() -> None:
    flown = Experiment((SEALED,), (PLAIN,), Route(cards=(28,)), seed=1).run(0, 1)
    with pytest.raises(AttributeError, match=r"^no metric 'fame'$"):
        _ = flown.fame
    columns = flown.columns()
    columns["fame"] = columns.pop("days")
    with pytest.raises(AssertionError) as told:
        Outcome(**columns)
    assert told.value.args == ({"fame", "days"},)


def test_final_metrics_of_a_flight() -> None:
    drawn = ship("7/6 B2 SC CA LP; 8/7 H2", purple=(7, 8))
    end = alone(drawn, planets("YB"), slavers(9, lost=1))
    assert (end.crew, end.batteries, end.goods, end.ending) == (2, 2, 2, "arrived")
