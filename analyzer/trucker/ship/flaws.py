"""Every construction flaw of a ship at once (rules: "Wie beendet man den Bau des Schiffes?", the list of faults)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import Component, Side, mismatched
from analyzer.trucker.ship.plan import Plan

EXPLANATIONS = {
    "connector_mismatch": "the touching sides do not fit: single on double, or a connector on a smooth side",
    "cannon_blocked": "a component lies directly before the muzzle",
    "engine_blocked": "a component lies directly behind the nozzle",
    "engine_direction": "the nozzle does not point to the rear",
    "disconnected": "not joined to the rest of the ship",
    "outside_board": "outside the marked squares",
    "starting_cabin": "exactly one starting cabin belongs on the marked square",
    "starting_cabins": "a build has at most one starting cabin, on any square",
    "alien_homeless": "no alien can live there",
}


@dataclass(frozen=True, slots=True)
class Flaw:
    """One flaw: its kind (a key of EXPLANATIONS), the square, and the other square where two are concerned.

    why: what is wrong, where the explanation of the kind does not say all; else "".
    """

    kind: str
    square: Square
    other: Square | None = None
    why: str = ""

    def __str__(self) -> str:
        place = f"row {self.square[0]} column {self.square[1]}"
        other = f" and row {self.other[0]} column {self.other[1]}" if self.other else ""
        return f"{place}{other}: {self.why or EXPLANATIONS[self.kind]}"

    def as_dict(self) -> dict[str, Any]:
        """The flaw in plain types: its kind, its squares and its sentence."""
        return {"kind": self.kind, "square": self.square, "other": self.other, "text": str(self)}


def find_flaws(layout: Plan, pieces: Sequence[set[Square]]) -> list[Flaw]:
    """All flaws of a lone ship in reading order of their squares; `pieces`: the squares that hang together."""
    return sorted_flaws(layout, [*_disconnected(layout, pieces), *_starting_cabin(layout)])


def sorted_flaws(layout: Plan, of_the_whole: Iterable[Flaw]) -> list[Flaw]:
    """Those flaws and all of single components, in reading order of their squares."""
    flaws = [
        *of_the_whole,
        *(flaw for square, part in layout.components.items() for flaw in _flaws_of(layout, square, part)),
    ]
    return sorted(flaws, key=lambda flaw: layout.board.reading_order(flaw.square))


def _flaws_of(layout: Plan, square: Square, part: Component) -> Iterator[Flaw]:
    if square not in layout.board.squares:
        yield Flaw("outside_board", square)
    for side in (Side.RIGHT, Side.REAR):
        beside = layout.beside(square, side)
        if beside is not None and mismatched(
            part.connectors[side], layout.components[beside].connectors[side.opposite]
        ):
            yield Flaw("connector_mismatch", square, beside)
    if part.is_a.engine and part.facing != (Side.REAR,):
        yield Flaw("engine_direction", square)
    if part.is_a.engine or part.is_a.cannon:
        before = layout.beside(square, part.facing[0])
        if before is not None:
            yield Flaw("cannon_blocked" if part.is_a.cannon else "engine_blocked", square, before)


def _disconnected(layout: Plan, pieces: Sequence[set[Square]]) -> Iterator[Flaw]:
    """Every component outside the main piece: that of the starting cabin, else the largest."""
    start = layout.board.marked
    if start in layout.components and layout.components[start].kind == "starting_cabin":
        main = next(piece for piece in pieces if start in piece)
    else:
        main = max(pieces, key=len)
    for piece in pieces:
        if piece is not main:
            yield from (Flaw("disconnected", square) for square in piece)


def _starting_cabin(layout: Plan) -> Iterator[Flaw]:
    cabins = [square for square, part in layout.components.items() if part.kind == "starting_cabin"]
    start = layout.board.marked
    if start not in cabins:
        yield Flaw("starting_cabin", start)
    yield from (Flaw("starting_cabin", square) for square in cabins if square != start)
