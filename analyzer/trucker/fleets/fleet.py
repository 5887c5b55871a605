"""Fleets that the dice make of a build.

Quarters that the dice do not join are different ships. They hold nothing together, cannot mismatch, and leave
connectors exposed where they touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from analyzer.errors import AnalyzerError, whole_number
from analyzer.trucker.fleets.borders import BETWEEN, JOINING, LAYOUTS_IN_WORDS, layout_of, ships_of
from analyzer.trucker.fleets.joining import geometries, joined_by
from analyzer.trucker.fleets.tables import BOARD, EDITION, FleetTables, fleet_tables
from analyzer.trucker.ship.bitboard import Bits, count
from analyzer.trucker.ship.component import COLOURS, Side, Square
from analyzer.trucker.ship.flaws import Flaw, sorted_flaws
from analyzer.trucker.ship.hull import Hull, compile_hull
from analyzer.trucker.ship.plan import Plan, pieces_of
from analyzer.trucker.ship.strength import cannon_halves, engine_strength

FALLS_OFF = "disconnected"
"""Kind of flaw that does not ground a fleet: unjoined pieces fall off before the start and count as lost."""


@dataclass(frozen=True, repr=False)
class Fleet(Plan):
    """The ships that a build becomes once the dice have joined its quarters.

    Attributes:
        name: Name of the build.
        board: Its board.
        components: Components that belong to the fleet, by square.
        aliens: Cabins of the aliens that can live there, by colour.
        reserve: Components that were laid aside and never built.
        joined: Borders that grew together, e.g. "F+L".
        ships: Squares of the board that belong to each ship, in reading order of their first square.
        quarters: Quarters of each ship.
        not_built: Squares of the build that were never laid, because their border did not grow together.
        unseated: Colours of the aliens that cannot live where the build wants them, because their cabin has no life
            support here.
    """

    joined: str = ""
    ships: tuple[frozenset[Square], ...] = ()
    quarters: tuple[tuple[str, ...], ...] = ()
    not_built: tuple[Square, ...] = ()
    unseated: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.name, self.board, self.joined, frozenset(self.components.items())))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}, joined {self.joined!r}, {len(self.ships)} ships>"

    @property
    def layout(self) -> str:
        """Name of the layout: two_behind, two_beside, three, one_large or L_and_tiny."""
        return layout_of(self.joined)

    @property
    def separate_ships(self) -> tuple[frozenset[Square], ...]:
        """Squares of each ship of a fleet with several ships; empty for one large ship."""
        return self.ships if len(self.ships) > 1 else ()

    @cached_property
    def hull(self) -> Hull:
        """The fleet as masks of bits on one board, on which components of different ships neither join nor touch."""
        return compile_hull(self)

    @cached_property
    def masks(self) -> Bits:
        """Mask of the squares with components of each ship of the fleet. Shape (ships,)."""
        return np.array([self.hull.mask_of(self.components.keys() & ship) for ship in self.ships], np.uint64)

    @cached_property
    def unbegun(self) -> tuple[int, ...]:
        """Numbers of the ships, from 0, without any component; they leave before the start at no charge."""
        return tuple(number for number, mask in enumerate(self.masks.tolist()) if not mask)

    @cached_property
    def unmanned(self) -> tuple[int, ...]:
        """Numbers of the ships, from 0, that have components but no human; they leave before the first card."""
        humans = self.hull.tokens.humans
        carried = count(humans.left(self.masks) & humans.full).tolist()
        return tuple(n for n, seats in enumerate(carried) if not seats and n not in self.unbegun)

    @property
    def starting(self) -> tuple[int, ...]:
        """Numbers of the ships, from 0, that take off: they have components and a human."""
        return tuple(n for n in range(len(self.ships)) if n not in self.unbegun + self.unmanned)

    def ship_with(self, quarter: str) -> int:
        """Return the number, from 0, of the ship that a quarter belongs to."""
        return next(number for number, quarters in enumerate(self.quarters) if quarter in quarters)

    def ship_of(self, square: Square) -> int | None:
        """Return the number, from 0, of the ship that a square belongs to; None for a square of no ship."""
        return self._ship_of.get(square)

    @cached_property
    def _ship_of(self) -> dict[Square, int]:
        """Number of the ship that each square belongs to."""
        return {square: number for number, ship in enumerate(self.ships) for square in ship}

    def beside(self, square: Square, side: Side) -> Square | None:
        """Return the neighbouring square on a side if a component of the same ship lies there, else None."""
        there = super().beside(square, side)
        return there if there is not None and self.ship_of(there) == self.ship_of(square) else None

    def flaws(self) -> list[Flaw]:
        """Return every flaw of construction in reading order; empty if each ship is legal."""
        return list(self._flaws)

    @cached_property
    def _flaws(self) -> tuple[Flaw, ...]:
        """All flaws of construction of the fleet, computed once."""
        # Quarters that the dice do not join are other ships, so pieces are sought within each ship.
        apart = [Flaw("disconnected", square) for squares in self.falls_off() for square in squares]
        cabins = [square for square, part in self.components.items() if part.kind == "starting_cabin"]
        many = (Flaw("starting_cabins", square, cabins[0]) for square in cabins[1:])
        return tuple(sorted_flaws(self, [*apart, *many]))

    def falls_off(self) -> list[list[Square]]:
        """Return, for each ship, the squares of all pieces but the largest, in reading order.

        If several pieces are largest, the first one stays.
        """
        by_ship = []
        for ship in self.ships:
            pieces = [*pieces_of(self, (square for square in self.components if square in ship))]
            main = max(pieces, key=len, default=set())
            off = (square for piece in pieces if piece is not main for square in piece)
            by_ship.append(sorted(off, key=self.board.reading_order))
        return by_ship

    def pieces(self, without: Iterable[Square] = ()) -> list[list[set[Square]]]:
        """Return the connected pieces of each ship, as sets of squares.

        Args:
            without: Squares of components that are lost.

        Raises:
            AnalyzerError: If no component lies on one of these squares.
        """
        gone = {(int(row), int(column)) for row, column in without}
        unknown = sorted(gone - self.components.keys())
        if unknown:
            raise AnalyzerError([f"no component on {square}: name squares of this fleet" for square in unknown])
        left = self.masks & ~self.hull.mask_of(gone)
        return [[self.hull.squares_of(piece) for piece in self.hull.pieces(ship)] for ship in left.tolist()]

    def exposed_connectors(self) -> int:
        """Return the number of the fleet's connectors that have no component of the same ship beside them."""
        return int(self.hull.exposed(self.hull.occupied)[0])

    def engine_strengths(self, batteries: Sequence[int] | None = None) -> list[int]:
        """Return the strength of the engines of each ship of the fleet.

        A brown alien helps only its own ship, and only if that ship's engines have some strength without it.

        Args:
            batteries: Charges that each ship may spend of its own; none if None.

        Raises:
            AnalyzerError: If there is not one number for each ship.
        """
        brown = self._has_alien("brown")
        return [int(each) for each in engine_strength(self.hull, self.masks, self._charges(batteries), brown)]

    def engine_strength(self, batteries: Sequence[int] | None = None) -> int:
        """Return the strength of the fleet's engines, i.e. of its weakest ship that flies; 0 if no ship flies.

        Args:
            batteries: Charges that each ship may spend of its own; none if None.

        Raises:
            AnalyzerError: If there is not one number for each ship.
        """
        strengths = self.engine_strengths(batteries)
        return min((strengths[number] for number in self.starting), default=0)

    def cannon_strengths(self, batteries: Sequence[int] | None = None) -> list[float]:
        """Return the strength of the cannons of each ship of the fleet.

        A purple alien adds 2 to its own ship, if that ship's cannons have some strength without it.

        Args:
            batteries: Charges that each ship may spend of its own; none if None.

        Raises:
            AnalyzerError: If there is not one number for each ship.
        """
        halves = cannon_halves(self.hull, self.masks, self._charges(batteries), self._has_alien("purple"))
        return [int(each) / 2 for each in halves]

    def cannon_strength(self, batteries: Sequence[int] | None = None) -> float:
        """Return the strength of the fleet's cannons: the sum over all ships that fly.

        Args:
            batteries: Charges that each ship may spend of its own; none if None.

        Raises:
            AnalyzerError: If there is not one number for each ship.
        """
        strengths = self.cannon_strengths(batteries)
        return sum(strengths[number] for number in self.starting)

    def charges_of(self, number: int) -> int:
        """Return the number of charges that the ship with the given number, from 0, carries."""
        charges = self.hull.tokens.charges
        return int(count(charges.left(self.masks[number : number + 1]) & charges.full)[0])

    def _has_alien(self, colour: str) -> Any:
        """Return for each ship of the fleet whether the alien of a colour lives on it. Shape (ships,)."""
        home = self.aliens.get(colour)
        return np.array([home is not None and home in ship for ship in self.ships])

    def checked(self, batteries: object, most: int | None = None) -> list[int]:
        """Check numbers of charges, and return them as a list with one number for each ship.

        Args:
            batteries: The numbers that the caller gave.
            most: Largest number allowed for a ship; None for no limit.

        Raises:
            AnalyzerError: If there is not one whole number from 0 to `most` for each ship.
        """
        if isinstance(batteries, str) or not isinstance(batteries, Sequence) or len(batteries) != len(self.ships):
            raise AnalyzerError(f"batteries {batteries!r}: give a list of {len(self.ships)}, a number for each ship")
        return [whole_number(number, "batteries", 0, most) for number in batteries]

    def _charges(self, batteries: Sequence[int] | None) -> Any:
        return np.array([0] * len(self.ships) if batteries is None else self.checked(batteries))


