"""Judge of a captain who weighs the state of the game: slots left, points behind, and what rivals lose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.files.csvfile import rows_of
from analyzer.lorry.captains.captain import LONGEST_PATIENCE, BoardWorths, Captain
from analyzer.lorry.captains.judge import Boxes, PricedJudge, Scores, lead_needed, wanted
from analyzer.lorry.captains.reach import NO_WAY, Patience, WaysOn, reach
from analyzer.lorry.tables import PACKAGE
from analyzer.lorry.turn.board import HAS_END, LONGEST_WAY, Flags, Tracks, of_tracks, tracks_of
from analyzer.lorry.turn.draw import Games, Turn
from analyzer.lorry.turn.places import TraderView

REACH = "reach"
"""Name of the table with the worths of planets within reach."""
WorthsOfReach: TypeAlias = npt.NDArray[np.int16]
"""Worths of a planet within reach in tenths of a point. Shape (slots, ways).

Rows are the slots left after the next route; the last row also stands for more. Columns are the ways of WaysOn.
"""
DECISIVE = 100_000
"""Worth of a route that ends and wins the game, and cost of one that ends and loses it, in tenths of a point."""


class BoardJudge(PricedJudge):
    """Judge that chooses by a captain's prices and by the state of the game.

    Args:
        captain: the captain.
        board: worths of the state of the game.
    """

    is_wide = is_by_network = True

    def __init__(self, captain: Captain, board: BoardWorths) -> None:
        super().__init__(captain)
        self.board = board
        self.is_by_planet = board.reach > 0
        if self.is_by_planet:
            self.worths_of_reach = board.reach * reach_worths() // 10

    def patience(self, turn: Turn, games: Games) -> Patience:
        """Return the smallest number of boxes that a route should bring. Shape (games,).

        If the next route is the last of the game, this is the number of points behind the best rival.
        """
        return self._patience(*self._state(turn, games))

    def _patience(self, slots: npt.NDArray[np.int64], behind: npt.NDArray[np.int64], is_last: Flags) -> Patience:
        """Return the smallest number of boxes that a route should bring, from the results of `_state`. Shape (games,).

        Args:
            slots: (games,) routes left after the next one until the game ends.
            behind: (games,) points behind the best rival.
            is_last: (games,) whether the next route is the last of the game.
        """
        boxes = (10 * self.captain.patience + self.board.left * slots + self.board.behind * behind) // 10
        return np.clip(np.where(is_last, behind, boxes), 0, LONGEST_PATIENCE).astype(np.int32)

    @staticmethod
    def _state(turn: Turn, games: Games) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Flags]:
        """Return routes left after the next one, points behind the best rival, and whether the next one is the last.

        In a game alone, the points behind are 0 and no route counts as the last. Shape (games,) each.
        """
        table, by_routes = turn.table, turn.table.board.switches.end_by == "routes"
        slots = np.maximum(table.board.galaxy.end_after - table.slots[games] - 1, 0) * by_routes
        if table.board.traders == 1:
            return slots, np.zeros(games.size, np.int64), np.zeros(games.size, np.bool_)
        return slots, lead_needed(table, turn.trader, games), np.asarray((slots == 0) & by_routes)

    def rivals(self, turn: Turn) -> Sequence[int]:
        """Return the seats of all rivals, from 0; none if the worths `cut` and `reach`, which need them, are both 0."""
        if not (self.board.cut or self.board.reach):
            return ()
        return [seat for seat in range(turn.table.board.traders) if seat != turn.trader]

    def closes(self, turn: Turn, games: Games, length: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return the worth of scoring a route, in tenths of a point; 0 for a route of 0 boxes. Shape (entries,).

        Args:
            turn: the turn.
            games: (entries,) games of the table.
            length: (entries,) boxes of the route.
        """
        captain, length = self.captain, length.astype(np.int64)
        slots, behind, is_last = self._state(turn, games)
        missing = np.maximum(self._patience(slots, behind, is_last) - length, 0)
        worth = captain.point * length - captain.slot - 2 * captain.point * missing
        worth = np.where(is_last, np.where(length < behind, -DECISIVE, DECISIVE), worth)
        return np.asarray(np.where(length > 0, worth, 0))

    def _score(
        self, turn: Turn, sight: TraderView, boxes: Boxes, may: Tracks, retained: Scores, patience: Patience
    ) -> tuple[Scores, Flags]:
        """Return each draw's score in tenths of a point, and whether it scores a route. Shape (tracks, boxes) each."""
        score, scores = super()._score(turn, sight, boxes, may, retained, patience)
        board = self.board
        slots = self._state(turn, sight.games)[0].astype(np.int32).take(boxes.here)
        score -= (board.loose + board.loose_left * slots) * ~tracks_of(boxes.places.meets)
        for rival, reached in zip(self.rivals(turn), boxes.rivals, strict=True):
            best, beside = self._best(patience, boxes, self._lead_of(rival, turn, sight, boxes, reached))
            score += board.cut * (best.take(boxes.here) - beside) // 10
        if board.reach:
            score += self._reach(turn, sight, boxes, slots)
        return score, scores

    def _reach(self, turn: Turn, sight: TraderView, boxes: Boxes, slots: npt.NDArray[np.int32]) -> Scores:
        """Return the change of the worth of planets within reach that each draw makes. Shape (tracks, boxes).

        It is the gain of the trader who draws plus the losses of all rivals, in tenths of a point.

        Args:
            turn: the turn.
            sight: the trader's view of the games.
            boxes: the boxes.
            slots: (boxes,) routes left after the next one until the game ends.
        """
        board, here, worths = sight.board, boxes.here, self.worths_of_reach
        row = np.minimum(slots, len(worths) - 1)
        # A nearer planet is never worth less, so the largest worth is that of the shortest way.
        worth = worths.ravel().take(row * worths.shape[1] + boxes.on)
        best, keep = _best_by_planet(worth[:, 4] * boxes.head, boxes, sight.games.size)
        gained = -best.sum(axis=0, dtype=np.int32).take(here)
        for place, rival in enumerate(self.rivals(turn), start=5):
            heads = np.bitwise_or.reduce(sight.ends_into(rival), axis=0) & sight.empty
            is_head = sight.space.has(heads, here, boxes.cell).astype(np.int16)
            before, beside = _best_by_planet(worth[:, place] * is_head, boxes, sight.games.size)
            gained += before.sum(axis=0, dtype=np.int32).take(here) - beside.sum(axis=0, dtype=np.int32)
        sides = np.maximum(keep, worth[:, :4].swapaxes(0, 1))
        added = of_tracks(np.maximum, sides).sum(axis=1, dtype=np.int32) + gained
        for side in range(4):
            # A planet that the track flies to is no longer within reach.
            planet = board.planet_at[side].take(boxes.cell)
            box = (planet >= 0).nonzero()[0]
            added[np.flatnonzero(HAS_END[:, side])[:, None], box] -= keep[planet[box], box]
        return np.asarray(added)

    def _lead_of(
        self, rival: int, turn: Turn, sight: TraderView, boxes: Boxes, reached: npt.NDArray[np.uint16]
    ) -> Scores:
        """Return the worth of a rival's lead at each box, by the captain's prices. Shape (boxes,).

        A rival has a lead at an empty box if an own end points into it and a way on leads to a planet that the rival
        wants. Other boxes get the worth of having no lead.

        Args:
            rival: seat of the rival, from 0.
            turn: the turn.
            sight: the trader's view of the games.
            boxes: the boxes.
            reached: (boxes,) lengths of the ways from each box to planets that the rival wants, as bits.
        """
        ends = sight.ends_into(rival)
        is_head = sight.space.has(np.bitwise_or.reduce(ends, axis=0) & sight.empty, boxes.here, boxes.cell)
        value = self.leads.nothing(boxes.patience)
        rows = np.flatnonzero(is_head & (reached != 0))
        into = sight.space.has(ends, boxes.here[rows], boxes.cell[rows]).astype(np.bool_)
        neighbour = sight.board.neighbour.take(boxes.cell[rows], axis=1)
        at = boxes.game[rows] * sight.space.cells + neighbour
        depth = turn.table.depth[rival].ravel().take(at, mode="clip") * into
        value[rows] = self.leads.lead(depth.max(axis=0), reached[rows], boxes.patience[rows])
        return value


