"""Games that are played on in mind: a draw is settled, prices choose all that follows, dice come from streams apart.

What dice a game still holds is never looked at (docs/lorry-rulings.md, Where dice come from).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.acting import Allowed, Dice, Judge, Lengths, Picked, Turn
from analyzer.lorry.turn.dice import TURNS_A_ROUND, Sampled
from analyzer.lorry.turn.draw import Drawn, Games
from analyzer.lorry.turn.round import TURNS_ALONE, play_round
from analyzer.lorry.turn.rows import Cells
from analyzer.lorry.turn.scoring import score
from analyzer.lorry.turn.turn import play, take_effect

Totals = npt.NDArray[np.int64]
"""(traders, games) At the end."""
Waiting: TypeAlias = npt.NDArray[np.bool_] | tuple[()]
"""(tracks, pairs) Of tracks of the turn at hand, the first first, what each newly joined, not scored yet."""
DECLINED = -2
"""In place of a pair: none is scored."""
OWN, A_THOUGHT, THOUGHTS = 1 << 63, 1 << 40, 64
"""Streams of imagined games; streams a thought; thoughts that a turn has of its own."""


class Imagined(Sampled):
    """Dice of imagined games: streams of their own for each thought of a game, the same for all its candidates.

    alike: so many games in a row, which differ in their candidate, roll alike.
    """

    def __init__(self, sampled: Sampled, thought: int, alike: int) -> None:
        self.seed, self.faces = sampled.seed, sampled.faces
        self.begin, self.alike = OWN + A_THOUGHT * thought, alike

    def _words(self, stream: int, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
        return super()._words(self.begin + stream, numbers // self.alike)


class Settled:
    """Somebody whose next draw is settled, and which pair it scores; the rest is another's choice.

    track, cell, pair, kind: by game of the table; track -1: no draw, taking a die of that kind (-1: any); pair -1: the
    other's choice, DECLINED: none.
    """

    def __init__(
        self,
        judge: Judge,
        track: npt.NDArray[np.int8],
        cell: Cells,
        pair: npt.NDArray[np.intp],
        kind: npt.NDArray[np.int8] | None = None,
    ) -> None:
        self.judge, self.track, self.cell, self.pairs = judge, track, cell, pair
        self.kind = np.full(track.size, -1, np.int8) if kind is None else kind
        self.drawn = np.zeros(track.size, np.bool_)
        self.scored = np.zeros(track.size, np.bool_)

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> Picked:
        """That draw first, then the other's."""
        if self.drawn[games].any():
            return self.judge.pick(turn, games, allowed, extra)
        self.drawn[games] = True
        return Picked(self.track[games], self.cell[games], self.kind[games], np.zeros(games.size, np.bool_))

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """That pair if it is still free, at the first scoring; else the other's choice."""
        chosen = self.judge.pair(turn, games, lengths)
        settled = np.where(self.scored[games], -1, self.pairs[games])
        free = (settled >= 0) & (lengths[np.arange(games.size), settled] > 0)
        self.scored[games] = True
        return np.asarray(np.where(free, settled, np.where(settled == DECLINED, -1, chosen)))

    def fill(self, turn: Turn, games: Games) -> Cells:
        """The other's choice."""
        return self.judge.fill(turn, games)


class Filling(Settled):
    """Somebody whose next fill is settled: `cell` by game of the table, -1 for none."""

    def fill(self, turn: Turn, games: Games) -> Cells:
        """That box."""
        return self.cell[games]


def turn_of(turn: Turn, games: Games, numbers: npt.NDArray[np.int64], judge: Judge, dice: Dice) -> Turn:
    """The same turn in copies of those games, under other numbers."""
    table = turn.table.take(games)
    table.game, table.log = numbers, None
    copy = Turn(table, turn.trader, judge, dice, turn.place, turn.following, turn.rolled[:, games], turn.left[:, games])
    copy.die = turn.die[games]
    return copy


def played_out(turn: Turn, judges: Sequence[Judge], rounds: int = 0, special: int = 0, waiting: Waiting = ()) -> Totals:
    """Totals once this turn was played by its own judge, and all that follows by others; rounds: 0 is to the end.

    The games of the table need numbers that grow. special: the turn goes on with what a box of that code gives, a
    ROCKET an extra track, a HOLE a fill; waiting: what is scored after that, with `special_first`.
    """
    table, dice = turn.table, turn.dice
    totals = np.zeros((table.board.traders, table.games), np.int64)
    numbers = table.game
    until = TURNS_ALONE if table.until is None else table.until
    if table.board.traders > 1:
        until = 1 << 30
    if rounds:
        until = min(until, table.round + 1 + rounds)
    finish_round(turn, judges, special, waiting)
    while True:
        over = table.over | (table.round >= until)
        totals[:, np.searchsorted(numbers, table.game[over])] = table.totals[:, over]
        if over.all():
            return totals
        if over.any():
            table = table.take(np.flatnonzero(~over))
        play_round(table, judges, dice)


def finish_round(turn: Turn, judges: Sequence[Judge], special: int = 0, waiting: Waiting = ()) -> None:
    """This turn, and those who pick later in this round; special, waiting: as above."""
    table, traders = turn.table, turn.table.board.traders
    games = np.arange(table.games)
    if special:
        take_effect(turn, games, np.full(table.games, special, np.int8))
    elif not len(waiting):
        play(turn)
    for joined in waiting[::-1]:
        score(turn, Drawn(games, games, np.repeat(joined[None], table.games, axis=0)))
    for place in range(turn.place + 1, traders):
        if table.over.all():
            break
        trader = (turn.trader + place - turn.place) % traders
        following = (trader + 1) % traders if place + 1 < traders else None
        play(Turn(table, trader, judges[trader], turn.dice, place, following, turn.rolled, turn.left))
    table.round += 1


def thought_of(turn: Turn, number: int) -> int:
    """The number of a thought in its game: which turn it is, and how many thoughts there were before it in the turn."""
    return THOUGHTS * (TURNS_A_ROUND * turn.table.round + turn.place) + min(number, THOUGHTS - 1)
