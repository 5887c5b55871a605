"""Versions, steps as a tree, and two versions side by side, as a session tells of them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.statistics import CONFIDENCE, at_all_times
from tests.doors.trucker_designer import History, Reply, Session, flight_tasks
from tests.trucker.designer.drawn import FEW, MILE, fly, lying, refused, says, session, state


def strip(one: Session) -> list[dict[str, Any]]:
    return list(one.versions.message()["versions"])


def test_undone_step_stays_as_branch() -> None:
    """An undone step stays as a branch, and can be gone to."""
    one = session(MILE)
    whole = lying(one)
    says(one, "take_off", at=[6, 8])
    first = lying(one)
    says(one, "undo")
    says(one, "take_off", at=[5, 7])
    (tree,) = says(one, "history").answers
    assert [(step["id"], step["before"]) for step in tree["steps"]] == [(0, None), (1, 0), (2, 0)]
    assert [step["says"] for step in tree["steps"]] == [
        "First Mile",
        "take off the single cannon CN0003^ at (6,8)",
        "take off the single cannon CN0020^ at (5,7)",
    ]
    assert tree["at"] == 2
    says(one, "go", id=1)
    assert lying(one) == first
    says(one, "undo")
    assert lying(one) == whole
    says(one, "redo")
    assert lying(one) == first
    assert "not there any more" in refused(one, "go", id=9)[0]


def test_oldest_branch_ends_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest ends of branches are dropped first; the current step stays."""
    monkeypatch.setattr("analyzer.trucker.designer.versions.MOST_STEPS", 4)
    tree = History("root")
    tree.add("a")
    tree.undo()
    for state_after in ("b", "c", "d"):
        tree.add(state_after)
    assert [step.state for step in tree] == ["root", "b", "c", "d"]
    tree.add("e")
    assert [step.state for step in tree] == ["b", "c", "d", "e"]
    assert (tree.behind, tree.ahead) == (3, 0)
    for _ in range(3):
        tree.undo()
    assert (tree.at.state, tree.ahead) == ("b", 3)
    with pytest.raises(AnalyzerError, match="nothing to undo"):
        tree.undo()


@pytest.mark.long
def test_versions_keep_figures_and_change() -> None:
    """Credits and arrival of the strip match `fly` with the same seed and flights."""
    one = session(MILE)
    says(one, "keep", on=True)
    says(one, "take_off", at=[5, 7])
    says(one, "keep", on=True, compare=False)
    assert [version["figures"] for version in strip(one)] == [None, None]
    task = one.versions.task(one.change, one.now.setting, FEW)
    assert task is not None
    (risk,) = [look for look in fly(one) if look["flights"] == FEW[-1]]
    known: Any = OrderedDict()
    ((_, blocks),) = flight_tasks.FlightTask(0, one.now.setting, one.ship, None, (100,)).messages(known)
    flight_tasks.remember(known, blocks)  # as many flights as nobody asks for now
    for look, _ in task.messages(known):
        one.on_flown(look | {"change": one.change})
    rows = {row["name"]: row for row in risk["rows"]}
    cells = {name: rows["credits"][name] for name in ("text", "interval", "change")}
    assert strip(one)[1]["figures"]["credits"] == cells
    mile = analyzer.load_ship(MILE)
    for version, ship in zip(strip(one), (mile, mile.without([(5, 7)])), strict=True):
        result = analyzer.fly([ship], flights=500, rivals="alone")[ship.name]
        assert version["figures"]["credits"]["text"] == f"{result.measured('credits').mean:.2f}"
        assert version["figures"]["arrived"]["text"] == f"{100 * result.measured('arrived').mean:.1f}%"
    first, second = strip(one)
    assert first["figures"]["credits"]["change"] is None
    assert second["figures"]["credits"]["change"]["says"] in ("worse", "unsure")
    assert one.versions.task(one.change, one.now.setting, FEW) is None


