"""Hulls: layouts compiled once to bit masks and short tables, which flights look up very often."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.trucker.ship.bitboard import (
    ONE,
    Bits,
    IntArray,
    Link,
    highest,
    links_between,
    lowest,
    partners,
    pieces,
    positions,
    to_bits,
)
from analyzer.trucker.ship.component import (
    MOST_STRENGTH,
    SIDES,
    Component,
    Kind,
    Side,
    Square,
    connectors_join,
    throws_of,
)
from analyzer.trucker.ship.plan import Plan
from analyzer.trucker.ship.tokens import Tokens

ROLLS = 13
"""Length of tables that are indexed by dice sum: 0 to 12."""
MOST_SHIPS = 3
"""Largest number of ships in a fleet; the four quarters of a build make at most three, because two always join."""


@dataclass(frozen=True)
class Hull:
    """A ship compiled to masks of bits, from which flights read where components lie and how they join.

    A position is the index of a square in `squares`: the board's squares and those with a component, in reading order.
    A mask has a bit for each position; all masks are uint64.

    Attributes:
        layout: The ship that was compiled.
        squares: The square of each position.
        occupied: The squares with a component. Shape (1,).
        joins: Links between squares whose connectors hold together.
        touching: Links between all touching components, sideways and lengthways.
        connectors: Components with a connector on each side. Shape (4,).
        lines: Column or row that a projectile flies along, by side and dice sum. Shape (4, 13).
        reach: Squares from which a cannon can hit a large meteor, by side and dice sum. Shape (4, 13).
        single_cannons: Cannons that need no battery, by the side that they face. Shape (4,).
        double_cannons: Cannons that need a battery, whatever their strength, by the side that they face. Shape (4,).
        shields: Shields that cover each side. Shape (4,).
        single_engines: Engines that need no battery.
        double_engines: Engines that need a battery.
        cabins: Components in which people live.
    """

    layout: Plan
    squares: tuple[Square, ...]
    occupied: Bits
    joins: tuple[Link, ...]
    touching: tuple[tuple[Link, ...], tuple[Link, ...]]
    connectors: Bits
    lines: Bits
    reach: Bits
    single_cannons: Bits
    double_cannons: Bits
    shields: Bits
    single_engines: np.uint64
    double_engines: np.uint64
    cabins: np.uint64

    @cached_property
    def key(self) -> str:
        """Key of all properties that matter in flight, without the name; ships with equal keys have equal flights."""
        plan = self.layout
        separate = [sorted(ship) for ship in plan.separate_ships]
        return repr((plan.board, dict(plan.components), sorted(plan.aliens.items()), plan.reserve, separate))

    @cached_property
    def ships(self) -> Bits:
        """Squares of each ship of a fleet; for a single ship, all squares. Shape (MOST_SHIPS,)."""
        masks = [
            int(self.mask_of(square for square in self.squares if square in one)) for one in self.layout.separate_ships
        ]
        # Of a single ship all squares, also empty ones, so that a mask of it never takes anything away.
        masks = masks or [(1 << 64) - 1]
        return np.array(masks + [0] * (MOST_SHIPS - len(masks)), np.uint64)

    @cached_property
    def ship_of(self) -> list[int]:
        """Index, within a fleet, of the ship to which each of 64 positions belongs."""
        masks = self.ships.tolist()
        # Squares of no ship count as those of ship 0, whose number is harmless as an index.
        return [max(ship for ship, mask in enumerate(masks) if mask >> place & 1 or not ship) for place in range(64)]

    def mask_of(self, squares: Iterable[Square]) -> np.uint64:
        """Return the mask with the bits of the given squares."""
        return np.uint64(to_bits(_places(self.squares)[square] for square in squares))

    def squares_of(self, bits: int) -> set[Square]:
        """Return the squares whose bits are set in a mask."""
        return {self.squares[position] for position in positions(bits)}

    def pieces(self, left: int) -> list[int]:
        """Return the connected pieces of a mask, the piece with the earliest square first."""
        return pieces(left, self.joins)

    @cached_property
    def joined_to(self) -> Bits:
        """Mask of the squares joined to each position. Shape (64,)."""
        return partners(ONE << np.arange(64, dtype=np.uint64), self.joins)

    def exposed(self, alive: Bits) -> IntArray:
        """Return the number of exposed connectors for each mask of surviving components.

        A connector is exposed if no surviving component touches that side (rules: "Offene Teile des Schiffes").
        """
        return exposed(self, alive)

    @cached_property
    def uncommon(self) -> bool:
        """Whether a cannon or engine has a strength that none of the program's own kinds has."""
        kinds = {part.is_a for part in self.layout.components.values()}
        return any(max(kind.cannon, kind.engine) > 1 + kind.powered for kind in kinds) or any(
            kind.powered and max(kind.cannon, kind.engine) == 1 for kind in kinds
        )

    @cached_property
    def cannons(self) -> Bits:
        """Squares of cannons, by need of a battery, strength, and facing forward. Shape (2, MOST_STRENGTH + 1, 2)."""
        masks = np.zeros((2, MOST_STRENGTH + 1, 2), np.uint64)
        for square, part in self.layout.components.items():
            if part.is_a.cannon:
                forward = int(part.facing == (Side.FRONT,))
                masks[int(part.is_a.powered), part.is_a.cannon, forward] |= self.mask_of([square])
        return masks

    @cached_property
    def engines(self) -> Bits:
        """Squares of engines, by need of a battery, and strength. Shape (2, MOST_STRENGTH + 1).

        The entries for strength 0 hold all components that are no engines.
        """
        masks = np.zeros((2, MOST_STRENGTH + 1), np.uint64)
        for square, part in self.layout.components.items():
            masks[int(part.is_a.powered), part.is_a.engine] |= self.mask_of([square])
        return masks

    @cached_property
    def built(self) -> int:
        """Number of components of the ship as launched."""
        return int(self.occupied[0]).bit_count()

    def habitable(self, colour: str) -> int:
        """Return the mask of cabins joined to life support of the given colour.

        The starting cabin is never among them (rules: "Aliens").
        """
        support = self.where(lambda part: part.is_a.life_support == colour)
        homes = self.where(lambda part: part.is_a.aliens)
        return int(np.bitwise_or.reduce(self.joined_to[positions(int(support))]) & homes)

    def where(self, fits: Callable[[Component], bool]) -> np.uint64:
        """Return the mask of squares whose component satisfies `fits`."""
        return self.mask_of(square for square, part in self.layout.components.items() if fits(part))

    @cached_property
    def breaks_off(self) -> dict[int, int]:
        """Mask of all squares that are lost if a component is destroyed, by position of the component.

        The mask includes the component itself. The largest remaining piece flies on; of equally large pieces, the one
        with the earliest square flies on. In a fleet, only the ship with the component breaks.
        """
        occupied, ships = int(self.occupied[0]), self.ships.tolist()
        # Only a ship in one piece allows the short cut below; flawed ships may be in several.
        in_one = {ship for ship in ships if len(self.pieces(occupied & ship)) == 1}
        beside = self.joined_to.tolist()
        lost = {}
        for position in positions(occupied):
            ship = ships[self.ship_of[position]]
            own, around = occupied & ship, beside[position] & occupied & ship
            if ship in in_one and around and not around & (around - 1):
                lost[position] = 1 << position  # it hangs on a single neighbour, and nothing hangs on it
                continue
            pieces = self.pieces(own & ~(1 << position))
            lost[position] = own & ~max(pieces, key=int.bit_count, default=0)
        return lost

    @cached_property
    def first_hits(self) -> Bits:
        """Square that a hazard hits first on the intact ship, by side and dice sum; 0 for a miss. Shape (4, 13)."""
        return np.stack([nearest(self.lines[side] & self.occupied[0], side) for side in SIDES])

    @cached_property
    def risk(self) -> dict[int, int]:
        """Risk of each position: how many of the 144 pairs of a side and a dice result take its component away.

        Every hit counts, as if nothing could avert it: 36 dice results from each of the four sides.
        """
        # A component is at risk by every hit on a component with which it breaks off.
        hit = dict.fromkeys(self.breaks_off, 0)
        for by_roll in self.first_hits.tolist():
            for roll, first in enumerate(by_roll):
                for position in positions(first):
                    hit[position] += throws_of(roll)
        risk = dict.fromkeys(hit, 0)
        for first, often in hit.items():
            for position in positions(self.breaks_off[first]):
                risk[position] += often
        return risk

    @cached_property
    def tokens(self) -> Tokens:
        """Tokens of crew, charges and cubes, in the order in which they are given up."""
        return Tokens(self.layout, self.squares, self.risk, self.joined_to, self.where)


