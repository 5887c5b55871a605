"""Thinker, the captain who imagines games after each option; judges of all captains.

The dice that a game still holds are never looked at (docs/lorry-rulings.md, Where dice come from).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.expert import priced_judge
from analyzer.lorry.captains.judge import LEAST, DrawScores, types_with_place
from analyzer.lorry.tables import TYPES
from analyzer.lorry.turn.board import ROCKET, TYPE, Cells, Sets
from analyzer.lorry.turn.dice import TURNS_A_ROUND, SampledDice
from analyzer.lorry.turn.draw import Allowed, Dice, DrawChoice, DrawEffect, Games, Judge, Lengths, Turn
from analyzer.lorry.turn.places import TraderView
from analyzer.lorry.turn.scoring import score
from analyzer.lorry.turn.turn import TURNS_ALONE, play, play_round, take_effect
from analyzer.runs.watched import report_decisions

WON: Mapping[str, tuple[float, float, float, int]] = {
    "the small galaxy": (94.8, 88.4, 97.8, 96),
    "the default galaxy": (84.4, 68.2, 93.1, 32),
}
"""Percent of games won against steady, the ends of its 95% interval, and number of games, by galaxy.

Source: the table of docs/trust.md.
"""
OVER_EXPERT = "42.5% of 80 games in the small galaxy"
"""Share of the games that the thinker won against expert. Source: docs/trust.md."""


SECOND = ("expert", "steady")
"""Captains for a second opinion; the first one that differs from the captain of the first opinion gives it."""
FIXED_PRICES = (
    "Captains play by fixed prices. They imitate no human player, and results do not prove what best play would bring."
)
"""Note beside results of captains who play alone."""


def second_captain(first: str) -> str:
    """Return the name of the captain who gives a second opinion beside captain `first`."""
    return next(name for name in SECOND if name != first)


def thinker_note() -> str:
    """Return a note on how often captains by prices lose against a captain who imagines games."""
    each = [f"{won}% of {games} games in {where}" for where, (won, _, _, games) in WON.items()]
    return (
        "Captains play by fixed prices. They imitate no human player, and better play exists. Captain thinker "
        f"tries out draws in simulated games. Against steady it won {' and '.join(each)}. Against expert it won "
        f"{OVER_EXPERT} (docs/trust.md)."
    )


THINKER_NOTE = thinker_note()
"""Note beside results of captains who have rivals."""


Totals = npt.NDArray[np.int64]
"""Totals at the end of games. Shape (traders, games)."""
Waiting: TypeAlias = npt.NDArray[np.bool_] | tuple[()]
"""Whether each earlier track of this turn joined each pair without its being scored yet. Shape (tracks, pairs)."""
DECLINED = -2
"""Code in place of a pair if none is scored."""
OWN, A_THOUGHT, THOUGHTS = 1 << 63, 1 << 40, 64
"""Random streams of imagined games: the first stream, streams per thought, and thoughts per turn.

A thought is one choice of a thinker by imagined games. Later thoughts of a turn share the streams of its last one."""


class ImaginedDice(SampledDice):
    """Dice of imagined games: each choice has random streams of its own, which all its candidates share.

    Args:
        sampled: dice of the real games.
        thought: number of the thinker's choice within the game, from 0.
        alike: number of consecutive games with equal rolls; such games differ only in the candidate that was drawn.
    """

    def __init__(self, sampled: SampledDice, thought: int, alike: int) -> None:
        self.seed, self.faces = sampled.seed, sampled.faces
        self.begin, self.alike = OWN + A_THOUGHT * thought, alike

    def _words(self, stream: int, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
        """Return a random 64-bit integer for each imagined game, equal if only the drawn candidate differs."""
        return super()._words(self.begin + stream, numbers // self.alike)


class PrescribedDraw:
    """Judge whose next draw and scored pair are prescribed; another judge makes all other choices.

    Args:
        judge: judge of the other choices.
        track: prescribed track, by game of the table; -1 for no draw.
        cell: cell of the prescribed track.
        pair: pair that the track scores; -1 leaves the choice to the other judge, DECLINED scores none.
        kind: type of the die that is taken without a draw, -1 for any.
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

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> DrawChoice:
        """Return the prescribed draw at the first call, then the other judge's choice."""
        if self.drawn[games].any():
            return self.judge.pick(turn, games, allowed, extra)
        self.drawn[games] = True
        return DrawChoice(self.track[games], self.cell[games], self.kind[games], np.zeros(games.size, np.bool_))

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """Return the prescribed pair at the first scoring of each game, and the other judge's choice later.

        A prescribed pair that may not be scored is replaced by the other judge's choice too. DECLINED gives -1: nothing
        is scored.
        """
        chosen = self.judge.pair(turn, games, lengths)
        settled = np.where(self.scored[games], -1, self.pairs[games])
        free = (settled >= 0) & (lengths[np.arange(games.size), settled] > 0)
        self.scored[games] = True
        return np.asarray(np.where(free, settled, np.where(settled == DECLINED, -1, chosen)))

    def fill(self, turn: Turn, games: Games) -> Cells:
        """Return the other judge's choice."""
        return self.judge.fill(turn, games)


