"""Judge of a captain who weighs the state of the game: slots left, points behind, and what rivals lose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.files.csvfile import rows_of
from analyzer.lorry.captains.captain import LONGEST_PATIENCE, BoardWorths, Captain
from analyzer.lorry.captains.judge import (
    LEAST,
    Boxes,
    DrawScores,
    OneLeftOut,
    Places,
    PricedJudge,
    Scores,
    Survey,
    lead_needed,
    own_leads,
    wanted,
)
from analyzer.lorry.captains.reach import NO_WAY, Patience, Watched, WaysOn, reach
from analyzer.lorry.tables import PACKAGE
from analyzer.lorry.turn.board import (
    ENDS,
    HAS_END,
    LONGEST_WAY,
    MEETING_TWO,
    Board,
    Flags,
    Tracks,
    of_tracks,
    tracks_of,
)
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

MOST_ARMS = np.array(
    [max((len(ends) for n, ends in enumerate(ENDS) if sets >> n & 1), default=1) - 1 for sets in range(1 << len(ENDS))]
)
"""Largest number of free ends of a track that flies to a planet, for each set of tracks as bits. Shape (2048,)."""


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

    def _scored(self, turn: Turn, sight: TraderView, boxes: Boxes, may: Tracks, survey: Survey) -> tuple[Scores, Flags]:
        """Return each draw's score in tenths of a point, and whether it scores a route. Shape (tracks, boxes) each."""
        score, scores = super()._scored(turn, sight, boxes, may, survey)
        board, here = self.board, boxes.here
        slots = self._slots(turn, sight.games)
        score -= (board.loose + board.loose_left * slots.take(here)) * ~tracks_of(boxes.places.meets)
        if board.reach:
            score += self._reach(sight, boxes, slots, survey)
        for rival in survey.rivals:
            lead = rival.at(here, boxes.cell)
            rows = (lead >= 0).nonzero()[0]
            here_too, lead = here.take(rows), lead.take(rows)
            lost = board.cut * (rival.worth.best.take(here_too) - rival.worth.without.take(lead)) // 10
            if rival.within is not None:
                lost += rival.within.best.sum(axis=0, dtype=np.int32).take(here_too)
                lost -= rival.within.without.take(lead, axis=1).sum(axis=0, dtype=np.int32)
            score[:, rows] += lost
        return score, scores

    def _slots(self, turn: Turn, games: Games) -> npt.NDArray[np.int32]:
        """Return the routes left after the next one until the game ends. Shape (games,)."""
        return self._state(turn, games)[0].astype(np.int32)

    def _worth_within(self, on: WaysOn, slots: npt.NDArray[np.int32]) -> npt.NDArray[np.int16]:
        """Return the worth of planets within reach, in tenths of a point, shaped like `on`.

        Args:
            on: (..., entries) way to each planet (see WaysOn).
            slots: (entries,) routes left after the next one until the game ends.
        """
        worths = self.worths_of_reach
        row = np.minimum(slots, len(worths) - 1)
        return np.asarray(worths.ravel().take(row * worths.shape[1] + on))

    def _within(self, turn: Turn, sight: TraderView, here: Games, on: WaysOn) -> OneLeftOut | None:
        """Return the worths of planets within reach of leads (see Leads); None if they are worth nothing."""
        if not self.board.reach:
            return None
        slots = self._slots(turn, sight.games)
        return OneLeftOut.of(self._worth_within(on, slots.take(here)), here, np.zeros(sight.games.size, np.int16))

    def _may_be_best(
        self, turn: Turn, sight: TraderView, places: Places, survey: Survey, denied: Scores, weighed: DrawScores
    ) -> Games:
        """Return the indices of boxes without own ends in which the best draw may lie.

        In all other boxes even the most that a draw may score is less than the best score known. That is the score of
        a draw whose free ends all lead on, as if no box but the planets was taken.
        """
        captain, board, here, cell = self.captain, self.board, places.here, places.cell
        slots, games = self._slots(turn, sight.games), sight.games.size
        # The best way on from a box without own ends is as long as patience asks for.
        lead = captain.growth - captain.near * np.maximum(survey.patience - 1, 1)
        most = np.maximum(survey.own.worth.best, lead) - board.loose - board.loose_left * slots
        most += denied.max(axis=0)
        for rival in survey.rivals:
            second = rival.worth.best.copy()
            np.minimum.at(second, rival.here, rival.worth.without)
            most += board.cut * (rival.worth.best - second) // 10
            if rival.within is not None:
                lost = np.zeros(games, np.int32)
                np.maximum.at(lost, rival.here, _sum(rival.within.best).take(rival.here) - _sum(rival.within.without))
                most += lost
        known = np.full(games, LEAST, np.int32)
        if weighed.here.size:
            known[weighed.here[weighed.first]] = np.maximum.reduceat(weighed.score.max(axis=0), weighed.first)
        most = (most - known).take(here) + captain.arm * MOST_ARMS.take(places.tracks)
        most += self.special.take(sight.board.special.take(cell))
        if captain.block:
            most += captain.block * self._cut(sight, here, cell)
        if board.reach:
            assert survey.own.within is not None
            worth = self._worth_within(_shortest_ways(sight.board).take(cell, axis=1), slots.take(here))
            wanted_there = sight.missing(sight.trader).take(here) & ~sight.board.beside_cell.take(cell)
            is_wanted = (wanted_there & np.uint16(1) << np.arange(len(worth), dtype=np.uint16)[:, None]) != 0
            most += _sum(np.maximum(worth - survey.own.within.best.take(here, axis=1), 0) * is_wanted)
        may_score = MEETING_TWO.take(places.joinable) & places.tracks
        return np.flatnonzero((places.tracks != 0) & ((most >= 0) | (may_score != 0)))

    def _reach(self, sight: TraderView, boxes: Boxes, slots: npt.NDArray[np.int32], survey: Survey) -> Scores:
        """Return the change of the worth of own planets within reach that each draw makes. Shape (tracks, boxes).

        Args:
            sight: the trader's view of the games.
            boxes: the boxes.
            slots: (games,) routes left after the next one until the game ends.
            survey: what all scores share.
        """
        within = survey.own.within
        assert within is not None
        # A nearer planet is never worth less, so the largest worth is that of the shortest way.
        worth = self._worth_within(boxes.on, slots.take(boxes.here))
        keep = within.beside(boxes.here, own_leads(sight, boxes.places))
        added = of_tracks(np.maximum, np.maximum(keep, worth.swapaxes(0, 1))).sum(axis=1, dtype=np.int32)
        added -= within.best.sum(axis=0, dtype=np.int32).take(boxes.here)
        for side in range(4):
            # A planet that the track flies to is no longer within reach.
            planet = sight.board.planet_at[side].take(boxes.cell)
            box = (planet >= 0).nonzero()[0]
            added[np.flatnonzero(HAS_END[:, side])[:, None], box] -= keep[planet[box], box]
        return np.asarray(added)