class ContactMasks(Protocol):
    """Interface of the masks that `exposed` needs.

    They are those of one hull, or stacked ones: each element has a hull of its own.
    """

    @property
    def touching(self) -> Any:
        """Links between touching components, sideways and lengthways."""

    @property
    def connectors(self) -> Any:
        """Components with a connector on each side. Shape (..., 4)."""


class ShipMasks(Protocol):
    """Interface of the masks that `own_ship` needs.

    They are those of one hull, or stacked ones: each element has a hull of its own.
    """

    @property
    def ships(self) -> Any:
        """Squares of each ship. Shape (..., MOST_SHIPS)."""


def exposed(hull: ContactMasks, alive: Bits) -> IntArray:
    """Return the number of exposed connectors for each mask of surviving components.

    A connector is exposed if no surviving component touches that side (rules: "Offene Teile des Schiffes").
    """
    return np.asarray(np.sum(exposed_by_side(hull, alive), axis=0, dtype=np.int64))


def exposed_by_side(hull: ContactMasks, alive: Bits) -> list[IntArray]:
    """Return the number of exposed connectors on each side, front first; arguments as in `exposed`."""
    sideways, lengthways = hull.touching
    covered = {side: np.zeros_like(alive) for side in SIDES}
    for links, here, there in ((sideways, Side.RIGHT, Side.LEFT), (lengthways, Side.REAR, Side.FRONT)):
        for shift, mask in links:
            # A link shifts from the square on the left (or in front) to the one on the right (or behind).
            covered[here] |= (alive >> np.uint64(shift)) & np.asarray(mask, np.uint64)
            covered[there] |= (alive & np.asarray(mask, np.uint64)) << np.uint64(shift)
    connectors = hull.connectors
    return [np.bitwise_count(alive & connectors[..., side] & ~covered[side]) for side in SIDES]


