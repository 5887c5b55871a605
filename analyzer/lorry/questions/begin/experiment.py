"""Games in which trader 1 is told how to begin: at a planet, with a pair, or by their own choice; all else as raced."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.result import Result
from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.compiled import compiled
from analyzer.lorry.captains.judge import Priced
from analyzer.lorry.captains.opener import BeginsAt, HeadsFor, Opener
from analyzer.lorry.columns import columns_of
from analyzer.lorry.experiment import GAMES_AT_ONCE, GameExperiment
from analyzer.lorry.turn.dice import Sampled
from analyzer.lorry.turn.games import judged
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Columns, Tally
from analyzer.world import Subject

FREELY = "own choice"
PLANETS = Metric("first_planets", "planets that their first turn flies to, as bits from planet 1 on", in_tables=False)
PAIR = Metric("first_pair", "the pair they score first, by its number from 1, 0 for none", in_tables=False)


@dataclass(frozen=True)
class Opening(Derived[GameExperiment]):
    """Games of which only trader 1 is told. beginning: a planet to begin at, a pair to head for first, or ()."""

    beginning: tuple[int, ...] = ()

    QUESTION: ClassVar[str] = "opening"
    SUBJECT: ClassVar[tuple[str, str]] = ("beginning", "beginnings")
    AT_ONCE: ClassVar[int] = GAMES_AT_ONCE
    COUNTED: ClassVar[type[Tally]] = Tally

    def __post_init__(self) -> None:
        captain = self.experiment.captains[0]
        if captain.plays == "random":
            raise AnalyzerError("captain random weighs nothing: name one who plays by prices as trader 1")
        if captain.thinks is not None:
            raise AnalyzerError(
                f"captain {captain.name} imagines games: name one who plays by prices alone as trader 1"
            )
        planets, pairs = range(1, len(self.experiment.galaxy.planets) + 1), self.experiment.galaxy.pairs
        one = len(self.beginning) == 1 and self.beginning[0] in planets
        if self.beginning and not one and self.beginning not in pairs:
            raise AnalyzerError(
                f"a beginning {self.beginning!r}: give a planet of 1 to {len(planets)}, or two, in order"
            )

    @property
    def metrics(self) -> Metrics:
        """Those of any game, and how trader 1 began."""
        usual = self.experiment.metrics
        return replace(usual, listed=(*usual.listed, PLANETS, PAIR))

    @property
    def name(self) -> str:
        """What trader 1 is told."""
        return "-".join(map(str, self.beginning)) if self.beginning else FREELY

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Trader 1."""
        return (Subject(self.name, self.experiment.captains[0].name),)

    def run_block(self, first: int, trials: int) -> Columns:
        """Columns (1, trials)."""
        columns: Columns = {}
        for begin in range(first, first + trials, self.AT_ONCE):
            for name, column in self._games(begin, min(self.AT_ONCE, first + trials - begin)).items():
                where = slice(begin - first, begin - first + column.size)
                columns.setdefault(name, np.zeros((1, trials), np.int64))[0, where] = column
        return {name: columns[name] for name in self.metrics.columns}

    def _games(self, begin: int, many: int) -> Columns:
        """Columns (games,) of trader 1."""
        how, columns = self.experiment, dict[str, Any]()
        sampled = Sampled(how.seed, [how.galaxy.faces_of(colour) for colour in how.dice])
        opener = self._opener(begin, many)
        judges = [opener, *(compiled(captain) for captain in how.captains[1:])]
        for table in judged(how.board, judges, sampled, np.arange(begin, begin + many), how.turns):
            for name, rows in columns_of(table).items():
                columns.setdefault(name, np.zeros(many, np.int64))[table.game - begin] = rows[0]
        return columns | {PLANETS.name: opener.planets, PAIR.name: opener.pairs + 1}

    def _opener(self, begin: int, many: int) -> Opener:
        """Trader 1 in so many games."""
        judge = Priced(self.experiment.captains[0])
        if not self.beginning:
            return Opener(judge, begin, many)
        if len(self.beginning) == 1:
            return BeginsAt(judge, begin, many, self.beginning[0] - 1)
        return HeadsFor(judge, begin, many, self._pair)

    @property
    def _pair(self) -> int:
        """The pair by number."""
        first, second = self.beginning
        return self.experiment.galaxy.pairs.index((first, second))

    def share(self, columns: dict[str, Histogram]) -> float:
        """The share of some games in which it came so: trader 1 began there, or scored that pair first."""
        if len(self.beginning) == 1:
            begun = columns[PLANETS.name]
            so = sum(many for bits, many in begun.counts.items() if bits >> self.beginning[0] - 1 & 1)
        else:
            begun = columns[PAIR.name]
            so = begun.counts.get(self._pair + 1, 0)
        return so / begun.n

    def count(self, columns: Columns) -> Tally:
        """A histogram of every column."""
        return Tally.of(columns)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Result:
        """What came of it."""
        return Result(self, counted, stretches)

    def describe(self) -> dict[str, Any]:
        """The games, and what trader 1 is told."""
        return super().describe() | {"told": list(self.beginning)}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> Self:
        """The same again."""
        return replace(super().rebuilt(described), beginning=tuple(described["told"]))