def _sum(worth: npt.NDArray[np.int16]) -> npt.NDArray[np.int32]:
    """Return the sum over all planets. Shape (...), from (planets, ...)."""
    return np.asarray(worth.sum(axis=0, dtype=np.int32))


@lru_cache(64)
def _shortest_ways(board: Board) -> WaysOn:
    """Return the least that the way on from a neighbour of each box may be, to each planet. Shape (planets, cells)."""
    cells = np.flatnonzero(board.spot[:-1])
    all_planets = np.array([(1 << board.planets) - 1], np.uint16)
    here = np.zeros(cells.size, np.intp)
    boxes = Watched(here, cells, all_planets.repeat(cells.size))
    [(_, on)] = reach(board, board.empty[:, None], [boxes], all_planets, by_planet=True)
    ways = np.full((board.planets, board.space.cells), NO_WAY, np.uint8)
    # The box itself is one box of the way; a box beside a planet has a way of 0 to it.
    ways[:, cells] = np.maximum(on, 1) - 1
    return ways


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
    [(_, on)] = reach(view.board, view.empty, [Watched(here, cells, to.take(here))], to, by_planet=True)
    nearest = np.full((view.board.planets, view.games.size), NO_WAY, np.uint8)
    np.minimum.at(nearest.T, here, on.T)
    return nearest, np.bincount(here, minlength=view.games.size)


def priced_judge(captain: Captain) -> PricedJudge:
    """Return the judge of a captain who chooses by prices, and also by the state of the game if `board` is set."""
    return PricedJudge(captain) if captain.board is None else BoardJudge(captain, captain.board)
