"""Draws of tracks, and players who act on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.lorry.tables import TYPES
from analyzer.lorry.turn.board import HAS_END, OPPOSITE, Cells, Flags
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


Types = npt.NDArray[np.int8]
"""Types of track by number."""
Lengths = npt.NDArray[np.int16]
"""(entries, pairs) Boxes of the way of every pair that may be scored, else 0."""
Allowed = npt.NDArray[np.bool_]
"""(types, entries) Which types of track may be drawn."""


class Picked(NamedTuple):
    """What was chosen, each (entries,): a track, or -1 for none; its cell; of what type a die is taken, -1 where that
    is open; whether drawing was worse than nothing."""

    track: npt.NDArray[np.int8]
    cell: Cells
    kind: npt.NDArray[np.int8]
    forced: Flags


class Dice(Protocol):
    """What rule code asks for."""

    def roll(self, table: Table) -> Types:
        """(dice, games) The types that all dice of a round show."""

    def asteroid(self, turn: Turn, games: Games) -> Types:
        """(entries,) The type that the drafted die shows when it is rolled again."""

    def choose(self, turn: Turn, games: Games, many: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """(entries,) A number below `many`, each equally likely: the next choice of this turn."""


class Judge(Protocol):
    """Who chooses wherever the rules leave a choice."""

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> Picked:
        """A draw of one of those types, in these games; extra: it may be left."""

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """(entries,) Which pair is scored of those that have a length, or -1."""

    def fill(self, turn: Turn, games: Games) -> Cells:
        """(entries,) Which box is filled, or -1."""


@dataclass
class Turn:
    """The turn of one trader in all games of a table.

    place: the place in the order of picking, from 0; following: who picks next, or None; rolled: (dice, games) the
    types on the dice; left: (dice, games) which of them are left; die: (games,) which was taken; asteroids, choices,
    thoughts: (games,) how many rolls of asteroids there were, choices of the random captain, and of a thinker.
    """

    table: Table
    trader: int
    judge: Judge
    dice: Dice
    place: int
    following: int | None
    rolled: npt.NDArray[np.int8]
    left: npt.NDArray[np.bool_]
    die: npt.NDArray[np.int8] = field(init=False)
    asteroids: npt.NDArray[np.int64] = field(init=False)
    choices: npt.NDArray[np.int64] = field(init=False)
    thoughts: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        games = self.table.games
        self.die = np.zeros(games, np.int8)
        self.asteroids = np.zeros(games, np.int64)
        self.choices = np.zeros(games, np.int64)
        self.thoughts = np.zeros(games, np.int64)

    def allowed(self, games: Games) -> Allowed:
        """The types on the dice that are left."""
        return np.array(
            [((self.rolled[:, games] == kind) & self.left[:, games]).any(axis=0) for kind in range(len(TYPES))]
        )
