"""Crew, goods and charges of a fleet, lost and gained (class IVC: "darf entscheiden, aus welchem Schiff ...")."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doors.printed import load_edition
from tests.trucker.rules.fleets.flown import alone, build, fly
from tests.trucker.scripted import (
    EPIDEMIC,
    OPEN,
    QUIET,
    SABOTAGE,
    STARDUST,
    abandoned_ship,
    captain,
    meteors,
    planets,
    shots,
    slavers,
    smugglers,
    station,
    zone,
)

CABINS = build("6/6 CA . CA; 7/6 CA . CA")
"""Four humans on either ship."""
LONE = build("7/6 CA . CA")
"""Two humans on either ship."""


@pytest.mark.parametrize(("crew", "bounty"), [(4, 9), (5, 0)])
def test_crew_of_all_ships_counts(crew: int, bounty: int) -> None:
    """Two ships of two humans; one is asked for."""
    assert alone(LONE, replace(abandoned_ship(crew, 9), crew_lost=1)).bounty == bounty


def test_station_counts_the_whole_fleet() -> None:
    holds = build("7/5 H2 CA . CA")
    assert alone(holds, station(4, "Y")).goods == 2
    assert alone(holds, station(5, "Y")).goods == 0


@pytest.mark.parametrize(
    ("asked", "left", "humans"),
    [
        (1, ["flies", "flies"], 3),
        (2, ["flies", "flies"], 2),
        (3, ["flies", "no_humans"], 1),
        (4, ["no_humans", "no_humans"], 0),
    ],
)
def test_each_ship_keeps_one_human(asked: int, left: list[str], humans: int) -> None:
    """The last in order of equally large ships gives its last human first."""
    end = alone(LONE, slavers(9, lost=asked))
    assert (end.left, end.crew) == (left, humans)


def test_smallest_ship_gives_last_human() -> None:
    small_left = build("7/6 CA . CA ST")
    assert alone(small_left, slavers(9, lost=3)).left == ["no_humans", "flies"]


def test_ship_without_humans_leaves_afterwards() -> None:
    """Its hold was filled on the card before, and two yellow cubes are sold for 3."""
    end = alone(build("7/5 H2 CA . CA ST ST"), planets("YY"), slavers(9, lost=3), QUIET)
    assert (end.left, end.met, end.goods_sold, end.quarters) == (["no_humans", "flies"], [2, 3], 3, "fr rr")


def test_fleet_without_humans_gives_up() -> None:
    end = alone(LONE, slavers(9, lost=9), QUIET)
    assert (end.ending, end.cards_flown, end.met, end.ships) == ("no_humans", 1, [1, 1], 0)


@pytest.mark.parametrize(("battery", "charges"), [(449, 1), (450, 2)])
def test_charge_defends_a_last_human(battery: int, charges: int) -> None:
    """Three humans of 100 each, and a ship of 150 that would fly no more: 450 against a charge."""
    gun = build("6/6 CD^; 7/5 B2 CA . CA")
    end = alone(gun, slavers(2, lost=3, credits_=0), captain=captain(battery=battery, ship=150))
    assert end.batteries == charges


@pytest.mark.parametrize(("battery", "charges"), [(1399, 1), (1400, 2)])
def test_charge_defends_the_whole_fleet(battery: int, charges: int) -> None:
    """All four humans would go: 400 for them and the 1000 of staying in the flight."""
    gun = build("6/6 CD^; 7/5 B2 CA . CA")
    end = alone(gun, slavers(2, lost=4, credits_=0), captain=captain(battery=battery, ship=5000))
    assert end.batteries == charges


@pytest.mark.parametrize(("credits_", "sold"), [(4, False), (5, False), (6, True)])
def test_selling_last_human_costs_ship(credits_: int, sold: bool) -> None:
    """A day of 50, three humans of 100, a ship of 150: 500."""
    end = alone(LONE, abandoned_ship(3, credits_), captain=captain(ship=150))
    assert (end.bounty, end.crew) == ((credits_, 1) if sold else (0, 4))


def test_captain_keeps_one_human() -> None:
    assert alone(LONE, abandoned_ship(4, 99)).bounty == 0


def test_humans_leave_by_risk() -> None:
    """Shots meet cabins in row 7 on 5 + 6 throws and cabins in row 6 on 5 + 5."""
    assert alone(CABINS, slavers(9, lost=1)).humans_at == {(6, 6): 2, (6, 8): 2, (7, 6): 1, (7, 8): 2}
    assert alone(CABINS, slavers(9, lost=4)).humans_at == {(6, 6): 2, (6, 8): 2}


# Epidemics, sabotage, stardust


def test_epidemic_stays_inside_a_ship() -> None:
    """Cabins that touch across a border that did not grow together are not joined."""
    four = build("7/6 CA . CA; 8/6 CA . CA")
    assert alone(four, EPIDEMIC, joined="L+R").crew == 4
    assert alone(four, EPIDEMIC, joined="R").crew == 2 + 2 + 2
    assert alone(four, EPIDEMIC, joined="R").humans_at == {(7, 6): 2, (8, 6): 2, (7, 8): 1, (8, 8): 1}


def test_sabotage_hits_smallest_crew() -> None:
    """Sabotage compares the crews of whole fleets and hits one square."""
    first, second = fly([CABINS, LONE], (SABOTAGE, [8, 7]))
    assert (first.lost, second.lost, second.left) == (set(), {(7, 8)}, ["flies", "no_humans"])


def test_sabotage_tries_three_times() -> None:
    _, second = fly([CABINS, LONE], (SABOTAGE, [7, 7, 6, 8, 6, 7]))
    assert second.lost == {(7, 6)}


def test_lone_fleet_skips_zone_and_sabotage() -> None:
    end = alone(LONE, SABOTAGE, zone("crew>days:3"))
    assert (end.lost, end.days) == (set(), 0)


def test_stardust_counts_all_connectors() -> None:
    """Two open connectors left and one right."""
    end = alone(build("7/6 CA3003 . CA0100"), STARDUST)
    assert (end.exposed, end.days) == (3, -3)


def test_connectors_that_left_count_no_more() -> None:
    end = alone(build("7/6 CA3003 . CA0120; 8/8 EN2000"), OPEN, STARDUST)
    assert (end.exposed, end.days, end.left) == (1, 1 - 1, ["no_engines", "flies"])


def test_open_border_exposes_connectors() -> None:
    """The part at the rear has no human, and its ship does not start."""
    two = build("7/6 CA . CA; 8/6 ST . CA")
    assert alone(two, STARDUST, joined="L+R").days == 0
    apart = alone(two, STARDUST, joined="R")
    assert (apart.exposed, apart.days, apart.left) == (1, -1, ["flies", "flies", "without_humans"])


# Combat zones


def test_standing_ship_zeroes_fleet_engines() -> None:
    """0 against 1; the leader, one of whose ships cannot move, loses three days, and both ships fly on."""
    standing, moving = build("7/6 CA . CA; 8/8 EN EN"), build("7/6 CA . CA; 8/6 EN . EN")
    first, second = fly([standing, moving], zone("engines>days:3"))
    assert (first.days, first.left, second.days) == (-3, ["flies", "flies"], 0)


def test_crew_is_summed_over_ships() -> None:
    """Four against two and four: the second loses."""
    first, second = fly([CABINS, LONE], zone("crew>days:2"))
    assert (first.days, second.days) == (0, -2)


def test_zone_shots_come_once() -> None:
    first, second = fly([CABINS, LONE], (zone("crew>shots:large-front large-front"), [6, 8]))
    assert (first.lost, second.lost) == (set(), {(7, 6), (7, 8)})


def test_engine_charges_lift_weakest_ships() -> None:
    """The one behind has 1; with a charge on either ship the leader has 2 and is safe, with one still 0."""
    doubles = build("7/5 B2 CA . CA B2; 8/6 ED . ED")
    zone_ = zone("engines>shots:large-front large-front")
    first, second = fly([doubles, build("7/6 CA . CA; 8/6 EN . EN")], (zone_, [6, 8]))
    assert (first.charges_at, first.lost, second.lost) == ({(7, 5): 1, (7, 9): 1}, set(), {(7, 6), (7, 8)})


@pytest.mark.parametrize(("battery", "batteries"), [(199, 2), (200, 4)])
def test_engine_charges_weighed_against_shots(battery: int, batteries: int) -> None:
    """Two shots are feared like 400."""
    doubles = build("7/5 B2 CA . CA B2; 8/6 ED . ED")
    zone_ = zone("engines>shots:large-front large-front")
    rolls = [6, 8] if batteries == 2 else [11, 11]
    first, _ = fly([doubles, build("7/6 CA . CA; 8/6 EN . EN")], (zone_, rolls), captains=captain(battery=battery))
    assert first.batteries == batteries


# Goods


def test_goods_are_stowed_across_ships() -> None:
    """A hold of two left, one of two right, for three cubes of yellow and one step: blue more."""
    end = alone(build("7/5 H2 CA . CA H2"), planets("YYY"))
    assert (end.goods, end.goods_sold) == (4, 3 * 3 + 1)


def test_red_cubes_in_any_special_hold() -> None:
    end = alone(build("7/5 H2 CA . CA S1"), planets("RYY"))
    assert (end.cubes_at, end.goods_sold) == ({(7, 5): "YY", (7, 9): "R"}, 10)


def test_restowing_moves_goods_between_ships() -> None:
    """Three blue with a step are a green and two blue; then the red one needs the special container on the right."""
    end = alone(build("7/5 H2 CA . CA S1"), planets("BBB"), planets("R"))
    assert end.cubes_at == {(7, 5): "GB", (7, 9): "R"}


def test_goods_that_left_stay_put() -> None:
    """Two of three yellow left with the left ship; the right one takes a red in place of the third."""
    end = alone(build("7/5 H2 CA . CA S1; 8/8 EN"), planets("YYY"), OPEN, planets("R"))
    assert (end.cubes_at, end.goods, end.goods_sold) == ({(7, 9): "R"}, 3, 4 + 3)


def test_goods_set_aside_leave_bank() -> None:
    """Six of the twelve red cubes left with a ship; the next fleet finds the other six, and a blue one."""
    assert load_edition("2007").good_cubes[0] == 12
    first = build("5/4 S2; 6/4 S2 S2 CA; 7/6 ST . CA; 8/8 EN")
    second = build("5/4 S2 . . . . . S2; 6/4 S2 S2 CA . CA S2 S2; 7/6 EN . EN")
    ends = fly([first, second], planets("RRRRRR"), OPEN, planets("R" * 12))
    assert (ends[0].left, ends[0].goods) == (["no_engines", "flies"], 6)
    assert (ends[1].goods, ends[1].goods_sold) == (7, 6 * 4 + 1)


def test_halved_goods_round_up_once() -> None:
    """Three yellow on either of two ships that left: half of 18 is 9, and not 5 + 5."""
    drawn = build("7/5 H3 CA . CA H3; 10/6 CA ST CA; 11/6 EN . EN")
    end = alone(drawn, planets("YYYYYY"), OPEN, joined="B")
    assert (end.left, end.goods_sold) == (["no_engines", "no_engines", "flies"], 9)


def test_giving_up_halves_all_goods() -> None:
    """Three yellow cubes set aside and three aboard: half of 18, and not 5 + 5."""
    drawn = build("7/5 H3 CA . CA H3; 8/8 EN")
    end = alone(drawn, planets("YYYYYY"), OPEN, slavers(9, lost=9))
    assert (end.left, end.goods_sold) == (["no_engines", "no_humans"], 9)


def test_arrival_pays_goods_in_full() -> None:
    drawn = build("7/5 H3 CA . CA H3; 8/8 EN")
    assert alone(drawn, planets("YYYYYY"), OPEN).goods_sold == 5 + 9


def test_charges_replace_missing_cubes() -> None:
    end = alone(build("7/5 B2 CA . CA B2"), smugglers(9, lost=3))
    assert end.batteries == 1


def test_charges_stay_on_their_ship() -> None:
    """The right ship spent both for its shield; the left one's do not help."""
    drawn = build("6/6 SH^< . SH^>; 7/5 B2 CA . CA B2")
    end = alone(drawn, (shots("small-front small-front small-front"), [8, 8, 8]))
    assert (end.lost, end.charges_at) == ({(6, 8)}, {(7, 5): 2})


def test_alien_needs_support_of_its_ship() -> None:
    drawn = build("6/6 CA . CA; 7/5 LB CA . CA", brown=(7, 6))
    end = alone(drawn, (meteors("large-left"), [7]))
    assert (end.aliens, end.lost) == (set(), {(7, 5)})


def test_homeless_alien_replaced_by_humans() -> None:
    """The alien's life support is in the rear quarter, which is another ship where only the right side joined."""
    drawn = build("7/6 CA . CA; 8/6 LB . ST", brown=(7, 6))
    assert alone(drawn, QUIET, joined="R").crew == 4
    assert alone(drawn, QUIET, joined="R").aliens == set()
    lifted = build("6/6 CA; 7/6 CA . CA; 8/6 LB . ST", brown=(7, 6))
    assert (alone(lifted, QUIET).aliens, alone(lifted, QUIET).crew) == ({"brown"}, 5)


def test_alien_sold_counts_as_one() -> None:
    """Cheaper than a human, the alien goes first."""
    drawn = build("6/6 CA; 7/5 LB CA . CA", brown=(7, 6))
    end = alone(drawn, slavers(9, lost=1), captain=captain(brown=10))
    assert (end.aliens, end.crew) == (set(), 4)
