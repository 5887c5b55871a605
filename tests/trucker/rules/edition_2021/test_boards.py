"""Boards of 2021 and hazards on them (quick reference: "Meteorschwarm"); that of level II has two tips."""

from __future__ import annotations

import pytest

from tests.trucker.rules.edition_2021.ships import sealed, ship
from tests.trucker.scripted import alone, captain, fly, meteors, shots, zone

Squares = set[tuple[int, int]]


# Large meteors from the rear


@pytest.mark.parametrize("board", ["L", "II", "III"])
@pytest.mark.parametrize(("roll", "lost"), [(5, {(7, 5)}), (6, set()), (7, set()), (8, set()), (9, {(7, 9)})])
def test_rear_cannon_covers_adjacent_columns(board: str, roll: int, lost: Squares) -> None:
    drawn = ship("7/5 ST ST SC ST ST; 8/7 CNv", board)
    assert alone(drawn, (meteors("large-rear"), [roll])).lost == lost


DOUBLE = "7/5 ST B2 SC ST ST; 8/7 CDv"


@pytest.mark.parametrize(
    ("roll", "lost", "batteries"),
    [(5, {(7, 5)}, 2), (6, set(), 1), (7, set(), 1), (8, set(), 1), (9, {(7, 9)}, 2), (12, set(), 2)],
)
def test_rear_double_cannon_needs_charge(roll: int, lost: Squares, batteries: int) -> None:
    end = alone(ship(DOUBLE), (meteors("large-rear"), [roll]))
    assert (end.lost, end.batteries) == (lost, batteries)


@pytest.mark.parametrize(("roll", "lost"), [(6, {(7, 6)}), (7, {(8, 7)}), (8, {(7, 8)})])
def test_uncharged_rear_double_stays_silent(roll: int, lost: Squares) -> None:
    drawn = ship("7/6 ST SC ST; 8/7 CDv")
    assert alone(drawn, (meteors("large-rear"), [roll])).lost == lost


def test_rear_double_runs_out_of_charges() -> None:
    """Two charges for the first two; the third takes the cannon itself."""
    end = alone(ship(DOUBLE), (meteors("large-rear large-rear large-rear"), [6, 8, 7]))
    assert (end.lost, end.batteries) == ({(8, 7)}, 0)


@pytest.mark.parametrize("roll", [7, 8])
def test_single_rear_cannon_fires_first(roll: int) -> None:
    """A single cannon of a neighbouring column fires before a double one, which would cost a charge."""
    drawn = ship("7/6 B2 SC ST; 8/7 CDv CNv")
    end = alone(drawn, (meteors("large-rear"), [roll]))
    assert (end.lost, end.batteries) == (set(), 2)


@pytest.mark.parametrize("token", ["CN^", "CN>", "CN<"])
def test_other_cannons_ignore_rear_meteors(token: str) -> None:
    place = {"CN^": "6/7 CN^; 7/6 ST SC", "CN>": "7/6 ST SC CN>", "CN<": "7/6 CN< SC ST"}[token]
    assert alone(ship(f"{place}; 8/7 ST"), (meteors("large-rear"), [7])).lost == {(8, 7)}


def test_inner_cannon_shoots_to_the_rear() -> None:
    """The muzzle at (7, 9) looks over an empty square; (9, 9) lies further out in its column."""
    drawn = ship("7/7 SC ST CNv; 8/8 ST; 9/8 ST ST")
    assert alone(drawn, (meteors("large-rear"), [9])).lost == set()


def test_rear_meteor_hits_rearmost_component() -> None:
    drawn = ship("6/7 ST; 7/7 SC ST; 8/8 ST; 9/8 ST")
    assert alone(drawn, (meteors("large-rear"), [8])).lost == {(9, 8)}


@pytest.mark.parametrize(
    ("side", "roll", "lost"), [("left", 7, {(7, 6)}), ("right", 7, {(7, 8)}), ("front", 6, {(7, 6)})]
)
def test_rear_cannon_covers_only_rear(side: str, roll: int, lost: Squares) -> None:
    drawn = ship("7/6 ST SC ST; 8/7 CNv")
    assert alone(drawn, (meteors(f"large-{side}"), [roll])).lost == lost


