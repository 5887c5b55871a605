"""This turn, played on: which die, where, which way round, by final score and by the chance to win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, whole_number
from analyzer.lorry.calls import CaptainLike
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.captainfile import load_captain
from analyzer.lorry.captains.compiled import compiled
from analyzer.lorry.captains.judge import Priced
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.tracks import TRACKS, TYPE_OF, TYPES
from analyzer.lorry.turn.acting import Allowed, Judge, Lengths, Picked, Turn
from analyzer.lorry.turn.dice import Sampled
from analyzer.lorry.turn.draft import dice_of
from analyzer.lorry.turn.draw import Games
from analyzer.lorry.turn.round import TURNS_ALONE, play_on
from analyzer.lorry.turn.rows import Cells
from analyzer.lorry.turn.turn import play
from analyzer.results.shown import Shown
from analyzer.statistics.estimate import Estimate

if TYPE_CHECKING:
    import pandas as pd

GAMES, CANDIDATES = 2_000, 20
LOOKS = (8, 4, 2, 1)
"""After which parts of the games (an eighth, ...) candidates are dropped that are surely worse."""
FEWEST = 50
"""Games before anything is dropped."""
SURE = 0.05


@dataclass(frozen=True)
class Choice:
    """A candidate: a draw, what the captain thinks of it, and what came of it in so many games.

    worse: by how much the best candidate's total is above, with an interval that holds for all at once; dropped: it was
    surely worse, and the games to come were played without it.
    """

    type: str
    box: tuple[int, int]
    ends: str
    score: float
    games: int
    total: Estimate
    margin: Estimate
    won: Estimate
    worse: Estimate
    dropped: bool


@dataclass(frozen=True, repr=False)
class Advice(Shown):
    """Candidates of a turn, the best first."""

    position: Position
    trader: int
    captain: str
    games: int
    choices: tuple[Choice, ...]

    def rows(self) -> list[dict[str, Any]]:
        """One row a candidate."""
        return [
            {
                "type": one.type,
                "column": one.box[0],
                "row": one.box[1],
                "ends": one.ends,
                "total": one.total.mean,
                "low": one.total.low,
                "high": one.total.high,
                "margin": one.margin.mean,
                "won": one.won.mean,
                "worse": one.worse.mean,
                "worse_low": one.worse.low,
                "worse_high": one.worse.high,
                "games": one.games,
                "captain_says": one.score,
            }
            for one in self.choices
        ]

    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def heading(self) -> str:
        """Who is at his turn, and how it was asked."""
        who = self.position.names[self.trader - 1]
        return f"{self.position.heading()}; {who} picks; {self.games:,} games each, all played by {self.captain}"

    @property
    def together(self) -> list[Choice]:
        """Those that cannot be told apart from the best."""
        return [one for one in self.choices if one.worse.low <= 0]

    def conclusions(self) -> list[str]:
        """What to draw, as far as it can be told."""
        best, *others = self.together
        told = f"{best.type} {best.ends} in {best.box}"
        if not others:
            return [f"Best is {told}."]
        more = ", ".join(f"{one.type} {one.ends} in {one.box}" for one in others[:4])
        rest = f" and {len(others) - 4} more" if len(others) > 4 else ""
        return [f"{told} comes first, but cannot be told apart from {more}{rest}."]

    def notes(self) -> list[str]:
        """What a reader should know."""
        return [
            f"after this draw everybody plays as {self.captain}: what is best against other play may differ",
            "candidates are those that the captain weighs, the best by his prices first; which pair is scored, extra "
            "tracks and boxes to fill are his choice",
            "differences are those under the same coming dice; their intervals hold for all candidates at once (95%)",
            *self.position.galaxy.notes(),
        ]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        told = {"trader": self.trader, "captain": self.captain, "games": self.games, "choices": self.rows()}
        return told | {"conclusions": self.conclusions(), "notes": self.notes()}


def advise(
    position: Any,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "steady",
    candidates: int = CANDIDATES,
    progress: Callable[[int], None] | None = None,
) -> Advice:
    """The best draws of a position's turn: each is drawn, and the game played on under the same coming dice.

    games: 2,000 of each if None; captain: who plays for everybody from then on, and names the candidates. Raises
    AnalyzerError where the position does not say who picks and what the dice show, or is over.

    >>> from analyzer import lorry
    >>> lorry.advise("ships/lorry/late.yaml", 50, candidates=3).trader
    1
    """
    now = load_position(position)
    many = whole_number(GAMES if games is None else games, "games", 2)
    most = whole_number(candidates, "candidates", 1)
    him = load_captain(captain)
    if him.plays == "random":
        raise AnalyzerError("captain random weighs nothing: name one who plays by prices")
    start = _Start(now, him, seed)
    return start.advice(start.candidates()[:most], many, progress)


class _Start:
    """A position at the moment of picking."""

    def __init__(self, position: Position, captain: Captain, seed: int) -> None:
        turn = position.turn
        if position.over:
            raise AnalyzerError(f"{position.name}: the game is over: nothing is left to draw")
        if turn is None or not turn.dice or not all(kind for _, kind in turn.dice):
            raise AnalyzerError(f"{position.name}: say who picks and what the dice on the table show, under turn:")
        self.position, self.captain, self.seed, self.trader = position, captain, seed, turn.picks - 1
        self.judge = Priced(captain)
        self.dice = dice_of(position.traders) if position.traders > 1 else tuple(sorted(c for c, _ in turn.dice))[::-1]
        self.shown, self.left = _on_the_table(self.dice, turn.dice, position.name)
        taken = len(self.dice) - int(self.left.sum()) if position.traders > 1 else 0
        self.place = taken
        self.first = (self.trader - taken) % position.traders
        faces = [position.galaxy.faces_of(colour) for colour in self.dice]
        self.sampled = Sampled(seed, faces)

    def turn(self, numbers: npt.NDArray[np.int64], judge: Judge) -> Turn:
        """The turn at hand, in as many games."""
        table = self.position.table.take(np.zeros(numbers.size, np.intp))
        table.game, table.first = numbers, self.first
        shown = np.repeat(self.shown[:, None], numbers.size, axis=1)
        left = np.repeat(self.left[:, None], numbers.size, axis=1)
        behind = self.place + 1 < table.board.traders
        following = (self.trader + 1) % table.board.traders if behind else None
        return Turn(table, self.trader, judge, self.sampled, self.place, following, shown, left)

    def candidates(self) -> list[tuple[int, int, int]]:
        """Track, cell and score of what may be drawn, the best by the captain's prices first."""
        one = np.zeros(1, np.intp)
        turn = self.turn(np.zeros(1, np.int64), self.judge)
        found = self.judge.weigh(turn, one, turn.allowed(one), False).ranked()
        if not found:
            raise AnalyzerError(f"{self.position.name}: none of the dice can be drawn anywhere: the turn is passed")
        return found

    def totals(self, track: int, cell: int, first: int, many: int) -> npt.NDArray[np.int64]:
        """(traders, games) Totals at the end of games in which that was drawn."""
        numbers = np.arange(first, first + many)
        judge = compiled(self.captain)
        turn = self.turn(numbers, Opening(judge, track, cell))
        table = turn.table
        play(turn)
        for place in range(self.place + 1, table.board.traders):
            trader = (self.first + place) % table.board.traders
            behind = place + 1 < table.board.traders
            following = (trader + 1) % table.board.traders if behind else None
            play(Turn(table, trader, judge, self.sampled, place, following, turn.shown, turn.left))
        table.round += 1
        totals = np.zeros((table.board.traders, many), np.int64)
        over = np.flatnonzero(table.over)
        totals[:, over] = table.totals[:, over]
        going_on = table.take(np.flatnonzero(~table.over))
        if going_on.games:
            for ended in play_on(going_on, [judge] * table.board.traders, self.sampled, TURNS_ALONE):
                totals[:, ended.game - first] = ended.totals
        return totals

    def advice(
        self, candidates: Sequence[tuple[int, int, int]], many: int, progress: Callable[[int], None] | None
    ) -> Advice:
        """Play them, drop what is surely worse, and say what came of it."""
        space = self.position.table.board.space
        totals: list[list[npt.NDArray[np.int64]]] = [[] for _ in candidates]
        left, done = list(range(len(candidates))), 0
        confidence = 1 - SURE / (2 * max(1, len(candidates) - 1) * len(LOOKS))
        sure = NormalDist().inv_cdf(confidence)
        for look in LOOKS:
            until = max(min(many, FEWEST), many // look)
            if until > done and (len(left) > 1 or done == 0):
                for one in left:
                    totals[one].append(self.totals(*candidates[one][:2], done, until - done))
                    if progress is not None:
                        progress(until - done)
                done = until
                own = {one: np.concatenate(totals[one], axis=1)[self.trader] for one in left}
                best = max(left, key=lambda one: (own[one].mean(), -one))
                left = [one for one in left if one == best or _less(own[best], own[one], sure).low <= 0]
        whole = [np.concatenate(parts, axis=1) for parts in totals]
        best = max(left, key=lambda one: (whole[one][self.trader].mean(), -one))
        choices = []
        for one, (track, cell, score) in enumerate(candidates):
            mine, size = whole[one][self.trader], whole[one].shape[1]
            rivals = np.delete(whole[one], self.trader, axis=0)
            ahead = mine - rivals.max(axis=0) if rivals.size else mine
            worse = Estimate(0.0, 0.0, 0.0) if one == best else _less(whole[best][self.trader][:size], mine, sure)
            name = TRACKS[track]
            told = (_mean(mine), _mean(ahead), _mean((ahead >= 0).astype(np.int64)), worse, one not in left)
            choices.append(Choice(TYPE_OF[name], space.box(cell), name, score / 10, size, *told))
        choices.sort(key=lambda choice: (choice.worse.mean, -choice.score))
        return Advice(self.position, self.trader + 1, self.captain.name, many, tuple(choices))


class Opening:
    """A captain whose next draw is settled."""

    def __init__(self, judge: Judge, track: int, cell: int) -> None:
        self.judge, self.track, self.cell, self.settled = judge, track, cell, True

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> Picked:
        """That draw first, then his own."""
        if not self.settled:
            return self.judge.pick(turn, games, allowed, extra)
        self.settled = False
        many = games.size
        track, cell = np.full(many, self.track, np.int8), np.full(many, self.cell, np.intp)
        return Picked(track, cell, np.full(many, -1, np.int8), np.zeros(many, np.bool_))

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """His own."""
        return self.judge.pair(turn, games, lengths)

    def fill(self, turn: Turn, games: Games) -> Cells:
        """His own."""
        return self.judge.fill(turn, games)


def _on_the_table(
    dice: Sequence[str], table: Sequence[tuple[str, str]], name: str
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    """What every listed die shows, and whether it is left."""
    shown, left = np.zeros(len(dice), np.int8), np.zeros(len(dice), np.bool_)
    for colour, kind in table:
        free = [number for number, one in enumerate(dice) if one == colour and not left[number]]
        if not free:
            raise AnalyzerError(f"{name}: turn.dice: more {colour} dice than {', '.join(dice)}, which are rolled")
        shown[free[0]], left[free[0]] = TYPES.index(kind), True
    return shown, left


def _mean(values: npt.NDArray[np.int64], sure: float = 1.96) -> Estimate:
    """A mean with its interval."""
    mean = float(values.mean())
    half = sure * float(values.std(ddof=1)) / float(np.sqrt(values.size)) if values.size > 1 else float("inf")
    return Estimate(mean, mean - half, mean + half)


def _less(best: npt.NDArray[np.int64], other: npt.NDArray[np.int64], sure: float) -> Estimate:
    """By how much the other one is worse, game by game."""
    return _mean(best - other, sure)
