"""Lookup tables of readiness: goods are worth more the fewer units a wished build still lacks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.files.csvfile import rows_of
from analyzer.montecarlo.by_number import groups_of
from analyzer.starship.tables import GOODS, SCIENCE, Rules
from analyzer.starship.turn.table import MOST_HELD, Table, some

READY = ("colony_ship", "trade_ship", "booster", "cannon", "module_1", "module_2")
"""Builds with a worth of readiness, in the order of the bits of a set of wished builds."""
LACKING = 3
"""Number of missing units from which on a build adds no worth."""
STOCKS = MOST_HELD + 1
"""Number of stocks of a good: 0 to MOST_HELD units."""
WIDE = 1 << 12
"""Factor that joins the worths of several units in one number; it is above twice the largest worth."""
Numbers = npt.NDArray[np.integer]


@lru_cache(maxsize=1)
def ready_worths() -> dict[str, int]:
    """Return the worths in `data/ready_worths.csv` by name, in tenths of an Astro.

    The name of a good gives the worth of a unit. The worth of `module_2_lacks_1` is added to a unit if a wished module
    of level II lacks one unit; other builds and numbers alike.
    """
    return {row["thing"]: int(row["worth"]) for row in rows_of("analyzer.starship", "ready_worths")}


def worth_of_good(good: int) -> int:
    """Return the worth of a unit of a good in tenths of an Astro; the worth that readiness adds is not included."""
    return ready_worths()[GOODS[good]]


@dataclass(frozen=True, eq=False)
class Readiness:
    """Lookup tables of the worth of each good, for captains who value readiness (see `Captain.readiness`).

    Each table has a row for each combination of a set of wished builds and the goods aboard; `rows_in` returns the
    numbers of the rows.

    Attributes:
        next_unit: Worth of one more unit, in tenths of an Astro. Shape (goods, rows).
        last_unit: Worth of the last unit aboard, in tenths of an Astro. Shape (goods, rows).
        kind: Index of the series of worths of the row in `units[good]`. Shape (goods, rows).
        units: For each good, a tuple of the different series of worths. A series lists the tenths of an Astro that
            readiness adds to the first unit, to the second unit and so on.
    """

    next_unit: npt.NDArray[np.int16]
    last_unit: npt.NDArray[np.int16]
    kind: npt.NDArray[np.uint16]
    units: tuple[tuple[tuple[int, ...], ...], ...]


@lru_cache(maxsize=64)
def readiness(rules: Rules) -> Readiness:
    """Return the lookup tables of `Readiness` for an edition, by the costs of its builds."""
    # All combinations of goods aboard: 5**5 columns, in the mixed radix of `rows_in`.
    stocks = np.indices((STOCKS,) * len(GOODS), np.int8).reshape(len(GOODS), -1)
    # Worth that readiness adds to each unit of a good, by the set of wished builds and the goods aboard.
    added = np.zeros((len(GOODS), MOST_HELD, 1 << len(READY), stocks.shape[1]), np.int16)
    for number, build in enumerate(READY):
        worths = np.array([*(ready_worths().get(f"{build}_lacks_{lack}", 0) for lack in range(LACKING)), 0], np.int16)
        costs = np.array(rules.costs[build][:SCIENCE], np.int8)[:, None]
        lacking = np.maximum(costs - stocks, 0)
        # A view of the sets with this build: the axis of 64 sets is split at its bit into (higher, 2, lower bits).
        with_build = added.reshape(len(GOODS), MOST_HELD, -1, 2, 1 << number, stocks.shape[1])[:, :, :, 1]
        for good, cost in enumerate(costs[:, 0].tolist()):
            others = lacking.sum(axis=0) - lacking[good]
            by_units = [worths[np.minimum(others + max(cost - units, 0), LACKING)] for units in range(STOCKS)]
            # A unit adds the worth of the build with it less that without it, the other goods unchanged.
            for unit in range(MOST_HELD):
                with_build[good, unit] += by_units[unit + 1] - by_units[unit]
    nothing = np.zeros_like(added[:, :1])
    each = np.array([worth_of_good(good) for good in range(len(GOODS))], np.int16)[:, None, None]
    have = stocks[:, None, None, :].astype(np.intp)
    # With n units aboard the next unit is entry n, and the last one entry n - 1; nothing is added beyond a full bay.
    next_unit = np.take_along_axis(np.concatenate([added, nothing], axis=1), have, axis=1)[:, 0] + each
    last_unit = np.take_along_axis(np.concatenate([nothing, added], axis=1), have, axis=1)[:, 0] + each
    shape, kinds, units = (len(GOODS), -1), [], []
    # Few series of worths differ. One integer for each series finds them faster than comparing rows.
    for of_good in added.reshape(len(GOODS), MOST_HELD, -1).astype(np.int64):
        keys = sum(worth * WIDE**unit for unit, worth in enumerate(of_good))
        first, kind = groups_of(keys)
        kinds.append(kind.astype(np.uint16))
        units.append(tuple(map(tuple, of_good[:, first].T.tolist())))
    return Readiness(next_unit.reshape(shape), last_unit.reshape(shape), np.array(kinds), tuple(units))


def rows_in(table: Table, player: int, rows: Any, goods: Numbers | None = None) -> npt.NDArray[np.intp]:
    """Return, for each game, the number of the row of `Readiness` for the player's goods and wished builds.

    Args:
        table: The games.
        player: Number of the player.
        rows: Numbers of the games.
        goods: Units aboard, of shape (goods, rows); those of the table if None.

    Returns:
        Numbers of rows, of shape (rows,).
    """
    at = table.wished[player][rows].astype(np.intp)
    for units in some(table.stored[player][: len(GOODS)], rows) if goods is None else goods:
        at *= STOCKS
        at += units
    return np.asarray(at)
