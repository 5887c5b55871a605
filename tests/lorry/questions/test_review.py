"""Reviews where arithmetic says what a decision cost; records of simulated games; who makes the fewer mistakes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from analyzer import AnalyzerError, lorry
from tests.doors.lorry import write_record
from tests.facts import untold
from tests.places import ROOT
from tests.proofs.lorry_table import costs_of

SHIPS = ROOT / "ships" / "lorry"
CORNER = {
    **{"columns": 3, "rows": 2, "wrap": "none", "planets": {"1": [1, 1], "2": [3, 1]}, "traders": 1},
    "specials": [["star", 1, 2]],
    "dice_set": ["white"],
}
"""A straight in the middle joins the planets with one box; the star brings three points."""


def corner(box: list[int], ends: str) -> lorry.Review:
    draw = {"trader": 1, "die": "straight", "box": box, "ends": ends}
    record = {**CORNER, "rounds": [{"roll": ["straight"], "draws": [draw]}]}
    return lorry.review(record, 20, turns=1)


def test_review_costs_in_last_turn():
    good, fair, bad = corner([1, 2], "NS"), corner([2, 1], "EW"), corner([3, 2], "NS")
    assert [one.decisions[0].verdict for one in (good, fair, bad)] == ["best", "worse", "worse"]
    assert [one.cost.mean for one in (good, fair, bad)] == [0, 2, 3]
    assert [one.steps[-1].expected.mean for one in (good, fair, bad)] == [3, 1, 0]
    assert bad.decisions[0].chosen.words == "draw straight NS in column 3, row 2"
    assert bad.decisions[0].options[0].words == "draw straight NS in column 1, row 2"
    assert not untold(bad.conclusions()[0], "1 decision of 1", "clearly worse", "3.00 points of total", "3.00 to 3.00")


def test_review_luck_and_cost_add_up():
    review = corner([3, 2], "NS")
    start = review.steps[0].expected.mean
    assert start + review.luck.mean - review.cost.mean == pytest.approx(0)
    assert [step.heading for step in review.steps] == ["start", "Round 1", "the end"]


def test_review_ignores_number_of_workers():
    one, two = (lorry.review(SHIPS / "example-record.yaml", 4, candidates=3, workers=workers) for workers in (1, 2))
    assert one.as_dict() == two.as_dict()


def test_review_reports_games_of_each_step():
    """At the start 20 games alone; then the three straights are played on from the only decision."""
    reported = []
    draw = {"trader": 1, "die": "straight", "box": [1, 2], "ends": "NS"}
    record = {**CORNER, "rounds": [{"roll": ["straight"], "draws": [draw]}]}
    review = lorry.review(record, 20, turns=1, progress=reported.append)
    assert reported == [20, sum(option.games for option in review.decisions[0].options), 0]


THREE = {
    **{"columns": 5, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2], "3": [3, 1]}, "traders": 1},
    **{"tracks": [[2, 2, 1, "EW"], [4, 2, 1, "EW"]], "specials": [["black_hole", 3, 2]], "dice_set": ["white"]},
}


def test_review_judges_pairs_and_fills():
    """1-2 brings three boxes, 1-3 two; after the draw on the hole a box may be filled."""
    draw = {"trader": 1, "die": "branch", "box": [3, 2], "ends": "NEW", "score": [1, 3]}
    record = {**THREE, "rounds": [{"roll": ["branch"], "draws": [draw]}]}
    review = lorry.review(record, 20, turns=1, candidates=30)
    pair, fill = review.decisions
    assert (pair.cost.mean, pair.chosen.pair, pair.options[0].total.mean) == (1, (1, 3), 3)
    assert (1, 2) in {option.pair for option in pair.options if option.is_best or option.is_same}
    assert (fill.advice.what, fill.chosen.words, fill.cost.mean) == ("fill", "fill no box", 0)
    assert {option.is_best or option.is_same for option in fill.options} == {True}


def test_unwritten_effect_is_no_decision():
    """`{}` says that no box was filled; a record without it says nothing."""

    def fills(then: list[dict]) -> list[bool]:
        draw = {"trader": 1, "die": "branch", "box": [3, 2], "ends": "NEW", "score": [1, 3], "then": then}
        record = {**THREE, "rounds": [{"roll": ["branch"], "draws": [draw]}]}
        review = lorry.review(record, 2, turns=1, candidates=2)
        return [one.is_written for one in review.decisions if one.advice.what == "fill"]

    assert (fills([]), fills([{}])) == ([False], [True])


@pytest.mark.long
def test_review_moments_are_positions(tmp_path):
    review = lorry.review(SHIPS / "example-record.yaml", 4, candidates=2, trader="Uli")
    assert review.player == "Uli"
    extra = next(decision for decision in review.decisions if decision.advice.what == "extra")
    assert extra.advice.position.turn.so_far.then == (lorry.Effect(shows="branch"),)
    lorry.save_position(extra.advice.position, tmp_path / "now.yaml")
    again = lorry.advise(tmp_path / "now.yaml", 4, candidates=2)
    assert {choice.words for choice in again.choices} >= {extra.options[-1].words, "draw no extra track"}
    picture = review.html()
    assert picture.count('class="galaxy"') == len(review.steps)
    assert "All options" in picture


@pytest.mark.long
def test_unfinished_record_is_reviewed_so_far():
    draw = {"trader": 2, "die": "curve", "box": [8, 5], "ends": "ES"}
    first = {"roll": ["curve", "branch"], "draws": [draw]}
    review = lorry.review({"galaxy": str(SHIPS / "small.yaml"), "first": 2, "rounds": [first]}, 10, trader=2)
    assert [step.heading for step in review.steps] == ["start", "Round 1", "where the record stops"]
    low, high = review.steps[-1].expected.estimate()[1:]
    assert low < high


def test_simulated_records_replay_to_same_totals(tmp_path):
    for game, captains in enumerate((["steady", "random"], ["random", "trunk", "random"], ["random"])):
        story = lorry.explain(SHIPS / "small.yaml", game, captains=captains, turns=20)
        replayed = lorry.replay(story.record())
        assert not [note for note in replayed.notes() if "does not say" in note]
        assert not replayed.refused
        assert replayed.position.totals == story.turns[-1].totals
        path = tmp_path / f"{game}.yaml"
        path.write_text(write_record(story.record()))
        assert lorry.load_record(path) == story.record()


@pytest.mark.long
def test_thinker_makes_fewer_mistakes():
    thinker, chance = costs_of("thinker", 1, 24), costs_of("random", 1, 24)
    assert thinker.mistakes <= chance.mistakes
    assert thinker.cost < chance.cost


def test_review_refuses_unknown_trader():
    with pytest.raises(AnalyzerError, match="no trader 'Ann'"):
        lorry.review(SHIPS / "example-record.yaml", 10, trader="Ann")
    with pytest.raises(AnalyzerError, match="no trader 3"):
        lorry.review(SHIPS / "example-record.yaml", 10, trader=3)


ROCKET = {
    **{"columns": 5, "rows": 4, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2], "3": [3, 1]}, "traders": 1},
    **{"tracks": [[2, 2, 1, "EW"], [4, 2, 1, "EW"]], "specials": [["rocket", 3, 2]], "dice_set": ["orange"]},
}
"""A crossing on the rocket joins 1-2 by three boxes and 1-3 by two; the rocket's track lies below it."""


