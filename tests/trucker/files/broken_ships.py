"""A small legal ship as text, ways to break it, and how a refusal looks."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Said
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
MILE = str(SHIPS / "I" / "first-mile.yaml")
HORNET = str(SHIPS / "I" / "brass-hornet.yaml")
HAULER = str(SHIPS / "II" / "steady-hauler.yaml")
KITE = str(SHIPS / "II" / "tin-kite.yaml")
QUIZ = str(SHIPS / "flawed" / "quiz.yaml")
HEAD = "name: Small Ship\nedition: 2007\nboard: I\n"
GRID = """grid: |2
      6        7        8
  6   .        CN0010^  .
  7   H20300   SC3333   CA0003
  8   .        EN1000   .
"""
GOOD = HEAD + GRID
"""A legal ship: three lines of head, `grid` on line 4, column numbers on line 5, rows 6, 7, 8 on the lines 6, 7, 8."""
CABIN = "{square: [7, 7], kind: starting_cabin, connectors: [3, 3, 3, 3]}"
LISTED = f"{HEAD}components:\n  - {CABIN}\n"
SUPPORTED = GOOD.replace("CA0003", "CA0303").replace("8\n  6", "8        9\n  6").replace("^  .", "^  .        .")
SUPPORTED = SUPPORTED.replace("CA0303", "CA0303   LB0003").replace("EN1000   .", "EN1000   .        .")
"""The cabin at row 7 column 8 may house a brown alien; line numbers as in GOOD, `aliens` to be added behind."""
BOTH = """name: Two Doors
edition: 2007
board: I
grid: |2
      7        8        9
  6   .        LP0010   .
  7   SC3333   CA1303   LB0003
aliens: {brown: [7, 8], purple: [7, 8]}
"""


def contents(directory: Path) -> dict[str, int]:
    return {str(path): path.stat().st_size for path in directory.rglob("*")}


def refused(said: Said, *words: str) -> None:
    """The fault is on stderr only, with these words, and without the traces of a crash."""
    assert "Traceback" not in said.err + said.out
    assert said.code == 2, said
    assert said.out == ""
    missing = [word for word in words if word.lower() not in said.told.lower()]
    assert not missing, f"{missing} not in: {said.told}"


def change(old: str, new: str, text: str = GOOD) -> str:
    assert old in text
    return text.replace(old, new)


TEXTS = [path.read_text(encoding="utf-8") for path in sorted(SHIPS.glob("*/*.yaml"))]
