"""Building: the effect of each build on a ship, and a captain's builds in one pass."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import BUILDS, Judge, Numbers
from analyzer.starship.captains.values import NONE, first_of, wishes
from analyzer.starship.turn.allowed import is_paid, modules_to_build
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.table import Table, add


def build_all(table: Table, judge: Judge, first: Numbers | int = NONE) -> None:
    """Build everything that is of use to the captain and can be paid, each build once, the most valuable first.

    Args:
        table: the games.
        judge: judge of the active captain.
        first: number in BUILDS of the build that comes first: one for each game, or one for all games. NONE for the
            captain's own order.
    """
    leading, order = np.asarray(first), judge.captain.order_of_builds
    if leading.size and leading.max() != NONE:
        for build in order:
            _build(table, judge, build, leading == BUILDS.index(build))
    for build in order:
        _build(table, judge, build, leading != BUILDS.index(build))


def _build(table: Table, judge: Judge, build: str, allowed: npt.NDArray[np.bool_]) -> None:
    """Build one thing in all allowed lanes where the captain has a use for it and can pay."""
    if not allowed.any():
        return
    free = ~table.over & allowed & is_paid(table, table.me, build)
    rows = np.flatnonzero(free & wishes(table, table.me, judge, build))
    if rows.size:
        build_one(table, rows, build, module_for(table, judge, rows, build))
        table.emit("build", build)


def module_for(table: Table, judge: Judge, rows: Rows, build: str) -> npt.NDArray[np.intp] | None:
    """Return the index of the module to build in each row; None for builds that are no module."""
    if not build.startswith("module"):
        return None
    first, second = modules_to_build(table, table.me, rows)
    return first_of(judge, first if build == "module_1" else second)


def build_one(table: Table, rows: Rows, build: str, module: npt.NDArray[np.intp] | None = None) -> None:
    """Pay for a build and add it to the ship.

    Args:
        table: the games.
        rows: lanes in which it is built.
        build: name of the build.
        module: number of the module in each row, for builds of modules.
    """
    me = table.me
    for kind, many in enumerate(table.rules.costs[build]):
        if many:
            table.stored[me, kind][rows] -= np.int8(many)
    if module is not None:
        add(table.modules[me], module, rows, 1)
        look_for_end(table, rows)
        return
    parts = {
        "colony_ship": table.colony_ships,
        "trade_ship": table.trade_ships,
        "booster": table.boosters,
        "booster_2": table.boosters_2,
        "cannon": table.cannons,
        "cannon_2": table.cannons_2,
    }[build]
    parts[me][rows] += 1
