"""Judge of a captain who weighs the state of the game: slots left, points behind, and what rivals lose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    PricedJudge,
    Scores,
    Standing,
    Survey,
    TracksByBox,
    leads_by_rank,
    wanted,
)
from analyzer.lorry.captains.reach import Watched, Within, copies_of, reach, words_of
from analyzer.lorry.tables import PACKAGE
from analyzer.lorry.turn.board import (
    ENDS,
    LONGEST_WAY,
    MEETING_TWO,
    OF_TYPES,
    Board,
    Flags,
    Sets,
    Tracks,
    as_bits_of,
    of_tracks,
    tracks_of,
)
from analyzer.lorry.turn.draw import Allowed, Games, Turn
from analyzer.lorry.turn.places import TraderView, at_least_two

REACH = "reach"
"""Name of the table with the worths of planets within reach."""
WorthsOfReach: TypeAlias = npt.NDArray[np.int16]
"""Worths of a planet within reach in tenths of a point. Shape (slots, ways).

Rows are the slots left after the next route; the last row also stands for more. Columns are the number of boxes of
the way, from 1; the last column stands for no way.
"""
NO_LIMIT = 1 << 20
"""Limit of patience for a captain without limit: more boxes than any galaxy has."""
DECISIVE = 100_000
"""Worth of a route that ends and wins the game, and cost of one that ends and loses it, in tenths of a point."""

MOST_ARMS = np.array(
    [
        max((len(ends) for track, ends in enumerate(ENDS) if tracks >> track & 1), default=1) - 1
        for tracks in range(1 << len(ENDS))
    ]
)
"""Largest number of ends, besides one to a planet, of any track in a set, by set of tracks as bits. Shape (2048,)."""


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
        worths = board.reach * reach_worths() // 10
        # The worth of a planet is a sum of steps: step n counts if the way has at most n + 1 boxes. No step is below 0,
        # because a nearer planet is never worth less.
        steps = worths[:, :-1] - worths[:, 1:]
        used = steps.any(axis=0)
        self.lengths = tuple((1 + np.flatnonzero(used)).tolist())
        self.steps = np.ascontiguousarray(steps[:, used].T)
        self._masks_by_planets: dict[int, npt.NDArray[np.uint64]] = {}

    def standing(self, turn: Turn, games: Games) -> Standing:
        """Return the state of some games, as the trader sees it.

        If the next route is the last of the game, the patience is `behind`. A trader cannot hope to win with it if they
        are further behind than the limit `room` and their longest way together: `behind` is then 0.
        """
        table, board = turn.table, self.board
        at = super().standing(turn, games)
        left = np.maximum(table.board.galaxy.end_after - table.slots[games] - 1, 0)
        slots = np.asarray(left * (table.board.switches.end_by == "routes"), np.int32)
        room = np.full(games.size, NO_LIMIT)
        if board.room:
            empty = np.bitwise_count(table.empty.take(games, axis=-1)).sum(axis=0, dtype=np.int64)
            room = board.room * empty // 10
        behind, rows = at.behind.copy(), at.is_last.nonzero()[0]
        if rows.size:
            longest = table.depth[turn.trader].take(games.take(rows), axis=0).max(axis=1, initial=0)
            # A trader who cannot hope to win with the last route takes any route, which ends the game.
            behind[rows] *= behind[rows] <= room[rows] + longest
        boxes = (10 * self.captain.patience + board.left * slots + board.behind * behind) // 10
        boxes = np.where(at.is_last, behind, np.minimum(boxes, room))
        return Standing(slots, np.clip(boxes, 0, LONGEST_PATIENCE).astype(np.int32), behind, at.is_last)

    def rivals(self, turn: Turn) -> Sequence[int]:
        """Return the seats of all rivals, from 0; none if the worths `cut` and `reach`, which need them, are both 0."""
        if not (self.board.cut or self.board.reach):
            return ()
        return [seat for seat in range(turn.table.board.traders) if seat != turn.trader]

    def closes(self, at: Standing, length: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return the worth of scoring a route, in tenths of a point; 0 for a route of 0 boxes. Shape (entries,).

        For the last route of the game it is DECISIVE, or the negative of it if the route is shorter than `behind`.
        """
        length = length.astype(np.int64)
        decisive = np.where(length < at.behind, -DECISIVE, DECISIVE)
        return np.where(at.is_last & (length > 0), decisive, super().closes(at, length))

    def _scored(self, turn: Turn, sight: TraderView, boxes: Boxes, may: Tracks, survey: Survey) -> tuple[Scores, Flags]:
        """Return each draw's score in tenths of a point, and whether it scores a route. Shape (tracks, boxes) each."""
        score, scores = super()._scored(turn, sight, boxes, may, survey)
        board, here = self.board, boxes.places.here
        slots = survey.at.slots
        score -= (board.loose + board.loose_left * slots.take(here)) * ~tracks_of(boxes.places.meets)
        if self.lengths:
            score += self._reach(sight, boxes, survey)
        for rival in survey.rivals:
            rows, lead = rival.at(here, boxes.places.cell)
            here_too = here.take(rows)
            lost = board.cut * (rival.worth.best.take(here_too) - rival.worth.others.take(lead)) // 10
            before, after = rival.within.best.take(here_too, axis=1), rival.within.others.take(lead, axis=1)
            lost += self._worth_within(sight.board, before ^ after, slots.take(here_too))
            score[:, rows] += lost
        return score, scores

    def _worth_within(self, board: Board, within: Within, slots: npt.NDArray[np.int32]) -> npt.NDArray[np.int16]:
        """Return the worth of planets within reach, in tenths of a point. Shape (..., entries).

        Args:
            board: the board.
            within: (words, ..., entries) planets within each of `lengths` (see Within).
            slots: (entries,) routes left after the next one until the game ends.
        """
        worth = np.zeros(within.shape[1:], np.int16)
        row = np.minimum(slots, self.steps.shape[1] - 1).astype(np.intp)
        # Steps are small numbers, so counting bits once for each of their binary digits is faster than once for each
        # length.
        for masks in self._masks(board.planets):
            worth += worth
            for word, mask in zip(within, masks, strict=True):
                worth += np.bitwise_count(word & mask.take(row))
        return worth

    def _masks(self, planets: int) -> npt.NDArray[np.uint64]:
        """Return the bits of Within that count in each binary digit of the steps, for each number of slots left.

        The shape is (digits, words, slots), the highest digit first.
        """
        if planets not in self._masks_by_planets:
            most = 64 // planets
            digits = range(int(self.steps.max(initial=0)).bit_length())[::-1]
            masks = np.zeros((len(digits), len(words_of(planets, self.lengths)), self.steps.shape[1]), np.uint64)
            for number, step in enumerate(self.steps):
                bits = _bits_of(planets, number % most)
                for mask, digit in zip(masks, digits, strict=True):
                    mask[number // most] |= bits * (step >> digit & 1).astype(np.uint64)
            self._masks_by_planets[planets] = masks
        return self._masks_by_planets[planets]

    def _loose_places(
        self,
        sight: TraderView,
        others: Sets,
        allowed: Allowed,
        listed: Callable[[Sets], TracksByBox],
        survey: Survey,
        denied: Scores,
        weighed: DrawScores,
    ) -> TracksByBox:
        """Return the boxes without own ends in which the best draw may lie (see `_bound`)."""
        bound = self._bound(sight, survey, denied, weighed)
        places = listed(others & self._worth_listing(sight, survey, allowed, bound))
        return places.some(self._may_be_best(sight, places, survey, bound))

    def _bound(self, sight: TraderView, survey: Survey, denied: Scores, weighed: DrawScores) -> Scores:
        """Return an upper bound of the scores of draws into boxes without own ends, less the best score known.

        It leaves out the worths of the box itself: of arms, specials, blocked rivals and new planets within reach. It
        is for a draw whose free ends all lead on, on a board on which all boxes but the planets are empty.
        """
        captain, board, slots, games = self.captain, self.board, survey.at.slots, sight.games.size
        # Each box that patience asks for costs at least the smaller of two prices: of a box to draw, of a missing box.
        a_box = min(captain.near, 2 * captain.point)
        lead = captain.growth - a_box * np.maximum(survey.at.patience - 1, 1)
        most = np.maximum(survey.own.worth.best, lead) - board.loose - board.loose_left * slots
        most += denied.max(axis=0)
        for rival in survey.rivals:
            second = rival.worth.best.copy()
            np.minimum.at(second, rival.here, rival.worth.others)
            most += board.cut * (rival.worth.best - second) // 10
            lost = np.zeros(games, np.int32)
            only = rival.within.best.take(rival.here, axis=1) ^ rival.within.others
            worth = self._worth_within(sight.board, only, slots.take(rival.here))
            np.maximum.at(lost, rival.here, worth.astype(np.int32))
            most += lost
        known = np.full(games, LEAST, np.int32)
        if weighed.here.size:
            known[weighed.here[weighed.first]] = np.maximum.reduceat(weighed.score.max(axis=0), weighed.first)
        return np.asarray(most - known)

    def _worth_listing(self, sight: TraderView, survey: Survey, allowed: Allowed, bound: Scores) -> Sets:
        """Return the boxes without own ends in which the best draw may lie, and maybe others. Shape (rows, here).

        Most games need none of their boxes, and most others only the boxes that hinder a rival. Whole sets show that
        faster than `_may_be_best`, which is exact about each box.
        """
        captain, board = self.captain, sight.board
        most = bound + captain.arm * MOST_ARMS.take(OF_TYPES.take(as_bits_of(allowed)))
        most += self.special.take(board.special[:-1][board.beside_cell != 0]).max(initial=0)
        if self.lengths:
            new = sight.missing(sight.trader) * copies_of(board.planets) & ~survey.own.within.best
            most += self._worth_within(board, new, survey.at.slots)
        none, full = board.space.kind(0), board.space.full
        sets = np.where(most >= 0, full, none) | at_least_two(sight.planet)
        if captain.block:
            hinders = np.bitwise_or.reduce(sight.hindering, axis=0)
            sets |= hinders & np.where(most + captain.block * len(sight.hindering) >= 0, full, none)
        return np.asarray(sets)

    def _may_be_best(self, sight: TraderView, places: TracksByBox, survey: Survey, bound: Scores) -> Games:
        """Return the indices of boxes without own ends in which the best draw may lie (see `_bound`)."""
        captain, board, here, cell = self.captain, sight.board, places.here, places.cell
        most = bound.take(here) + captain.arm * MOST_ARMS.take(places.tracks)
        most += self.special.take(board.special.take(cell))
        if captain.block:
            most += captain.block * self._cut(sight, here, cell)
        if self.lengths:
            new = _nearest(board, self.lengths).take(cell, axis=1) & ~survey.own.within.best.take(here, axis=1)
            to = sight.missing(sight.trader).take(here) & ~board.beside_cell.take(cell)
            new &= to * copies_of(board.planets)
            most += self._worth_within(board, new, survey.at.slots.take(here))
        may_score = MEETING_TWO.take(places.joinable) & places.tracks
        return np.flatnonzero((places.tracks != 0) & ((most >= 0) | (may_score != 0)))

    def _reach(self, sight: TraderView, boxes: Boxes, survey: Survey) -> npt.NDArray[np.int16]:
        """Return the change of the worth of own planets within reach that each draw makes. Shape (tracks, boxes).

        Args:
            sight: the trader's view of the games.
            boxes: the boxes.
            survey: data that all scores share.
        """
        board, places, within = sight.board, boxes.places, survey.own.within
        kept = within.beside(places.here, boxes.heads)[:, None]
        after = of_tracks(np.bitwise_or, (boxes.within | kept).swapaxes(0, 1)).swapaxes(0, 1)
        # A planet that the track flies to is no longer within reach.
        rows = board.beside_cell.take(places.cell).nonzero()[0]
        planet = board.planet_at.take(places.cell.take(rows), axis=1)
        flown_to = (planet >= 0) * (np.uint16(1) << np.maximum(planet, 0).astype(np.uint16))
        flown_to = of_tracks(np.bitwise_or, flown_to * copies_of(board.planets))
        after[..., rows] &= ~flown_to
        before = self._worth_within(board, within.best, survey.at.slots).take(places.here)
        return self._worth_within(board, after, survey.at.slots.take(places.here)) - before


def _bits_of(planets: int, number: int) -> np.uint64:
    """Return the bits of all planets within length `number` of a word, from 0 (see Within)."""
    return np.uint64(((1 << planets) - 1) << planets * number)


@lru_cache(64)
def _nearest(board: Board, lengths: tuple[int, ...]) -> Within:
    """Return the planets that may be within some lengths of ways from the neighbours of each box.

    The shape is (words, cells + 1). All boxes but the planets count as empty.
    """
    cells = np.flatnonzero(board.spot)
    all_planets = np.array([(1 << board.planets) - 1], np.uint16)
    boxes = Watched(np.zeros(cells.size, np.intp), cells, all_planets.repeat(cells.size))
    # The way from a neighbour is at most one box shorter than that from the box itself.
    longer = [length + 1 for length in lengths]
    [(_, within)] = reach(board, board.empty[:, None], [boxes], all_planets, within=longer)
    nearest = np.zeros((len(within), board.spot.size), np.uint64)
    nearest[:, cells] = within
    # `reach` looks for no way of more than LONGEST_WAY boxes, so every planet may be within such a length.
    for word, some in zip(nearest, words_of(board.planets, longer), strict=True):
        for number, length in enumerate(some):
            if length > LONGEST_WAY:
                word[cells] |= _bits_of(board.planets, number)
    return nearest


@cache
def reach_worths() -> WorthsOfReach:
    """Return the table of the worths of planets within reach."""
    rows = rows_of(PACKAGE, REACH)
    return np.array([[*(int(row[str(way)]) for way in range(1, LONGEST_WAY + 1)), 0] for row in rows], np.int16)


def nearest_planets(view: TraderView, trader: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the number of boxes on a trader's shortest way to each wanted planet, less 1, and of boxes with open ends.

    A box with open ends is an empty box into which one or more own ends point. If there is no way to a planet, its
    number is LONGEST_WAY. The shapes are (planets, games) and (games,).
    """
    heads = np.bitwise_or.reduce(view.ends_into(trader), axis=0) & view.empty
    here, cells = view.space.listed(heads)
    to = wanted(view, trader)
    lengths, planets = range(1, LONGEST_WAY + 1), view.board.planets
    [(_, within)] = reach(view.board, view.empty, [Watched(here, cells, to.take(here))], to, within=lengths)
    words = OneLeftOut.of_sets(within, here, leads_by_rank(here, view.games.size)).best
    each = (copies_of(planets) << np.arange(planets, dtype=np.uint64))[:, None, None]
    ways = LONGEST_WAY - np.bitwise_count(words & each).sum(axis=1, dtype=np.int64)
    return ways, np.bincount(here, minlength=view.games.size)


def priced_judge(captain: Captain) -> PricedJudge:
    """Return the judge of a captain who chooses by prices, and also by the state of the game if `board` is set."""
    return PricedJudge(captain) if captain.board is None else BoardJudge(captain, captain.board)
