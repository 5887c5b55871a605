"""Closed streams and terminals of odd widths: an error with its cure, or the usual lines."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.doors.present import terminal
from tests.facts import untold
from tests.places import ROOT

NARROWEST = 20
WIDEST = 1000

MILE = str(ROOT / "ships" / "2007" / "I" / "first-mile.yaml")


def run(redirected: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the command by a shell that closes some of its streams."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    script = f'exec "$@" {redirected}'
    return subprocess.run(
        ["sh", "-c", script, "sh", sys.executable, "-m", "analyzer", *args],
        env=env, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_closed_output_is_refused_with_cure() -> None:
    said = run(">&-", "inspect", MILE)
    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 1)
    assert not untold(said.stderr, "output is closed", "file")


@pytest.mark.long
@pytest.mark.parametrize(("redirected", "code"), [("2>&-", 2), ("<&- >&- 2>&-", 2)])
def test_closed_error_stream_keeps_code(redirected: str, code: int) -> None:
    said = run(redirected, "inspect", "no-such-ship.yaml")
    assert (said.returncode, said.stdout, said.stderr) == (code, "", "")


def test_closed_input_changes_nothing() -> None:
    assert run("<&-", "--version").stdout.startswith("analyzer ")


@pytest.mark.parametrize(
    ("columns", "taken"),
    [
        ("1", str(NARROWEST)),
        ("19", str(NARROWEST)),
        ("20", "20"),
        ("80", "80"),
        ("1000", "1000"),
        ("1001", str(WIDEST)),
        ("1000000000", str(WIDEST)),
        ("9" * 5_000, str(WIDEST)),
        ("0", None),
        ("00", None),
        ("-5", "-5"),
        ("abc", "abc"),
        ("²", "²"),
        ("", ""),
    ],
)
def test_terminal_width_has_limits(columns: str, taken: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rich takes digits alone for a width; all else is left as it is."""
    monkeypatch.setenv("COLUMNS", columns)
    terminal.limit_width()
    assert os.environ.get("COLUMNS") == taken


@pytest.mark.parametrize("columns", [1, 1_000_000_000])
def test_real_terminal_width_has_limits(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "")
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((columns, 24)))
    monkeypatch.setattr(sys.stdout, "fileno", lambda: 1, raising=False)
    terminal.limit_width()
    assert os.environ["COLUMNS"] == str(NARROWEST if columns == 1 else WIDEST)


@pytest.mark.parametrize("columns", ["1", "0", "1000000000"])
@pytest.mark.parametrize("args", [("inspect", MILE), ("--help",), ("flyy",)])
def test_odd_widths_print_all(columns: str, args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, command) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    said = command(*args)
    assert said.code == (2 if args == ("flyy",) else 0)
    assert len(said.out + said.err) > 100
    assert "Traceback" not in said.out + said.err
