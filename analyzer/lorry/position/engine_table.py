"""A position laid out as one game of the engine's arrays; the rules are the engine's."""

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
"""Boards that are cached."""
GAME = np.zeros(1, np.intp)
"""The one game."""


class Track(NamedTuple):
    """A track: where it lies, whose it is (from 1), and its ends."""

    column: int
    row: int
    trader: int
    ends: str

    @property
    def box(self) -> Box:
        """Where it lies."""
        return self.column, self.row


class Scored(NamedTuple):
    """A route that was scored: its planets, by whom (from 1), and for how many points."""

    first: int
    second: int
    trader: int
    points: int

    @property
    def pair(self) -> tuple[int, int]:
        """Its planets, the smaller number first."""
        return min(self.first, self.second), max(self.first, self.second)


@lru_cache(CACHED)
def board(galaxy: Galaxy, traders: int) -> Board:
    """The galaxy, compiled for so many traders under its own switches."""
    return Board(galaxy, traders, load_switches(dict(galaxy.switches)))


def lay_out(
    galaxy: Galaxy, traders: int, tracks: Sequence[Track], filled: Sequence[Box], scored: Sequence[Scored]
) -> Table:
    """One game with those tracks, each of which hangs on a planet or on one before it."""
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
    """Draw a track, as an engine does, and count its star; the numbers of the pairs that it newly joins."""
    cell = np.array([table.board.space.cell(track.box)])
    drawn = draw(table, track.trader - 1, GAME, np.array([TRACKS.index(track.ends)]), cell)
    table.stars[track.trader - 1, GAME] += table.board.special[cell] == STAR
    return [int(number) for number in np.flatnonzero(drawn.joined[0])]


def special(table: Table, box: Box) -> str | None:
    """The kind of special box that a box is."""
    code = int(table.board.special[table.board.space.cell(box)])
    return SPECIALS[code - 1] if code else None
