"""A ship compiled to masks: how many squares it may have, and what lies off the board."""

from __future__ import annotations

import pytest

from analyzer import AnalyzerError, Layout
from tests.doors.printed import load_edition
from tests.facts import untold
from tests.trucker.scripted import ship

OFF = "2/2" + " ST" * 11 + "; 3/2" + " ST" * 11 + "; 10/2" + " ST" * 6
"""28 components off the board of class III, whose 36 squares lie in rows 4 to 9."""


def test_hull_takes_64_squares() -> None:
    hull = ship(OFF, "III", legal=False).hull
    assert len(hull.squares) == 64
    assert hull.squares[0] == (2, 2)
    assert hull.squares[63] == (10, 7)
    assert hull.squares_of(int(hull.occupied[0])) == set(ship(OFF, "III", legal=False).components)


def test_hull_refuses_65_squares() -> None:
    drawing = OFF + " ST"
    with pytest.raises(AnalyzerError) as refused:
        _ = ship(drawing, "III", legal=False).hull
    assert refused.value.faults == (f"{drawing}: 65 squares, at most 64 can be analysed; stay on the board",)


def test_hull_refuses_empty_ship() -> None:
    with pytest.raises(AnalyzerError) as refused:
        _ = Layout("Void", load_edition("2007").board("II"), {}).hull
    assert refused.value.faults == ("Void: no components: a ship needs at least its starting cabin",)


@pytest.mark.parametrize(
    ("square", "risk"), [("2/2", 4), ("1/2", 2), ("2/1", 2), ("1/1", 0), ("12/12", 4), ("7/7", 24)]
)
def test_risk_counts_row_and_column(square: str, risk: int) -> None:
    """One way of 36 shows 2, one shows 12, six show 7 and none shows 1."""
    hull = ship(f"{square} SC", legal=False).hull
    assert list(hull.risk.values()) == [risk]


def test_dice_never_show_one() -> None:
    """A starting cabin where row 1 and column 1 would be: nothing ever comes there."""
    hull = ship("1/1 SC", legal=False).hull
    assert hull.first_hits.shape == (4, 13)
    assert not hull.first_hits.any()


def test_cabins_exclude_other_kinds() -> None:
    drawn = ship("6/7 CN^; 7/5 LB CA SC CA; 8/7 H2")
    assert drawn.hull.squares_of(int(drawn.hull.cabins)) == {(7, 6), (7, 7), (7, 8)}


@pytest.mark.parametrize("cabins", [31, 36])
def test_hull_refuses_too_many_humans(cabins: int) -> None:
    """Two humans a cabin; the aliens' bits leave room for 60 humans, however many more there are."""
    board = load_edition("2007").board("III")
    cabin = ship("7/7 SC CA", "III", legal=False).components[7, 8]
    with pytest.raises(AnalyzerError) as refused:
        _ = Layout("Hotel", board, dict.fromkeys(sorted(board.squares)[:cabins], cabin)).hull.tokens
    assert not untold(str(refused.value), f"{2 * cabins} humans", "at most 60")
