"""This turn, played on: which die, where, which way round, by final score and by the chance to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.lorry.api import CaptainLike
from analyzer.lorry.captains.captain import GOALS, Captain
from analyzer.lorry.captains.captainfile import load_captain
from analyzer.lorry.captains.imagined import Imagined, Settled, Totals, played_out, turn_of
from analyzer.lorry.captains.judge import Priced
from analyzer.lorry.captains.thinker import goal_of
from analyzer.lorry.position.engine_table import GAME
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.questions.advise.answer import NONE, Advice, Choice
from analyzer.lorry.questions.exact.upper_bound import most_still
from analyzer.lorry.tracks import TRACKS, TYPE_OF, TYPES
from analyzer.lorry.turn.acting import Turn
from analyzer.lorry.turn.board import TYPE
from analyzer.lorry.turn.dice import Sampled
from analyzer.lorry.turn.draw import draw
from analyzer.lorry.turn.round import TURNS_ALONE
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments

GAMES, CANDIDATES = 2_000, 20
LOOKS = (8, 4, 2, 1)
"""After which parts of the games (an eighth, ...) candidates that are clearly worse are dropped."""
FEWEST = 50
"""Games before anything is dropped."""
SURE = 0.05
LANES = 1 << 13
"""Games that are played on side by side."""


def advise(
    position: Any,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "steady",
    candidates: int = CANDIDATES,
    goal: str | None = None,
    turns: int = TURNS_ALONE,
    progress: Callable[[int], None] | None = None,
) -> Advice:
    """The best draws of a position's turn: each is drawn, and the game played on under the same coming dice.

    games: 2,000 of each if None; captain: who plays for everybody from then on, and screens the legal draws;
    candidates: how many of those are tried, each with every pair that it may score, a quarter of them of each type on
    the table, if there are so many; goal: margin, won or total, by which they are ranked, margin if None (alone always
    total); turns: how many are left alone, this one included. Raises AnalyzerError where the position does not say who
    picks and what the dice show, or is over.

    >>> from analyzer import lorry
    >>> lorry.advise("ships/lorry/late.yaml", 50, candidates=3).trader
    1
    """
    now = load_position(position)
    many = whole_number(GAMES if games is None else games, "games", 2)
    most = whole_number(candidates, "candidates", 1)
    left = whole_number(turns, "turns", 1)
    if goal is not None and goal not in GOALS:
        raise AnalyzerError(f"goal {goal!r}: {one_of(goal, GOALS)}")
    player = load_captain(captain)
    if player.plays == "random":
        raise AnalyzerError("captain random has no prices: name a captain who plays by prices")
    if player.thinks is not None:
        raise AnalyzerError(
            f"captain {player.name} imagines games, as this does: name one who plays by prices alone, e.g. steady"
        )
    wanted = "total" if now.traders == 1 else goal or "margin"
    return _Start(now, player, seed, wanted, left).advice(most, many, progress)


class _Candidate(NamedTuple):
    """A draw and the pair it scores, by number, -1 where that is not to choose; score: in tenths, by prices."""

    track: int
    cell: int
    pair: int
    score: int


class _Start:
    """A position at the moment of picking."""

    def __init__(self, position: Position, captain: Captain, seed: int, goal: str, turns: int) -> None:
        turn = position.turn
        if position.over:
            raise AnalyzerError(f"{position.name}: the game is over: nothing is left to draw")
        if turn is None or not turn.dice or not all(kind for _, kind in turn.dice):
            raise AnalyzerError(
                f"{position.name}: the file does not say who picks and what the dice show: add "
                f"turn: {{picks: ..., dice: [...]}}"
            )
        self.position, self.captain, self.goal, self.trader = position, captain, goal, turn.picks - 1
        self.turns = turns if position.traders == 1 else None
        self.judge = Priced(captain)
        alone = tuple(sorted(colour for colour, _ in turn.dice))[::-1]
        self.dice = position.galaxy.dice_for(position.traders) if position.traders > 1 else alone
        self.rolled, self.left = _on_the_table(self.dice, turn.dice, position.name)
        self.place = len(self.dice) - int(self.left.sum()) if position.traders > 1 else 0
        self.first = (self.trader - self.place) % position.traders
        self.sampled = Sampled(seed, [position.galaxy.faces_of(colour) for colour in self.dice])

    @cached_property
    def turn(self) -> Turn:
        """The turn at hand, in one game."""
        table = self.position.table.take(GAME)
        table.game, table.first, table.until = np.zeros(1, np.int64), self.first, self.turns
        traders = table.board.traders
        following = (self.trader + 1) % traders if self.place + 1 < traders else None
        dice = self.rolled[:, None], self.left[:, None]
        return Turn(table, self.trader, self.judge, self.sampled, self.place, following, *dice)

    def candidates(self) -> list[_Candidate]:
        """What may be drawn with every pair that may be scored, the best by the captain's prices first, longest pair
        first."""
        ranked = self.judge.weigh(self.turn, GAME, self.turn.allowed(GAME), False, wide=True).ranked()
        if not ranked:
            raise AnalyzerError(f"{self.position.name}: none of the dice can be drawn anywhere: the turn is passed")
        tracks, cells, scores = (np.array(column) for column in zip(*ranked, strict=True))
        lanes, every = self.turn.table.take(np.zeros(len(ranked), np.intp)), np.arange(len(ranked))
        free = may_be_scored(lanes, self.trader, draw(lanes, self.trader, every, tracks, cells))
        if lanes.board.switches.special_order == "special_first":
            free[:] = False
        lengths = lengths_of(lanes, self.trader, every, free)
        candidates = []
        for one in range(len(ranked)):
            pairs = sorted(np.flatnonzero(free[one]).tolist(), key=lambda pair: -int(lengths[one, pair]))
            for pair in pairs if len(pairs) > 1 else [-1]:
                candidates.append(_Candidate(int(tracks[one]), int(cells[one]), pair, int(scores[one])))
        return candidates

    def totals(self, candidates: Sequence[_Candidate], first: int, many: int) -> Totals:
        """(traders, games, candidates) Totals at the end of games in which each of them was drawn, dice alike."""
        size, parts = len(candidates), []
        track, cell, pair, _ = (np.array(column) for column in zip(*candidates, strict=True))
        at_once = max(1, LANES // size)
        for begin in range(first, first + many, at_once):
            games = np.arange(begin, min(begin + at_once, first + many))
            numbers = (games[:, None] * size + np.arange(size)).ravel()
            chosen = np.tile(np.arange(size), games.size)
            settled = Settled(self.judge, track[chosen].astype(np.int8), cell[chosen], pair[chosen])
            now = turn_of(self.turn, np.zeros(numbers.size, np.intp), numbers, settled, Imagined(self.sampled, 0, size))
            played = played_out(now, [self.judge] * self.position.traders)
            parts.append(played.reshape(-1, games.size, size))
        return np.concatenate(parts, axis=1)

    def advice(self, most: int, many: int, progress: Callable[[int], None] | None) -> Advice:
        """Play them, drop what is clearly worse, stop when the best is clear; the advice."""
        candidates = self.candidates()
        legal = len({(one.track, one.cell) for one in candidates})
        candidates = _screened(candidates, most)
        totals: list[list[Totals]] = [[] for _ in candidates]
        left, done = list(range(len(candidates))), 0
        sure = NormalDist().inv_cdf(1 - SURE / (2 * max(1, len(candidates) - 1) * len(LOOKS)))

        def wanted(one: int) -> npt.NDArray[np.int64]:
            return goal_of(np.concatenate(totals[one], axis=1), self.trader, self.goal)

        for look in LOOKS:
            until = max(min(many, FEWEST), many // look)
            if until > done and (len(left) > 1 or done == 0):
                played = self.totals([candidates[one] for one in left], done, until - done)
                for place, one in enumerate(left):
                    totals[one].append(played[:, :, place])
                if progress is not None:
                    progress((until - done) * len(left))
                done = until
                own = {one: wanted(one) for one in left}
                best = max(left, key=lambda one: (own[one].mean(), -one))
                left = [one for one in left if one == best or Moments.of(own[best] - own[one]).around(sure).low <= 0]
        best = max(left, key=lambda one: (wanted(one).mean(), -one))
        choices = [
            self._choice(candidate, totals[one], totals[best] if one != best else None, one not in left, sure)
            for one, candidate in enumerate(candidates)
        ]
        choices.sort(key=lambda choice: (choice.worse.mean, -choice.score))
        settings = self.position, self.trader + 1, self.captain.name, many, self.goal
        return Advice(*settings, legal, self.turns, self._at_most(), tuple(choices))

    def _at_most(self) -> int | None:
        """The total that cannot be exceeded alone."""
        if self.turns is None:
            return None
        return int((self.turn.table.totals[0] + most_still(self.turn.table, 0, self.turns))[0])

    def _choice(
        self, candidate: _Candidate, parts: list[Totals], best: list[Totals] | None, dropped: bool, sure: float
    ) -> Choice:
        """The results of a candidate, beside those of the best."""
        whole = np.concatenate(parts, axis=1)
        size, mine = whole.shape[1], goal_of(whole, self.trader, self.goal)
        worse = NONE
        if best is not None:
            leading = goal_of(np.concatenate(best, axis=1)[:, :size], self.trader, self.goal)
            worse = Moments.of(leading - mine).around(sure)
        wins = size if len(whole) == 1 else int(goal_of(whole, self.trader, "won").sum())
        name, space = TRACKS[candidate.track], self.turn.table.board.space
        return Choice(
            type=TYPE_OF[name],
            box=space.box(candidate.cell),
            ends=name,
            pair=None if candidate.pair < 0 else self.position.galaxy.pairs[candidate.pair],
            score=candidate.score / 10,
            games=size,
            total=Moments.of(goal_of(whole, self.trader, "total")).estimate(),
            margin=Moments.of(goal_of(whole, self.trader, "margin")).estimate(),
            won=Estimate.of_share(wins, size),
            worse=worse,
            dropped=dropped,
        )


def _screened(candidates: Sequence[_Candidate], most: int) -> list[_Candidate]:
    """The best `most`, the best first, but at least a quarter of each type on the table, if there are enough."""
    seen, order = Counter[int](), []
    for place, one in enumerate(candidates):
        kind = int(TYPE[one.track])
        order.append((seen[kind] >= max(1, most // 4), place))
        seen[kind] += 1
    chosen = sorted(place for _, place in sorted(order)[:most])
    return [candidates[place] for place in chosen]


def _on_the_table(
    dice: Sequence[str], table: Sequence[tuple[str, str]], name: str
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    """What every listed die shows, and whether it is left."""
    rolled, left = np.zeros(len(dice), np.int8), np.zeros(len(dice), np.bool_)
    for colour, kind in table:
        free = [number for number, one in enumerate(dice) if one == colour and not left[number]]
        if not free:
            raise AnalyzerError(f"{name}: turn.dice: more {colour} dice than {', '.join(dice)}, which are rolled")
        rolled[free[0]], left[free[0]] = TYPES.index(kind), True
    return rolled, left
