"""The designer in a notebook: the same messages through a kernel; and what is told where anywidget is missing."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest

import analyzer
from tests.trucker.designer.drawn import MILE


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What a notebook is told."""
    heard: list[dict[str, Any]] = []
    monkeypatch.setattr("ipywidgets.Widget.send", lambda _, message, __=None: heard.append(message))
    return heard


def test_a_notebook_draws_with_the_same_messages(told: list[dict[str, Any]]) -> None:
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
        assert told[-1]["kind"] == "refused" or [one for one in told if one["kind"] == "refused"]
    finally:
        drawn.close()


def test_an_empty_board_may_be_drawn_on() -> None:
    assert len(analyzer.designer("2021-III", rivals="alone").ship.components) == 1


def test_what_is_no_ship_is_refused() -> None:
    for wrong in ("X", 7):
        with pytest.raises(analyzer.AnalyzerError):
            analyzer.designer(wrong, rivals="alone")  # type: ignore[arg-type]


def test_without_the_extra_the_line_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "analyzer.trucker.designer.widget", raising=False)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(analyzer.AnalyzerError, match=r"python -m pip install 'analyzer\[widget\]'"):
        analyzer.designer()