def rocket(order: str, **more: object) -> dict[str, Any]:
    extra = {"box": [3, 3], "ends": "NE"}
    draw = {"trader": 1, "die": "crossing", "box": [3, 2], "ends": "NESW", "score": [1, 3], "then": [extra]}
    return {**ROCKET, **more, "switches": {"special_order": order}, "rounds": [{"roll": ["crossing"], "draws": [draw]}]}


@pytest.mark.parametrize(("order", "refused"), [("score_first", ["the game is over"]), ("special_first", [])])
def test_special_first_delays_last_route(order, refused):
    """Open point 15: the last route ends the game; with `special_first` the rocket has flown by then."""
    replayed = lorry.replay(rocket(order, end_after=1))
    assert [step.reason[: len("the game is over")] for step in replayed.refused] == refused
    assert len(replayed.position.tracks) == 4 - len(refused)
    assert replayed.position.over
    assert [(step.scored, step.points) for step in replayed.steps] == [((1, 3), 2), (None, 0)]
    assert replayed.steps[0].after.over == (order == "score_first")


def test_review_judges_special_first_decisions():
    """1-2 brings three boxes, 1-3 two, whatever the rocket's track does in the last turn."""
    review = lorry.review(rocket("special_first"), 20, turns=1, candidates=100)
    draw, extra, pair = review.decisions
    assert [one.advice.what for one in review.decisions] == ["die", "extra", "pair"]
    assert (draw.cost.mean, extra.cost.mean, pair.cost.mean) == (0, 0, 1)
    assert (pair.chosen.pair, pair.options[0].pair) == ((1, 3), (1, 2))
    assert {option.total.mean for option in draw.options if option.is_best} == {3}
    assert draw.chosen.pair is None


