"""A game of Cosmic Lorry that is noted while it is played: which note comes next, and what the page draws.

The notes are the rolls, draws, pairs and effects of special boxes of a record. The referee follows them after each
note, and only what the rules allow can be noted.
"""

from __future__ import annotations

import copy
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.advice import Goal, Rollouts, Values
from analyzer.errors import AnalyzerError, one_of
from analyzer.host.notes import (
    GRADES_OF_CHANCES,
    POINTS,
    Choice,
    Entry,
    Evaluation,
    JudgedChoice,
    Line,
    NotedStep,
    Player,
    Question,
    Scene,
)
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.thinker import THINKER_NOTE, goal_of
from analyzer.lorry.designer.messages import Take
from analyzer.lorry.designer.open_turn import ROLL, open_in, taken
from analyzer.lorry.pages import choices_svg, drawing_since, galaxy_svg, hue_of
from analyzer.lorry.position.effects import NO_PAIR, NOTHING_YET, AtTurn, Effect, SoFar, scores_later
from analyzer.lorry.position.experiment import plan_position
from analyzer.lorry.position.open_decision import BOX, DIE, EXTRA, FILL, PAIR, OpenDecision
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.position.schema import ThenFields, seat_of
from analyzer.lorry.questions.advise.answer import GOALS, in_words, track_in_words
from analyzer.lorry.questions.advise.contest import Contest, Moment, number_of, without_thinking
from analyzer.lorry.records.game_record import RECORD, DrawFields, Record, RoundFields, load_record, write_record
from analyzer.lorry.records.referee import AcceptedTurn, Referee, Step
from analyzer.lorry.records.replay import Replayed
from analyzer.lorry.story import ScoredDraw
from analyzer.lorry.tables import TYPE_OF, TYPES, track_of
from analyzer.lorry.turn.turn import TURNS_ALONE
from analyzer.lorry.world import DEFAULT_CAPTAIN

FIRST, DICE, ROUND = "first", "dice", "round"
"""Further things to note: who begins, the set of dice, and what a die of the round shows."""
SAYS = {
    DIE: "Which die does {} take, and where?",
    BOX: "Where does {} draw?",
    PAIR: "Which route does {} score?",
    EXTRA: "Where does {} draw the extra track?",
    FILL: "Which box does {} fill?",
}
"""Questions of the page, by kind of decision."""
SIGNS = dict(zip(("NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW", "NESW"), "│─╰╭╮╯├┬┤┴┼", strict=True))
"""Box-drawing character of each track, by the sides of its ends."""
NOTHING: Entry = {"none": True}
MARKED = 3
"""Number of the captain's best options that are marked on the board."""
CANDIDATES = 8
"""Number of options that an evaluation tries, besides all that score a route."""
SAID = 2
"""Number of conclusions of advice that stand beside its options."""
MOST_KNOWN = 500
"""Largest number of lines whose positions are kept."""


