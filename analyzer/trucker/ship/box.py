"""Components that the box of an edition holds, and the components that fit on a square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from analyzer.answers.note import Note, warning
from analyzer.errors import AnalyzerError, whole_number
from analyzer.trucker.edition import load_edition
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.component import SIDES, START, Component, Side, Square, connectors_join, mismatched
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship


@cache
def as_printed(component: Component) -> Component:
    """Return the component in its printed orientation, so that equal pieces of cardboard are equal.

    A component that faces a side is turned to its printed side. Any other is turned so that its connectors are the
    smallest number when read in order.
    """
    turns = turned_all_ways(component)
    if component.is_a.faces:
        # Components with a facing are printed with it in one direction only.
        turns = [turn for turn in turns if turn.facing == component.is_a.printed_facing]
    return min(turns, key=lambda turn: turn.connectors)


def turned_all_ways(component: Component) -> list[Component]:
    """Return the component in each of its distinct orientations."""
    return list(dict.fromkeys(component.turned(quarter) for quarter in range(4)))


@cache
def box_of(edition: str) -> Counter[Component]:
    """Return the number of copies of each component in the edition's box, as printed, in the order of its table.

    Raises:
        AnalyzerError: If there is no such edition.
    """
    return Counter(as_printed(part) for part in load_edition(edition).box)


def used_by(layout: Layout) -> Counter[Component]:
    """Return the number of copies of each component that the ship uses, as printed."""
    return Counter(as_printed(part) for part in layout.components.values())


def left_in_box(layout: Layout) -> Counter[Component]:
    """Return the number of copies of each component, as printed, that the box still holds once the ship is built."""
    return box_of(layout.board.edition) - used_by(layout)


def missing_from_box(layout: ShipLike) -> list[tuple[Component, int, int]]:
    """Return the components of which the ship uses more copies than one box holds.

    Args:
        layout: A ship, or the path of its file.

    Returns:
        Tuples of the component as printed, the number used, and the number in the box.

    Raises:
        AnalyzerError: If the file cannot be read as a ship.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.missing_from_box(ship)
    []
    """
    layout = as_ship(layout)
    box = box_of(layout.board.edition)
    return [(part, times, box[part]) for part, times in used_by(layout).items() if times > box[part]]


def with_component(layout: Layout, square: Square, part: Component | None) -> Layout:
    """Return the ship with `part` on the square, or with the square empty if `part` is None.

    Humans replace aliens that lose their home.
    """
    others = {at: one for at, one in layout.components.items() if at != square}
    return layout.rebuilt_of(others if part is None else others | {square: part})


def checked_square(layout: Layout, square: object) -> Square:
    """Return a square given by the user as (row, column), if a component may be exchanged there.

    Raises:
        AnalyzerError: If it is no square of the board, or the square of the starting cabin.
    """
    try:
        row, column = (whole_number(number, "square", 0) for number in square)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise AnalyzerError(f"square {square!r}: give row and column as printed, e.g. 6,7") from None
    if (row, column) not in layout.board.squares:
        beside = " and ".join(f"({row},{there})" for at, there in layout.board.squares if at == row)
        cure = (
            f"the squares of row {row} are {beside}"
            if beside
            else f"its rows are {', '.join(map(str, layout.board.rows))}"
        )
        raise AnalyzerError(f"square {row},{column}: board {layout.board.title} has none there: {cure}")
    if (row, column) == layout.board.start:
        raise AnalyzerError(f"square {row},{column}: only the starting cabin may lie there: name another")
    return row, column


def fits(layout: Layout, square: Square, part: Component) -> bool:
    """Return whether a component may lie on a square of the board beside its neighbours.

    At least one neighbour has to be joined to it, no touching sides may mismatch, and no muzzle or nozzle may be
    covered. Engines have to point to the rear. A starting cabin needs no neighbour, but has to lie on its square.
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
        if _points_to(part, side) or _points_to(beside, side.opposite):
            return False
        touching = part.connectors[side], beside.connectors[side.opposite]
        if mismatched(*touching):
            return False
        held = held or connectors_join(*touching)
    return held


def fitting_orientations(layout: Layout, square: Square, pieces: Iterable[Component]) -> list[Component]:
    """Return every orientation of the given components in which they fit on the square (see `fits`)."""
    turns = dict.fromkeys(turn for piece in pieces for turn in turned_all_ways(piece))
    return [part for part in turns if fits(layout, square, part)]


def legal_on(layout: Layout, square: Square, kind: str = "") -> list[Component]:
    """Return every component, in every orientation, that may legally replace the present one on the square.

    If a kind is named, only components of that kind are returned.

    The components are those left in the box, and the present one. Each of them leaves no flaw on the square and adds
    none elsewhere. The order is that of the box.
    """
    bare, known = with_component(layout, square, None), set(layout.flaws())
    legal = []
    for part in fitting_orientations(bare, square, (one for one in left_in_box(bare) if kind in ("", one.kind))):
        flaws = with_component(layout, square, part).flaws()
        if all(flaw in known and square not in (flaw.square, flaw.other) for flaw in flaws):
            legal.append(part)
    return legal


