"""The boxes that a captain looks at: where tracks could lie or open ends lead, and all that is seen around them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.reach import Reach, reach
from analyzer.lorry.turn.board import END_BITS
from analyzer.lorry.turn.draw import Games
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.rows import Cells, Flags, Sets

SIDE_BITS = (1 << np.arange(4, dtype=np.uint8))[:, None]
Codes = npt.NDArray[np.uint8]
"""(entries,) Sides as bits."""


@dataclass
class Boxes:
    """Boxes of games that are looked at, game by game, in reading order.

    here: which of the games looked at; game: which of the table's; cell; into, planet: (4, entries) whether an own end
    points there, and whether a planet not flown to lies there, at each side; depth: (4, entries) of the track whose end
    points there, else 0; beyond: (4, entries) ways to planets from the neighbour at each side, as far as an end that
    leads on there is wanted; reached: (entries,) those from the box itself; head: whether it is empty and an own end
    points there; first: (games with boxes,) the first box of each.
    """

    here: Games
    game: Games
    cell: Cells
    into: Flags
    planet: Flags
    depth: npt.NDArray[np.int32]
    beyond: Reach
    reached: Reach
    head: Flags
    first: Games

    @property
    def deepest(self) -> npt.NDArray[np.int32]:
        """(entries,) The largest depth of all tracks whose ends point there."""
        return np.asarray(self.depth.max(axis=0))

    @property
    def meets(self) -> Flags:
        """(tracks, entries) Whether an end of the track would meet an open own end."""
        return np.asarray((_code(self.into) & END_BITS[:, None]) != 0)

    @property
    def misses(self) -> Flags:
        """(tracks, entries) Whether an open own end into the box would meet no end of the track."""
        return np.asarray((_code(self.into) & ~END_BITS[:, None]) != 0)

    @property
    def joins(self) -> Flags:
        """(tracks, entries) Whether the track would meet at least two of open own ends and planets not flown to."""
        return np.asarray(np.bitwise_count(_code(self.into | self.planet) & END_BITS[:, None]) > 1)


def look(sight: Sight, sets: Sets, tier_1: Flags | None) -> Boxes:
    """All that is seen of boxes (rows, here); tier_1: (here,) in which tier, None: 1 where an own end points."""
    board, space, table = sight.board, sight.space, sight.table
    here, cell = space.listed(sets)
    game = sight.games.take(here)
    neighbour = board.neighbour.take(cell, axis=1)
    into = space.has(sight.into, here, cell).astype(np.bool_)
    planet = space.has(sight.planet, here, cell).astype(np.bool_)
    depth = table.depth[sight.trader].ravel().take(game * space.cells + neighbour, mode="clip") * into
    of_all = wanted(sight)
    led_to = _led_to(sight, here, cell, of_all, np.asarray(into.any(axis=0)) if tier_1 is None else tier_1[here])
    around = np.concatenate([neighbour, cell[None]])
    to = np.stack([led_to, led_to, led_to, led_to, of_all.take(here)])
    reached = reach(board, sight.empty, here, around, to)
    head = into.any(axis=0) & space.has(sight.empty, here, cell).astype(np.bool_)
    first = np.flatnonzero(np.diff(here, prepend=-1))
    return Boxes(here, game, cell, into, planet, depth.astype(np.int32), reached[:4], reached[4], head, first)


def wanted(sight: Sight) -> npt.NDArray[np.uint16]:
    """(here,) Planets not flown to whose pair with one flown to is unscored."""
    visited = sight.visited[sight.trader]
    planet = np.arange(sight.board.planets, dtype=np.uint16)[:, None]
    partners = sight.table.unscored[:, sight.games] * (visited >> planet & 1)
    return np.asarray(np.bitwise_or.reduce(partners, axis=0) & ~visited)


def _led_to(
    sight: Sight, here: Games, cell: Cells, of_all: npt.NDArray[np.uint16], tier_1: Flags
) -> npt.NDArray[np.uint16]:
    """(entries,) T of the rulings: planets to which an end out of that box may lead."""
    beside = sight.board.beside_cell.take(cell)
    to = of_all.take(here) & ~beside
    rows = np.flatnonzero(~tier_1)
    if rows.size:
        visited = sight.visited[sight.trader, here[rows]]
        new = beside[rows] & ~visited
        first = np.bitwise_count((new & -new) - np.uint16(1)).astype(np.intp)
        first = np.where(new != 0, first, 0)
        of_first = sight.table.unscored[first, sight.games[here[rows]]] * (new != 0)
        to[rows] = of_first & ~visited & ~beside[rows]
    return np.asarray(to)


def _code(sides: Flags) -> Codes:
    """(entries,) Sides (4, entries) as bits."""
    return np.asarray(np.bitwise_or.reduce(sides * SIDE_BITS, axis=0))