@dataclass(frozen=True, eq=False)
class Noted:
    """A game as far as it is noted.

    Attributes:
        record: start of the game, and the rounds that are over.
        referee: referee after these rounds; shared by several objects, so nobody may change it.
        starter: trader who begins the first round, or None if that is not noted.
        has_dice: whether the set of dice is noted.
        roll: types that the dice of the present round show, as far as they are noted.
        draws: turns of the present round that are done.
        turn: turn in progress, or None before its first note.
        told: the story, a step per turn.
        entries: number of notes so far; code calls a note an entry.
    """

    record: Record
    referee: Referee
    starter: int | None = None
    has_dice: bool = False
    roll: tuple[str, ...] = ()
    draws: tuple[DrawFields, ...] = ()
    turn: AtTurn | None = None
    told: tuple[NotedStep, ...] = ()
    entries: int = 0

    @property
    def colours(self) -> tuple[str, ...]:
        """Colours of the dice of the present round."""
        return self.record.dice_of(len(self.record.rounds))

    @property
    def is_rolled(self) -> bool:
        """Whether the roll of the present round is noted."""
        return len(self.roll) == len(self.colours)

    @cached_property
    def followed(self) -> tuple[Referee, list[Step]]:
        """Referee after the present round so far, and the steps of that round."""
        return self._referee_after(self.round if self.is_rolled else None)

    def _referee_after(self, one: RoundFields | None) -> tuple[Referee, list[Step]]:
        """Return a copy of the referee after round `one`, and the steps of that round.

        If `one` is None, no round is added and there are no steps.
        """
        referee = copy.copy(self.referee)
        referee.record, referee.taken = self.record, [*self.referee.taken]
        return referee, [] if one is None else list(referee._round(len(self.record.rounds), one))

    @property
    def round(self) -> RoundFields:
        """Present round as far as its turns are done."""
        return RoundFields(roll=list(self.roll), draws=list(self.draws))

    @property
    def number(self) -> int:
        """Number of the present round, from 1."""
        return len(self.record.rounds) + 1

    @property
    def done(self) -> list[AcceptedTurn]:
        """Turns of the present round that the rules allow."""
        return self.followed[0].taken[len(self.referee.taken) :]

    @cached_property
    def order(self) -> list[int]:
        """Traders who have not yet picked in this round, in picking order."""
        order = self.record.order_of(len(self.record.rounds))
        for one in self.done:
            del order[: order.index(one.trader) + 1]
        return order

    @cached_property
    def dice(self) -> list[tuple[str, str]]:
        """Colour and type of each die on the table, including the one that the turn in progress has taken."""
        dice = list(zip(self.colours, self.roll, strict=False))
        for one in self.done:
            dice.remove(one.die)
        return dice

    @cached_property
    def position(self) -> Position:
        """Position with the turn in progress."""
        now = self.followed[0].now
        if self.turn is not None or not self.order:
            return now.with_turn(self.turn)
        return now.with_turn(AtTurn(self.order[0], tuple(self.dice) if self.is_rolled else ()))

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.referee.over or self.followed[0].over)

    @cached_property
    def open(self) -> OpenDecision | str | None:
        """Decision that is open, the name of something else to note, or None once the game is over."""
        if self.is_over:
            return None
        if self.starter is None:
            return FIRST
        if not self.has_dice:
            return DICE
        return open_in(self.position) if self.is_rolled else ROUND

    def after(self, entry: Entry) -> Noted:
        """Return the game after one more note."""
        now, record, written = replace(self, entries=self.entries + 1), self.record, entry.get("written")
        if "first" in entry:
            return replace(now, record=replace(record, first=entry["first"]), starter=entry["first"])
        if "dice" in entry:
            return replace(now, record=replace(record, dice=tuple(entry["dice"])), has_dice=True)
        if "roll" in entry:
            return replace(now, roll=(*self.roll, entry["roll"]))
        if "skip" in entry or (written and "roll" in written):
            return now._after_round(RoundFields(**written) if written else self.round)
        if written or ("die" in entry and "box" not in entry):
            return now._after_turn(DrawFields(**(written or entry)))
        now = replace(now, turn=_turn_after(self.position, entry))
        # A note within a turn changes nothing that the referee has followed, which takes the longest.
        now.__dict__["followed"] = self.followed
        return now if now.is_open else now._after_turn(now.draw)

    @property
    def is_open(self) -> bool:
        """Whether the turn in progress needs another note."""
        now = open_in(self.position)
        return isinstance(now, OpenDecision) or now == ROLL

    @property
    def draw(self) -> DrawFields:
        """Turn in progress as a record holds it."""
        assert self.turn is not None
        done = self.turn.so_far
        then = [ThenFields(**vars(one)) for one in done.then]
        return DrawFields(trader=self.turn.picks, **(vars(done) | {"then": then}))

    def _after_turn(self, draw: DrawFields) -> Noted:
        """Return the game after a turn, which becomes a step of the story.

        After the last turn of a round, or of the game, the round is moved to the record.
        """
        now = replace(self, draws=(*self.draws, draw), turn=None)
        steps = _turn_steps(now.followed[1])[len(_turn_steps(self.followed[1])) :]
        dice = ", ".join(" ".join(die) for die in self.dice)
        lines = [f"on the table: {dice}", *(_told(step) for step in steps if step.reason is None)]
        remark = "; ".join(f"{step.what}: {step.reason}" for step in steps if step.reason is not None)
        seat = seat_of(draw.trader, self.record.start.names)
        name = self.record.start.names[seat - 1] if seat and seat <= self.record.start.traders else str(draw.trader)
        told = NotedStep(f"Round {self.number}: {name}", tuple(lines), remark, self.entries)
        now = replace(now, told=(*self.told, told))
        return now if now.order and not now.followed[0].over else now._after_round(now.round)

    def _after_round(self, one: RoundFields) -> Noted:
        """Return the game with round `one` in the record, before the first note of the next round."""
        referee, steps = self._referee_after(one) if one != self.round else self.followed
        told = self.told
        if steps and steps[-1].trader is None:
            last = steps[-1]
            told = (*told, NotedStep(f"Round {self.number}", (last.what,), last.reason or "", self.entries))
        record = replace(self.record, rounds=(*self.record.rounds, one))
        return replace(self, record=record, referee=referee, roll=(), draws=(), turn=None, told=told)


