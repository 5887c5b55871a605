"""State of games side by side: tracks in their galaxies, and their score sheets.

Sets of boxes have the shape (..., rows, games). Arrays that captains look up box by box, for few games at a time, have
games first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.board import Board, Cells, Flags, Sets

COUNTS = ("turns", "passed", "drawn", "extra", "filled", "forced")
"""The counts that are kept of every trader during a game."""
TURNS, PASSED, DRAWN, EXTRA, FILLED, FORCED = range(len(COUNTS))


class Table:
    """Games of one board at the same round.

    Attributes:
        first: The trader who begins the first round, from 0.
        game: The numbers of the games. Shape (games,).
        ends: For each side, the boxes with a trader's track that has an end there. Shape (traders, 4, rows, games).
        empty, filled: Empty boxes, and filled ones. Shape (rows, games).
        visited: The planets flown to, as bits. Shape (traders, games).
        unscored: For each planet, the planets with which it is an unscored pair, as bits. Shape (planets, games).
        joined, by: Pairs as bits, joined by the trader's tracks, and scored by the trader. Shape (traders, games).
        points, stars, routes, longest: Points of routes, number of stars, number of scored routes, and boxes of the
            longest scored route. Shape (traders, games).
        paid, when: The points of each pair, 0 while nobody has scored it, and its round, from 1. Shape (pairs, games).
        landing: The cell whose track touches each planet. Shape (traders, planets, games).
        counts: The counts named in COUNTS. Shape (traders, counts, games).
        distance: Number of boxes on own tracks from each cell to each planet (`dist` of the rulings), `none` without a
            way. Shape (traders, games, cells, planets).
        depth: The largest `distance` of each cell, 0 in cells without a track of the trader. Shape (traders, games,
            cells).
        used: The number of the trader's routes through each box. Shape (traders, games, cells).
        over, stuck: Whether a game is over, and whether it ended because nobody drew in a round. Shape (games,).
        rounds: The rounds begun. Shape (games,).
        until: The rounds after which a game of one trader ends; None for the usual number.
        log: The listener that is called with every event, or None.
    """

    game: npt.NDArray[np.int64]
    ends: Sets
    empty: Sets
    filled: Sets
    visited: npt.NDArray[np.uint16]
    unscored: npt.NDArray[np.uint16]
    joined: npt.NDArray[np.uint64]
    by: npt.NDArray[np.uint64]
    points: npt.NDArray[np.int16]
    stars: npt.NDArray[np.int16]
    routes: npt.NDArray[np.int16]
    longest: npt.NDArray[np.int16]
    paid: npt.NDArray[np.int16]
    when: npt.NDArray[np.int16]
    landing: Cells
    counts: npt.NDArray[np.int16]
    distance: npt.NDArray[Any]
    depth: npt.NDArray[Any]
    used: npt.NDArray[np.uint8]
    until: int | None
    over: Flags
    stuck: Flags
    rounds: npt.NDArray[np.int16]
    # the axis of games tells `take` how to select games
    GAMES_LAST = (
        *("game", "ends", "empty", "filled", "visited", "unscored", "joined", "by", "points", "stars", "routes"),
        *("longest", "paid", "when", "landing", "counts", "over", "stuck", "rounds"),
    )
    GAMES_SECOND = ("distance", "depth", "used")
    BY_TRADER = (
        *("ends", "visited", "joined", "by", "points", "stars", "routes", "longest", "landing", "counts"),
        *GAMES_SECOND,
    )

    def __init__(self, board: Board, game: npt.NDArray[np.int64], first: int = 0) -> None:
        self.board, self.first, self.round, self.until, self.log = board, first, 0, None, None
        games, traders, space = game.size, board.traders, board.space
        self.game = game
        self.ends = np.zeros((traders, 4, space.rows, games), space.kind)
        self.empty = np.repeat(board.empty[:, None], games, axis=1)
        self.filled = np.zeros((space.rows, games), space.kind)
        self.visited = np.zeros((traders, games), np.uint16)
        others = ((1 << board.planets) - 1) & ~(1 << np.arange(board.planets))
        self.unscored = np.repeat(others.astype(np.uint16)[:, None], games, axis=1)
        self.joined = np.zeros((traders, games), np.uint64)
        self.by = np.zeros((traders, games), np.uint64)
        for name in ("points", "stars", "routes", "longest"):
            setattr(self, name, np.zeros((traders, games), np.int16))
        self.paid = np.zeros((len(board.pairs), games), np.int16)
        self.when = np.zeros((len(board.pairs), games), np.int16)
        self.landing = np.zeros((traders, board.planets, games), np.intp)
        self.counts = np.zeros((traders, len(COUNTS), games), np.int16)
        # the largest number stands for no way
        numbers: Any = np.uint8 if space.rows * space.columns < np.iinfo(np.uint8).max else np.uint16
        self.none = int(np.iinfo(numbers).max)
        self.distance = np.full((traders, games, space.cells, board.planets), self.none, numbers)
        self.depth = np.zeros((traders, games, space.cells), numbers)
        self.used = np.zeros((traders, games, space.cells), np.uint8)
        self.over = np.zeros(games, np.bool_)
        self.stuck = np.zeros(games, np.bool_)
        self.rounds = np.zeros(games, np.int16)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.game.size

    @property
    def scored(self) -> npt.NDArray[np.uint64]:
        """The pairs that any trader has scored, as bits. Shape (games,)."""
        return np.asarray(np.bitwise_or.reduce(self.by, axis=0))

    @property
    def slots(self) -> npt.NDArray[np.int64]:
        """The number of routes that all traders together have scored. Shape (games,)."""
        return np.asarray(self.routes.sum(axis=0))

    @property
    def totals(self) -> npt.NDArray[np.int64]:
        """The total of each trader: points of routes and of stars. Shape (traders, games)."""
        return np.asarray(self.points + self.board.star_points * self.stars.astype(np.int64))

    def take(self, which: npt.NDArray[np.intp]) -> Table:
        """Return a copy with some of the games only."""
        taken = Table.__new__(Table)
        vars(taken).update(vars(self))
        for name in self.GAMES_LAST:
            setattr(taken, name, getattr(self, name).take(which, axis=-1))
        for name in self.GAMES_SECOND:
            setattr(taken, name, getattr(self, name).take(which, axis=1))
        return taken

    @classmethod
    def together(cls, tables: Sequence[Table]) -> Table:
        """Return one table with the games of several tables of the same board, whatever their rounds."""
        whole = cls.__new__(cls)
        vars(whole).update(vars(tables[0]))
        for name in cls.GAMES_LAST:
            setattr(whole, name, np.concatenate([getattr(table, name) for table in tables], axis=-1))
        for name in cls.GAMES_SECOND:
            setattr(whole, name, np.concatenate([getattr(table, name) for table in tables], axis=1))
        return whole

    def with_first_seat(self, which: npt.NDArray[np.intp], first: int) -> Table:
        """Return a copy of some games in which trader 0 is renumbered as `first`, trader 1 as the next one, and so on.

        Shared rounds are played as if trader 0 began, whoever really begins. This restores the real seats.
        """
        seated = self.take(which)
        seated.first = (self.first + first) % self.board.traders
        for name in self.BY_TRADER:
            setattr(seated, name, np.roll(getattr(seated, name), first, axis=0))
        return seated

    def emit(self, event: str, **details: Any) -> None:
        """Pass an event to the listener, if there is one."""
        if self.log is not None:
            self.log(self, event, **details)

    def boxes_drawn_by(self, trader: int) -> Sets:
        """Return the boxes with a track of the trader. Shape (rows, games)."""
        return np.asarray(np.bitwise_or.reduce(self.ends[trader], axis=0))

    def distances(self, trader: int, games: npt.NDArray[np.intp], cells: Cells) -> npt.NDArray[Any]:
        """Return the trader's `distance` from one box in each game to each planet. Shape (entries, planets)."""
        space, planets = self.board.space, self.board.planets
        return np.asarray(self.distance[trader].reshape(-1, planets).take(games * space.cells + cells, axis=0))

    def put(self, sets: Sets, games: npt.NDArray[np.intp], cells: Cells, holds: Flags | bool = True) -> None:
        """Add a box to the set of each game for which `holds` is true."""
        space = self.board.space
        sets[cells // space.width, games] |= np.where(holds, space.bits(cells), space.kind(0))

    def clear(self, sets: Sets, games: npt.NDArray[np.intp], cells: Cells) -> None:
        """Remove a box from the set of each game."""
        sets[cells // self.board.space.width, games] &= ~self.board.space.bits(cells)
