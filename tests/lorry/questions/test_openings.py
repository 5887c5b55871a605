"""Games begun otherwise: a first draw that is told flies there, and where it is their own choice nothing differs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from analyzer import AnalyzerError, lorry
from tests.doors.lorry import Table, begin, game_experiment
from tests.doors.lorry import games_module as played
from tests.doors.runs import rebuild
from tests.lorry.told import Listener
from tests.places import ROOT

FREELY = "own choice"

SHIPS = ROOT / "ships" / "lorry"
SMALL = lorry.Galaxy.from_dict(lorry.load_galaxy(SHIPS / "small.yaml").to_dict() | {"end_after": 2})
TWO = game_experiment(SMALL, ["sprinter", "random"], 3)
GAMES = 8
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@cache
def played_and_heard(told=()):
    """What is counted, and by game all its turns."""
    listener = Listener()

    def table(*given):
        made = Table(*given)
        made.log = listener
        return made

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(played, "Table", table)
        return begin.Opening(TWO, told).run_block(0, GAMES), listener.turns


def block(told=()):
    return played_and_heard(told)[0]


def heard(told=()):
    return played_and_heard(told)[1]


def touched(event):
    """The planets that a draw touches, step by step round the edges."""
    ends = {
        ((event["box"][0] + across - 1) % SMALL.columns + 1, (event["box"][1] + down - 1) % SMALL.rows + 1)
        for across, down in (STEPS[end] for end in event["ends"])
    }
    return {number for number, box in enumerate(SMALL.planets, 1) if box in ends}


def first_of(turns):
    """Trader 1's first turn."""
    return next(turn for turn in turns if turn["trader"] == 1)


def first_pair(turns):
    scored = (one for turn in turns if turn["trader"] == 1 for one in turn["events"] if one["what"] == "score")
    return next((one["pair"] for one in scored), None)


def test_free_opening_equals_race():
    whole = TWO.run_block(0, GAMES)
    compared = [name for name in block() if name not in (begin.PLANETS.name, begin.PAIR.name)]
    assert compared
    for name in compared:
        assert (block()[name][0] == whole[name][0]).all(), name


@pytest.mark.parametrize(("planet", "is_own_choice"), [(1, True), (3, False)])
def test_forced_opening_flies_to_planet(planet, is_own_choice):
    """Pair forced games with free ones: where the own choice flies there, nothing differs.

    In some of the games the own choice flies to planet 1, in none to planet 3.
    """
    free, told = heard(), heard((planet,))
    alike = 0
    for game, turns in told.items():
        first, own = (first_of(of[game]) for of in (told, free))
        assert planet in touched(first["events"][0])
        before = turns.index(first)
        assert turns[:before] == free[game][:before]
        if planet in touched(own["events"][0]):
            alike += 1
            assert turns == free[game], "their own choice flies there: nothing differs"
            assert all(block((planet,))[name][0, game] == block()[name][0, game] for name in block())
    assert alike < GAMES, "some games are forced"
    assert (alike > 0) == is_own_choice


def test_opening_notes_planets_and_first_pair():
    for told in ((), (3,), (1, 4)):
        games = heard(told)
        for game, turns in games.items():
            flown = touched(first_of(turns)["events"][0])
            assert block(told)[begin.PLANETS.name][0, game] == sum(1 << planet - 1 for planet in flown)
            pair, number = first_pair(turns), block(told)[begin.PAIR.name][0, game]
            assert number == (0 if pair is None else SMALL.pairs.index(pair) + 1)


def test_heading_for_pair_usually_scores_it():
    def share(told, pair):
        return (block(told)[begin.PAIR.name] == SMALL.pairs.index(pair) + 1).mean()

    for pair in ((2, 4), (1, 4)):
        assert share(pair, pair) > 0.5 > share((), pair)