def _turn_steps(steps: Sequence[Step]) -> list[Step]:
    """Return the steps that belong to a trader: without refused rolls, and without remarks on missing turns."""
    return [step for step in steps if step.trader is not None]


def _told(step: Step) -> str:
    """Return a step in words, with the route that it scores."""
    scored = f", scores {step.scored[0]}-{step.scored[1]}: {step.points} points" if step.scored else ""
    return f"{step.what}{scored}{' ' * bool(step.assumed)}{step.assumed}"


def _turn_after(position: Position, entry: Entry) -> AtTurn:
    """Return the turn in progress after one more note of it."""
    turn = position.turn
    assert turn is not None
    if entry == NOTHING:
        return replace(turn, so_far=replace(turn.so_far, then=(*turn.so_far.then, Effect())))
    known = {name: value for name, value in entry.items() if name not in ("trader", "die")}
    return taken(position.with_turn(replace(turn, picks=entry.get("trader", turn.picks))), Take(kind="take", **known))


def entry_of(what: str, value: Mapping[str, Any], trader: int) -> Entry:
    """Return the note that a click on an option of a decision writes.

    Args:
        what: kind of the open decision.
        value: the option, as `Moment.plain` returns it.
        trader: number of the trader, from 1.
    """
    score = NO_PAIR if value["declines"] else list(value["pair"]) if value["pair"] else None
    if what == PAIR:
        return {"score": score}
    if what == FILL:
        return NOTHING if value["box"] is None else {"fill": list(value["box"])}
    taken_die = {"trader": trader, "die": value["type"]} if what in (DIE, BOX) else {}
    if value["box"] is None:
        return taken_die or NOTHING
    drawn = {"box": list(value["box"]), "ends": value["ends"]}
    return taken_die | drawn | ({} if score is None else {"score": score})


class TableContest(Contest):
    """Contest that also counts how often each trader wins, and with how many points."""

    def _by_goal(self, totals: Any) -> dict[str, Values]:
        """Return the values of games by goal for the trader who decides, and all traders' `results_of`."""
        return super()._by_goal(totals) | results_of(totals)


def results_of(totals: Any) -> dict[str, Values]:
    """Return each trader's wins and totals, as arrays of shape (games,).

    Args:
        totals: (traders, games) totals at the end.

    Returns:
        For each seat n from 0, `won n` is 1 in games that the trader wins, else 0, and `total n` is the trader's total.
    """
    won = {f"won {seat}": goal_of(totals, seat, "won") for seat in range(len(totals))}
    return won | {f"total {seat}": own.astype(np.int64) for seat, own in enumerate(totals)}


