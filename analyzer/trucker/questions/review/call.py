"""A record reviewed: every decision of yours against all that the rules allowed, by what was known when it was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.answers.goal import check_goal
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
    the rules refuse are left out, and so are decisions that the record does not say. Raises AnalyzerError for a record
    that cannot be read.

    >>> import analyzer
    >>> [decision.card for decision in analyzer.review("ships/2007/example-record.yaml", 50).decisions]
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


class Reviewer:
    """Goes through a flight and plays on from every step, each with flights of its own."""

    def __init__(self, captains: Sequence[Captain], many: int, seed: int, goal: str, progress: Progress) -> None:
        self.captains, self.many, self.seed, self.goal, self.progress = captains, many, seed, goal, progress
        self.first = 0

    def steps(self, start: Position, judge: referee.Referee) -> list[Step]:
        """The start, then card by card each decision and what dice did behind it; last the end, if it was reached."""
        before, steps = start, [Step("start", (), self._expected(start), position=start)]
        for card in judge.fly():
            if card.reason is None and not before.ships[OWN].left:
                steps += self._card(before, card)
            before = card.after
        outcome = judge.outcome()
        if outcome is not None:
            columns = judge.experiment.metrics.with_chances(outcome.columns())
            end = Measured(float(columns[self.goal][OWN, 0]))
            steps.append(Step("the end", (), end, position=before))
        return steps

    def _card(self, before: Position, card: referee.Step) -> Iterator[Step]:
        """The steps of a card."""
        heading = referee.words_of(card.card, card.recorded.card)
        rolls, read = card.recorded.rolls, 0
        decision: Judged | None = None
        for position, open_, value in _decisions(before, card.recorded, self.captains):
            decision, expected = self._judged(position, open_, value, card.recorded.card)
            lines = _rolled(rolls[read : open_.rolls])
            read = open_.rolls
            yield Step(heading, lines, expected, decision, position=position)
        if decision is None or read < len(rolls):
            yield Step(heading, _rolled(rolls[read:]), self._expected(card.after), position=card.after)

    def _judged(self, position: Position, open_: Open, value: Any, card: int) -> tuple[Judged, Measured]:
        """A decision, and the result expected after it."""
        contest = Contest(under(position, self.captains, self.seed), open_, self.goal)
        rollouts, chosen = contest.rollouts, open_.options.index(value)
        rollouts.run(self.many, self.progress, first=self._flights(), whole=(chosen,))
        advice = contest.advice(self.many)
        decision = Judged(advice.options, value, rollouts.cost(chosen), {"card": card}, advice=advice)
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


def _decisions(
    before: Position, recorded: RecordedCard, captains: Sequence[Captain]
) -> Iterator[tuple[Position, Open, Any]]:
    """Your decisions at a card that the record says, in order: the position at that moment, the options, the choice."""
    mine = {what: list(values) for what, values in recorded.decisions.get(OWN, {}).items()}
    others = script({number: decided for number, decided in recorded.decisions.items() if number != OWN})
    if mine.get(GIVES_UP):
        open_ = open_in(under(before, captains, 0), 0)
        if open_ is not None:
            yield before, open_, mine[GIVES_UP][0]
        return
    at_card = replace(before, card=recorded.card, rolls=recorded.rolls, decisions=others)
    while (open_ := open_in(under(at_card, captains, 0), 0)) is not None:
        written = mine.get(open_.what, [])
        is_said = bool(written)
        value = open_.option(written.pop(0)) if is_said else open_.captain
        if is_said:
            yield replace(at_card, rolls=recorded.rolls[: open_.rolls]), open_, value
        at_card = replace(at_card, decisions=with_decision(at_card.decisions, OWN, open_.what, value))
