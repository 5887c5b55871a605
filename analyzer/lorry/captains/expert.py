"""Judge of a captain who weighs the state of the game: slots left, points behind, and what rivals lose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.captain import LONGEST_PATIENCE, BoardWorths, Captain
from analyzer.lorry.captains.judge import Boxes, PricedJudge, Scores, lead_needed
from analyzer.lorry.captains.reach import Patience
from analyzer.lorry.turn.board import Flags, Tracks, tracks_of
from analyzer.lorry.turn.draw import Games, Turn
from analyzer.lorry.turn.places import TraderView

DECISIVE = 100_000
"""Worth of a route that ends and wins the game, and cost of one that ends and loses it, in tenths of a point."""


class BoardJudge(PricedJudge):
    """Judge that chooses by a captain's prices and by the state of the game.

    Args:
        captain: the captain.
        board: worths of the state of the game.
    """

    is_wide = True

    def __init__(self, captain: Captain, board: BoardWorths) -> None:
        super().__init__(captain)
        self.board = board

    def patience(self, turn: Turn, games: Games) -> Patience:
        """Return the smallest number of boxes that a route should bring; for the last slot, the points behind."""
        slots, behind, is_last = self._state(turn, games)
        boxes = (10 * self.captain.patience + self.board.left * slots + self.board.behind * behind) // 10
        return np.clip(np.where(is_last, behind, boxes), 0, LONGEST_PATIENCE).astype(np.int32)

    @staticmethod
    def _state(turn: Turn, games: Games) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Flags]:
        """Return the slots left after the next route, the points behind the best rival, and whether this is the last.

        In a game alone, nobody is behind and no slot is the last one. All shapes are (games,).
        """
        table, by_routes = turn.table, turn.table.board.switches.end_by == "routes"
        slots = np.maximum(table.board.galaxy.end_after - table.slots[games] - 1, 0) * by_routes
        if table.board.traders == 1:
            return slots, np.zeros(games.size, np.int64), np.zeros(games.size, np.bool_)
        return slots, lead_needed(table, turn.trader, games), np.asarray((slots == 0) & by_routes)

    def rivals(self, turn: Turn) -> Sequence[int]:
        """Return the seats of all rivals, if what they lose counts."""
        return [seat for seat in range(turn.table.board.traders) if seat != turn.trader] if self.board.cut else ()

    def closes(self, turn: Turn, games: Games, length: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return the worth of scoring a route of that length in tenths of a point, 0 for length 0. Shape (entries,)."""
        captain, length = self.captain, length.astype(np.int64)
        missing = np.maximum(self.patience(turn, games) - length, 0)
        worth = captain.point * length - captain.slot - 2 * captain.point * missing
        _, behind, is_last = self._state(turn, games)
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
        return score, scores

    def _lead_of(
        self, rival: int, turn: Turn, sight: TraderView, boxes: Boxes, reached: npt.NDArray[np.uint16]
    ) -> Scores:
        """Return the worth of a rival's lead at each box by the captain's prices. Shape (boxes,)."""
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


def priced_judge(captain: Captain) -> PricedJudge:
    """Return the judge of a captain who chooses by prices, and also by the state of the game if `board` is set."""
    return PricedJudge(captain) if captain.board is None else BoardJudge(captain, captain.board)
