"""The captain who thinks: games imagined for each option. Captains compiled for the engine.

What dice a game still holds is never looked at (docs/lorry-rulings.md, Where dice come from).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.judge import LEAST, Priced, Weighed
from analyzer.lorry.tables import TYPES
from analyzer.lorry.turn.board import ROCKET, TYPE, Cells, Sets
from analyzer.lorry.turn.dice import TURNS_A_ROUND, Sampled
from analyzer.lorry.turn.draw import Allowed, Dice, Drawn, Games, Judge, Lengths, Picked, Turn
from analyzer.lorry.turn.places import Sight, any_of
from analyzer.lorry.turn.scoring import score
from analyzer.lorry.turn.turn import TURNS_ALONE, play, play_round, take_effect
from analyzer.runs.watched import report_decisions

WON: Mapping[str, tuple[float, float, float, int]] = {
    "the small galaxy": (94.8, 88.4, 97.8, 96),
    "the default galaxy": (87.5, 64.0, 96.5, 16),
}
"""By galaxy percent of games won, the 95% interval, and how many games. Source: the table of docs/trust.md."""


SECOND = ("sprinter", "steady")
"""Who plays on for a second opinion: the first that is not the captain who plays on already."""
FIXED_PRICES = "Captains play by fixed prices: they imitate no human player, and do not prove what best play would be."
"""Beside results of captains who play alone."""


def second_captain(first: str) -> str:
    """Return who is asked for a second opinion beside that captain."""
    return next(name for name in SECOND if name != first)


def thinker_note() -> str:
    """Return how far prices are from a captain who imagines games."""
    each = [f"{won}% of {games} games in {where}" for where, (won, _, _, games) in WON.items()]
    return (
        "Captains play by fixed prices: they imitate no human player, and are not best play. The captain thinker, who "
        f"imagines games, won {' and '.join(each)} against steady (docs/trust.md)."
    )


THINKER_NOTE = thinker_note()
"""Beside results of captains who have rivals."""


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


class Random:
    """Chooses by lot; every lot is addressed."""

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> Picked:
        """One of all legal draws; an extra track may be left."""
        sight = Sight(turn.table, turn.trader, games)
        places = sight.legal() & np.where(allowed[TYPE], sight.space.full, 0).astype(sight.space.kind)[:, None]
        flat = places.reshape(-1, games.size)
        many = np.bitwise_count(flat).cumsum(axis=0, dtype=np.int64)
        draws = many[-1]
        without = np.zeros((len(TYPES), games.size), np.bool_)
        if not extra and sight.board.switches.no_place == "pass":
            without = allowed & ~_types_with(places)
        none = (draws > 0) if extra else without.sum(axis=0)
        choices = draws + none
        number = np.full(games.size, -1, np.int64)
        choosing = np.flatnonzero(choices)
        number[choosing] = turn.dice.choose(turn, games[choosing], choices[choosing])
        track = np.full(games.size, -1, np.int8)
        cell = np.full(games.size, -1, np.intp)
        rows = np.flatnonzero((number >= 0) & (number < draws))
        line = (many[:, rows] <= number[rows]).sum(axis=0)
        before = np.where(line > 0, many[line - 1, rows], 0)
        column = _nth_bit(flat[line, rows], number[rows] - before)
        track[rows], row = np.divmod(line, sight.space.rows)
        cell[rows] = row * sight.space.width + column
        kind = np.full(games.size, -1, np.int8)
        passing = np.flatnonzero(number >= draws) if not extra else np.empty(0, np.intp)
        order = without[:, passing].cumsum(axis=0)
        kind[passing] = (order <= number[passing] - draws[passing]).sum(axis=0)
        return Picked(track, cell, kind, np.zeros(games.size, np.bool_))

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """One of those that may be scored, or none where that is allowed."""
        may = lengths > 0
        many = may.sum(axis=1)
        may_decline = turn.table.board.switches.scoring_forced == "no"
        number = turn.dice.choose(turn, games, many + may_decline)
        chosen = (may.cumsum(axis=1) <= number[:, None]).sum(axis=1)
        return np.asarray(np.where(number < many, chosen, -1))

    def fill(self, turn: Turn, games: Games) -> Cells:
        """One of the boxes that may be filled, or none."""
        sight = Sight(turn.table, turn.trader, games)
        boxes: Sets = sight.fillable()
        many = np.bitwise_count(boxes).cumsum(axis=0, dtype=np.int64)
        cell = np.full(games.size, -1, np.intp)
        choosing = np.flatnonzero(many[-1])
        if choosing.size:
            number = turn.dice.choose(turn, games[choosing], many[-1, choosing] + 1)
            taken = number < many[-1, choosing]
            choosing, number = choosing[taken], number[taken]
            row = (many[:, choosing] <= number).sum(axis=0)
            before = np.where(row > 0, many[row - 1, choosing], 0)
            cell[choosing] = row * sight.space.width + _nth_bit(boxes[row, choosing], number - before)
        return cell


def _types_with(places: Sets) -> npt.NDArray[np.bool_]:
    """(types, games) Whether a track of that type may lie anywhere."""
    there = any_of(places)
    return np.array([there[kind == TYPE].any(axis=0) for kind in range(len(TYPES))])


def _nth_bit(words: Sets, number: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The column of the n-th bit, from 0, of each word."""
    column = np.zeros(words.size, np.int64)
    seen = np.zeros(words.size, np.int64)
    for at in range(np.iinfo(words.dtype).bits):
        held = (words >> words.dtype.type(at) & 1).astype(np.int64)
        column[(held > 0) & (seen == number)] = at
        seen += held
    return column


@lru_cache(256)
def compiled(captain: Captain) -> Judge:
    """The judge who chooses for the captain."""
    if captain.thinks is not None:
        return Thinker(captain)
    return Random() if captain.plays == "random" else Priced(captain)
