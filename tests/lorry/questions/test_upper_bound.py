"""Upper bounds: by arithmetic, by every game that is played, by best play."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from analyzer import AnalyzerError, lorry
from tests.doors.lorry import Board, SampledDice, Table, compiled, load_switches, most_still, play_round
from tests.lorry.chart import any_galaxy, any_switches

ROW = {"columns": 3, "rows": 2, "wrap": "none", "planets": {"1": [1, 1], "2": [3, 1]}}
LINE = {"columns": 9, "rows": 1, "wrap": "none", "planets": {"1": [1, 1], "2": [5, 1], "3": [9, 1]}}


def bound(given: dict, turns: int | None, *tracks: tuple[int, int, int, str]) -> int:
    now = lorry.Position(lorry.Galaxy.from_dict(given), 1, tracks)
    return int(most_still(now.table, 0, turns)[0])


@pytest.mark.parametrize(
    ("given", "turns", "tracks", "most"),
    [
        (ROW, 0, (), 0),
        (ROW, 1, (), 1),  # the box between them
        (ROW, 2, (), 2),  # one route of two boxes at most
        (ROW, 9, (), 4),  # there are four boxes and one route
        (ROW, 9, [(2, 1, 1, "EW")], 0),  # joined: nothing is left to join
        ({**ROW, "specials": [["star", 2, 2]]}, 1, (), 1),  # the star is a box further than one draw
        ({**ROW, "specials": [["star", 2, 2]]}, 2, (), 5),
        ({**ROW, "specials": [["star", 1, 2], ["rocket", 3, 2]]}, 1, (), 5),  # two draws: a route of 2, and the star
        ({**ROW, "end_after": 1}, None, (), 4),
        (LINE, 2, (), 0),  # three boxes lie between two planets
        (LINE, 3, (), 3),
        (LINE, 4, (), 7),  # by three draws two are joined, so two routes at most, of four and three boxes
        (LINE, 1, [(2, 1, 1, "EW"), (3, 1, 1, "EW")], 3),
        (LINE, 40, (), 11),  # six boxes, two routes: six and five
    ],
)
def test_most_still_matches_arithmetic(given, turns, tracks, most):
    assert bound(given, turns, *tracks) == most


@pytest.mark.slow(but=5)
@pytest.mark.parametrize("number", range(14))
def test_no_game_exceeds_most_still(number):
    """Any captains, switches and galaxies, alone and in company: at the end nobody has more than was said before."""
    rng = random.Random(number)
    galaxy, traders = lorry.Galaxy.from_dict(any_galaxy(rng)), rng.choice((1, 1, 2, 3))
    board = Board(galaxy, traders, load_switches(any_switches(rng)))
    names = rng.choice((("random",) * 3, ("trunk", "sprinter", "random")))
    turns = rng.choice((3, 8, 40))
    dice = SampledDice(number, [galaxy.faces_of(colour) for colour in galaxy.dice_for(traders if traders > 1 else 2)])
    table = Table(board, np.arange(40))
    said = []
    while not table.over.all() and (traders > 1 or table.round < turns):
        left = turns - table.round if traders == 1 else None
        said.append([table.totals[trader] + most_still(table, trader, left) for trader in range(traders)])
        play_round(table, [compiled(lorry.load_captain(name)) for name in names[:traders]], dice)
    assert said
    assert (np.array(said) >= table.totals).all()


def test_budget_bounds_contain_optimum():
    """The less is walked, the further bounds lie apart; best play lies between them, and first draws too."""
    galaxy = lorry.Galaxy.from_dict({**ROW, "rows": 3, "specials": [["star", 2, 3]]})
    whole = lorry.exact(galaxy, 3, ["white"])
    assert whole.exact
    assert whole.between.least == whole.between.most == whole.expected
    widths = []
    for budget in (1, 50, 10_000):
        found = lorry.exact(galaxy, 3, ["white"], budget=budget)
        assert found.between.least <= whole.expected <= found.between.most
        best = {(one.column, one.row, one.ends): one.total for one in whole.first_draws}
        for one in found.first_draws:
            assert one.total <= best[one.column, one.row, one.ends] <= one.at_most
        widths.append(found.between.most - found.between.least)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == 0 < widths[0]


def test_exact_reports_open_bounds():
    found = lorry.exact(lorry.Galaxy.from_dict({**ROW, "rows": 3}), 3, ["white"], budget=60)
    assert not found.exact
    assert any("between" in line for line in found.conclusions())
    assert "Not exact" in " ".join(found.conclusions())
    facts = found.as_dict()
    assert facts["expected"] is None
    assert facts["between"][0] < facts["between"][1]
    with pytest.raises(AnalyzerError, match="best play lies between"):
        found.expected  # noqa: B018
    sprinter = found.by("sprinter")
    assert sprinter.below.least >= 0  # best play is no worse than a captain who could be counted out


def test_full_galaxy_needs_no_turns():
    """One box, drawn in the first turn: a straight or a branch joins, and bounds meet whatever turns follow."""
    galaxy = lorry.Galaxy.from_dict({"columns": 3, "rows": 1, "wrap": "none", "planets": {"1": [1, 1], "2": [3, 1]}})
    found = lorry.exact(galaxy, 40, ["white"], budget=100)
    assert found.between.least == found.between.most == Fraction(2, 3)
    assert "0.6667 points (2/3)" in found.conclusions()[0]