@pytest.mark.parametrize(
    ("special", "then", "what"),
    [
        ("rocket", [], "extra"),
        ("rocket", [{}], "extra"),
        ("asteroid", [{"shows": "crossing"}], "extra"),
        ("asteroid", [{"shows": "crossing"}, {}], "extra"),
        ("black_hole", [], "fill"),
        ("black_hole", [{}], "fill"),
    ],
)
def test_review_judges_pair_after_effect(special, then, what):
    """1-2 brings three boxes, 1-3 two; in the last turn it is all the same whether the box gives anything."""
    game = rocket("special_first", specials=[[special, 3, 2]])
    game["rounds"][0]["draws"][0]["then"] = then
    assert not lorry.replay(game).refused
    review = lorry.review(game, 4, turns=1, candidates=8)
    assert [one.advice.what for one in review.decisions] == ["die", what, "pair"]
    assert review.decisions[2].cost.mean == 1
    left = [*(one for one in then if one), {}]
    advice = lorry.advise(beginning(game, box=[3, 2], ends="NESW", then=left), 4, turns=1)
    assert (advice.what, {one.pair: one.total.mean for one in advice.choices}) == (
        "pair",
        {(1, 2): 3, (1, 3): 2, (2, 3): 2},
    )


def beginning(game: dict[str, Any], **so_far: object) -> dict[str, object]:
    """The position before a record's first draw, with what was done since."""
    position = {key: value for key, value in game.items() if key not in ("rounds", "dice_set")}
    return position | {"turn": {"picks": 1, "dice": ["orange crossing"], **so_far}}


def test_review_judges_unscored_route():
    """Open point 14: 1-2 would bring three points in the last turn; forced scoring cannot leave it."""
    game = rocket("score_first", specials=[])
    game["rounds"][0]["draws"][0] |= {"score": "none", "then": []}
    assert not untold(lorry.replay(game).refused[0].reason, "joined", "scored")
    game["switches"]["scoring_forced"] = "no"
    assert lorry.replay(game).position.totals == (0,)
    review = lorry.review(game, 4, turns=1, candidates=8)
    assert (review.decisions[0].chosen.declines, review.decisions[0].cost.mean) == (True, 3)
    assert lorry.advise(beginning(game, box=[3, 2], ends="NESW"), 4, turns=1).what == "pair"
    with pytest.raises(AnalyzerError, match="nothing is open"):
        lorry.advise(beginning(game, box=[3, 2], ends="NESW", score="none"), 4, turns=1)


@pytest.mark.parametrize("order", ["score_first", "special_first"])
def test_records_keep_unscored_routes(order):
    galaxy = lorry.load_galaxy(SHIPS / "tiny.yaml").to_dict() | {"switches": {"scoring_forced": "no"}}
    story = lorry.explain(galaxy, 4, captains=["random", "random"], switches={"special_order": order})
    assert "score: none" in write_record(story.record())
    replayed = lorry.replay(story.record())
    assert not replayed.refused
    assert replayed.position.totals == story.turns[-1].totals


