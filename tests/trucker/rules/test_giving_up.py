"""When a flight is given up, and what it costs (rules: "Abbruch des Fluges"; rulings: "Giving up")."""

from __future__ import annotations

import pytest

from tests.trucker.rules.ships import PLUS, SEALED, gunner, runner
from tests.trucker.scripted import (
    EPIDEMIC,
    OPEN,
    PLAIN,
    QUIET,
    SABOTAGE,
    STARDUST,
    alone,
    captain,
    fly,
    meteors,
    planets,
    ship,
    shots,
    slavers,
    station,
)

STUCK = ship("7/7 SC H2")
"""No engines, a hold."""


# Forced


def test_lost_humans_end_flight_afterwards() -> None:
    end = alone(ship("7/7 SC H2"), (shots("large-left large-right"), [7, 7]), QUIET)
    assert (end.ending, end.cards_flown, end.lost) == ("no_humans", 1, {(7, 7), (7, 8)})


def test_ship_that_left_meets_nothing() -> None:
    ends = fly([STUCK, runner(1)], planets("YY"), OPEN, STARDUST, EPIDEMIC, (shots("large-front"), [8]))
    assert (ends[0].cards_flown, ends[0].days, ends[0].cargo, ends[0].lost) == (2, 0, "YY", set())


def test_abandoned_flight_rolls_no_dice() -> None:
    ends = fly([STUCK, STUCK], OPEN, meteors("small-front large-front"))
    assert [end.ending for end in ends] == ["no_engines", "no_engines"]
    assert [end.cards_flown for end in ends] == [1, 1]


EAGER = captain(day=0)
FOUR = ship("7/6 CA SC H2; 8/7 EN")
"""Four humans: only this ship may dock, and it starts second, on -3."""


@pytest.mark.parametrize(("days", "ending"), [(36, "arrived"), (37, "lapped")])
def test_full_lap_behind_ends_flight(days: int, ending: str) -> None:
    """36 days lead to -39; one more jumps over the leader's space to -41."""
    ends = fly([SEALED, FOUR], station(4, "Y", days), captains=[PLAIN, EAGER])
    assert [end.ending for end in ends] == ["arrived", ending]


@pytest.mark.parametrize(("engines", "positions", "ending"), [(4, [5, -34], "arrived"), (5, [6, -35], "lapped")])
def test_lap_measured_after_all_moves(engines: int, positions: list[int], ending: str) -> None:
    """The last falls to -36, the same space as 4. The leader jumps it, from 0 to 5 or to 6; then the last moves by one:
    from -36 over -35 (where 5 is) to -34, or to -35.
    """
    ends = fly([runner(engines), FOUR], station(4, "Y", 33), OPEN, captains=[PLAIN, EAGER])
    assert [end.position for end in ends] == positions
    assert [end.ending for end in ends] == ["arrived", ending]


@pytest.mark.parametrize(("crew", "endings"), [
    ("H2", ["no_humans", "arrived", "arrived"]), ("CA", ["arrived", "arrived", "lapped"]),
])  # fmt: skip
def test_lap_counts_ships_still_flying(crew: str, endings: list[str]) -> None:
    """Slavers take two from the leader and tie with the second; the last beats them and falls from -6 by 35, over the
    leader's space at -40, to -42: 39 behind the second.
    """
    ends = fly(
        [ship(f"7/7 SC {crew}"), gunner(4), gunner(5)], slavers(4, days=35), captains=[PLAIN, PLAIN, EAGER]
    )  # fmt: skip
    assert [end.position for end in ends] == [0, -3, -42]
    assert [end.ending for end in ends] == endings


def test_lone_ship_is_never_lapped() -> None:
    assert alone(FOUR, station(4, "Y", 60), captain=EAGER).ending == "arrived"


def test_figure_removed_after_card() -> None:
    """Its space, -3, is free when the other falls back from 1 to -2 and on to -5."""
    ends = fly([ship("7/7 SC; 8/7 EN"), STUCK], OPEN, STARDUST, STARDUST)
    assert [end.position for end in ends] == [-5, -3]


# What it costs


@pytest.mark.parametrize(("cargo", "sold"), [("B", 1), ("G", 1), ("Y", 2), ("YY", 3), ("YB", 2), ("YG", 3)])
def test_giving_up_halves_sum_of_goods(cargo: str, sold: int) -> None:
    end = alone(STUCK, planets(cargo), OPEN)
    assert end.goods_sold == sold


def test_giving_up_forfeits_rewards() -> None:
    end = alone(STUCK, OPEN)
    assert (end.order_reward, end.looks_reward, end.place, end.credits) == (0, 0, 0, 0)


