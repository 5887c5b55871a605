"""Positions laid out as a table of the rule engine with a single game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.tables import SPECIALS, TRACKS, load_switches
from analyzer.lorry.turn.board import STAR, Board
from analyzer.lorry.turn.draw import draw
from analyzer.lorry.turn.scoring import ended, note
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import fill

CACHED = 32
"""The number of boards that are cached."""
GAME = np.zeros(1, np.intp)
"""The index of the single game."""


class Track(NamedTuple):
    """A track that a trader has drawn in a box.

    Attributes:
        column: The column of the box, from 1.
        row: The row of the box, from 1.
        trader: The number of the trader, from 1.
        ends: The sides of the track's ends, e.g. `NE`.
    """

    column: int
    row: int
    trader: int
    ends: str

    @property
    def box(self) -> Box:
        """The column and row of the track's box."""
        return self.column, self.row


class ScoredRoute(NamedTuple):
    """A route between two planets that a trader has scored.

    Attributes:
        first: The number of one planet, from 1.
        second: The number of the other planet.
        trader: The number of the trader, from 1.
        points: The points that the route brought.
    """

    first: int
    second: int
    trader: int
    points: int

    @property
    def pair(self) -> tuple[int, int]:
        """The numbers of the two planets, the smaller one first."""
        return min(self.first, self.second), max(self.first, self.second)


@lru_cache(CACHED)
def board(galaxy: Galaxy, traders: int) -> Board:
    """Return a galaxy compiled for the rule engine, for a number of traders and under the galaxy's own switches."""
    return Board(galaxy, traders, load_switches(dict(galaxy.switches)))


def lay_out(
    galaxy: Galaxy, traders: int, tracks: Sequence[Track], filled: Sequence[Box], scored: Sequence[ScoredRoute]
) -> Table:
    """Return a table of one game with these tracks, filled boxes and scored routes.

    Args:
        galaxy: The galaxy.
        traders: The number of traders.
        tracks: The tracks; each must join a planet or a track before it.
        filled: The filled boxes.
        scored: The scored routes.
    """
    table = Table(board(galaxy, traders), np.zeros(1, np.int64))
    space = table.board.space
    for box in filled:
        fill(table, GAME, np.array([space.cell(box)]))
    for track in tracks:
        put(table, track)
    for route in scored:
        number = galaxy.pairs.index(route.pair)
        note(table, route.trader - 1, GAME, np.array([number]), np.array([route.points], np.int16))
    table.over[:] = ended(table, GAME)
    return table


def put(table: Table, track: Track) -> list[int]:
    """Draw a track, count a star in its box, and return the indices in `galaxy.pairs` of newly joined pairs."""
    cell = np.array([table.board.space.cell(track.box)])
    drawn = draw(table, track.trader - 1, GAME, np.array([TRACKS.index(track.ends)]), cell)
    table.stars[track.trader - 1, GAME] += table.board.special[cell] == STAR
    return [int(number) for number in np.flatnonzero(drawn.joined[0])]


def special(table: Table, box: Box) -> str | None:
    """Return the kind of a special box; None for an ordinary one."""
    code = int(table.board.special[table.board.space.cell(box)])
    return SPECIALS[code - 1] if code else None
