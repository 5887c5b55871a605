"""Leaving of the captain's will, places, looks, insurance (class IVC: "Abbruch des Fluges", "Boni", "Versicherung")."""

from __future__ import annotations

import pytest

from tests.trucker.rules.fleets.flown import alone, build, fly
from tests.trucker.scripted import OPEN, QUIET, STARDUST, captain, planets, shots

PAIR = build("7/6 CA . CA; 8/6 EN . EN")
"""Two ships of a cabin and an engine."""
CRIPPLE = build("7/6 CA . CA; 8/8 EN")
"""The left ship cannot move."""


# Taken out


@pytest.mark.parametrize(("doom", "left"), [(50, "flies"), (51, "taken_out"), (52, "taken_out")])
def test_doomed_ship_is_taken_out(doom: int, left: str) -> None:
    """Two cards left: 2 x doom against 100 that a ship is worth."""
    end = alone(CRIPPLE, QUIET, QUIET, captain=captain(ship=100, doom=doom))
    assert (end.left[0], end.met[0]) == (left, 2 if left == "flies" else 0)


def test_fewer_cards_left_less_doom() -> None:
    end = alone(CRIPPLE, QUIET, captain=captain(ship=100, doom=100))
    assert end.left == ["flies", "flies"]


def test_mobile_ship_is_not_doomed() -> None:
    assert alone(PAIR, QUIET, captain=captain(doom=10**6)).left == ["flies", "flies"]


def test_charged_double_engine_averts_doom() -> None:
    powered = build("7/5 B2 CA . CA; 8/6 ED . EN")
    assert alone(powered, QUIET, captain=captain(doom=10**6)).left == ["flies", "flies"]
    dry = build("7/6 CA . CA; 8/6 ED . EN")
    assert alone(dry, QUIET, captain=captain(doom=10**6)).left == ["taken_out", "flies"]


def test_last_ship_is_never_taken_out() -> None:
    both = build("7/6 CA . CA")
    end = alone(both, QUIET, captain=captain(doom=10**6))
    assert (end.left, end.ending) == (["taken_out", "flies"], "arrived")


@pytest.mark.parametrize(("dread", "left"), [(1200, "flies"), (1201, "taken_out")])
def test_goods_aboard_weigh_half(dread: int, left: str) -> None:
    """Two yellow are worth 6, half of it 300; one of four components is lost, one card left: dread against 4 x 300."""
    loaded = build("7/4 ST H2 CA . CA; 8/6 EN . EN")
    end = alone(loaded, planets("YY"), (shots("large-left"), [7]), QUIET, captain=captain(dread=dread))
    assert end.left == [left, "flies"]


def test_taken_out_ship_pays_its_losses() -> None:
    """Its hold is shot away on the first card; then, with one card left, 1000 x 1 > 3 x 300."""
    loaded = build("7/5 H2 CA . CA; 8/6 EN . EN")
    end = alone(loaded, (shots("large-left"), [7]), QUIET, captain=captain(ship=300, dread=1000))
    assert (end.left, end.components_lost, end.penalty) == (["taken_out", "flies"], 1, 1)


@pytest.mark.parametrize(("ship", "left"), [(333, "taken_out"), (334, "flies")])
def test_dread_counts_losses_of_ship(ship: int, left: str) -> None:
    """One of three lost, one card left: 1000 x 1 against 3 x 333. The fleet itself has 12 credits and looks to lose."""
    loaded = build("7/5 H2 CA . CA; 8/6 EN . EN")
    end = alone(loaded, (shots("large-left"), [7]), QUIET, captain=captain(ship=ship, dread=1000))
    assert (end.left, end.met) == ([left, "flies"], [1 if left == "taken_out" else 2, 2])


def test_undamaged_ship_stays_in_fleet() -> None:
    loaded = build("7/5 H2 CA . CA; 8/6 EN . EN")
    end = alone(loaded, (shots("large-left"), [7]), QUIET, captain=captain(ship=0, dread=1000))
    assert end.left == ["taken_out", "flies"]


@pytest.mark.parametrize(("dread", "ending"), [(7200, "arrived"), (7201, "gave_up")])
def test_dread_counts_whole_fleet(dread: int, ending: str) -> None:
    """One of six lost, one card left: dread x 1 against 6 x 1200 for the first place."""
    fleet = build("7/5 H2 CA . CA H2; 8/6 EN . EN")
    end = alone(fleet, (shots("large-left"), [7]), QUIET, captain=captain(dread=dread, ship=10**6))
    assert end.ending == ending
    assert end.left == (["gave_up", "gave_up"] if ending == "gave_up" else ["flies", "flies"])


