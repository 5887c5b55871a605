"""This decision, played on: which die where, which pair, which extra track, what to fill; by total, margin or wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from analyzer.answers.goal import check_goal
from analyzer.errors import AnalyzerError, whole_number
from analyzer.files.yamlfile import refuse_record
from analyzer.lorry.api import CaptainLike
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.captainfile import load_captain
from analyzer.lorry.captains.gain import second_captain
from analyzer.lorry.edition import played_by
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.questions.advise.answer import GOALS, USUAL_GOAL, Advice, SecondOpinion
from analyzer.lorry.questions.advise.contest import Contest
from analyzer.lorry.questions.advise.moment import Candidate, Moment
from analyzer.lorry.turn.round import TURNS_ALONE
from analyzer.runs.amount import LAST

GAMES, CANDIDATES = 2_000, 20
FEWER, FEWEST_GAMES = 4, 2
"""Which part of the games a second opinion takes, and how many at least."""


def advise(
    position: Any,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "steady",
    candidates: int = CANDIDATES,
    goal: str | None = None,
    turns: int = TURNS_ALONE,
    progress: Callable[[int], None] | None = None,
) -> Advice:
    """The best option of the decision that is open: each is chosen, and the game played on under the same coming dice.

    What is open is the first thing that `turn` in the position does not say: which die and where, which pair is scored,
    an extra track, a box to fill. games: 2,000 of each if None; captain: who plays for everybody from then on, and
    screens the options; candidates: how many of those are tried, of draws each with every pair that it may score, a
    quarter of them of each type on the table, if there are so many, and besides every draw that scores a route; goal:
    won, margin or total, by which they are ranked, won if None (alone always total); turns: how many are left alone,
    this one included. With rivals a quarter of the games is played under a second captain too, sprinter or steady, who
    may find another option best. Raises AnalyzerError where the position does not say who picks and what the dice show,
    or nothing is open.

    >>> from analyzer import lorry
    >>> lorry.advise("ships/lorry/late.yaml", 50, candidates=3).trader
    1
    """
    refuse_record(position, "lorry", "rounds")
    now = load_position(position)
    many = whole_number(GAMES if games is None else games, "games", 2, LAST)
    most = whole_number(candidates, "candidates", 1)
    left = whole_number(turns, "turns", 1)
    player = priced(captain)
    with played_by(now.edition):
        contest = Contest(Moment(now, player, seed, left), goal_for(goal, now.traders), most)
        if len(contest.candidates) == 1 and contest.candidates[0].cell < 0:
            raise AnalyzerError(f"{now.name}: nothing can be drawn or filled anywhere: there is nothing to decide")
        contest.run(many, progress)
        return with_second(contest.advice(many), contest, many, most, progress)


def with_second(
    advice: Advice, contest: Contest, many: int, most: int, progress: Callable[[int], None] | None = None
) -> Advice:
    """Return advice with a second opinion on its best option: none alone, nor where that option ends the game."""
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
    """Return how a candidate fares where another captain screens the options and plays on for everybody.

    many: how many games are played after each option at most, the first of number `first`; most: how many options are
    tried.
    """
    before = contest.moment
    other = second_captain(before.judge.captain.name)
    moment = Moment(before.before, load_captain(other), before.seed, TURNS_ALONE)
    advice = Contest(moment, contest.goal, most, candidate).run(many, progress, first).advice(many)
    value = contest.plain(candidate)
    own = next(option for option in advice.options if option.value == value)
    return SecondOpinion(other, many, tuple(option.words for option in advice.together), own)


def priced(captain: CaptainLike) -> Captain:
    """A captain who plays by prices alone; raises AnalyzerError for others."""
    player = load_captain(captain)
    if player.plays == "random":
        raise AnalyzerError("captain random has no prices: name a captain who plays by prices")
    if player.thinks is not None:
        raise AnalyzerError(
            f"captain {player.name} imagines games, as this does: name one who plays by prices alone, e.g. steady"
        )
    return player


def goal_for(goal: str | None, traders: int) -> str:
    """By what is ranked among so many traders; raises AnalyzerError for an unknown goal."""
    check_goal(USUAL_GOAL if goal is None else goal, GOALS)
    return "total" if traders == 1 else goal or USUAL_GOAL
