"""What would be wrong with a component on every square at once, before it is laid: no ship is compiled for that."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.trucker.designer.drawing import laid, there
from analyzer.trucker.sayings.phrases import at
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.box import as_printed, missing_from_box
from analyzer.trucker.ship.component import Component
from analyzer.trucker.ship.flaws import Flaw, find_flaws
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.pieces import pieces_of

NONE_LEFT = "none of these is left in the box"


def squares_to_try(ship: Layout, on: Square | None) -> list[Square]:
    """The squares on which a component is tried when it is held over `on`: all of the board, and that one."""
    squares = list(ship.board.squares)
    return squares if on is None or on in squares else [*squares, on]


def against(ship: Layout, part: Component, squares: Iterable[Square], taken: Square | None) -> dict[Square, list[str]]:
    """By square why the component should not lie there: flaws it would have or bring, and a box with none left."""
    if taken is not None:
        there(ship, taken)
    settled = ship if ship.homeless() else ship.without_aliens()  # aliens with a home leave with it, and are no flaw
    known = set(ship.flaws())
    return {on: _against(settled, known, part, on, taken) for on in squares}


def _against(ship: Layout, known: set[Flaw], part: Component, on: Square, taken: Square | None) -> list[str]:
    if on not in ship.board.squares:
        return [f"{at(on)}: board {ship.board.title} has no such square"]
    tried = laid(ship, part, on, taken)
    flaws = [flaw for flaw in _flaws(tried) if flaw not in known or on in (flaw.square, flaw.other)]
    short = taken is None and as_printed(part) in {one for one, *_ in missing_from_box(tried)}
    return [*map(str, flaws), *[NONE_LEFT] * short]


def _flaws(ship: Layout) -> list[Flaw]:
    """Its flaws; those of a lone ship without aliens are found without compiling it."""
    if ship.is_build or ship.aliens:
        return ship.flaws()
    return find_flaws(ship, list(pieces_of(ship, ship.components)))
