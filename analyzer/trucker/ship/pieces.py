"""What hangs together of a ship or a fleet that is not compiled: walked from component to component."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import SIDES, joined
from analyzer.trucker.ship.plan import Plan


def pieces_of(plan: Plan, squares: Iterable[Square]) -> Iterator[set[Square]]:
    """The connected pieces of the components on those squares, the one with the earliest square first."""
    left = dict.fromkeys(squares)
    while left:
        piece: set[Square] = set()
        reached = [next(iter(left))]
        while reached:
            square = reached.pop()
            if square not in piece:
                piece.add(square)
                left.pop(square, None)
                reached += _joined_to(plan, square)
        yield piece


def _joined_to(plan: Plan, square: Square) -> Iterator[Square]:
    part = plan.components[square]
    for side in SIDES:
        beside = plan.beside(square, side)
        if beside is not None and joined(part.connectors[side], plan.components[beside].connectors[side.opposite]):
            yield beside
