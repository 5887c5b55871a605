"""Places where a track may be drawn or a box filled."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.board import (
    BIT_OF_TRACK,
    ENDS,
    HAS_END,
    MEETING,
    MISSING,
    OPPOSITE,
    UNTURNED,
    Board,
    Cells,
    Flags,
    Sets,
    Tracks,
    as_bits_of,
)
from analyzer.lorry.turn.table import Table

Planets = npt.NDArray[np.uint16]
"""Sets of planets as bits. Shape (games,)."""


def crowded(board: Board, empty: Sets, visited: npt.NDArray[np.uint16]) -> tuple[Planets, Planets]:
    """Return the planets beside which tracks are restricted, because hardly any empty box beside them is left.

    After a draw, a planet needs an empty box beside it for each trader who has not flown there. A trader who flies
    there with this draw is not counted.

    Args:
        board: The board.
        empty: The empty boxes. Shape (rows, games).
        visited: The planets that each trader has flown to. Shape (traders, games).

    Returns:
        Two sets as bits, of shape (games,) each: planets beside which a track may only lie if it flies there, and
        planets beside which no track may lie.
    """
    rows, bits = board.rows_beside
    free = np.bitwise_count(empty[rows] & bits[:, None]).reshape(board.planets, 3, -1)
    # - 1: the box that a draw would take
    left = free.sum(axis=1, dtype=np.int8) - 1
    planet = np.arange(board.planets, dtype=np.uint16)[:, None]
    needed = ((~visited[:, None, :] >> planet) & 1).sum(axis=0, dtype=np.int8)
    # first set: too few boxes are left unless this draw flies there; second: too few even if it does
    return board.as_set_of_each(left < needed), board.as_set_of_each(left < needed - 1)


def approaches(board: Board, empty: Sets, ends: Sets, visited: npt.NDArray[np.uint16]) -> npt.NDArray[np.bool_]:
    """Return whether each trader still has an approach to each planet not flown to (switch `surrounding: reach`).

    An approach leads from an empty box beside the planet through empty boxes. It ends beside another planet that the
    trader has not flown to, or where one of the trader's ends points.

    Args:
        board: The board.
        empty: The empty boxes. Shape (rows, games).
        ends: For each side, the boxes with a track that has an end there. Shape (traders, 4, rows, games).
        visited: The planets that each trader has flown to. Shape (traders, games).

    Returns:
        Shape (traders, planets, games).
    """
    traders, games = visited.shape
    reachable = np.zeros((traders, board.planets, games), np.bool_)
    goals = [[board.space.moved(ends[trader, side], side) & empty for side in range(4)] for trader in range(traders)]
    for planet in range(board.planets):
        near = np.broadcast_to(board.around[planet][:, None], empty.shape) & empty
        # all empty boxes from which the planet can be flown to
        region = board.space.reached(empty, near)
        for trader in range(traders):
            others = ~visited[trader] & np.uint16((1 << board.planets) - 1) & ~np.uint16(1 << planet)
            aims = np.bitwise_or.reduce(board.beside.take(others.astype(np.intp), axis=-1), axis=0)
            for goal in goals[trader]:
                aims = aims | goal
            reachable[trader, planet] = (region & aims).any(axis=0)
    missing = (visited[:, None, :] >> np.arange(board.planets, dtype=np.uint16)[:, None] & 1) == 0
    return np.asarray(reachable & missing)


def keeps_approaches(
    board: Board,
    before: npt.NDArray[np.bool_],
    empty: Sets,
    ends: Sets,
    visited: npt.NDArray[np.uint16],
) -> npt.NDArray[np.bool_]:
    """Return whether every trader who had an approach to a planet still has one or has flown there. Shape (games,)."""
    now = approaches(board, empty, ends, visited)
    missing = (visited[:, None, :] >> np.arange(board.planets, dtype=np.uint16)[:, None] & 1) == 0
    return np.asarray((~before | ~missing | now).all(axis=(0, 1)))


def after_draw(
    board: Board,
    ends: Sets,
    empty: Sets,
    visited: npt.NDArray[np.uint16],
    trader: int,
    sides: npt.NDArray[np.bool_],
    cells: Cells,
) -> tuple[Sets, Sets, npt.NDArray[np.uint16]]:
    """Return ends, empty boxes and visited planets after a track is drawn in each of these games.

    Args:
        board: The board.
        ends: For each side, the boxes with a track that has an end there. Shape (traders, 4, rows, games).
        empty: The empty boxes. Shape (rows, games).
        visited: The planets that each trader has flown to. Shape (traders, games).
        trader: The trader who draws.
        sides: Whether the track has an end at each side. Shape (4, games).
        cells: The box of the track. Shape (games,).
    """
    games = np.arange(cells.size)
    row, bit = cells // board.space.width, board.space.bits(cells)
    ends, empty, visited = ends.copy(), empty.copy(), visited.copy()
    empty[row, games] &= ~bit
    for side in range(4):
        ends[trader, side, row, games] |= np.where(sides[side], bit, board.space.kind(0))
        planet = board.planet_at[side, cells].astype(np.int64)
        touched = sides[side] & (planet >= 0)
        visited[trader] |= np.where(touched, 1 << np.maximum(planet, 0), 0).astype(np.uint16)
    return ends, empty, visited


Games = npt.NDArray[np.intp]
CHUNK = 1 << 13
"""The number of places that are tried out at once where each must be tried."""


class TraderView:
    """The state of some games as a trader sees it before drawing.

    Args:
        table: The games.
        trader: The trader.
        games: Indices of the table's games to look at. Shape (here,).

    Attributes:
        empty: The empty boxes. Shape (rows, here).
        into: For each side, the boxes into which one of the trader's ends points from there. Shape (4, rows, here).
        planet: For each side, the boxes with a planet there that the trader has not flown to. Shape (4, rows, here).
    """

    def __init__(self, table: Table, trader: int, games: Games) -> None:
        self.table, self.board, self.space, self.trader, self.games = (
            table,
            table.board,
            table.board.space,
            trader,
            games,
        )
        everything = games.size == table.games
        self.empty = table.empty if everything else table.empty.take(games, axis=-1)
        self.ends = table.ends if everything else table.ends.take(games, axis=-1)
        self.visited = table.visited if everything else table.visited.take(games, axis=-1)
        self._into: dict[int, Sets] = {}
        self.into = self.ends_into(trader)
        self.planet = self.planets_beside(trader)

    def ends_into(self, trader: int) -> Sets:
        """Return, for each side, the boxes (empty or not) into which a trader's end points from there.

        Shape (4, rows, here).
        """
        if trader not in self._into:
            moved = [self.space.moved(self.ends[trader, OPPOSITE[side]], OPPOSITE[side]) for side in range(4)]
            self._into[trader] = np.array(moved)
        return self._into[trader]

    def planets_beside(self, trader: int) -> Sets:
        """Return, for each side, the boxes with a planet there that the trader has not flown to.

        Shape (4, rows, here).
        """
        return np.asarray(self.board.beside.take(self.missing(trader).astype(np.intp), axis=-1))

    def missing(self, trader: int) -> Planets:
        """Return the planets that a trader has not flown to, as bits. Shape (here,)."""
        return np.asarray(~self.visited[trader] & np.uint16((1 << self.board.planets) - 1))

    @cached_property
    def unscored(self) -> Planets:
        """For each planet, the planets with which it forms an unscored pair, as bits. Shape (planets, here)."""
        return self.table.unscored.take(self.games, axis=1)

    def legal(self) -> Sets:
        """Return the boxes in which each of the 11 tracks may lie. Shape (11, rows, here)."""
        board, switches = self.board, self.board.switches
        visited = board.beside.take(self.visited[self.trader].astype(np.intp), axis=-1)
        joinable = self.into | self.planet
        free = self.empty
        closed: Sets | None = None
        if switches.surrounding != "off":
            no_waste, shut = self.crowded
            closed = board.beside.take(no_waste.astype(np.intp), axis=-1)
            free = free & ~np.bitwise_or.reduce(board.beside.take(shut.astype(np.intp), axis=-1), axis=0)
        refused = visited if switches.dead_ends == "allowed" else visited | self._barred()
        places = np.zeros((len(ENDS), *free.shape), free.dtype)
        for track, ends in enumerate(ENDS):
            if switches.rotate_tracks == "no" and track not in UNTURNED:
                continue
            # an end must join something, and none may lead to a planet flown to
            lies = union(joinable, ends) & ~(union(refused, ends) | self._twice(ends))
            places[track] = lies & free
            if closed is not None:
                for side in range(4):
                    if side not in ends and not (board.doubled[side] and OPPOSITE[side] in ends):
                        places[track] &= ~closed[side]
            if switches.tracks_per_box == "two":
                places[track] |= lies & self._shared(ends)
        if switches.surrounding == "reach":
            self._keep_approaches(places)
        return places

    @cached_property
    def crowded(self) -> tuple[Planets, Planets]:
        """Two sets of planets beside which tracks are restricted, as the function `crowded` returns them."""
        return crowded(self.board, self.empty, self.visited)

    @cached_property
    def hindering(self) -> Sets:
        """Empty boxes in which a track hinders rivals: two sets for each rival, of shape (sets, rows, here).

        The first holds the boxes into which an open end of the rival points. The second holds its threats: boxes in
        which a track could join two of its ends or planets.
        """
        sets = np.zeros((2 * (self.board.traders - 1), *self.empty.shape), self.empty.dtype)
        for number, rival in enumerate(rival for rival in range(self.board.traders) if rival != self.trader):
            ends = self.ends_into(rival)
            np.bitwise_or.reduce(ends, axis=0, out=sets[2 * number])
            sets[2 * number + 1] = at_least_two(ends | self.planets_beside(rival))
        sets &= self.empty
        return sets

    def boxes(self) -> Sets:
        """Return all boxes in which some track may lie, and maybe other empty boxes too. Shape (rows, here)."""
        if not self.board.is_box_by_box:
            return np.asarray(np.bitwise_or.reduce(self.legal(), axis=0))
        return np.asarray(np.bitwise_or.reduce(self.into | self.planet, axis=0) & self.empty)

    def tracks_at(self, here: Games, cells: Cells, into: Cells, planets: Cells) -> Tracks:
        """Return the tracks that may lie in empty boxes, as bits. Shape (entries,).

        The result equals that of `legal`, but is much faster for few boxes.

        Args:
            here: The place of each entry's game in the view.
            cells: The box of each entry.
            into: The sides of the box from which an own end points into it, as bits.
            planets: The sides with a planet that the trader has not flown to, as bits.
        """
        board = self.board
        if not board.is_box_by_box:
            held = self.space.has(self.legal(), here, cells)
            return np.asarray(np.bitwise_or.reduce(held * BIT_OF_TRACK[:, None], axis=0).astype(np.uint16))
        tracks = MEETING.take(into | planets) & ~MEETING.take(board.sides_with_planet.take(cells) & ~planets)
        if board.switches.surrounding != "off":
            no_waste, shut = self.crowded
            beside = board.beside_cell.take(cells)
            tracks *= (beside & shut.take(here)) == 0
            rows = (beside & no_waste.take(here)).nonzero()[0]
            planet = board.planet_at.take(cells[rows], axis=1)
            closed = (no_waste.take(here[rows]) >> np.maximum(planet, 0).astype(np.uint16) & 1 != 0) & (planet >= 0)
            tracks[rows] &= ~MISSING.take(as_bits_of(closed))
        if board.switches.rotate_tracks == "no":
            tracks &= BIT_OF_TRACK[list(UNTURNED)].sum(dtype=np.uint16)
        return np.asarray(tracks)

    def _twice(self, ends: tuple[int, ...]) -> Sets:
        """Return the boxes in which two ends of a track would touch the same planet. Shape (rows, 1)."""
        touching = np.zeros((self.space.rows, 1), self.space.kind)
        for side in ends:
            if self.board.doubled[side] and OPPOSITE[side] in ends:
                touching |= self.board.any_planet[side][:, None]
        return touching

    def _barred(self) -> Sets:
        """Return, for each side, the boxes in which an end at that side would be a dead end. Shape (4, rows, here).

        The neighbour at that side is filled or holds a rival's track, and no own end points into the box from there.
        """
        wall = self.table.filled[:, self.games]
        for rival in range(self.board.traders):
            if rival != self.trader:
                wall = wall | np.bitwise_or.reduce(self.ends[rival], axis=0)
        barred = [self.space.moved(wall, OPPOSITE[side]) & ~self.into[side] for side in range(4)]
        return np.array(barred)

    def _shared(self, ends: tuple[int, ...]) -> Sets:
        """Return the boxes that a curve may share: they hold only a rival's curve with the other two ends.

        Shape (rows, here).
        """
        if len(ends) != 2 or OPPOSITE[ends[0]] == ends[1]:
            return np.zeros_like(self.empty)
        drawn = np.bitwise_or.reduce(self.ends, axis=0)
        others = [side for side in range(4) if side not in ends]
        there = drawn[others[0]] & drawn[others[1]] & ~drawn[ends[0]] & ~drawn[ends[1]]
        return np.asarray(there & ~self.ends[self.trader, others[0]])

    def _keep_approaches(self, places: Sets) -> None:
        """Remove, by trying each, every place that takes a trader's last approach to a planet (see `approaches`)."""
        board, space = self.board, self.space
        before = approaches(board, self.empty, self.ends, self.visited)
        for track in range(len(ENDS)):
            lane, cell = space.listed(places[track] & self.empty)
            for begin in range(0, lane.size, CHUNK):
                here, there = lane[begin : begin + CHUNK], cell[begin : begin + CHUNK]
                sides = np.repeat(HAS_END[track][:, None], here.size, axis=1)
                state = self.ends[..., here], self.empty[:, here], self.visited[:, here]
                ends, empty, visited = after_draw(board, *state, self.trader, sides, there)
                is_kept = keeps_approaches(board, before[..., here], empty, ends, visited)
                no = ~is_kept
                # several places may lie in one word: plain indexing would clear only one of them
                np.bitwise_and.at(places[track], (there[no] // space.width, here[no]), ~space.bits(there[no]))

    def fillable(self) -> Sets:
        """Return the boxes that may be filled. Shape (rows, here)."""
        boxes = self.empty & self.board.fillable[:, None]
        if self.board.switches.surrounding == "reach":
            before = approaches(self.board, self.empty, self.ends, self.visited)
            lane, cell = self.space.listed(boxes)
            for begin in range(0, lane.size, CHUNK):
                here, there = lane[begin : begin + CHUNK], cell[begin : begin + CHUNK]
                empty = self.empty[:, here].copy()
                empty[there // self.space.width, np.arange(here.size)] &= ~self.space.bits(there)
                state = empty, self.ends[..., here], self.visited[:, here]
                no = ~keeps_approaches(self.board, before[..., here], *state)
                # several places may lie in one word: plain indexing would clear only one of them
                np.bitwise_and.at(boxes, (there[no] // self.space.width, here[no]), ~self.space.bits(there[no]))
        return boxes

    def joinable(self, trader: int) -> Sets:
        """Return, for each side, the empty boxes with a trader's open end or a planet not flown to at that side.

        The shape is (4, rows, here).
        """
        mine = trader == self.trader
        planet = self.planet if mine else self.planets_beside(trader)
        return np.asarray((self.ends_into(trader) | planet) & self.empty)


def union(sets: Sets, sides: tuple[int, ...]) -> Sets:
    """Return the boxes that are in the sets of one or more of the given sides of a box.

    Args:
        sets: A set of boxes for each of the four sides. Shape (4, rows, games).
        sides: Indices of two or more sides.

    Returns:
        The set of boxes. Shape (rows, games).
    """
    out: Sets = sets[sides[0]] | sets[sides[1]]
    for side in sides[2:]:
        out |= sets[side]
    return out


def at_least_two(sets: Sets) -> Sets:
    """Return the boxes that are in at least two of four sets (4, rows, games). Shape (rows, games)."""
    n, e, s, w = sets
    return np.asarray((n & e) | (s & w) | ((n | e) & (s | w)))


def any_of(sets: Sets) -> Flags:
    """Return whether a set holds any box. Shape (...), from sets of shape (..., rows, games)."""
    return np.asarray(np.bitwise_or.reduce(sets, axis=-2) != 0)
