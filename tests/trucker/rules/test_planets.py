"""Planets and loading (rules: "Planeten", "Warenerwerb", FAQ on the bank; rulings: "Goods", "What captains decide")."""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.trucker.rules.ships import runner
from tests.trucker.scripted import OPEN, PLAIN, alone, captain, fly, planets, ship

H2, H3, S1, S2 = (ship(f"7/7 SC {hold}") for hold in ("H2", "H3", "S1", "S2"))
MIXED = ship("7/6 H2 SC S1")
BARE = ship("7/7 SC")


@pytest.mark.parametrize(
    ("layout", "cargo", "sold"),
    [(H3, "Y", 3), (S2, "RR", 8), (S1, "R", 4), (MIXED, "RBB", 6), (H2, "Y", 3)],
)
def test_richest_planet_is_chosen(layout: Layout, cargo: str, sold: int) -> None:
    """Printed card 12: RR, RBB or Y, 2 days."""
    end = alone(layout, 12)
    assert (end.cargo, end.goods_sold, end.days) == (cargo, sold, -2)


def test_equal_gains_choose_upper_planet() -> None:
    assert alone(H3, planets("GB|Y|BBB")).cargo == "GB"


@pytest.mark.parametrize(
    ("special", "cargo"),
    [(0, "R"), (1, "YB"), (50, "YB"), (401, "YB")],
)
def test_special_hold_price_keeps_it_free(special: int, cargo: str) -> None:
    """A red cube and a yellow one with a blue one both bring 4 credits: the upper planet, unless red costs more."""
    hold = ship("7/6 H3 SC S1")
    assert alone(hold, planets("R|YB"), captain=captain(special=special)).cargo == cargo


def test_red_must_outweigh_special_hold() -> None:
    """4 credits less the place against 3, and against nothing."""
    hold = ship("7/6 H3 SC S1")
    for special, planet, cargo in ((99, "R|Y", "R"), (101, "R|Y", "Y"), (399, "R", "R"), (400, "R", "")):
        assert alone(hold, planets(planet), captain=captain(special=special, day=0)).cargo == cargo


def test_nobody_lands_without_room() -> None:
    end = alone(BARE, planets("YYY", 1))
    assert (end.goods, end.days) == (0, 0)


def test_red_goods_need_special_hold() -> None:
    end = alone(H3, planets("RR", 1))
    assert (end.goods, end.days) == (0, 0)


def test_surplus_red_is_thrown_out() -> None:
    assert alone(ship("7/6 H3 SC S1"), planets("RRR")).cargo == "R"


def test_special_hold_takes_all_goods() -> None:
    assert alone(S2, planets("YB")).cargo == "YB"


def test_dearest_goods_are_kept() -> None:
    assert alone(H2, planets("YGBB")).cargo == "YG"


def test_special_hold_takes_red_first() -> None:
    """Red goods go first; then the rest of the special containers is free."""
    assert alone(S2, planets("RYG")).cargo == "RY"


def test_loading_may_discard_goods() -> None:
    end = alone(H3, planets("BBB"), planets("YG"))
    assert (end.cargo, end.goods_sold) == ("YGB", 6)


def test_loading_may_move_goods() -> None:
    """S1 and H2: B lies anywhere; R needs the special container."""
    end = alone(MIXED, planets("YYY"), planets("R"))
    assert (end.cargo, end.cubes_at[7, 8]) == ("RYY", "R")


def test_red_cube_replaces_yellow() -> None:
    assert alone(S1, planets("Y"), planets("R")).cargo == "R"


def test_cheaper_goods_are_not_loaded() -> None:
    end = alone(H2, planets("YY"), planets("GG", 0))
    assert end.cargo == "YY"


@pytest.mark.parametrize(("days", "lands"), [(5, True), (6, False), (7, False)])
def test_gain_must_outweigh_days(days: int, lands: bool) -> None:
    """A yellow cube is worth 3 credits, a day half a credit."""
    end = alone(H2, planets("Y", days))
    assert (end.cargo, end.days) == (("Y", -days) if lands else ("", 0))


def test_gain_counts_not_price() -> None:
    """A yellow cube brings one credit beside two green ones, which is not worth two days."""
    assert alone(H2, planets("GG"), planets("Y", 2)).cargo == "GG"
    assert alone(H2, planets("GG"), planets("Y", 1)).cargo == "YG"


