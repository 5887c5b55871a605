"""What can be said of a build of class IVC before it flies: of each fleet that the dice may make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from analyzer.trucker.fleets.borders import layout_of, ships_of
from analyzer.trucker.fleets.fleet import Fleet, fleet
from analyzer.trucker.fleets.joining import Geometry, geometries
from analyzer.trucker.fleets.tables import BOARD, EDITION, FleetTables, fleet_tables
from analyzer.trucker.ship.bitboard import count
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.flaws import Flaw
from analyzer.trucker.ship.plan import Plan


def quarters_of(plan: Plan) -> Mapping[Square, str]:
    """By square of a build the part that it belongs to, e.g. front_left; {} of any other ship."""
    return fleet_tables().parts if plan.is_build else {}


@dataclass(frozen=True)
class ShipOfFleet:
    """One ship of a fleet: its quarters, what it carries, and its strengths without batteries and with all it has.

    `starts`: "flies", "not begun" or "without humans"; `falls_off`: squares of all pieces but the largest.
    """

    quarters: tuple[str, ...]
    starts: str
    components: int
    cannons: tuple[float, float]
    engines: tuple[int, int]
    humans: int
    batteries: int
    containers: int
    special_containers: int
    exposed: int
    falls_off: tuple[Square, ...]


@dataclass(frozen=True)
class FleetFacts:
    """A fleet that the dice may make: its chance in ways of 36, its ships, and its strengths as a fleet."""

    joined: str
    layout: str
    ways: int
    ships: tuple[ShipOfFleet, ...]
    cannons: tuple[float, float]
    engines: tuple[int, int]
    exposed: int
    aliens: dict[str, Square]
    unseated: tuple[str, ...]
    not_built: tuple[Square, ...]
    flaws: tuple[Flaw, ...]

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        return asdict(self) | {"flaws": [flaw.as_dict() for flaw in self.flaws]}


@dataclass(frozen=True)
class BuildFacts:
    """The facts of a build: of each fleet it may become; `caveats`: what of the tables is not known for certain."""

    name: str
    components: int
    reserve: int
    fleets: tuple[FleetFacts, ...]
    caveats: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        return asdict(self) | {"edition": EDITION, "board": BOARD, "fleets": [one.as_dict() for one in self.fleets]}


def inspect_build(
    build: Plan,
    joined: str | None = None,
    dice: Sequence[int] | None = None,
    tables: FleetTables | None = None,
) -> BuildFacts:
    """The facts of every fleet the build may become, or of that where those borders grew together.

    Raises AnalyzerError as `fleet` does.
    """
    tables = tables or fleet_tables()
    ways = geometries(tables)
    if joined is not None or dice is not None:
        wanted = fleet(build, joined, dice, tables).joined
        ways = tuple(one for one in ways if one.joined == wanted) or (never(wanted),)
    fleets = tuple(_facts(fleet(build, one.joined, tables=tables), one) for one in ways)
    return BuildFacts(build.name, len(build.components), build.reserve, fleets, tables.caveats())


def never(joined: str) -> Geometry:
    """A geometry that no result of the dice makes."""
    return Geometry(joined, layout_of(joined), ships_of(joined), 0)


def _facts(made: Fleet, geometry: Geometry) -> FleetFacts:
    ships = tuple(_ships(made))
    charged = [ship.batteries for ship in ships]
    return FleetFacts(
        joined=made.joined,
        layout=made.layout,
        ways=geometry.ways,
        ships=ships,
        cannons=(made.cannon_strength(), made.cannon_strength(charged)),
        engines=(made.engine_strength(), made.engine_strength(charged)),
        exposed=made.exposed_connectors(),
        aliens=dict(made.aliens),
        unseated=made.unseated,
        not_built=made.not_built,
        flaws=tuple(made.flaws()),
    )


def _ships(made: Fleet) -> Iterator[ShipOfFleet]:
    tokens, hull = made.hull.tokens, made.hull

    def seats(of: Any, mask: np.uint64) -> int:
        return int(count(of.left(np.array([mask])) & of.full)[0])

    charged = [seats(tokens.charges, mask) for mask in made.masks]
    without, with_all = made.engine_strengths(), made.engine_strengths(charged)
    cannons = made.cannon_strengths(), made.cannon_strengths(charged)
    for number, (mask, off) in enumerate(zip(made.masks, made.falls_off(), strict=True)):
        special = int(count(tokens.containers.left(np.array([mask])) & tokens.special)[0])
        yield ShipOfFleet(
            quarters=made.quarters[number],
            starts=_starts(made, number),
            components=int(mask).bit_count(),
            cannons=(cannons[0][number], cannons[1][number]),
            engines=(without[number], with_all[number]),
            humans=seats(tokens.humans, mask),
            batteries=charged[number],
            containers=seats(tokens.containers, mask) - special,
            special_containers=special,
            exposed=int(hull.exposed(np.array([mask]))[0]),
            falls_off=tuple(off),
        )


def _starts(made: Fleet, number: int) -> str:
    if number in made.unbegun:
        return "not begun"
    return "without humans" if number in made.unmanned else "flies"
