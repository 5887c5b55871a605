"""Games that are played on from a position, as an experiment."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.thinker import PrescribedDraw, compiled, finish_round
from analyzer.lorry.experiment import GameExperiment, Trader
from analyzer.lorry.position.open_decision import FILL, NothingOpen, open_decision
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import parse_position, write_position
from analyzer.lorry.tables import TYPES, load_switches
from analyzer.lorry.turn.board import HOLE, ROCKET, Board
from analyzer.lorry.turn.dice import SampledDice
from analyzer.lorry.turn.draw import Allowed, Dice, DrawChoice, Games, Judge, Lengths, Turn
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import TURNS_ALONE, play_on


class ResumedPosition:
    """A position at an open decision, ready to be played on.

    Args:
        position: The position.
        dice: The colours of all dice that are rolled; None for the usual ones.

    Attributes:
        before: The given position.
        position: The position after the part of its turn that is already played.
        trader: The trader whose turn it is, from 0.
        rolled: The type on each die. Shape (dice,).
        left: Whether each die is on the table. Shape (dice,).
        place: The trader's place in the picking order, from 0.
        first: The trader who began the round, from 0.
        special: The effect that the open decision belongs to. HOLE for a fill; ROCKET for an extra track, also that of
            an asteroid, and for the pair that it scores at once; else 0.
        waiting: For each earlier track of the turn whose route is scored after all effects, whether it joined each
            pair. Tracks are in the order in which they were drawn. Shape (tracks, pairs).
    """

    def __init__(self, position: Position, dice: Sequence[str] | None = None) -> None:
        self.open = open_decision(position)
        at_turn = position.turn
        assert at_turn is not None
        self.before, self.position, self.name = position, self.open.position, position.name
        self.trader = at_turn.picks - 1
        # Reversed, because dice are listed white before orange.
        alone = tuple(sorted(colour for colour, _ in at_turn.dice))[::-1]
        self.dice = tuple(dice or (position.galaxy.dice_for(position.traders) if position.traders > 1 else alone))
        self.rolled, self.left = on_the_table(self.dice, at_turn.dice, position.name)
        # Each trader takes one die, so the missing dice tell how many have picked.
        self.place = len(self.dice) - int(self.left.sum()) if position.traders > 1 else 0
        self.first = (self.trader - self.place) % position.traders
        # An asteroid was rolled before, so it differs from a rocket only in `allowed`.
        self.special = ROCKET if self.open.is_extra else HOLE if self.open.what == FILL else 0
        pairs = position.galaxy.pairs
        self.waiting = np.array([[pair in joined for pair in pairs] for joined in self.open.waiting], np.bool_)

    @property
    def allowed(self) -> Allowed:
        """Whether each type may be drawn. Shape (types, 1)."""
        return np.array([[kind in self.open.kinds] for kind in TYPES])

    def turn(self, table: Table, judge: Judge, dice: Dice) -> Turn:
        """Return the turn in progress for all games of a table, which must be copies of `position`."""
        table.first = self.first
        traders = table.board.traders
        following = (self.trader + 1) % traders if self.place + 1 < traders else None
        rolled = np.repeat(self.rolled[:, None], table.games, axis=1)
        left = np.repeat(self.left[:, None], table.games, axis=1)
        turn = Turn(table, self.trader, judge, dice, self.place, following, rolled, left)
        if self.open.die is not None:
            colour, kind = self.open.die
            fits = [die == colour and TYPES[shows] == kind for die, shows in zip(self.dice, self.rolled, strict=True)]
            turn.die[:] = int(np.argmax(np.array(fits) & self.left))
            # In all other decisions the track is drawn in these games, so its die is still on the table.
            if self.special or len(self.waiting):
                turn.left[turn.die[0]] = False
        return turn


def on_the_table(
    dice: Sequence[str], table: Sequence[tuple[str, str]], name: str
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    """Return the type on each die, and whether the die is still on the table. Shape (dice,) each.

    Args:
        dice: The colours of all dice.
        table: Colour and type of each die on the table.
        name: The name of the position, for the error.

    Raises:
        AnalyzerError: More dice of a colour are on the table than are rolled.
    """
    rolled, left = np.zeros(len(dice), np.int8), np.zeros(len(dice), np.bool_)
    for colour, kind in table:
        free = [number for number, one in enumerate(dice) if one == colour and not left[number]]
        if not free:
            raise AnalyzerError(f"{name}: turn.dice: more {colour} dice than {', '.join(dice)}, which are rolled")
        rolled[free[0]], left[free[0]] = TYPES.index(kind), True
    return rolled, left


@dataclass(frozen=True)
class FromPosition(GameExperiment):
    """An experiment of games that go on from a position; totals include everything scored before."""

    position: Position = field(kw_only=True)

    QUESTION: ClassVar[str] = "position"
    UNPAIRED: ClassVar[str] = "the positions differ: compare games from one position"
    has_begun: ClassVar[bool] = True

    @cached_property
    def board(self) -> Board:
        """The galaxy of the position, compiled for the rule engine."""
        return self.position.table.board

    def played(self, first: int, many: int) -> Iterator[Table]:
        """Play `many` games on from the position, and yield tables of those that ended, in no fixed order."""
        judges = [compiled(captain) for captain in self.captains]
        dice = SampledDice(self.seed, [self.galaxy.faces_of(colour) for colour in self.dice])
        resumed, position = self._resumed, self.position
        # Copies of one game; only the dice from here on differ.
        table = (resumed.position if resumed else position).table.take(np.zeros(many, np.intp))
        table.game, table.until = np.arange(first, first + many), self.turns
        # Rounds are counted from the position on, so routes scored before it belong to none.
        table.when[:] = 0
        if resumed:
            judge = judges[resumed.trader]
            turn = resumed.turn(table, _begun(resumed, judge, many), dice)
            table.rounds += 1
            finish_round(turn, judges, resumed.special, resumed.waiting)
        elif position.turn:
            table.first = position.turn.picks - 1
        over = table.over | (self.alone and table.round >= self.turns)
        if over.any():
            yield table.take(np.flatnonzero(over))
        yield from play_on(table.take(np.flatnonzero(~over)), judges, dice, self.turns)

    @cached_property
    def _resumed(self) -> ResumedPosition | None:
        """The position's turn, to be played on from its open decision; None before its roll."""
        turn = self.position.turn
        return (
            ResumedPosition(self.position, self.dice)
            if turn and all(kind for _, kind in turn.dice) and turn.dice
            else None
        )

    @cached_property
    def subjects(self) -> tuple[Trader, ...]:
        """The traders in seating order, by their names in the position."""
        each = zip(self.position.names, self.captains, strict=True)
        return tuple(Trader(name, captain.name, captain=captain) for name, captain in each)

    @property
    def pairing(self) -> Hashable:
        """The key of `GameExperiment.pairing` with the position, so that only games from one position are paired."""
        return super().pairing, write_position(self.position, None)

    @property
    def title(self) -> str:
        """The position in a few words."""
        slots = self.position.slots
        return f"{super().title}, from {self.position.name} on, after {slots} route{'s' * (slots != 1)}"

    def notes(self) -> list[str]:
        """Return the notes that a reader of the numbers needs."""
        begun = (
            f"Games begin at the position {self.position.name}: totals include points scored before it, and rounds are "
            "counted from it."
        )
        return [begun, *super().notes()]

    def describe(self) -> dict[str, Any]:
        """Return the settings that determine the results, in plain types."""
        return super().describe() | {"position": write_position(self.position, None)}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> FromPosition:
        """Return the experiment that `describe` described."""
        plain = GameExperiment.rebuilt(described)
        settled = {one.name: getattr(plain, one.name) for one in fields(plain)}
        return cls(**settled, position=parse_position(described["position"], edition=plain.edition))


