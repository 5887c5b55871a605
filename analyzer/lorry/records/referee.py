"""Referee, who plays a record again under the rules: each turn is carried out, or refused with the rule.

A refused turn changes nothing, and the next one follows. The engine decides which draws and fills are legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

from analyzer.answers.description import in_words
from analyzer.errors import AnalyzerError
from analyzer.lorry.galaxy.boxes import Pair, box_in_words
from analyzer.lorry.position.effects import ROLLED, Score, scores_later, wrong_effect
from analyzer.lorry.position.open_decision import NEEDS_BOTH
from analyzer.lorry.position.position import Drawn, Position
from analyzer.lorry.position.schema import ThenFields, seat_of
from analyzer.lorry.records.game_record import DrawFields, Record, RoundFields
from analyzer.lorry.tables import TYPE_OF, TYPES, track_of

EFFECT_EXAMPLES = {
    "rocket": "box: [column, row], ends: ...",
    "asteroid": "shows: ..., box: [column, row], ends: ...",
    "black_hole": "fill: [column, row]",
}
"""Examples of record entries that use the effect of a special box, by kind of box."""


@dataclass(frozen=True)
class Step:
    """A roll, draw or fill of a record, done or refused.

    Attributes:
        round: its round, from 1.
        trader: number of its trader, from 1; None for a roll, or for a remark that turns are missing in the record.
        what: the roll, draw or fill in words.
        after: position after it.
        scored: pair that it scores, None for none.
        points: points of that pair.
        reason: why it was refused, None if it was done.
    """

    round: int
    trader: int | None
    what: str
    after: Position
    scored: Pair | None = None
    points: int = 0
    reason: str | None = None
    assumed: str = ""
    """Sentence on an assumption, because the record leaves out a scored pair or a special box; "" for none."""


class AcceptedTurn(NamedTuple):
    """A turn of a record that was carried out.

    Attributes:
        round: its round, from 1.
        trader: number of the trader, from 1.
        before: position before the turn.
        dice: colour and type of each die on the table.
        die: colour and type of the die that was taken.
        draw: the turn as the record states it.
        steps: steps that were done.
    """

    round: int
    trader: int
    before: Position
    dice: tuple[tuple[str, str], ...]
    die: tuple[str, str]
    draw: DrawFields
    steps: tuple[Step, ...]


class WaitingTrack(NamedTuple):
    """A track whose route is scored after the effect of its box.

    Attributes:
        joined: pairs that the track joined, with the boxes of their ways.
        score: pair that the record says is scored.
        step: number of the track's step within the turn, -1 before it is known.
    """

    joined: Mapping[Pair, int]
    score: Score
    step: int = -1


class Referee:
    """Replay of a record from its first round on.

    Attributes:
        now: position after everything done so far.
        acted: False if every trader passed in the round before, which ends the game.
        round: present round, from 1.
        tried: traders who drew, or tried to, in the present round.
        waiting: tracks of the present turn whose routes are not scored yet.
        pending: kind of the special box whose effect the record leaves out; None for none.
        taken: turns that were done.
    """

    def __init__(self, record: Record) -> None:
        self.record, self.now, self.acted, self.round = record, record.start.with_turn(None), True, 0
        self.tried: set[int] = set()
        self.waiting: list[WaitingTrack] = []
        self.pending: str | None = None
        self.taken: list[AcceptedTurn] = []

    def play(self) -> list[Step]:
        """Play all rounds and return their steps."""
        return [step for number, one in enumerate(self.record.rounds) for step in self._round(number, one)]

    def _round(self, number: int, one: RoundFields) -> Iterator[Step]:
        """Play a round and yield its steps: refused ones, and those that were done."""
        self.round = number + 1
        if self.over:
            yield self._refused(None, "roll", self.over)
            return
        dice = self.record.dice_of(number)
        wrong = self._wrong_roll(one.roll, dice)
        if wrong:
            yield self._refused(None, f"roll {', '.join(one.roll)}", wrong)
            return
        order, left = self.record.order_of(number), list(zip(dice, one.roll, strict=True))
        acted = passed = False
        self.tried = set()
        for draw in one.draws:
            before, lying = self.now, tuple(left)
            steps = list(self._turn(draw, order, left))
            yield from steps
            if steps[0].reason is None:
                # The one die that the turn has removed from the table.
                (die,) = (Counter(lying) - Counter(left)).elements()
                done = tuple(step for step in steps if step.reason is None)
                self.taken.append(AcceptedTurn(self.round, steps[0].trader or 0, before, lying, die, draw, done))
                acted |= draw.box is not None
                passed |= draw.box is None
        missing = [self.now.names[trader - 1] for trader in order]
        if missing and not self.over:
            yield self._step(None, f"{' and '.join(missing)}: the record has no turn of theirs in this round")
        # The game ends only if every trader is known to have passed (rulings, point 19).
        self.acted = acted or not passed or bool(missing)

    @property
    def over(self) -> str:
        """Reason why the game is over, "" if it goes on."""
        if self.now.over:
            return "the game is over: the last route was scored"
        return "" if self.acted else "the game is over: nobody could draw in the round before"

    def _wrong_roll(self, roll: Sequence[str], dice: Sequence[str]) -> str:
        """Return what is wrong with a recorded roll; "" for nothing."""
        if len(roll) != len(dice):
            return f"{len(roll)} dice are listed, but {len(dice)} are rolled: {', '.join(dice)}"
        faces = self.now.galaxy.dice
        for die, kind in zip(dice, roll, strict=True):
            if not faces[die][TYPES.index(kind)]:
                return f"the {die} die shows no {kind}: list what was rolled in the order {', '.join(dice)}"
        return ""

    def _turn(self, draw: DrawFields, order: list[int], left: list[tuple[str, str]]) -> Iterator[Step]:
        """Play a turn: a die, its track, and the effects of its box.

        A trader whose draw is refused may try another one, until somebody later in the round has drawn.

        Args:
            draw: the turn as the record states it.
            order: numbers of the traders still to pick; those who picked or were passed over are removed.
            left: dice on the table; the die taken is removed.
        """
        what, drawn, self.waiting = f"{draw.die} {_phrase_step(draw)}", None, []
        try:
            if self.over:
                raise AnalyzerError(self.over)
            trader = self._trader(draw, order)
            self.tried.add(trader)
            colour = self._die(draw, left)
            if draw.box is None:
                self._check_passed(trader, draw, left)
            else:
                drawn = self._drawn(trader, draw, draw.die)
        except AnalyzerError as error:
            yield self._refused(seat_of(draw.trader, self.now.names), what, "; ".join(error.faults))
            return
        # Traders who were passed over cannot pick any more in this round.
        del order[: order.index(trader) + 1]
        left.remove((colour, draw.die))
        if drawn is None:
            yield self._step(trader, f"{draw.die}: draws nothing")
            return
        steps: list[Step] = []
        first = self._done(trader, what, drawn, draw)
        for step in chain([first], self._then(trader, draw.then, colour, drawn.special)):
            steps.append(step)
            if self.waiting and self.waiting[-1].step < 0:
                self.waiting[-1] = self.waiting[-1]._replace(step=len(steps) - 1)
        self._score_waiting(trader, steps)
        if self.pending in EFFECT_EXAMPLES and not self.over:
            assumed = " ".join(filter(None, (steps[-1].assumed, _phrase_not_taken(self.pending))))
            steps[-1] = replace(steps[-1], assumed=assumed)
        yield from steps

    def _score_waiting(self, trader: int, steps: list[Step]) -> None:
        """Score the tracks whose scoring had to wait, the last one first, and add the result to their steps."""
        for joined, score, number in reversed(self.waiting):
            try:
                drawn = self.now.score_joined(trader, joined, score)
            except AnalyzerError as error:
                steps.append(self._refused(trader, "the route of a track drawn before", "; ".join(error.faults)))
                continue
            self.now = drawn.position
            assumed = _phrase_assumed(drawn) if score is None else ""
            steps[number] = replace(steps[number], scored=drawn.scored, points=drawn.points, assumed=assumed)
        # The last step that was done shows the position after all scoring.
        done = max(number for number, step in enumerate(steps) if step.reason is None)
        steps[done] = replace(steps[done], after=self.now)

    def _trader(self, draw: DrawFields, order: list[int]) -> int:
        """Return the number of the trader; raise AnalyzerError for an unknown one or one whose turn it is not."""
        names = self.now.names
        trader = seat_of(draw.trader, names)
        if trader is None or not 1 <= trader <= self.now.traders:
            raise AnalyzerError(f"no trader {draw.trader!r}: {', '.join(names)} play")
        if trader not in order:
            raise AnalyzerError(f"{names[trader - 1]} has already picked in this round, or was passed over")
        earlier = [names[one - 1] for one in order[: order.index(trader)] if one not in self.tried]
        if earlier:
            turns = ", then ".join(names[one - 1] for one in order)
            raise AnalyzerError(f"it is the turn of {earlier[0]}: still to pick in round {self.round}: {turns}")
        return trader

    def _die(self, draw: DrawFields, left: list[tuple[str, str]]) -> str:
        """Return the colour of the die that is taken; raise AnalyzerError if none shows the type."""
        colours = [colour for colour, kind in left if kind == draw.die]
        if not colours:
            on_the_table = ", ".join(f"{colour} {kind}" for colour, kind in left) or "none"
            raise AnalyzerError(f"no die on the table shows {draw.die}: left are {on_the_table}")
        return colours[0]

    def _drawn(self, trader: int, draw: DrawFields | ThenFields, kind: str | None) -> Drawn:
        """Draw a track, and score its route unless the switch `special_order` puts scoring after the box's effect.

        Args:
            trader: number of the trader, from 1.
            draw: the track as the record states it.
            kind: type that the track must have, None for any.

        Raises:
            AnalyzerError: with the rule that forbids the draw.
        """
        if draw.box is None or draw.ends is None:
            raise AnalyzerError(NEEDS_BOTH)
        ends = track_of(draw.ends)
        if ends is not None and kind is not None and TYPE_OF[ends] != kind:
            raise AnalyzerError(f"{draw.ends} is a {TYPE_OF[ends]}, but the die shows a {kind}")
        laid = self.now.lay(trader, draw.box, draw.ends)
        if scores_later(laid.position.table, draw.box, is_extra=isinstance(draw, ThenFields)):
            self.waiting.append(WaitingTrack(laid.joined, draw.score))
            return laid
        scored = laid.position.score_joined(trader, laid.joined, draw.score)
        return replace(scored, special=laid.special)

    def _check_passed(self, trader: int, draw: DrawFields, left: list[tuple[str, str]]) -> None:
        """Raise AnalyzerError if the record draws no track although one could be drawn (rulings, point 18)."""
        switch = self.now.table.board.switches.no_place
        kinds = [draw.die] if switch == "pass" else list(dict.fromkeys(kind for _, kind in left))
        for kind in kinds:
            places = self.now.legal(trader, kind)
            if places:
                column, row, ends = places[0]
                raise AnalyzerError(
                    f"drawing is compulsory: a {kind} can be drawn, e.g. {ends} in {box_in_words((column, row))}"
                )

    def _then(self, trader: int, steps: Sequence[ThenFields], colour: str, pending: str | None) -> Iterator[Step]:
        """Carry out the recorded effects of special boxes, and yield a step for each extra track and fill.

        `self.pending` is set to the last special box whose effect the record leaves out, or to None.

        Args:
            trader: number of the trader, from 1.
            steps: effects as the record states them.
            colour: colour of the die that was taken.
            pending: kind of special box that the last track lies on.
        """
        chains = self.now.table.board.switches.chains == "yes"
        self.pending = pending
        for then in steps:
            self.pending = None
            what = f"{in_words(pending or 'nothing')}: {_phrase_step(then)}"
            if self.over:
                yield self._refused(trader, what, self.over)
                return
            try:
                drawn = self._effect(trader, then, colour, pending)
            except AnalyzerError as error:
                yield self._refused(trader, what, "; ".join(error.faults))
                return
            yield self._step(trader, what) if drawn is None else self._done(trader, what, drawn, then)
            # A rolled asteroid allows one track of the shown type, and no second effect.
            after_roll = ROLLED if then.shows else None
            pending = after_roll if drawn is None else drawn.special if chains else None
            self.pending = pending

    def _effect(self, trader: int, then: ThenFields, colour: str, pending: str | None) -> Drawn | None:
        """Draw an extra track or fill a box; raise AnalyzerError if the special box does not allow it."""
        wrong = wrong_effect(then, pending, self.now.galaxy, colour)
        if wrong:
            raise AnalyzerError(wrong)
        if then.fill is not None:
            self.now = self.now.fill(then.fill)
        return None if then.box is None else self._drawn(trader, then, then.shows)

    def _done(self, trader: int, what: str, drawn: Drawn, draw: DrawFields | ThenFields) -> Step:
        """Make the position after a draw the present one, and return the step of the draw."""
        self.now = drawn.position
        assumed = _phrase_assumed(drawn) if draw.score is None else ""
        return self._step(trader, what, scored=drawn.scored, points=drawn.points, assumed=assumed)

    def _refused(self, trader: int | None, what: str, reason: str) -> Step:
        """Return the step of a refused turn or roll."""
        return self._step(trader, what, reason=reason)

    def _step(self, trader: int | None, what: str, **more: Any) -> Step:
        """Return a step at the present position."""
        return Step(self.round, trader, what, self.now, **more)


def _phrase_not_taken(box: str) -> str:
    """Return a sentence on the assumption that a special box was not used."""
    nothing = "no box was filled" if box == "black_hole" else "no extra track was drawn"
    return (
        f"The record does not say what came of the {in_words(box)}: assumed that {nothing}. "
        f"Write then: [{{{EFFECT_EXAMPLES[box]}}}], or then: [{{}}] if it was so."
    )


def _phrase_assumed(drawn: Drawn) -> str:
    """Return a sentence on which of several pairs was assumed to be scored, "" if there was no choice."""
    if drawn.scored is None or len(drawn.free) < 2:
        return ""
    (one, other), free = drawn.scored, ", ".join(f"{a}-{b} ({boxes})" for (a, b), boxes in drawn.free.items())
    assumed = f"assumed {one}-{other}, the most points, of {free}"
    return f"The record does not say which pair is scored: {assumed}. Write score: [{one}, {other}]."


def _phrase_step(step: DrawFields | ThenFields) -> str:
    """Return a draw or fill in words, as the record says it."""
    fill = getattr(step, "fill", None)
    shows = getattr(step, "shows", None)
    parts = [f"shows {shows}"] * (shows is not None)
    if step.box is not None:
        parts.append(f"{step.ends or '?'} in {box_in_words(step.box)}")
    if fill is not None:
        parts.append(f"fills {box_in_words(fill)}")
    return ", ".join(parts) or "nothing"
