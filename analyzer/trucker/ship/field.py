"""The field: three reference ships of every board, against which a ship can be measured."""

from __future__ import annotations

from importlib.resources import files

from analyzer.errors import AnalyzerError, one_of
from analyzer.trucker.edition import load_edition
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import parse_ship


def load_field(level: str, edition: str = "2007") -> list[Layout]:
    """The three reference ships for a level, by name; raises AnalyzerError for a level that has none."""
    board = load_edition(edition).level(level).board
    shelf = files("analyzer.trucker") / "data" / edition / "field"
    boards = sorted(entry.name for entry in shelf.iterdir())
    if board not in boards:
        raise AnalyzerError(f"no reference ships for board {board}: {one_of(board, boards)}")
    entries = sorted((shelf / board).iterdir(), key=lambda entry: entry.name)
    return [parse_ship(entry.read_text(encoding="utf-8"), entry.name) for entry in entries]
