"""Advice where arithmetic says what is best: a star, a pair, the last turn; what is tried, dropped and said."""

from __future__ import annotations

import pytest

from analyzer import AnalyzerError, lorry
from tests.lorry.questions.regret import tiny
from tests.places import ROOT

LATE = ROOT / "ships" / "lorry" / "late.yaml"
CORNER = {"columns": 3, "rows": 2, "wrap": "none", "planets": {"1": [1, 1], "2": [3, 1]}, "specials": [["star", 1, 2]]}
THREE = {"columns": 5, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2], "3": [3, 1]}}


def at_turn(given: dict, traders: int, dice: list[tuple[str, str]], *tracks: tuple[int, int, int, str]):
    now = lorry.Position(lorry.Galaxy.from_dict(given), traders, tracks)
    return now.with_turn(lorry.AtTurn(1, tuple(dice)))


def test_in_the_last_turn_a_star_is_worth_more_than_a_route_of_one():
    found = lorry.advise(at_turn(CORNER, 1, [("white", "straight")]), 10, turns=1)
    best, *others = found.choices
    assert (best.box, best.ends, best.total.mean) == ((1, 2), "NS", 3)
    assert {one.box: one.total.mean for one in others} == {(2, 1): 1, (3, 2): 0}
    assert all(one.dropped and one.worse.low > 0 for one in others)
    assert found.legal == 3
    assert found.at_most == 4  # a star and a route of one: not both can be had, but no more
    assert "Best is to draw straight NS in column 1, row 2." in found.conclusions()
    assert "the total cannot exceed 4" in found.conclusions()[-1]
    assert "Tried all 3 legal draws." in found.notes()


def test_a_draw_is_tried_with_every_pair_that_it_may_score():
    """The branch in the middle joins three planets: 1-2 brings three boxes, 1-3 and 2-3 two each."""
    now = at_turn(THREE, 1, [("white", "branch")], (2, 2, 1, "EW"), (4, 2, 1, "EW"))
    found = lorry.advise(now, 4, turns=1, candidates=100)
    joins = {one.pair: one.total.mean for one in found.choices if one.ends == "NEW" and one.box == (3, 2)}
    assert joins == {(1, 2): 3, (1, 3): 2, (2, 3): 2}
    assert "branch NEW in column 3, row 2, scoring 1-2" in [str(one) for one in found.together]
    assert {one.pair for one in found.choices if one.box != (3, 2)} == {None}


@pytest.mark.parametrize(("specials", "pairs"), [([], {(1, 2), (1, 3), (2, 3)}), ([["rocket", 3, 2]], {None})])
def test_where_the_box_comes_first_the_pair_is_chosen_after_it(specials, pairs):
    """With `special_first` a draw on an ordinary box scores at once, one on a rocket after the rocket's track."""
    later = {**THREE, "specials": specials, "switches": {"special_order": "special_first"}}
    now = at_turn(later, 1, [("white", "branch")], (2, 2, 1, "EW"), (4, 2, 1, "EW"))
    advice = lorry.advise(now, 4, turns=1, candidates=100)
    assert {one.pair for one in advice.choices if one.ends == "NEW" and one.box == (3, 2)} == pairs


def test_only_the_draw_is_settled_extra_tracks_are_chosen():
    """A rocket beside planet 1 lets the trader draw on a star beside planet 2: three points, in one turn."""
    galaxy = {**CORNER, "specials": [["rocket", 1, 2], ["star", 3, 2]]}
    found = lorry.advise(at_turn(galaxy, 1, [("white", "straight")]), 4, turns=1)
    assert {one.box: one.total.mean for one in found.choices} == {(1, 2): 3, (2, 1): 1, (3, 2): 3}


def test_all_legal_draws_are_screened_and_of_each_type_some_are_tried():
    found = lorry.advise(LATE, 4, candidates=8)
    now = lorry.load_position(LATE)
    assert found.legal == sum(len(now.legal(1, kind)) for kind in ("curve", "branch"))
    assert {one.type for one in found.choices} == {"curve", "branch"}
    assert len(found.choices) == 8
    assert f"of {found.legal} legal draws (screened by the captain steady)" in found.notes()[0]
    assert found.at_most is None


@pytest.mark.parametrize("goal", ["total", "margin", "won"])
def test_what_is_wanted_ranks(goal):
    found = lorry.advise(LATE, 30, candidates=4, goal=goal)
    assert found.goal == goal
    told = [getattr(one, goal).mean for one in found.choices if not one.dropped]
    assert told == sorted(told, reverse=True)
    assert found.choices[0].worse.mean == 0


def test_games_under_the_same_dice_however_many_candidates():
    """A candidate's totals are the same beside others as alone."""
    few, more = (lorry.advise(LATE, 20, candidates=many) for many in (2, 5))
    totals = [{(one.box, one.ends, one.pair): one.total for one in found.choices} for found in (few, more)]
    assert set(totals[0]) & set(totals[1])
    assert all(totals[1].get(draw, total) == total for draw, total in totals[0].items())


def test_no_draw_is_played_on_better_than_best_play():
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


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(AnalyzerError, match="margin"):
        lorry.advise(LATE, 10, goal="fame")
    with pytest.raises(AnalyzerError, match="imagines games"):
        lorry.advise(LATE, 10, captain="thinker")
    with pytest.raises(AnalyzerError, match="turns"):
        lorry.advise(LATE, 10, turns=0)


def test_the_heading_says_how_many_games_were_played():
    """Of 100 games 50 are played before anything is dropped; where one draw is left at once, all of them."""
    early = lorry.advise(LATE, 100, candidates=3)
    assert {one.games for one in early.choices} == {50}
    assert "50 games after each option (at most 100; decided early)" in early.heading()
    last = lorry.advise(at_turn(CORNER, 1, [("white", "straight")]), 10, turns=1)
    assert "10 games after each option, all played by steady, seed 1" in last.heading()


@pytest.mark.parametrize("goal", ["total", "margin", "won"])
def test_what_ranks_has_its_interval_beside_it(goal):
    (table, *_) = lorry.advise(LATE, 2, candidates=2, goal=goal).description().parts
    assert {column.name for column in table.visible() if column.interval} == {goal, "total", "worse"}
