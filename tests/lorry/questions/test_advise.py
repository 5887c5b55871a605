"""Advice where arithmetic says what is best: a star, a pair, the last turn; what is tried, dropped and said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from analyzer import AnalyzerError, Estimate, lorry
from tests.doors.lorry import answer
from tests.facts import untold
from tests.lorry.questions.regret import tiny
from tests.places import ROOT

SHIPPED = lorry.load_position(ROOT / "ships" / "lorry" / "late.yaml")
SOON_OVER = lorry.Galaxy.from_dict(SHIPPED.galaxy.to_dict() | {"end_after": 8})
LATE = lorry.Position(SOON_OVER, SHIPPED.names, SHIPPED.tracks, (), SHIPPED.scored, SHIPPED.turn)
"""The shipped position, of which six routes are scored, in games that end after two more."""
CORNER = {"columns": 3, "rows": 2, "wrap": "none", "planets": {"1": [1, 1], "2": [3, 1]}, "specials": [["star", 1, 2]]}
THREE = {"columns": 5, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2], "3": [3, 1]}}


def nearly_won(**more: Any) -> lorry.Position:
    """Two planets five boxes apart; a straight in column 4 joins them by three boxes, which is the last route."""
    galaxy = {"columns": 5, "rows": 4, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2]}, "end_after": 1}
    tracks = ((2, 2, 1, "EW"), (3, 2, 1, "EW"))
    now = lorry.Position(lorry.Galaxy.from_dict(galaxy | more), 2, tracks)
    return now.with_turn(lorry.AtTurn(1, (("white", "straight"), ("orange", "curve"))))


def at_turn(given: dict, traders: int, dice: list[tuple[str, str]], *tracks: tuple[int, int, int, str]):
    now = lorry.Position(lorry.Galaxy.from_dict(given), traders, tracks)
    return now.with_turn(lorry.AtTurn(1, tuple(dice)))


def test_advise_prefers_star_in_last_turn():
    found = lorry.advise(at_turn(CORNER, 1, [("white", "straight")]), 10, turns=1)
    best, *others = found.choices
    assert (best.box, best.ends, best.total.mean) == ((1, 2), "NS", 3)
    assert {one.box: one.total.mean for one in others} == {(2, 1): 1, (3, 2): 0}
    assert all(one.dropped and one.worse.low > 0 for one in others)
    assert found.legal == 3
    assert found.at_most == 4  # a star and a route of one: not both can be had, but no more
    assert not untold(found.conclusions(), "straight NS", "column 1, row 2")
    assert "a total above 4" in found.conclusions()[-1]
    assert "Tried all 3 legal draws." in found.notes()


def test_advise_tries_every_pair_of_draw():
    """The branch in the middle joins three planets: 1-2 brings three boxes, 1-3 and 2-3 two each."""
    now = at_turn(THREE, 1, [("white", "branch")], (2, 2, 1, "EW"), (4, 2, 1, "EW"))
    found = lorry.advise(now, 4, turns=1, candidates=100)
    joins = {one.pair: one.total.mean for one in found.choices if one.ends == "NEW" and one.box == (3, 2)}
    assert joins == {(1, 2): 3, (1, 3): 2, (2, 3): 2}
    assert not untold([str(one) for one in found.together], "branch NEW", "column 3, row 2", "1-2")
    assert {one.pair for one in found.choices if one.box != (3, 2)} == {None}


@pytest.mark.parametrize(("specials", "pairs"), [([], {(1, 2), (1, 3), (2, 3)}), ([["rocket", 3, 2]], {None})])
def test_special_first_chooses_pair_later(specials, pairs):
    """A draw on an ordinary box scores at once under `special_first`; one on a rocket, after the rocket's track."""
    later = {**THREE, "specials": specials, "switches": {"special_order": "special_first"}}
    now = at_turn(later, 1, [("white", "branch")], (2, 2, 1, "EW"), (4, 2, 1, "EW"))
    advice = lorry.advise(now, 4, turns=1, candidates=100)
    assert {one.pair for one in advice.choices if one.ends == "NEW" and one.box == (3, 2)} == pairs


def test_advise_leaves_extra_tracks_to_captain():
    """A rocket beside planet 1 lets the trader draw on a star beside planet 2: three points, in one turn."""
    galaxy = {**CORNER, "specials": [["rocket", 1, 2], ["star", 3, 2]]}
    found = lorry.advise(at_turn(galaxy, 1, [("white", "straight")]), 4, captain="steady", turns=1)
    assert {one.box: one.total.mean for one in found.choices} == {(1, 2): 3, (2, 1): 1, (3, 2): 3}


@pytest.mark.long
def test_advise_tries_some_draws_per_type():
    found = lorry.advise(LATE, 4, candidates=8, captain="steady")
    assert found.legal == sum(len(LATE.legal(1, kind)) for kind in ("curve", "branch"))
    assert {one.type for one in found.choices} == {"curve", "branch"}
    assert sum(not one.scores for one in found.choices) == 8
    assert not untold(found.notes()[0], f"{found.legal} legal draws", "prices of steady")
    assert found.at_most is None


