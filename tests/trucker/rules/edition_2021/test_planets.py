"""Planets in 2021 (quick reference: "Planeten", "Güter laden"; rulings: "2021"): all choose, then load front to back.

The bank holds 12 red, 13 yellow, 14 green and 17 blue cubes.
"""

from __future__ import annotations

import pytest

from tests.trucker.rules.edition_2021.ships import EAGER, bare, ship
from tests.trucker.scripted import PLAIN, alone, captain, fly, planets

H2, H3, S1 = (ship(f"7/7 SC {hold}") for hold in ("H2", "H3", "S1"))
LARGE = ship("7/5 H3 H3 SC H3 H3; 8/7 H3")
"""Fifteen containers."""
SPECIAL = ship("6/5 S2 S2 S2 S2 S2; 7/6 S2 SC S2")
"""Fourteen special containers."""


# What the bank has


def test_emptied_planet_still_costs_days() -> None:
    """YY promised the second 6 credits, GG is left to the third."""
    ends = fly([LARGE, H2, H2], planets("Y" * 13 + "|YY|GG", 1))
    assert [end.cargo for end in ends] == ["Y" * 13, "", "GG"]
    assert [end.days for end in ends] == [-1, -1, -1]


@pytest.mark.parametrize(
    ("offer", "first", "second"),
    [
        ("RRRRRRRRRRRR|RR|BB", "R" * 12, ""),
        ("GGGGGGGGGGGGGG|GG|B", "G" * 14, ""),
        ("GGGGGGGGGGGGGG|GGB|YB", "G" * 14, "B"),
        ("YYYYYYYYYYYY|YY|GG", "Y" * 12, "Y"),
        ("GGGGGGGGGGGGG|GG|Y", "G" * 13, "G"),
        ("RRRRRRRRRRR|RR|YY", "R" * 11, "R"),
    ],
)
def test_second_chooses_before_leader_loads(offer: str, first: str, second: str) -> None:
    """Two special containers. By what the bank has left they would have chosen the lowest planet every time."""
    ends = fly([SPECIAL, ship("7/7 SC S2")], planets(offer))
    assert [end.cargo for end in ends] == [first, second]


@pytest.mark.parametrize(("taken", "left"), [(10, 3), (11, 2), (12, 1), (13, 0)])
def test_second_loads_remaining_cubes(taken: int, left: int) -> None:
    ends = fly([LARGE, H3], planets("Y" * taken + "|YYY"))
    assert [end.cargo for end in ends] == ["Y" * taken, "Y" * left]


@pytest.mark.parametrize(
    ("letter", "wanted", "loaded"),
    [
        ("R", 5, [5, 5, 2, 0]),
        ("R", 3, [3, 3, 3, 3]),
        ("Y", 4, [4, 4, 4, 1]),
        ("Y", 6, [6, 6, 1, 0]),
        ("G", 5, [5, 5, 4, 0]),
        ("B", 8, [8, 8, 1, 0]),
        ("B", 5, [5, 5, 5, 2]),
    ],
)
def test_four_load_until_bank_is_empty(letter: str, wanted: int, loaded: list[int]) -> None:
    """All four chose by a full bank."""
    ends = fly([SPECIAL] * 4, planets("|".join([letter * wanted] * 4)))
    assert [end.goods for end in ends] == loaded


def test_loading_follows_flight_order() -> None:
    """Ships load in flight order, not in the order in which they were given."""
    ends = fly([SPECIAL, SPECIAL, SPECIAL], planets("YYYYYYY|YYYYYYY|YYYYYYY"), order=[2, 0, 1])
    assert [end.goods for end in ends] == [6, 0, 7]


def test_flight_order_changes_between_cards() -> None:
    """After the first card the leader is behind the second, from 0 by 3 days over -3 to -4: that one loads first."""
    ends = fly([SPECIAL, LARGE], planets("RR", 3), planets("Y" * 9 + "|" + "Y" * 9))
    assert [end.cargo for end in ends] == ["RR" + "Y" * 4, "Y" * 9]


def test_choice_ignores_future_discards() -> None:
    """The leader holds all 13 yellow cubes in 14 containers and will throw two of them out for red ones. The second
    sees no yellow cube in the bank and chooses the blue ones.
    """
    ends = fly([SPECIAL, H2], planets("Y" * 13), planets("RRR|YY|BB"))
    assert [end.cargo for end in ends] == ["RRR" + "Y" * 11, "BB"]


def test_leader_discards_can_be_loaded() -> None:
    """YB and B promise the second one credit each, so they choose the upper; the leader throws out a yellow one."""
    ends = fly([SPECIAL, H2], planets("Y" * 13), planets("RR|YB|B"))
    assert [end.cargo for end in ends] == ["RR" + "Y" * 12, "YB"]


