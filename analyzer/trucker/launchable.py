"""Which ships can be launched on which route, and why others cannot."""

from __future__ import annotations

from analyzer.trucker.cards.route import Route
from analyzer.trucker.fleets.class_ivc import ORDINARY, class_of
from analyzer.trucker.ship.layout import Layout


def unfit(ship: Layout, route: Route) -> list[str]:
    """Why a ship cannot be launched on that route; [] if it can."""
    ship_class = class_of(route)
    stays_away = _other_edition(ship, route) or ship_class.stays_away(ship, route)
    return [stays_away, *ORDINARY.unfit(ship, route)] if stays_away else ship_class.unfit(ship, route)


def _other_edition(ship: Layout, route: Route) -> str:
    """Why a ship of another edition cannot fly there; "" for one of the same."""
    if ship.board.edition == route.edition:
        return ""
    return (
        f"{ship.name}: is a ship of the {ship.board.edition} edition, the flight is one of the {route.edition} "
        "edition, and editions do not mix: choose ships of one edition"
    )