def test_losses_are_paid_in_full() -> None:
    end = alone(PLUS, (meteors("small-front small-left"), [7, 7]), OPEN)
    assert (end.ending, end.penalty, end.credits, end.purse) == ("no_engines", 2, -2, 0)


def test_bounty_is_kept_on_leaving() -> None:
    end = alone(gunner(5), slavers(4), OPEN)
    assert (end.ending, end.bounty, end.credits) == ("no_engines", 5, 5)


def test_looks_ignore_ship_that_left() -> None:
    sealed = ship("6/7 CN^; 7/6 H2 SC H2; 8/7 ST")
    ends = fly([sealed, runner(1)], OPEN)
    assert [end.exposed for end in ends] == [0, 3]
    assert [end.looks_reward for end in ends] == [0, 4]


def test_tied_looks_ignore_ship_that_left() -> None:
    """A ship that gave up wins no looks even if nobody looks better."""
    ends = fly([STUCK, runner(1)], OPEN)
    assert [end.exposed for end in ends] == [3, 3]
    assert [end.looks_reward for end in ends] == [0, 4]


def test_ships_behind_move_up() -> None:
    ends = fly([STUCK, runner(1), STUCK, runner(1)], OPEN)
    assert [end.place for end in ends] == [0, 1, 0, 2]
    assert [end.order_reward for end in ends] == [0, 8, 0, 6]


# Of one's own will

FIVE = ship("6/7 ST3333; 7/6 ST3333 SC ST3333; 8/7 EN")
"""Five components; at level II a lone ship looks forward to 8 credits."""
HIT = (meteors("small-front"), [7])
MISS = (meteors("small-front"), [12])


@pytest.mark.parametrize(("dread", "ending"), [(2000, "arrived"), (2001, "gave_up")])
def test_dread_weighs_against_reward(dread: int, ending: str) -> None:
    """Two cards left, one of five lost: dread x 2 x 1 against 5 x 800."""
    end = alone(FIVE, HIT, QUIET, QUIET, captain=captain(dread=dread))
    assert end.ending == ending
    assert end.cards_flown == (3 if ending == "arrived" else 1)


def test_fewer_cards_left_less_dread() -> None:
    """One card left: 3999 against 4000."""
    assert alone(FIVE, HIT, QUIET, captain=captain(dread=3999)).ending == "arrived"


def test_captain_may_leave_midway() -> None:
    """The component is lost on the second card; two cards are left then, as above."""
    end = alone(FIVE, MISS, HIT, QUIET, QUIET, captain=captain(dread=2001))
    assert (end.ending, end.cards_flown) == ("gave_up", 2)


def test_undamaged_ship_dreads_nothing() -> None:
    assert alone(FIVE, QUIET, QUIET, QUIET, captain=captain(dread=10**6)).ending == "arrived"


def test_repair_is_no_loss_in_flight() -> None:
    assert alone(FIVE, QUIET, QUIET, captain=captain(dread=10**6), removed=3).ending == "arrived"


def test_revealed_card_must_be_flown() -> None:
    """A captain who dreads the next card has no part in it, but takes part in the one at hand."""
    end = alone(FIVE, HIT, STARDUST, captain=captain(dread=10**6))
    assert (end.ending, end.days, end.cards_flown) == ("gave_up", 0, 1)


@pytest.mark.parametrize(("dread", "ending"), [(4500, "arrived"), (4501, "gave_up")])
def test_halved_goods_are_weighed_too(dread: int, ending: str) -> None:
    """A yellow cube sells for 3 or for 2: 900 in all, times five, against dread x 1 x 1."""
    drawn = ship("6/7 ST3333; 7/6 ST3333 SC H2; 8/7 EN")
    assert alone(drawn, planets("Y"), HIT, QUIET, captain=captain(dread=dread)).ending == ending


@pytest.mark.parametrize(("dread", "endings"), [
    (3000, ["arrived", "arrived"]), (3001, ["arrived", "gave_up"]), (4000, ["arrived", "gave_up"]),
    (4001, ["gave_up", "gave_up"]),
])  # fmt: skip
def test_reward_counts_present_place(dread: int, endings: list[str]) -> None:
    """First 8, second 6 credits, one card left. All decide at the same instant: that the first leaves does not keep the
    second, who would be first then.
    """
    ends = fly([FIVE, FIVE], HIT, QUIET, captains=captain(dread=dread))
    assert [end.ending for end in ends] == endings


def test_ship_left_behind_flies_alone() -> None:
    ends = fly([FIVE, FIVE], HIT, SABOTAGE, captains=[PLAIN, captain(dread=10**6)])
    assert [end.ending for end in ends] == ["arrived", "gave_up"]
    assert [end.components_lost for end in ends] == [1, 1]
