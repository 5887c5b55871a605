"""Review of a recorded game: the cost of each decision against the best option."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from analyzer.answers.advice import Goal, check_goal
from analyzer.answers.description import COUNT, WORD, Column
from analyzer.answers.edition import own_edition_notes
from analyzer.answers.review import JudgedDecision
from analyzer.answers.review import Review as AnyReview
from analyzer.answers.review import ReviewStep as Step
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes, map_adaptive
from analyzer.starship.api import CaptainLike, SwitchesLike
from analyzer.starship.captains.captain import Captain, load_captain
from analyzer.starship.decisions.games_after import GamesAfter
from analyzer.starship.decisions.of_record import Decided, decisions_at
from analyzer.starship.position.position import Position
from analyzer.starship.questions.advise import GOALS, TRIAL, Contest, run_together, where
from analyzer.starship.records.game_record import Record, load_record
from analyzer.starship.records.moments import Moments, phrase_done
from analyzer.starship.records.replay import RecordLike
from analyzer.starship.tables import CRESTS, OwnEdition, Switches, load_switches, of_its_edition
from analyzer.starship.thinking.players import refuse_hidden
from analyzer.starship.thinking.thinker import notes_on_captains
from analyzer.starship.turn.points import points
from analyzer.statistics.moments import Measured


@dataclass(frozen=True, repr=False)
class Review(AnyReview):
    """Decisions of one player in a record; other: who plays on for the other player; on_captains:
    notes on how they play."""

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL
    PLACES: ClassVar = (Column("turn", "turn", COUNT), Column("where", "at", WORD))
    PAGE: ClassVar = "analyzer.starship.pages:page_of_review"

    other: str = "sensible"
    on_captains: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """How many were played after every option at most."""
        return self.trials

    @property
    def edition(self) -> str:
        """By whose tables the record is read."""
        edition: str = self.steps[0].position.edition
        return edition

    def chance(self) -> str:
        """What luck is made of."""
        return "Dice, cards and the other player"

    def setting(self) -> str:
        """Who plays on."""
        return super().setting() if self.captain == self.other else f"captains {self.captain} and {self.other}"

    def rest_of_play(self) -> list[str]:
        """Who plays on after each option."""
        after = "plays for both" if self.captain == self.other else f"plays for you, {self.other} for the other"
        plays_on = f"After it {self.captain} {after}, also in the rest of the turn."
        return [plays_on, *self.on_captains, *own_edition_notes(OwnEdition, self.edition)]


GAMES, FEW = 500, 20
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
    workers: Processes = AUTO,
    progress: Progress = None,
) -> Review:
    """What each decision of a player in a record cost: against every other option, by what was known at the time.

    From each decision on the game is played anew, `games` (500 if None) times at most after every option, so luck
    that came later counts for nothing; player: moon or sun, who is at turn at first if None; captain: who plays on for
    that player, other: for the other one, `games` 20 if one of them thinks; goal: won, margin or points; workers: how
    many processes, "auto" for as many as make it shorter: the same comes of any number. Luck is told apart: what the
    expected result changed by over dice, cards and what the other player did. Steps that the rules refuse are left
    out. Raises AnalyzerError for a record that cannot be read.

    >>> from analyzer import starship
    >>> [one.value["do"] for one in starship.review("ships/starship/example-record.yaml", 20).decisions][:2]
    ['fly', 'next']
    """
    captains = load_captain(captain), load_captain(other)
    usual = usual_games(*captains)
    many, processes = whole_number(usual if games is None else games, "games", 2), checked_processes(workers)
    check_goal(goal, GOALS)
    loaded, how = load_record(record), load_switches(switches)
    crest = CRESTS[loaded.position.me] if player is None else player
    if crest not in CRESTS:
        raise AnalyzerError(f"player {player!r}: {one_of(crest, CRESTS)}")
    refuse_hidden(captains, how)
    reviewer = Reviewer(CRESTS.index(crest), captains, many, seed, goal, how, loaded.position.edition)
    steps = tuple(reviewer.steps(loaded, processes, progress))
    names = captains[0].name, captains[1].name
    ship = loaded.position.ships[CRESTS.index(crest)]
    on_captains = tuple(notes_on_captains(captains))
    return Review(loaded.position.name, ship.name, names[0], many, goal, steps, names[1], on_captains, seed=seed)


def usual_games(captain: CaptainLike, other: CaptainLike) -> int:
    """How many games are played after an option at most, if nothing is said."""
    return FEW if any(load_captain(one).thinks for one in (captain, other)) else GAMES


class Made(NamedTuple):
    """A decision that was made, the number of the step that says it, and what happened before it."""

    decided: Decided
    step: int
    lines: tuple[str, ...]


class Planned(NamedTuple):
    """The decisions of a turn that are played on from; `first`: the number of the first game of the first of them.

    position: the start, from which is played where no decision is named.
    """

    first: int
    made: tuple[Made, ...] = ()
    position: Position | None = None


class Outcome(NamedTuple):
    """The steps of a turn, and how many games were played for them."""

    steps: tuple[Step, ...]
    games: int


@of_its_edition
@dataclass(frozen=True)
class Reviewer:
    """Goes through a record and plays on from every decision of one player, each with games of its own."""

    player: int
    captains: tuple[Captain, Captain]
    many: int
    seed: int
    goal: str
    switches: Switches
    edition: str

    def steps(self, record: Record, workers: Processes, progress: Progress) -> list[Step]:
        """The start, then each decision and what happened before it; last the end, if it was reached."""
        planned: list[Planned] = []
        end: list[Step] = []
        first = 0
        for one in self._planned(record):
            if isinstance(one, Step):
                end.append(one)
                continue
            planned.append(one._replace(first=first))
            first += max(1, len(one.made)) * self.many
        steps: list[Step] = []
        for outcome in map_adaptive(workers, self.played_on, planned):
            if progress is not None:
                progress(outcome.games)
            steps += outcome.steps
        return [*steps, *end]

    def _planned(self, record: Record) -> Iterator[Planned | Step]:
        """What is played on from; steps of games that are over need no games."""
        moments = Moments(record.position, self.seed, self.switches)
        start = moments.position(self.player)
        yield Step("start", (), self._end(moments), position=start) if _is_over(moments) else Planned(0, (), start)
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
            if moments.game.table.turn != turn and made:
                yield Planned(0, tuple(made))
                made = []
        if made:
            yield Planned(0, tuple(made))
        if _is_over(moments):
            yield Step("the end", tuple(lines), self._end(moments), position=moments.position(self.player))

    def played_on(self, planned: Planned) -> Outcome:
        """What comes of the decisions of a turn, or of the start."""
        if planned.position is not None:
            values = self._games(planned.position).play([None], planned.first, self.many)[0]
            expected = Measured.of(values[self.goal], is_chance=GOALS[self.goal].is_chance)
            step = Step("start", (), expected, position=planned.position)
            return Outcome((step,), self.many)
        contests = [Contest(self._games(one.decided.position), one.decided.open, self.goal) for one in planned.made]
        whole = [one.decided.chosen for one in planned.made]
        firsts = [planned.first + number * self.many for number in range(len(contests))]
        run_together(contests, self.many, firsts=firsts, whole=whole)
        steps = tuple(self._judged(one, contest) for one, contest in zip(planned.made, contests, strict=True))
        trials = (contest.rollouts.trials(one) for contest in contests for one in range(len(contest.open.steps)))
        return Outcome(steps, sum(trials))

    def _judged(self, made: Made, contest: Contest) -> Step:
        """A decision, and the result expected after it."""
        (position, open_, chosen), rollouts = made.decided, contest.rollouts
        advice = contest.advice(self.many)
        place = {"turn": position.turn, "where": where(position), "step": made.step}
        cost = rollouts.cost(chosen)
        decision = JudgedDecision(advice.options, open_.steps[chosen], cost, place, advice=advice)
        heading = f"Turn {position.turn}: {place['where']}"
        return Step(heading, made.lines, rollouts.measured(chosen), decision, position=position)

    def _games(self, position: Position) -> GamesAfter:
        """The games that are played on from a position."""
        own, other = self.captains if position.me == self.player else self.captains[::-1]
        return GamesAfter(position, own, other, self.seed, self.switches, player=self.player)

    def _end(self, moments: Moments) -> Measured:
        """The result of a game that is over."""
        table = moments.game.table
        own, other = (int(points(table, one)[0]) for one in (self.player, 1 - self.player))
        results: dict[str, Any] = {"won": table.me == self.player, "margin": own - other, "points": own}
        return Measured(float(results[self.goal]))


def _is_over(moments: Moments) -> bool:
    return bool(moments.game.table.over[0])
