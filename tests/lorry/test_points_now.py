"""This turn, exactly: against drawing every legal draw one by one with the twin."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry.tracks import TYPES
from tests.lorry.test_dice import FACES
from tests.lorry.test_positions import any_galaxy
from tests.lorry.twin.face import Position as TwinPosition

LATE = Path(__file__).parent.parent.parent / "ships" / "lorry" / "late.yaml"


def best(twin: TwinPosition, trader: int) -> dict[str, int]:
    return {
        kind: max((twin.draw(trader, place[:2], place[2]).points for place in twin.legal(trader, kind)), default=0)
        for kind in TYPES
    }


def twin_of(now: lorry.Position) -> TwinPosition:
    return TwinPosition(now.galaxy.to_dict(), now.traders, now.tracks, now.filled, now.scored)


@pytest.mark.parametrize("trader", [1, 2])
def test_late_in_a_game_every_draw_was_tried_by_the_twin(trader):
    now = lorry.load_position(LATE)
    found = lorry.points_now(now, trader, ["white", "orange"])
    told = best(twin_of(now), trader)
    rolls = list(product(FACES["white"], FACES["orange"]))
    assert found.by_type == told
    assert found.expected == Fraction(sum(max(told[kind] for kind in roll) for roll in rolls), len(rolls))
    assert max(told.values()) == (20 if trader == 1 else 0)


def test_positions_by_chance():
    for seed in range(12):
        rng = random.Random(100 + seed)
        galaxy = any_galaxy(rng, 5)
        now = lorry.Position(galaxy, 2)
        for turn in range(8):
            places = [place for kind in TYPES for place in now.legal(turn % 2 + 1, kind)]
            if places:
                column, row, ends = rng.choice(places)
                now = now.draw(turn % 2 + 1, (column, row), ends).position
        for trader in (1, 2):
            found = lorry.points_now(now, trader)
            assert found.by_type == best(twin_of(now), trader), seed
            assert {(*one.box, one.ends) for one in found.draws} == {
                place for kind in TYPES for place in now.legal(trader, kind)
            }


def test_an_extra_track_is_counted_out():
    """A rocket beside planet 1: whatever is drawn on it, the other way round to planet 2 takes one more track."""
    galaxy = lorry.Galaxy.from_dict(
        {"columns": 4, "rows": 1, "wrap": "none", "planets": {"1": [1, 1], "2": [4, 1]}, "specials": [["rocket", 2, 1]]}
    )
    found = lorry.points_now(lorry.Position(galaxy, 1), 1)
    (straight,) = (one for one in found.draws if one.box == (2, 1) and one.type == "straight")
    assert found.extra(straight) == 2
    asteroid = lorry.Galaxy.from_dict(galaxy.to_dict() | {"specials": [["asteroid", 2, 1]]})
    again = lorry.points_now(lorry.Position(asteroid, 1), 1)
    (straight,) = (one for one in again.draws if one.box == (2, 1) and one.type == "straight")
    assert again.extra(straight, "white") == Fraction(4, 6) * 2  # a straight or a branch goes on, of six faces four
    assert again.extra(straight) is None
    assert again.asteroids()["orange"]["crossing"] == Fraction(1, 6)


def test_a_game_that_is_over_is_refused():
    galaxy = lorry.Galaxy(4, 3, ((1, 2), (3, 2)), wrap="none", end_after=1)
    now = lorry.Position(galaxy, 2).draw(1, (2, 2), "EW").position
    with pytest.raises(AnalyzerError, match="the game is over"):
        lorry.points_now(now, 1)
