"""Games that begin at a position: what was drawn, filled and scored lies there, all else is as in any game."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.compiled import compiled
from analyzer.lorry.captains.imagined import Settled, finish_round
from analyzer.lorry.edition import of_its_edition, played_by
from analyzer.lorry.experiment import GameExperiment, Trader
from analyzer.lorry.position.open_decision import NothingOpen
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import parse_position, write_position
from analyzer.lorry.position.resume import Resumed
from analyzer.lorry.switches import load_switches
from analyzer.lorry.turn.acting import Allowed, Judge, Lengths, Picked, Turn
from analyzer.lorry.turn.board import Board
from analyzer.lorry.turn.dice import Sampled
from analyzer.lorry.turn.draw import Games
from analyzer.lorry.turn.round import TURNS_ALONE, play_on
from analyzer.lorry.turn.table import Table


@of_its_edition
@dataclass(frozen=True)
class FromPosition(GameExperiment):
    """Games from a position on; traders have its names, and totals what was scored before.

    turns: how many are left in a game alone.
    """

    position: Position = field(kw_only=True)

    QUESTION: ClassVar[str] = "position"
    UNPAIRED: ClassVar[str] = "the positions differ: compare games from one position"
    has_begun: ClassVar[bool] = True

    @cached_property
    def board(self) -> Board:
        """The galaxy, compiled."""
        return self.position.table.board

    def played(self, first: int, many: int) -> Iterator[Table]:
        """Tables of those games as they end, in no order."""
        judges = [compiled(captain) for captain in self.captains]
        dice = Sampled(self.seed, [self.galaxy.faces_of(colour) for colour in self.dice])
        resumed, position = self._resumed, self.position
        table = (resumed.position if resumed else position).table.take(np.zeros(many, np.intp))
        table.game, table.until = np.arange(first, first + many), self.turns
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
    def _resumed(self) -> Resumed | None:
        """The turn at hand; None before a roll."""
        turn = self.position.turn
        return Resumed(self.position, self.dice) if turn and all(kind for _, kind in turn.dice) and turn.dice else None

    @cached_property
    def subjects(self) -> tuple[Trader, ...]:
        """The traders in seating order, by their names in the position."""
        each = zip(self.position.names, self.captains, strict=True)
        return tuple(Trader(name, captain.name, captain=captain) for name, captain in each)

    @property
    def pairing(self) -> Hashable:
        """Games of one number are pairs from one position."""
        return super().pairing, write_position(self.position, None)

    @property
    def title(self) -> str:
        """The position in a few words."""
        slots = self.position.slots
        return f"{super().title}, from {self.position.name} on, after {slots} route{'s' * (slots != 1)}"

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""
        begun = (
            f"Games go on from {self.position.name}: totals include what was scored before, and rounds count from it."
        )
        return [begun, *super().notes()]

    def describe(self) -> dict[str, Any]:
        """All that fixes its numbers, in plain types."""
        return super().describe() | {"position": write_position(self.position, None)}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> FromPosition:
        """The experiment that was described."""
        plain = GameExperiment.rebuilt(described)
        settled = {one.name: getattr(plain, one.name) for one in fields(plain)}
        with played_by(plain.edition):
            return cls(**settled, position=parse_position(described["position"]))


class Limited(Settled):
    """A captain whose next pick is limited to some types of track: those of the die that was taken."""

    def __init__(self, judge: Judge, allowed: Allowed) -> None:
        self.judge, self.allowed, self.has_picked = judge, allowed, False

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> Picked:
        """At first among those types, then the captain's choice."""
        if not self.has_picked:
            self.has_picked, allowed = True, np.repeat(self.allowed, games.size, axis=1)
        return self.judge.pick(turn, games, allowed, extra)

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """The captain's choice."""
        return self.judge.pair(turn, games, lengths)


def _begun(resumed: Resumed, judge: Judge, games: int) -> Judge:
    """A captain in whose turn things were done already."""
    if resumed.open.place is None:
        return Limited(judge, resumed.allowed)
    cell = resumed.position.table.board.space.cell(resumed.open.place[0])
    whole = np.ones(games, np.intp)
    return Settled(judge, (resumed.open.track * whole).astype(np.int8), cell * whole, -whole)


def plan_position(
    position: Position,
    captains: Sequence[Captain],
    seed: int = 1,
    dice: Sequence[str] | str | None = None,
    turns: int = TURNS_ALONE,
) -> FromPosition:
    """The experiment of games from a position on; raises AnalyzerError where it does not say who picks, or is over."""
    name, turn = position.name, position.turn
    if position.over:
        raise AnalyzerError(f"{name}: the game is over: nothing is left to play")
    if turn is None:
        raise AnalyzerError(f"{name}: the file does not say who picks next: add turn: {{picks: ...}}")
    if len(captains) != position.traders:
        raise AnalyzerError(f"{name}: {position.traders} traders, but {len(captains)} captains: give one for each")
    colours = position.galaxy.dice_for(position.traders, dice or _alone(position))
    switches = load_switches(dict(position.galaxy.switches))
    experiment = FromPosition(position.galaxy, tuple(captains), colours, seed, switches, turns, position=position)
    try:
        _ = experiment._resumed
    except NothingOpen as error:
        raise AnalyzerError(f"{error}: say how things are after this turn, and who picks then.") from None
    return experiment


def _alone(position: Position) -> tuple[str, ...] | None:
    """The dice of a trader alone: those on the table, if any are."""
    if position.traders > 1 or position.turn is None:
        return None
    return tuple(colour for colour, _ in position.turn.dice) or None
