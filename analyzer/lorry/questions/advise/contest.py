"""Games played on after each option of a decision, until the best is clear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.answers.advice import CHECKS, Rollouts, Values, check_goal, ranked
from analyzer.errors import AnalyzerError, whole_number
from analyzer.files.yamlfile import refuse_record
from analyzer.lorry.api import CaptainLike
from analyzer.lorry.captains.captain import Captain, load_captain
from analyzer.lorry.captains.expert import priced_judge
from analyzer.lorry.captains.thinker import (
    DECLINED,
    ImaginedDice,
    PrescribedDraw,
    PrescribedFill,
    Totals,
    goal_of,
    play_to_end,
    second_captain,
    turn_of,
)
from analyzer.lorry.position.effects import scores_later
from analyzer.lorry.position.engine_table import GAME
from analyzer.lorry.position.experiment import ResumedPosition
from analyzer.lorry.position.open_decision import BOX, DIE, FILL, PAIR
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import KIND, load_position
from analyzer.lorry.questions.advise.answer import GOALS, USUAL_GOAL, Advice, Choice, SecondOpinion, in_words
from analyzer.lorry.questions.exact.trees import most_still
from analyzer.lorry.tables import TRACKS, TYPE_OF, TYPES
from analyzer.lorry.turn.board import STAR, TYPE
from analyzer.lorry.turn.dice import SampledDice
from analyzer.lorry.turn.draw import DrawEffect, Turn, draw
from analyzer.lorry.turn.places import TraderView
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored, note
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import TURNS_ALONE
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.montecarlo.blocks import SharedWork
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.watched import is_first_figure_awaited, report_answers

LANES = 1 << 13
"""Number of games that are played on side by side."""


class Candidate(NamedTuple):
    """An option as indices of the engine: a draw with the pair it scores, or a fill, which has only a cell.

    Attributes:
        track: index of the track in TRACKS, -1 for none.
        cell: cell of the box, -1 for none.
        pair: index of the scored pair, -1 if there is nothing to choose, DECLINED for none.
        score: value by the captain's prices, in tenths of a point.
        kind: type of the die that is taken without a draw, else -1.
        scores: whether the option scores a route, at once or after the effect of its box.
        final: totals of all traders if it ends the game, else None.
    """

    track: int
    cell: int
    pair: int
    score: int
    kind: int = -1
    scores: bool = False
    final: tuple[int, ...] | None = None


class ScoringChoices(NamedTuple):
    """The pairs of planets from which a trader chooses the one to score after a draw.

    Attributes:
        options: pairs to choose from, in the codes of `Candidate.pair`.
        captains: the captain's choice among the options.
        scores: whether the draw scores any pair.
        final: by option, the totals of all traders if scoring it ends the game, else None.
    """

    options: list[int]
    captains: int
    scores: bool
    final: list[tuple[int, ...] | None]


NO_SCORING = ScoringChoices([-1], -1, scores=False, final=[None])


class Moment(ResumedPosition):
    """A position at an open decision, and a captain who decides by prices in all later play.

    Attributes:
        turns: turns left in a game alone, this one included; None with rivals.
        between: called between rounds of the games played on; may raise an exception to stop. None calls nothing.
    """

    between: Callable[[], None] | None = None

    def __init__(
        self, position: Position, captain: Captain, seed: int, turns: int, dice: Sequence[str] | None = None
    ) -> None:
        super().__init__(position, dice)
        self.turns = turns if position.traders == 1 else None
        self.judge = priced_judge(captain)
        self.seed = seed
        self.sampled = SampledDice(seed, [position.galaxy.faces_of(colour) for colour in self.dice])

    @cached_property
    def now(self) -> Turn:
        """Turn in progress, as one game of the engine."""
        return self._in_copies(self.position.table.take(GAME))

    def _in_copies(self, table: Table) -> Turn:
        """Return the turn in progress in all games of a table, which are copies of the position."""
        table.game, table.until = np.zeros(table.games, np.int64), self.turns
        return self.turn(table, self.judge, self.sampled)

    def candidates(self) -> list[Candidate]:
        """Return all options, the best by the captain's prices first.

        Options of one draw begin with the longest pair of planets. Options that draw or fill nothing come last.

        Raises:
            AnalyzerError: there is nothing to choose.
        """
        candidates = self._fills() if self.open.what == FILL else self._draws()
        if not candidates:
            raise AnalyzerError(f"{self.name}: none of the dice can be drawn anywhere: the turn is passed")
        return candidates

    @cached_property
    def chosen(self) -> Candidate:
        """Option that the captain would choose, with score 0."""
        if self.open.what == FILL:
            return Candidate(-1, int(self.judge.fill(self.now, GAME)[0]), -1, 0)
        if self.open.place is not None:
            track, cell = self.open.track, self.now.table.board.space.cell(self.open.place[0])
            (scoring,) = self._waiting_pairs() if self.is_laid else self._pairs([track], [cell])
            return Candidate(track, cell, scoring.captains, 0)
        picked = self.judge.pick(self.now, GAME, self.allowed, self.open.is_extra)
        track, cell = int(picked.track[0]), int(picked.cell[0])
        if track < 0:
            return Candidate(-1, -1, -1, 0, int(picked.kind[0]))
        return Candidate(track, cell, self._pairs([track], [cell])[0].captains, 0)

    @property
    def is_laid(self) -> bool:
        """Whether the open decision is the pair to score for a track that is already drawn."""
        return self.open.what == PAIR and not self.special and len(self.waiting) > 0

    def plain(self, candidate: Candidate) -> dict[str, object]:
        """Return a candidate in plain types."""
        ends = TRACKS[candidate.track] if candidate.track >= 0 else None
        pairs, space = self.position.galaxy.pairs, self.now.table.board.space
        return {
            "type": TYPE_OF[ends] if ends else TYPES[candidate.kind] if candidate.kind >= 0 else None,
            "box": None if candidate.cell < 0 else space.box(candidate.cell),
            "ends": ends,
            "pair": pairs[candidate.pair] if candidate.pair >= 0 else None,
            "declines": candidate.pair == DECLINED,
        }

    def _draws(self) -> list[Candidate]:
        """Return a candidate for each draw and each pair of planets that it may score; drawing nothing comes last."""
        if self.is_laid:
            return self._with_pairs([(self.chosen.track, self.chosen.cell, 0)], self._waiting_pairs())
        extra = self.open.is_extra
        weighed = self.judge.weigh(self.now, GAME, self.allowed, extra, wide=True)
        ranked = weighed.ranked()
        if self.open.what == PAIR:
            ranked = [one for one in ranked if one[:2] == self.chosen[:2]] or [(*self.chosen[:2], 0)]
        elif extra:
            ranked.append((-1, -1, int(weighed.without[0])))
        drawn = [(track, cell) for track, cell, _ in ranked if track >= 0]
        pairs = self._pairs(*zip(*drawn, strict=True)) if drawn else []
        passes = [Candidate(-1, -1, -1, int(weighed.without[0]), kind) for kind in self._useless()]
        return [*self._with_pairs(ranked, [*pairs, NO_SCORING][: len(ranked)]), *passes]

    @staticmethod
    def _with_pairs(draws: Sequence[tuple[int, int, int]], pairs: Sequence[ScoringChoices]) -> list[Candidate]:
        """Return the candidates of draws (track, cell, score), one for each pair that a draw may score."""
        return [
            Candidate(track, cell, pair, score, scores=scoring.scores and pair != DECLINED, final=final)
            for (track, cell, score), scoring in zip(draws, pairs, strict=True)
            for pair, final in zip(scoring.options, scoring.final, strict=True)
        ]

    def _pairs(self, tracks: Sequence[int], cells: Sequence[int]) -> list[ScoringChoices]:
        """Return the pairs of planets that each draw may score, the longest first."""
        lanes, every = self.now.table.take(np.zeros(len(tracks), np.intp)), np.arange(len(tracks))
        cell = np.array(cells)
        free = may_be_scored(lanes, self.trader, draw(lanes, self.trader, every, np.array(tracks), cell))
        # A star counts in the totals of a route that ends the game.
        lanes.stars[self.trader] += lanes.board.special[cell] == STAR
        later = [scores_later(lanes, lanes.board.space.box(one), is_extra=self.open.is_extra) for one in cells]
        # A route that is scored later counts as scoring, too, but leaves no pair to choose now.
        scores = np.asarray(free.any(axis=1))
        # These routes wait until their box has taken effect, so their pair is a later decision.
        free[np.array(later)] = False
        return self._scoring(lanes, free, scores)

    def _waiting_pairs(self) -> list[ScoringChoices]:
        """Return the pairs that may be scored for the latest track whose route is not scored yet."""
        drawn = DrawEffect(GAME, GAME, self.waiting[-1:])
        free = may_be_scored(self.now.table, self.trader, drawn)
        return self._scoring(self.now.table, free, np.asarray(free.any(axis=1)))

    def _scoring(
        self, lanes: Table, free: npt.NDArray[np.bool_], scores: npt.NDArray[np.bool_]
    ) -> list[ScoringChoices]:
        """Return the pairs of planets from which to choose the one to score, for the draw in each lane of a table.

        Args:
            lanes: a table with one game per draw, after the track was drawn.
            free: (lanes, pairs) pairs that may be scored.
            scores: (lanes,) whether the draw scores a pair, now or later.
        """
        every, switches, turn = np.arange(len(free)), lanes.board.switches, self._in_copies(lanes)
        lengths = lengths_of(lanes, self.trader, every, free)
        by_captain = self.judge.pair(turn, every, lengths)
        may_decline = switches.scoring_forced == "no"
        scoring = []
        for one in every.tolist():
            pairs = sorted(np.flatnonzero(free[one]).tolist(), key=lambda pair: -int(lengths[one, pair]))
            final = [self._final(lanes, one, pair, int(lengths[one, pair])) for pair in pairs]
            if len(pairs) > (not may_decline):
                captains = int(by_captain[one]) if by_captain[one] >= 0 else DECLINED
                options, final = [*pairs, *[DECLINED] * may_decline], [*final, *[None] * may_decline]
                scoring.append(ScoringChoices(options, captains, bool(scores[one]), final))
            else:
                scoring.append(ScoringChoices([-1], -1, bool(scores[one]), final or [None]))
        return scoring

    def _final(self, lanes: Table, lane: int, pair: int, points: int) -> tuple[int, ...] | None:
        """Return the totals of all traders if scoring a pair ends the game in a lane of a table, else None."""
        table = lanes.take(np.array([lane]))
        note(table, self.trader, GAME, np.array([pair]), np.array([points], np.int16))
        return tuple(table.totals[:, 0].tolist()) if table.over[0] else None

    def _useless(self) -> list[int]:
        """Return the types of dice that may be taken although their tracks fit nowhere (lorry-rulings.md, point 18)."""
        if self.open.what not in (DIE, BOX) or self.now.table.board.switches.no_place != "pass":
            return []
        kinds = [kind for kind in self.open.kinds if not self.position.legal(self.trader + 1, kind)]
        return [TYPES.index(kind) for kind in kinds]

    def _fills(self) -> list[Candidate]:
        """Return the boxes to fill: first those that hinder rivals most, then those into which an own end points.

        The last candidate fills no box.
        """
        _, cells, cut = self.judge.fills(self.now, GAME)
        worth = dict(zip(cells.tolist(), (self.judge.captain.block * cut).tolist(), strict=True))
        sight = TraderView(self.now.table, self.trader, GAME)
        boxes = sight.space.listed(sight.fillable())[1].tolist()
        ranked = sorted(boxes, key=lambda cell: (cell not in worth, -worth.get(cell, 0), cell))
        return [*(Candidate(-1, cell, -1, worth.get(cell, 0)) for cell in ranked), Candidate(-1, -1, -1, 0)]

    def totals(self, candidates: Sequence[Candidate], first: int, many: int) -> Totals:
        """Return the totals at the end of games in which each candidate was chosen, on the same dice.

        Returns:
            Totals, shape (traders, games, candidates).
        """
        size, parts = len(candidates), []
        track, cell, pair, _, kind = (np.array(column) for column in zip(*(one[:5] for one in candidates), strict=True))
        at_once = max(1, LANES // size)
        for begin in range(first, first + many, at_once):
            games = np.arange(begin, min(begin + at_once, first + many))
            # Copies of a game have neighbouring numbers, and `ImaginedDice` rolls alike for `size` in a row.
            numbers = (games[:, None] * size + np.arange(size)).ravel()
            chosen = np.tile(np.arange(size), games.size)
            settling = PrescribedFill if self.open.what == FILL else PrescribedDraw
            settled = settling(
                self.judge, track[chosen].astype(np.int8), cell[chosen], pair[chosen], kind[chosen].astype(np.int8)
            )
            dice = ImaginedDice(self.sampled, 0, size)
            judges = [self.judge] * self.position.traders
            copies = turn_of(self.now, np.zeros(numbers.size, np.intp), numbers, settled, dice)
            played = play_to_end(copies, judges, special=self.special, waiting=self.waiting, between=self.between)
            parts.append(played.reshape(-1, games.size, size))
        return np.concatenate(parts, axis=1)


FEWEST = 50
"""Number of games after each option before any option may be dropped."""
MANY_CHECKS = (32, 16, *CHECKS)
"""Divisors of the games that give the checks of `advise`: most of its many options are clearly worse early."""


class Contest:
    """Candidates at a moment, played on until the best is clear.

    Args:
        moment: position with its open decision and captain.
        goal: name of the goal that ranks the candidates.
        most: number of candidates tried, besides all that score a route. The captain's choice, `chosen`, and doing
            nothing are always among them.
        chosen: the option that the trader really chose, which is never dropped; None for none.
        checks: divisors of the games that give the checks.
        shared: processes that share the games; None for this process alone.
    """

    def __init__(
        self,
        moment: Moment,
        goal: str,
        most: int,
        chosen: Candidate | None = None,
        *,
        checks: Sequence[int] = CHECKS,
        shared: SharedWork | None = None,
    ) -> None:
        every = moment.candidates()
        self.moment, self.goal, self.shared = moment, goal, shared or SharedWork()
        self.legal = len({(one.track, one.cell, one.kind) for one in every})
        captains, own = number_of(every, moment.chosen), None if chosen is None else number_of(every, chosen)
        none = {number for number, one in enumerate(every) if one.cell < 0}
        numbers = _candidates_to_try(every, most, {captains, *none, *([] if own is None else [own])})
        self.candidates = [every[number] for number in numbers]
        self.whole: tuple[int, ...] = () if own is None else (numbers.index(own),)
        exact = [number for number, one in enumerate(self.candidates) if one.final is not None]
        wanted, captain = GOALS[goal], numbers.index(captains)
        how: Any = {"fewest": FEWEST, "exact": exact, "checks": checks}
        self.rollouts = Rollouts(len(numbers), self._play, wanted, captain, **how)
        self._ahead: dict[tuple[int, int, int], Totals] = {}

    def run(self, many: int, progress: Callable[[int], None] | None = None, first: int = 0) -> Contest:
        """Play until the best is clear, and return the contest itself.

        Args:
            many: largest number of games after each candidate.
            progress: called with the number of games just played.
            first: number of the first game.
        """
        self.rollouts.run(many, progress, first=first, whole=self.whole)
        return self

    def _play(self, option: int, first: int, many: int) -> dict[str, Values]:
        """Return the results of games after one candidate, by goal.

        The results of the other candidates will be needed next. All candidates are therefore played side by side, and
        their results cached. Nothing is played after a draw that ends the game.
        """
        final = self.candidates[option].final
        if final is not None:
            return self._by_goal(np.repeat(np.array(final, np.int64)[:, None], many, axis=1))
        # `Rollouts` asks option by option; the games of all are played at once and kept until they are asked for.
        if (option, first, many) not in self._ahead:
            left = self.rollouts.left
            others = [
                one for one in left if len(left) > 1 and self.rollouts.trials(one) == self.rollouts.trials(option)
            ]
            together = sorted({option, *others, *self.whole} - self.rollouts.exact)
            candidates = [self.candidates[one] for one in together]

            def some(part: int, parts: int) -> Totals:
                begin, end = (first + many * one // parts for one in (part, part + 1))
                return self.moment.totals(candidates, begin, end - begin)

            totals = np.concatenate(self.shared.run(some, many * len(together), many), axis=1)
            self._ahead = {(one, first, many): totals[:, :, place] for place, one in enumerate(together)}
        return self._by_goal(self._ahead.pop((option, first, many)))

    def _by_goal(self, totals: Totals) -> dict[str, Values]:
        """Return the value of each game by goal, from totals (traders, games); alone every game counts as won."""
        by_goal: dict[str, Values] = {goal: goal_of(totals, self.moment.trader, goal) for goal in GOALS}
        return by_goal | {"won": np.ones(totals.shape[1], np.int64)} if len(totals) == 1 else by_goal

    def advice(self, many: int) -> Advice:
        """Return the ranked options with their results.

        Args:
            many: largest number of games after each candidate, as it is reported.
        """
        moment = self.moment
        plain = [self.plain(one) for one in self.candidates]
        words = [in_words(moment.open.what, value) for value in plain]

        def choice(value: Candidate, **known: object) -> Choice:
            also = {"score": value.score / 10, "scores": value.scores, "final": value.final}
            return Choice(value=self.plain(value), **also, **known)  # type: ignore[arg-type]

        options = ranked(self.rollouts, words, self.candidates, GOALS, choice)
        captain = moment.judge.captain.name
        at_most = None
        if moment.turns is not None:
            at_most = int((moment.now.table.totals[0] + most_still(moment.now.table, 0, moment.turns))[0])
        settings = moment.before, moment.trader + 1, captain, many, self.goal, self.legal, moment.turns, at_most
        advice = Advice(*settings, options, moment.open.what, seed=moment.seed)
        if moment.turns is not None:
            return advice
        wins_more, widest = self._by_other_goals(advice)
        return replace(advice, wins_more=wins_more, widest=widest)

    def _by_other_goals(self, advice: Advice) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
        """Return the values of `Advice.wins_more` and `Advice.widest`."""
        if self.goal != "won":
            best = self.rollouts.best
            more = [one for one in advice.options if self._is_above(self._number(one), best, "won")]
            return self._leaders(more, "won"), ()
        together = tuple(advice.together)
        widest = self._leaders(together, "margin")
        return (), widest if len(widest) < len(together) else ()

    def _leaders(self, options: Sequence[Choice], goal: str) -> tuple[Choice, ...]:
        """Return the option with the best mean by a goal, and all not clearly below it, the best first."""
        if not options:
            return ()
        first, *others = sorted(options, key=lambda one: -one.results[goal].mean)
        most = self._number(first)
        return (first, *(one for one in others if not self._is_above(most, self._number(one), goal)))

    def _is_above(self, one: int, other: int, goal: str) -> bool:
        """Return whether one option is clearly above another by a goal."""
        return one != other and self.rollouts.above(one, other, GOALS[goal]).low > 0

    def _number(self, option: Choice) -> int:
        """Return the index of an option among the candidates."""
        return next(number for number, one in enumerate(self.candidates) if self.plain(one) == option.value)

    def best(self) -> Candidate:
        """Return the candidate that is best so far."""
        return self.candidates[self.rollouts.best]

    def plain(self, candidate: Candidate) -> dict[str, object]:
        """Return a candidate in plain types."""
        return self.moment.plain(candidate)


def number_of(candidates: Sequence[Candidate], wanted: Candidate) -> int:
    """Return the index of the candidate with the same draw, scored pair and die as `wanted`."""
    return next(
        number
        for number, one in enumerate(candidates)
        if one[:3] == wanted[:3] and (one.track >= 0 or one.kind == wanted.kind)
    )


def _candidates_to_try(candidates: Sequence[Candidate], most: int, always: set[int]) -> list[int]:
    """Return the indices of the candidates to try, in order.

    All candidates that score a route are tried, and the best `most` of the others. At least a quarter of `most` is of
    each type of track, if there are enough. Candidates in `always` replace the last ones.
    """
    seen, order = Counter[int](), []
    scoring = [place for place, one in enumerate(candidates) if one.scores]
    for place, one in enumerate(candidates):
        if one.scores:
            continue
        kind = int(TYPE[one.track]) if one.track >= 0 else -1
        # Sorts first what is always tried, then up to a quarter of each type, then the rest by score.
        order.append((place not in always, seen[kind] >= max(1, most // 4), place))
        seen[kind] += 1
    screened = sorted(order)[: max(most, len(always.difference(scoring)))]
    return sorted([*scoring, *(place for *_, place in screened)])


GAMES, CANDIDATES = 2_000, 20
FEWER, FEWEST_GAMES = 4, 2
"""Divisor of the games for a second opinion, and its smallest number of games."""


def advise(
    position: Any,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    candidates: int = CANDIDATES,
    goal: str | None = None,
    turns: int = TURNS_ALONE,
    workers: Processes = AUTO,
    progress: Callable[[int], None] | None = None,
) -> Advice:
    """Return the options of the decision that is open at a position, the best first.

    Each option is chosen, and the game played on under the same coming dice. The open decision is the first one that
    `turn` in the position does not settle: the die and its box, the scored pair, an extra track, or a box to fill. With
    rivals, a quarter of the games is played under a second captain too, expert or steady, who may prefer another
    option.

    Args:
        position: position, its file or its fields.
        games: largest number of games after each option; 2,000 if None.
        seed: seed of the coming dice.
        captain: captain who screens the options and plays on for everybody.
        candidates: number of options tried; a quarter of them of each type on the table, if there are enough. Draws
            that score a route are tried besides, each with every pair that it may score.
        goal: `won`, `margin` or `total`, which ranks the options; `won` if None. Alone it is always `total`.
        turns: turns left in a game alone, this one included.
        workers: number of processes, or "auto" for as many as shorten the run. The result does not depend on it.
        progress: called with the number of games just played.

    Raises:
        AnalyzerError: the position does not say who picks and what the dice show, nothing is open, or an argument is
            wrong.

    >>> from analyzer import lorry
    >>> lorry.advise("ships/lorry/late.yaml", 50, candidates=3).trader
    1
    """
    refuse_record(position, KIND, "rounds", "analyzer lorry review")
    now = load_position(position)
    many = whole_number(GAMES if games is None else games, "games", 2, MOST_KEPT)
    most = whole_number(candidates, "candidates", 1)
    left = whole_number(turns, "turns", 1)
    player = without_thinking(captain)
    shared = SharedWork(checked_processes(workers))
    moment = Moment(now, player, seed, left)
    contest = Contest(moment, goal_for(goal, now.traders), most, checks=MANY_CHECKS, shared=shared)
    if len(contest.candidates) == 1 and contest.candidates[0].cell < 0:
        raise AnalyzerError(f"{now.name}: nothing can be drawn or filled anywhere: there is nothing to decide")
    awaited = is_first_figure_awaited()
    for _ in contest.rollouts.run_by_check(many, progress, whole=contest.whole, is_awaited=awaited):
        if contest.rollouts.trials(0):
            report_answers(lambda: [contest.advice(many)])
    return with_second(contest.advice(many), contest, many, most, progress)


def with_second(
    advice: Advice, contest: Contest, many: int, most: int, progress: Callable[[int], None] | None = None
) -> Advice:
    """Return advice with a second opinion on its best option.

    In a game alone, or if that option ends the game, the advice is returned unchanged.
    """
    if advice.turns is not None or advice.options[0].final is not None:
        return advice
    fewer = max(FEWEST_GAMES, many // FEWER)
    return replace(advice, second=second_opinion(contest, contest.best(), fewer, most, progress))


def second_opinion(
    contest: Contest,
    candidate: Candidate,
    many: int,
    most: int,
    progress: Callable[[int], None] | None = None,
    first: int = 0,
) -> SecondOpinion:
    """Return the result of a candidate if another captain screens the options and plays on for everybody.

    Args:
        contest: contest under the first captain.
        candidate: option to judge.
        many: largest number of games after each option.
        most: number of options tried.
        progress: called with the number of games just played.
        first: number of the first game.
    """
    before = contest.moment
    other = second_captain(before.judge.captain.name)
    moment = Moment(before.before, load_captain(other), before.seed, TURNS_ALONE)
    judged = Contest(moment, contest.goal, most, candidate, shared=contest.shared)
    advice = judged.run(many, progress, first).advice(many)
    value = contest.plain(candidate)
    own = next(option for option in advice.options if option.value == value)
    return SecondOpinion(other, many, tuple(option.words for option in advice.together), own)


def without_thinking(captain: CaptainLike) -> Captain:
    """Return a captain who plays by prices alone.

    Raises:
        AnalyzerError: the captain is random or a thinker.
    """
    player = load_captain(captain)
    if player.plays == "random":
        raise AnalyzerError("captain random has no prices: name a captain who plays by prices")
    if player.thinks is not None:
        raise AnalyzerError(
            f"captain {player.name} simulates games, as this verb does: name one who only plays by prices, e.g. steady"
        )
    return player


def goal_for(goal: str | None, traders: int) -> str:
    """Return the goal for a number of traders; alone it is always `total`.

    Raises:
        AnalyzerError: the goal is unknown.
    """
    check_goal(USUAL_GOAL if goal is None else goal, GOALS)
    return "total" if traders == 1 else goal or USUAL_GOAL