def own_ship(hull: ShipMasks, component: Bits) -> Bits:
    """Return the squares of the ship to which each component belongs, without the other ships of its fleet."""
    ships = (hull.ships[..., number] for number in range(MOST_SHIPS))
    # Ships do not overlap, so at most one term is not empty.
    return np.asarray(sum(np.where((component & ship) != 0, ship, np.uint64(0)) for ship in ships), np.uint64)


def nearest(line: Bits, side: Side | npt.NDArray[np.intp]) -> Bits:
    """Return the first square of a column or row, seen from the side from which a projectile comes."""
    # Positions are in reading order, so the front and the left of a line are its lowest bits.
    return np.where((side == Side.FRONT) | (side == Side.LEFT), lowest(line), highest(line))


def compile_hull(layout: Plan) -> Hull:
    """Return a layout compiled to a hull, i.e. to masks of bits.

    Flawed layouts compile too: squares outside the board are sorted in with those on it.

    Raises:
        AnalyzerError: If the ship has more than 64 squares, or no component.
    """
    board = layout.board
    squares = tuple(sorted(set(board.squares) | set(layout.components), key=board.reading_order))
    if len(squares) > 64:
        raise AnalyzerError(f"{layout.name}: {len(squares)} squares, at most 64 can be analysed; stay on the board")
    if not layout.components:
        raise AnalyzerError(f"{layout.name}: no components: a ship needs at least its starting cabin")
    sideways = tuple(_touching(layout, squares, Side.RIGHT))
    lengthways = tuple(_touching(layout, squares, Side.REAR))

    laid = [(1 << _places(squares)[square], part, part.is_a) for square, part in layout.components.items()]
    facing = [(bit, kind, part.facing) for bit, part, kind in laid if part.facing]

    def where(fits: Callable[[Kind], bool]) -> np.uint64:
        return np.uint64(sum(bit for bit, _, kind in laid if fits(kind)))

    def to_side(fits: Callable[[Kind], bool]) -> Bits:
        acting = [(bit, sides) for bit, kind, sides in facing if fits(kind)]
        return np.array([sum(bit for bit, sides in acting if side in sides) for side in SIDES], np.uint64)

    return Hull(
        layout=layout,
        squares=squares,
        occupied=np.array([where(lambda kind: True)]),
        joins=links_between((a, b) for a, b, hold in sideways + lengthways if hold),
        touching=(
            links_between((a, b) for a, b, _ in sideways),
            links_between((a, b) for a, b, _ in lengthways),
        ),
        connectors=np.array([sum(bit for bit, part, _ in laid if part.connectors[side]) for side in SIDES], np.uint64),
        lines=_lines(squares, (0, 0, 0, 0)),
        reach=_lines(squares, _reaches(layout)),
        single_cannons=to_side(lambda kind: kind.cannon > 0 and not kind.powered),
        double_cannons=to_side(lambda kind: kind.cannon > 0 and kind.powered),
        # All-round shields have no facing, so they are added to every side.
        shields=to_side(lambda kind: kind.shield > 0) | where(lambda kind: kind.shield == len(SIDES)),
        single_engines=where(lambda kind: kind.engine > 0 and not kind.powered),
        double_engines=where(lambda kind: kind.engine > 0 and kind.powered),
        cabins=where(lambda kind: kind.cabin),
    )


