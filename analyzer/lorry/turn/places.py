"""Where a trader may draw: what each empty box could join, and the legal places of all eleven tracks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.board import ENDS, HAS_END, UNTURNED
from analyzer.lorry.turn.rows import OPPOSITE, Flags, Sets
from analyzer.lorry.turn.surrounding import after_draw, approaches, keeps_approaches, tight
from analyzer.lorry.turn.table import Table

Games = npt.NDArray[np.intp]
CHUNK = 1 << 13
"""Places that are tried out at once where each has to be."""


class Sight:
    """What a trader sees in some games before drawing.

    games: (here,) which of the table's; empty: (rows, here); into: (4, rows, here) boxes into which an own end
    points from that side; planet: (4, rows, here) boxes with a planet at that side that the trader has not flown to.
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
        """(4, rows, here) Boxes, empty or not, into which an end of a trader points from each side."""
        if trader not in self._into:
            moved = [self.space.moved(self.ends[trader, OPPOSITE[side]], OPPOSITE[side]) for side in range(4)]
            self._into[trader] = np.array(moved)
        return self._into[trader]

    def planets_beside(self, trader: int) -> Sets:
        """(4, rows, here) Boxes with a planet at each side that the trader has not flown to."""
        missing = ~self.visited[trader] & np.uint16((1 << self.board.planets) - 1)
        return np.asarray(self.board.beside.take(missing.astype(np.intp), axis=-1))

    def legal(self) -> Sets:
        """(11, rows, here) Where each track may lie."""
        board, switches = self.board, self.board.switches
        visited = board.beside.take(self.visited[self.trader].astype(np.intp), axis=-1)
        joinable = self.into | self.planet
        free = self.empty
        closed: Sets | None = None
        if switches.surrounding != "off":
            no_waste, shut = tight(board, self.empty, self.visited)
            closed = board.beside.take(no_waste.astype(np.intp), axis=-1)
            free = free & ~np.bitwise_or.reduce(board.beside.take(shut.astype(np.intp), axis=-1), axis=0)
        refused = visited if switches.dead_ends == "allowed" else visited | self._barred()
        places = np.zeros((len(ENDS), *free.shape), free.dtype)
        for track, ends in enumerate(ENDS):
            if switches.rotate_tracks == "no" and track not in UNTURNED:
                continue
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

    def _twice(self, ends: tuple[int, ...]) -> Sets:
        """(rows, 1) Boxes where two ends of a track would touch one planet."""
        touching = np.zeros((self.space.rows, 1), self.space.kind)
        for side in ends:
            if self.board.doubled[side] and OPPOSITE[side] in ends:
                touching |= self.board.any_planet[side][:, None]
        return touching

    def _barred(self) -> Sets:
        """(4, rows, here) Boxes whose neighbour there is filled or holds a rival's track, no own end meeting it."""
        wall = self.table.filled[:, self.games]
        for rival in range(self.board.traders):
            if rival != self.trader:
                wall = wall | np.bitwise_or.reduce(self.ends[rival], axis=0)
        barred = [self.space.moved(wall, OPPOSITE[side]) & ~self.into[side] for side in range(4)]
        return np.array(barred)

    def _shared(self, ends: tuple[int, ...]) -> Sets:
        """(rows, here) Boxes that hold nothing but a rival's curve with the two other ends."""
        if len(ends) != 2 or OPPOSITE[ends[0]] == ends[1]:
            return np.zeros_like(self.empty)
        drawn = np.bitwise_or.reduce(self.ends, axis=0)
        others = [side for side in range(4) if side not in ends]
        there = drawn[others[0]] & drawn[others[1]] & ~drawn[ends[0]] & ~drawn[ends[1]]
        return np.asarray(there & ~self.ends[self.trader, others[0]])

    def _keep_approaches(self, places: Sets) -> None:
        """Take out every place that would take somebody's last approach (`reach`); each is tried out."""
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
                np.bitwise_and.at(places[track], (there[no] // space.width, here[no]), ~space.bits(there[no]))

    def fillable(self) -> Sets:
        """(rows, here) Boxes that may be filled."""
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
                np.bitwise_and.at(boxes, (there[no] // self.space.width, here[no]), ~self.space.bits(there[no]))
        return boxes

    def joinable(self, trader: int) -> Sets:
        """(4, rows, here) Empty boxes that could join something of a trader's at each side."""
        mine = trader == self.trader
        planet = self.planet if mine else self.planets_beside(trader)
        return np.asarray((self.ends_into(trader) | planet) & self.empty)


def union(sets: Sets, ends: tuple[int, ...]) -> Sets:
    """(rows, games) The boxes that are in one of the sets (4, rows, games) of some sides."""
    out: Sets = sets[ends[0]] | sets[ends[1]]
    for side in ends[2:]:
        out |= sets[side]
    return out


def any_of(sets: Sets) -> Flags:
    """(...) Whether there is any box, of sets (..., rows, games)."""
    return np.asarray(np.bitwise_or.reduce(sets, axis=-2) != 0)