def test_unreachable_opening_falls_back_to_free():
    """Unturned, planet 2 is reached only by a curve from its west; without one they begin as ever."""
    corner = {"columns": 6, "rows": 4, "wrap": "none", "planets": {"1": [2, 2], "2": [6, 4], "3": [6, 3]}}
    corner |= {"dice": {"white": {"straight": 3, "curve": 3}, "orange": {"straight": 6}}}
    games = game_experiment(corner, ["steady"], 1, switches={"rotate_tracks": "no"})
    told, free = (begin.Opening(games, one).run_block(0, 12) for one in ((2,), ()))
    begun = told[begin.PLANETS.name][0] >> 1 & 1 == 1
    assert begun.any()
    assert not begun.all()
    assert all((told[name][0, ~begun] == free[name][0, ~begun]).all() for name in free)


@pytest.mark.long
def test_begin_groups_equal_planets():
    alike = lorry.Galaxy.from_dict(
        {"columns": 6, "rows": 6, "end_after": 2, "planets": {"1": [1, 1], "2": [3, 3], "3": [5, 5]}}
    )
    found = lorry.begin(alike, 300, captains=["steady"])
    assert {one.groups for one in found.worths} == {"a"}
    assert "no clear difference from" in found.conclusions()[0]
    apart = lorry.Galaxy.from_dict(
        {"columns": 12, "rows": 3, "end_after": 1, "wrap": "none", "planets": {"1": [1, 2], "2": [3, 2], "3": [12, 2]}}
    )
    greedy = replace(lorry.load_captain("sprinter"), name="greedy")
    assert len({one.groups for one in lorry.begin(apart, 300, captains=[greedy]).worths}) > 1


@pytest.mark.long
def test_begin_worths_are_paired_differences():
    found = lorry.begin(SMALL, GAMES, 3, captains=["sprinter", "random"])
    row = next(row for row in found.rows() if row["planet"] == "3")
    assert row["worth"] == pytest.approx((block((3,))["margin"][0] - block()["margin"][0]).mean())
    assert row["own_points"] == pytest.approx((block((3,))["total"][0] - block()["total"][0]).mean())
    assert row["total"] == pytest.approx(block((3,))["total"].mean())
    assert row["so"] == (block((3,))[begin.PLANETS.name] >> 2 & 1).mean() == 1
    assert row["freely"] == (block()[begin.PLANETS.name] >> 2 & 1).mean()
    assert found.as_dict()["against"] == FREELY
    assert len(found.table()) == len(SMALL.planets)
    pairs = lorry.begin(SHIPS / "tiny.yaml", 4, by="pair", captains="steady")
    assert {one.name for one in pairs.worths} == {"1-2", "1-3", "2-3"}
    assert np.isclose(sum(row["freely"] for row in pairs.rows()), 1)


@pytest.mark.parametrize("told", [(), (2,), (1, 3)])
def test_described_opening_rebuilds_equal(told):
    asked = begin.Opening(TWO, told)
    assert rebuild(asked.describe(), "test") == asked


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: lorry.begin(SMALL, 5, by="star"), "'star'"),
        (lambda: lorry.begin(SMALL, 5, captains=["random"]), "has no prices"),
        (lambda: lorry.begin(SMALL, 5, captains=["thinker", "steady"]), "simulates games"),
        (lambda: begin.Opening(TWO, (6,)), "planet of 1 to 5"),
        (lambda: begin.Opening(TWO, (3, 1)), "two, in order"),
    ],
)
def test_begin_refuses_impossible_arguments(call, says):
    with pytest.raises(AnalyzerError, match=says):
        call()


def test_openings_share_table_unchanged():
    """Orders that are played on one table have the counts that they have alone."""
    made = [begin.Opening(TWO, told) for told in ((), (1,), (2,), (1, 2))]
    for together, alone in zip(begin.Opening.run_side_by_side(made, 3, 4), made, strict=True):
        columns = alone.run_block(3, 4)
        assert all((together[name] == columns[name]).all() for name in columns)