@lru_cache(64)
def _places(squares: tuple[Square, ...]) -> dict[Square, int]:
    """Return the index of each square in reading order, i.e. its position."""
    return {square: position for position, square in enumerate(squares)}


def _touching(layout: Plan, squares: tuple[Square, ...], side: Side) -> Iterable[tuple[int, int, bool]]:
    place = _places(squares)
    for square, part in layout.components.items():
        beside = layout.beside(square, side)
        if beside is not None:
            hold = connectors_join(part.connectors[side], layout.components[beside].connectors[side.opposite])
            yield place[square], place[beside], hold


def _reaches(layout: Plan) -> tuple[int, int, int, int]:
    edition = layout.edition
    # In the order front, right, rear, left; against meteors from the front a cannon has to stand in the column
    # itself.
    return 0, edition.side_meteor_reach, edition.rear_meteor_reach, edition.side_meteor_reach


@lru_cache(64)
def _lines(squares: tuple[Square, ...], widths: tuple[int, int, int, int]) -> Bits:
    """Return the squares in or near the line that a projectile takes, by side and dice sum. Shape (4, ROLLS).

    Args:
        squares: The square of each position.
        widths: For each side, how many columns (front, rear) or rows (right, left) beside the line count as near.
    """
    lines = np.zeros((4, ROLLS), np.uint64)
    for side in SIDES:
        axis = 1 if side in (Side.FRONT, Side.REAR) else 0
        for roll in range(2, ROLLS):
            near = (i for i, square in enumerate(squares) if abs(square[axis] - roll) <= widths[side])
            lines[side, roll] = to_bits(near)
    lines.flags.writeable = False  # boards have them in common
    return lines
