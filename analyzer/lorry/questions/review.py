"""Review of a recorded game: the cost of each decision against the other options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.advice import Goal
from analyzer.answers.description import COUNT, Column
from analyzer.answers.edition import own_edition_notes
from analyzer.answers.review import WORSE, JudgedDecision
from analyzer.answers.review import Review as AnyReview
from analyzer.answers.review import ReviewStep as Step
from analyzer.errors import AnalyzerError, named_setting, one_of, whole_number
from analyzer.lorry.api import CaptainLike
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.thinker import DECLINED, FIXED_PRICES, THINKER_NOTE, goal_of, second_captain
from analyzer.lorry.position.effects import NO_PAIR, AtTurn, Effect, Score, SoFar, scores_later
from analyzer.lorry.position.experiment import plan_position
from analyzer.lorry.position.open_decision import PAIR, NothingOpen, open_decision, turn_flaws
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.schema import ThenFields, seat_of
from analyzer.lorry.questions.advise.answer import GOALS, TRIAL
from analyzer.lorry.questions.advise.contest import (
    Candidate,
    Contest,
    Moment,
    goal_for,
    second_opinion,
    without_thinking,
)
from analyzer.lorry.records.game_record import Record, load_record
from analyzer.lorry.records.referee import AcceptedTurn, Referee
from analyzer.lorry.records.referee import Step as RefereeStep
from analyzer.lorry.tables import TRACKS, TYPES, OwnEdition, picking_order
from analyzer.lorry.turn.turn import TURNS_ALONE
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes, map_adaptive
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.watched import report_answers
from analyzer.statistics.moments import MeanWithError


@dataclass(frozen=True, repr=False)
class Review(AnyReview):
    """Cost and luck of the decisions of one trader in a recorded game."""

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL
    PLACES: ClassVar = (Column("round", "round", COUNT),)
    PAGE: ClassVar = "analyzer.lorry.pages:page_of_review"

    record: Record

    @property
    def games(self) -> int:
        """Largest number of games played after each option."""
        return self.trials

    def chance_in_words(self) -> str:
        """Return the words for the source of luck: `Dice` in a game alone, else `Dice and rivals`."""
        return "Dice" if self.record.start.traders == 1 else "Dice and rivals"

    def rest_of_play(self) -> list[str]:
        """Return sentences on who plays on after each option, and on the strength of that play."""
        alone = self.record.start.traders == 1
        plays_on = (
            f"{self.captain} picks the options to try, and plays on after each{'' if alone else ', for everybody'}."
        )
        compare = f"compare with {named_setting('captain', second_captain(self.captain))}"
        judged = f"Another captain may judge otherwise: {compare}."
        if self.second:
            judged = f"Decisions that are clearly worse were judged with {self.second} too; for all others {compare}."
        strength = FIXED_PRICES if alone else THINKER_NOTE
        return [plays_on, judged, strength, *own_edition_notes(OwnEdition, self.record.start.edition)]


GAMES, CANDIDATES = 300, 12
Progress = Callable[[int], None] | None
NOTHING = Effect()


def review(
    record: str | Path | Mapping[str, Any] | Record,
    games: int | None = None,
    seed: int = 1,
    *,
    trader: int | str = 1,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    candidates: int = CANDIDATES,
    goal: str | None = None,
    turns: int = TURNS_ALONE,
    workers: Processes = AUTO,
    progress: Progress = None,
) -> Review:
    """Judge each decision of a trader in a record against the other options at that moment.

    From each decision on, the rest of the game is played anew, so luck that came later does not count. The luck of dice
    and rivals is reported separately, as the change of the expected result between decisions. With rivals, decisions
    that are clearly worse are judged under a second captain too, expert or steady. Draws that the rules refuse are
    left out.

    Args:
        record: record of a game, its file or its fields.
        games: largest number of games after each option; 300 if None.
        seed: seed of all games.
        trader: number or name of the trader to review.
        captain: captain who plays for everybody after the decision.
        candidates: number of options tried per decision, as in `advise`.
        goal: `won`, `margin` or `total`; `won` if None. Alone it is always `total`.
        turns: number of turns of a game alone.
        workers: number of processes, or "auto" for as many as shorten the run. The result does not depend on it.
        progress: called with the number of games just played.

    Returns:
        The review, with one step per decision.

    Raises:
        AnalyzerError: the record cannot be read, there is no such trader, or another argument is wrong.

    >>> from analyzer import lorry
    >>> lorry.review("ships/lorry/example-record.yaml", 4, candidates=3).decisions[0].round
    1
    """
    loaded = load_record(record)
    names = loaded.start.names
    seat = seat_of(trader, names)
    if seat is None or not 1 <= seat <= len(names):
        raise AnalyzerError(f"no trader {trader!r}: {one_of(str(trader), names)}")
    many = whole_number(GAMES if games is None else games, "games", 2, MOST_KEPT)
    most, processes = whole_number(candidates, "candidates", 1), checked_processes(workers)
    player, wanted = without_thinking(captain), goal_for(goal, len(names))
    left = whole_number(turns, "turns", 1)

    def answer(steps: Sequence[Step]) -> Review:
        is_asked = any(step.decision is not None and step.decision.second is not None for step in steps)
        second = second_captain(player.name) if is_asked else ""
        who = loaded.start.name, names[seat - 1], player.name
        return Review(*who, many, wanted, tuple(steps), loaded, seed=seed, second=second)

    tasks = [*Reviewer(loaded, seat, player, seed, wanted, left, many, most).tasks()]
    steps: list[Step] = []
    # A worker that is a copy of this process has the tasks already, so their numbers are all that it is sent.
    for step, played in map_adaptive(processes, lambda number: tasks[number](), range(len(tasks))):
        steps.append(step)
        if progress is not None:
            progress(played)
        report_answers(lambda: [answer(steps)])
    return answer(steps)


Task = Callable[[], tuple[Step, int]]
"""Function that plays the games of one step of a review, and returns the step and the number of games played."""


class Reviewer:
    """Replay of a recorded game that plans, for each decision, separate imagined games that judge it."""

    def __init__(
        self, record: Record, trader: int, captain: Captain, seed: int, goal: str, turns: int, many: int, most: int
    ) -> None:
        self.record, self.trader, self.captain, self.seed, self.goal = record, trader, captain, seed, goal
        self.turns, self.many, self.most = turns, many, most
        self.referee, self.first = Referee(record), 0

    def tasks(self) -> Iterator[Task]:
        """Yield a task for the start, for each decision with the events before it, and for the end of the game.

        No two tasks share games, so their results are independent, and they may be run in any order.
        """
        start = self.record.start
        begins = start.with_turn(self.record.within or AtTurn(self.record.first))
        yield self._expected("start", (), start, begins, 1)
        self.referee.play()
        lines: list[str] = []
        for taken in self.referee.taken:
            if taken.trader == self.trader:
                yield from self._turn(taken, lines)
                lines = []
            else:
                lines += self._in_words(taken)
        yield self._end(tuple(lines))

    def _turn(self, taken: AcceptedTurn, lines: Sequence[str]) -> Iterator[Task]:
        """Yield a task for each real decision in a turn of the reviewed trader."""
        dice = ", ".join(" ".join(die) for die in taken.dice)
        news = (*lines, f"On the table: {dice}.")
        for number, (position, choice, is_written) in enumerate(decisions(taken)):
            try:
                moment = Moment(position, self.captain, self.seed, self._turns_left(taken.round))
                candidate = _candidate(moment, choice)
            except NothingOpen:
                continue
            except AnalyzerError:
                if choice.box is not None:
                    raise
                continue
            contest = Contest(moment, self.goal, self.most, candidate)
            if len(contest.candidates) > 1:
                after = taken.steps[min(number, len(taken.steps) - 1)].after
                yield partial(self._judged, contest, self._games(), taken.round, news, after, is_written)
                news = ()

    def _judged(
        self, contest: Contest, first: int, number: int, lines: tuple[str, ...], after: Position, is_written: bool
    ) -> tuple[Step, int]:
        """Judge a decision by games that are played on from it, and return its step and the number of games.

        Args:
            contest: contest of the options, with the chosen one.
            first: number of the first game.
            number: number of the round, from 1.
            lines: events before the decision, in words.
            after: position after the decision.
            is_written: whether the record states the decision.
        """
        played: list[int] = []
        contest.run(self.many, played.append, first)
        (own,) = contest.whole
        advice, rollouts = contest.advice(self.many), contest.rollouts
        value = contest.plain(contest.candidates[own])
        decision = JudgedDecision(
            advice.options, value, rollouts.cost(own), {"round": number}, is_written, advice=advice
        )
        if decision.verdict == WORSE and advice.turns is None:
            chosen = contest.candidates[own]
            opinion = second_opinion(contest, chosen, self.many, self.most, played.append, first)
            decision = replace(decision, second=opinion.own)
        return Step(f"Round {number}", lines, rollouts.measured(own), decision, position=after), sum(played)

    def _end(self, lines: tuple[str, ...]) -> Task:
        """Return the task of the last step: the final result, or the expected one where the record stops."""
        now, taken = self.referee.now, self.referee.taken
        has_ended = bool(taken) and now.traders == 1 and taken[-1].round >= self.turns
        if self.referee.over or has_ended or not taken:
            values = goal_of(np.array(now.totals)[:, None], self.trader - 1, self.goal)
            end = Step("the end", lines, MeanWithError(float(values[0])), position=now)
            return lambda: (end, 0)
        last = taken[-1]
        done = [one for one in taken if one.round == last.round]
        order = picking_order(now.traders, (self.record.first - 1 + last.round - 1) % now.traders + 1)
        waiting = order[order.index(last.trader) + 1 :]
        # Go on with the next trader of this round and the dice left, or with the next round.
        if waiting and len(done) < now.traders:
            dice = [*last.dice]
            dice.remove(last.die)
            turn, number = AtTurn(waiting[0], tuple(dice)), last.round
        else:
            turn, number = AtTurn(order[1 % len(order)]), last.round + 1
        return self._expected("where the record stops", lines, now, now.with_turn(turn), number)

    def _expected(self, heading: str, lines: tuple[str, ...], shown: Position, begins: Position, number: int) -> Task:
        """Return the task of a step without a decision: the result expected if captains play on for everybody.

        Args:
            heading: heading of the step.
            lines: events before it, in words.
            shown: position that the step shows.
            begins: the same position with the turn from which games are played on.
            number: number of the round, from 1.
        """
        turns = self._turns_left(number)
        if turns < 1:
            known = Step(heading, lines, MeanWithError(float(begins.totals[self.trader - 1])), position=shown)
            return lambda: (known, 0)
        first, is_chance = self._games(), GOALS[self.goal].is_chance
        experiment = plan_position(begins, [self.captain] * begins.traders, self.seed, self.record.dice, turns)

        def play() -> tuple[Step, int]:
            totals = np.concatenate([table.totals for table in experiment.played(first, self.many)], axis=1)
            expected = MeanWithError.of(goal_of(totals, self.trader - 1, self.goal), is_chance=is_chance)
            return Step(heading, lines, expected, position=shown), self.many

        return play

    def _turns_left(self, number: int) -> int:
        """Return the turns left in a game alone from round `number` on, this one included."""
        return max(self.turns - number + 1, 0)

    def _games(self) -> int:
        """Reserve a range of game numbers that no other step uses, and return the first of them."""
        self.first += self.many
        return self.first - self.many

    def _in_words(self, taken: AcceptedTurn) -> list[str]:
        """Return sentences on the turn of another trader."""
        name = self.record.start.names[taken.trader - 1]
        scored = [
            f"{name} scores {step.scored[0]}-{step.scored[1]} for {step.points}." for step in taken.steps if step.scored
        ]
        return [f"{name} draws {'; '.join(step.what for step in taken.steps)}.", *scored]


def decisions(taken: AcceptedTurn) -> Iterator[tuple[Position, Effect, bool]]:
    """Yield each decision of a recorded turn, with the position before it.

    Yields:
        The position before the decision; the draw or fill that was chosen; and whether the record states it. An extra
        track or fill that the record does not state counts as declined.
    """
    at_turn = AtTurn(taken.trader, taken.dice)
    draw, then = taken.draw, [one for one in taken.draw.then[: len(taken.steps) - 1] if one != ThenFields()]
    scored = _scored(draw.score, taken.steps[0])
    yield taken.before.with_turn(at_turn), Effect(draw.die, draw.box, draw.ends, scored), True
    if draw.box is None:
        return
    so_far = SoFar(draw.die, draw.box, draw.ends, scored)
    for effect, step in zip(then, taken.steps[1:], strict=False):
        rolled = (Effect(shows=effect.shows),) if effect.shows is not None else ()
        begun = replace(so_far, then=(*so_far.then, *rolled))
        done = Effect(effect.shows, effect.box, effect.ends, _scored(effect.score, step), effect.fill)
        yield taken.before.with_turn(replace(at_turn, so_far=begun)), replace(done, shows=None), True
        so_far = replace(so_far, then=(*so_far.then, done))
    if not then or then[-1].box is not None:
        yield taken.before.with_turn(replace(at_turn, so_far=so_far)), NOTHING, ThenFields() in draw.then
    for position, chosen in _late_pairs(taken.before, at_turn, so_far):
        yield position, chosen, True


def _scored(said: Score, step: RefereeStep) -> Score:
    """Return the pair that a step scored, or NO_PAIR if the record says that none was scored."""
    return NO_PAIR if said == NO_PAIR else step.scored


def _late_pairs(before: Position, at_turn: AtTurn, done: SoFar) -> Iterator[tuple[Position, Effect]]:
    """Yield the choices of a pair to score that come after the effects of special boxes, the last track first.

    There are such choices with `special_order: special_first` only.
    """
    if before.table.board.switches.special_order == "score_first":
        return
    left = replace(done, then=(*done.then, NOTHING))
    done = done if turn_flaws(before.with_turn(replace(at_turn, so_far=left))) else left
    tracks: list[SoFar | Effect] = [done, *done.then]
    for number, track in reversed([*enumerate(tracks)]):
        if track.box is None or not scores_later(before.table, track.box, is_extra=number > 0):
            continue
        then = [replace(one, score=None) if number == place else one for place, one in enumerate(done.then, start=1)]
        so_far = replace(done, then=tuple(then), score=done.score if number else None)
        position = before.with_turn(replace(at_turn, so_far=so_far))
        with suppress(NothingOpen):
            if open_decision(position).what == PAIR:
                yield position, Effect(None, track.box, track.ends, track.score)


def _candidate(moment: Moment, choice: Effect) -> Candidate:
    """Return the candidate option that equals the recorded choice."""
    space, pairs = moment.position.table.board.space, moment.position.galaxy.pairs
    where = choice.fill or choice.box
    track = TRACKS.index(str(choice.ends)) if choice.box else -1
    cell = space.cell(where) if where else -1
    pair = DECLINED if choice.score == NO_PAIR else pairs.index(choice.score) if choice.score else -1
    kind = TYPES.index(choice.shows) if choice.shows and not choice.box else -1
    every = moment.candidates()
    return next(
        one
        for one in every
        if (one.track, one.cell) == (track, cell) and one.pair in (pair, -1) and (track >= 0 or one.kind == kind)
    )