@dataclass(eq=False)
class NotedLorry:
    """A game of Cosmic Lorry for the page on which players note what happens at their table.

    Attributes:
        GRADES: names for bad decisions, e.g. `mistake`, each with the loss in percentage points from which it is used.
        UNIT: unit of the score.
        SHOWN_AFTER: numbers of games after which the page shows the evaluation of the present moment.
        EARLIER: number of games for the evaluation of each earlier moment.
        start: the game before its first note.
        captain: captain who plays on for everybody in evaluations.
        seed: seed of the dice to come in evaluations.
        own: number of the trader whose chance to win is the score.
    """

    GRADES: ClassVar[Mapping[str, float]] = GRADES_OF_CHANCES
    UNIT: ClassVar[str] = POINTS
    SHOWN_AFTER: ClassVar[tuple[int, ...]] = (5, 50, 500)
    EARLIER: ClassVar[int] = 100

    start: Noted
    captain: Captain = field(default_factory=lambda: without_thinking(DEFAULT_CAPTAIN))
    seed: int = 1
    own: int = 1
    _known: dict[str, Noted] = field(default_factory=dict)
    _contest: tuple[str, TableContest] | None = None
    _one_at_a_time: threading.Lock = field(default_factory=threading.Lock)

    def noted(self, line: Line) -> Noted:
        """Return the game after a line of notes; any thread may call it."""
        with self._one_at_a_time:
            return self._noted(line)

    def _noted(self, line: Line) -> Noted:
        """Return the game after a line of notes, continued from the longest beginning of the line that is cached."""
        unknown: list[tuple[str, Entry]] = []
        while line and json.dumps(line) not in self._known:
            unknown.append((json.dumps(line), line[-1]))
            line = line[:-1]
        now = self._known[json.dumps(line)] if line else self.start
        for key, entry in reversed(unknown):
            now = self._known[key] = now.after(entry)
        while len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return now

    def moment(self, noted: Noted, position: Position | None = None) -> Moment:
        """Return an open decision, ready to be played on by the captain.

        Args:
            noted: the game so far.
            position: position at the decision; the present one of `noted` if None.
        """
        return Moment(position or noted.position, self.captain, self.seed, TURNS_ALONE, noted.record.dice)

    def scene(self, line: Line) -> Scene:
        """Return what the page shows after a line of notes."""
        noted = self.noted(line)
        now, galaxy = noted.position, noted.record.start.galaxy
        there = noted.open.position if isinstance(noted.open, OpenDecision) else now
        before = noted.done[-1].before if noted.done else noted.referee.taken[-1].before if noted.referee.taken else now
        question, marked = self._question(noted)
        spots = dict.fromkeys(choice.spot for choice in question.choices if choice.spot) if question else {}
        overlay = choices_svg(marked, [(int(column), int(row)) for column, row in (spot.split(",") for spot in spots)])
        dice = ", ".join(" ".join(die) for die in noted.dice)
        picks = f"{now.names[now.turn.picks - 1]} picks" if now.turn else ""
        moment = f"round {noted.number}, {picks}{f' ({dice})' * bool(dice)}"
        if noted.is_over:
            moment = "the game is over"
        replayed = Replayed(noted.record, (), now, noted.followed[0].over)
        return Scene(
            heading=f"{noted.record.start.name}: {', '.join(now.names)}",
            now=f"{moment}; {now.slots} of {galaxy.end_after} routes scored",
            picture=galaxy_svg(galaxy, drawing_since(there, before), "the galaxy", overlay=overlay),
            players=tuple(_player(there, seat) for seat in range(now.traders)),
            steps=noted.told,
            question=question,
            ended=tuple(replayed.conclusions()) if noted.is_over else (),
            notes=(THINKER_NOTE, *galaxy.notes()),
            plays_on=f"games played on by {self.captain.name} for everybody",
        )

    def _question(self, noted: Noted) -> tuple[Question | None, list[ScoredDraw]]:
        """Return what to note next, and the captain's best tracks."""
        names, open_, record = noted.record.start.names, noted.open, noted.record
        if open_ is None:
            return None, []
        if open_ == FIRST:
            seats = enumerate(names, start=1)
            return Question("Who begins?", tuple(Choice(name, {FIRST: seat}) for seat, name in seats)), []
        if open_ == DICE:
            choices = tuple(Choice(", ".join(one), {DICE: list(one)}) for one in _dice_sets(record.start))
            return Question("Which dice are rolled?", choices), []
        if open_ == ROUND:
            colour, place = noted.colours[len(noted.roll)], noted.colours[: len(noted.roll) + 1]
            which = f"{colour} die {place.count(colour)}" if noted.colours.count(colour) > 1 else f"{colour} die"
            return Question(f"Round {noted.number}: what does the {which} show?", _faces(noted, colour, "roll")), []
        trader = noted.position.turn.picks if noted.position.turn else 1
        if not isinstance(open_, OpenDecision):
            kind = noted.turn.so_far.die if noted.turn else ""
            colour = next(one for one, shows in noted.dice if shows == kind)
            declines = (Choice("does not roll", NOTHING),)
            return Question(f"The asteroid: what does the {colour} die show?", _faces(noted, colour, "shows"),
                            beside=declines), []  # fmt: skip
        moment = self.moment(noted)
        choices, marked = self._choices(moment, open_, trader)
        beside = (Choice("the rest of this round is not noted", {"skip": True}),) if open_.what == DIE else ()
        text = SAYS[open_.what].format(names[trader - 1])
        return Question.listed(text, choices, beside, example="curve 3", is_judged=len(choices) <= CANDIDATES), marked

    def _choices(self, moment: Moment, open_: OpenDecision, trader: int) -> tuple[tuple[Choice, ...], list[ScoredDraw]]:
        """Return everything that the rules allow at a decision, the best by the captain's prices first."""
        try:
            candidates = moment.candidates()
        except AnalyzerError:
            # No die fits anywhere: any of them is taken, and nothing is drawn.
            passes = [{"type": kind, "box": None, "pair": None, "declines": False} for kind in open_.kinds]
            return tuple(Choice(in_words(DIE, one), entry_of(DIE, one, trader)) for one in passes), []
        likely = number_of(candidates, moment.chosen) if len(candidates) > 1 else 0
        candidates.insert(0, candidates.pop(likely))
        choices = []
        for number, one in enumerate(candidates):
            plain = moment.plain(one)
            box: Any = plain["box"]
            spot = "" if box is None or open_.what == PAIR else f"{box[0]},{box[1]}"
            sign = f"{SIGNS[str(plain['ends'])]} " if plain["ends"] and open_.what != PAIR else ""
            entry = entry_of(open_.what, plain, trader)
            choices.append(Choice(sign + in_words(open_.what, plain), entry, number == 0, spot))
        tracks = {(one.track, one.cell): one for one in reversed(candidates) if one.track >= 0 and open_.what != PAIR}
        best = [one for one in candidates if tracks.get((one.track, one.cell)) is one][:MARKED]
        marked: list[Any] = [(moment.plain(one), one.score / 10) for one in best]
        return tuple(choices), [ScoredDraw(plain["ends"], plain["box"], score) for plain, score in marked]

    def text(self, line: Line, file: str | Path = "") -> str:
        """Return the record of a line of notes, to be written to the path `file`."""
        noted = self.noted(line)
        rounds = noted.record.rounds
        if noted.roll and noted.is_rolled:
            turn = () if noted.turn is None or noted.turn.so_far.box is None else (noted.draw,)
            rounds = (*rounds, RoundFields(roll=list(noted.roll), draws=[*noted.draws, *turn]))
        return write_record(replace(noted.record, rounds=rounds), file)

    def evaluate(
        self, line: Line, trials: int, check: Callable[[int], None], noted: Entry | None = None
    ) -> Evaluation | None:
        """Return each trader's chance to win from the present moment, and those after each option of the decision."""
        now = self.noted(line)
        if now.is_over:
            return None
        names, contest = now.record.start.names, self._contest_at(line, now, noted)
        if contest is None:
            rollouts = Rollouts(1, lambda _, first, games: self._played_on(now, first, games, check), GOALS["won"])
            rollouts.run(trials, check, whole=[0])
            return self._evaluation(rollouts, 0, names)
        contest.moment.between = lambda: check(0)
        contest.run(trials, check)
        advice, rollouts = contest.advice(trials), contest.rollouts
        what, trader = contest.moment.open.what, contest.moment.trader + 1
        options = tuple(
            JudgedChoice.of(one, GOALS["won"].result(one.won), entry_of(what, one.value, trader))
            for one in advice.options
        )
        says = (*advice.conclusions()[:SAID], *self._threats(now))
        return replace(self._evaluation(rollouts, rollouts.best, names), options=options, says=says)

    def _contest_at(self, line: Line, now: Noted, noted: Entry | None) -> TableContest | None:
        """Return the contest between the options of the open decision; None if there are not at least two options.

        If the previous call asked for the same decision, its contest is returned with all games played so far.

        Args:
            line: notes that lead to the decision.
            now: game after these notes.
            noted: note of the option that was really chosen; None if it is not known.
        """
        if not isinstance(now.open, OpenDecision):
            return None
        key = json.dumps([line, noted])
        if self._contest is None or self._contest[0] != key:
            moment = self.moment(now)
            try:
                every = moment.candidates()
            except AnalyzerError:
                return None
            if len(every) < 2:
                return None
            trader = moment.trader + 1
            entries = [entry_of(now.open.what, moment.plain(one), trader) for one in every]
            chosen = every[entries.index(noted)] if noted in entries else None
            self._contest = key, TableContest(moment, "won", CANDIDATES, chosen)
        return self._contest[1]

    def _played_on(self, now: Noted, first: int, games: int, check: Callable[[int], None]) -> dict[str, Values]:
        """Play games on from a moment at which no trader decides, and return their results by goal.

        If the next note is who begins, or what an asteroid's die shows, every trader or face gets an equal share of the
        games. The results have the shape (games,) each.

        Args:
            now: the game so far.
            first: number of the first game.
            games: number of games.
            check: called now and then; it may raise an exception to stop.
        """
        at, traders = now.position, now.record.start.traders
        turn = at.turn or AtTurn()
        starts = [at]
        if now.open == FIRST:
            starts = [at.with_turn(AtTurn(seat)) for seat in range(1, traders + 1)]
        elif now.open == ROLL and now.turn is not None:
            colour = next(one for one, kind in now.dice if kind == now.turn.so_far.die)
            faces = at.galaxy.dice[colour]
            starts = [at.with_turn(_turn_after(at, {"shows": kind})) for kind, many in zip(TYPES, faces, strict=True)
                      for _ in range(many)]  # fmt: skip
        elif now.open == ROUND:
            starts = [at.with_turn(replace(turn, dice=()))]
        parts = []
        for place, start in enumerate(starts):
            # Shares differ by one game at most.
            many = len(range(place, games, len(starts)))
            experiment = plan_position(start, [self.captain] * traders, self.seed, now.record.dice)
            for table in experiment.played(first, many) if many else ():
                check(0)
                parts.append(table.totals)
        totals = np.concatenate(parts, axis=1)
        return {"won": goal_of(totals, self.own - 1, "won")} | results_of(totals)

    def _evaluation(self, rollouts: Rollouts, best: int, names: Sequence[str]) -> Evaluation:
        """Return each trader's chance to win and mean points in the games that were played after option `best`."""
        values = []
        for seat, name in enumerate(names):
            won = rollouts.result(best, Goal(f"won {seat}", "", is_chance=True))
            total = rollouts.result(best, Goal(f"total {seat}", ""))
            values.append((f"{name} wins", f"{GOALS['won'].result(won)}, {total.mean:.1f} points"))
        own = rollouts.result(best, Goal(f"won {self.own - 1}", "", is_chance=True))
        # In percentage points; the margin is half the width of the interval.
        return Evaluation(rollouts.trials(best), tuple(values), 100 * float(own.mean), 50 * float(own.high - own.low))

    def _threats(self, now: Noted) -> Iterator[str]:
        """Yield a sentence on the next trader's best draws, by the captain's prices: one for each type that is left."""
        if len(now.order) < 2 or not isinstance(now.open, OpenDecision):
            return
        there, rival, dice = now.open.position, now.order[1], [*now.dice]
        if now.open.die is not None:
            dice.remove(now.open.die)
        found = []
        for kind in dict.fromkeys(kind for _, kind in dice):
            turn = AtTurn(rival, tuple(dice), SoFar(die=kind))
            try:
                moment = self.moment(now, there.with_turn(turn))
                plain: Any = moment.plain(moment.candidates()[0])
            except AnalyzerError:
                continue
            if plain["box"] is not None:
                scored = there.draw(rival, plain["box"], plain["ends"], plain["pair"])
                points = f" for {scored.points} points" if scored.scored else ""
                pair = f", scoring {scored.scored[0]}-{scored.scored[1]}" if scored.scored and not plain["pair"] else ""
                found.append(track_in_words(plain) + pair + points)
        if found:
            yield f"{there.names[rival - 1]} threatens: {'; '.join(found)}."

    def line_of(self, record: Record) -> Line:
        """Return the notes that make a recorded game; a round or turn that the rules refuse becomes a single note."""
        found = NotesOfRecord(self.start, [])
        if self.start.starter is None:
            found.add({FIRST: record.first})
        if not self.start.has_dice:
            found.add({DICE: list(record.dice)})
        for number, one in enumerate(record.rounds, start=1):
            if found.now.is_over or found.now.referee._wrong_roll(one.roll, found.now.colours):
                found.add({"written": one.model_dump(mode="json")})
                continue
            for kind in one.roll[len(found.now.roll) :]:
                found.add({"roll": kind})
            for draw in one.draws:
                is_last = number == len(record.rounds) and draw is one.draws[-1]
                found.add_turn(draw, may_go_on=is_last)
            if number < len(record.rounds) and found.now.number == number:
                found.add({"skip": True})
        line = tuple(found.entries)
        self._known[json.dumps(line)] = found.now
        return line


