"""Which components may lie on a square beside what is built around it (rules: "Wie baut man ein Raumschiff?")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from analyzer.errors import AnalyzerError, whole_number
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.box import left_in_box, turned_all_ways
from analyzer.trucker.ship.component import SIDES, START, Component, Side, joined, mismatched
from analyzer.trucker.ship.layout import Layout


def instead(layout: Layout, square: Square, part: Component | None) -> Layout:
    """The ship with that component on the square, or nothing; aliens that lost their home are replaced by humans."""
    others = {at: one for at, one in layout.components.items() if at != square}
    return layout.rebuilt_of(others if part is None else others | {square: part})


def checked_square(layout: Layout, square: object) -> Square:
    """The square of the ship's board that was named; raises AnalyzerError for others and for the starting cabin's."""
    try:
        row, column = (whole_number(number, "square", 0) for number in square)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise AnalyzerError(f"square {square!r}: give row and column as printed, e.g. 6,7") from None
    if (row, column) not in layout.board.squares:
        beside = " and ".join(f"({row},{there})" for at, there in layout.board.squares if at == row)
        cure = f"the squares of row {row} are {beside}" if beside else f"its rows are {_listed(layout.board.rows)}"
        raise AnalyzerError(f"square {row},{column}: board {layout.board.title} has none there: {cure}")
    if (row, column) == layout.board.start:
        raise AnalyzerError(f"square {row},{column}: only the starting cabin may lie there: name another")
    return row, column


def fits(layout: Layout, square: Square, part: Component) -> bool:
    """Whether the component may lie on that square of the board as far as its neighbours are concerned.

    At least one of them has to hold it, no two sides may be at odds, and no muzzle or nozzle may be covered.
    """
    if square not in layout.board.squares or not _may_start(layout, square, part):
        return False
    if part.is_a.engine and part.facing != (Side.REAR,):
        return False
    held = part.kind == START
    for side in SIDES:
        beside = layout.components.get(layout.board.neighbour(square, side))
        if beside is None:
            continue
        if _blows(part, side) or _blows(beside, side.opposite):
            return False
        touching = part.connectors[side], beside.connectors[side.opposite]
        if mismatched(*touching):
            return False
        held = held or joined(*touching)
    return held


def lying(layout: Layout, square: Square, pieces: Iterable[Component]) -> list[Component]:
    """Every way in which one of the pieces may lie on the square, as `fits` has it."""
    turns = dict.fromkeys(turn for piece in pieces for turn in turned_all_ways(piece))
    return [part for part in turns if fits(layout, square, part)]


def legal_on(layout: Layout, square: Square) -> list[Component]:
    """Every component that may lie on the square in place of what lies there, from what the box holds then.

    Turned in every way that leaves no flaw on that square and brings none elsewhere, in the order of the box; what lies
    there now is among them.
    """
    bare, known = instead(layout, square, None), set(layout.flaws())
    legal = []
    for part in lying(bare, square, left_in_box(bare)):
        flaws = instead(layout, square, part).flaws()
        if all(flaw in known and square not in (flaw.square, flaw.other) for flaw in flaws):
            legal.append(part)
    return legal


def pattern(part: Component) -> tuple[object, ...]:
    """What flights know of a component that fits: two with one pattern on one square fly alike.

    Which connector holds two components together makes no difference, only where there is one.
    """
    return part.kind, part.facing, tuple(connector > 0 for connector in part.connectors)


def alike(parts: Iterable[Component]) -> Mapping[Component, tuple[Component, ...]]:
    """The components by the first of those that fly alike, itself among them."""
    groups: dict[tuple[object, ...], list[Component]] = {}
    for part in parts:
        groups.setdefault(pattern(part), []).append(part)
    return {group[0]: tuple(group) for group in groups.values()}


def _may_start(layout: Layout, square: Square, part: Component) -> bool:
    """Whether it is the starting cabin on its square; of a build the only one, anywhere; or any other, elsewhere."""
    if layout.is_build:
        others = (one.kind for at, one in layout.components.items() if at != square)
        return part.kind != START or START not in others
    return (part.kind == START) == (square == layout.board.start)


def _blows(part: Component, side: Side) -> bool:
    """Whether a muzzle or nozzle of the component points to that side."""
    return bool(part.is_a.cannon or part.is_a.engine) and side in part.facing


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