def fleet(
    build: Plan,
    joined: str | None = None,
    dice: Sequence[int] | None = None,
    tables: FleetTables | None = None,
) -> Fleet:
    """Return the fleet that a build becomes with the given borders (`"F+L"`) or dice.

    Args:
        build: A build on board IVC.
        joined: Borders that grow together.
        dice: The two dice that decide which borders grow together, instead of `joined`.
        tables: Tables of class IVC; those of the program if None.

    Raises:
        AnalyzerError: If it is no build, if no component lies in a quarter, or if borders and dice are wrong or
            disagree.

    >>> import analyzer
    >>> build = analyzer.load_ship("ships/2007/IVC/bristling-bow.yaml")
    >>> analyzer.fleet(build, "F+L").joined
    'F+L'
    """
    if not isinstance(build, Plan) or (build.board.edition, build.board.name) != (EDITION, BOARD):
        what = f"{build.name} is built on board {build.board.title}" if isinstance(build, Plan) else f"{build!r}"
        raise AnalyzerError(f"{what}: give a ship file on board {EDITION}-{BOARD}; only such builds become fleets")
    tables = tables or fleet_tables()
    borders = joined_by(joined, dice, tables)
    joining = {border: part for border, part in JOINING.items() if border in borders.split("+")}
    grown = []
    for quarters in ships_of(borders):
        parts = {*quarters, *(part for border, part in joining.items() if BETWEEN[border][0] in quarters)}
        grown.append((frozenset(square for square, part in tables.parts.items() if part in parts), quarters))
    # Ships are numbered by their first square in reading order.
    grown.sort(key=lambda ship: min(map(build.board.reading_order, ship[0])))
    ships, quarters_of = zip(*grown, strict=True)
    unlaid = tables.parts.keys() - frozenset().union(*ships)
    left_out = sorted(square for square in build.components if square in unlaid)
    built = {square: part for square, part in build.components.items() if square not in left_out}
    if not built:
        raise AnalyzerError(f"{build.name}: no component lies in a quarter, so its fleet has no ship")
    made = Fleet(build.name, build.board, built, {}, build.reserve, borders, ships, quarters_of, tuple(left_out))
    return _with_aliens(made, build.aliens)


