"""A captain who thinks: games are imagined after the best candidates, and the one that ends best is drawn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.imagined import Imagined, Settled, Totals, played_out, thought_of, turn_of
from analyzer.lorry.captains.judge import LEAST, Priced, Weighed
from analyzer.lorry.turn.acting import Allowed, Lengths, Picked, Turn
from analyzer.lorry.turn.board import ROCKET
from analyzer.lorry.turn.dice import Sampled
from analyzer.lorry.turn.draw import Games
from analyzer.lorry.turn.rows import Cells
from analyzer.runs.watched import report_decisions

LANES = 1 << 13
"""Imagined games that are played side by side."""


class Thinker:
    """A captain with prices, who looks ahead before drawing; which pair, and what to fill, go by prices."""

    def __init__(self, captain: Captain) -> None:
        assert captain.thinks is not None
        self.captain, self.thinks, self.priced = captain, captain.thinks, Priced(captain.behind)

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> Picked:
        """A win in hand; else the candidate after which imagined games end best, of equals the better one by prices."""
        by_prices, wins = self.priced.pick_or_win(turn, games, allowed, extra)
        if extra and turn.table.board.switches.special_order != "score_first":
            return by_prices
        if not isinstance(turn.dice, Sampled):
            raise AnalyzerError(
                "a thinker needs dice of a seed to imagine games, and there are none here: name another captain"
            )
        track, cell = by_prices.track.copy(), by_prices.cell.copy()
        weighed = self.priced.weigh(turn, games, allowed, extra, wide=True)
        candidates = best_of(weighed, self.thinks.candidates, games.size, or_none=extra)
        number, choice = turn.thoughts[games], (candidates.many > 1) & ~wins
        choice &= extra | (by_prices.track >= 0)
        turn.thoughts[games] += choice
        at_once = max(1, LANES // (self.thinks.games * candidates.track.shape[1]))
        for each in np.unique(number[choice]).tolist():
            choosing = np.flatnonzero(choice & (number == each))
            for begin in range(0, choosing.size, at_once):
                here = choosing[begin : begin + at_once]
                some = candidates.of(here)
                best = self._worth(turn, games[here], some, each, extra).argmax(axis=1)
                track[here], cell[here] = (of[np.arange(here.size), best] for of in (some.track, some.cell))
                report_decisions(here.size)
        return Picked(track, cell, by_prices.kind, by_prices.forced)

    def weighed(self, turn: Turn, allowed: Allowed, extra: bool) -> list[tuple[int, int, float]]:
        """Of a table of one game: track (-1: none), cell and the mean result of the imagined games, best first.

        Where there is a win in hand, that draw alone.
        """
        game = np.zeros(1, np.intp)
        picked, wins = self.priced.pick_or_win(turn, game, allowed, extra)
        if wins[0]:
            candidates = Candidates(picked.track[:, None], picked.cell[:, None], np.ones(1, np.int64))
        else:
            by_prices = self.priced.weigh(turn, game, allowed, extra, wide=True)
            candidates = best_of(by_prices, self.thinks.candidates, 1, or_none=extra)
        if not candidates.many[0]:
            return []
        worth = self._worth(turn, game, candidates, int(turn.thoughts[0]), extra)[0] / self.thinks.games
        order = np.argsort(-worth, kind="stable")[: candidates.many[0]]
        return [(int(candidates.track[0, one]), int(candidates.cell[0, one]), float(worth[one])) for one in order]

    def _worth(
        self, turn: Turn, games: Games, candidates: Candidates, thought: int, extra: bool
    ) -> npt.NDArray[np.int64]:
        """(games, most) The sum of results of the imagined games of each candidate, LEAST where there is none."""
        table, imagined = turn.table, self.thinks.games
        assert isinstance(turn.dice, Sampled)
        most = candidates.track.shape[1]
        here, repeat, place = np.nonzero(
            np.repeat((np.arange(most) < candidates.many[:, None])[:, None], imagined, axis=1)
        )
        numbers = (table.game[games[here]] * imagined + repeat) * most + place
        dice = Imagined(turn.dice, thought_of(turn, thought), most)
        track, cell = candidates.track[here, place], candidates.cell[here, place]
        settled = Settled(self.priced, track, cell, np.full(here.size, -1))
        now = turn_of(turn, games[here], numbers, settled, dice)
        totals = played_out(now, [self.priced] * table.board.traders, self.thinks.rounds, ROCKET * extra)
        worth = np.zeros((games.size, most), np.int64)
        np.add.at(worth, (here, place), goal_of(totals, turn.trader, self.thinks.goal))
        worth[np.arange(most) >= candidates.many[:, None]] = LEAST
        return worth

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """By prices."""
        return self.priced.pair(turn, games, lengths)

    def fill(self, turn: Turn, games: Games) -> Cells:
        """By prices."""
        return self.priced.fill(turn, games)


class Candidates(NamedTuple):
    """Draws of games, the best by prices first: track and cell (games, most), and how many of them there are (games,);
    track -1 is none."""

    track: npt.NDArray[np.int8]
    cell: Cells
    many: npt.NDArray[np.int64]

    def of(self, games: Games) -> Candidates:
        """Those of some games."""
        return Candidates(self.track[games], self.cell[games], self.many[games])


def best_of(weighed: Weighed, most: int, games: int, or_none: bool) -> Candidates:
    """The best `most` candidates of each game, all others that score a route, and last none, if that is allowed."""
    here, tracks, cells, score = weighed.candidates()
    order = np.lexsort((cells, tracks, -score, here))
    here = here[order]
    is_considered = np.arange(here.size) - np.searchsorted(here, here) < most
    is_considered |= weighed.scores[weighed.score > LEAST][order]
    here, order = here[is_considered], order[is_considered]
    place = np.arange(here.size) - np.searchsorted(here, here)
    many = np.bincount(here, minlength=games)
    size = max(1, int(many.max(initial=0)) + or_none)
    track, cell = np.full((games, size), -1, np.int8), np.full((games, size), -1, np.intp)
    track[here, place], cell[here, place] = tracks[order], cells[order]
    return Candidates(track, cell, many + (or_none & (many > 0)))


def goal_of(totals: Totals, trader: int, goal: str) -> npt.NDArray[np.int64]:
    """(games,) What a trader maximises: the margin above the best rival, 1 for a win, or the total."""
    own: npt.NDArray[np.int64] = totals[trader]
    if goal == "total" or len(totals) == 1:
        return own
    margin = own - np.delete(totals, trader, axis=0).max(axis=0)
    return np.asarray(margin if goal == "margin" else margin >= 0, np.int64)
