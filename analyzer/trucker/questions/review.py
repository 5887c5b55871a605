"""Review of a recorded flight: the cost of each decision compared with the best option."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, ClassVar, NamedTuple

import numpy as np

from analyzer.answers.advice import Goal, check_goal, options_table
from analyzer.answers.description import COUNT, Column, Table
from analyzer.answers.review import BEST, JudgedDecision
from analyzer.answers.review import Review as AnyReview
from analyzer.answers.review import ReviewStep as Step
from analyzer.errors import whole_number
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes, map_adaptive
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.watched import report_answers
from analyzer.statistics.moments import MeanWithError
from analyzer.trucker.captains import Captain, load_captain
from analyzer.trucker.cards.caveats import caveats
from analyzer.trucker.conditions import company_of, with_rivals
from analyzer.trucker.convoy.decisions import GIVES_UP
from analyzer.trucker.position.experiment import with_captains
from analyzer.trucker.position.open_decision import open_in
from analyzer.trucker.position.position import Position, script
from analyzer.trucker.position.positionfile import CaptainLike
from analyzer.trucker.position.scripted import OWN, Choice, OpenDecision, with_decision
from analyzer.trucker.questions.advise import GOALS, OF_SEVERAL, TRIAL, Contest, thinking_notes
from analyzer.trucker.records import referee
from analyzer.trucker.records.flight_record import Record, load_record
from analyzer.trucker.records.replay import RecordLike, notes_of
from analyzer.trucker.sayings.gains import plays_on, thinker_note
from analyzer.trucker.world import DEFAULT_CAPTAIN


@dataclass(frozen=True, repr=False)
class Review(AnyReview):
    """Review of your decisions in a recorded flight."""

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL
    PLACES: ClassVar = (Column("card", "card", COUNT),)
    PAGE: ClassVar = "analyzer.trucker.pages:page_of_review"

    record: Record
    refused: tuple[tuple[int, str], ...] = ()
    """Cards of the record that the rules refuse, entirely or in part: number of the card, and the reason."""
    assumed: tuple[str, ...] = ()
    """Sentences on assumptions about the flight.

    They name refused cards and entries, superfluous entries, and decisions of rivals that the record leaves out.
    """

    @property
    def flights(self) -> int:
        """Largest number of flights flown after each option."""
        return self.trials

    def chance_in_words(self) -> str:
        """Source of luck in words: dice, cards, and rivals if there are any."""
        return "Dice and cards" if len(self.record.names) == 1 else super().chance_in_words()

    def options_of(self, decision: JudgedDecision) -> Table:
        """Return the table of a decision's options, without goals that need rivals if the ship flies alone."""
        hidden = OF_SEVERAL if len(self.record.names) == 1 else ()
        return options_table(decision.options, GOALS, self.goal, TRIAL, hidden)

    def setting(self) -> str:
        """Return the route, the rivals, and the captain after each decision, in words."""
        start, route = self.record.start, self.record.start.route
        company = company_of([ship.ship for ship in start.ships[1:]], route.level_name, route.edition)
        return f"{route.where}, {company}, {super().setting()}"

    def rest_of_play(self) -> list[str]:
        """Return notes on assumptions about the flight, on captains after each option, and on uncertain rules."""
        after = plays_on(self.captain)
        known = caveats(self.record.start.route)
        if self.captain != DEFAULT_CAPTAIN:
            captains = [one.advice.experiment.captains[0] for one in self.decisions[:1]]
            thinking = [note for captain in captains for note in thinking_notes(captain, self.goal)]
            return [*self.assumed, after, *thinking, *known]
        route = self.record.start.route
        setting = "alone" if len(self.record.names) == 1 else "in the field"
        return [*self.assumed, after, thinker_note(route.edition, route.level_name, setting), *known]


FLIGHTS, OF_THINKERS = 1_000, 50
"""Largest number of flights of each option by default, and the smaller number if a thinking captain flies on.

Each flight of a thinking captain takes hundreds of imagined ones.
"""
Progress = Callable[[int], None] | None


