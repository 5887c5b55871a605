"""Functions that take a ship, or the path of its file, and return a fleet or a ship."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.fleets.fleet import fleet as fleet_of
from analyzer.trucker.fleets.tables import FleetTables
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship


def fleet(
    build: ShipLike,
    joined: str | None = None,
    dice: Sequence[int] | None = None,
    tables: FleetTables | None = None,
) -> Fleet:
    """Return the fleet that a build becomes with the given borders (`"F+L"`) or dice.

    Args:
        build: A build on board IVC, or the path of its file.
        joined: Borders that grow together.
        dice: The two dice that decide which borders grow together, instead of `joined`.
        tables: Tables of class IVC; those of the program if None.

    Raises:
        AnalyzerError: If it is no build, if no component lies in a quarter, or if borders and dice are wrong or
            disagree.

    >>> import analyzer
    >>> analyzer.fleet("ships/2007/IVC/bristling-bow.yaml", "F+L").joined
    'F+L'
    """
    return fleet_of(as_ship(build, "build"), joined, dice, tables)


def as_ship_or_fleet(ship: ShipLike | Fleet) -> Layout | Fleet:
    """Return a fleet unchanged, and anything else as a ship, loaded from its file if it is a path."""
    return ship if isinstance(ship, Fleet) else as_ship(ship)