def pattern(part: Component) -> tuple[object, ...]:
    """Return a key of a component on a square; components with equal keys have the same effect in flight.

    If a component fits, only the sides on which it has connectors matter in flight, not the types of connectors.
    """
    return part.kind, part.facing, tuple(connector > 0 for connector in part.connectors)


def alike(parts: Iterable[Component]) -> Mapping[Component, tuple[Component, ...]]:
    """Return the components grouped by equal `pattern`; the key of each group is its first component."""
    groups: dict[tuple[object, ...], list[Component]] = {}
    for part in parts:
        groups.setdefault(pattern(part), []).append(part)
    return {group[0]: tuple(group) for group in groups.values()}


def _may_start(layout: Layout, square: Square, part: Component) -> bool:
    """Return whether the rules for starting cabins allow a component on a square.

    A starting cabin must lie on the marked square, and nothing else may lie there. On a build of class IVC, one
    starting cabin may lie on any square.
    """
    if layout.is_build:
        others = (one.kind for at, one in layout.components.items() if at != square)
        return part.kind != START or START not in others
    return (part.kind == START) == (square == layout.board.start)


def _points_to(part: Component, side: Side) -> bool:
    """Return whether a muzzle or nozzle of the component points to the given side."""
    return bool(part.is_a.cannon or part.is_a.engine) and side in part.facing


NEAREST = 3
"""Number of replacements that are suggested for a component that the box lacks."""
USES = ("cabin", "batteries", "containers", "special_containers", "cannon", "engine", "shield", "life_support")
"""Names of the properties of a `Kind` that are its purposes; kinds with the same purposes may replace each other."""


@dataclass(frozen=True, slots=True)
class SurplusSquare:
    """A square whose component exceeds the box, with suggestions for a replacement.

    Attributes:
        square: The square of the surplus component.
        filed: The component as the ship file has it.
        nearest: Similar components that are left in the box and fit there.
    """

    square: Square
    filed: str
    nearest: tuple[str, ...]

    def __str__(self) -> str:
        left = f"nearest left: {', '.join(self.nearest)}" if self.nearest else "nothing of the kind left fits there"
        return f"{self.filed} at {at(self.square)} ({left})"


@dataclass(frozen=True, slots=True)
class Missing:
    """A component of which the ship uses more copies than one box holds.

    Attributes:
        token: The component as printed.
        kind: Its kind.
        used: Number of copies that the ship uses.
        in_box: Number of copies that the box holds.
        squares: All squares that use it.
        over: The squares whose copy the box does not hold, with suggestions.
    """

    token: str
    kind: str
    used: int
    in_box: int
    squares: tuple[Square, ...]
    over: tuple[SurplusSquare, ...]

    def __str__(self) -> str:
        have = self.in_box or "none"
        counted = f": the ship uses {self.used}, one box has {have}" if self.used > 1 else ": one box has none"
        return f"{in_words(self.kind)} {'; '.join(map(str, self.over))}{counted}"


def lacking(layout: Layout) -> Iterator[Missing]:
    """Yield the components of which the ship uses more copies than one box holds.

    The last squares in reading order count as the surplus ones.
    """
    for printed, used, held in missing_from_box(layout):
        squares = tuple(at for at, part in layout.components.items() if as_printed(part) == printed)
        over = tuple(
            SurplusSquare(
                square,
                write_token(layout.components[square]),
                tuple(map(write_token, nearest(layout, square)[:NEAREST])),
            )
            for square in squares[held:]
        )
        yield Missing(write_token(printed), printed.kind, used, held, squares, over)


def nearest(layout: Layout, square: Square) -> list[Component]:
    """Return the components left in the box that could replace the present one on a square, most similar first.

    They fit there in the returned orientation, and serve the same purpose. Components of the same kind come first, then
    those with the same facing, then those with more similar connectors.
    """
    own = layout.components[square]
    left = (piece for piece in left_in_box(layout) if piece.kind != START or own.kind == START)
    purposes = [bool(getattr(own.is_a, use)) for use in USES]
    kin = [piece for piece in left if [bool(getattr(piece.is_a, use)) for use in USES] == purposes]
    fitting = fitting_orientations(with_component(layout, square, None), square, kin)
    return sorted(fitting, key=lambda part: (part.kind != own.kind, part.facing != own.facing, _unlike(part, own)))


def not_in_one_box(ships: Iterable[Layout]) -> Iterator[Note]:
    """Yield a note for each ship that flies although it cannot be built from one box."""
    for ship in ships:
        missing = "; ".join(map(str, lacking(ship)))
        if missing:
            box = f"{ship.name} cannot be built from one {ship.board.edition} box"
            yield warning(f"{box}. It is flown all the same. Too many: {missing}.")


def _unlike(one: Component, other: Component) -> tuple[int, int]:
    """Return how much the connectors of two components differ: on how many sides, and the sum of the differences."""
    differences = [abs(mine - theirs) for mine, theirs in zip(one.connectors, other.connectors, strict=True)]
    return sum(map(bool, differences)), sum(differences)
