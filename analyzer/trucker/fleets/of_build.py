"""Fleets, and ships or fleets, from what a caller gives: a ship itself, or the path of its file."""

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
    """Return the fleet that a build becomes where those borders grow together (`"F+L"`), or where those dice fall.

    Raises AnalyzerError for what is no build on board IVC, one of which no ship is begun, borders that are none, dice
    that cannot fall, and both at once that do not agree.

    >>> import analyzer
    >>> analyzer.fleet("ships/2007/IVC/bristling-bow.yaml", "F+L").joined
    'F+L'
    """
    return fleet_of(as_ship(build, "build"), joined, dice, tables)


def as_ship_or_fleet(ship: ShipLike | Fleet) -> Layout | Fleet:
    """Return a fleet as it is, and anything else as the ship that it is or that its file holds."""
    return ship if isinstance(ship, Fleet) else as_ship(ship)
