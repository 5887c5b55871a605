"""Damaged drafts are set aside with a line, links and files of others are left alone, and the page starts."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from stat import S_ISDIR
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.doors.host import drafts
from tests.doors.lorry import Session as Board
from tests.doors.lorry import Sketch
from tests.doors.trucker_designer import Drafts, Session, Setting
from tests.places import ROOT

MILE = ROOT / "ships" / "2007" / "I" / "first-mile.yaml"
DEEP = "[" * 100_000
ABOUT = '"name": "Mine", "board": "2007-I"'
VERSION = '{"name": "Mine", "text": "", "time": %s}'
PAGES: dict[str, Callable[[Path], Any]] = {
    "ship": lambda folder: Session(analyzer.load_ship(MILE), Setting("alone"), None, (200,), Drafts(folder)),
    "galaxy": lambda folder: Board(Sketch(), None, drafts.Drafts(folder)),
}
GOOD = {"ship": MILE.read_text(encoding="utf-8"), "galaxy": Sketch().as_draft()}


def shown(session: Any) -> dict[str, Any]:
    """Return the state as a browser reads it, whose JSON knows no NaN and no Infinity."""
    (_, state, *_) = session.receive('{"kind": "hello"}').answers
    read: dict[str, Any] = json.loads(json.dumps(state, allow_nan=False))
    return read


def refused(session: Any, kind: str, **fields: Any) -> list[str]:
    (answer,) = session.receive(json.dumps({"kind": kind, **fields})).answers
    assert answer["kind"] == "refused"
    return [str(fault) for fault in answer["faults"]]


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """Return a folder that a designer left behind."""
    folder = tmp_path / "20260101-000000-abcd"
    folder.mkdir()
    (folder / "lock").touch()
    return folder


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "first",
    [
        DEEP[:10_000],
        f"{{{ABOUT}, \"path\": \"/mine/a\\u0000b.yaml\"}}",
        f'{{{ABOUT}, "path": 7}}',
        f'{{{ABOUT}, "path": 1e999}}',
        '{"name": NaN, "board": ""}',
        "[1]",
        '{"name": "torn',
    ],
)  # fmt: skip
def test_damaged_draft_head_is_set_aside(page: str, first: str, left: Path) -> None:
    text = f"# draft of {first}\n{GOOD[page]}"
    (left / "drawing-1.yaml").write_text(text, encoding="utf-8")
    session = PAGES[page](left.parent)
    state = shown(session)
    aside = left / "drawing-1.yaml.damaged"
    assert (state["drafts"], aside.read_text(encoding="utf-8")) == ([], text)
    (line,) = session.drafts.set_aside
    assert str(aside) in line
    assert line in state["draft_fault"]
    assert (shown(PAGES[page](left.parent))["drafts"]) == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["drawing-1.yaml", "versions.json", "lock"])
@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_odd_files_delay_no_page(page: str, name: str, kind: str, left: Path) -> None:
    other = left.parent / "other.yaml"
    other.write_text("mine", encoding="utf-8")
    (left / name).unlink(missing_ok=True)
    {"pipe": os.mkfifo, "link": lambda at: at.symlink_to(other), "folder": Path.mkdir}[kind](left / name)
    session = PAGES[page](left.parent)
    state = shown(session)
    assert state["drafts"] == []
    assert other.read_text(encoding="utf-8") == "mine"
    reads = name == "drawing-1.yaml" or (name == "versions.json" and page == "ship")
    assert len(session.drafts.set_aside) == reads


@pytest.mark.parametrize(
    "text",
    [
        DEEP,
        "",
        "[]",
        "{}",
        "[7]",
        "[{}]",
        f"[{VERSION % '1e999'}]",
        f"[{VERSION % 'NaN'}]",
        f"[{VERSION % '-Infinity'}]",
        f"[{VERSION % '1e300'}]",
        f"[{VERSION % ('9' * 400)}]",
        f"[{VERSION % '-5'}]",
        '[{"name": 1e999, "text": "", "time": 5}]',
        '[{"name": "Mine", "text": [], "time": 5}]',
    ],
)
def test_damaged_versions_are_set_aside(text: str, left: Path) -> None:
    (left / "versions.json").write_text(text, encoding="utf-8")
    session = PAGES["ship"](left.parent)
    assert shown(session)["strips"] == []
    assert (left / "versions.json.damaged").read_text(encoding="utf-8") == text
    assert "versions.json is damaged" in session.drafts.set_aside[0]


@pytest.mark.parametrize(
    "changed",
    [
        {"columns": 10**9},
        {"rows": 0},
        {"columns": float("inf")},
        {"end_after": float("nan")},
        {"names": []},
        {"names": ["a"] * 9},
        {"marks": [[[1, 1], "?"]]},
        {"tracks": [[float("nan"), 1, 1, "NE"]]},
        {"tracks": [[1, 1]]},
        {"turn": {"picks": float("inf")}},
        {"others": DEEP},
        {"others": '{"dice": NaN}'},
        {"others": '{"name": "x"}'},
        {"more": 1},
    ],
)
def test_damaged_galaxy_drawing_is_refused(changed: dict[str, Any], left: Path) -> None:
    plain = json.loads(Sketch().as_draft())
    text = json.dumps(plain | changed)
    (left / "drawing-1.yaml").write_text(f"# draft of {{{ABOUT}}}\n{text}\n", encoding="utf-8")
    session = PAGES["galaxy"](left.parent)
    (draft,) = shown(session)["drafts"]
    assert "holds no drawing" in refused(session, "recover", id=draft["id"])[0]
    assert len(shown(session)["drafts"]) == 1


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "text", [DEEP, f"grid: {DEEP}", "grid: 1e999\n", "reserve: .nan\nname: x\n", "\0", "a: &a [*a]"]
)
def test_damaged_drawing_is_refused_and_kept(page: str, text: str, left: Path) -> None:
    draft_file = left / "drawing-1.yaml"
    draft_file.write_text(f"# draft of {{{ABOUT}}}\n{text}", encoding="utf-8")
    session = PAGES[page](left.parent)
    (draft,) = shown(session)["drafts"]
    assert refused(session, "recover", id=draft["id"])
    assert (draft_file.exists(), len(shown(session)["drafts"])) == (True, 1)


@pytest.mark.parametrize("page", PAGES)
def test_folders_of_others_stay_untouched(page: str, left: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what another user put there nor what a link leads to is offered, read or cleared away."""
    (left / "drawing-1.yaml").write_text(f"# draft of {{{ABOUT}}}\n{GOOD[page]}", encoding="utf-8")
    assert len(shown(PAGES[page](left.parent))["drafts"]) == 1
    moved = left.rename(left.parent.with_name("elsewhere"))
    left.symlink_to(moved)
    assert shown(PAGES[page](left.parent))["drafts"] == []
    left.unlink()
    moved.rename(left)
    os.utime(left, (0, 0))
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    assert shown(PAGES[page](left.parent))["drafts"] == []
    assert sorted(file.name for file in left.iterdir()) == ["drawing-1.yaml", "lock"]


