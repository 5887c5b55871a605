"""The board: what messages do to a drawing, which rule forbids, what is saved, and advice beside it."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from analyzer import lorry
from tests.doors.host import Message, drafts
from tests.doors.lorry import Session, Sketch, messages, texts
from tests.doors.lorry import desk as desk_module
from tests.files.own_folders import written
from tests.places import ROOT

SHIPS = ROOT / "ships" / "lorry"


def says(one: Session, kind: str, **fields: Any) -> Any:
    return one.receive(json.dumps({"kind": kind, **fields}))


def refused(one: Session, kind: str, **fields: Any) -> str:
    (answer,) = says(one, kind, **fields).answers
    assert answer["kind"] == "refused", answer
    return "; ".join(answer["faults"])


def of(name: str, **more: Any) -> Session:
    return Session(Sketch.of(lorry.load_position(SHIPS / f"{name}.yaml")), **more)


def test_every_message_is_carried_out():
    kinds = (one for one in vars(messages).values() if isinstance(one, type) and issubclass(one, Message))
    assert {*kinds} - {Message} == {*Session.handlers}


@pytest.mark.parametrize("name", ["late", "small", "crowded", "sixteen-by-ten", "tiny"])
def test_opened_file_saves_unchanged(name, tmp_path):
    session = of(name)
    says(session, "save", path=str(tmp_path / "copy.yaml"))
    assert lorry.load_position(tmp_path / "copy.yaml") == lorry.load_position(SHIPS / f"{name}.yaml")
    assert session.state()["saved"]


def test_galaxy_and_position_from_scratch(tmp_path):
    session = Session(Sketch())
    assert "planets" in session.state()["faults"][0]["text"]
    for at, mark in (([2, 2], "1"), ([8, 2], "2"), ([8, 5], "2"), ([5, 2], "r"), ([5, 3], "*"), ([5, 3], ".")):
        says(session, "mark", at=at, mark=mark)
    says(session, "settings", name="Mine", wrap="columns", end_after=1)
    says(session, "settings", columns=9)
    assert session.state()["faults"] == []
    says(session, "save", path=str(tmp_path / "galaxy.yaml"))
    galaxy = lorry.load_galaxy(tmp_path / "galaxy.yaml")
    assert (galaxy.columns, galaxy.wrap, galaxy.planets) == (9, "columns", ((2, 2), (8, 5)))
    assert [special.kind for special in galaxy.specials] == ["rocket"]
    says(session, "lay", at=[3, 2], trader=2, ends="WE")
    says(session, "turn", picks=1, dice=[["white", "curve"], ["orange", "branch"]])
    says(session, "save", path=str(tmp_path / "position.yaml"))
    now = lorry.load_position(tmp_path / "position.yaml")
    assert [tuple(track) for track in now.tracks] == [(3, 2, 2, "EW")]
    assert now.turn == lorry.AtTurn(1, (("white", "curve"), ("orange", "branch")))


def test_illegal_draw_names_rule_changes_nothing():
    session = of("late")
    before = session.sketch
    for at, ends, reason in (
        ([3, 2], "NS", "planet 1 is there"),
        ([4, 4], "NS", "a track of trader 1 lies there"),
        ([10, 3], "NS", "it is not connected"),
        ([2, 2], "ES", "planet 1 was flown to by trader 1"),
    ):
        assert reason in refused(session, "lay", at=at, trader=1, ends=ends)
        (because,) = says(session, "why", at=at, trader=1, ends=ends).answers
        assert reason in because["reason"]
    assert "lies beside planet" in refused(session, "fill", at=[13, 4])
    assert session.sketch is before
    legal = session.state()["legal"][0]
    assert {(box, ends) for ends, boxes in legal.items() for box in boxes} == {
        ((column, row), ends)
        for kind in lorry.TYPES
        for column, row, ends in lorry.load_position(SHIPS / "late.yaml").legal(1, kind)
    }


def test_forced_draw_is_listed_as_fault():
    session = of("late")
    says(session, "lay", at=[10, 3], trader=1, ends="NS", anyway=True)
    (fault,) = session.state()["faults"]
    assert fault["box"] == (10, 3)
    assert "is not connected" in fault["text"]
    assert session.state()["legal"] is None
    assert "not a valid position yet" in refused(session, "save")
    says(session, "erase", at=[10, 3])
    assert session.state()["faults"] == []
    says(session, "undo")
    assert len(session.state()["faults"]) == 1


def test_joined_routes_are_scored_by_click():
    session = of("late")
    assert [4, 7, 1, 11] in session.state()["joined"]
    says(session, "score", pair=[7, 4], trader=1, points=11)
    assert (4, 7, 1, 11) in session.state()["scored"]
    assert session.state()["totals"][0] == 33 + 11
    says(session, "score", pair=[4, 7], trader=1, points=0)
    assert session.state()["totals"][0] == 33


@pytest.mark.long
def test_advice_follows_the_drawing(monkeypatch):
    monkeypatch.setattr(desk_module, "SHOWN_AFTER", (4,))
    session, messages, come = of("small"), [], threading.Event()

    def show(message: dict[str, Any]) -> None:
        messages.append(message)
        if message["kind"] == "advice":
            come.set()

    desk = desk_module.Desk(session, show)
    try:
        desk.receive(json.dumps({"kind": "turn", "picks": 1, "dice": [["white", "curve"], ["orange", "branch"]]}))
        assert come.wait(30)
        advice = next(message for message in messages if message["kind"] == "advice")
        assert advice["change"] == session.change
        assert advice["rows"][0]["worse"] is None
        assert advice["what"] == "die"
    finally:
        desk.stop()


@pytest.mark.long
def test_advice_ends_with_second_captain(monkeypatch):
    """Two answers come for a drawing: one by games under expert, then one that adds games under steady."""
    monkeypatch.setattr(desk_module, "SHOWN_AFTER", (4,))
    session, said, come = of("small"), [], threading.Event()

    def show(message: dict[str, Any]) -> None:
        if message["kind"] == "advice":
            said.append(" ".join(message["says"]))
            if len(said) == 2:
                come.set()

    desk = desk_module.Desk(session, show)
    try:
        desk.receive(json.dumps({"kind": "turn", "picks": 1, "dice": [["white", "curve"], ["orange", "branch"]]}))
        assert come.wait(30)
        assert ["steady" in one for one in said] == [False, True]
    finally:
        desk.stop()


def test_unsaved_drafts_are_offered_again(tmp_path):
    first = of("late", drafts=drafts.Drafts(tmp_path))
    says(first, "erase", at=[14, 9])
    first.drafts.close()
    second = Session(Sketch(), drafts=drafts.Drafts(tmp_path))
    (draft,) = second.state()["drafts"]
    assert draft["name"] == "Late"
    says(second, "recover", id=draft["id"])
    assert second.sketch == first.sketch
    assert not second.state()["saved"]


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{}",
        "[]",
        '{"kind": "fly"}',
        '{"kind": "mark", "at": [0, 1], "mark": "1"}',
        '{"kind": "lay", "at": [1, 1]}',
        "x" * 70_000,
    ],
)
def test_malformed_messages_are_refused(raw):
    (answer,) = of("tiny").receive(raw).answers
    assert answer["kind"] == "refused"


def test_board_keeps_its_own_edition(tmp_path):
    """Three white dice for three traders; nine points a star: in drafts and files it is named by its folder."""
    tables = {"dice_sets": "players,dice;3,white white white", "scoring": "thing,value;star_points,9;end_after,5"}
    with lorry.load_edition(written(tmp_path / "mine", **tables)):
        session = Session(Sketch(names=("a", "b", "c")))
    assert (session.sketch.end_after, session.state()["edition"]) == (5, "mine")
    for at, mark in (([2, 2], "1"), ([8, 2], "2"), ([5, 2], "*")):
        says(session, "mark", at=at, mark=mark)
    assert [*session.state()["dice"]] == ["white"] * 3
    says(session, "save", path=str(tmp_path / "galaxy.yaml"))
    assert "edition: ./mine" in (tmp_path / "galaxy.yaml").read_text(encoding="utf-8")
    assert lorry.load_galaxy(tmp_path / "galaxy.yaml").star_points == 9
    assert Sketch.of_draft(session.sketch.as_draft()) == session.sketch
    assert Session(Sketch.of(lorry.load_position(SHIPS / "tiny.yaml"))).state()["edition"] == "standard"


ROCKET = """\
map: |
  . . 3 . .
  1 . r . 2
  . . . . .
  . . . . .
