"""Records: what captains play is accepted whole, what is refused changes nothing and is told with its rule."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from analyzer import AnalyzerError, lorry
from analyzer.lorry import TRACKS, TYPES
from tests.doors.lorry import Board, SampledDice, Table, compiled, play_round
from tests.facts import untold
from tests.places import ROOT


class Recorder:
    """Listener that writes the events of one game as a record."""

    def __init__(self, board: Board) -> None:
        self.board, self.rounds = board, []

    def __call__(self, table: Table, event: str, **details: Any) -> None:
        getattr(self, f"on_{event}", lambda **_: None)(**details)

    def on_round(self, rolled) -> None:
        self.rounds.append({"roll": [TYPES[kind] for kind in rolled[:, 0]], "draws": []})

    def on_picked(self, turn, **_) -> None:
        self.shows = None
        self.turn = {"trader": turn.trader + 1, "die": TYPES[turn.rolled[turn.die[0], 0]], "then": []}
        self.here = self.turn
        self.rounds[-1]["draws"].append(self.turn)

    def on_drawn(self, track, cell, extra, **_) -> None:
        if extra and self.shows is None:
            self.here = {}
            self.turn["then"].append(self.here)
        elif extra:
            self.here, self.shows = self.shows, None
        self.here |= {"box": list(self.board.space.box(cell[0])), "ends": TRACKS[track[0]]}

    def on_rolled(self, rolled, **_) -> None:
        self.shows = {"shows": TYPES[rolled[0]]}
        self.turn["then"].append(self.shows)

    def on_scored(self, pairs, **_) -> None:
        self.here["score"] = [int(planet) + 1 for planet in self.board.pairs[pairs[0]]]

    def on_filled(self, cell, **_) -> None:
        if cell[0] >= 0:
            self.turn["then"].append({"fill": list(self.board.space.box(cell[0]))})


def recorded(galaxy: lorry.Galaxy, captains: list[str], seed: int) -> tuple[dict[str, Any], tuple[int, ...]]:
    """The record of a whole game that trader 1 begins, and the totals it ends with."""
    board = Board(galaxy, len(captains))
    table = Table(board, np.array([0]), 0)
    recorder = table.log = Recorder(board)
    dice = galaxy.dice_for(len(captains))
    sampled = SampledDice(seed, [galaxy.faces_of(colour) for colour in dice])
    judges = [compiled(lorry.load_captain(captain)) for captain in captains]
    while not table.over[0]:
        play_round(table, judges, sampled)
    record = {**galaxy.to_dict(), "traders": len(captains), "rounds": recorder.rounds, "dice_set": list(dice)}
    return record, tuple(table.totals[:, 0].tolist())


SHIPS = ROOT / "ships" / "lorry"
EXAMPLE = SHIPS / "example-record.yaml"
CAPTAINS = (["steady", "trunk"], ["random", "stargazer", "spoiler"], ["random"] * 4, ["sprinter", "random"])
START = {"columns": 5, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [5, 2]}}
"""From planet to planet three boxes in a row."""
FIRST = {"trader": 1, "die": "straight", "box": [2, 2], "ends": "EW"}
SECOND = {"trader": 2, "die": "curve", "box": [4, 2], "ends": "NE"}


def one_round(*draws: dict, roll=("straight", "curve"), **galaxy) -> lorry.Replayed:
    return lorry.replay({**START, **galaxy, "rounds": [{"roll": list(roll), "draws": list(draws)}]})


@pytest.mark.long
@pytest.mark.slow(but=5)
@pytest.mark.parametrize("number", range(8))
def test_recorded_game_replays_to_same_end(number):
    name = ("small", "tiny", "crowded", "sixteen-by-ten")[number // 2]
    record, totals = recorded(lorry.load_galaxy(SHIPS / f"{name}.yaml"), CAPTAINS[number % 4], number)
    found = lorry.replay(record)
    assert found.refused == ()
    assert found.position.totals == totals
    assert found.ended


def test_example_record_has_one_refusal():
    found = lorry.replay(EXAMPLE)
    assert [(step.round, step.what) for step in found.refused] == [(5, "branch NEW in column 7, row 6")]
    assert found.refused[0].reason.endswith("each trader flies to a planet once")
    assert found.position.totals == (14, 10)


def test_refused_draws_change_nothing():
    """Every game with wrong draws among the right ones ends as it does without them."""
    record, totals = recorded(lorry.load_galaxy(SHIPS / "small.yaml"), ["steady", "trunk"], 3)
    wrong = deepcopy(record)
    for number, one in enumerate(wrong["rounds"]):
        for place in range(len(one["draws"]) - 1, -1, -1):
            draw = one["draws"][place]
            odd = {"trader": draw["trader"], "die": draw["die"], "box": [1 + number % 8, 1 + place], "ends": "NESW"}
            one["draws"].insert(place, odd | {"ends": "NX" if number % 2 else "NESW"})
    found = lorry.replay(wrong)
    assert len(found.refused) >= len(record["rounds"])
    assert found.position.totals == totals


@pytest.mark.parametrize(
    ("draw", "told"),
    [
        ({**FIRST, "trader": 3}, "no trader 3"),
        ({**FIRST, "die": "branch"}, "no die on the table shows branch: left are white straight, orange curve"),
        ({**FIRST, "ends": "NE"}, "NE is a curve, but the die shows a straight"),
        ({**FIRST, "box": [3, 3]}, "is not connected"),
        ({**FIRST, "box": [1, 2]}, "planet 1 is there"),
        (
            {"trader": 1, "die": "straight"},
            "drawing is compulsory: a straight can be drawn, e.g. NS in column 1, row 1",
        ),
        ({**FIRST, "ends": None}, "a draw needs box and ends"),
        ({**FIRST, "score": [1, 2]}, "this draw cannot score it"),
    ],
)
def test_illegal_draw_names_the_rule(draw, told):
    found = one_round({name: value for name, value in draw.items() if value is not None})
    assert told in found.reasons[0]
    assert found.position.tracks == ()


def test_turns_are_taken_in_order():
    """Trader 1 begins, so trader 2 waits; a refused trader may try again until the next has drawn."""
    found = one_round(SECOND, FIRST, SECOND)
    assert not untold(found.reasons[0], "trader 1", "round 1", "trader 1", "trader 2")
    assert found.reasons[1:] == [None, None]
    assert [track[2] for track in found.position.tracks] == [1, 2]
    passed_over = one_round(FIRST | {"box": [3, 2]}, SECOND, FIRST)
    assert passed_over.reasons[1] is None
    assert not untold(passed_over.reasons[2], "picked", "round")
    again = one_round(FIRST, FIRST | {"box": [3, 2]}, SECOND)
    assert [reason is None for reason in again.reasons] == [True, False, True]


@pytest.mark.parametrize(
    ("roll", "told"),
    [
        (("straight",), "1 dice are listed, but 2 are rolled: white, orange"),
        (("crossing", "curve"), "the white die shows no crossing"),
    ],
)
def test_impossible_rolls_are_refused(roll, told):
    assert told in one_round(FIRST, roll=roll).reasons[0]


@pytest.mark.parametrize(
    ("kind", "then", "told"),
    [
        ("rocket", [{"box": [3, 2], "ends": "NESW"}], None),
        ("rocket", [{"shows": "curve", "box": [3, 2], "ends": "NW"}], "a rocket rolls no die"),
        ("rocket", [{"fill": [3, 3]}], "only a black hole"),
        ("asteroid", [{"shows": "branch", "box": [3, 2], "ends": "ESW"}], None),
        ("asteroid", [{"shows": "curve"}], None),
        ("asteroid", [{"box": [3, 2], "ends": "ESW"}], "write shows"),
        (
            "asteroid",
            [{"shows": "branch", "box": [3, 2], "ends": "EW"}],
            "EW is a straight, but the die shows a branch",
        ),
        ("asteroid", [{"shows": "crossing"}], "the die that was taken is white: it shows no crossing"),
        ("black_hole", [{"fill": [3, 3]}], None),
        ("black_hole", [{"fill": [1, 1]}], "lies beside planet 1"),
        ("black_hole", [{"box": [3, 2], "ends": "EW"}], "a black hole lets a box be filled"),
        ("star", [{"box": [3, 2], "ends": "EW"}], "gives no extra track"),
        ("star", [{}], None),
    ],
)
def test_special_box_effects_are_checked(kind, then, told):
    found = one_round(FIRST | {"then": then}, SECOND, specials=[[kind, 2, 2]])
    assert found.reasons[0] is None
    assert (found.reasons[1] or "") == "" if told is None else told in found.reasons[1]
    assert found.reasons[2] is None


@pytest.mark.parametrize(
    ("kind", "then", "assumed"),
    [
        ("rocket", [], "came of the rocket: assumed that no extra track was drawn"),
        ("asteroid", [], "came of the asteroid: assumed that no extra track was drawn"),
        ("black_hole", [], "came of the black hole: assumed that no box was filled"),
        ("black_hole", [{}], None),
        ("black_hole", [{"fill": [3, 3]}], None),
        ("asteroid", [{"shows": "curve"}], None),
        ("star", [], None),
    ],
)
def test_unwritten_effects_are_noted(kind, then, assumed):
    replayed = one_round(FIRST | {"then": then}, SECOND, specials=[[kind, 2, 2]])
    notes = [note for note in replayed.notes() if "does not say" in note]
    assert [note for note in notes if assumed and assumed in note] == notes
    assert bool(notes) == (assumed is not None)
    assert replayed.refused == ()


def test_finished_game_refuses_draws():
    draws = [FIRST, {"trader": 2, "die": "straight", "box": [5, 1], "ends": "NS"}]
    more = [{"trader": 2, "die": "straight", "box": [1, 1], "ends": "NS"}, {**FIRST, "box": [3, 2]}]
    last = [{**FIRST, "box": [4, 2]}, SECOND]
    rounds = [{"roll": ["straight", kind], "draws": these} for kind, these in
              (("straight", draws), ("straight", more), ("straight", last), ("straight", last))]  # fmt: skip
    found = lorry.replay({**START, "end_after": 1, "switches": {"surrounding": "off"}, "rounds": rounds})
    assert found.position.over
    assert found.position.totals == (3, 0)
    assert not untold([reason for reason in found.reasons if reason][-1], "game is over")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({**START}, "a record lists `rounds`"),
        ({**START, "rounds": [{"roll": ["strait"], "draws": []}]}, "did you mean straight"),
        ({**START, "rounds": [], "first": "Max"}, "no trader 'Max'"),
        ({**START, "rounds": [], "dice_set": ["white", "white"]}, "2 traders roll white, orange"),
        ({**START, "rounds": [{"roll": ["curve"]}]}, "draws is missing"),
        ({**START, "rounds": 3}, "rounds"),
        (7, "give the path"),
    ],
)
def test_unreadable_records_are_refused(given, told):
    with pytest.raises(AnalyzerError, match=told):
        lorry.replay(given)


def test_start_passes_to_next_trader():
    """Three traders: round 1 is picked 2, 3, 1, so round 2 begins with trader 3."""
    galaxy = {"columns": 9, "rows": 9, "planets": {"1": [2, 2], "2": [5, 5], "3": [8, 8]}}
    boxes = {1: [2, 1], 2: [5, 4], 3: [8, 7]}

    def draws(order):
        return [{"trader": one, "die": "straight", "box": boxes[one], "ends": "NS"} for one in order]

    rounds = [{"roll": ["straight"] * 3, "draws": draws(order)} for order in ((2, 3, 1), (2, 3, 1))]
    found = lorry.replay({**galaxy, "traders": 3, "first": 2, "rounds": rounds})
    assert found.reasons[:3] == [None] * 3
    assert not untold(found.reasons[3], "trader 3", "round 2", "trader 3", "trader 1", "trader 2")


def test_unwritten_pair_is_assumed_and_noted():
    """From planet 1 to 2 four boxes lie in a row, planet 3 is above one of them: the last draw joins all three."""
    galaxy = {"columns": 6, "rows": 4, "wrap": "none", "planets": {"1": [1, 3], "2": [6, 3], "3": [4, 1]}}
    tracks = [[2, 3, 1, "EW"], [3, 3, 1, "EW"], [5, 3, 1, "EW"], [4, 2, 1, "NS"]]
    record = {**galaxy, "traders": 2, "tracks": tracks, "end_after": 2}
    last = {"trader": 1, "die": "branch", "box": [4, 3], "ends": "NEW"}

    def played(**more):
        return lorry.replay({**record, "rounds": [{"roll": ["branch", "curve"], "draws": [last | more]}]})

    found = played()
    assert found.steps[0].scored == (1, 2)
    says = "assumed 1-2, the most points, of 1-2 (4), 1-3 (4), 2-3 (3). Write score: [1, 2]."
    assert says in found.rows()[0]["assumed"]
    assert not untold(found.notes()[0], "Round 1, trader 1", "which pair")
    assert says in found.html()
    written = played(score=[1, 3])
    assert (written.steps[0].scored, written.rows()[0]["assumed"]) == ((1, 3), "")


@pytest.mark.parametrize(
    "odd",
    [{"box": [1001, 1]}, {"box": [10**30, 2]}, {"score": [1, 1001]}, {"then": [{"box": [3, 2], "ends": "EW"}] * 1001}],
)
def test_oversized_step_is_one_refusal(odd):
    found = one_round(FIRST | odd, FIRST, SECOND)
    assert len(found.refused) == 1 + ("then" in odd)
    assert [track[2] for track in found.position.tracks] == [1, 2]
