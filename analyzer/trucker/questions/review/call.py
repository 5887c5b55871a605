"""A record reviewed: every decision of yours against all that the rules allowed, by what was known when it was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.captainfile import load_captain
from analyzer.trucker.convoy.decisions import GIVES_UP
from analyzer.trucker.position.open_decision import open_in
from analyzer.trucker.position.planning import CaptainLike, under
from analyzer.trucker.position.position import Position, script
from analyzer.trucker.position.scripted import OWN, Open, with_decision
from analyzer.trucker.questions.advise.answer import GOALS
from analyzer.trucker.questions.advise.call import Contest
from analyzer.trucker.questions.review.answer import Judged, Review
from analyzer.trucker.records.flight_record import RecordedCard, load_record
from analyzer.trucker.records.referee import Referee
from analyzer.trucker.records.replay import RecordLike
from analyzer.trucker.rivals import with_rivals

FLIGHTS = 1_000


def review(
    record: RecordLike,
    flights: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    goal: str = "credits",
    progress: Callable[[int], None] | None = None,
) -> Review:
    """What each decision of yours in a record cost: against every other option, by what was known when it was made.

    From each decision on the rest of the flight is drawn anew, `flights` (1,000 if None) times at most after every
    option, so luck that came later counts for nothing; captain: who decides for your ship from then on; goal: credits,
    arrived, richest or first. Cards that the rules refuse are left out, and so are decisions that the record does not
    say. Raises AnalyzerError for a record that cannot be read.

    >>> import analyzer
    >>> [decision.card for decision in analyzer.review("ships/2007/example-record.yaml", 50).decisions]
    [31, 26, 28]
    """
    many = whole_number(FLIGHTS if flights is None else flights, "flights", 2)
    if goal not in GOALS:
        raise AnalyzerError(f"goal {goal!r}: {one_of(goal, GOALS)}")
    loaded, own = load_record(record), load_captain(captain)
    captains = with_rivals([own], len(loaded.start.ships) - 1)
    before, decisions = loaded.start, []
    for step in Referee(loaded).fly():
        if step.reason is None:
            for position, open_, value in _decisions(before, step.recorded, captains):
                contest = Contest(under(position, captains, seed), open_, goal)
                decisions.append(Judged(step.recorded.card, contest.advice(many, progress), value))
        before = step.after
    return Review(loaded, own.name, many, goal, tuple(decisions))


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