@pytest.mark.long
@pytest.mark.parametrize("goal", ["total", "margin", "won"])
def test_advise_ranks_by_goal(goal):
    found = lorry.advise(LATE, 30, candidates=4, goal=goal, captain="steady")
    assert found.goal == goal
    told = [getattr(one, goal).mean for one in found.choices if not one.dropped]
    assert told == sorted(told, reverse=True)
    assert found.choices[0].worse.mean == 0


@pytest.mark.long
def test_advise_dice_ignore_number_of_candidates():
    """A candidate's totals are the same beside others as alone."""
    few, more = (lorry.advise(LATE, 20, candidates=many, captain="steady") for many in (2, 5))
    totals = [{(one.box, one.ends, one.pair): one.total for one in found.choices} for found in (few, more)]
    assert set(totals[0]) & set(totals[1])
    assert all(totals[1].get(draw, total) == total for draw, total in totals[0].items())


def test_advise_never_exceeds_best_play():
    """Alone, beside the whole tree: no candidate's mean lies above best play behind it, by its interval."""
    galaxy = tiny(6)
    now = lorry.Position(galaxy, 1).with_turn(lorry.AtTurn(1, (("white", "straight"), ("orange", "branch"))))
    found = lorry.advise(now, 60, candidates=100, turns=3, captain="sprinter")
    best: dict[tuple[int, int, str], float] = {}
    for one in lorry.exact(galaxy, 3).first_draws:
        draw = one.column, one.row, one.ends
        best[draw] = max(best.get(draw, 0), float(one.total))
    tried = [one for one in found.choices if one.games > 30]
    assert len(tried) > 3
    assert all(one.total.low <= best[*one.box, one.ends] <= found.at_most for one in tried)
    assert best[*found.choices[0].box, found.choices[0].ends] >= max(best.values()) - 1


def test_advice_ignores_number_of_workers():
    one, two = (lorry.advise(LATE, 60, candidates=3, workers=workers).as_dict() for workers in (1, 2))
    assert one == two


def test_advise_refuses_impossible_arguments():
    with pytest.raises(AnalyzerError, match="margin"):
        lorry.advise(LATE, 10, goal="fame")
    with pytest.raises(AnalyzerError, match="simulates games"):
        lorry.advise(LATE, 10, captain="thinker")
    with pytest.raises(AnalyzerError, match="turns"):
        lorry.advise(LATE, 10, turns=0)


def test_advise_heading_counts_played_games():
    """Half of 100 games are played before anything is dropped; a single draw is played in all of them."""
    open_start = at_turn(THREE, 1, [("white", "straight")], (2, 2, 1, "EW"), (4, 2, 1, "EW"))
    early = lorry.advise(open_start, 100, turns=1)
    assert {one.games for one in early.choices} == {50}
    assert not untold(early.heading(), "50 games", "at most 100", "decided early")
    last = lorry.advise(at_turn(CORNER, 1, [("white", "straight")]), 10, turns=1)
    assert not untold(last.heading(), "10 games", "expert", "seed 1")


@pytest.mark.long
@pytest.mark.parametrize("goal", ["total", "margin", "won"])
def test_advise_table_shows_goal_interval(goal):
    (table, *_) = lorry.advise(LATE, 2, candidates=2, goal=goal, captain="steady").description().parts
    assert {column.name for column in table.visible() if column.interval} == {goal, "total", "worse"}


# draws that score, and that end the game


@pytest.mark.parametrize("goal", ["won", "margin", "total"])
@pytest.mark.parametrize("captain", ["steady", "spoiler"])
def test_winning_draw_is_exact_and_best(goal, captain):
    found = lorry.advise(nearly_won(), 20, candidates=1, goal=goal, captain=captain)
    best = found.choices[0]
    assert (best.box, best.ends, best.final, best.is_exact) == ((4, 2), "EW", (3, 0), True)
    assert best.won == best.won._replace(low=1.0, high=1.0)
    assert (best.total.mean, best.margin.mean, best.is_captain) == (3, 3, True)
    assert found.conclusions()[:2] == [
        "Best is to draw straight EW in column 4, row 2.",
        "That ends the game: won 3 to 0.",
    ]


def test_advise_table_marks_exact_options():
    (table, *_) = lorry.advise(nearly_won(), 20, candidates=2).description().parts
    shown = table.cells(table.rows[0])
    assert shown.count("exact") == 3  # the intervals of won and total, and the number of games
    assert any("ends the game" in line for line in table.legend())
    assert table.as_dicts()[0]["games"] is None
    assert table.as_dicts()[0]["is_exact"] is True


