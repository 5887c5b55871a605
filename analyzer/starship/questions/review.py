"""Review of a recorded game: the cost of each decision compared with the best option."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from analyzer.answers.advice import Goal, check_goal
from analyzer.answers.description import COUNT, WORD, Column
from analyzer.answers.edition import own_edition_notes
from analyzer.answers.review import JudgedDecision
from analyzer.answers.review import Review as AnyReview
from analyzer.answers.review import ReviewStep as Step
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes, map_adaptive
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.watched import report_answers
from analyzer.starship.api import CaptainLike, SwitchesLike
from analyzer.starship.captains.captain import Captain, load_captain
from analyzer.starship.decisions.games_after import GamesAfter
from analyzer.starship.decisions.options import NothingOpen, Offer, OpenDecision, open_decision
from analyzer.starship.position.position import Position
from analyzer.starship.questions.advise import GOALS, TRIAL, Contest, run_together, where, wins_looked_for
from analyzer.starship.records.game_record import Record, load_record
from analyzer.starship.records.moments import Moments, phrase_done
from analyzer.starship.records.replay import RecordLike
from analyzer.starship.records.steps import NAMED
from analyzer.starship.tables import CRESTS, GOODS, OwnEdition, Switches, load_switches
from analyzer.starship.thinking.players import refuse_hidden
from analyzer.starship.thinking.thinker import notes_on_captains
from analyzer.starship.turn.points import points
from analyzer.starship.world import DEFAULT_CAPTAIN
from analyzer.statistics.moments import MeanWithError


@dataclass(frozen=True, repr=False)
class Review(AnyReview):
    """The decisions of one player in a record, each with its cost.

    Attributes:
        other: Name of the captain who plays on for the other player.
        on_captains: Notes on how far the play of the captains can be trusted.
    """

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL
    PLACES: ClassVar = (Column("turn", "turn", COUNT), Column("where", "at", WORD))
    PAGE: ClassVar = "analyzer.starship.pages:page_of_review"

    other: str = DEFAULT_CAPTAIN
    on_captains: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """Maximum number of games that were played after each option."""
        return self.trials

    @property
    def edition(self) -> str:
        """Key of the edition by whose tables the record is read."""
        edition: str = self.steps[0].position.edition
        return edition

    def chance_in_words(self) -> str:
        """Return the sources of luck in words, as the beginning of a sentence."""
        return "Dice, cards and the other player"

    def setting(self) -> str:
        """Return in words which captains play on."""
        return super().setting() if self.captain == self.other else f"captains {self.captain} and {self.other}"

    def rest_of_play(self) -> list[str]:
        """Return notes on how games are played on after each option.

        They name the captains who play on for both players, say which wins were looked for, and mention the user's
        own edition.
        """
        after = "plays for both players" if self.captain == self.other else f"plays for you, {self.other} for the other"
        plays_on = f"After each option, {self.captain} {after}, also in the rest of the turn."
        judged = [step.position for step in self.steps if step.decision is not None]
        return [plays_on, *wins_looked_for(judged), *self.on_captains, *own_edition_notes(OwnEdition, self.edition)]


GAMES, FEW = 500, 20
Progress = Callable[[int], None] | None


def review(
    record: RecordLike,
    games: int | None = None,
    seed: int = 1,
    *,
    player: str | None = None,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    other: CaptainLike = DEFAULT_CAPTAIN,
    goal: str = "won",
    switches: SwitchesLike = None,
    workers: Processes = AUTO,
    progress: Progress = None,
) -> Review:
    """Return the cost of each decision of a player in a record, compared with every other option.

    Each decision is judged by what was known at the time: the game is played anew from there, so later luck counts
    for nothing. Luck is reported by itself: the change of the expected result over dice, cards and the other
    player's decisions. Steps that the rules refuse are left out.

    Args:
        record: The record: its file, its fields, or a `Record`.
        games: Maximum number of games after each option; if None 500, or 20 if a captain imagines games (a
            thinker).
        seed: Seed of the cards and dice to come.
        player: The player to review, moon or sun; the first active player if None.
        captain: The captain who plays on for that player: a name, a file or a `Captain`.
        other: The captain who plays on for the other player.
        goal: The goal that ranks the options: won, margin (points less the other's) or points.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        workers: Number of processes, or "auto" for as many as shorten the run. The result does not depend on it.
        progress: Called with the number of games just played.

    Returns:
        The start, each decision with its cost, and the end if the record reaches it.

    Raises:
        AnalyzerError: If the record cannot be read, or an argument has faults.

    >>> from analyzer import starship
    >>> [one.value["do"] for one in starship.review("ships/starship/example-record.yaml", 20).decisions][:2]
    ['fly', 'next']
    """
    captains = load_captain(captain), load_captain(other)
    usual = usual_games(*captains)
    many, processes = whole_number(usual if games is None else games, "games", 2, MOST_KEPT), checked_processes(workers)
    check_goal(goal, GOALS)
    loaded, how = load_record(record), load_switches(switches)
    crest = CRESTS[loaded.position.me] if player is None else player
    if crest not in CRESTS:
        raise AnalyzerError(f"player {player!r}: {one_of(crest, CRESTS)}")
    refuse_hidden(captains, how)
    reviewer = Reviewer(CRESTS.index(crest), captains, many, seed, goal, how)
    names = captains[0].name, captains[1].name
    ship = loaded.position.ships[CRESTS.index(crest)]
    on_captains = tuple(notes_on_captains(captains))

    def answer(steps: Sequence[Step]) -> Review:
        who = loaded.position.name, ship.name, names[0]
        return Review(*who, many, goal, tuple(steps), names[1], on_captains, seed=seed)

    return answer(reviewer.steps(loaded, processes, progress, answer))


def usual_games(captain: CaptainLike, other: CaptainLike) -> int:
    """Return the default of the maximum number of games after each option of a decision.

    It is lower if a captain is a thinker.
    """
    return FEW if any(load_captain(one).thinks for one in (captain, other)) else GAMES


class RecordedChoice(NamedTuple):
    """A decision that a player made in a record, with the events before it.

    Attributes:
        decided: The decision, with its options and the chosen one.
        step: Number of the step in the record, from 1.
        lines: Sentences on the events before it.
    """

    decided: RecordedDecision
    step: int
    lines: tuple[str, ...]


class ReviewTask(NamedTuple):
    """A task of the review: games to play after the decisions of one turn, or from the start of the record.

    Attributes:
        first: Number of the first game that is played after the first decision of `made`. The games of the next
            decisions follow.
        made: The decisions of the turn; empty for the start.
        position: The starting position if the task is the start of the record, else None.
    """

    first: int
    made: tuple[RecordedChoice, ...] = ()
    position: Position | None = None


class Outcome(NamedTuple):
    """The review steps of one task, e.g. of a turn, and the number of games that were played for them."""

    steps: tuple[Step, ...]
    games: int


@dataclass(frozen=True)
class Reviewer:
    """The task of judging every decision of one player in a record, with separate games for each.

    Attributes:
        player: Number of the player, 0 for Moon.
        captains: The captain who plays on for that player, then the other one's.
        many: Maximum number of games after each option.
        seed: Seed of the cards and dice to come.
        goal: Name of the goal that ranks the options.
        switches: Switches of the rules.
    """

    player: int
    captains: tuple[Captain, Captain]
    many: int
    seed: int
    goal: str
    switches: Switches

    def steps(
        self, record: Record, workers: Processes, progress: Progress, answer: Callable[[Sequence[Step]], Review]
    ) -> list[Step]:
        """Return the review steps of a record: the start, each decision with the events before it, and the end.

        Args:
            record: The record to review.
            workers: Number of processes, or "auto".
            progress: Called with the number of games just played.
            answer: Makes a review of the steps judged so far. It is called only to show interim results.

        Returns:
            The steps in the order of the record. A record that stops before the end of the game has no step for the
            end.
        """
        planned: list[ReviewTask] = []
        end: list[Step] = []
        first = 0
        for one in self._planned(record):
            if isinstance(one, Step):
                end.append(one)
                continue
            planned.append(one._replace(first=first))
            # The start and each decision get games that no other step uses, so their results are independent.
            first += max(1, len(one.made)) * self.many
        steps: list[Step] = []
        for outcome in map_adaptive(workers, self.played_on, planned):
            if progress is not None:
                progress(outcome.games)
            steps.extend(outcome.steps)
            report_answers(lambda: [answer(steps)])
        return [*steps, *end]

    def _planned(self, record: Record) -> Iterator[ReviewTask | Step]:
        """Yield a task for the start, and a task for each turn in which the player decides.

        If the game is over at the start, a finished step takes the place of that task. If the record reaches the end
        of the game, a finished step for the end comes last.
        """
        moments = Moments(record.position, self.seed, self.switches)
        start = moments.position(self.player)
        yield Step("start", (), self._end(moments), position=start) if _is_over(moments) else ReviewTask(0, (), start)
        lines: list[str] = []
        made: list[RecordedChoice] = []
        for number, step in enumerate(record.steps, start=1):
            decided = [*decisions_at(moments, step, self.player)]
            before, turn = moments.game.me, moments.game.table.turn
            if moments.do(step) is not None:
                continue
            for one in decided:
                made.append(RecordedChoice(one, number, tuple(lines)))
                lines = []
            lines += phrase_done(moments, step, before, is_own=before == self.player)
            if moments.game.table.turn != turn and made:
                yield ReviewTask(0, tuple(made))
                made = []
        if made:
            yield ReviewTask(0, tuple(made))
        if _is_over(moments):
            yield Step("the end", tuple(lines), self._end(moments), position=moments.position(self.player))

    def played_on(self, planned: ReviewTask) -> Outcome:
        """Play on from the decisions of one turn, or from the start, and return the review steps."""
        if planned.position is not None:
            values = self._games(planned.position).play([None], planned.first, self.many)[0]
            expected = MeanWithError.of(values[self.goal], is_chance=GOALS[self.goal].is_chance)
            step = Step("start", (), expected, position=planned.position)
            return Outcome((step,), self.many)
        contests = [Contest(self._games(one.decided.position), one.decided.open, self.goal) for one in planned.made]
        whole = [one.decided.chosen for one in planned.made]
        firsts = [planned.first + number * self.many for number in range(len(contests))]
        run_together(contests, self.many, firsts=firsts, whole=whole)
        steps = tuple(self._judged(one, contest) for one, contest in zip(planned.made, contests, strict=True))
        trials = (contest.rollouts.trials(one) for contest in contests for one in range(len(contest.open.steps)))
        return Outcome(steps, sum(trials))

    def _judged(self, made: RecordedChoice, contest: Contest) -> Step:
        """Return the review step of a decision, with its cost and the expected result after it."""
        (position, open_, chosen), rollouts = made.decided, contest.rollouts
        advice = contest.advice(self.many)
        place = {"turn": position.turn, "where": where(position), "step": made.step}
        cost = rollouts.cost(chosen)
        decision = JudgedDecision(advice.options, open_.steps[chosen], cost, place, advice=advice)
        heading = f"Turn {position.turn}: {str(place['where']).removeprefix(f'turn {position.turn} ')}"
        return Step(heading, made.lines, rollouts.measured(chosen), decision, position=position)

    def _games(self, position: Position) -> GamesAfter:
        """Return the games that are played on from a position."""
        own, other = self.captains if position.me == self.player else self.captains[::-1]
        return GamesAfter(position, own, other, self.seed, self.switches, player=self.player)

    def _end(self, moments: Moments) -> MeanWithError:
        """Return the result of a game that is over, which is exact."""
        table = moments.game.table
        own, other = (int(points(table, one)[0]) for one in (self.player, 1 - self.player))
        results: dict[str, Any] = {"won": table.me == self.player, "margin": own - other, "points": own}
        return MeanWithError(float(results[self.goal]))


def _is_over(moments: Moments) -> bool:
    """Return whether the game of a record is over."""
    return bool(moments.game.table.over[0])


class RecordedDecision(NamedTuple):
    """A recorded decision with everything that its player knew."""

    position: Position
    open: OpenDecision
    chosen: int


def decisions_at(moments: Moments, step: Any, player: int) -> Iterator[RecordedDecision]:
    """Yield the decisions of a player that a step records, before the step is done.

    A step that uses the sensor, or is a fight, can record two. In the other player's turn the player may have
    decided which colony produces, or agreed to a trade.

    Args:
        moments: The game before the step, with what both players have seen.
        step: The step of the record.
        player: Number of the player, 0 for Moon.
    """
    game = moments.game
    if step.do == "produce" and game.phase == "production":
        # A record may name the colony in place of its good.
        named = getattr(step, CRESTS[player])
        colony = moments.rules.card_by_id.get(str(named))
        written = {"do": "produce", CRESTS[player]: named if colony is None else colony.good}
        yield from _decided(moments, replace(moments.position(player), roll=step.roll), written, player)
    if step.do == "trade" and game.phase in ("flight", "trade"):
        yield from _agreed(moments, step, player)
    if game.me != player or step.do in ("produce", "trade"):
        return
    written = _as_option(step)
    if step.do == "fly" and game.phase == "sector":
        yield from _decided(moments, moments.position(player), {"do": "fly", "sector": step.sector})
        if step.top is not None or step.bottom is not None:
            visible = moments.shown_by_sensor(step)
            places = {name: [visible.index(card) for card in getattr(step, name) or ()] for name in ("top", "bottom")}
            position = moments.position(player, visible, step.sector)
            yield from _decided(moments, position, {"do": "fly", "sector": step.sector, **places})
    elif game.phase in ("sector", "flight", "trade"):
        yield from _decided(moments, moments.position(player), written)
        if step.do == "fight" and game.waiting:
            yield from _settled(moments, step, player)


def _settled(moments: Moments, step: Any, player: int) -> Iterator[RecordedDecision]:
    """Yield the decision after the dice of a fight: the good that is gained, or the module that is lost."""
    gain, lose = ([one] if isinstance(one, str) else list(one or ()) for one in (step.gain, step.lose))
    chosen: dict[str, Any] = {"lose": lose[0]} if lose else {"gain": gain}
    written = {"do": "fight", "dice": list(step.dice)} | chosen
    yield from _decided(moments, moments.fought(player, step.dice), written)


def _agreed(moments: Moments, step: Any, player: int) -> Iterator[RecordedDecision]:
    """Yield the decision of a player who agreed to a trade with the other player.

    The trade is one of the player's options. The active player also has all other options of the phase; the other
    player can only refuse the trade.
    """
    is_own = moments.game.me == player
    sides = {name: {what: many for what, many in getattr(step, name).items() if many} for name in ("give", "get")}
    give, get = (sides["give"], sides["get"]) if is_own else (sides["get"], sides["give"])
    written = {"do": "trade" if is_own else "accept", "give": give, "get": get}
    position = moments.position(player)
    if position.phase == "flight":
        # A trade during a flight ends the flight first, as in a record.
        position = replace(position, phase="trade", flight=None)
    yield from _decided(moments, position, written, player, Offer(give, get))


def _decided(
    moments: Moments,
    position: Position,
    written: dict[str, Any],
    player: int | None = None,
    offer: Offer | None = None,
) -> Iterator[RecordedDecision]:
    """Yield the decision if there are several options and the recorded step is one of them."""
    try:
        open_ = open_decision(position, switches=moments.switches, player=player, offer=offer)
    except NothingOpen:
        return
    options = [{name: value for name, value in step.items() if name != "opened"} for step in open_.steps]
    # A forced step is no decision.
    if len(options) > 1 and written in options:
        yield RecordedDecision(position, open_, options.index(written))


def _as_option(step: Any) -> dict[str, Any]:
    """Return a step of a record in the form in which options are written."""
    fields: dict[str, Any] = step.model_dump(exclude_none=True)
    if "goods" in fields:
        fields["goods"] = {good: many for good, many in fields["goods"].items() if many}
    if step.do == "complete":
        fields["gain"] = sorted(step.gain, key=GOODS.index)
    if step.do == "build":
        return {"do": "build", "what": NAMED[step.what][0] if step.what in NAMED else step.what}
    return {"do": "fight"} if step.do == "fight" else fields
