"""Exact answers against plain recursion on galaxies by chance: best play alone, this turn, the lone race."""

from __future__ import annotations

import pytest

from analyzer import lorry
from tests.lorry.questions.brute_force import bounds_differ, race_differs, tree_differs, turn_differs
from tests.lorry.twin.best import Solo

TREES, TURNS, RACES = 6, 6, 2


@pytest.mark.parametrize("number", range(TREES))
def test_solo_optimum_matches_plain_recursion(number: int) -> None:
    assert not tree_differs(number)


def test_pending_routes_score_last_first() -> None:
    """A rocket's track scores before the track that brought it under `special_first`, and may end the game."""
    galaxy = {
        **{"columns": 3, "rows": 3, "wrap": "none", "end_after": 1, "switches": {"special_order": "special_first"}},
        **{"planets": {"1": [1, 2], "2": [2, 1], "3": [2, 3]}, "specials": [["rocket", 2, 2], ["rocket", 3, 2]]},
    }
    assert lorry.solo_optimum(galaxy, 1, ["white"]) == Solo(galaxy, ["white"]).optimum(1)


@pytest.mark.parametrize("number", range(TREES, 2 * TREES))
def test_solo_optimum_lies_within_bounds(number: int) -> None:
    assert not bounds_differ(number)


@pytest.mark.parametrize("number", range(TURNS))
def test_points_now_match_every_draw(number: int) -> None:
    assert not turn_differs(number)


@pytest.mark.parametrize("number", range(RACES))
def test_lone_race_matches_plain_recursion(number: int) -> None:
    assert not race_differs(number)
