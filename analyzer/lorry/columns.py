"""Games at their end as columns of whole numbers, and box by box (metrics.py)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.lorry.metrics import LONG, SHORT
from analyzer.lorry.turn.board import STAR
from analyzer.lorry.turn.draw import bits_of
from analyzer.lorry.turn.table import COUNTS, Table
from analyzer.statistics.tally import Columns

COUNTED = ("turns", "passed", "forced", "extra", "filled")


def columns_of(table: Table) -> Columns:
    """Columns (traders, games)."""
    columns: dict[str, Any] = {
        "total": table.totals,
        "points": table.points,
        "star_points": table.board.star_points * table.stars.astype(np.int64),
        "routes": table.routes,
        "longest": table.longest,
        "struck": table.slots - table.routes,
    }
    columns |= {name: table.counts[:, COUNTS.index(name)] for name in COUNTED}
    columns |= _by_length(table) | _by_use(table) | _against_rivals(table)
    everybody = {"rounds": table.rounds, "stuck": table.stuck}
    columns |= {name: np.repeat(value[None], table.board.traders, axis=0) for name, value in everybody.items()}
    return {name: np.asarray(column).astype(np.int64) for name, column in columns.items()}


def boxes_of(table: Table) -> dict[str, npt.NDArray[np.uint8]]:
    """By map of `metrics.py` (traders, games, rows, columns) what lies in each box, and what it brought."""
    space, traders = table.board.space, table.board.traders
    drawn = (table.depth > 0).astype(np.uint8)
    star = (table.board.special[: space.cells] == STAR).astype(np.uint8)
    maps = {"tracks": drawn, "brings": table.used + table.board.star_points * star * drawn}
    shape = (traders, table.games, space.rows, space.width)
    return {name: boxes.reshape(shape)[..., : space.columns].astype(np.uint8) for name, boxes in maps.items()}


def _by_length(table: Table) -> dict[str, npt.NDArray[np.int64]]:
    """Routes and their points, short, middle and long ones."""
    own = np.array([bits_of(table, pairs).T for pairs in table.by])
    paid = np.where(own, table.paid.astype(np.int64), 0)
    short, long = (paid > 0) & (paid <= SHORT), paid >= LONG
    middle = (paid > SHORT) & ~long
    return {
        "short_routes": short.sum(axis=1),
        "long_routes": long.sum(axis=1),
        "short_points": (paid * short).sum(axis=1),
        "middle_points": (paid * middle).sum(axis=1),
        "long_points": (paid * long).sum(axis=1),
    }


def _by_use(table: Table) -> dict[str, npt.NDArray[np.int64]]:
    """Boxes by the number of scored routes that lead through them, and what they brought beyond the first."""
    used, drawn = table.used, table.depth > 0
    return {
        "used_once": (used == 1).sum(axis=2),
        "used_twice": (used == 2).sum(axis=2),
        "used_more": (used > 2).sum(axis=2),
        "unused": (drawn & (used == 0)).sum(axis=2),
        "again": np.maximum(used.astype(np.int16) - 1, 0).sum(axis=2),
    }


def _against_rivals(table: Table) -> dict[str, npt.NDArray[np.int64]]:
    """Who wins, and by how much; of one who plays alone nothing."""
    traders = table.board.traders
    if traders == 1:
        return {}
    totals = table.totals
    best = totals.max(axis=0)
    winners = totals == best
    rivals = np.array([np.delete(totals, trader, axis=0).max(axis=0) for trader in range(traders)])
    began = np.repeat((np.arange(traders) == table.first)[:, None], table.games, axis=1)
    columns = {"won": winners, "shared": winners & (winners.sum(axis=0) > 1), "margin": totals - rivals, "began": began}
    return {name: value.astype(np.int64) for name, value in columns.items()}