@dataclass
class NotesOfRecord:
    """Notes made from a record so far, while `line_of` reads its rounds and turns one after the other."""

    now: Noted
    entries: list[Entry]

    def add(self, entry: Entry) -> None:
        """Add a note."""
        self.entries.append(entry)
        self.now = self.now.after(entry)

    def add_turn(self, draw: DrawFields, *, may_go_on: bool) -> None:
        """Add the notes of a recorded turn.

        Args:
            draw: the turn.
            may_go_on: whether the turn may still be in progress. Then its last decisions stay open if the record does
                not state them; else they count as declined.
        """
        tried = replace(self.now, draws=(*self.now.draws, draw))
        if not self.now.roll or len(tried.done) == len(self.now.done):
            return self.add({"written": draw.model_dump(mode="json")})
        done = tried.done[-1]
        die = {"trader": done.trader, "die": draw.die}
        if draw.box is None:
            return self.add(die)
        self.add(die | _drawn(done.before, done.trader, draw, done.steps[0]))
        then = list(zip(draw.then, done.steps[1:], strict=False))
        tracks: list[tuple[DrawFields | ThenFields, Step]] = [(draw, done.steps[0]), *then]
        while self.now.turn is not None and (then or not may_go_on or self._is_pair):
            open_ = self.now.open
            if isinstance(open_, OpenDecision) and open_.what == PAIR:
                step = next(step for one, step in tracks if (one.box, track_of(one.ends or "")) == open_.place)
                self.add({"score": list(step.scored) if step.scored else NO_PAIR})
                continue
            effect, step = then.pop(0) if then else (ThenFields(), done.steps[-1])
            if effect.shows is not None:
                self.add({"shows": effect.shows})
            if effect.fill is not None:
                self.add({"fill": list(effect.fill)})
            elif effect.box is not None and isinstance(self.now.open, OpenDecision):
                self.add(_drawn(self.now.open.position, done.trader, effect, step))
            elif effect.shows is None:
                self.add(NOTHING)
        return None

    @property
    def _is_pair(self) -> bool:
        """Whether the open decision is which pair of planets to score."""
        return isinstance(self.now.open, OpenDecision) and self.now.open.what == PAIR


