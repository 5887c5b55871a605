"""Which ships can be launched on which route, and why others cannot."""

from __future__ import annotations

import numpy as np

from analyzer.errors import named_setting
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.fleets.flown import unfit_build
from analyzer.trucker.ship.bitboard import count
from analyzer.trucker.ship.layout import Layout


def unfit(ship: Layout, route: Route) -> list[str]:
    """Why a ship cannot be launched on that route; [] if it can."""
    faults = []
    board = route.level.board
    if ship.board.edition != route.edition:
        faults.append(
            f"{ship.name}: is a ship of the {ship.board.edition} edition, the flight is one of the {route.edition} "
            "edition, and editions do not mix: choose ships of one edition"
        )
    elif route.of_fleets and not ship.is_build:
        faults.append(
            f"{ship.name}: is an ordinary ship on board {ship.board.title}, and level {route.level_name} is flown by "
            f"fleets alone: fly it at level {home_level(ship)}, or name a build on board {route.edition}-{board}"
        )
    elif ship.is_build and not route.of_fleets:
        faults.append(
            f"{ship.name}: is a build of class IVC, and its fleets fly at level {home_level(ship)} alone, not at level "
            f"{route.level_name}: leave the level out, or choose another ship"
        )
    elif (ship.board.edition, ship.board.name) != (route.edition, board):
        faults.append(
            f"{ship.name}: is built on board {ship.board.title}, but level {route.level_name} is flown with board "
            f"{route.edition}-{board}: fly it at level {home_level(ship)}, or choose another ship"
        )
    if route.of_fleets and not faults:
        return unfit_build(ship, route)
    flawed = ship.flawed()
    if flawed:
        faults.append(f"{flawed}, or fly it with {named_setting('repair', True)}")
    elif not count(np.array([ship.hull.tokens.humans.full]))[0]:
        faults.append(f"{ship.name}: no humans at launch: a ship needs a cabin with two humans")
    return faults