def flaws_in_any_fleet(build: Plan) -> list[Flaw]:
    """Return the flaws of all fleets that a build may become, each once, in reading order."""
    flaws = dict.fromkeys(flaw for one in geometries() for flaw in fleet(build, one.joined).flaws())
    return sorted(flaws, key=lambda flaw: build.board.reading_order(flaw.square))


def _with_aliens(made: Fleet, wanted: Mapping[str, Square]) -> Fleet:
    """Return the fleet with the aliens that can live in the cabins the build wants; the others are `unseated`."""
    homes = {
        colour: square
        for colour, square in wanted.items()
        if colour in COLOURS and square in made.hull.squares_of(made.hull.habitable(colour))
    }
    return replace(made, aliens=homes, unseated=tuple(colour for colour in wanted if colour not in homes))


def made_of(fleet: Fleet) -> str:
    """Describe the fleet that the dice make, e.g. `the dice join F+L, an L-shaped and a tiny ship: ship 1 is ...`."""
    made = f"the dice join {fleet.joined}, {LAYOUTS_IN_WORDS[fleet.layout]}"
    if not fleet.separate_ships:
        return made
    ships = [f"ship {number} is {quarters_in_words(each)}" for number, each in enumerate(fleet.quarters, start=1)]
    ships += [f"ship {number + 1} was not begun and does not start" for number in fleet.unbegun]
    ships += [f"ship {number + 1} carries no human and does not start" for number in fleet.unmanned]
    return f"{made}: {'; '.join(ships)}"


def quarters_in_words(quarters: Sequence[str]) -> str:
    """Return quarters in words, e.g. `front left + rear left` or `all four`."""
    return "all four" if len(quarters) == 4 else " + ".join(quarter.replace("_", " ") for quarter in quarters)
