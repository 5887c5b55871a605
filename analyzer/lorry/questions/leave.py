"""Worth of each type of die to the trader who picks second, if the first trader leaves it on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Self, Unpack

import numpy as np
import numpy.typing as npt

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metrics
from analyzer.answers.result import Result
from analyzer.errors import AnalyzerError, all_or_faults, one_of, whole_number
from analyzer.lorry.api import CaptainLike, DiceLike, SwitchesLike, game_experiment
from analyzer.lorry.captains.thinker import compiled
from analyzer.lorry.experiment import GAMES_AT_ONCE, GameExperiment
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike
from analyzer.lorry.metrics import columns_of
from analyzer.lorry.tables import TYPES
from analyzer.lorry.turn.board import Cells
from analyzer.lorry.turn.dice import CopiedDice
from analyzer.lorry.turn.draw import Allowed, DrawChoice, Games, Judge, Lengths, Turn
from analyzer.lorry.turn.games import play_with_judges
from analyzer.lorry.turn.table import Table
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.lorry.worths import Worths
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import Checks, compare_experiments
from analyzer.statistics.tally import Columns, Tally
from analyzer.world import Subject

AS_ROLLED, NO_DIE = "as rolled", "no die"
LEFT = (*TYPES, AS_ROLLED, NO_DIE)
"""Possible changes of the die: it shows a given type, stays as rolled, or is taken away."""
NEXT = 1
"""Place in the picking order, from 0, of the seat that is measured."""


@dataclass(frozen=True)
class LeftDie(Derived[GameExperiment]):
    """Games in which one die is changed in one round, before the trader who picks second takes a die.

    It is the first die that is left on the table, in the order in which dice are listed.

    Attributes:
        kind: type that the die is turned to, or that it stays as rolled, or that it is taken away; one of LEFT.
        rounds: rounds to choose from, counted from 1. Game n uses the round with index n modulo their number. A game
            that ends before that round is not changed.
    """

    kind: str = AS_ROLLED
    rounds: tuple[int, ...] = (1,)

    QUESTION: ClassVar[str] = "left die"
    SUBJECT = ("left", "dice that may be left")
    AT_ONCE: ClassVar[int] = GAMES_AT_ONCE
    COUNTED: ClassVar[type[Tally]] = Tally

    def __post_init__(self) -> None:
        if self.experiment.alone:
            raise AnalyzerError("one captain plays alone, so nobody picks second: name two to four captains")
        if self.kind not in LEFT:
            raise AnalyzerError(f"what is left, {self.kind!r}: {one_of(self.kind, LEFT)}")
        if not self.rounds:
            raise AnalyzerError("no round is named in which a die is left: name one, from 1")
        all_or_faults(lambda number: whole_number(number, "round", 1), self.rounds)

    @property
    def metrics(self) -> Metrics:
        """Metrics of any game."""
        return self.experiment.metrics

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The trader who picks second in the round."""
        return (Subject(self.kind, " and ".join(dict.fromkeys(captain.name for captain in self.experiment.captains))),)

    @property
    def title(self) -> str:
        """Galaxy and dice of the games, and the rounds in which a die is changed."""
        return f"{self.experiment.title}, {self._when()}"

    def notes(self) -> list[str]:
        """Return notes for a reader of the numbers."""
        over = "A game that ends before that round does not differ between the rows."
        return [over, *self.experiment.notes()]

    def _when(self) -> str:
        """Return the rounds in which a die is changed, in words."""
        first, last = min(self.rounds), max(self.rounds)
        if first == last:
            return f"round {first}"
        whole = set(self.rounds) == set(range(first, last + 1))
        return f"rounds {first} to {last}" if whole else f"rounds {', '.join(map(str, sorted(set(self.rounds))))}"

    def run_block(self, first: int, trials: int) -> Columns:
        """Return the columns of games `first` to `first + trials - 1`, each of shape (1, trials)."""
        return self.run_side_by_side([self], first, trials)[0]

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Any], first: int, trials: int) -> list[Columns]:
        """Return the columns of each experiment; those with the same games and rounds are played on one table."""
        how, rounds = experiments[0].experiment, experiments[0].rounds
        if any((one.experiment, one.rounds) != (how, rounds) for one in experiments):
            return [columns for one in experiments for columns in cls.run_side_by_side([one], first, trials)]
        copies = len(experiments)
        change = DieChange([one.kind for one in experiments], rounds)
        judges = [ChangesDie(compiled(captain), change) for captain in how.captains]
        dice = CopiedDice(how.seed, [how.galaxy.faces_of(colour) for colour in how.dice], copies)
        columns: dict[str, Any] = {}
        at_once = max(1, cls.AT_ONCE // copies)
        for begin in range(first, first + trials, at_once):
            numbers = np.arange(begin * copies, min(begin + at_once, first + trials) * copies)
            for table in play_with_judges(how.board, judges, dice, numbers):
                seat = (table.first + change.round_of(table) + NEXT) % table.board.traders
                for name, rows in columns_of(table).items():
                    own = rows[seat, np.arange(table.games)]
                    # Seen flat, (trials, copies) has the order of the numbers of copied games.
                    held = columns.setdefault(name, np.zeros((trials, copies), np.int64)).reshape(-1)
                    held[table.game - first * copies] = own
        names = experiments[0].metrics.columns
        return [{name: columns[name][None, :, number] for name in names} for number in range(copies)]

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Result:
        """Return the result of counted games."""
        return Result(self, counted, stretches)

    def describe(self) -> dict[str, Any]:
        """Return the settings that determine the results: the games, the kind of die left and the rounds."""
        return super().describe() | {"kind": self.kind, "rounds": list(self.rounds)}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Self:
        """Return an experiment equal to the described one."""
        return replace(super().rebuilt(described), kind=described["kind"], rounds=tuple(described["rounds"]))


@dataclass(frozen=True)
class DieChange:
    """Change of one die in one round of each game, before the trader who picks second takes a die.

    Attributes:
        kinds: what becomes of the die, one of LEFT for each copy of a game.
        rounds: rounds to choose from, counted from 1.
    """

    kinds: Sequence[str]
    rounds: tuple[int, ...]

    def round_of(self, table: Table) -> npt.NDArray[np.int64]:
        """Return, for each game, the round in which a die is changed, from 0. Shape (games,)."""
        # Copies of a game have neighbouring numbers: the quotient is the number of the game, the rest that of the copy.
        return np.array(self.rounds)[table.game // len(self.kinds) % len(self.rounds)] - 1

    def apply(self, turn: Turn, games: Games) -> None:
        """Change the first die on the table before the second trader picks, in games that are at their chosen round.

        Other turns are left as they are.
        """
        table = turn.table
        if turn.place != NEXT:
            return
        now = games[self.round_of(table)[games] == table.round]
        copy_of = table.game[now] % len(self.kinds)
        for number, kind in enumerate(self.kinds):
            own = now[copy_of == number]
            if kind == AS_ROLLED or not own.size:
                continue
            # The first die that is left, in the order in which dice are listed.
            die = turn.left[:, own].argmax(axis=0)
            if kind == NO_DIE:
                turn.left[die, own] = False
            else:
                turn.rolled[die, own] = TYPES.index(kind)


@dataclass
class ChangesDie:
    """A judge that changes the die as prescribed, then chooses like another judge."""

    judge: Judge
    left: DieChange

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> DrawChoice:
        """Change the die, then return the captain's choice."""
        if not extra:
            self.left.apply(turn, games)
            allowed = turn.allowed(games)
        return self.judge.pick(turn, games, allowed, extra)

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """Return the captain's choice of the scored pair."""
        return self.judge.pair(turn, games, lengths)

    def fill(self, turn: Turn, games: Games) -> Cells:
        """Return the captain's choice of the box to fill."""
        return self.judge.fill(turn, games)


GAMES = 4_000
ROUNDS = tuple(range(1, 13))
"""Rounds that nearly all games reach."""
MARGIN = 0.25
CONCLUSIONS = (
    "The trader who picks second is measured. In one round of each game, one of the dice left to them is turned to the "
    "type of the row, or stays as rolled; all else is the same. Worth: the margin that this die brings them, compared "
    "with taking it away.",
)


def leave(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,) * 2,
    rounds: Sequence[int] = ROUNDS,
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Worths:
    """Return what a die of each type is worth to the trader who picks second, if the first one leaves it on the table.

    In one round of each game, the first die left to the second trader is turned to a type, stays as rolled, or is taken
    away. All else is rolled as before. Worth is the margin gained over games in which the die is taken away.

    Args:
        galaxy: galaxy, its file or its fields.
        games: number of games with each change of the die. If None, at most 4,000; a change that is clearly behind the
            best one ends earlier.
        seed: seed of all games.
        captains: two to four captains in seating order.
        rounds: rounds in which a die is left, from 1, spread evenly over the games.
        dice: colours of the dice; the usual ones if None.
        switches: rule switches.
        margin: points that count as no difference.
        **how_much: `precision`, `first`, `workers`, `save`, `plain` and `progress`, as for every run.

    Returns:
        The worths, with 95% intervals that hold for all types at once.

    Raises:
        AnalyzerError: there is one captain only, or an argument is wrong.

    >>> from analyzer import lorry
    >>> sorted(one.name for one in lorry.leave("ships/lorry/tiny.yaml", 20, rounds=[1]).worths)
    ['as rolled', 'branch', 'crossing', 'curve', 'straight']
    """
    whole = game_experiment(galaxy, captains, seed, dice, switches=switches)
    made = {kind: LeftDie(whole, kind, tuple(rounds)) for kind in LEFT}
    worths = partial(Worths, base=NO_DIE, what=("left", "dice that may be left"), said=CONCLUSIONS)
    checks = Checks(NO_DIE, seeks_best=True, shown=worths)
    return worths(compare_experiments(made, games, usual=GAMES, margin=margin, checks=checks, **how_much))
