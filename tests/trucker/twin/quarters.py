"""Which squares of board IVC grow into which ships (class IVC: "Anzahl der Schiffe", "Kontrolle vor dem Start")."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

from tests.doors.printed import Square

QUARTERS = ("front_left", "front_right", "rear_left", "rear_right")
BORDERS = {
    "F": {"front_left", "front_right", "join_front"},
    "B": {"rear_left", "rear_right", "join_rear"},
    "L": {"front_left", "rear_left"},
    "R": {"front_right", "rear_right"},
}
"""What each border makes one: two quarters, and the squares between them if there are any."""
WAYS = ("F+B", "L+R", "F", "B", "L", "R", "F+L", "F+R", "B+L", "B+R", "F+B+L+R")
"""How the quarters can hang together, in the order of the column `joined`."""


@cache
def ships_of(joined: str) -> tuple[dict[str, frozenset[Square]], ...]:
    """The squares of each ship by part of the board, the ship with the earliest square first."""
    ships: list[set[str]] = [{quarter} for quarter in QUARTERS]
    for border in joined.split("+"):
        grown = BORDERS[border].union(*(ship for ship in ships if ship & BORDERS[border]))
        ships = [ship for ship in ships if not ship & grown] + [grown]
    made = [{part: squares_of(part) for part in ship if part in _board()} for ship in ships]
    return tuple(sorted(made, key=lambda ship: min(min(squares) for squares in ship.values())))


def squares_of(part: str) -> frozenset[Square]:
    """The squares of a quarter, or of what joins two of them."""
    return _board()[part]


@cache
def _board() -> dict[str, frozenset[Square]]:
    table = (files("analyzer.trucker") / "data" / "2007" / "IVC" / "board.csv").read_text(encoding="utf-8")
    squares: dict[str, set[Square]] = {}
    for row in csv.DictReader(table.splitlines()):
        squares.setdefault(row["part"], set()).add((int(row["row"]), int(row["column"])))
    return {part: frozenset(at) for part, at in squares.items()}