def _drawn(now: Position, trader: int, draw: DrawFields | ThenFields, step: Step) -> dict[str, Any]:
    """Return the note of a recorded track: its box, its ends, and the pair of planets that it scores.

    The pair is left out if the trader had no choice of what to score, or scores only after the effect of the box.

    Args:
        now: position before the track.
        trader: number of the trader, from 1.
        draw: the track as recorded.
        step: what the referee made of the track; its `scored` is the pair.
    """
    ends, box = track_of(draw.ends or ""), draw.box
    assert ends is not None
    assert box is not None
    known: dict[str, Any] = {"box": list(box), "ends": ends}
    laid = now.lay(trader, box, ends)
    if scores_later(laid.position.table, box, is_extra=isinstance(draw, ThenFields)):
        return known
    free = laid.position.score_joined(trader, laid.joined).free
    is_choice = len(free) > (now.table.board.switches.scoring_forced == "yes")
    return known | ({"score": list(step.scored) if step.scored else NO_PAIR} if is_choice else {})


def _faces(noted: Noted, colour: str, name: str) -> tuple[Choice, ...]:
    """Return a choice for each type that a die of this colour can show; its note is `{name: type}`."""
    faces = noted.record.start.galaxy.dice[colour]
    return tuple(Choice(kind, {name: kind}) for kind, many in zip(TYPES, faces, strict=True) if many)