wrap: none
traders: [Tom, Uli]
tracks: [[2, 2, 1, EW], [4, 2, 1, EW]]
turn: {picks: Tom, dice: [white straight, orange crossing]}
"""
"""A crossing on the rocket joins 1-2 by three boxes, 1-3 and 2-3 by two; then an extra track may be drawn."""


def opens(one: Session) -> str:
    return str((one.state()["open"] or {"what": "nothing"})["what"])


def test_turn_is_played_decision_by_decision():
    session = Session(Sketch())
    says(session, "edit_text", text=ROCKET)
    assert opens(session) == "die"
    assert [3, 2] in [list(box) for box in session.state()["open"]["legal"]["NESW"]]
    (because,) = says(session, "why", at=[1, 4], trader=1, ends="NS", play=True).answers
    assert "it is not connected" in because["reason"]
    says(session, "take", box=[3, 2], ends="NESW")
    assert opens(session) == "pair"
    assert {tuple(pair) for pair in session.state()["open"]["pairs"]} == {(1, 2, 3), (1, 3, 2), (2, 3, 2)}
    says(session, "take", score=[1, 2])
    assert opens(session) == "extra"
    assert "that is not open now" in refused(session, "take", fill=[3, 3])
    says(session, "take", box=[3, 3], ends="NE")
    assert opens(session) == "done"
    assert session.state()["turn"]["tracks"] == [[3, 2, 1, "NESW"], [3, 3, 1, "NE"]]
    says(session, "end_turn")
    now = session.position
    assert now is not None
    assert (now.totals, now.scored[0][:2], len(now.tracks)) == ((3, 0), (1, 2), 4)
    assert now.turn == lorry.AtTurn(2, (("white", "straight"),))
    says(session, "undo")
    assert opens(session) == "done"


def test_asteroid_rolls_and_extra_is_optional(tmp_path):
    session = Session(Sketch(), drafts=drafts.Drafts(tmp_path))
    says(session, "edit_text", text=ROCKET.replace(" r ", " a "))
    says(session, "take", box=[3, 2], ends="NESW", score=[1, 2])
    assert opens(session) == "roll"
    says(session, "take", shows="straight")
    assert opens(session) == "extra"
    assert Sketch.of_draft(session.sketch.as_draft()) == session.sketch
    says(session, "end_turn")
    assert session.position is not None
    assert len(session.position.tracks) == 3


def test_text_round_trips_and_marks_faults():
    session = of("late")
    (answer,) = says(session, "text").answers
    other = Session(Sketch())
    says(other, "edit_text", text=answer["text"])
    assert other.sketch.tracks == session.sketch.tracks
    assert other.sketch.names == session.sketch.names
    fault = answer["grid"].replace("1EW", "1XX", 1)
    (marked,) = says(other, "edit_text", text=fault).answers
    row = next(number for number, line in enumerate(fault.splitlines(), 1) if "1XX" in line)
    column = fault.splitlines()[row - 1].split().index("1XX") + 1
    assert [(one["line"], one["box"]) for one in marked["faults"]] == [(row, (column, row))]
    says(other, "edit_text", text=ROCKET.replace("[4, 2, 1, EW]", "[5, 4, 1, EW]"))
    assert [fault["box"] for fault in other.state()["faults"]] == [(5, 4)]
    says(other, "edit_text", text="1 . . 2\n. * . .\n")
    assert (other.sketch.columns, other.sketch.rows) == (4, 2)
    assert ((2, 2), "*") in other.sketch.marks


def test_link_holds_the_position():
    session = of("late")
    (answer,) = says(session, "text").answers
    other = Session(Sketch())
    says(other, "open_link", held=answer["held"])
    assert other.position == session.position
    assert "holds no position" in refused(other, "open_link", held="position=AAAA")


def test_text_with_odd_turn_is_refused():
    text = "map: |\n  1 . 2\nwrap: none\nturn: {picks: 1, dice: [white straight, orange curve], die: bent}\n"
    with pytest.raises(texts.Unread) as refused:
        texts.sketch_in(text, Sketch())
    (fault,) = refused.value.plain
    assert (fault["line"], "no track 'bent'" in fault["text"]) == (4, True)
