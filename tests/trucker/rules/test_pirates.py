"""Pirates (rules: "Fortgeschrittene Feinde"): the same shots for everybody whom they have defeated."""

from __future__ import annotations

import pytest

from tests.trucker.rules.ships import SEALED, gunner
from tests.trucker.scripted import PLAIN, alone, captain, fly, pirates, ship

SHIELD = ship("6/7 ST; 7/6 ST SC ST; 8/6 B2 ST SH^>")


def test_winner_is_paid_and_spared() -> None:
    end = alone(gunner(5), pirates(4, "large-front"))
    assert (end.bounty, end.days, end.lost) == (4, -1, set())


def test_nobody_defeated_no_roll() -> None:
    ends = fly([gunner(4), gunner(4)], pirates(4, "large-front small-front"))
    assert [(end.bounty, end.lost) for end in ends] == [(0, set()), (0, set())]


def test_weaker_ship_is_shot_at() -> None:
    """Printed card 2: small, large, small from the front."""
    assert alone(SEALED, (2, [6, 7, 8])).lost == {(7, 6), (6, 7), (7, 8)}


def test_defeated_ships_share_rolls() -> None:
    ends = fly([SEALED, ship("6/7 CN^; 7/6 CA SC"), SEALED], (pirates(4, "large-front large-front"), [7, 6]))
    assert [end.lost for end in ends] == [{(6, 7), (7, 6)}] * 3


def test_tie_is_not_shot_at() -> None:
    ends = fly([gunner(4), SEALED], (pirates(4, "large-front"), [7]))
    assert [end.lost for end in ends] == [set(), {(6, 7)}]


def test_earlier_defeated_are_shot_at() -> None:
    ends = fly([SEALED, gunner(5), SEALED], (pirates(4, "large-front"), [7]))
    assert [end.lost for end in ends] == [{(6, 7)}, set(), set()]
    assert [end.bounty for end in ends] == [0, 4, 0]


def test_ships_behind_winner_are_safe() -> None:
    ends = fly([gunner(5), SEALED], pirates(4, "large-front"))
    assert [end.lost for end in ends] == [set(), set()]


def test_shield_stops_small_shots_only() -> None:
    end = alone(SHIELD, (pirates(4, "small-front large-front"), [7, 7]))
    assert (end.lost, end.batteries) == ({(6, 7)}, 1)


def test_each_ship_decides_on_shield() -> None:
    ends = fly([SHIELD, SHIELD], (pirates(4, "small-front"), [7]), captains=[PLAIN, captain(battery=200)])
    assert [end.lost for end in ends] == [set(), {(6, 7)}]


def test_bounty_may_be_declined() -> None:
    ends = fly([gunner(5), gunner(5)], pirates(4, "large-front", credits_=1, days=2))
    assert [(end.bounty, end.days) for end in ends] == [(0, 0), (0, 0)]


def test_battle_charges_miss_for_shield() -> None:
    """One charge beats the first pirates, the other shields the first shot of the next."""
    armed = ship("6/7 CD^; 7/6 B2 SC; 8/7 SH^>")
    end = alone(armed, pirates(1, "small-front"), (pirates(9, "small-front small-front"), [7, 7]))
    assert (end.bounty, end.batteries, end.lost) == (4, 0, {(6, 7)})


@pytest.mark.parametrize(("battery", "batteries"), [(199, 1), (200, 2)])
def test_shots_weighed_per_component(battery: int, batteries: int) -> None:
    """One shot at 200 against a charge for the tie."""
    drawn = ship("6/7 CD^; 7/6 B2 SC")
    step = pirates(2, "large-front") if batteries == 1 else (pirates(2, "large-front"), [12])
    assert alone(drawn, step, captain=captain(battery=battery)).batteries == batteries


def test_lost_humans_end_flight_afterwards() -> None:
    ends = fly([ship("7/7 SC H2"), ship("7/7 SC H2")], (pirates(4, "large-left large-right"), [7, 8]))
    assert [end.ending for end in ends] == ["no_humans", "no_humans"]


def test_shots_come_after_winner_falls_back() -> None:
    ends = fly([SEALED, gunner(5)], (pirates(4, "large-rear", days=2), [7]))
    assert ends[0].lost == {(8, 7)}
    assert [end.position for end in ends] == [0, -5]