# Places and looks


def test_more_ships_place_first() -> None:
    """The leader loses their left ship in open space: the one behind with two is paid as first."""
    first, second = fly([CRIPPLE, PAIR], OPEN)
    assert first.days == second.days == 1
    assert [(end.place, end.order_reward) for end in (first, second)] == [(2, 9), (1, 12)]


def test_equal_fleets_place_by_order() -> None:
    first, second, third = fly([CRIPPLE, PAIR, CRIPPLE], OPEN)
    assert [end.place for end in (first, second, third)] == [2, 1, 3]


def test_looks_compare_largest_fleets() -> None:
    """One ship with nothing exposed against two with two connectors."""
    open_ = build("7/6 CA3030 . CA3030; 8/6 EN3000 . EN3000")
    first, second = fly([CRIPPLE, open_], OPEN)
    assert (first.exposed, first.looks_reward) == (0, 0)
    assert (second.exposed, second.looks_reward) == (2, 6)


def test_equal_looks_are_all_paid() -> None:
    assert [end.looks_reward for end in fly([PAIR, PAIR, CRIPPLE], OPEN)] == [6, 6, 0]


def test_looks_sum_over_the_fleet() -> None:
    one = build("7/6 CA3030 . CA; 8/6 EN3000 . EN")
    two = build("7/6 CA3033 . CA; 8/6 EN3000 . EN")
    ends = fly([two, one], QUIET)
    assert [(end.exposed, end.looks_reward) for end in ends] == [(2, 0), (1, 6)]


def test_fleet_rewards_match_level_three() -> None:
    assert [end.order_reward for end in fly([PAIR] * 4, QUIET)] == [12, 9, 6, 3]


def test_start_spaces_match_level_three() -> None:
    """0, -4, -8, -12: stardust of four sends the leader past the second to -5, and nobody else moves."""
    spiky = build("7/6 CA3033 . CA3330; 8/6 EN3000 . EN3000")
    ends = fly([spiky, PAIR, PAIR, PAIR], STARDUST)
    assert ends[0].exposed == 4
    assert [end.days for end in ends] == [-5, 0, 0, 0]


# Insurance


@pytest.mark.parametrize(("premium", "reserve", "removed", "penalty"), [
    (0, 0, 30, 30), (2, 0, 30, 26), (5, 0, 30, 19), (8, 0, 30, 12),
    (2, 0, 26, 26), (2, 0, 25, 25), (5, 0, 19, 19), (5, 0, 18, 18), (8, 0, 12, 12), (8, 0, 11, 11),
    (8, 2, 10, 12), (8, 2, 11, 12), (0, 2, 3, 5), (5, 2, 18, 19), (2, 2, 25, 26),
])  # fmt: skip
def test_premium_caps_the_penalty(premium: int, reserve: int, removed: int, penalty: int) -> None:
    """26, 19 or 12 for 2, 5 or 8; components laid aside and repaired count, too."""
    drawn = build("7/6 CA . CA; 8/6 EN . EN", insurance=premium, reserve=reserve)
    end = alone(drawn, QUIET, removed=removed)
    assert (end.components_lost, end.penalty, end.premium) == (reserve + removed, penalty, premium)
    assert end.credits == 12 + 6 - penalty - premium


def test_premium_is_paid_without_losses() -> None:
    end = alone(build("7/6 CA . CA; 8/6 EN . EN", insurance=8), QUIET)
    assert (end.penalty, end.credits) == (0, 12 + 6 - 8)


def test_insurance_covers_fleet_once() -> None:
    """Either ship loses one, and eleven were repaired."""
    drawn = build("7/5 ST CA . CA ST; 8/6 EN . EN", insurance=8)
    end = alone(drawn, (shots("large-left large-right"), [7, 7]), removed=11)
    assert (end.components_lost, end.penalty, end.ships_lost) == (13, 12, [1, 1])


def test_premium_is_paid_on_giving_up() -> None:
    end = alone(build("7/6 CA . CA", insurance=5), OPEN, removed=30)
    assert (end.ending, end.penalty, end.premium, end.credits) == ("no_engines", 19, 5, -24)


def test_departed_components_cost_nothing() -> None:
    """Nine components leave with a ship that cannot move."""
    end = alone(build("5/4 ST ST ST; 6/4 ST ST ST; 7/4 ST ST CA . CA; 8/8 EN"), OPEN)
    assert (end.left, end.components_lost, end.penalty) == (["no_engines", "flies"], 0, 0)
