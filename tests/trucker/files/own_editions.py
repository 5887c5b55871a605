"""Small editions of somebody's own, written for a test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import analyzer
from analyzer import Layout
from analyzer.types import Edition
from tests.files import own_folders


def written(folder: Path, base: str = "2007", **tables: str) -> Path:
    """The folder with `from` and those tables, whose lines are parted by `;`."""
    return own_folders.written(folder, base, **tables)


def edition(folder: Path, base: str = "2007", **tables: str) -> Edition:
    """The edition of that folder."""
    return analyzer.load_edition(written(folder, base, **tables))


def ship(rules: Edition, parts: Sequence[tuple[tuple[int, int], str, str]], board: str = "II") -> Layout:
    """A ship of starting cabin and those parts: square, kind and the sides it faces, universal wherever it may be."""
    on = rules.board(board)
    entries = [{"square": on.marked, "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}]
    for square, kind, facing in parts:
        sides = facing.split()
        names = ("front", "right", "rear", "left")
        fires = bool(rules.kinds[kind].cannon or rules.kinds[kind].engine)
        connectors = [0 if fires and name in sides else 3 for name in names]
        entries.append({"square": square, "kind": kind, "connectors": connectors, "facing": sides or None})
    return analyzer.Layout.from_components(rules.name + "-" + board, entries, name="Trial")