def review(
    record: RecordLike,
    flights: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    goal: str = "credits",
    workers: Processes = AUTO,
    progress: Progress = None,
) -> Review:
    """Measure what each of your decisions in a record cost, judged by what was known when it was made.

    After every option the rest of the flight is drawn anew, so luck that came later does not count. Luck is reported
    separately, as the change of the expected result over cards and dice. A card that cannot be flown is left out. The
    default captain decides where the record is silent or the rules refuse an entry; such decisions are marked.

    Args:
        record: a record of a flight, or the path of its file.
        flights: largest number of flights after each option; if None 1,000, or 50 if the captain thinks.
        seed: fixes the cards and dice that are drawn anew.
        captain: decides for your ship after each option.
        goal: result by which options are judged: credits, arrived, richest or first.
        workers: number of processes, "auto" for as many as shorten the run; the result does not depend on it.
        progress: called with the number of flights just flown.

    Returns:
        The decisions, each with its options and cost.

    Raises:
        AnalyzerError: for a record that cannot be read.

    >>> import analyzer
    >>> answer = analyzer.review("ships/2007/example-record.yaml", 10)
    >>> [decision.card for decision in answer.decisions if decision.is_written]
    [31, 26, 28]
    """
    own = load_captain(captain)
    many = whole_number(usual_flights(own) if flights is None else flights, "flights", 2, MOST_KEPT)
    check_goal(goal, GOALS)
    workers = checked_processes(workers)
    loaded = load_record(record)
    captains = with_rivals([own], len(loaded.start.ships) - 1)
    judge = referee.Referee(loaded)
    cards = judge.fly()
    refused = tuple((card.recorded.card, card.reason) for card in cards if card.reason is not None)
    assumed = tuple(notes_of(cards, lambda card: card.assumed_of_rivals))
    who = loaded.start.name, loaded.names[OWN], own.name

    def answer(steps: Sequence[Step]) -> Review:
        return Review(*who, many, goal, tuple(steps), loaded, refused, assumed, seed=seed)

    reviewer = Reviewer(captains, many, seed, goal)
    return answer(reviewer.steps(loaded.start, judge, cards, workers, progress, answer))


def usual_flights(captain: Captain) -> int:
    """Return the default limit of flights after each option; it is lower for a captain who thinks."""
    return OF_THINKERS if captain.thinks else FLIGHTS


class ChosenOption(NamedTuple):
    """A decision that was taken: the position at that moment, the open decision, and the value chosen.

    Attributes:
        position: the position when it was taken.
        open: the decision and its options.
        value: the option that was taken.
        is_written: whether the record states it; otherwise a captain took it.
        is_listed: whether the review lists it even if it was the best option.
        refused: words of the refused entry that a captain's decision replaces; empty if there is none.
    """

    position: Position
    open: OpenDecision
    value: Any
    is_written: bool = True
    is_listed: bool = True
    refused: str = ""


class ReviewTask(NamedTuple):
    """A step of a recorded flight, and the position from which flights go on.

    Attributes:
        heading: name of the step.
        lines: lines that describe the step.
        position: the position.
        first: number of the first flight that is flown from it.
        card: number of the card at hand, or 0.
        made: the decision to judge, or None.
        is_extra: whether the step is listed only if its decision was not the best.
    """

    heading: str
    lines: tuple[str, ...]
    position: Position
    first: int
    card: int = 0
    made: ChosenOption | None = None
    is_extra: bool = False


class Outcome(NamedTuple):
    """Outcome of a step of the review: its judged decision, the result expected afterwards, and the flights flown."""

    decision: JudgedDecision | None
    expected: MeanWithError
    flights: int