def _player(now: Position, seat: int) -> Player:
    """Return a trader's name, points and scored routes as one line of the page, with the colour of the tracks."""
    routes = ", ".join(f"{one.first}-{one.second} ({one.points})" for one in now.scored if one.trader == seat + 1)
    stars = f", {now.stars[seat]} star{'s' * (now.stars[seat] != 1)}" if now.stars[seat] else ""
    return Player(
        now.names[seat], f"{now.totals[seat]} points{stars}; routes: {routes or 'none'}", colour=hue_of(seat + 1)
    )


def load_notes(
    source: str | Path, captain: str = DEFAULT_CAPTAIN, seed: int = 1, traders: Sequence[str] = (), own: str = "1"
) -> tuple[NotedLorry, Line]:
    """Return the game that a file begins, and what is noted of it already.

    Args:
        source: path of a galaxy, a position or a record file.
        captain: captain who plays on for everybody in evaluations.
        seed: seed of the dice to come in evaluations.
        traders: names of the traders, for a galaxy.
        own: number or name of the trader whose chance to win the page's curve shows.

    Raises:
        AnalyzerError: the file has faults (lists all), its game has only one trader, or an argument is wrong.
    """
    data, _ = RECORD.content(source)
    record = load_record(source) if "rounds" in data else None
    start = load_position(source) if record is None else record.start
    if traders:
        if record is not None or start.tracks or "traders" in data:
            raise AnalyzerError(f"--traders: {source} names its traders: leave the option out")
        start = Position(start.galaxy, traders, name=start.name)
    if start.traders < 2:
        raise AnalyzerError(f"{source}: only one trader: the rules need 2 to 4")
    seat = seat_of(int(own) if own.isdigit() else own, start.names)
    if seat is None or not 1 <= seat <= start.traders:
        raise AnalyzerError(f"--trader: no trader {own!r}: {one_of(own, start.names)}")
    now = _before(start, str(source)) if record is None else _before_record(record)
    game = NotedLorry(now, without_thinking(captain), seed, seat)
    return game, tuple(_turn_so_far(start.turn)) if record is None else game.line_of(record)


