"""What a hit tears away (rules: "Angriff auf ein Schiff"; rulings: "A ship breaks", "Risk")."""

from __future__ import annotations

import pytest

from tests.trucker.rules.ships import SEALED
from tests.trucker.scripted import SABOTAGE, alone, captain, fly, meteors, planets, ship, shots, slavers, smugglers

Squares = set[tuple[int, int]]


def test_attached_components_are_lost_too() -> None:
    end = alone(ship("5/7 ST; 6/7 ST; 7/7 SC"), (shots("large-left"), [6]))
    assert end.lost == {(5, 7), (6, 7)}
    assert (end.components_lost, end.penalty) == (2, 2)


def test_ring_loses_one_component() -> None:
    drawn = ship("5/6 ST ST; 6/6 ST ST; 7/6 ST SC")
    assert alone(drawn, (shots("large-right"), [6])).lost == {(6, 7)}


def test_small_meteor_tears_attached_parts() -> None:
    assert alone(ship("5/7 ST; 6/7 ST3033; 7/7 SC"), (meteors("small-left"), [6])).lost == {(5, 7), (6, 7)}


def test_smooth_sides_do_not_join() -> None:
    drawn = ship("6/6 ST0300 ST; 7/6 ST0300 SC")
    assert alone(drawn, (shots("large-front"), [7])).lost == {(6, 6), (6, 7)}


def test_joined_sides_hold_a_piece() -> None:
    drawn = ship("6/6 ST ST; 7/6 ST SC")
    assert alone(drawn, (shots("large-front"), [7])).lost == {(6, 7)}


@pytest.mark.parametrize("one", [1, 2])
def test_like_connectors_hold_a_piece(one: int) -> None:
    drawn = ship(f"6/6 ST03{one}0 ST; 7/6 ST{one}300 SC")
    assert alone(drawn, (shots("large-front"), [7])).lost == {(6, 7)}


@pytest.mark.parametrize(
    ("fired", "rolls", "lost"),
    [("large-right", [7], {(7, 7)}), ("large-left large-right", [6, 7], {(6, 6), (7, 6), (7, 7)})],
)
def test_corner_holds_only_while_present(fired: str, rolls: list[int], lost: Squares) -> None:
    """Neighbours hang together round a corner only while it is there."""
    assert alone(ship("6/6 ST CA; 7/6 CA SC"), (shots(fired), rolls)).lost == lost


def test_humans_outweigh_any_goods() -> None:
    """Nine yellow cubes hang on the wrong side of (7, 8)."""
    drawn = ship("7/7 SC ST H3; 8/9 H3; 9/9 H3")
    end = alone(drawn, planets("YYYYYYYYY"), (shots("large-front"), [8]))
    assert end.lost == {(7, 8), (7, 9), (8, 9), (9, 9)}
    assert (end.humans, end.goods, end.ending) == (2, 0, "arrived")


def test_larger_piece_with_humans_stays() -> None:
    """Cabin and hold are worth more than the starting cabin alone: the flight goes on without it."""
    end = alone(ship("7/7 SC ST CA; 8/9 H3"), (shots("large-front"), [8]))
    assert end.lost == {(7, 7), (7, 8)}
    assert (end.humans, end.ending) == (2, "arrived")


def test_larger_piece_keeps_starting_cabin() -> None:
    end = alone(ship("6/7 ST; 7/6 H2 SC ST CA; 8/9 H3"), (shots("large-front"), [8]))
    assert end.lost == {(7, 8), (7, 9), (8, 9)}


def test_more_humans_outweigh_component() -> None:
    """2 components and 4 humans (800) against 3 components and 2 humans (800), then one human dearer."""
    drawn = ship("7/6 CA SC ST CA; 8/9 H2; 9/9 H2")
    assert alone(drawn, (shots("large-front"), [8])).lost == {(7, 8), (7, 9), (8, 9), (9, 9)}
    cheap = alone(drawn, (shots("large-front"), [8]), captain=captain(human=99))
    assert cheap.lost == {(7, 6), (7, 7), (7, 8)}


def test_equal_pieces_keep_earliest_square() -> None:
    assert alone(ship("7/6 CA SC CA"), (shots("large-front"), [7])).lost == {(7, 7), (7, 8)}


def test_earliest_square_is_front_most() -> None:
    drawn = ship("6/8 ST; 7/6 CA SC CA; 8/6 ST")
    assert alone(drawn, (shots("large-front"), [7])).lost == {(7, 6), (7, 7), (8, 6)}


