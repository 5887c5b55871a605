"""What starts at all (class IVC: "Kontrolle vor dem Start", "Aliens"; rulings: "Before the first card")."""

from __future__ import annotations

import pytest

from tests.trucker.rules.fleets.flown import alone, build
from tests.trucker.scripted import OPEN, QUIET, captain, shots

FOUR = "7/6 CA . CA; 8/6 CA . CA"
"""A cabin of each quarter."""


@pytest.mark.parametrize(
    ("joined", "ships"),
    [("F+B", 2), ("L+R", 2), ("F", 3), ("B", 3), ("L", 3), ("R", 3), ("F+L", 2), ("B+R", 2), ("F+B+L+R", 1)],
)
def test_joined_borders_decide_ship_count(joined: str, ships: int) -> None:
    whole = build("6/6 CA ST CA; 7/6 CA . CA; 8/6 CA . CA; 9/6 CA ST CA")
    end = alone(whole, QUIET, joined=joined)
    assert (end.ships_started, end.ships, end.left) == (ships, ships, ["flies"] * ships)


@pytest.mark.parametrize(
    ("joined", "left"),
    [
        ("L+R", ["flies", "flies"]),
        ("R", ["flies", "flies", "not_begun"]),
        ("L", ["flies", "flies", "flies"]),
    ],
)
def test_unbegun_ship_leaves_free(joined: str, left: list[str]) -> None:
    """No component lies in the rear left quarter."""
    end = alone(build("7/6 CA . CA; 8/8 CA"), QUIET, joined=joined)
    assert (end.left, end.components_lost, end.penalty) == (left, 0, 0)


def test_unbegun_ship_meets_no_card() -> None:
    """A ship that was not begun meets no card, and its quarter does not fly."""
    end = alone(build("7/6 CA . CA; 8/8 CA"), QUIET, joined="R")
    assert (end.met, end.quarters, end.ships_started) == ([1, 1, 0], "fl fr rr", 2)


def test_humanless_ship_in_pieces_leaves_free() -> None:
    """A ship without humans leaves free of charge even if it is in pieces."""
    end = alone(build("7/6 CA . CA; 9/4 ST . ST"), QUIET, joined="R")
    assert (end.left, end.components_lost, end.ships_lost) == (["flies", "flies", "without_humans"], 0, [0, 0, 0])


def test_ship_with_alien_alone_stays_home() -> None:
    end = alone(build("7/5 LB CA . CA", brown=(7, 6)), QUIET)
    assert (end.left, end.crew, end.aliens) == (["without_humans", "flies"], 2, set())


def test_humanless_ship_does_not_slow_fleet() -> None:
    assert alone(build("7/5 LB CA . CA; 8/8 EN EN", brown=(7, 6)), OPEN).days == 2


def test_humanless_ship_cannot_be_hit() -> None:
    end = alone(build("7/5 LB CA . CA; 6/8 ST", brown=(7, 6)), (shots("large-left"), [7]))
    assert end.lost == {(7, 8)}


def test_border_components_need_joined_border() -> None:
    """Joined in front, the batteries between the cabins are there. Otherwise they were never laid and cost nothing."""
    both = build("6/6 CA B2 CA; 7/6 CA . CA; 8/6 CA . CA")
    assert alone(both, QUIET, joined="F").batteries == 2
    apart = alone(both, QUIET, joined="L+R")
    assert (apart.batteries, apart.components_lost, apart.lost) == (0, 0, set())


def test_unlaid_border_components_are_safe() -> None:
    """A part that was laid goes, and with it one of two equal halves, the later."""
    both = build("6/6 CA ST CA; 7/6 CA . CA")
    assert alone(both, (shots("large-front"), [7]), joined="L+R").lost == set()
    assert alone(both, (shots("large-front"), [7]), joined="F").lost == {(6, 7), (6, 8), (7, 8)}


def test_broken_ship_keeps_one_piece() -> None:
    """Joined in front with nothing between them: cabin and part against the cabin alone."""
    end = alone(build("7/6 CA . CA ST; 8/6 CA . CA"), QUIET, joined="F")
    assert (end.lost, end.components_lost, end.penalty, end.ships_lost) == ({(7, 6)}, 1, 1, [1, 0, 0])
    assert end.left == ["flies", "flies", "flies"]


def test_piece_with_humans_starts_first() -> None:
    end = alone(build("7/4 ST ST ST . CA; 8/6 CA . CA"), QUIET, joined="F")
    assert end.lost == {(7, 4), (7, 5), (7, 6)}


def test_captain_weighs_pieces_by_price() -> None:
    """200 + 3 charges of 50 + 200 for two humans against 600 with two humans fewer."""
    two = build("7/5 B3 CA . CA CA; 8/6 CA . CA")
    assert alone(two, QUIET, joined="F").lost == {(7, 5), (7, 6)}
    fond = captain(battery=500)
    assert alone(two, QUIET, joined="F", captain=fond).lost == {(7, 8), (7, 9)}


def test_large_ship_keeps_one_piece() -> None:
    end = alone(build(FOUR), QUIET, joined="F+B+L+R")
    assert (end.left, end.lost, end.crew) == (["flies"], {(7, 8), (8, 8)}, 4)


def test_pieces_that_fall_off_are_insured() -> None:
    """Three of ten fall off, and ten more are not there: 3 is below any cap."""
    end = alone(build("7/4 ST ST CA . CA CA CA ; 8/6 CA . CA", insurance=8), QUIET, joined="F")
    assert (end.components_lost, end.penalty, end.premium) == (3, 3, 8)


def test_alien_needs_support_on_own_ship() -> None:
    split = build("6/6 CA . CA; 7/6 CA . CA; 8/6 LP . CA", purple=(7, 6))
    assert (alone(split, QUIET, joined="L+R").aliens, alone(split, QUIET, joined="F").aliens) == ({"purple"}, set())


def test_window_between_ships_is_empty() -> None:
    """Nothing lies on column 7 in rows 7 and 8, and a shot there passes between the ships."""
    assert alone(build(FOUR), (shots("large-front large-rear"), [7, 7])).lost == set()


@pytest.mark.parametrize("roll", [2, 12])
@pytest.mark.parametrize("side", ["front", "right", "rear", "left"])
def test_two_and_twelve_always_miss(side: str, roll: int) -> None:
    corners = build("3/6 CA; 4/6 ST; 5/6 ST; 6/6 ST . CA; 7/6 ST; 11/3 ST . . . . . . . ST; 10/3 CA . . . . . . . CA")
    assert (
        alone(corners, (shots(f"large-{side}"), [roll]), joined="F+B").ships_lost
        == alone(corners, QUIET, joined="F+B").ships_lost
    )
