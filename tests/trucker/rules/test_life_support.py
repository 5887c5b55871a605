"""Aliens and their life support (rules: "Aliens", "Verlust der Lebenserhaltungssysteme der Aliens")."""

from __future__ import annotations

import pytest

from analyzer import Layout
from tests.doors.printed import Square
from tests.trucker.scripted import EPIDEMIC, QUIET, alone, fly, ship, shots, zone


def test_alien_replaces_two_humans() -> None:
    end = alone(ship("7/7 SC CA LP", purple=(7, 8)), QUIET)
    assert (end.crew, end.humans, end.aliens) == (3, 2, {"purple"})


def test_alien_leaves_without_life_support() -> None:
    end = alone(ship("7/7 SC CA LP", purple=(7, 8)), (shots("large-right"), [7]))
    assert (end.lost, end.crew, end.aliens) == ({(7, 9)}, 2, set())


def test_second_life_support_keeps_alien() -> None:
    drawn = ship("7/7 SC CA LP; 8/8 LP", purple=(7, 8))
    assert alone(drawn, (shots("large-right"), [7])).aliens == {"purple"}


def test_alien_leaves_with_last_support() -> None:
    drawn = ship("7/7 SC CA LP; 8/8 LP", purple=(7, 8))
    end = alone(drawn, (shots("large-right large-right"), [7, 8]))
    assert (end.lost, end.aliens) == ({(7, 9), (8, 8)}, set())


def test_touching_support_is_not_attached() -> None:
    """(8, 8) lies under the cabin, but smooth against smooth."""
    drawn = ship("7/7 SC CA0303 LP; 8/7 ST LP0003", purple=(7, 8))
    assert alone(drawn, (shots("large-right"), [7])).aliens == set()


def test_other_colour_support_does_not_help() -> None:
    drawn = ship("7/7 SC CA LP; 8/8 LB", purple=(7, 8))
    assert alone(drawn, (shots("large-right"), [7])).aliens == set()


def test_other_colour_support_may_go() -> None:
    drawn = ship("7/7 SC CA LP; 8/8 LB", purple=(7, 8))
    assert alone(drawn, (shots("large-right"), [8])).aliens == {"purple"}


@pytest.mark.parametrize(("side", "stays"), [("right", "brown"), ("left", "purple")])
def test_only_alien_without_support_leaves(side: str, stays: str) -> None:
    drawn = ship("7/5 LB CA SC CA LP", purple=(7, 8), brown=(7, 6))
    assert alone(drawn, (shots(f"large-{side}"), [7])).aliens == {stays}


def test_support_of_other_cabin_fails() -> None:
    drawn = ship("7/5 LP CA SC CA LP", purple=(7, 8))
    assert alone(drawn, (shots("large-right"), [7])).aliens == set()


def test_alien_is_lost_with_cabin() -> None:
    drawn = ship("6/7 ST LP; 7/7 SC CA", purple=(7, 8))
    end = alone(drawn, (shots("large-right"), [7]))
    assert (end.lost, end.aliens, end.humans) == ({(7, 8)}, set(), 2)


def test_alien_falls_off_with_piece() -> None:
    drawn = ship("7/7 SC ST CA; 8/9 LP", purple=(7, 9))
    assert alone(drawn, (shots("large-front"), [8])).aliens == set()


def test_humans_ignore_lost_support() -> None:
    assert alone(ship("7/7 SC CA LP"), (shots("large-right"), [7])).humans == 4


def test_alien_leaves_at_once() -> None:
    """Its engine bonus is gone in the next line: 1 against 2, and not 3 against 2."""
    with_alien = ship("7/7 SC CA LB; 8/7 EN", brown=(7, 8))
    ends = fly([with_alien, ship("7/7 SC CA; 8/7 EN EN")], (zone("crew>shots:large-right", "engines>days:1"), [7]))
    assert [end.days for end in ends] == [-1, 0]


def test_lone_alien_cannot_fly() -> None:
    drawn = ship("6/7 ST LP; 7/7 SC CA", purple=(7, 8))
    end = alone(drawn, (shots("large-left"), [7]))
    assert (end.crew, end.aliens, end.ending) == (1, {"purple"}, "no_humans")


def homeless(layout: Layout) -> list[Square]:
    """Where aliens are drawn that cannot live there."""
    return [flaw.square for flaw in layout.flaws() if flaw.kind == "alien_homeless"]


def test_no_alien_in_starting_cabin() -> None:
    assert homeless(ship("7/7 SC LP", legal=False, purple=(7, 7))) == [(7, 7)]


def test_no_alien_beside_touching_support() -> None:
    assert homeless(ship("7/7 SC CA0003; 8/7 ST LP0003", legal=False, purple=(7, 8))) == [(7, 8)]


def test_alien_beside_crew_falls_ill() -> None:
    end = alone(ship("7/7 SC CA LP", purple=(7, 8)), EPIDEMIC)
    assert (end.humans, end.aliens) == (1, set())
