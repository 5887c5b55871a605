"""Nothing that is drawn is lost: unsaved changes are in a draft file at once, and who starts next is offered them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

import analyzer
from tests.doors.trucker_designer import Drafts, Session, Setting, state_folder
from tests.facts import untold
from tests.places import ROOT
from tests.trucker.designer.drawn import MILE, lying, refused, says, state


def session(folder: Path, path: Path | None = None) -> Session:
    return Session(analyzer.load_ship(path or MILE), Setting("alone"), path, (200,), Drafts(folder))


def ended(one: Session) -> None:
    """As if its process were gone: the system gives back its lock."""
    assert one.drafts is not None
    one.drafts.close()


def drafts_in(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.yaml"))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.yaml"
    file.write_text(MILE.read_text(encoding="utf-8"), encoding="utf-8")
    return file


def test_every_change_is_in_draft(tmp_path: Path, mine: Path) -> None:
    """Every change is in a draft at once and never in the file."""
    one, before = session(tmp_path / "state", mine), mine.read_text(encoding="utf-8")
    assert not (tmp_path / "state").exists()
    for square in ((6, 8), (9, 9)):
        says(one, "take_off", at=square)
        (draft,) = drafts_in(tmp_path / "state")
        assert analyzer.load_ship(draft) == one.ship
    assert mine.read_text(encoding="utf-8") == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_saved_drawing_leaves_no_draft(tmp_path: Path, mine: Path) -> None:
    one = session(tmp_path / "state", mine)
    says(one, "take_off", at=[6, 8])
    says(one, "undo")
    assert drafts_in(tmp_path / "state") == []
    says(one, "redo")
    says(one, "save", replace=True)
    assert drafts_in(tmp_path / "state") == []
    assert one.unsaved() == []
    ended(one)
    assert [*(tmp_path / "state").iterdir()] == []


def test_draft_is_offered_at_start(tmp_path: Path, mine: Path) -> None:
    """The next start offers a draft with its time and its file."""
    one = session(tmp_path / "state", mine)
    says(one, "take_off", at=[6, 8])
    (draft,) = drafts_in(tmp_path / "state")
    os.utime(draft, (1_700_000_000, 1_700_000_000))
    ended(one)
    other = session(tmp_path / "state")
    (offer,) = state(other)["drafts"]
    assert offer["time"] == datetime.fromtimestamp(1_700_000_000, UTC).isoformat() == "2023-11-14T22:13:20+00:00"
    assert (offer["name"], offer["board"], offer["path"]) == ("First Mile", "2007-I", str(mine))
    says(other, "recover", id=offer["id"])
    assert other.ship == one.ship
    assert state(other)["path"] == str(mine)
    assert not state(other)["saved"]
    assert state(other)["drafts"] == []
    (draft,) = drafts_in(tmp_path / "state")  # it is a draft still, until it is saved
    assert analyzer.load_ship(draft) == one.ship
    assert "another file is there" in says(other, "save").answers[0]["why"]
    says(other, "save", replace=True)
    assert analyzer.load_ship(mine) == one.ship
    assert drafts_in(tmp_path / "state") == []


def test_draft_in_use_is_not_offered(tmp_path: Path) -> None:
    """A draft is offered to nobody as long as its designer runs."""
    one = session(tmp_path)
    says(one, "take_off", at=[6, 8])
    other = session(tmp_path)
    assert state(other)["drafts"] == []
    ended(one)
    says(other, "hello")
    assert len(state(other)["drafts"]) == 1


def test_draft_is_discarded_on_request(tmp_path: Path) -> None:
    one = session(tmp_path)
    says(one, "take_off", at=[6, 8])
    ended(one)
    other = session(tmp_path)
    (offer,) = state(other)["drafts"]
    says(other, "discard", id=offer["id"])
    assert state(other)["drafts"] == []
    assert drafts_in(tmp_path) == []
    assert "that draft is gone" in refused(other, "recover", id=offer["id"])[0]


@pytest.mark.parametrize("id", ["", "..", "../mine.yaml", "/etc/passwd", "x/drawing-1.yaml"])
def test_only_drafts_are_opened(tmp_path: Path, mine: Path, id: str) -> None:
    one = session(tmp_path / "state")
    for kind in ("recover", "discard"):
        assert "that draft is gone" in refused(one, kind, id=id)[0]
    assert mine.exists()


def test_broken_draft_stays_in_place(tmp_path: Path) -> None:
    one = session(tmp_path)
    says(one, "take_off", at=[6, 8])
    (draft,) = drafts_in(tmp_path)
    draft.write_bytes(b"\xff\x00torn")
    ended(one)
    other = session(tmp_path)
    (offer,) = state(other)["drafts"]
    assert offer["name"] == draft.name
    before = lying(other)
    assert refused(other, "recover", id=offer["id"])
    assert lying(other) == before
    assert drafts_in(tmp_path) == [draft]


def test_new_board_keeps_the_drawing(tmp_path: Path, mine: Path) -> None:
    """Both drawings are kept, each with its file; undoing brings back the name of the file, too."""
    one = session(tmp_path / "state", mine)
    says(one, "take_off", at=[6, 8])
    first = one.ship
    says(one, "new", board="2007-II")
    assert state(one)["path"] is None
    says(one, "rename", name="Second")
    drawn = {ship.name: ship for ship in map(analyzer.load_ship, drafts_in(tmp_path / "state"))}
    assert drawn == {"First Mile": first, "Second": one.ship}
    assert [sheet.place.path for sheet in one.unsaved()] == [mine, None]
    says(one, "undo")
    says(one, "undo")
    assert state(one)["path"] == str(mine)
    says(one, "save", replace=True)
    assert analyzer.load_ship(mine) == first
    says(one, "redo")
    assert state(one)["path"] is None


def test_undo_keeps_the_saved_name(tmp_path: Path, mine: Path) -> None:
    """Undoing a change keeps the name under which the drawing was saved."""
    one = session(tmp_path / "state", mine)
    says(one, "take_off", at=[6, 8])
    says(one, "save", path=str(tmp_path / "other.yaml"))
    says(one, "undo")
    assert state(one)["path"] == str(tmp_path / "other.yaml")
    assert not state(one)["saved"]
    assert len(drafts_in(tmp_path / "state")) == 1


def test_versions_are_offered_at_start(tmp_path: Path) -> None:
    """Versions are offered even if the drawing equals its file, so that there is no draft."""
    one = session(tmp_path)
    says(one, "keep", on=True)
    says(one, "take_off", at=[6, 8])
    says(one, "keep", on=True, compare=False)
    says(one, "undo")
    assert drafts_in(tmp_path) == []
    assert state(session(tmp_path))["strips"] == []  # its designer lives
    kept = [(version.ship, version.time) for version in one.versions.all.values()]
    ended(one)
    other = session(tmp_path)
    (offer,) = state(other)["strips"]
    assert (offer["count"], offer["names"], offer["time"]) == (2, ["First Mile"], 1000 * kept[-1][1])
    says(other, "recover_versions", id=offer["id"])
    assert [(version.ship, version.time) for version in other.versions.all.values()] == kept
    assert state(other)["strips"] == []
    ended(other)
    third = session(tmp_path)
    (offer,) = state(third)["strips"]
    assert offer["count"] == 2
    says(third, "discard_versions", id=offer["id"])
    assert state(third)["strips"] == []
    assert "these versions are gone" in refused(third, "recover_versions", id=offer["id"])[0]
    ended(third)
    assert [*tmp_path.iterdir()] == []


def test_dropped_versions_leave_no_strip(tmp_path: Path) -> None:
    one = session(tmp_path)
    says(one, "keep", on=True)
    assert len([*tmp_path.rglob("versions.json")]) == 1
    says(one, "drop_version", id=1)
    assert [*tmp_path.rglob("versions.json")] == []


def test_unwritable_draft_is_told(tmp_path: Path) -> None:
    """The page says that no draft can be written, and goes on drawing."""
    (tmp_path / "state").write_text("no folder", encoding="utf-8")
    one = session(tmp_path / "state")
    says(one, "take_off", at=[6, 8])
    assert (6, 8) not in lying(one)
    assert not untold(state(one)["draft_fault"], "draft", "could not be written")


def test_drafts_lie_in_state_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "analyzer" / "designer"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_folder() == tmp_path / ".local" / "state" / "analyzer" / "designer"


def started(tmp_path: Path, ship: Path) -> tuple[Any, str, str]:
    """The command, the address of its page and its token."""
    process = subprocess.Popen(
        [sys.executable, "-m", "analyzer", "design", str(ship), "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(tmp_path / "state")},
    )  # fmt: skip
    assert process.stdout is not None
    address, _, token = process.stdout.readline().split()[-1].partition("#token=")
    return process, address.replace("http", "ws") + "live", token


def changed(process: Any, live: str, token: str, change: dict[str, Any], end: signal.Signals) -> str:
    """What the command says after a change was drawn and it was ended at once."""
    with connect(live) as line:
        line.send(json.dumps({"kind": "hello", "token": token}))
        line.send(json.dumps(change))
        while (message := json.loads(line.recv(timeout=30)))["kind"] != "state" or message["change"] == 0:
            pass
        process.send_signal(end)
        return str(process.communicate(timeout=60)[1])


@pytest.mark.long
def test_kill_loses_no_change(tmp_path: Path, mine: Path) -> None:
    changed(*started(tmp_path, mine), {"kind": "take_off", "at": [6, 8]}, signal.SIGKILL)
    (draft,) = drafts_in(tmp_path / "state")
    assert analyzer.load_ship(draft) == analyzer.load_ship(mine).without([(6, 8)])
    (offer,) = session(tmp_path / "state" / "analyzer" / "designer").state()["drafts"]
    assert offer["path"] == str(mine)


@pytest.mark.long
def test_ctrl_c_loses_no_change(tmp_path: Path, mine: Path) -> None:
    """Ctrl-C loses no change, and a start tells of earlier unsaved drawings."""
    before = session(tmp_path / "state" / "analyzer" / "designer", mine)
    says(before, "take_off", at=[6, 8])
    ended(before)
    (draft,) = drafts_in(tmp_path / "state")
    process, live, token = started(tmp_path, mine)
    assert "1 drawing with unsaved changes" in process.stdout.readline()
    err = changed(process, live, token, {"kind": "take_off", "at": [9, 9]}, signal.SIGINT)
    (second,) = {*drafts_in(tmp_path / "state")} - {draft}
    assert analyzer.load_ship(second) == analyzer.load_ship(mine).without([(9, 9)])
    assert not untold(err, str(mine), str(second))