def test_goods_decide_equal_pieces() -> None:
    drawn = ship("7/6 ST SC ST CA; 8/9 H2")
    assert alone(drawn, (shots("large-front"), [8])).lost == {(7, 8), (7, 9), (8, 9)}
    laden = alone(drawn, planets("B"), (shots("large-front"), [8]))
    assert (laden.lost, laden.cargo) == ({(7, 6), (7, 7), (7, 8)}, "B")


@pytest.mark.parametrize(("human", "lost"), [(50, {(7, 8), (7, 9), (8, 9)}), (49, {(7, 6), (7, 7), (7, 8)})])
def test_cube_counts_at_selling_price(human: int, lost: Squares) -> None:
    """Left: two components, four humans. Right: as many, two humans and a blue cube, 100; equal at 50 a human."""
    end = alone(
        ship("7/6 CA SC ST CA; 8/9 H2"), planets("B"), (shots("large-front"), [8]), captain=captain(human=human)
    )
    assert end.lost == lost


def test_one_human_keeps_lesser_piece() -> None:
    """The cabin with one human: 200 and 1; the rest, where nobody can steer: three times 200."""
    drawn = ship("7/7 SC ST ST; 8/9 ST; 9/9 ST")
    end = alone(drawn, slavers(40, lost=1), (shots("large-front"), [8]), captain=captain(human=1))
    assert (end.lost, end.humans) == ({(7, 8), (7, 9), (8, 9), (9, 9)}, 1)


@pytest.mark.parametrize(("battery", "lost"), [(1, {(7, 6), (7, 7), (7, 8)}), (0, {(7, 8), (7, 9), (8, 9)})])
def test_charges_decide_equal_pieces(battery: int, lost: Squares) -> None:
    drawn = ship("7/6 ST SC ST CA; 8/9 B2")
    assert alone(drawn, (shots("large-front"), [8]), captain=captain(battery=battery)).lost == lost


LEFT_PIECE, RIGHT_PIECE = {(6, 7), (7, 6), (7, 7)}, {(7, 9), (8, 9), (9, 9)}


@pytest.mark.parametrize(("purple", "lost"), [(201, LEFT_PIECE), (200, RIGHT_PIECE)])
def test_alien_counts_at_its_price(purple: int, lost: Squares) -> None:
    """Left: 3 components, 4 humans (1000). Right: 3 components, 2 humans and the alien (800 + its price)."""
    drawn = ship("6/7 ST; 7/6 CA SC ST CA; 8/9 CA; 9/9 LP", purple=(8, 9))
    end = alone(drawn, (shots("large-front"), [8]), captain=captain(purple=purple))
    assert end.lost == lost | {(7, 8)}
    assert end.aliens == ({"purple"} if purple > 200 else set())


def test_alien_losing_support_does_not_count() -> None:
    """The component that is hit is the life support itself."""
    drawn = ship("6/7 ST; 7/6 CA SC LP CA; 8/9 CA; 9/9 ST", purple=(7, 9))
    assert alone(drawn, (shots("large-front"), [8])).lost == RIGHT_PIECE | {(7, 8)}


@pytest.mark.parametrize(
    ("drawing", "kept"),
    [
        ("6/7 H3; 7/6 H2 SC CA", (7, 8)),
        ("6/7 H3; 7/6 CA SC H2", (7, 6)),
        ("6/7 CA; 7/6 H2 SC H2", (6, 7)),
        ("6/7 ST; 7/6 CA SC H2", (7, 6)),
        ("6/7 H3; 7/6 H2 SC H2; 8/7 CA", (8, 7)),
    ],
)
def test_ship_breaks_into_many_pieces(drawing: str, kept: tuple[int, int]) -> None:
    """Solid to all sides, hit from within: the saboteur finds the starting cabin."""
    crowded = ship("7/6 CA SC CA")
    end = fly([ship(drawing), crowded], (SABOTAGE, [7, 7]))[0]
    assert set(ship(drawing).components) - end.lost == {kept}
    assert (end.humans, end.ending) == (2, "arrived")


def test_second_of_three_pieces_stays() -> None:
    """Worth 200, 400 with people, and 400."""
    drawn = ship("6/7 ST; 7/6 CA SC H2 ST")
    end = fly([drawn, ship("7/6 CA SC CA")], (SABOTAGE, [7, 7]))[0]
    assert end.lost == {(6, 7), (7, 7), (7, 8), (7, 9)}


