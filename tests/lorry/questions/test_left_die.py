"""What a die is worth that is left: the games differ in that die alone, and the seat that gets it is asked about."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry.api import game_experiment
from analyzer.lorry.questions.leave import AS_ROLLED, LEFT, NO_DIE, LeftDie
from analyzer.lorry.turn import games as played
from analyzer.lorry.turn.table import Table
from analyzer.world import rebuild
from tests.lorry.told import Listener
from tests.places import ROOT

SHIPS = ROOT / "ships" / "lorry"
SMALL = lorry.Galaxy.from_dict(lorry.load_galaxy(SHIPS / "small.yaml").to_dict() | {"end_after": 3})
TWO, THREE = (game_experiment(SMALL, ["sprinter", "random", "random"][:many], 3) for many in (2, 3))
GAMES = 6


def heard(asked, monkeypatch):
    """By game all its turns."""
    listener = Listener()

    def table(*given):
        made = Table(*given)
        made.log = listener
        return made

    monkeypatch.setattr(played, "Table", table)
    asked.run_block(0, GAMES)
    return listener.turns


@pytest.mark.parametrize("games", [TWO, THREE], ids=["two", "three"])
def test_as_rolled_is_the_game_that_is_raced(games):
    rounds = (1, 3)
    told, whole = LeftDie(games, AS_ROLLED, rounds).run_block(0, GAMES), games.run_block(0, GAMES)
    for game in range(GAMES):
        beginner = int(whole["began"][:, game].argmax())
        seat = (beginner + rounds[game % 2] - 1 + 1) % len(games.captains)
        assert all(column[0, game] == whole[name][seat, game] for name, column in told.items())


@pytest.mark.parametrize("kind", ["crossing", NO_DIE])
def test_the_die_left_to_the_second_seat_shows_what_it_is_told_to(kind, monkeypatch):
    rounds = (1, 2, 4)
    usual = heard(LeftDie(TWO, AS_ROLLED, rounds), monkeypatch)
    told = heard(LeftDie(TWO, kind, rounds), monkeypatch)
    for game, turns in told.items():
        number = 2 * (rounds[game % 3] - 1) + 1
        assert turns[:number] == usual[game][:number], "before that turn nothing differs"
        if kind == NO_DIE:
            assert not turns[number]["events"]
        else:
            assert turns[number]["kind"] == kind
            assert turns[number]["die"] == usual[game][number]["die"]
        assert turns[number]["trader"] != turns[number - 1]["trader"]


def test_one_die_of_two_that_are_left_is_told(monkeypatch):
    """Of three traders the second has two dice to choose from: the first of them shows it, the other what it did."""
    seen = []
    lay = LeftDie.lay

    def watched(asked, turn, games):
        before = turn.rolled.copy(), turn.left.copy()
        lay(asked, turn, games)
        seen.append((turn.place, turn.table.round, *before, turn.rolled.copy(), turn.left.copy()))

    monkeypatch.setattr(LeftDie, "lay", watched)
    LeftDie(THREE, "crossing", (2,)).run_block(0, GAMES)
    for place, number, shown, left, after, left_after in seen:
        assert (left == left_after).all()
        if (place, number) != (1, 1):
            assert (shown == after).all()
            continue
        lanes = np.arange(shown.shape[1])
        first = left.argmax(axis=0)
        assert (after[first, lanes] == lorry.TYPES.index("crossing")).all()
        after[first, lanes] = shown[first, lanes]
        assert (shown == after).all()


def test_worths_are_differences_from_no_die_and_hold_for_all_at_once():
    found = lorry.leave(SMALL, 4, 3, captains=["sprinter", "random"], rounds=[2])
    assert {one.name for one in found.worths} == {*LEFT} - {NO_DIE}
    (branch,) = (one for one in found.worths if one.name == "branch")
    with_it, without = (LeftDie(TWO, kind, (2,)).run_block(0, 4)["margin"][0] for kind in ("branch", NO_DIE))
    assert branch.estimate.mean == pytest.approx((with_it - without).mean())
    assert branch.differing == (with_it != without).sum()
    for one in found.worths:
        alone = found.comparison.difference(one.name, NO_DIE)
        assert one.estimate.low <= alone.low <= alone.high <= one.estimate.high
    assert [one.estimate.mean for one in found.worths] == sorted(
        (one.estimate.mean for one in found.worths), reverse=True
    )
    assert "round 2" in found.heading()


def test_what_is_described_can_be_rebuilt():
    asked = LeftDie(TWO, "branch", (1, 2))
    again = rebuild(asked.describe(), "test")
    assert again.describe() == asked.describe()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: lorry.leave(SMALL, 5, captains=["steady"]), "alone there is no next trader"),
        (lambda: lorry.leave(SMALL, 5, rounds=[0]), "round 0"),
        (lambda: lorry.leave(SMALL, 5, rounds=[]), "no round"),
        (lambda: LeftDie(TWO, "bend"), "'bend'"),
    ],
)
def test_what_cannot_be_asked_says_why(call, says):
    with pytest.raises(AnalyzerError, match=says):
        call()
