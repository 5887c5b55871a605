"""A record reviewed: every decision of yours against all that the rules allowed, by what was known when it was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from analyzer.answers.goal import check_goal
from analyzer.answers.review import BEST
from analyzer.errors import whole_number
from analyzer.statistics.measured import Measured
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.captainfile import load_captain
from analyzer.trucker.convoy.decisions import GIVES_UP
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.open_decision import open_in
from analyzer.trucker.position.planning import CaptainLike, under
from analyzer.trucker.position.position import Position, script
from analyzer.trucker.position.scripted import OWN, Open, with_decision
from analyzer.trucker.questions.advise.answer import GOALS
from analyzer.trucker.questions.advise.call import Contest
from analyzer.trucker.questions.review.answer import Judged, Review, Step
from analyzer.trucker.records import referee
from analyzer.trucker.records.flight_record import RecordedCard, load_record
from analyzer.trucker.records.replay import RecordLike
from analyzer.trucker.rivals import with_rivals

FLIGHTS = 1_000
Progress = Callable[[int], None] | None


def review(
    record: RecordLike,
    flights: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    goal: str = "credits",
    progress: Progress = None,
) -> Review:
    """What each decision of yours in a record cost: against every other option, by what was known when it was made.

    From each decision on the rest of the flight is drawn anew, `flights` (1,000 if None) times at most after every
    option, so luck that came later counts for nothing; captain: who decides for your ship from then on; goal: credits,
    arrived, richest or first. Luck is told apart: what the expected result changed by over cards and dice. Cards that
    the rules refuse are left out; of decisions that the record does not say the captain's is judged, and marked. Raises
    AnalyzerError for a record that cannot be read.

    >>> import analyzer
    >>> answer = analyzer.review("ships/2007/example-record.yaml", 50)
    >>> [decision.card for decision in answer.decisions if decision.is_written]
    [31, 26, 28]
    """
    many = whole_number(FLIGHTS if flights is None else flights, "flights", 2)
    check_goal(goal, GOALS)
    loaded, own = load_record(record), load_captain(captain)
    captains = with_rivals([own], len(loaded.start.ships) - 1)
    reviewer = Reviewer(captains, many, seed, goal, progress)
    judge = referee.Referee(loaded)
    steps = reviewer.steps(loaded.start, judge)
    return Review(loaded.start.name, loaded.names[OWN], own.name, many, goal, tuple(steps), loaded)


class Made(NamedTuple):
    """A decision that was made: the position at that moment, what was open, what was chosen, who says so."""

    position: Position
    open: Open
    value: Any
    is_written: bool = True


class Reviewer:
    """Goes through a flight and plays on from every step, each with flights of its own."""

    def __init__(self, captains: Sequence[Captain], many: int, seed: int, goal: str, progress: Progress) -> None:
        self.captains, self.many, self.seed, self.goal, self.progress = captains, many, seed, goal, progress
        self.first = 0

    def steps(self, start: Position, judge: referee.Referee) -> list[Step]:
        """The start, then card by card each decision and what dice did behind it; last the end, if it was reached."""
        before, steps = start, [Step("start", (), self._expected(start), position=start)]
        cards = [card for card in judge.fly() if card.reason is None]
        for card, following in zip(cards, [*cards[1:], None], strict=True):
            if not before.ships[OWN].left:
                steps += self._card(before, card, following)
            before = card.after
        outcome = judge.outcome()
        if outcome is not None:
            columns = judge.experiment.metrics.with_chances(outcome.columns())
            end = Measured(float(columns[self.goal][OWN, 0]))
            steps.append(Step("the end", (), end, position=before))
        return steps

    def _card(self, before: Position, card: referee.Step, following: referee.Step | None) -> Iterator[Step]:
        """The steps of a card: one for each decision, and one for what comes behind the last of them.

        There flying on is judged too, but listed only where giving up may have been better.
        """
        heading = referee.words_of(card.card, card.recorded.card)
        rolls, read = card.recorded.rolls, 0
        decision: Judged | None = None
        for made in _decisions(before, card.recorded, self.captains):
            decision, expected = self._judged(made, card.recorded.card)
            lines = _rolled(rolls[read : made.open.rolls])
            read = made.open.rolls
            yield Step(heading, lines, expected, decision, position=made.position)
        rest = heading if decision is None else f"{heading}, the rest"
        flies_on = self._flies_on(card, following)
        if flies_on is not None:
            on, expected = self._judged(flies_on, card.recorded.card)
            if decision is None or read < len(rolls) or on.verdict != BEST:
                listed = None if on.verdict == BEST else on
                yield Step(rest, _rolled(rolls[read:]), expected, listed, position=card.after)
        elif decision is None or read < len(rolls):
            yield Step(rest, _rolled(rolls[read:]), self._expected(card.after), position=card.after)

    def _flies_on(self, card: referee.Step, following: referee.Step | None) -> Made | None:
        """The decision to fly on behind a card, where your ship could have given up and the record goes on."""
        gives_up = following is None or GIVES_UP in following.recorded.decisions.get(OWN, {})
        if gives_up or card.after.ships[OWN].left:
            return None
        open_ = open_in(under(card.after, self.captains, 0), 0)
        return None if open_ is None else Made(card.after, open_, False)

    def _judged(self, made: Made, card: int) -> tuple[Judged, Measured]:
        """A decision, and the result expected after it."""
        contest = Contest(under(made.position, self.captains, self.seed), made.open, self.goal)
        rollouts, chosen = contest.rollouts, made.open.options.index(made.value)
        rollouts.run(self.many, self.progress, first=self._flights(), whole=(chosen,))
        advice, cost = contest.advice(self.many), rollouts.cost(chosen)
        decision = Judged(advice.options, made.value, cost, {"card": card}, made.is_written, advice=advice)
        return decision, rollouts.measured(chosen)

    def _expected(self, position: Position) -> Measured:
        """The result expected from a position on."""
        experiment: FromPosition = under(position, self.captains, self.seed)
        columns = experiment.metrics.with_chances(experiment.run_block(self._flights(), self.many))
        if self.progress is not None:
            self.progress(self.many)
        return Measured.of(columns[self.goal][OWN].astype(np.int64))

    def _flights(self) -> int:
        """The first of so many flights that no other step has flown."""
        self.first += self.many
        return self.first - self.many


def _rolled(rolls: Sequence[int]) -> tuple[str, ...]:
    return (f"Rolled {', '.join(map(str, rolls))}.",) if rolls else ()


def _decisions(before: Position, recorded: RecordedCard, captains: Sequence[Captain]) -> Iterator[Made]:
    """Your decisions at a card, in order; what the record does not say the captain decides."""
    mine = {what: list(values) for what, values in recorded.decisions.get(OWN, {}).items()}
    others = script({number: decided for number, decided in recorded.decisions.items() if number != OWN})
    if mine.get(GIVES_UP):
        open_ = open_in(under(before, captains, 0), 0)
        if open_ is not None:
            yield Made(before, open_, mine[GIVES_UP][0])
        return
    at_card = replace(before, card=recorded.card, rolls=recorded.rolls, decisions=others)
    while (open_ := open_in(under(at_card, captains, 0), 0)) is not None:
        written = mine.get(open_.what, [])
        is_written = bool(written)
        value = open_.option(written.pop(0)) if is_written else open_.captain
        yield Made(replace(at_card, rolls=recorded.rolls[: open_.rolls]), open_, value, is_written)
        at_card = replace(at_card, decisions=with_decision(at_card.decisions, OWN, open_.what, value))