class PrescribedFill(PrescribedDraw):
    """Judge whose next filled box is prescribed: `cell` holds its cell for each game of the table, -1 for none."""

    def fill(self, turn: Turn, games: Games) -> Cells:
        """Return the prescribed box."""
        return self.cell[games]


def turn_of(turn: Turn, games: Games, numbers: npt.NDArray[np.int64], judge: Judge, dice: Dice) -> Turn:
    """Return a turn for copies of some of the games, with new game numbers.

    Args:
        turn: the turn.
        games: games of the table to copy.
        numbers: numbers of the copies, which decide their dice.
        judge: judge of the trader in the copies.
        dice: dice of the copies.
    """
    table = turn.table.take(games)
    table.game, table.log = numbers, None
    copy = Turn(table, turn.trader, judge, dice, turn.place, turn.following, turn.rolled[:, games], turn.left[:, games])
    copy.die = turn.die[games]
    return copy


def play_to_end(
    turn: Turn,
    judges: Sequence[Judge],
    rounds: int = 0,
    special: int = 0,
    waiting: Waiting = (),
    between: Callable[[], None] | None = None,
) -> Totals:
    """Play the turn by its own judge and all later turns by `judges`, and return the final totals.

    The shape is (traders, games).

    Args:
        turn: the turn; the numbers of its games must increase.
        judges: judges of the traders after this turn, by seat.
        rounds: number of further rounds; 0 to play the games to their ends.
        special: code of the special box whose effect comes next in this turn: ROCKET for an extra track, HOLE for a
            fill; 0 to play the turn from its beginning.
        waiting: pairs to score after the effect, with the switch `special_order: special_first`.
        between: called before each round; it may raise an exception to stop the games. None calls nothing.
    """
    table, dice = turn.table, turn.dice
    totals = np.zeros((table.board.traders, table.games), np.int64)
    numbers = table.game
    until = TURNS_ALONE if table.until is None else table.until
    if table.board.traders > 1:
        # With rivals only the rules end a game.
        until = 1 << 30
    if rounds:
        until = min(until, table.round + 1 + rounds)
    finish_round(turn, judges, special, waiting)
    while True:
        if between is not None:
            between()
        over = table.over | (table.round >= until)
        totals[:, np.searchsorted(numbers, table.game[over])] = table.totals[:, over]
        if over.all():
            return totals
        if over.any():
            table = table.take(np.flatnonzero(~over))
        play_round(table, judges, dice)


def finish_round(turn: Turn, judges: Sequence[Judge], special: int = 0, waiting: Waiting = ()) -> None:
    """Play this turn and those of the traders who pick later in its round.

    Args:
        turn: the turn.
        judges: judges of the later traders, by seat.
        special: code of the special box whose effect comes next in this turn, 0 for none.
        waiting: pairs to score after the effect, with the switch `special_order: special_first`.
    """
    table, traders = turn.table, turn.table.board.traders
    games = np.arange(table.games)
    if special:
        take_effect(turn, games, np.full(table.games, special, np.int8))
    elif not len(waiting):
        play(turn)
    for joined in waiting[::-1]:
        score(turn, DrawEffect(games, games, np.repeat(joined[None], table.games, axis=0)))
    for place in range(turn.place + 1, traders):
        if table.over.all():
            break
        trader = (turn.trader + place - turn.place) % traders
        following = (trader + 1) % traders if place + 1 < traders else None
        play(Turn(table, trader, judges[trader], turn.dice, place, following, turn.rolled, turn.left))
    table.round += 1


