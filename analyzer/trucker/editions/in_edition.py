"""The same ship on the boards of another edition: square by square, where both boards have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from analyzer.errors import AnalyzerError
from analyzer.trucker.edition import Edition, load_edition
from analyzer.trucker.ship.board import Board
from analyzer.trucker.ship.component import component_of
from analyzer.trucker.ship.lacking import not_in_one_box
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship
from analyzer.trucker.tables.folder import named_edition

LIKE = {"L": "I"}
"""Boards of one edition that have the squares of another's board by another name."""


def in_edition(ship: ShipLike, edition: str, *, learning: bool = False) -> Layout:
    """The ship on the board of that edition which has the same squares under the same dice numbers.

    2021's board L is 2007's board I; with `learning` a ship of board I is rebuilt on board L where there is one.

    >>> import analyzer
    >>> analyzer.in_edition(analyzer.load_ship("ships/2007/III/night-mail.yaml"), "2021").board.title
    '2021-III'

    Raises AnalyzerError for an edition or a board that is not there, and for squares that the other board lacks.
    """
    ship, rules = as_ship(ship), load_edition(named_edition(edition))
    boards = rules.boards
    if ship.board.edition == rules.name:
        return ship
    name = ship.board.name if ship.board.name in boards else LIKE.get(ship.board.name, "")
    name = next((new for new, old in LIKE.items() if learning and old == name and new in boards), name)
    if name not in boards:
        raise AnalyzerError(
            f"{ship.name}: is built on board {ship.board.title}, and the {rules.name} edition has no board like that: "
            f"choose a ship of another board"
        )
    faults = [*_faults(ship, boards[name]), *_kinds_that_are_not_there(ship, rules)]
    if faults:
        raise AnalyzerError(faults)
    parts = {
        square: component_of(rules.kinds[part.kind], part.connectors, part.facing)
        for square, part in ship.components.items()
    }
    return replace(ship, board=boards[name], components=parts)


def _kinds_that_are_not_there(ship: Layout, rules: Edition) -> Iterator[str]:
    """What the ship is built of that the edition does not know, or knows as something that faces otherwise."""
    for square, part in ship.components.items():
        kind = rules.kinds.get(part.kind)
        if kind is None or kind.faces != len(part.facing):
            yield (
                f"{ship.name}: the {part.kind} at row {square[0]} column {square[1]} is not of the {rules.name} "
                f"edition: it can be compared without it"
            )


def missing(ship: Layout) -> str:
    """What the box of the ship's edition lacks to build it, as a sentence; "" if nothing."""
    return next(not_in_one_box([ship]), "")


def _faults(ship: Layout, board: Board) -> Iterator[str]:
    """Why the ship does not fit that board."""
    outside = [square for square in ship.components if square not in board.squares]
    if outside:
        listed = ", ".join(f"row {row} column {column}" for row, column in outside)
        yield (
            f"{ship.name}: uses squares that board {board.title} does not have: {listed}; "
            "it can be compared without components there"
        )
    if board.start != ship.board.start or board.rows_descend != ship.board.rows_descend:
        yield f"{ship.name}: board {board.title} has another starting square, or counts its rows the other way"
