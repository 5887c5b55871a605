"""Worth of a die that is left: the games differ in that die alone, and the seat that gets it is asked about."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer import AnalyzerError, lorry
from tests.doors.lorry import Table, game_experiment, leave
from tests.doors.lorry import games_module as played
from tests.doors.runs import rebuild
from tests.lorry.told import Listener
from tests.places import ROOT

AS_ROLLED = "as rolled"
LEFT = ("straight", "curve", "branch", "crossing", "as rolled", "no die")
NO_DIE = "no die"

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


@pytest.mark.long
@pytest.mark.parametrize("games", [TWO, THREE], ids=["two", "three"])
def test_left_die_as_rolled_equals_race(games):
    rounds = (1, 3)
    told, whole = leave.LeftDie(games, AS_ROLLED, rounds).run_block(0, GAMES), games.run_block(0, GAMES)
    for game in range(GAMES):
        beginner = int(whole["began"][:, game].argmax())
        seat = (beginner + rounds[game % 2] - 1 + 1) % len(games.captains)
        assert all(column[0, game] == whole[name][seat, game] for name, column in told.items())


@pytest.mark.parametrize("kind", ["crossing", NO_DIE])
def test_left_die_shows_forced_type(kind, monkeypatch):
    rounds = (1, 2, 4)
    usual = heard(leave.LeftDie(TWO, AS_ROLLED, rounds), monkeypatch)
    told = heard(leave.LeftDie(TWO, kind, rounds), monkeypatch)
    for game, turns in told.items():
        number = 2 * (rounds[game % 3] - 1) + 1
        assert turns[:number] == usual[game][:number], "before that turn nothing differs"
        if kind == NO_DIE:
            assert not turns[number]["events"]
        else:
            assert turns[number]["kind"] == kind
            assert turns[number]["die"] == usual[game][number]["die"]
        assert turns[number]["trader"] != turns[number - 1]["trader"]


def test_left_die_forces_one_of_two(monkeypatch):
    """The second of three traders has two dice to choose from: the first shows the forced type, the other its own."""
    seen = []
    apply = leave.DieChange.apply

    def watched(asked, turn, games):
        before = turn.rolled.copy(), turn.left.copy()
        apply(asked, turn, games)
        seen.append((turn.place, turn.table.round, *before, turn.rolled.copy(), turn.left.copy()))

    monkeypatch.setattr(leave.DieChange, "apply", watched)
    leave.LeftDie(THREE, "crossing", (2,)).run_block(0, GAMES)
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


@pytest.mark.long
def test_left_die_worths_are_paired_differences():
    found = lorry.leave(SMALL, 4, 3, captains=["sprinter", "random"], rounds=[2])
    assert {one.name for one in found.worths} == {*LEFT} - {NO_DIE}
    (branch,) = (one for one in found.worths if one.name == "branch")
    with_it, without = (leave.LeftDie(TWO, kind, (2,)).run_block(0, 4)["margin"][0] for kind in ("branch", NO_DIE))
    assert branch.estimate.mean == pytest.approx((with_it - without).mean())
    assert branch.differing == (with_it != without).sum()
    for one in found.worths:
        alone = found.comparison.difference(one.name, NO_DIE)
        assert one.estimate.low <= alone.low <= alone.high <= one.estimate.high
    assert [one.estimate.mean for one in found.worths] == sorted(
        (one.estimate.mean for one in found.worths), reverse=True
    )
    assert "round 2" in found.heading()


def test_described_left_die_rebuilds_equal():
    asked = leave.LeftDie(TWO, "branch", (1, 2))
    again = rebuild(asked.describe(), "test")
    assert again.describe() == asked.describe()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: lorry.leave(SMALL, 5, captains=["steady"]), "nobody picks second"),
        (lambda: lorry.leave(SMALL, 5, rounds=[0]), "round 0"),
        (lambda: lorry.leave(SMALL, 5, rounds=[]), "no round"),
        (lambda: leave.LeftDie(TWO, "bend"), "'bend'"),
    ],
)
def test_leave_refuses_impossible_arguments(call, says):
    with pytest.raises(AnalyzerError, match=says):
        call()


@pytest.mark.long
def test_left_dice_share_table_unchanged():
    """Dice that are left in the same games have the counts that they have alone."""
    made = [leave.LeftDie(TWO, kind, (1, 2)) for kind in LEFT]
    for together, alone in zip(leave.LeftDie.run_side_by_side(made, 3, 4), made, strict=True):
        columns = alone.run_block(3, 4)
        assert all((together[name] == columns[name]).all() for name in columns)
