"""This decision, played on: which die where, which pair, which extra track, what to fill; by total, margin or wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.lorry.api import CaptainLike
from analyzer.lorry.captains.captain import GOALS, Captain
from analyzer.lorry.captains.captainfile import load_captain
from analyzer.lorry.captains.imagined import DECLINED
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.questions.advise.answer import NONE, Advice, Choice
from analyzer.lorry.questions.advise.contest import Contest
from analyzer.lorry.questions.advise.moment import Moment
from analyzer.lorry.questions.exact.upper_bound import most_still
from analyzer.lorry.tracks import TRACKS, TYPE_OF, TYPES
from analyzer.lorry.turn.round import TURNS_ALONE
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments

GAMES, CANDIDATES = 2_000, 20


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
    quarter of them of each type on the table, if there are so many; goal: margin, won or total, by which they are
    ranked, margin if None (alone always total); turns: how many are left alone, this one included. Raises AnalyzerError
    where the position does not say who picks and what the dice show, or nothing is open.

    >>> from analyzer import lorry
    >>> lorry.advise("ships/lorry/late.yaml", 50, candidates=3).trader
    1
    """
    now = load_position(position)
    many = whole_number(GAMES if games is None else games, "games", 2)
    most = whole_number(candidates, "candidates", 1)
    left = whole_number(turns, "turns", 1)
    moment = Moment(now, priced(captain), seed, left)
    contest = Contest(moment, goal_for(goal, now.traders), most)
    if len(contest.candidates) == 1 and contest.candidates[0].track < 0:
        raise AnalyzerError(f"{now.name}: nothing can be drawn or filled anywhere: there is nothing to decide")
    contest.play(many, progress)
    return advice_of(contest, many)


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
    if goal is not None and goal not in GOALS:
        raise AnalyzerError(f"goal {goal!r}: {one_of(goal, GOALS)}")
    return "total" if traders == 1 else goal or "margin"


def advice_of(contest: Contest, many: int) -> Advice:
    """What a contest came to, of so many games at most."""
    moment = contest.moment
    choices = sorted(
        (choice_of(contest, one) for one in range(len(contest.candidates))),
        key=lambda choice: (not choice.is_best, choice.worse.mean, not choice.is_captain, -choice.score),
    )
    return Advice(
        moment.before,
        moment.trader + 1,
        moment.judge.captain.name,
        many,
        contest.goal,
        contest.legal,
        moment.turns,
        _at_most(moment),
        tuple(choices),
        moment.open.what,
    )


def _at_most(moment: Moment) -> int | None:
    """The total that cannot be exceeded alone."""
    if moment.turns is None:
        return None
    return int((moment.now.table.totals[0] + most_still(moment.now.table, 0, moment.turns))[0])


def choice_of(contest: Contest, number: int) -> Choice:
    """The results of a candidate, beside those of the best."""
    moment, candidate, best = contest.moment, contest.candidates[number], contest.best
    ends = TRACKS[candidate.track] if candidate.track >= 0 else None
    size, rivals = contest.totals[number].shape[1], len(contest.totals[number]) - 1
    wins = int(contest.values(number, "won").sum()) if rivals else size
    type_taken = TYPE_OF[ends] if ends else TYPES[candidate.kind] if candidate.kind >= 0 else None
    return Choice(
        type=type_taken,
        box=None if candidate.cell < 0 else moment.now.table.board.space.box(candidate.cell),
        ends=ends,
        pair=moment.position.galaxy.pairs[candidate.pair] if candidate.pair >= 0 else None,
        score=candidate.score / 10,
        games=size,
        total=Moments.of(contest.values(number, "total")).estimate(),
        margin=Moments.of(contest.values(number, "margin")).estimate(),
        won=Estimate.of_share(wins, size),
        worse=NONE if number == best else contest.behind(number, best),
        dropped=number not in contest.left,
        declines=candidate.pair == DECLINED,
        is_best=number == best,
        is_same=number != best and contest.is_same(number, best),
        is_captain=number == contest.captain,
    )