@dataclass(frozen=True)
class Reviewer:
    """Runner of a review, which flies many flights from the position at each step of a recorded flight.

    Attributes:
        captains: your ship's captain first, then the rivals'.
        many: largest number of flights after each option.
        seed: seed of the cards and dice.
        goal: result by which options are judged.
    """

    captains: Sequence[Captain]
    many: int
    seed: int
    goal: str

    def steps(
        self,
        start: Position,
        judge: referee.Referee,
        cards: Sequence[referee.Step],
        workers: Processes,
        progress: Progress,
        answer: Callable[[Sequence[Step]], Review],
    ) -> list[Step]:
        """Return the steps of the review: the start, each decision, the rest of each card, and the end if reached.

        Args:
            start: the position at the start.
            judge: the referee after flying the record by the rules.
            cards: the cards as flown.
            workers: number of processes.
            progress: called with the number of flights just flown, or None.
            answer: makes a review of the steps judged so far; it is called only to show interim results.
        """
        before, steps = start, []
        # Each step takes flights of its own, so luck in the first ones does not repeat in all steps.
        planned = [one._replace(first=number * self.many) for number, one in enumerate(self._planned(start, cards))]
        for one, outcome in zip(planned, map_adaptive(workers, self.played_on, planned), strict=True):
            if progress is not None:
                progress(outcome.flights)
            before, decision = one.position, outcome.decision
            is_best = decision is not None and decision.verdict == BEST
            if one.made is None or one.made.is_listed or not is_best:
                steps.append(Step(one.heading, one.lines, outcome.expected, decision, position=before))
            elif not one.is_extra:
                steps.append(Step(one.heading, one.lines, outcome.expected, position=before))
            report_answers(lambda: [answer(steps)])
        end = judge.outcome()
        if end is not None:
            columns = judge.experiment.metrics.with_chances(end.columns())
            steps.append(Step("the end", (), MeanWithError(float(columns[self.goal][OWN, 0])), position=judge.position))
        return steps

    def _planned(self, start: Position, cards: Sequence[referee.Step]) -> Iterator[ReviewTask]:
        """Yield every step of the recorded flight, with the position from which the rest is drawn anew.

        Cards that were not flown are left out, and so are cards after your ship has left the flight.
        """
        before = start
        yield ReviewTask("start", (), start, 0)
        resolved = [card for card in cards if not card.is_left_out]
        for card, following in zip_longest(resolved, resolved[1:]):
            if not before.ships[OWN].left:
                yield from self._card(before, card, following)
            before = card.after

    def _card(self, before: Position, card: referee.Step, following: referee.Step | None) -> Iterator[ReviewTask]:
        """Yield a step for each decision at a card, and one for the events after the last decision.

        The decision to fly on after the card is judged too, but listed only if giving up may have been better.
        """
        number, rolls, read, has_decided = card.recorded.card, card.recorded.rolls, 0, False
        heading = referee.words_of(card.card, number) + " (refused in part)" * (card.reason is not None)
        for made in _decisions(before, card, self.captains):
            yield ReviewTask(heading, _rolled(rolls[read : made.open.rolls]), made.position, 0, number, made)
            read, has_decided = made.open.rolls, True
        rest = f"{heading}, the rest" if has_decided else heading
        flies_on, is_extra = self._flies_on(card, following), has_decided and read >= len(rolls)
        if flies_on is not None or not is_extra:
            yield ReviewTask(rest, _rolled(rolls[read:]), card.after, 0, number, flies_on, is_extra)

    def _flies_on(self, card: referee.Step, following: referee.Step | None) -> ChosenOption | None:
        """Return your decision to fly on after a card; None if you gave up, had no choice, or had left before.

        It is None also after the last card of the record.
        """
        gives_up = following is None or GIVES_UP in following.recorded.decisions.get(OWN, {})
        if gives_up or card.after.ships[OWN].left:
            return None
        open_ = open_in(with_captains(card.after, self.captains, 0), 0)
        return None if open_ is None else ChosenOption(card.after, open_, False, is_listed=False)

    def played_on(self, one: ReviewTask) -> Outcome:
        """Fly many flights from the position of a step, and return its outcome.

        The outcome holds the judged decision, if any, and the result expected after the step.
        """
        experiment = with_captains(one.position, self.captains, self.seed)
        if one.made is None:
            columns = experiment.metrics.with_chances(experiment.run_block(one.first, self.many))
            values = columns[self.goal][OWN].astype(np.int64)
            return Outcome(None, MeanWithError.of(values, is_chance=GOALS[self.goal].is_chance), self.many)
        made = one.made
        contest = Contest(experiment, made.open, self.goal)
        rollouts, chosen = contest.rollouts, made.open.options.index(made.value)
        # The option that was taken flies all flights, because its mean is also the result expected after the step.
        rollouts.run(self.many, first=one.first, whole=(chosen,))
        advice, cost = contest.advice(self.many), rollouts.cost(chosen)
        said = made.is_written, made.refused
        decision = JudgedDecision(advice.options, made.value, cost, {"card": one.card}, *said, advice=advice)
        flights = sum(map(rollouts.trials, range(len(made.open.options))))
        return Outcome(decision, rollouts.measured(chosen), flights)


def _rolled(rolls: Sequence[int]) -> tuple[str, ...]:
    return (f"Rolled {', '.join(map(str, rolls))}.",) if rolls else ()


def _decisions(before: Position, card: referee.Step, captains: Sequence[Captain]) -> Iterator[ChosenOption]:
    """Yield your decisions at a card in order; a captain takes those that the record leaves out."""
    recorded = card.recorded
    gives_up = recorded.decisions.get(OWN, {}).get(GIVES_UP)
    if gives_up:
        open_ = open_in(with_captains(before, captains, 0), 0)
        if open_ is not None:
            yield ChosenOption(before, open_, gives_up[0])
    if card.at_card is None or card.at_card.ships[OWN].left:
        return
    mine = {what: list(values) for what, values in card.decided.get(OWN, {}).items()}
    at_card = replace(card.at_card, decisions=script(_said(card)))
    while (open_ := open_in(with_captains(at_card, captains, 0), 0)) is not None:
        left = mine.get(open_.what, [])
        choice = left.pop(0) if left else Choice(open_.captain, is_written=False)
        value = open_.option(choice.value)
        if value not in open_.options:  # a cargo that is none of those that are listed
            open_ = replace(open_, options=(*open_.options, value))
        now = replace(at_card, rolls=recorded.rolls[: open_.rolls])
        yield ChosenOption(now, open_, value, choice.is_written, refused=choice.refused)
        at_card = replace(at_card, decisions=with_decision(at_card.decisions, OWN, open_.what, value))


def _said(card: referee.Step) -> dict[int, dict[str, list[Any]]]:
    """Return the rivals' decisions at a card, by index of the ship and name of the decision.

    Values after the last one that the record states are left out.
    """
    said: dict[int, dict[str, list[Any]]] = {}
    for number, own in card.decided.items():
        for what, each in own.items() if number != OWN else ():
            last = max((place for place, one in enumerate(each, start=1) if one.is_written), default=0)
            if last:
                said.setdefault(number, {})[what] = [one.value for one in each[:last]]
    return said
