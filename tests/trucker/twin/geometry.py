"""What touches, holds together, sticks out and is hit first: questions to a dictionary of squares.

Rules: "Wie baut man ein Raumschiff?", "Offene Teile des Schiffes"; docs/rulings.md "Risk".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from analyzer import Component, Layout, Side
from tests.doors.printed import SIDES, Board, Square

Parts = Mapping[Square, Component]
Joints = Mapping[Square, list[Square]]
Piece = frozenset[Square]
Flaw = tuple[str, Square, Square | None]

FITS = {(1, 1), (2, 2), (3, 3), (1, 3), (3, 1), (2, 3), (3, 2)}
"""Connectors that hold together: single on single, double on double, universal on any connector."""
FACING_EACH_OTHER = {Side.FRONT: Side.REAR, Side.REAR: Side.FRONT, Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}


WAYS = Counter(first + second for first in range(1, 7) for second in range(1, 7))
"""In how many of the 36 throws two dice show each sum."""


@cache
def beside(board: Board, square: Square) -> tuple[tuple[Side, Square], ...]:
    """The four squares that touch this one, each with its side."""
    return tuple((side, board.neighbour(square, side)) for side in SIDES)


def touching(board: Board, parts: Parts, square: Square) -> Iterator[tuple[Square, int, int]]:
    """Each component beside this one: its square, and the two connectors that meet (own, other)."""
    for side, other in beside(board, square):
        if other in parts:
            yield other, parts[square].connectors[side], parts[other].connectors[FACING_EACH_OTHER[side]]


def joined_to(board: Board, parts: Parts, square: Square) -> list[Square]:
    """The components held to this one by fitting connectors."""
    return [other for other, mine, theirs in touching(board, parts, square) if (mine, theirs) in FITS]


def in_reading_order(board: Board, squares: Iterable[Square]) -> list[Square]:
    """Front row first, left to right."""
    return sorted(squares, key=board.reading_order)


def joints(board: Board, parts: Parts) -> Joints:
    """By component, in reading order, those that are held to it."""
    return {square: joined_to(board, parts, square) for square in in_reading_order(board, parts)}


def pieces(held: Joints, left: Iterable[Square]) -> list[Piece]:
    """What holds together of the components that are left, the piece with the earliest square first."""
    apart = set(left)
    found: list[Piece] = []
    for square in held:
        if square in apart:
            found.append(_piece_of(held, apart, square))
            apart -= found[-1]
    return found


def _piece_of(held: Joints, left: set[Square], square: Square) -> Piece:
    reached, to_visit = {square}, [square]
    while to_visit:
        new = [other for other in held[to_visit.pop()] if other in left and other not in reached]
        reached.update(new)
        to_visit += new
    return frozenset(reached)


def largest(found: list[Piece]) -> Piece:
    """The piece with the most components; of equals the one with the earliest square."""
    return max(found, key=len, default=frozenset())


def exposed(board: Board, parts: Parts) -> int:
    """Connectors on whose side no component lies at all ("Ein offenes Schiffsteil ist jeder Anschluss ...")."""
    return sum(
        bool(component.connectors[side]) and other not in parts
        for square, component in parts.items()
        for side, other in beside(board, square)
    )


def first_hit(board: Board, squares: Iterable[Square], side: Side, roll: int) -> Square | None:
    """The first component met in the column (from front or rear) or row (from the sides) with that printed number."""
    lengthwise = side in (Side.FRONT, Side.REAR)
    line = [(row, column) for row, column in squares if (column if lengthwise else row) == roll]
    nearest = sorted(line, key=board.reading_order, reverse=side in (Side.REAR, Side.RIGHT))
    return nearest[0] if nearest else None


def risk(board: Board, ships: Sequence[Parts]) -> dict[Square, int]:
    """In how many throws, summed over the four sides, each component would be lost (docs/rulings.md "Risk").

    What comes meets the first component of all ships, and breaks only the ship that it hits.
    """
    built = [square for parts in ships for square in parts]
    hit: Counter[Square | None] = Counter()
    for side in SIDES:
        for roll, ways in WAYS.items():
            hit[first_hit(board, built, side, roll)] += ways
    total = dict.fromkeys(built, 0)
    for parts in ships:
        held = joints(board, parts)
        for square in parts.keys() & hit.keys():
            for lost in parts.keys() - largest(pieces(held, parts.keys() - {square})):
                total[lost] += hit[square]
    return total


def giving_up_order(board: Board, ships: Sequence[Parts]) -> list[Square]:
    """Squares by falling risk, ties in reading order: where tokens are taken from first."""
    counted = risk(board, ships)
    return sorted(counted, key=lambda square: (-counted[square], board.reading_order(square)))


def flaws(board: Board, parts: Parts) -> Iterator[Flaw]:
    """Every breach of the building rules (rules: "Ein Fehler kann sein")."""
    for square, component in parts.items():
        yield from _connector_flaws(board, parts, square)
        yield from _facing_flaws(board, parts, square, component)
        if square not in board.squares:
            yield "outside_board", square, None
        if component.kind == "starting_cabin" and square != board.start:
            yield "starting_cabin", square, None
    if not _start_is_right(board, parts):
        yield "starting_cabin", board.start, None
    for square in parts.keys() - _main_piece(board, parts):
        yield "disconnected", square, None


def _connector_flaws(board: Board, parts: Parts, square: Square) -> Iterator[Flaw]:
    for other, mine, theirs in touching(board, parts, square):
        earlier = board.reading_order(square) < board.reading_order(other)
        if earlier and (mine, theirs) != (0, 0) and (mine, theirs) not in FITS:
            yield "connector_mismatch", square, other


def _facing_flaws(board: Board, parts: Parts, square: Square, component: Component) -> Iterator[Flaw]:
    kind = component.is_a
    if not (kind.cannon or kind.engine):
        return
    (side,) = component.facing
    ahead = board.neighbour(square, side)
    if ahead in parts:
        yield ("cannon_blocked" if kind.cannon else "engine_blocked"), square, ahead
    if kind.engine and side != Side.REAR:
        yield "engine_direction", square, None


def _start_is_right(board: Board, parts: Parts) -> bool:
    return board.start in parts and parts[board.start].kind == "starting_cabin"


def _main_piece(board: Board, parts: Parts) -> Piece:
    found = pieces(joints(board, parts), parts)
    if _start_is_right(board, parts):
        return next(piece for piece in found if board.start in piece)
    return largest(found)


def flaws_plain(layout: Layout) -> set[Flaw]:
    """Every construction flaw as (kind, square, other square or None)."""
    return set(flaws(layout.board, layout.components))
