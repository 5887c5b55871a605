"""Metrics of Cosmic Lorry, and the columns that count them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.answers.metrics import Metric, Metrics
from analyzer.lorry.turn.board import STAR
from analyzer.lorry.turn.draw import bits_of
from analyzer.lorry.turn.table import COUNTS, Table
from analyzer.statistics.tally import Columns

WINS, SCORE, LENGTHS = "who wins", "what the total is made of", "routes by length"
BOXES, TURNS, GAME = "boxes, by how many scored routes lead through them", "turns", "the game"
SHORT, LONG = 4, 9
"""Largest number of boxes of a short route, and smallest number of a long one."""

LISTED = (
    Metric("total", "points of routes and stars at the end", unit="points", block=SCORE),
    Metric("points", "points of routes", unit="points", block=SCORE),
    Metric("star_points", "points of stars", unit="points", block=SCORE),
    Metric(
        "again",
        "points for boxes of an earlier route that later routes count again",
        unit="points",
        block=SCORE,
        in_legend=True,
    ),
    Metric("routes", "routes scored", unit="routes", block=LENGTHS),
    Metric("longest", "boxes of the longest route scored", unit="boxes", block=LENGTHS),
    Metric("short_routes", f"routes of up to {SHORT} boxes", unit="routes", block=LENGTHS),
    Metric("long_routes", f"routes of {LONG} boxes or more", unit="routes", block=LENGTHS),
    Metric("short_points", f"points of routes of up to {SHORT} boxes", unit="points", block=LENGTHS),
    Metric("middle_points", f"points of routes of {SHORT + 1} to {LONG - 1} boxes", unit="points", block=LENGTHS),
    Metric("long_points", f"points of routes of {LONG} boxes or more", unit="points", block=LENGTHS),
    Metric("used_once", "boxes that one scored route of the trader uses", unit="boxes", block=BOXES),
    Metric("used_twice", "boxes that two scored routes of the trader use", unit="boxes", block=BOXES),
    Metric("used_more", "boxes that three or more scored routes of the trader use", unit="boxes", block=BOXES),
    Metric(
        "unused",
        "boxes with a track of the trader that no scored route uses",
        unit="boxes",
        block=BOXES,
        in_legend=True,
    ),
    Metric("turns", "turns taken", unit="turns", block=TURNS),
    Metric("passed", "turns in which no track was drawn", unit="turns", block=TURNS, in_legend=True),
    Metric(
        "forced",
        "turns in which the trader had to draw although, by the captain's prices, drawing nothing would be better",
        unit="turns",
        block=TURNS,
        in_legend=True,
    ),
    Metric("extra", "extra tracks drawn, thanks to rockets and asteroids", unit="tracks", block=TURNS, in_legend=True),
    Metric("filled", "boxes filled, thanks to black holes", unit="boxes", block=TURNS, in_legend=True),
    Metric("rounds", "rounds begun", unit="rounds", block=GAME),
    Metric(
        "stuck",
        "games that ended before the last route because nobody could draw",
        within=(1, 1),
        block=GAME,
        in_legend=True,
    ),
)
OF_RACES = Metrics(
    listed=(
        Metric(
            "won",
            "has the largest total; a shared win counts in full for each, so the traders may add up to over 100%",
            within=(1, 1),
            block=WINS,
            in_legend=True,
        ),
        Metric(
            "shared",
            "shares the largest total with others; `won` includes this",
            within=(1, 1),
            block=WINS,
            in_legend=True,
        ),
        Metric("margin", "total minus the best rival's total", unit="points", block=WINS, in_legend=True),
        *LISTED,
        Metric(
            "struck",
            "routes struck out on the trader's score sheet because rivals scored them",
            unit="slots",
            block=LENGTHS,
            in_legend=True,
        ),
        Metric("began", "begins the first round", within=(1, 1), in_tables=False, block=WINS),
    ),
    score="total",
    unit="points",
    parts={"points": 1, "star_points": 1},
    beside=("won", "total"),
    verdict_by="margin",
    wins="won",
    below_zero=("margin",),
)
BY_TOTAL = replace(OF_RACES, verdict_by="", wins="", beside=("won",))
"""Metrics with the total as the score, for questions on what a total depends on."""
ALONE = replace(BY_TOTAL, listed=LISTED, beside=())
"""Metrics of a game alone, which has no winner."""


@dataclass(frozen=True)
class BoxMetric:
    """A metric of every box, as a mean over games.

    Attributes:
        name: name of its column.
        label: title of its picture.
        meaning: explanation for users.
        sums: unit of the sum of the metric over all boxes.
    """

    name: str
    label: str
    meaning: str
    sums: str


BY_BOX = {
    one.name: one
    for one in (
        BoxMetric(
            "tracks", "where tracks lie", "share of games that end with the trader's track there", "tracks a game"
        ),
        BoxMetric(
            "brings",
            "where points come from",
            "points that the box brings: one for every scored route whose shortest ways it lies on, a star's besides",
            "points a game",
        ),
    )
}
"""Metrics of boxes by name; columns of games have the same names."""


COUNTED = ("turns", "passed", "forced", "extra", "filled")


def columns_of(table: Table) -> Columns:
    """Return the columns of games at their end, by metric. Shape (traders, games) each."""
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
    """Return the columns of boxes of games at their end, by metric in BY_BOX.

    The shape is (traders, games, rows, columns) each.
    """
    space, traders = table.board.space, table.board.traders
    # A box with an own track has a depth of at least 1.
    drawn = (table.depth > 0).astype(np.uint8)
    star = (table.board.special[: space.cells] == STAR).astype(np.uint8)
    maps = {"tracks": drawn, "brings": table.used + table.board.star_points * star * drawn}
    # A row of the engine is as wide as a word; the galaxy has its first columns.
    shape = (traders, table.games, space.rows, space.width)
    return {name: boxes.reshape(shape)[..., : space.columns].astype(np.uint8) for name, boxes in maps.items()}


def _by_length(table: Table) -> dict[str, npt.NDArray[np.int64]]:
    """Return columns with the number and points of routes by their length. Shape (traders, games) each.

    Short routes have up to SHORT boxes, long ones at least LONG. Those between, called middle, have a column of points
    only.
    """
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
    """Return columns that count boxes by the number of the trader's scored routes through them.

    Each has the shape (traders, games). The column `again` is the sum, over all boxes, of the routes beyond the first
    one.
    """
    used, drawn = table.used, table.depth > 0
    return {
        "used_once": (used == 1).sum(axis=2),
        "used_twice": (used == 2).sum(axis=2),
        "used_more": (used > 2).sum(axis=2),
        "unused": (drawn & (used == 0)).sum(axis=2),
        "again": np.maximum(used.astype(np.int16) - 1, 0).sum(axis=2),
    }


def _against_rivals(table: Table) -> dict[str, npt.NDArray[np.int64]]:
    """Return the columns of wins and margins; none for games alone."""
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