def number_of_choice(turn: Turn, number: int) -> int:
    """Return the number of a thinker's choice, counted over the whole game.

    Each turn has THOUGHTS numbers; all choices beyond them share the last one.

    Args:
        turn: turn in which the captain thinks.
        number: index of the choice among those that the thinker makes in this turn, from 0.
    """
    return THOUGHTS * (TURNS_A_ROUND * turn.table.round + turn.place) + min(number, THOUGHTS - 1)


LANES = 1 << 13
"""Number of imagined games that are played side by side."""


class Thinker:
    """Judge who imagines games before drawing; pairs and fills are chosen by prices."""

    def __init__(self, captain: Captain) -> None:
        assert captain.thinks is not None
        self.captain, self.thinks, self.priced = captain, captain.thinks, priced_judge(captain.behind)

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> DrawChoice:
        """Return a draw that wins the game at once, else the candidate whose imagined games end best.

        Ties go to the candidate that is better by prices.

        Raises:
            AnalyzerError: the dice have no seed from which imagined games could roll.
        """
        by_prices, wins = self.priced.pick_or_win(turn, games, allowed, extra)
        if extra and turn.table.board.switches.special_order != "score_first":
            return by_prices
        if not isinstance(turn.dice, SampledDice):
            raise AnalyzerError(
                "a thinker needs seeded dice to simulate games, and these dice have no seed: name another captain"
            )
        track, cell = by_prices.track.copy(), by_prices.cell.copy()
        weighed = self.priced.weigh(turn, games, allowed, extra, wide=True)
        candidates = best_of(weighed, self.thinks.candidates, games.size, or_none=extra)
        # A single candidate, or a win in hand, needs no thought.
        number, choice = turn.thoughts[games], (candidates.many > 1) & ~wins
        choice &= extra | (by_prices.track >= 0)
        turn.thoughts[games] += choice
        at_once = max(1, LANES // (self.thinks.games * candidates.track.shape[1]))
        # The number of a thought in its turn fixes the streams of its dice, so games are taken by that number.
        for each in np.unique(number[choice]).tolist():
            choosing = np.flatnonzero(choice & (number == each))
            for begin in range(0, choosing.size, at_once):
                here = choosing[begin : begin + at_once]
                some = candidates.of(here)
                best = self._worth(turn, games[here], some, each, extra).argmax(axis=1)
                track[here], cell[here] = (of[np.arange(here.size), best] for of in (some.track, some.cell))
                report_decisions(here.size)
        return DrawChoice(track, cell, by_prices.kind, by_prices.forced)

    def weighed(self, turn: Turn, allowed: Allowed, extra: bool) -> list[tuple[int, int, float]]:
        """Return track, cell and mean result of the imagined games of each candidate, the best first.

        The track is -1 for no draw. If a draw wins the game at once, it is the only candidate.

        Args:
            turn: turn of a table of one game.
            allowed: types of track that may be drawn.
            extra: whether an extra track is drawn, which may be left out.
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
        """Return the sum of the results of each candidate's imagined games. Shape (games, most candidates).

        Games with fewer candidates have LEAST in the places that are left.

        Args:
            turn: the turn.
            games: games of the table.
            candidates: draws to examine.
            thought: index of the choice among those of this turn, from 0.
            extra: whether an extra track is drawn.
        """
        table, imagined = turn.table, self.thinks.games
        assert isinstance(turn.dice, SampledDice)
        most = candidates.track.shape[1]
        here, repeat, place = np.nonzero(
            np.repeat((np.arange(most) < candidates.many[:, None])[:, None], imagined, axis=1)
        )
        # Candidates are the fastest digit, and `ImaginedDice` divides by `most`, so they share their dice.
        numbers = (table.game[games[here]] * imagined + repeat) * most + place
        dice = ImaginedDice(turn.dice, number_of_choice(turn, thought), most)
        track, cell = candidates.track[here, place], candidates.cell[here, place]
        settled = PrescribedDraw(self.priced, track, cell, np.full(here.size, -1))
        now = turn_of(turn, games[here], numbers, settled, dice)
        totals = play_to_end(now, [self.priced] * table.board.traders, self.thinks.rounds, ROCKET * extra)
        worth = np.zeros((games.size, most), np.int64)
        np.add.at(worth, (here, place), goal_of(totals, turn.trader, self.thinks.goal))
        worth[np.arange(most) >= candidates.many[:, None]] = LEAST
        return worth

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """Return the choice by prices."""
        return self.priced.pair(turn, games, lengths)

    def fill(self, turn: Turn, games: Games) -> Cells:
        """Return the choice by prices."""
        return self.priced.fill(turn, games)


class Candidates(NamedTuple):
    """Draws that a thinker examines in each game, the best by prices first.

    Attributes:
        track: (games, most candidates) track of each draw, -1 for drawing nothing.
        cell: (games, most candidates) cell of each draw.
        many: (games,) number of candidates of each game.
    """

    track: npt.NDArray[np.int8]
    cell: Cells
    many: npt.NDArray[np.int64]

    def of(self, games: Games) -> Candidates:
        """Return the candidates of some games."""
        return Candidates(self.track[games], self.cell[games], self.many[games])


def best_of(weighed: DrawScores, most: int, games: int, or_none: bool) -> Candidates:
    """Return the candidates of each game: the `most` best draws, and all further draws that score a route.

    Args:
        weighed: draws with their scores.
        most: number of candidates that are chosen by their score.
        games: number of games.
        or_none: whether drawing nothing is a candidate too; it comes last.
    """
    here, tracks, cells, score = weighed.candidates()
    # Sorted by game, then best score, then track and cell: `lexsort` takes its last key first.
    order = np.lexsort((cells, tracks, -score, here))
    here = here[order]
    # `here` is sorted, so this is the place of each candidate within its game.
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
    """Return each game's value for a trader: margin over the best rival, 1 for a win else 0, or total. Shape (games,).

    Args:
        totals: (traders, games) totals at the end.
        trader: seat of the trader, from 0.
        goal: one of GOALS; alone the total is returned whatever the goal.
    """
    own: npt.NDArray[np.int64] = totals[trader]
    if goal == "total" or len(totals) == 1:
        return own
    margin = own - np.delete(totals, trader, axis=0).max(axis=0)
    return np.asarray(margin if goal == "margin" else margin >= 0, np.int64)


class Random:
    """Judge who chooses at random; each random number depends on seed, game, turn and choice alone."""

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> DrawChoice:
        """Return a random legal draw; for an extra track, drawing nothing is one of the choices."""
        sight = TraderView(turn.table, turn.trader, games)
        places = sight.legal() & np.where(allowed[TYPE], sight.space.full, 0).astype(sight.space.kind)[:, None]
        flat = places.reshape(-1, games.size)
        # Draws are numbered by row of bits, and within a row by bit: `many` says how many come up to each row.
        many = np.bitwise_count(flat).cumsum(axis=0, dtype=np.int64)
        draws = many[-1]
        without = np.zeros((len(TYPES), games.size), np.bool_)
        if not extra and sight.board.switches.no_place == "pass":
            without = allowed & ~types_with_place(places)
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
        return DrawChoice(track, cell, kind, np.zeros(games.size, np.bool_))

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """Return a random pair that may be scored; if declining is allowed, -1 (none) is one of the choices."""
        may = lengths > 0
        many = may.sum(axis=1)
        may_decline = turn.table.board.switches.scoring_forced == "no"
        number = turn.dice.choose(turn, games, many + may_decline)
        chosen = (may.cumsum(axis=1) <= number[:, None]).sum(axis=1)
        return np.asarray(np.where(number < many, chosen, -1))

    def fill(self, turn: Turn, games: Games) -> Cells:
        """Return a random box that may be filled; -1 (none) is one of the choices."""
        sight = TraderView(turn.table, turn.trader, games)
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


def _nth_bit(words: Sets, number: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the position of the n-th set bit of each integer, n and position counted from 0."""
    column = np.zeros(words.size, np.int64)
    seen = np.zeros(words.size, np.int64)
    for at in range(np.iinfo(words.dtype).bits):
        held = (words >> words.dtype.type(at) & 1).astype(np.int64)
        column[(held > 0) & (seen == number)] = at
        seen += held
    return column


@lru_cache(256)
def compiled(captain: Captain) -> Judge:
    """Return the judge who chooses for a captain."""
    if captain.thinks is not None:
        return Thinker(captain)
    return Random() if captain.plays == "random" else priced_judge(captain)