def test_shared_win_counts_as_win():
    now = nearly_won(end_after=2, planets=PLENTY)
    now = lorry.Position(
        now.galaxy, 2, (*now.tracks, (1, 3, 2, "NS"), (1, 4, 2, "NE"), (2, 4, 2, "EW")), scored=[(1, 3, 2, 3)]
    )
    now = now.with_turn(nearly_won().turn)
    found = lorry.advise(now, 20, candidates=1)
    (ending,) = [one for one in found.choices if one.is_exact]
    assert (ending.final, ending.won.mean, ending.is_best) == ((3, 3), 1, True)
    assert not untold(found.conclusions(), "ends", "shared", "3 to 3")


@pytest.mark.parametrize(("captain", "candidates"), [("steady", 1), ("stargazer", 5)])
def test_advise_tries_every_scoring_draw(candidates, captain):
    """Compare with the draws that the exact points of this turn name."""
    found = lorry.advise(LATE, 2, candidates=candidates, captain=captain)
    types = {kind for _, kind in LATE.turn.dice}
    scoring = {
        (one["column"], one["row"], one["ends"])
        for one in lorry.points_now(LATE).rows()
        if one["points"] > 0 and one["type"] in types
    }
    tried = {(*one.box, one.ends) for one in found.choices if one.scores}
    assert tried
    assert tried == scoring
    assert sum(not one.scores for one in found.choices) <= max(candidates, 1)


@pytest.mark.long
def test_advise_names_option_winning_more_often():
    """The star brings 3 points and leaves the route of 3 for later; the route ends the game at once, 3 to 0.

    After the star the rival may end the game by a route of five.
    """
    galaxy = {"columns": 7, "rows": 4, "wrap": "none", "end_after": 1, "specials": [["star", 5, 1]]}
    galaxy |= {"planets": {"1": [1, 2], "2": [5, 2], "3": [1, 4], "4": [7, 4]}}
    rival = [(column, 4, 2, "EW") for column in (2, 3, 4, 5)]
    now = at_turn(galaxy, 2, [("white", "straight"), ("orange", "curve")], (2, 2, 1, "EW"), (3, 2, 1, "EW"), *rival)
    by_total, by_won = (lorry.advise(now, 60, captain="steady", goal=goal, candidates=40) for goal in ("total", "won"))
    (ending,) = by_total.wins_more
    assert (ending.box, ending.ends, ending.final) == ((4, 2), "EW", (3, 0))
    assert by_total.choices[0].total.mean > 3
    assert by_total.choices[0].won.high < 1
    (named,) = (line for line in by_total.conclusions() if line.startswith("To win more often"))
    assert not untold(named, "straight EW", "column 4, row 2", "100.0%", "ends")
    assert by_won.choices[0].box == (4, 2)
    assert not any(line.startswith("To win more often") for line in by_won.conclusions())


@pytest.mark.long
def test_total_interval_stays_above_zero():
    found = lorry.advise(LATE, 2, candidates=4, goal="total", captain="steady")
    assert min(one.total.low for one in found.choices) >= 0


def test_seat_shares_stay_within_bounds():
    seats = lorry.scored_pairs(ROOT / "ships" / "lorry" / "small.yaml", 3).seats
    assert all(0 <= one.won.low <= one.won.high <= 1 for one in seats)
    assert all(one.total.low >= 0 for one in seats)


@pytest.mark.long
def test_advise_asks_second_captain():
    """The other captain plays a quarter of the games; the best option of the first is always among its options."""
    found = lorry.advise(LATE, 8, candidates=3)
    assert (found.second.captain, found.second.games) == ("steady", 2)
    assert found.second.own.value == found.choices[0].value
    assert found.as_dict()["second"]["agrees"] == found.second.agrees
    assert any("steady" in line for line in found.conclusions())
    again = lorry.advise(LATE, 4, candidates=3, captain="steady")
    assert again.second.captain == "expert"


@pytest.mark.long
def test_disagreeing_captains_are_named():
    best, other, *_ = lorry.advise(LATE, 4, candidates=2, captain="steady").choices
    behind = replace(best, worse=Estimate(0.3, 0.1, 0.5), is_best=False)
    said = answer.SecondOpinion("sprinter", 4, (other.words,), behind).sentence(answer.GOALS["won"])
    assert other.words in said
    assert "depends on who plays on" in said
    assert "30.00 percentage points" in said


@pytest.mark.long
def test_notes_name_strength_of_captains():
    for told in (
        lorry.advise(LATE, 4, candidates=2),
        lorry.review(ROOT / "ships" / "lorry" / "example-record.yaml", 2, candidates=2),
        lorry.race(ROOT / "ships" / "lorry" / "tiny.yaml", games=4),
    ):
        assert not untold(told.notes(), "better play exists", "Captain thinker", "Against steady", "%")


PLENTY = {"1": [1, 2], "2": [5, 2], "3": [3, 4]}
