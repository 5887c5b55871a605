"""Days and their price (rules: "Der Flugplan", "Verlust und Gewinn von Flugtagen"; rulings: "Space and order")."""

from __future__ import annotations

import pytest

from analyzer import Captain
from tests.trucker.rules.ships import SEALED, runner
from tests.trucker.scripted import (
    OPEN,
    PLAIN,
    QUIET,
    abandoned_ship,
    alone,
    captain,
    fly,
    planets,
    ship,
    slavers,
    smugglers,
    station,
)

FOUR = {
    "I": [ship("7/7 SC", "I")] * 4,
    "II": [ship("7/7 SC")] * 4,
    "III": [ship("7/7 SC", "III")] * 4,
    "IIIa": [ship("7/7 SC", "IIIa")] * 4,
}


@pytest.mark.parametrize(("level", "gap"), [("I", 2), ("II", 3), ("III", 4), ("IIIa", 4)])
def test_level_sets_start_gaps(level: str, gap: int) -> None:
    ends = fly(FOUR[level], QUIET)
    assert [end.position for end in ends] == [0, -gap, -2 * gap, -3 * gap]
    assert [end.days for end in ends] == [0, 0, 0, 0]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_starting_order_places_figures(order: tuple[int, ...]) -> None:
    ends = fly([SEALED] * 3, QUIET, order=order)
    assert [ends[number].position for number in order] == [0, -3, -6]
    assert [ends[number].place for number in order] == [1, 2, 3]


EAGER = captain(day=0)


@pytest.mark.parametrize(("days", "lands_on"), [(1, -1), (2, -2), (3, -4), (4, -5), (5, -7), (6, -8)])
def test_lost_days_skip_occupied_spaces(days: int, lands_on: int) -> None:
    """The others stand on -3 and -6."""
    bare = ship("7/7 SC")
    ends = fly([ship("7/7 SC H2"), bare, bare], planets("Y", days), captains=EAGER)
    assert [end.position for end in ends] == [lands_on, -3, -6]
    assert ends[0].days == lands_on


def test_zero_days_move_nobody() -> None:
    ends = fly([ship("7/7 SC H2"), ship("7/7 SC")], planets("Y", 0))
    assert [end.position for end in ends] == [0, -3]


HAULER = ship("7/6 CA SC H2; 8/6 EN EN")
"""Four humans for the station, engines 2."""


def test_laps_do_not_free_spaces() -> None:
    """The hauler falls from -3 to -38, the same space as 2: the leader jumps it, from 0 by two days to 3. On its way
    the hauler meets it on 3, the same space as -37, and comes to -35.
    """
    ends = fly([runner(2), HAULER], station(4, "Y", 35), OPEN, captains=[PLAIN, EAGER])
    assert [end.position for end in ends] == [3, -35]
    assert [end.ending for end in ends] == ["arrived", "arrived"]


def test_falling_ship_jumps_over_leader() -> None:
    """From -3 by 37 days: -40 is where the leader stands, so -41."""
    ends = fly([runner(2), HAULER], station(4, "Y", 37), captains=[PLAIN, EAGER])
    assert [end.position for end in ends] == [0, -41]
    assert [end.days for end in ends] == [0, -38]


@pytest.mark.parametrize(("days", "lands_on"), [(36, -39), (75, -79), (76, -81), (80, -85)])
def test_figure_is_jumped_each_lap(days: int, lands_on: int) -> None:
    """The leader stands on 0, and so on -40 and -80."""
    ends = fly([runner(2), HAULER], station(4, "Y", days), captains=[PLAIN, EAGER])
    assert ends[1].position == lands_on


def test_front_most_figure_arrives_first() -> None:
    ends = fly([runner(1), runner(4)], OPEN)
    assert [end.place for end in ends] == [2, 1]


HOLD, CREWED = ship("7/7 SC H2"), ship("7/7 SC CA")
GUNNER = ship("6/6 CN^ CN^ CN^; 7/7 SC H2")
"""Strength 3."""
CALM = captain(day=200, day_alone=0)
"""The price of a day is two credits beside other ships, and nothing alone."""
HASTY = captain(day=0, day_alone=200)


@pytest.mark.parametrize(
    ("who", "taken"), [(CALM, True), (HASTY, False), (captain(day=200), False), (captain(day=0), True)]
)
def test_lone_ship_uses_own_day_price(who: Captain, taken: bool) -> None:
    """Each offer gains a credit or two, and costs a day: a ship takes it if its price of a day there is 0."""
    offers = (
        (HOLD, planets("B", 1)),
        (HOLD, station(2, "B")),
        (GUNNER, slavers(2, credits_=1)),
        (GUNNER, smugglers(2, reward="B")),
        (CREWED, abandoned_ship(1, 2)),
    )
    for drawn, card in offers:
        assert (alone(drawn, card, captain=who).days != 0) == taken, card.kind
        if who.day_alone is not None:
            in_company = fly([drawn, ship("7/7 SC")], card, captains=[who, captain(day=10**5)])
            assert (in_company[0].days != 0) != taken, card.kind


def test_last_ship_uses_lone_price() -> None:
    """Slavers, with whom the first ship ties, take the crew of the other ship. Then the lone price of a day holds."""
    tied = ship("6/6 CN^ CN^; 7/7 SC H2")
    before, after = (
        fly([tied, ship("7/7 SC")], *deck, captains=CALM)[0]
        for deck in ((station(2, "B"), slavers(2, lost=2)), (slavers(2, lost=2), station(2, "B")))
    )
    assert (before.cargo, before.days) == ("", 0)
    assert (after.cargo, after.days) == ("B", -1)


@pytest.mark.parametrize(("price", "batteries"), [(25, 2), (26, 1), (None, 1)])
def test_lone_price_decides_speed_charges(price: int | None, batteries: int) -> None:
    """A charge costs half a credit, and is spent only if the two days that it brings are worth more."""
    fast = ship("7/6 B2 SC; 8/7 ED")
    assert alone(fast, OPEN, captain=captain(day_alone=price)).batteries == batteries
