"""Draws of tracks, and the interfaces of dice and judges."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.lorry.tables import TYPES
from analyzer.lorry.turn.board import HAS_END, OPPOSITE, Cells, Flags, Sets, Space
from analyzer.lorry.turn.table import DRAWN, Table

Games = npt.NDArray[np.intp]
Ways = npt.NDArray[Any]
"""The number of boxes on the way from each planet, with the dtype of `Table.distance`; `none` if there is no way.

The shape is (..., planets).
"""


@dataclass
class DrawEffect:
    """The effect of tracks drawn in some games.

    Attributes:
        games: The games.
        cells: The box of the track in each game.
        joined: The pairs that were newly joined. Shape (entries, pairs).
        some: The indices of the entries whose track newly joined at least one pair.
    """

    games: Games
    cells: Cells
    joined: npt.NDArray[np.bool_]
    some: Games = field(default_factory=lambda: NOT_KNOWN)

    def __post_init__(self) -> None:
        if self.some is NOT_KNOWN:
            self.some = np.flatnonzero(self.joined.any(axis=1))


NOT_KNOWN: Games = np.zeros(0, np.intp)


def true_at(flags: Flags) -> tuple[Games, Games]:
    """Return rows and columns of the true entries of a matrix, by row; several times faster than `np.nonzero`."""
    return np.divmod(flags.ravel().nonzero()[0], flags.shape[1])


def from_each_side(table: Table, trader: int, games: Games, cells: Cells, into: Any, has: Flags | None = None) -> Ways:
    """Return how far each planet is from the neighbour that a track in a box would join at each side.

    Args:
        table: The games.
        trader: The trader.
        games: The game of each entry.
        cells: The box of each entry.
        into: Whether an own end points into the box from each side. Shape (4, entries).
        has: The sides that count, by default all. Shape (4, entries).

    Returns:
        Boxes on the shortest way on the trader's tracks from each planet to the own track at each side. If the planet
        itself lies at that side, the number is 0. `table.none` stands for no way. Shape (4, entries, planets).
    """
    board = table.board
    ways = np.full((4, cells.size, board.planets), table.none, table.distance.dtype)
    side, entry = true_at(into if has is None else into & has)
    ways[side, entry] = table.distances(trader, games[entry], board.neighbour[side, cells[entry]])
    planet = board.planet_at.take(cells, axis=1)
    side, entry = true_at(planet >= 0 if has is None else (planet >= 0) & has)
    ways[side, entry, planet[side, entry]] = 0
    return ways


def draw(table: Table, trader: int, games: Games, tracks: npt.NDArray[np.integer], cells: Cells) -> DrawEffect:
    """Draw a trader's track in each of these games, and return the pairs that it newly joins; nothing is scored.

    Args:
        table: The games.
        trader: The trader.
        games: The game of each entry.
        tracks: The track of each entry.
        cells: The box of each entry.
    """
    board, space = table.board, table.board.space
    has = HAS_END[tracks].T
    ends = table.ends[trader]
    into = has & ends_there(space, ends, games, board.neighbour.take(cells, axis=1))
    sides = from_each_side(table, trader, games, cells, into, has)
    ways = sides.min(axis=0)
    planets = board.as_set(sides != table.none)
    new = board.pairs_within.take(np.bitwise_or.reduce(planets, axis=0)) & ~table.joined[trader, games]
    some = new.nonzero()[0]
    joined = np.zeros((games.size, len(board.pairs)), np.bool_)
    joined[some] = bits_of(table, new[some])
    row, bit = cells // space.width, space.bits(cells)
    for out, has_end in zip(ends, has, strict=True):
        some_ends = has_end.nonzero()[0]
        out[row[some_ends], games[some_ends]] |= bit[some_ends]
    planet = board.planet_at.take(cells, axis=1)
    side, entry = true_at(has & (planet >= 0))
    planet = planet[side, entry].astype(np.intp)
    np.bitwise_or.at(table.visited[trader], games[entry], np.left_shift(1, planet).astype(np.uint16))
    table.landing[trader, planet, games[entry]] = cells[entry]
    table.empty[row, games] &= ~bit
    table.joined[trader, games] |= new
    table.counts[trader, DRAWN, games] += 1
    measure(table, trader, games, cells, ways, meets=np.count_nonzero(planets, axis=0) > 1)
    return DrawEffect(games, cells, joined, some)


def ends_there(space: Space, ends: Sets, games: Games, neighbour: Cells) -> npt.NDArray[np.bool_]:
    """Return, for each side of a box, whether the neighbour there has a track with an end back to the box.

    Args:
        space: The grid of boxes.
        ends: For each side, the boxes with a track that has an end there. Shape (4, rows, games).
        games: The game of each entry.
        neighbour: The neighbours' cells. Shape (4, entries).
    """
    row = neighbour // space.width
    where = (np.array(OPPOSITE)[:, None] * space.rows + row) * ends.shape[-1] + games
    words = ends.reshape(-1).take(where, mode="clip") >> (neighbour & (space.width - 1)).astype(space.kind)
    # a cell beyond the galaxy has no row
    return np.asarray(((words & 1) != 0) & (row < space.rows))


def measure(table: Table, trader: int, games: Games, cells: Cells, ways: Ways, meets: npt.NDArray[np.bool_]) -> None:
    """Write distances to planets into the table, for new boxes and for boxes that become nearer by them.

    A new shortest way must lead through the new box. The new distance to box x is the smaller of two numbers: the old
    one, and the distance to the new box plus the steps from there to x.

    Args:
        table: The games.
        trader: The trader.
        games: The game of each entry.
        cells: The new box of each entry.
        ways: The number of boxes on the way from each planet to the nearest track or planet that the new box joins.
        meets: Whether the box joins several tracks or planets. Shape (entries,).
    """
    space = table.board.space
    # the new box itself counts too
    here = _further(ways, np.ones(1, ways.dtype))
    table.distance[trader, games, cells] = here
    table.depth[trader, games, cells] = _deepest(here)
    rows = meets.nonzero()[0]
    if not rows.size:
        return
    some = games[rows]
    start = np.zeros((space.rows, rows.size), space.kind)
    table.put(start, np.arange(rows.size), cells[rows])
    steps, entry, cell = space.joined_boxes(table.ends[trader].take(some, axis=-1), start)
    game = some[entry]
    through = _further(ways[rows].take(entry, axis=0), steps.astype(ways.dtype))
    nearer = np.minimum(table.distances(trader, game, cell), through)
    table.distance[trader, game, cell] = nearer
    table.depth[trader, game, cell] = _deepest(nearer)


def _further(ways: Ways, steps: npt.NDArray[Any]) -> Ways:
    """Return way lengths plus `steps` (at least 1); `none` stays `none`. Shape (entries, planets)."""
    # `none` is the largest number. The minimum keeps the sum from wrapping around.
    steps = steps[:, None]
    return np.asarray(np.minimum(ways, np.iinfo(ways.dtype).max - steps) + steps)


def _deepest(distances: Ways) -> npt.NDArray[Any]:
    """Return the largest distance to any planet to which a way leads, 0 if there is none. Shape (entries,)."""
    # `none` wraps around to 0
    more = distances + distances.dtype.type(1)
    deepest = more[:, 0]
    for planet in range(1, more.shape[1]):
        deepest = np.maximum(deepest, more[:, planet])
    return np.asarray(deepest - (deepest > 0))


def bits_of(table: Table, pairs: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """Unpack sets of pairs of planets: return whether each pair is in each set. Shape (entries, pairs).

    Args:
        table: The games.
        pairs: One set for each entry; bit n stands for pair n of the board. Shape (entries,).
    """
    in_bytes = pairs.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(in_bytes, axis=1, count=len(table.board.pairs), bitorder="little").view(np.bool_)


def as_bits(pairs: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint64]:
    """Return sets of pairs as bits. Shape (entries,).

    Args:
        pairs: Whether each pair is in the set. Shape (entries, pairs).
    """
    weights = np.uint64(1) << np.arange(pairs.shape[1], dtype=np.uint64)
    return np.asarray((pairs * weights).sum(axis=1, dtype=np.uint64))


Types = npt.NDArray[np.int8]
"""Indices of types of track in TYPES."""
Lengths = npt.NDArray[np.int16]
"""The number of boxes on the way of each pair that may be scored; 0 for other pairs. Shape (entries, pairs)."""
Allowed = npt.NDArray[np.bool_]
"""Whether each type of track may be drawn. Shape (types, entries)."""


class DrawChoice(NamedTuple):
    """A choice of a draw in each game. All shapes are (entries,).

    Attributes:
        track: The track; -1 for none.
        cell: Its box.
        kind: The type of the die to take if no track is drawn; -1 for any.
        forced: Whether the draw scored below drawing nothing, but had to be made.
    """

    track: npt.NDArray[np.int8]
    cell: Cells
    kind: npt.NDArray[np.int8]
    forced: Flags


class Dice(Protocol):
    """Interface of dice for the rules, for sampled and prescribed dice alike."""

    def roll(self, table: Table) -> Types:
        """Return the type of track that each die of a round shows. Shape (dice, games)."""

    def asteroid(self, turn: Turn, games: Games) -> Types:
        """Return the type of track that the taken die shows when it is rolled again. Shape (entries,)."""

    def choose(self, turn: Turn, games: Games, many: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return the turn's next random choice: a number below `many`, each equally likely. Shape (entries,)."""


