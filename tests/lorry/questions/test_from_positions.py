"""Games that go on from a position: what was done lies there, what is open is chosen, the rest is as in any game."""

from __future__ import annotations

import pytest

from analyzer import AnalyzerError, lorry
from tests.doors.lorry import plan_games
from tests.doors.runs import rebuild
from tests.places import ROOT

SHIPS = ROOT / "ships" / "lorry"
LINE = {"columns": 5, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2], "3": [3, 1]}}


@pytest.mark.long
@pytest.mark.parametrize("captains", [["steady", "trunk"], ["random", "steady", "spoiler"]])
def test_games_from_empty_position_equal_galaxy(captains):
    galaxy = lorry.load_galaxy(SHIPS / "small.yaml")
    galaxy = lorry.Galaxy.from_dict({**galaxy.to_dict(), "switches": {"first_player": "first"}})
    begin = lorry.Position(galaxy, len(captains), turn=lorry.AtTurn(1))
    whole, rest = (lorry.race(where, 60, 5, captains=captains) for where in (galaxy, begin))
    for one, other in zip(whole.subjects, rest.subjects, strict=True):
        assert one.total.counts == other.total.counts
        assert one.rounds.counts == other.rounds.counts


def last_turn(turn: dict, **more) -> float:
    now = lorry.load_position(
        {**LINE, "traders": 1, "turn": {"dice": ["white straight", "orange branch"], **turn}, **more}
    )
    result = lorry.fly(now, 20, captain="sprinter", turns=1)
    (one,) = result.subjects
    assert one.rounds.mean == 1
    return one.total.mean


def test_games_settle_turn_so_far():
    """The draw in the middle joins all three planets in the last turn; the captain scores the longest, 3 boxes."""
    beside = {"tracks": [[2, 2, 1, "EW"], [4, 2, 1, "EW"]]}
    middle = {"box": [3, 2], "ends": "NEW"}
    assert last_turn(middle, **beside) == 3
    assert last_turn({"die": "straight"}, **beside) == 3
    assert last_turn({"die": "straight"}, tracks=beside["tracks"][:1]) == 0
    star = {"specials": [["asteroid", 1, 3], ["star", 2, 3]]}
    far = {"box": [1, 3], "ends": "NES"}
    assert last_turn({**far, "then": [{"shows": "straight"}]}, **star) == 3
    assert last_turn({**far, "then": [{"shows": "straight"}]}, specials=star["specials"][:1]) == 0


def test_games_from_position_rebuild_equal():
    now = lorry.load_position(SHIPS / "late.yaml")
    experiment = plan_games(now, ["steady", "random"], 3)
    again = rebuild(experiment.describe(), "here")
    assert again == experiment
    assert [subject.name for subject in experiment.subjects] == ["Tom", "Uli"]
    tom = lorry.race(now, 10, captains=["steady", "random"])["Tom"]
    assert min(tom.total.counts) >= 33
    pairs = lorry.scored_pairs(now, 10, captains=["steady", "random"])
    before = {one.pair: one for one in pairs.pairs if one.round == 0 and one.scored.mean == 1}
    assert set(before) == {(2, 8), (1, 4), (1, 6), (2, 6), (6, 7), (2, 9)}
    assert not any(one.first.mean for one in before.values())
    assert not any("picking order" in str(part) for part in pairs.description().parts)


def test_games_from_position_refuse_gaps():
    now = lorry.load_position(SHIPS / "late.yaml")
    with pytest.raises(AnalyzerError, match="2 traders, but 3 captains"):
        lorry.race(now, 10, captains=["steady"] * 3)
    with pytest.raises(AnalyzerError, match="does not say who picks next"):
        lorry.race(now.with_turn(None), 10)
    with pytest.raises(AnalyzerError, match="leave switches out"):
        lorry.race(now, 10, switches={"wrap": "none"})
    with pytest.raises(AnalyzerError, match="nothing is open"):
        last_turn({"box": [1, 3], "ends": "NES"})