def test_discards_from_behind_come_late() -> None:
    """The ship with all yellow cubes fell to -6 and loads last; the leader came for a blue one and gets that."""
    ends = fly([SPECIAL, LARGE], planets("Y" * 13, 5), planets("YYYB|RRR"))
    assert [end.position for end in ends] == [-6, -3]
    assert [end.cargo for end in ends] == ["RRR" + "Y" * 11, "B"]


def test_third_loads_discards_of_second() -> None:
    """The second throws out two yellow ones for three red ones; the third chose YYB for the blue one alone."""
    ends = fly([bare(), SPECIAL, H3], planets("Y" * 13), planets("RRR|YYB"))
    assert [end.cargo for end in ends] == ["", "RRR" + "Y" * 11, "YYB"]


def test_landing_may_turn_out_unprofitable() -> None:
    """YY promised 6 credits for 5 days at half a credit; one cube of 3 is left, more than 2.5.

    For 7 days they get the same 3 credits, and lose 3.5.
    """
    for days in (5, 7):
        ends = fly([LARGE, H2], planets("Y" * 12 + "|YY", days))
        assert (ends[1].cargo, ends[1].days) == ("Y", -days)


# Choosing


@pytest.mark.parametrize(("days", "cargo"), [(11, "YY"), (12, ""), (13, "")])
def test_planet_must_outweigh_its_days(days: int, cargo: str) -> None:
    """6 credits against half a credit a day."""
    assert alone(H2, planets("YY", days)).cargo == cargo


def test_declined_planet_goes_to_next() -> None:
    ends = fly([H2, H2], planets("YY", 3), captains=[captain(day=200), PLAIN])
    assert [end.cargo for end in ends] == ["", "YY"]


def test_each_planet_takes_one_ship() -> None:
    ends = fly([H2, H2, H2], planets("YY|GG", 1))
    assert [(end.cargo, end.days) for end in ends] == [("YY", -1), ("GG", -1), ("", 0)]


def test_loading_restows_all_goods() -> None:
    """A red cube needs the special container, and the yellow one in it moves."""
    end = alone(ship("7/6 H2 SC S1"), planets("YYY"), planets("R"))
    assert (end.cargo, end.cubes_at[7, 8]) == ("RYY", "R")


# Days


@pytest.mark.parametrize(
    ("board", "days", "positions"),
    [
        ("L", 1, [-1, -3, -4, -5]),
        ("I", 3, [-3, -5, -6, -7]),
        ("II", 2, [-2, -5, -7, -8]),
        ("II", 3, [-3, -6, -8, -9]),
        ("III", 2, [-2, -6, -9, -11]),
        ("III", 5, [-5, -9, -12, -14]),
    ],
)
def test_last_ship_falls_back_first(board: str, days: int, positions: list[int]) -> None:
    """So nobody stands in the way of those ahead: each falls by just the days."""
    ends = fly([ship("7/7 SC H2", board)] * 4, planets("YY|GG|BB|YG", days), captains=EAGER)
    assert [end.position for end in ends] == positions


@pytest.mark.parametrize(("days", "position"), [(2, -2), (3, -4), (4, -7), (5, -8)])
def test_ship_in_orbit_blocks_the_way(days: int, position: int) -> None:
    """The others stay on -3, -5 and -6."""
    ends = fly([H2, bare(), bare(), bare()], planets("Y", days), captains=EAGER)
    assert [end.position for end in ends] == [position, -3, -5, -6]


# Printed cards


@pytest.mark.parametrize(
    ("number", "board", "hold", "cargos", "positions"),
    [
        (12, "I", "H3", ["GBB", "YB", "BBB", "G"], [-3, -5, -6, -7]),
        (13, "I", "H2", ["Y", "BB", "", ""], [-2, -6, -3, -4]),
        (14, "I", "H2", ["YY", "YG", "", ""], [-5, -7, -3, -4]),
        (15, "L", "H2", ["GG", "Y", "BB", ""], [-1, -3, -5, -4]),
        (53, "III", "H3", ["YYY", "GGG", "BBB", ""], [-4, -8, -12, -9]),
        (54, "III", "H2", ["YY", "YY", "", ""], [-5, -11, -7, -9]),
        (52, "III", "H2", ["GG", "YB", "", ""], [-2, -6, -7, -9]),
        (55, "III", "S1", ["R", "R", "R", ""], [-3, -7, -11, -9]),
    ],
)
def test_printed_planets_of_2021(number: int, board: str, hold: str, cargos: list[str], positions: list[int]) -> None:
    """Four equal ships. 12 for H3: GBB and YB are worth 4 each, BBB 3, G 2, all more than 3 days. 13 for H2: Y is worth
    3, BB 2, nothing red fits; the second falls from -2 over -3 and -4 to -6. 55 for S1: 4 each, the upper first; the
    third falls from -7 over -9 to -11, then the second by three spaces that are free, to -7.
    """
    ends = fly([ship(f"7/7 SC {hold}", board)] * 4, number)
    assert [end.cargo for end in ends] == cargos
    assert [end.position for end in ends] == positions