def test_story_names_winning_draw():
    """It shows the points that the captain counts, and not the bonus for the end."""
    stories = [lorry.explain(SHIPS / "tiny.yaml", game) for game in range(8)]
    weighed = [str(draw) for story in stories for turn in story.turns for draw in turn.weighed]
    assert any("wins the game, " in draw for draw in weighed)
    assert all(abs(float(draw.split()[-1])) < 1000 for draw in weighed)


@pytest.mark.long
def test_records_keep_special_first_games():
    galaxy = lorry.load_galaxy(SHIPS / "crowded.yaml").to_dict() | {"switches": {"special_order": "special_first"}}
    story = lorry.explain(galaxy, 3, captains=["random", "random"])
    replayed = lorry.replay(story.record())
    assert not replayed.refused
    assert replayed.position.totals == story.turns[-1].totals


LAST = {
    **{"columns": 5, "rows": 4, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2]}, "end_after": 1, "traders": 2},
    "tracks": [
        *([2, 2, 1, "EW"], [3, 2, 1, "EW"]),
        *([1, 3, 2, "NE"], [2, 3, 2, "EW"], [3, 3, 2, "EW"], [4, 3, 2, "EW"]),
    ],
}
"""A straight in column 4 ends the game, won 3 to 0; else the rival ends it with the curve that is left."""


@pytest.mark.parametrize("captain", ["steady", "sprinter"])
def test_missed_win_is_a_mistake(captain):
    review = missed_win(captain)
    (decision,) = review.decisions
    assert (decision.verdict, review.goal) == ("worse", "won")
    assert decision.options[0].words == "draw straight EW in column 4, row 2"
    assert (decision.options[0].is_exact, decision.options[0].won.mean) == (True, 1)
    assert not untold(review.conclusions()[0], "1 decision of 1", "worse")


def missed_win(captain: str = "steady") -> lorry.Review:
    draw = {"trader": 1, "die": "straight", "box": [5, 1], "ends": "NS"}
    record = {**LAST, "rounds": [{"roll": ["straight", "curve"], "draws": [draw]}]}
    return lorry.review(record, 60, captain=captain, candidates=1)


@pytest.mark.parametrize(("captain", "second"), [("steady", "expert"), ("expert", "steady")])
def test_second_captain_confirms_mistake(captain: str, second: str) -> None:
    review = missed_win(captain)
    (row,) = review.as_dict()["decisions"]
    assert (review.second, row["verdict"], row["second"]) == (second, "worse", "worse")
    assert not untold(review.conclusions(), second, "clearly worse")
    assert f"with {second} playing on: worse" in review.html()


def test_disagreeing_second_captain_is_named() -> None:
    review = missed_win()
    start, step = review.steps[:2]
    (decision,) = review.decisions
    spared = replace(step, decision=replace(decision, second=decision.options[0]))
    conclusions = " ".join(replace(review, steps=(start, spared)).conclusions())
    assert not untold(conclusions, "expert", "not clearly worse")


def test_second_captain_needs_rival_and_mistake() -> None:
    alone = corner([3, 2], "NS")
    assert [one.verdict for one in alone.decisions] == ["worse"]
    draw = {"trader": 1, "die": "straight", "box": [4, 2], "ends": "EW"}
    taken = {**LAST, "rounds": [{"roll": ["straight", "curve"], "draws": [draw]}]}
    for review in (alone, lorry.review(taken, 20, candidates=1)):
        assert review.second == ""
        assert not any("plays on for everybody" in line for line in review.conclusions())


def test_taken_win_is_best():
    draw = {"trader": 1, "die": "straight", "box": [4, 2], "ends": "EW"}
    record = {**LAST, "rounds": [{"roll": ["straight", "curve"], "draws": [draw]}]}
    review = lorry.review(record, 20, candidates=1)
    assert [one.verdict for one in review.decisions] == ["best"]
    assert review.steps[1].expected == (1.0, 0.0, ())


def test_record_without_rounds_is_reviewed():
    review = lorry.review({**CORNER, "rounds": []}, 4, turns=1)
    assert (review.decisions, review.cost.estimate().mean) == ((), 0.0)
    assert str(review)
    assert review.html()
    assert review.as_dict()["mistakes"] == 0