def test_poorer_upper_planet_is_passed() -> None:
    assert alone(H2, planets("B|YY")).cargo == "YY"


def test_leader_chooses_planet_first() -> None:
    ends = fly([H2, H2, H2], planets("BB|YY|GG"))
    assert [end.cargo for end in ends] == ["YY", "GG", "BB"]


def test_full_planets_leave_rest_flying() -> None:
    ends = fly([H2, H2, H2], planets("YY|GG", 1))
    assert [end.cargo for end in ends] == ["YY", "GG", ""]
    assert ends[2].days == 0


def test_declined_planet_goes_to_next() -> None:
    ends = fly([BARE, H2], planets("YY", 1))
    assert [(end.cargo, end.days) for end in ends] == [("", 0), ("YY", -1)]


def test_each_ship_chooses_for_own_holds() -> None:
    ends = fly([H3, S2, H3], planets("RR|YB|GB"))
    assert [end.cargo for end in ends] == ["YB", "RR", "GB"]


def test_choice_follows_flight_order() -> None:
    ends = fly([H2, H2], planets("BB|YY"), order=[1, 0])
    assert [end.cargo for end in ends] == ["BB", "YY"]


def test_last_ship_moves_back_first() -> None:
    """From -3 to -6, and then the leader to -3; the other way round the leader would have jumped to -4."""
    ends = fly([H2, H2], planets("YY|GG", 3))
    assert [end.position for end in ends] == [-3, -6]


def test_only_landed_ships_move_back() -> None:
    ends = fly([H2, BARE, H2], planets("YY|GG", 3))
    assert [end.position for end in ends] == [-4, -3, -9]


def test_all_decide_before_moving() -> None:
    """The leader falls behind the second, but only after that one has chosen."""
    ends = fly([H2, H2], planets("BB|Y", 3))
    assert [end.cargo for end in ends] == ["Y", "BB"]


LARGE = ship("7/5 H3 H3 SC H3 H3; 8/7 H3")
"""Fifteen containers."""
SPECIAL = ship("6/5 S2 S2 S2 S2 S2; 7/6 S2 SC S2")
"""Fourteen special containers."""


@pytest.mark.parametrize(
    ("layout", "letter", "taken"), [(SPECIAL, "R", 12), (LARGE, "Y", 13), (LARGE, "G", 14), (LARGE, "B", 15)]
)
def test_bank_limits_the_cubes(layout: Layout, letter: str, taken: int) -> None:
    assert alone(layout, planets(letter * 20)).cargo == letter * taken


def test_later_ship_gets_rest_of_bank() -> None:
    ends = fly([LARGE, LARGE], planets("Y" * 10 + "|" + "Y" * 10))
    assert [end.cargo for end in ends] == ["Y" * 10, "Y" * 3]


def test_empty_bank_devalues_planet() -> None:
    ends = fly([LARGE, H2], planets("Y" * 13 + "|YY|B", 1))
    assert [end.cargo for end in ends] == ["Y" * 13, "B"]


def test_leader_discards_can_be_loaded() -> None:
    """The leader holds all 14 green cubes; yellow ones push two of them out, which the second finds in the bank."""
    full = ship("7/5 H3 H3 SC H3 H3; 8/7 H2")
    ends = fly([full, H2], planets("G" * 14), planets("YY|GG"))
    assert [end.cargo for end in ends] == ["YY" + "G" * 12, "GG"]


def test_departed_cubes_stay_out_of_bank() -> None:
    ends = fly([LARGE, ship("7/7 SC H2; 8/7 EN")], planets("Y" * 13), OPEN, planets("YY|B"))
    assert [end.ending for end in ends] == ["no_engines", "arrived"]
    assert [end.cargo for end in ends] == ["Y" * 13, "B"]


def test_departed_ship_takes_no_planet() -> None:
    ends = fly([H2, ship("7/7 SC H2; 8/7 EN")], OPEN, planets("YY"))
    assert [end.cargo for end in ends] == ["", "YY"]


def test_day_prices_differ_by_captain() -> None:
    ends = fly([H2, H2], planets("G|G", 3), captains=[captain(day=67), PLAIN])
    assert [end.cargo for end in ends] == ["", "G"]


def test_ship_without_holds_skips_planets() -> None:
    assert alone(runner(2), 12).days == 0
