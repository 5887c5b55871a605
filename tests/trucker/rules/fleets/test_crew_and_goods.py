"""Crew, goods and charges of a fleet, lost and gained (class IVC: "darf entscheiden, aus welchem Schiff ...")."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.trucker.edition import load_edition
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
def test_the_crew_of_all_ships_counts(crew: int, bounty: int) -> None:
    """Two ships of two humans; one is asked for."""
    assert alone(LONE, replace(abandoned_ship(crew, 9), crew_lost=1)).bounty == bounty


def test_a_station_asks_the_whole_fleet() -> None:
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
def test_each_ship_keeps_one_human_back_as_long_as_it_can(asked: int, left: list[str], humans: int) -> None:
    """Of ships of one size the last in order gives its last human first."""
    end = alone(LONE, slavers(9, lost=asked))
    assert (end.left, end.crew) == (left, humans)


def test_the_last_human_of_the_smallest_ship_goes_first() -> None:
    small_left = build("7/6 CA . CA ST")
    assert alone(small_left, slavers(9, lost=3)).left == ["no_humans", "flies"]


def test_a_ship_that_lost_its_last_human_leaves_after_the_card() -> None:
    """Its hold was filled on the card before, and two yellow cubes are sold for 3."""
    end = alone(build("7/5 H2 CA . CA ST ST"), planets("YY"), slavers(9, lost=3), QUIET)
    assert (end.left, end.met, end.goods_sold, end.quarters) == (["no_humans", "flies"], [2, 3], 3, "fr rr")


def test_without_any_human_the_fleet_gives_up() -> None:
    end = alone(LONE, slavers(9, lost=9), QUIET)
    assert (end.ending, end.cards_flown, end.met, end.ships) == ("no_humans", 1, [1, 1], 0)


@pytest.mark.parametrize(("battery", "charges"), [(449, 1), (450, 2)])
def test_a_charge_defends_the_last_human_of_a_ship(battery: int, charges: int) -> None:
    """Three humans of 100 each, and a ship of 150 that would fly no more: 450 against a charge."""
    gun = build("6/6 CD^; 7/5 B2 CA . CA")
    end = alone(gun, slavers(2, lost=3, credits_=0), captain=captain(battery=battery, ship=150))
    assert end.batteries == charges


@pytest.mark.parametrize(("battery", "charges"), [(1399, 1), (1400, 2)])
def test_where_no_ship_keeps_one_staying_is_at_stake_and_no_single_ship(battery: int, charges: int) -> None:
    """All four go: 400 and the 1000 of staying."""
    gun = build("6/6 CD^; 7/5 B2 CA . CA")
    end = alone(gun, slavers(2, lost=4, credits_=0), captain=captain(battery=battery, ship=5000))
    assert end.batteries == charges


@pytest.mark.parametrize(("credits_", "sold"), [(4, False), (5, False), (6, True)])
def test_selling_the_last_human_of_a_ship_costs_the_ship(credits_: int, sold: bool) -> None:
    """A day of 50, three humans of 100, a ship of 150: 500."""
    end = alone(LONE, abandoned_ship(3, credits_), captain=captain(ship=150))
    assert (end.bounty, end.crew) == ((credits_, 1) if sold else (0, 4))


def test_who_would_keep_no_human_at_all_does_not_sell() -> None:
    assert alone(LONE, abandoned_ship(4, 99)).bounty == 0


def test_humans_go_in_the_order_of_giving_up_over_the_whole_fleet() -> None:
    """Those in row 7 are met by 5 + 6 throws, those in row 6 by 5 + 5."""
    assert alone(CABINS, slavers(9, lost=1)).humans_at == {(6, 6): 2, (6, 8): 2, (7, 6): 1, (7, 8): 2}
    assert alone(CABINS, slavers(9, lost=4)).humans_at == {(6, 6): 2, (6, 8): 2}


# Epidemics, sabotage, stardust


def test_an_epidemic_stays_inside_a_ship() -> None:
    """Cabins that touch across a border that did not grow together are not joined."""
    four = build("7/6 CA . CA; 8/6 CA . CA")
    assert alone(four, EPIDEMIC, joined="L+R").crew == 4
    assert alone(four, EPIDEMIC, joined="R").crew == 2 + 2 + 2
    assert alone(four, EPIDEMIC, joined="R").humans_at == {(7, 6): 2, (8, 6): 2, (7, 8): 1, (8, 8): 1}


def test_sabotage_asks_the_smallest_crew_of_all_fleets_and_meets_one_square() -> None:
    first, second = fly([CABINS, LONE], (SABOTAGE, [8, 7]))
    assert (first.lost, second.lost, second.left) == (set(), {(7, 8)}, ["flies", "no_humans"])


def test_sabotage_tries_three_times_over_the_whole_fleet() -> None:
    _, second = fly([CABINS, LONE], (SABOTAGE, [7, 7, 6, 8, 6, 7]))
    assert second.lost == {(7, 6)}


def test_a_fleet_alone_is_spared_by_sabotage_and_combat_zones() -> None:
    end = alone(LONE, SABOTAGE, zone("crew>days:3"))
    assert (end.lost, end.days) == (set(), 0)


def test_stardust_counts_the_exposed_connectors_of_all_ships() -> None:
    """Two open connectors left and one right."""
    end = alone(build("7/6 CA3003 . CA0100"), STARDUST)
    assert (end.exposed, end.days) == (3, -3)


def test_those_of_a_ship_that_left_count_no_more() -> None:
    end = alone(build("7/6 CA3003 . CA0120; 8/8 EN2000"), OPEN, STARDUST)
    assert (end.exposed, end.days, end.left) == (1, 1 - 1, ["no_engines", "flies"])


def test_an_open_border_counts_a_joined_one_does_not() -> None:
    """The part at the rear has no human, and its ship does not start."""
    two = build("7/6 CA . CA; 8/6 ST . CA")
    assert alone(two, STARDUST, joined="L+R").days == 0
    apart = alone(two, STARDUST, joined="R")
    assert (apart.exposed, apart.days, apart.left) == (1, -1, ["flies", "flies", "without_humans"])


# Combat zones


def test_a_ship_that_stands_makes_the_fleet_count_nothing_but_is_not_expelled() -> None:
    """0 against 1; the leader, one of whose ships cannot move, loses three days, and both ships fly on."""
    standing, moving = build("7/6 CA . CA; 8/8 EN EN"), build("7/6 CA . CA; 8/6 EN . EN")
    first, second = fly([standing, moving], zone("engines>days:3"))
    assert (first.days, first.left, second.days) == (-3, ["flies", "flies"], 0)


def test_crew_is_counted_over_all_ships() -> None:
    """Four against two and four: the second loses."""
    first, second = fly([CABINS, LONE], zone("crew>days:2"))
    assert (first.days, second.days) == (0, -2)


def test_shots_of_a_combat_zone_meet_the_victim_once() -> None:
    first, second = fly([CABINS, LONE], (zone("crew>shots:large-front large-front"), [6, 8]))
    assert (first.lost, second.lost) == (set(), {(7, 6), (7, 8)})


def test_charges_on_engines_to_be_safe_are_those_that_lift_the_weakest() -> None:
    """The one behind has 1; with a charge on either ship the leader has 2 and is safe, with one still 0."""
    doubles = build("7/5 B2 CA . CA B2; 8/6 ED . ED")
    zone_ = zone("engines>shots:large-front large-front")
    first, second = fly([doubles, build("7/6 CA . CA; 8/6 EN . EN")], (zone_, [6, 8]))
    assert (first.charges_at, first.lost, second.lost) == ({(7, 5): 1, (7, 9): 1}, set(), {(7, 6), (7, 8)})


@pytest.mark.parametrize(("battery", "batteries"), [(199, 2), (200, 4)])
def test_he_weighs_all_those_charges_against_the_shots(battery: int, batteries: int) -> None:
    """Two shots are feared like 400."""
    doubles = build("7/5 B2 CA . CA B2; 8/6 ED . ED")
    zone_ = zone("engines>shots:large-front large-front")
    rolls = [6, 8] if batteries == 2 else [11, 11]
    first, _ = fly([doubles, build("7/6 CA . CA; 8/6 EN . EN")], (zone_, rolls), captains=captain(battery=battery))
    assert first.batteries == batteries


# Goods


def test_goods_are_stowed_over_all_ships() -> None:
    """A hold of two left, one of two right, for three cubes of yellow and one step: blue more."""
    end = alone(build("7/5 H2 CA . CA H2"), planets("YYY"))
    assert (end.goods, end.goods_sold) == (4, 3 * 3 + 1)


def test_red_ones_in_special_containers_of_any_ship() -> None:
    end = alone(build("7/5 H2 CA . CA S1"), planets("RYY"))
    assert (end.cubes_at, end.goods_sold) == ({(7, 5): "YY", (7, 9): "R"}, 10)


def test_goods_are_stowed_anew_between_ships_when_goods_are_taken() -> None:
    """Three blue with a step are a green and two blue; then the red one needs the special container on the right."""
    end = alone(build("7/5 H2 CA . CA S1"), planets("BBB"), planets("R"))
    assert end.cubes_at == {(7, 5): "GB", (7, 9): "R"}


def test_goods_of_a_ship_that_left_are_not_stowed_again() -> None:
    """Two of three yellow left with the left ship; the right one takes a red in place of the third."""
    end = alone(build("7/5 H2 CA . CA S1; 8/8 EN"), planets("YYY"), OPEN, planets("R"))
    assert (end.cubes_at, end.goods, end.goods_sold) == ({(7, 9): "R"}, 3, 4 + 3)


def test_goods_set_aside_stay_out_of_the_bank() -> None:
    """Six of the twelve red cubes left with a ship; the next fleet finds the other six, and a blue one."""
    assert load_edition("2007").good_cubes[0] == 12
    first = build("5/4 S2; 6/4 S2 S2 CA; 7/6 ST . CA; 8/8 EN")
    second = build("5/4 S2 . . . . . S2; 6/4 S2 S2 CA . CA S2 S2; 7/6 EN . EN")
    ends = fly([first, second], planets("RRRRRR"), OPEN, planets("R" * 12))
    assert (ends[0].left, ends[0].goods) == (["no_engines", "flies"], 6)
    assert (ends[1].goods, ends[1].goods_sold) == (7, 6 * 4 + 1)


def test_halves_are_rounded_up_once_over_all_that_is_set_aside() -> None:
    """Three yellow on either of two ships that left: half of 18 is 9, and not 5 + 5."""
    drawn = build("7/5 H3 CA . CA H3; 10/6 CA ST CA; 11/6 EN . EN")
    end = alone(drawn, planets("YYYYYY"), OPEN, joined="B")
    assert (end.left, end.goods_sold) == (["no_engines", "no_engines", "flies"], 9)


def test_if_the_whole_fleet_gives_up_all_is_halved_together() -> None:
    """Three yellow cubes set aside and three aboard: half of 18, and not 5 + 5."""
    drawn = build("7/5 H3 CA . CA H3; 8/8 EN")
    end = alone(drawn, planets("YYYYYY"), OPEN, slavers(9, lost=9))
    assert (end.left, end.goods_sold) == (["no_engines", "no_humans"], 9)


def test_if_it_arrives_what_is_aboard_is_paid_in_full() -> None:
    drawn = build("7/5 H3 CA . CA H3; 8/8 EN")
    assert alone(drawn, planets("YYYYYY"), OPEN).goods_sold == 5 + 9


def test_charges_go_for_missing_cubes_from_any_ship() -> None:
    end = alone(build("7/5 B2 CA . CA B2"), smugglers(9, lost=3))
    assert end.batteries == 1


def test_charges_are_not_moved_between_ships() -> None:
    """The right ship spent both for its shield; the left one's do not help."""
    drawn = build("6/6 SH^< . SH^>; 7/5 B2 CA . CA B2")
    end = alone(drawn, (shots("small-front small-front small-front"), [8, 8, 8]))
    assert (end.lost, end.charges_at) == ({(6, 8)}, {(7, 5): 2})


def test_an_alien_leaves_with_the_life_support_of_his_ship() -> None:
    drawn = build("6/6 CA . CA; 7/5 LB CA . CA", brown=(7, 6))
    end = alone(drawn, (meteors("large-left"), [7]))
    assert (end.aliens, end.lost) == (set(), {(7, 5)})


def test_one_who_could_not_live_there_is_replaced_by_humans() -> None:
    """The alien's life support is in the rear quarter, which is another ship where only the right side joined."""
    drawn = build("7/6 CA . CA; 8/6 LB . ST", brown=(7, 6))
    assert alone(drawn, QUIET, joined="R").crew == 4
    assert alone(drawn, QUIET, joined="R").aliens == set()
    lifted = build("6/6 CA; 7/6 CA . CA; 8/6 LB . ST", brown=(7, 6))
    assert (alone(lifted, QUIET).aliens, alone(lifted, QUIET).crew) == ({"brown"}, 5)


def test_a_sold_alien_counts_as_one() -> None:
    """Cheaper than a human, the alien goes first."""
    drawn = build("6/6 CA; 7/5 LB CA . CA", brown=(7, 6))
    end = alone(drawn, slavers(9, lost=1), captain=captain(brown=10))
    assert (end.aliens, end.crew) == (set(), 4)
