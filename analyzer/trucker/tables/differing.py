"""What differs between two editions: a board is one row of squares, and components are counted."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.files.editions import differing
from analyzer.files.editions.differing import Difference, Rows
from analyzer.trucker.tables.folder import SHELF


def differences(one: str, other: str) -> Iterator[Difference]:
    """Every difference of two editions, by name or key, in the order of the tables; where a row comes from is none."""
    return differing.differences(SHELF, one, other, {"boards": _squares, "components": _counted})


def _squares(rows: list[dict[str, str]]) -> Rows:
    """By board its squares and its start."""
    boards: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        board = boards.setdefault(row["board"], {"squares": [], "start": []})
        board["squares"].append(f"{row['row']},{row['column']}")
        board["start"] += [f"{row['row']},{row['column']}"] * (row["start"] == "1")
    return {name: {what: " ".join(squares) for what, squares in board.items()} for name, board in boards.items()}


def _counted(rows: list[dict[str, str]]) -> Rows:
    """By kind and connectors how many of them the box has."""
    counted: dict[str, dict[str, str]] = {}
    for row in rows:
        name = f"{row['kind']} {row['front']}{row['right']}{row['rear']}{row['left']}"
        counted[name] = {"number": str(int(counted.get(name, {"number": "0"})["number"]) + 1)}
    return counted