class Judge(Protocol):
    """Interface of players, e.g. captains, who make every choice that the rules leave to a trader."""

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> DrawChoice:
        """Return a draw in each of these games, of an allowed type of track, or the choice to draw nothing.

        Only an extra track may be left out, and a die whose type fits nowhere, if the rules allow that.
        """

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """Return the index of the pair of planets to score, of those with a length above 0; -1 for none.

        The shape is (entries,).
        """

    def fill(self, turn: Turn, games: Games) -> Cells:
        """Return the cell that is filled; -1 for none. Shape (entries,)."""


@dataclass
class Turn:
    """The turn of one trader in all games of a table.

    Attributes:
        table: The games.
        trader: The trader, from 0.
        judge: The judge who chooses for the trader.
        dice: The dice.
        place: The place in the picking order, from 0.
        following: The trader who picks next; None if this trader is the last of the round.
        rolled: The types on the dice. Shape (dice, games).
        left: Whether each die is still on the table. Shape (dice, games).
        die: The number of the die that was taken. Shape (games,).
        asteroids: The number of asteroid rolls so far. Shape (games,).
        choices: The number of choices of the random captain so far. Shape (games,).
        thoughts: The number of choices of a thinker so far. Shape (games,).
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
        """Return whether a die still on the table shows each type. Shape (types, entries)."""
        rolled, left = self.rolled.take(games, axis=1), self.left.take(games, axis=1)
        return np.array([((rolled == kind) & left).any(axis=0) for kind in range(len(TYPES))])