class LimitedJudge(PrescribedDraw):
    """A judge whose next pick is limited to some types of track, because the die was already taken."""

    def __init__(self, judge: Judge, allowed: Allowed) -> None:
        self.judge, self.allowed, self.has_picked = judge, allowed, False

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> DrawChoice:
        """Return the judge's pick; the first pick is limited to the allowed types, later ones are not."""
        if not self.has_picked:
            self.has_picked, allowed = True, np.repeat(self.allowed, games.size, axis=1)
        return self.judge.pick(turn, games, allowed, extra)

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """Return the index of the pair of planets that the judge scores; -1 for none. Shape (entries,)."""
        return self.judge.pair(turn, games, lengths)


def _begun(resumed: ResumedPosition, judge: Judge, games: int) -> Judge:
    """Return a judge that first repeats the choices already made in the turn, then chooses like `judge`."""
    if resumed.open.place is None:
        return LimitedJudge(judge, resumed.allowed)
    cell = resumed.position.table.board.space.cell(resumed.open.place[0])
    whole = np.ones(games, np.intp)
    return PrescribedDraw(judge, (resumed.open.track * whole).astype(np.int8), cell * whole, -whole)


def plan_position(
    position: Position,
    captains: Sequence[Captain],
    seed: int = 1,
    dice: Sequence[str] | str | None = None,
    turns: int = TURNS_ALONE,
) -> FromPosition:
    """Return the experiment of games that go on from a position.

    Args:
        position: The position.
        captains: A captain for each trader.
        seed: The seed.
        dice: The colours of the dice. If None, the usual ones; for one trader those on the table, if there are any.
        turns: The number of turns after which a game with one trader ends.

    Raises:
        AnalyzerError: The position does not state who picks, the game is over, or captains are missing.
    """
    name, turn = position.name, position.turn
    if position.over:
        raise AnalyzerError(f"{name}: the game is over: nothing is left to play")
    if turn is None:
        raise AnalyzerError(f"{name}: the file does not say who picks next: add it, e.g. turn: {{picks: 1}}")
    if len(captains) != position.traders:
        raise AnalyzerError(f"{name}: {position.traders} traders, but {len(captains)} captains: give one for each")
    alone = tuple(colour for colour, _ in turn.dice) if position.traders == 1 else ()
    colours = position.galaxy.dice_for(position.traders, dice or alone or None)
    switches = load_switches(dict(position.galaxy.switches))
    experiment = FromPosition(position.galaxy, tuple(captains), colours, seed, switches, turns, position=position)
    try:
        _ = experiment._resumed
    except NothingOpen as error:
        raise AnalyzerError(f"{error}: describe the position after this turn, and say who picks then.") from None
    return experiment