def test_files_of_others_stay_untouched(left: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draft that another user put into a folder of ours could name any file of ours as its own."""
    for name, text in (("drawing-1.yaml", GOOD["galaxy"]), ("versions.json", "[]")):
        (left / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(drafts, "_is_ours", lambda there: S_ISDIR(there.st_mode))
    assert shown(PAGES["galaxy"](left.parent))["drafts"] == []
    assert {"drawing-1.yaml", "versions.json"} <= {file.name for file in left.iterdir()}


def test_draft_time_is_clamped_to_epoch(left: Path) -> None:
    file = left / "drawing-1.yaml"
    file.write_text(f"# draft of {{{ABOUT}}}\n{GOOD['galaxy']}", encoding="utf-8")
    os.utime(file, (-(10**9), -(10**9)))
    assert [one["time"] for one in shown(PAGES["galaxy"](left.parent))["drafts"]] == ["1970-01-01T00:00:00+00:00"]


@pytest.mark.parametrize("text", ["1e999", "-1e999", "NaN", "Infinity", "-Infinity", DEEP, "[1e400]", ""])
def test_unreadable_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011  (several kinds of message)
        drafts.read_json(text)
    assert not isinstance(refusal.value, AnalyzerError)


def test_ordinary_json_is_read() -> None:
    assert drafts.read_json('{"a": [1, 2.5e3, null, true, "x"]}') == {"a": [1, 2500.0, None, True, "x"]}
