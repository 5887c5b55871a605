"""Every kind of decision that may be open at a position: what is offered, what arithmetic says of it, what is wrong."""

from __future__ import annotations

import pytest

from analyzer import AnalyzerError, lorry
from tests.facts import untold

DICE = ["white straight", "orange branch"]
LINE = {"columns": 5, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2], "3": [3, 1]}, "traders": 1}
"""Planets at both ends of the middle row, and one above its middle."""


def advise(turn: dict, goal: str | None = None, turns: int = 1, **more) -> lorry.Advice:
    return lorry.advise({**LINE, **more, "turn": {"dice": DICE, **turn}}, 6, turns=turns, candidates=100, goal=goal)


def test_taken_die_limits_offered_boxes():
    advice = advise({"die": "straight"})
    assert advice.what == "box"
    assert {choice.type for choice in advice.choices} == {"straight"}
    both = advise({})
    assert both.what == "die"
    assert {choice.type for choice in both.choices} == {"straight", "branch"}
    straight = {(one.box, one.ends) for one in both.choices if one.type == "straight"}
    assert {(one.box, one.ends) for one in advice.choices} == straight


JOINING = {"box": [3, 2], "ends": "NEW"}
"""With the tracks at both sides of it, it joins all three planets: 1-2 by three boxes, the others by two."""
BESIDE = {"tracks": [[2, 2, 1, "EW"], [4, 2, 1, "EW"]]}


def test_pair_decision_offers_every_pair():
    advice = advise(JOINING, **BESIDE)
    assert advice.what == "pair"
    assert {choice.pair: choice.total.mean for choice in advice.choices} == {(1, 2): 3, (1, 3): 2, (2, 3): 2}
    assert advice.conclusions()[0] == "Best is to score 1-2."
    declining = advise(JOINING, **BESIDE, switches={"scoring_forced": "no"})
    (nothing,) = [choice for choice in declining.choices if choice.declines]
    assert nothing.total.mean == 0
    assert nothing.words == "score nothing"
    with pytest.raises(AnalyzerError, match="nothing is open"):
        advise({**JOINING, "score": [1, 3]}, **BESIDE)


def test_extra_track_on_star_scores_three():
    specials = [["rocket", 1, 3], ["star", 5, 3]]
    advice = advise({"box": [1, 3], "ends": "NES"}, specials=specials)
    assert advice.what == "extra"
    worth = {choice.box: choice.total.mean for choice in advice.choices}
    assert worth[5, 3] == 3
    assert worth[None] == worth[4, 2] == 0
    assert {choice.type for choice in advice.choices} == {"straight", "curve", "branch", "crossing", None}
    assert advice.choices[0].box == (5, 3)
    same = " ".join(advice.conclusions())
    assert not untold(same, "Just as good", "every game", "draw")
    none = next(choice for choice in advice.choices if choice.box is None)
    assert (none.dropped, none.words) == (True, "draw no extra track")


def test_asteroid_extra_track_follows_die():
    drawn = {"box": [1, 3], "ends": "NES", "then": [{"shows": "curve"}]}
    advice = advise(drawn, specials=[["asteroid", 1, 3]])
    assert {choice.type for choice in advice.choices} == {"curve", None}
    with pytest.raises(AnalyzerError, match="rolls the orange die again first"):
        advise({"box": [1, 3], "ends": "NES"}, specials=[["asteroid", 1, 3]])


def test_pair_of_extra_track_is_decision():
    planets = {**LINE["planets"], "4": [3, 3]}
    then = [{"box": [3, 2], "ends": "NESW"}]
    turn = {"box": [5, 3], "ends": "NSW", "then": then}
    advice = advise(turn, planets=planets, specials=[["rocket", 5, 3]], tracks=[[2, 2, 1, "EW"]])
    assert advice.what == "pair"
    assert {choice.pair: choice.total.mean for choice in advice.choices} == {(1, 3): 2, (1, 4): 2, (3, 4): 1}


def test_fill_in_last_turn_changes_nothing():
    advice = advise({"box": [1, 3], "ends": "NES"}, specials=[["black_hole", 1, 3]])
    now = lorry.Position(lorry.Galaxy.from_dict({name: LINE[name] for name in ("columns", "rows", "wrap", "planets")}))
    after = now.draw(1, (1, 3), "NES").position
    assert advice.what == "fill"
    assert {choice.box for choice in advice.choices} == {*after.fillable(), None}
    assert all(choice.is_best or choice.is_same for choice in advice.choices)
    assert not untold(advice.conclusions()[1], "Just as good", "every game", "fill")


def test_no_place_pass_offers_unplaceable_die():
    """Planets are flown to on all sides; only the end of the own track is left, where no straight fits both."""
    where = {"columns": 3, "rows": 1, "planets": {"1": [1, 1], "2": [3, 1]}, "switches": {"no_place": "pass"}}
    turn = {"dice": ["white straight", "orange curve"]}
    advice = lorry.advise({**LINE, **where, "turn": turn}, 4, turns=1)
    assert [choice.words for choice in advice.choices] == [
        "draw straight EW in column 2, row 1",
        "take the curve and draw nothing",
    ]
    assert [choice.total.mean for choice in advice.choices] == [1, 0]


@pytest.mark.parametrize(
    ("turn", "fault"),
    [
        ({"die": "crossing"}, "no die on the table shows crossing: there are white straight, orange branch"),
        ({"die": "bent"}, "no track 'bent' on a die"),
        ({"box": [2, 2]}, "a draw needs box and ends"),
        ({"ends": "EW"}, "what was drawn needs its box"),
        ({"die": "branch", "box": [2, 2], "ends": "EW"}, "EW is a straight, but the die shows a branch"),
        ({"box": [3, 3], "ends": "EW"}, "it is not connected"),
        ({"box": [2, 2], "ends": "EW", "then": [{"fill": [3, 3]}]}, "only a black hole lets a box be filled"),
        ({"box": [2, 2], "ends": "EW", "then": [{"box": [3, 3], "ends": "NS"}]}, "gives no extra track"),
        ({"box": [2, 2], "ends": "EW", "score": [1, 2]}, "this draw cannot score it"),
    ],
)
def test_turn_so_far_must_be_legal(tmp_path, turn, fault):
    path = tmp_path / "now.yaml"
    entries = [f"{name}: {value}" for name, value in {**LINE, "turn": {"dice": DICE, **turn}}.items()]
    path.write_text("\n".join(entries).replace("'", '"').replace('"2"', "2").replace('"1"', "1").replace('"3"', "3"))
    with pytest.raises(AnalyzerError) as error:
        lorry.load_position(path)
    assert fault in str(error.value)
    assert "line 6: " in str(error.value)


def test_turn_so_far_round_trips(tmp_path):
    then = (lorry.Effect(shows="curve", box=(2, 3), ends="NW"),)
    so_far = lorry.SoFar("branch", (1, 3), "NES", then=then)
    galaxy = lorry.Galaxy.from_dict({name: LINE[name] for name in ("columns", "rows", "wrap", "planets")})
    galaxy = lorry.Galaxy.from_dict({**galaxy.to_dict(), "specials": [["asteroid", 1, 3]]})
    now = lorry.Position(galaxy, 1, turn=lorry.AtTurn(1, (("white", "straight"), ("orange", "branch")), so_far))
    lorry.save_position(now, tmp_path / "now.yaml")
    assert lorry.load_position(tmp_path / "now.yaml") == now