def _best_by_planet(
    worth: npt.NDArray[np.int16], boxes: Boxes, games: int
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Return the largest worth of each planet over all boxes of a game, and over all boxes but one.

    The shapes are (planets, games), and (planets, boxes) by the box that is left out.

    Args:
        worth: (planets, boxes) worth of each planet from each box, 0 for boxes that no end leads to.
        boxes: the boxes.
        games: number of games.
    """
    best = np.zeros((len(worth), games), np.int16)
    second, many = best.copy(), best.copy()
    game = boxes.here[boxes.first]
    best[:, game] = np.maximum.reduceat(worth, boxes.first, axis=1)
    of_box = best.take(boxes.here, axis=1)
    is_best = worth == of_box
    many[:, game] = np.add.reduceat(is_best.astype(np.int16), boxes.first, axis=1)
    second[:, game] = np.maximum.reduceat(worth * ~is_best, boxes.first, axis=1)
    # Without the only best box the second best is left.
    without = np.where(many == 1, second, best)
    return best, np.where(is_best, without.take(boxes.here, axis=1), of_box)


@cache
def reach_worths() -> WorthsOfReach:
    """Return the table of the worths of planets within reach."""
    rows = rows_of(PACKAGE, REACH)
    return np.array([[*(int(row[str(way)]) for way in range(1, LONGEST_WAY + 1)), 0] for row in rows], np.int16)


def nearest_planets(view: TraderView, trader: int) -> tuple[WaysOn, npt.NDArray[np.int64]]:
    """Return a trader's shortest way to each wanted planet (see WaysOn), and the number of open ends.

    Several ends that point into one empty box count once. The shapes are (planets, games) and (games,).
    """
    heads = np.bitwise_or.reduce(view.ends_into(trader), axis=0) & view.empty
    here, cells = view.space.listed(heads)
    to = wanted(view, trader)
    on = np.full((view.board.planets, cells.size), NO_WAY, np.uint8)
    reach(view.board, view.empty, here, cells, to.take(here), to, on)
    nearest = np.full((view.board.planets, view.games.size), NO_WAY, np.uint8)
    np.minimum.at(nearest.T, here, on.T)
    return nearest, np.bincount(here, minlength=view.games.size)


def priced_judge(captain: Captain) -> PricedJudge:
    """Return the judge of a captain who chooses by prices, and also by the state of the game if `board` is set."""
    return PricedJudge(captain) if captain.board is None else BoardJudge(captain, captain.board)
