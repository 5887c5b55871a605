"""Cures that are taken, and questions that are flown: the answers are those of the calls that ask them."""

from __future__ import annotations

from typing import Any

import pytest

import analyzer
from tests.doors.trucker_designer import Reply, advice
from tests.doors.trucker_questions import swap
from tests.places import ROOT
from tests.texts import load_text, saved_text
from tests.trucker.designer.drawn import MILE, fly, refused, says, session, state

QUIZ = ROOT / "ships" / "2007" / "flawed" / "quiz.yaml"
BUILD = ROOT / "ships" / "2007" / "IVC" / "four-winds.yaml"


def test_taken_cure_mends_its_flaw() -> None:
    """Every cure that is taken mends its flaw and brings no other."""
    one = session(QUIZ)
    ship = analyzer.load_ship(QUIZ)
    mended = 0
    for flaw, cure in analyzer.cures(ship).items():
        before = {*one.ship.flaws()}
        what: dict[str, Any] = {"flaw": flaw.kind, "at": flaw.square, "other": flaw.other}
        if cure is None:
            assert "no single change" in refused(one, "mend", **what)[0]
            continue
        says(one, "mend", **what)
        assert flaw not in one.ship.flaws()
        assert {*one.ship.flaws()} < before
        says(one, "undo")
        mended += 1
    assert mended > 1
    assert "not there any more" in refused(one, "mend", flaw="disconnected", at=[1, 1])[0]


def test_swap_advice_matches_swap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "SWAP_STEPS", (100, 300))
    one = session(MILE)
    first, last = fly(one, says(one, "swap", at=[8, 7]))
    swaps = analyzer.swap(one.ship, (8, 7), flights=300, rivals="alone")
    assert (first["flights"], first["done"], last["flights"], last["done"]) == (100, False, 300, True)
    assert [row["part"] for row in last["rows"]] == [row.token for row in swaps.rows[:12]]
    assert last["says"] == swaps.verdict_in_words()
    assert last["rows"][0]["gain"].replace("\N{MINUS SIGN}", "-") == f"{swaps.rows[0].simultaneous_gain.mean:+.2f}"
    assert len(last["rows"]) + last["more"] == len(swap.candidates(one.ship, (8, 7)))


@pytest.mark.long
def test_swap_advice_on_builds_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "OF_BUILDS", (4, 10))
    one = session(BUILD.with_name("paper-lantern.yaml"))
    first, last = fly(one, says(one, "swap", at=[5, 6]))
    swaps = analyzer.swap(one.ship, (5, 6), flights=10, rivals="alone")
    assert (first["flights"], first["done"], last["flights"], last["done"]) == (4, False, 10, True)
    assert [row["part"] for row in last["rows"]] == [row.token for row in swaps.rows[:12]]
    assert last["says"] == swaps.verdict_in_words()


@pytest.mark.long
def test_search_ends_in_usable_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ship found flies anew beside the ship drawn, on other flights than those of the search."""
    monkeypatch.setattr(advice, "STEPS", (500,))
    one = session(MILE)
    assert says(one, "improve", seconds=1, freedom="free").ask is not None
    looks = fly(one, Reply(ask=advice.better_ship_task(one.ship, one.change, one.now.setting, 0.1, "free")))
    assert [look["done"] for look in looks] == [False] * (len(looks) - 1) + [True]
    assert all(0 < look["share"] <= 1 for look in looks)
    last = looks[-1]
    assert last["changes"]
    better = load_text(analyzer.load_ship, last["text"])
    assert better.flaws() == []
    says(one, "edit_text", text=last["text"])
    assert saved_text(analyzer.save_ship, one.ship) == last["text"]


def test_stopped_question_resumes_the_drawing() -> None:
    """A question can be stopped; the flights of the drawing then go on."""
    one = session(MILE)
    assert says(one, "swap", at=[8, 7]).ask is not None
    reply = says(one, "stop")
    assert reply.changed
    assert reply.ask == one.task()
    fly(one)
    assert says(one, "stop").ask is None


def test_wrong_questions_are_refused() -> None:
    one = session(QUIZ)
    for kind, fields in (("swap", {"at": [7, 7]}), ("improve", {"seconds": 1})):
        assert "flawed" in refused(one, kind, **fields)[0]
    one = session(MILE)
    assert "starting cabin" in refused(one, "swap", at=[7, 7])[0]
    build = session(BUILD)
    assert "`analyzer layouts`" in refused(build, "improve", seconds=1)[0]


def test_own_settings_are_flown() -> None:
    """The learning flight, a starting place and the user's own files are flown."""
    one = session(MILE)
    says(one, "learning", on=True)
    assert one.task().setting.plan(one.ship).route.learning
    says(one, "start", place=1)
    says(
        one,
        "own_rivals",
        texts=[saved_text(analyzer.save_ship, analyzer.load_ship(MILE.with_name("paper-arrow.yaml")))],
    )
    assert state(one)["rivals"] == ["Paper Arrow"]
    says(one, "start", place=2)
    assert state(one)["start"] == 2
    assert "start" in refused(one, "start", place=4)[0]
    prices = ("day", "human", "brown", "purple", "battery", "component", "stay", "dread", "reserve")
    captain = "name: mine\n" + "".join(f"{price}: 1\n" for price in prices)
    says(one, "own_captain", texts=[captain])
    assert state(one)["captain"] == "own"
    says(one, "forecast", texts=["piles: [[3, 1]]"])
    assert state(one)["learning"] is False
    says(one, "forecast", texts=[])
    assert state(one)["forecast"] == ""
    assert refused(one, "own_captain", texts=["name: 1"])
    assert refused(one, "own_rivals", texts=["no ship"])
