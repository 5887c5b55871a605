"""A record reviewed: every decision of a player against all that the rules allowed, by what was known then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from analyzer.answers.goal import check_goal
from analyzer.answers.review import Judged
from analyzer.answers.review import ReviewStep as Step
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.starship.api import CaptainLike, SwitchesLike
from analyzer.starship.captains.captain import Captain
from analyzer.starship.captains.captainfile import load_captain
from analyzer.starship.decisions.games_after import GamesAfter
from analyzer.starship.decisions.of_record import Decided, decisions_at
from analyzer.starship.edition import played_by
from analyzer.starship.position.position import Position
from analyzer.starship.questions.advise.answer import GOALS, where
from analyzer.starship.questions.advise.call import Contest, run_together
from analyzer.starship.questions.review.answer import Review
from analyzer.starship.records.game_record import Record, load_record
from analyzer.starship.records.moments import Moments
from analyzer.starship.records.replay import RecordLike
from analyzer.starship.records.step_lines import phrase_done
from analyzer.starship.switches import Switches, load_switches
from analyzer.starship.tables import CRESTS
from analyzer.starship.turn.points import points
from analyzer.statistics.measured import Measured

GAMES = 500
Progress = Callable[[int], None] | None


def review(
    record: RecordLike,
    games: int | None = None,
    seed: int = 1,
    *,
    player: str | None = None,
    captain: CaptainLike = "sensible",
    other: CaptainLike = "sensible",
    goal: str = "won",
    switches: SwitchesLike = None,
    progress: Progress = None,
) -> Review:
    """What each decision of a player in a record cost: against every other option, by what was known at the time.

    From each decision on the game is played anew, `games` (500 if None) times at most after every option, so luck
    that came later counts for nothing; player: moon or sun, who is at turn at first if None; captain: who plays on for
    that player, other: for the other one; goal: won, margin or points. Luck is told apart: what the expected result
    changed by over dice, cards and what the other player did. Steps that the rules refuse are left out, and so are
    trades that both agreed on. Raises AnalyzerError for a record that cannot be read.

    >>> from analyzer import starship
    >>> [one.value["do"] for one in starship.review("ships/starship/example-record.yaml", 20).decisions][:2]
    ['fly', 'next']
    """
    many = whole_number(GAMES if games is None else games, "games", 2)
    check_goal(goal, GOALS)
    loaded, how = load_record(record), load_switches(switches)
    crest = CRESTS[loaded.position.me] if player is None else player
    if crest not in CRESTS:
        raise AnalyzerError(f"player {player!r}: {one_of(crest, CRESTS)}")
    captains = load_captain(captain), load_captain(other)
    reviewer = Reviewer(CRESTS.index(crest), captains, many, seed, goal, how, progress)
    with played_by(loaded.position.edition):
        steps = tuple(reviewer.steps(loaded))
    names = captains[0].name, captains[1].name
    ship = loaded.position.ships[CRESTS.index(crest)]
    return Review(loaded.position.name, ship.name, names[0], many, goal, steps, names[1])


class Made(NamedTuple):
    """A decision that was made, the number of the step that says it, and what happened before it."""

    decided: Decided
    step: int
    lines: tuple[str, ...]


class Reviewer:
    """Goes through a record and plays on from every decision of one player, each with games of its own."""

    def __init__(
        self,
        player: int,
        captains: tuple[Captain, Captain],
        many: int,
        seed: int,
        goal: str,
        switches: Switches,
        progress: Progress,
    ) -> None:
        self.player, self.captains, self.many, self.seed, self.goal = player, captains, many, seed, goal
        self.switches, self.progress = switches, progress
        self.first = 0

    def steps(self, record: Record) -> Iterator[Step]:
        """The start, then each decision and what happened before it; last the end, if it was reached."""
        moments = Moments(record.position, self.seed, self.switches)
        yield Step("start", (), self._expected(moments), position=moments.position(self.player))
        lines: list[str] = []
        made: list[Made] = []
        for number, step in enumerate(record.steps, start=1):
            decided = [*decisions_at(moments, step, self.player)]
            before, turn = moments.game.me, moments.game.table.turn
            if moments.do(step) is not None:
                continue
            for one in decided:
                made.append(Made(one, number, tuple(lines)))
                lines = []
            lines += phrase_done(moments, step, before, is_own=before == self.player)
            if moments.game.table.turn != turn:
                yield from self._judged(made)
                made = []
        yield from self._judged(made)
        if moments.game.table.over[0]:
            yield Step("the end", tuple(lines), self._end(moments), position=moments.position(self.player))

    def _judged(self, made: Sequence[Made]) -> Iterator[Step]:
        """The decisions of a turn, and the result expected after each."""
        contests = [Contest(self._games(one.decided.position), one.decided.open, self.goal) for one in made]
        whole = [one.decided.chosen for one in made]
        run_together(contests, self.many, self.progress, firsts=[self._first() for _ in made], whole=whole)
        for one, contest in zip(made, contests, strict=True):
            (position, open_, chosen), rollouts = one.decided, contest.rollouts
            advice = contest.advice(self.many)
            place = {"turn": position.turn, "where": where(position), "step": one.step}
            cost = rollouts.cost(chosen)
            decision = Judged(advice.options, open_.steps[chosen], cost, place, advice=advice)
            heading = f"Turn {position.turn}: {place['where']}"
            yield Step(heading, one.lines, rollouts.measured(chosen), decision, position=position)

    def _games(self, position: Position) -> GamesAfter:
        """The games that are played on from a position."""
        own, other = self.captains if position.me == self.player else self.captains[::-1]
        return GamesAfter(position, own, other, self.seed, self.switches, player=self.player)

    def _expected(self, moments: Moments) -> Measured:
        """The result expected from there on."""
        if moments.game.table.over[0]:
            return self._end(moments)
        values = self._games(moments.position(self.player)).play([None], self._first(), self.many)[0]
        if self.progress is not None:
            self.progress(self.many)
        return Measured.of(values[self.goal])

    def _end(self, moments: Moments) -> Measured:
        """The result of a game that is over."""
        table = moments.game.table
        own, other = (int(points(table, one)[0]) for one in (self.player, 1 - self.player))
        results: dict[str, Any] = {"won": table.me == self.player, "margin": own - other, "points": own}
        return Measured(float(results[self.goal]))

    def _first(self) -> int:
        """The first of so many games that no other step has played."""
        self.first += self.many
        return self.first - self.many
