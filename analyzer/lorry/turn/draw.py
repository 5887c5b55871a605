"""A track is drawn: where it lies, which planets it flies to, and what it joins (docs/lorry-rulings.md, A round)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.board import HAS_END
from analyzer.lorry.turn.rows import OPPOSITE, Cells
from analyzer.lorry.turn.table import DRAWN, Table

Games = npt.NDArray[np.intp]
Ways = npt.NDArray[np.int16]
"""(entries, planets) Boxes from each planet, BEYOND where there is no way."""
BEYOND = 10_000


@dataclass
class Drawn:
    """The effect of tracks drawn in some games: newly joined pairs (entries, pairs)."""

    games: Games
    cells: Cells
    joined: npt.NDArray[np.bool_]


def from_each_side(table: Table, trader: int, games: Games, cells: Cells, into: Any) -> npt.NDArray[np.int16]:
    """(4, entries, planets) Boxes on the way from each planet to what could be joined at each side, BEYOND without.

    into: (4, entries) whether an own end points there from that side; a planet there is itself 0 boxes away (to one
    that was flown to no end may lead).
    """
    board = table.board
    ways = np.full((4, cells.size, board.planets), BEYOND, np.int16)
    for side in range(4):
        rows = np.flatnonzero(into[side])
        far = table.distances(trader, games[rows], board.neighbour[side].take(cells[rows]))
        ways[side, rows] = np.where(far == table.none, np.int16(BEYOND), far)
        planet = board.planet_at[side, cells]
        rows = np.flatnonzero(planet >= 0)
        ways[side, rows, planet[rows]] = 0
    return ways


def draw(table: Table, trader: int, games: Games, tracks: npt.NDArray[np.integer], cells: Cells) -> Drawn:
    """Draw a track of a trader in each of these games; what it joins is noted, not scored."""
    board = table.board
    has = HAS_END[tracks].T
    into = np.array(
        [has[s] & _end_there(table, trader, games, board.neighbour[s, cells], OPPOSITE[s]) for s in range(4)]
    )
    sides = from_each_side(table, trader, games, cells, into)
    sides[~has] = BEYOND
    ways = sides.min(axis=0)
    reached = ways < BEYOND
    joined = pairs_of(table, reached) & ~bits_of(table, table.joined[trader, games])
    for side in range(4):
        table.put(table.ends[trader, side], games, cells, has[side])
        planet = board.planet_at[side, cells].astype(np.int64)
        touched = has[side] & (planet >= 0)
        table.visited[trader, games] |= np.where(touched, 1 << np.maximum(planet, 0), 0).astype(np.uint16)
        table.landing[trader, planet[touched], games[touched]] = cells[touched]
    table.clear(table.empty, games, cells)
    table.joined[trader, games] |= as_bits(joined)
    table.counts[trader, DRAWN, games] += 1
    measure(table, trader, games, cells, ways, meets=(sides < BEYOND).any(axis=2).sum(axis=0) > 1)
    return Drawn(games, cells, joined)


def _end_there(table: Table, trader: int, games: Games, cells: Cells, side: int) -> npt.NDArray[np.bool_]:
    """(entries,) Whether a track of the trader lies in that box, with an end at that side."""
    return np.asarray(table.board.space.has(table.ends[trader, side], games, cells) != 0)


def measure(table: Table, trader: int, games: Games, cells: Cells, ways: Ways, meets: npt.NDArray[np.bool_]) -> None:
    """Note how far planets are from the new boxes, and, where a box joins several things, from all others.

    ways: (entries, planets) to what the box joins. Any new shortest way leads through the new box, so the way to box x
    is the shorter of that of before and of that to the new box and on from there.
    """
    space = table.board.space
    here = _distances(table, ways + 1)
    table.distance[trader, games, cells] = here
    table.depth[trader, games, cells] = _deepest(here, table.none)
    rows = np.flatnonzero(meets)
    if not rows.size:
        return
    some = games[rows]
    start = np.zeros((space.rows, rows.size), space.kind)
    table.put(start, np.arange(rows.size), cells[rows])
    planes = space.along(table.ends[trader].take(some, axis=-1), start)
    entry, cell = space.listed(np.bitwise_or.reduce(planes, axis=0))
    bits = space.has(planes, entry, cell).astype(np.int16)
    steps = (bits << np.arange(len(bits), dtype=np.int16)[:, None]).sum(axis=0, dtype=np.int16)
    through = ways[rows[entry]] + steps[:, None]
    game = some[entry]
    nearer = np.minimum(table.distances(trader, game, cell), _distances(table, through))
    table.distance[trader, game, cell] = nearer
    table.depth[trader, game, cell] = _deepest(nearer, table.none)


def _distances(table: Table, ways: Ways) -> npt.NDArray[Any]:
    """(entries, planets) Ways in the type of `table.distance`, with its `none` for those of BEYOND boxes or more."""
    distances = ways.astype(table.distance.dtype)
    distances[ways >= BEYOND] = table.none
    return distances


def _deepest(distances: Any, none: int) -> Any:
    """(entries,) The largest distance from a planet, 0 where there is none; distances: (entries, planets)."""
    there = np.where(distances == none, 0, distances)
    deepest = there[:, 0]
    for planet in range(1, there.shape[1]):
        deepest = np.maximum(deepest, there[:, planet])
    return deepest


def pairs_of(table: Table, planets: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """(entries, pairs) Pairs both of whose planets (entries, planets) are there."""
    pairs = table.board.pairs
    return np.asarray(planets[:, pairs[:, 0]] & planets[:, pairs[:, 1]])


def bits_of(table: Table, pairs: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """(entries, pairs) Which pairs are in a set of bits."""
    in_bytes = pairs.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(in_bytes, axis=1, count=len(table.board.pairs), bitorder="little").view(np.bool_)


def as_bits(pairs: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint64]:
    """(entries,) The set of pairs (entries, pairs) as bits."""
    weights = np.uint64(1) << np.arange(pairs.shape[1], dtype=np.uint64)
    return np.asarray((pairs * weights).sum(axis=1, dtype=np.uint64))
