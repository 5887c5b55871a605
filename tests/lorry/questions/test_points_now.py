"""This turn, exactly: against drawing every legal draw one by one with the twin."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction
from itertools import product

import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry import TYPES
from tests.lorry.chart import small_galaxy
from tests.lorry.faces import FACES
from tests.lorry.twin.face import Position as TwinPosition
from tests.lorry.twin.table import GameOver
from tests.lorry.twin.turn import Turn as TwinTurn
from tests.places import ROOT

LATE = ROOT / "ships" / "lorry" / "late.yaml"


def best(twin: TwinPosition, trader: int) -> dict[str, int]:
    return {
        kind: max((twin.draw(trader, place[:2], place[2]).points for place in twin.legal(trader, kind)), default=0)
        for kind in TYPES
    }


def twin_of(now: lorry.Position) -> TwinPosition:
    return TwinPosition(now.galaxy.to_dict(), now.traders, now.tracks, now.filled, now.scored)


@pytest.mark.parametrize("trader", [1, 2])
def test_late_points_now_match_twin(trader):
    now = lorry.load_position(LATE)
    found = lorry.points_now(now, trader, ["white", "orange"])
    told = best(twin_of(now), trader)
    rolls = list(product(FACES["white"], FACES["orange"]))
    assert found.by_type == told
    assert found.expected == Fraction(sum(max(told[kind] for kind in roll) for roll in rolls), len(rolls))
    assert max(told.values()) == (20 if trader == 1 else 0)


def test_random_points_now_match_twin():
    for seed in range(12):
        rng = random.Random(100 + seed)
        galaxy = small_galaxy(rng, 5)
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


def test_extra_track_points_are_exact():
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


class Asked(Exception):
    """A choice or a roll of which nothing was said: what there is to choose from, and whether chance chooses."""


class Said:
    """Whoever does as it was said before, and asks when nothing is left."""

    def __init__(self, said):
        self.said = list(said)

    def _next(self, options, by_chance=False):
        if not self.said:
            raise Asked(options, by_chance)
        return self.said.pop(0)

    def again(self):
        return self._next(TYPES, by_chance=True)

    def pair(self, table, trader, ways):
        return self._next([*ways, *[None] * (table.switches["scoring_forced"] == "no")])

    def extra(self, table, trader, why, places):
        return self._next([*places, None])

    def hole(self, table, trader, boxes):
        return self._next([*boxes, None])


def best_turn(table, trader, place, faces, said=()):
    """The mean points of routes in a turn that begins with that draw, by all choices and rolls of the twin."""
    now, chooser = table.copy(), Said(said)
    turn = TwinTurn(now, trader, chooser, chooser)
    try:
        with suppress(GameOver):
            turn.draw(place)
    except Asked as asked:
        options, by_chance = asked.args
        if not by_chance:
            return max(best_turn(table, trader, place, faces, (*said, one)) for one in options)
        told = ((many, (*said, kind)) for kind, many in zip(options, faces, strict=True) if many)
        return sum(
            (Fraction(many, 6) * best_turn(table, trader, place, faces, more) for many, more in told), Fraction(0)
        )
    return Fraction(sum(event.get("points", 0) for event in turn.told))


ROOM = {"columns": 4, "rows": 2, "wrap": "none", "planets": {"1": [1, 1], "2": [4, 1], "3": [4, 2]}, "end_after": 2}
CHAINS = (
    ({}, [["rocket", 2, 1], ["rocket", 1, 2]]),
    ({}, [["asteroid", 2, 1], ["rocket", 3, 1]]),
    ({"special_order": "special_first"}, [["rocket", 2, 1], ["asteroid", 3, 1]]),
    ({"special_order": "special_first", "passed_over_pairs": "open"}, [["asteroid", 3, 1], ["rocket", 2, 2]]),
    ({"scoring_forced": "no", "passed_over_pairs": "open"}, [["rocket", 3, 1], ["black_hole", 2, 2]]),
    ({"chains": "no"}, [["rocket", 2, 1], ["rocket", 3, 2]]),
)


@pytest.mark.slow(but=3)
@pytest.mark.parametrize(
    ("switches", "specials"), CHAINS, ids=lambda one: "-".join(one) if isinstance(one, dict) else ""
)
def test_extra_track_chains_match_twin(switches, specials):
    """Draws on rockets and asteroids, whatever their extra tracks set off, against all choices of the twin."""
    galaxy = lorry.Galaxy.from_dict(ROOM | {"specials": specials, "switches": switches})
    found = lorry.points_now(lorry.Position(galaxy, 1), 1)
    twin, faces = twin_of(found.position), galaxy.faces_of("white")
    asked = [one for one in found.draws if one.special in ("rocket", "asteroid")]
    assert asked
    for one in asked[::3]:
        told = found.turn(one, "white")
        assert not told.bounded
        assert told.points == best_turn(twin.table, 1, (*one.box, one.ends), faces), one


def test_exhausted_budget_gives_lower_bounds():
    """Rockets in a row: the next track joins 1 and 2 by two boxes, the one after it 1 and 3 by three."""
    rockets = {"specials": [["rocket", 2, 1], ["rocket", 3, 1], ["rocket", 3, 2]]}
    now = lorry.Position(lorry.Galaxy.from_dict(ROOM | rockets | {"end_after": 9}), 1)
    whole, cut = lorry.points_now(now, 1), lorry.points_now(now, 1, budget=0)
    (one,) = (one for one in whole.draws if (one.box, one.ends) == ((2, 1), "EW"))
    assert (whole.turn(one).bounded, cut.turn(one).bounded) == (False, True)
    assert cut.turn(one).points == 2
    assert whole.turn(one).points >= 2 + 3
    assert not [note for note in whole.notes() if "`at least`" in note]
    assert [note for note in cut.notes() if "`at least`" in note]
    with pytest.raises(AnalyzerError, match="budget"):
        lorry.points_now(now, 1, budget=-1)


def test_draws_are_ranked_by_whole_turn():
    """The next track after a rocket beside planet 2 joins 1 and 2 by two boxes: better than joining nothing."""
    now = lorry.Position(lorry.Galaxy.from_dict(ROOM | {"specials": [["rocket", 3, 1]]}), 1)
    found = lorry.points_now(now, 1)
    best = found.ranked("straight")[0]
    assert (best.box, best.ends, best.points) == ((3, 1), "EW", 0)
    assert found.turn(best).points == 2
    assert max(row["turn_points"] for row in found.rows()) == 2


def test_finished_game_is_refused():
    galaxy = lorry.Galaxy(4, 3, ((1, 2), (3, 2)), wrap="none", end_after=1)
    now = lorry.Position(galaxy, 2).draw(1, (2, 2), "EW").position
    with pytest.raises(AnalyzerError, match="the game is over"):
        lorry.points_now(now, 1)