def test_paired_versions_match_compare() -> None:
    """Intervals of changes hold at all looks at once."""
    one = session(MILE, steps=(1_000,))
    says(one, "keep", on=True)
    says(one, "take_off", at=[5, 7])
    reply = says(one, "pair", first=1, second=0)
    (differences,) = reply.answers
    assert differences["changes"] == ["take off the single cannon CN0020^ at (5,7)"]
    assert differences["squares"] == [(5, 7)]
    (look,) = fly(one, reply)
    mile = analyzer.load_ship(MILE)
    other = replace(mile.without([(5, 7)]), name="b")
    compared = analyzer.compare([mile, other], rivals="alone", flights=1_000)
    (row,) = [row for row in look["rows"] if row["name"] == "credits"]
    mean, low, high = at_all_times(partial(compared.difference, "b", mile.name, None), 1_000, CONFIDENCE)
    assert (row["change"]["mean"], row["change"]["low"], row["change"]["high"]) == pytest.approx((mean, low, high))


@pytest.mark.long
def test_change_keeps_pair_flying() -> None:
    """The pair flies on once the drawing is known roughly; then the drawing flies to its end."""
    one = session(MILE, steps=(100, 200, 400))
    says(one, "keep", on=True, compare=False)
    whole = one.ship
    says(one, "take_off", at=[5, 7])
    before = one.ship
    (differences,) = says(one, "pair", first=1, second=0).answers
    reply = says(one, "take_off", at=[6, 8])
    assert differences["change"] == one.change - 1
    assert len(differences["ships"][1]["tiles"]) == len(before.components)
    assert reply.ask is not None
    assert (reply.ask.ship, [look["flights"] for look in fly(one, reply)]) == (one.ship, [100, 200])
    again = one.next_task()
    assert (again.first, again.second, again.number) == (whole, before, one.change)  # type: ignore[union-attr]
    assert fly(one, Reply(ask=again))[-1]["done"]
    last = one.next_task()
    assert (last.ship, last.steps) == (one.ship, (100, 200, 400))  # type: ignore[union-attr]
    says(one, "pair", first=1, second=0)
    says(one, "stop")
    assert one.pair is None


def test_versions_are_reopened_and_saved(tmp_path: Path) -> None:
    one = session(MILE)
    says(one, "keep", on=True)
    says(one, "take_off", at=[5, 7])
    says(one, "open_version", id=1)
    assert one.ship == analyzer.load_ship(MILE)
    file = tmp_path / "kept.yaml"
    says(one, "save_version", id=1, path=str(file))
    assert analyzer.load_ship(file) == one.ship
    assert says(one, "save_version", id=1, path=str(file)).answers[0]["kind"] == "replace?"
    (text,) = says(one, "text", id=1).answers
    assert analyzer.load_ship(file).name in text["text"]
    says(one, "drop_version", id=1)
    assert strip(one) == []
    assert state(one)["kept"] is None
    assert "not there any more" in refused(one, "open_version", id=1)[0]


def test_version_renamed_keeps_figures() -> None:
    one = session(MILE)
    says(one, "keep", on=True)
    before = strip(one)[0]
    says(one, "rename_version", id=1, name="Mile with one shield")
    assert strip(one)[0] == before | {"name": "Mile with one shield"}
    assert state(one)["name"] == before["name"]
    assert "not there any more" in refused(one, "rename_version", id=2, name="other")[0]


def test_version_of_other_board_stays() -> None:
    """A version of another board stays, but nothing is measured against it."""
    one = session(MILE)
    says(one, "keep", on=True)
    says(one, "new", board="2007-II")
    assert state(one)["kept"] is None
    assert len(strip(one)) == 1
    (differences,) = says(one, "pair", first=1, second=0).answers
    assert "different boards" in differences["changes"][0]
    says(one, "open_version", id=1)
    assert one.ship == analyzer.load_ship(MILE)
