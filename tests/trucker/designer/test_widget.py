"""The designer in a notebook: the same messages through a kernel; and what is told where anywidget is missing."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import analyzer
from tests.doors.host import SHARED
from tests.doors.trucker_designer import desk, frontend
from tests.trucker.designer.drawn import MILE
from tests.trucker.designer.served import FlyerHere


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where drafts are written."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What a notebook is told."""
    heard: list[dict[str, Any]] = []
    monkeypatch.setattr("ipywidgets.Widget.send", lambda _, message, __=None: heard.append(message))
    return heard


@pytest.mark.long
def test_notebook_draws_with_same_messages(told: list[dict[str, Any]]) -> None:
    ship = analyzer.load_ship(MILE)
    drawn = analyzer.designer(ship, rivals="alone")
    assert drawn.ship == ship
    assert "render" in drawn._esm
    say = drawn._msg_callbacks.callbacks[0]
    say(drawn, {"kind": "hello", "number": 0}, [])
    try:
        assert [one["kind"] for one in told[:2]] == ["welcome", "state"]
        say(drawn, {"kind": "take_off", "at": [6, 8]}, [])
        assert drawn.ship == ship.without([(6, 8)])
        until = time.monotonic() + 60
        while not [one for one in told if one["kind"] == "risk" and one["change"] == 1]:
            assert time.monotonic() < until
            time.sleep(0.02)
        say(drawn, {"kind": "nix"}, [])
        assert [one for one in told if one["kind"] == "refused"]
    finally:
        drawn.close()


def test_notebook_draft_survives_kernel(told: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "FlyingProcess", FlyerHere)
    ship = analyzer.load_ship(MILE)
    drawn = analyzer.designer(ship, rivals="alone")
    say = drawn._msg_callbacks.callbacks[0]
    say(drawn, {"kind": "hello", "number": 0}, [])
    say(drawn, {"kind": "take_off", "at": [6, 8]}, [])
    drawn.close()
    (draft,) = analyzer.designer("2007-II", rivals="alone")._session.left_behind
    assert analyzer.load_ship(draft.file) == ship.without([(6, 8)])
    assert told


def test_page_modules_form_one_module() -> None:
    """No import is left, one export, and no two modules call something alike at their outermost level."""
    text = frontend.one_module()
    assert not re.findall(r"^import\b.*", text, re.MULTILINE)
    assert text.count("\nexport ") == 1
    names = re.findall(r"^(?:export )?(?:const|let|function|async function) (\w+)", text, re.MULTILINE)
    assert len(names) == len({*names})
    assert {*frontend.MODULES} - {*SHARED} == {
        path.name for path in frontend.FRONT.iterdir() if path.name.endswith(".js")
    }


def test_empty_board_may_be_drawn() -> None:
    assert len(analyzer.designer("2021-III", rivals="alone").ship.components) == 1


def test_wrong_ship_is_refused() -> None:
    for wrong in ("X", 7):
        with pytest.raises(analyzer.AnalyzerError):
            analyzer.designer(wrong, rivals="alone")  # type: ignore[arg-type]


def test_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "analyzer.trucker.designer.widget", raising=False)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(analyzer.AnalyzerError, match=r"python -m pip install 'analyzer\[widget\]'"):
        analyzer.designer()