@pytest.mark.parametrize(("battery", "lost"), [(199, set()), (200, {(7, 6)})])
def test_rear_shot_must_outweigh_charge(battery: int, lost: Squares) -> None:
    """A captain fires to the rear only for a component worth more than a battery."""
    drawn = ship(DOUBLE.replace("ST B2", ". B2"))
    assert alone(drawn, (meteors("large-rear"), [6]), captain=captain(battery=battery)).lost == lost


def test_lost_cannon_covers_nothing() -> None:
    drawn = ship("7/6 ST SC ST; 8/7 CNv")
    assert alone(drawn, (shots("large-rear"), [7]), (meteors("large-rear"), [6])).lost == {(8, 7), (7, 6)}


def test_rear_cannon_ignores_heavy_fire() -> None:
    ends = fly([ship("7/7 SC; 8/7 CNv"), ship("6/7 CN^; 7/7 SC")], (zone("cannons>shots:large-rear"), [7]))
    assert ends[0].lost == {(8, 7)}


@pytest.mark.parametrize(("roll", "lost"), [(3, set()), (4, set()), (5, {(7, 3), (7, 4), (7, 5)})])
def test_edge_cannon_covers_one_neighbour(roll: int, lost: Squares) -> None:
    drawn = ship("7/3 CNv ST ST ST SC", "III")
    assert alone(drawn, (meteors("large-rear"), [roll])).lost == lost


# From the front and the sides


@pytest.mark.parametrize(("roll", "lost"), [(6, {(7, 6)}), (7, set()), (8, {(7, 8)})])
def test_front_cannon_covers_own_column(roll: int, lost: Squares) -> None:
    assert alone(sealed(), (meteors("large-front"), [roll])).lost == lost


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize(("roll", "saved"), [(5, False), (6, True), (7, True), (8, True), (9, False)])
def test_side_cannon_covers_adjacent_rows(side: str, roll: int, saved: bool) -> None:
    drawing = {
        "left": "5/6 ST; 6/6 ST ST; 7/5 CN< ST SC; 8/6 ST ST; 9/6 ST",
        "right": "5/8 ST; 6/7 ST ST; 7/7 SC ST CN>; 8/7 ST ST; 9/8 ST",
    }[side]
    end = alone(ship(drawing), (meteors(f"large-{side}"), [roll]))
    assert (end.components_lost == 0) == saved


# Squares


TIPS = "5/6 ST . ST; 6/6 ST ST ST; 7/7 SC"
WIDE = "7/4 H2 H2 H2 SC H2 H2 H2"


@pytest.mark.parametrize(
    ("drawing", "side", "roll", "lost"),
    [
        (TIPS, "left", 5, {(5, 6)}),
        (TIPS, "right", 5, {(5, 8)}),
        (TIPS, "front", 6, {(5, 6)}),
        (TIPS, "front", 7, {(6, 7), (5, 6), (6, 6), (5, 8), (6, 8)}),
        (TIPS, "front", 8, {(5, 8)}),
        (TIPS, "left", 4, set()),
        (WIDE, "left", 7, {(7, 4)}),
        (WIDE, "right", 7, {(7, 10)}),
        (WIDE, "front", 4, {(7, 4)}),
        (WIDE, "rear", 10, {(7, 10)}),
        (WIDE, "front", 5, {(7, 4), (7, 5)}),
        (WIDE, "front", 3, set()),
        (WIDE, "front", 11, set()),
    ],
)
def test_board_two_has_two_tips(drawing: str, side: str, roll: int, lost: Squares) -> None:
    assert alone(ship(drawing), (meteors(f"large-{side}"), [roll])).lost == lost


@pytest.mark.parametrize("square", [(4, 7), (5, 7)])
def test_tip_of_2007_is_outside(square: tuple[int, int]) -> None:
    flaws = ship("4/7 ST; 5/7 ST; 6/7 ST; 7/7 SC", legal=False).flaws()
    assert ("outside_board", square) in [(flaw.kind, flaw.square) for flaw in flaws]


@pytest.mark.parametrize("board", ["L", "I", "II", "III"])
def test_small_meteors_bounce_or_cost_charge(board: str) -> None:
    """Smooth to the left; an open connector to the front, and a shield for it."""
    drawn = ship("6/7 ST3333; 7/6 B2 SC SH^>", board)
    end = alone(drawn, (meteors("small-left small-front"), [7, 7]))
    assert (end.lost, end.batteries) == (set(), 1)
