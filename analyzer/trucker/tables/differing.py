"""Differences between editions, and new edition folders."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from operator import eq
from pathlib import Path

from analyzer.files.editions import differing
from analyzer.files.editions.differing import Pair, Rows
from analyzer.files.editions.folder import write_folder
from analyzer.trucker.edition import load_edition, table_of
from analyzer.trucker.edition_key import OWN, base_of
from analyzer.trucker.ship.component import Kind
from analyzer.trucker.tables.folder import FIELD, SHELF


def write_edition(folder: Path, base: str) -> list[Path]:
    """Write all tables and reference ships of an edition into a new folder, and return the files.

    Args:
        folder: The folder to create.
        base: The key of the edition.

    Raises:
        AnalyzerError: The folder exists, or cannot be written.
    """
    load_edition(base)
    ships = {
        name: re.sub(r"^edition:.*$", "edition: ../..", text, count=1, flags=re.MULTILINE)
        for name, text in sorted(field_ships(base).items())
    }
    return write_folder(SHELF, folder, base, "ship", ships)


def field_ships(edition: str) -> dict[str, str]:
    """Return the reference ships of an edition as ship files, by `field/BOARD/FILE`."""
    shelf = files("analyzer.trucker") / "data" / base_of(edition) / FIELD
    boards = {row["board"] for row in csv.DictReader(table_of(edition, "boards").splitlines())}
    ships = {
        f"{FIELD}/{board.name}/{ship.name}": ship.read_text(encoding="utf-8")
        for board in shelf.iterdir()
        for ship in board.iterdir()
        if board.name in boards
    }
    own = OWN[edition].texts if edition in OWN else ()
    return ships | {name: text for name, text in own if name.startswith(FIELD)}


Keys = Iterator[tuple[str | None, str | None]]
SORT = ("kind", "level")
"""Columns in which equal cards never differ."""


def pairs(one: str, other: str) -> list[Pair]:
    """Return the rows of two editions side by side, matched by name or key.

    A board is one row of squares; components are counted by kind and connectors.
    """
    kinds = {**load_edition(other).kinds, **load_edition(one).kinds}
    gathered = {"boards": _squares, "components": _counted(kinds)}
    return differing.pairs(SHELF, one, other, gathered, {"cards": same_cards, "components": _turned(kinds)})


def same_cards(ones: Rows, others: Rows) -> Keys:
    """Yield pairs of card keys: equal cards whatever their numbers, then the most similar of one kind and level.

    Cards without a partner are paired with None.
    """
    left, right = list(ones), list(others)
    matched: dict[str, str] = {}
    # first equal cards, then any of one kind and level; the closest pair each time
    for alike in (eq, _of_a_sort):
        by_distance = sorted(
            (_distance(ones[a], others[b]), a != b, i, j, a, b)
            for i, a in enumerate(left)
            for j, b in enumerate(right)
            if alike(ones[a], others[b])
        )
        for *_, a, b in by_distance:
            if a in left and b in right:
                matched[a] = b
                left.remove(a)
                right.remove(b)
    yield from ((key, matched.get(key)) for key in ones)
    yield from ((None, key) for key in right)


def _of_a_sort(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return all(one[column] == other[column] for column in SORT)


def _distance(one: Mapping[str, str], other: Mapping[str, str]) -> int:
    """Return how much two cards differ: the letters of differing columns, because e.g. planets tell more than days."""
    return sum(max(len(one[column]), len(other[column])) for column in one if one[column] != other[column])


def _squares(rows: list[dict[str, str]]) -> Rows:
    """Return the squares and the start of each board."""
    boards: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        board = boards.setdefault(row["board"], {"squares": [], "start": []})
        board["squares"].append(f"{row['row']},{row['column']}")
        board["start"] += [f"{row['row']},{row['column']}"] * (row["start"] == "1")
    return {name: {what: " ".join(squares) for what, squares in board.items()} for name, board in boards.items()}


def _upright(name: str, kinds: Mapping[str, Kind]) -> str:
    """Return a component as kind and connectors in a standard orientation; one that faces a side is not turned."""
    name_of_kind, connectors = name.split()
    kind = kinds[name_of_kind]
    if kind.cannon or kind.engine or kind.shield:
        return name
    return f"{name_of_kind} {min(connectors[turn:] + connectors[:turn] for turn in range(4))}"


def _counted(kinds: Mapping[str, Kind]) -> Callable[[list[dict[str, str]]], Rows]:
    """Return a function that counts the components of an edition by kind and connectors, whatever their orientation."""

    def counted(rows: list[dict[str, str]]) -> Rows:
        numbers: dict[str, int] = {}
        first: dict[str, str] = {}
        for row in rows:
            name = f"{row['kind']} {row['front']}{row['right']}{row['rear']}{row['left']}"
            name = first.setdefault(_upright(name, kinds), name)
            numbers[name] = numbers.get(name, 0) + 1
        return {name: {differing.NUMBER: str(number)} for name, number in numbers.items()}

    return counted


def _turned(kinds: Mapping[str, Kind]) -> Callable[[Rows, Rows], Keys]:
    """Return a function that matches components which are equal after turning."""

    def matched(ones: Rows, others: Rows) -> Keys:
        here, there = ({_upright(name, kinds): name for name in rows} for rows in (ones, others))
        of_kind = list(kinds)
        for upright in sorted({**here, **there}, key=lambda name: of_kind.index(name.split()[0])):
            yield here.get(upright), there.get(upright)

    return matched