def _turn_so_far(turn: AtTurn | None) -> Iterator[Entry]:
    """Yield the notes that the turn of a position stands for, from its first track on."""
    if turn is None or turn.so_far.box is None:
        return
    done, ends = turn.so_far, track_of(turn.so_far.ends or "") or ""
    drawn: Entry = {"trader": turn.picks, "die": done.die or TYPE_OF[ends]}
    tracks: tuple[SoFar | Effect, ...] = (done, *done.then)
    for one in tracks:
        if isinstance(one, Effect) and one.shows is not None:
            yield {"shows": one.shows}
        score = {} if one.score is None else {"score": one.score if one.score == NO_PAIR else list(one.score)}
        if one.box is not None:
            yield {**drawn, "box": list(one.box), "ends": track_of(one.ends or ""), **score}
        elif isinstance(one, Effect) and one.fill is not None:
            yield {"fill": list(one.fill)}
        elif isinstance(one, Effect) and one.shows is None:
            yield NOTHING
        drawn = {}


def _before_record(record: Record) -> Noted:
    """Return the game before the first note of a record.

    If the record begins within a round, the roll of that round counts as noted already.
    """
    if record.within is None:
        return _before(record.start.with_turn(None), "")
    roll = record.rounds[0].roll if record.rounds else [kind for _, kind in record.within.dice]
    empty = replace(record, rounds=())
    return Noted(empty, Referee(empty), record.first, has_dice=True, roll=tuple(roll))


def _before(start: Position, source: str) -> Noted:
    """Return the game before its first note: with the trader who begins and the roll, if the position says them.

    Raises:
        AnalyzerError: the position has fewer dice than traders, and does not say what they show.
    """
    turn, sets, traders = start.turn or AtTurn(), _dice_sets(start), start.traders
    shown = [kind for _, kind in turn.dice if kind]
    if turn.dice and not shown and len(turn.dice) < traders:
        raise AnalyzerError(
            f"{source}: turn: dice: {len(turn.dice)} of {traders} dice: add what they show, or the others"
        )
    dice = sets[0] if len(sets) == 1 or turn.dice else start.galaxy.dice_for(traders)
    empty = Record(start.with_turn(replace(turn, so_far=NOTHING_YET)), 1, dice, ())
    if empty.within is None:
        empty = replace(empty, start=start.with_turn(None))
    # Every trader before this one has taken a die, so the missing dice say how long ago the round began.
    starter = (turn.picks - 1 - (traders - len(turn.dice) if turn.dice else 0)) % traders + 1
    empty = replace(empty, first=starter)
    left, roll = [*turn.dice], list[str]()
    for colour in empty.dice_of(0) if shown else ():
        die = next(one for one in left if one[0] == colour)
        left.remove(die)
        roll.append(die[1])
    open_turn = turn if shown and turn.so_far.die and turn.so_far.box is None else None
    first = None if start.turn is None else starter
    return Noted(empty, Referee(empty), first, len(sets) == 1, tuple(roll), turn=open_turn)


def _dice_sets(start: Position) -> list[tuple[str, ...]]:
    """Return the allowed sets of dice that contain all dice on the table."""
    lying = Counter(colour for colour, _ in start.turn.dice) if start.turn is not None else Counter()
    return [one for one in start.galaxy.rules.dice_sets[start.traders] if Counter(one) >= lying]