def test_second_of_three_with_humans() -> None:
    """Worth 400, 800 and 600."""
    drawn = ship("6/7 CA; 7/5 CA CA SC CA ST")
    end = fly([drawn, ship("7/5 CA CA SC CA CA")], (SABOTAGE, [7, 7]))[0]
    assert end.lost == {(6, 7), (7, 7), (7, 8), (7, 9)}


def test_lost_starting_cabin_flies_on() -> None:
    end = alone(ship("7/7 SC CA"), (shots("large-left"), [7]))
    assert (end.lost, end.humans, end.ending) == ({(7, 7)}, 2, "arrived")


def test_lost_humans_end_flight_afterwards() -> None:
    end = alone(ship("7/7 SC H2"), (shots("large-left large-right"), [7, 12]))
    assert (end.humans, end.ending) == (0, "no_humans")


@pytest.mark.parametrize(
    ("token", "before"), [("CA", (4, 0, 0)), ("B2", (2, 2, 0)), ("B3", (2, 3, 0)), ("H2", (2, 0, 2)), ("S1", (2, 0, 1))]
)
def test_lost_component_takes_its_load(token: str, before: tuple[int, int, int]) -> None:
    drawn, harmless = ship(f"7/7 SC {token}"), alone(ship(f"7/7 SC {token}"), planets("YG"))
    assert (harmless.humans, harmless.batteries, harmless.goods) == before
    end = alone(drawn, planets("YG"), (shots("large-right"), [7]))
    assert (end.humans, end.batteries, end.goods, end.goods_sold) == (2, 0, 0, 0)


def test_load_elsewhere_stays_aboard() -> None:
    end = alone(ship("7/5 B3 H2 SC CA B2"), planets("YG"), (shots("large-right"), [7]))
    assert (end.humans, end.batteries, end.cargo) == (4, 3, "YG")


def test_fallen_piece_takes_its_load() -> None:
    end = alone(ship("5/7 B3; 6/7 ST; 7/6 B2 SC"), (shots("large-right"), [6]))
    assert (end.lost, end.batteries) == ({(5, 7), (6, 7)}, 2)


def test_loss_exposes_the_neighbours() -> None:
    end = alone(SEALED, (shots("large-front"), [7]))
    assert end.exposed == 1


# Risk: in `7/6 X SC X` the left one is taken away in 16 ways (own column 5 + 5, row 6), the right one in 28, because it
# also falls off with the starting cabin (6 + 6), and the starting cabin in 12.


def test_humans_leave_riskiest_cabin_first() -> None:
    end = alone(ship("7/6 CA SC CA"), slavers(9, lost=3))
    assert end.humans_at == {(7, 6): 1, (7, 7): 2}


def test_charges_spent_from_riskiest_battery() -> None:
    drawn = ship("7/6 B2 SC B2")
    end = alone(drawn, smugglers(9, lost=3))
    assert end.charges_at == {(7, 6): 1}


def test_equal_cubes_lost_from_riskiest_hold() -> None:
    end = alone(ship("7/6 H2 SC H2"), planets("YYY"), smugglers(9, lost=1))
    assert end.cubes_at == {(7, 6): "YY"}


def test_dearest_cubes_stowed_safest() -> None:
    end = alone(ship("7/6 H2 SC H2"), planets("YGBB"))
    assert end.cubes_at == {(7, 6): "YG", (7, 8): "BB"}


def test_red_cubes_ignore_risk() -> None:
    end = alone(ship("7/6 H2 SC S2"), planets("RYGB"))
    assert end.cubes_at == {(7, 6): "YG", (7, 8): "RB"}


def test_risk_counts_ways_to_roll() -> None:
    """Two lines hit each battery: (6, 6) in 5 + 5 ways, (7, 8) in 5 + 6."""
    end = alone(ship("6/6 B2 ST ST; 7/6 ST SC B2"), smugglers(9, lost=2))
    assert end.charges_at == {(6, 6): 2}


def test_equal_risk_earlier_square_gives() -> None:
    """Both batteries are taken away in 22 ways: two columns (5), a row (6), and with the starting cabin (6)."""
    end = alone(ship("5/7 ST; 6/7 ST; 7/6 B2 SC B2"), smugglers(9, lost=2))
    assert end.charges_at == {(7, 8): 2}
