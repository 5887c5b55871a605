"""What one box lacks to build a ship: which component, on which square, and what is left that could lie there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.box import as_printed, left_in_box, missing_from_box
from analyzer.trucker.ship.component import START, Component, Kind
from analyzer.trucker.ship.fitting import instead, lying
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout

NEAREST = 3
"""So many of the components that could lie there are named."""
USES = ("cabin", "batteries", "containers", "special_containers", "cannon", "engine", "shield", "life_support")
"""What kinds of components are for; those that are for the same are kin."""


@dataclass(frozen=True, slots=True)
class Instead:
    """A square whose component is one too many, as the file writes it, and what is left in the box in its place."""

    square: Square
    filed: str
    nearest: tuple[str, ...]

    def __str__(self) -> str:
        left = f"nearest left: {', '.join(self.nearest)}" if self.nearest else "nothing of the kind left fits there"
        return f"{self.filed} at {at(self.square)} ({left})"


@dataclass(frozen=True, slots=True)
class Missing:
    """A component that the ship uses more often than one box has it.

    token: as printed in the box; squares: all that use it; over: those that one box cannot fill, with cures.
    """

    token: str
    kind: str
    used: int
    in_box: int
    squares: tuple[Square, ...]
    over: tuple[Instead, ...]

    def __str__(self) -> str:
        have = self.in_box or "none"
        counted = f": the ship uses {self.used}, one box has {have}" if self.used > 1 else ": one box has none"
        return f"{in_words(self.kind)} {'; '.join(map(str, self.over))}{counted}"


def lacking(layout: Layout) -> Iterator[Missing]:
    """What one box lacks, component by component; of several alike the last squares in reading order are too many."""
    for printed, used, held in missing_from_box(layout):
        squares = tuple(at for at, part in layout.components.items() if as_printed(part) == printed)
        over = tuple(
            Instead(
                square,
                write_token(layout.components[square]),
                tuple(map(write_token, nearest(layout, square)[:NEAREST])),
            )
            for square in squares[held:]
        )
        yield Missing(write_token(printed), printed.kind, used, held, squares, over)


def nearest(layout: Layout, square: Square) -> list[Component]:
    """What is left in the box, fits on the square and is for the same, the most similar first, as it would lie.

    The same kind comes first, then the same facing, then who has more connectors alike.
    """
    own = layout.components[square]
    left = (piece for piece in left_in_box(layout) if piece.kind != START or own.kind == START)
    kin = [piece for piece in left if _for_the_same(piece.is_a, own.is_a)]
    fitting = lying(instead(layout, square, None), square, kin)
    return sorted(fitting, key=lambda part: (part.kind != own.kind, part.facing != own.facing, _unlike(part, own)))


def not_in_one_box(ships: Iterable[Layout]) -> Iterator[str]:
    """A sentence for every ship that cannot be built from one box, for those who fly it all the same."""
    for ship in ships:
        missing = "; ".join(map(str, lacking(ship)))
        if missing:
            box = f"{ship.name} cannot be built from one {ship.board.edition} box"
            yield f"{box}. It is flown all the same. Too many: {missing}."


def _for_the_same(one: Kind, other: Kind) -> bool:
    return all(bool(getattr(one, use)) == bool(getattr(other, use)) for use in USES)


def _unlike(one: Component, other: Component) -> tuple[int, int]:
    """On how many sides the connectors differ, and by how much in all."""
    apart = [abs(mine - theirs) for mine, theirs in zip(one.connectors, other.connectors, strict=True)]
    return sum(map(bool, apart)), sum(apart)
