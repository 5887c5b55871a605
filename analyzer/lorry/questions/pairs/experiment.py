"""Games counted pair by pair and seat by seat: who scores which pair, when, for how much; the total of each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metrics
from analyzer.lorry.experiment import GAMES_AT_ONCE, GameExperiment
from analyzer.lorry.questions.pairs.answer import SHARES, TOTAL, ScoredPairs
from analyzer.lorry.turn.draw import bits_of
from analyzer.lorry.turn.table import Table
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.mapped_tally import MappedTally
from analyzer.statistics.tally import Columns

METRICS = Metrics(
    listed=(TOTAL,),
    score="total",
    unit="points",
    below_zero=(),
    bounds={"total": "the galaxy bounds it, and a result knows by how much"},
)


@dataclass(frozen=True)
class ByPair(Derived[GameExperiment]):
    """An experiment that counts pairs and seats.

    Columns (traders, trials, pairs): `scored` (0 or 1), `points` and `round` (from 1) of routes of the trader, `first`
    (0 or 1) those in the first round in which any route is scored; (traders, trials, places in the picking order of the
    first round): `seat_total`, and `seat_won` in parts of SHARES, 0 but at the trader's place.
    """

    QUESTION: ClassVar[str] = "pairs"
    AT_ONCE: ClassVar[int] = GAMES_AT_ONCE
    COUNTED: ClassVar[type[MappedTally]] = MappedTally

    @property
    def metrics(self) -> Metrics:
        """Totals alone: all else is counted by pair and by seat."""
        return METRICS

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those games."""
        how, columns = self.experiment, dict[str, Any]()
        for begin in range(first, first + trials, self.AT_ONCE):
            many = min(self.AT_ONCE, first + trials - begin)
            for table in how.played(begin, many):
                for name, rows in columns_of(table).items():
                    shape = (table.board.traders, trials, *rows.shape[2:])
                    columns.setdefault(name, np.zeros(shape, np.int64))[:, table.game - first] = rows
        return columns

    def count(self, columns: Columns) -> MappedTally:
        """Sums by pair and by seat."""
        return MappedTally.of(columns)

    def result(self, counted: MappedTally, stretches: tuple[Stretch, ...] = ()) -> ScoredPairs:
        """Pair by pair."""
        return ScoredPairs(self, counted, stretches)


def columns_of(table: Table) -> dict[str, npt.NDArray[Any]]:
    """Games at their end, by pair and by seat."""
    own = np.array([bits_of(table, pairs) for pairs in table.by])
    paid, when = table.paid.T.astype(np.int64), table.when.T.astype(np.int64)
    never = np.iinfo(np.int64).max
    earliest = np.where(when > 0, when, never).min(axis=1, keepdims=True)
    by_pair = {"scored": own, "points": own * paid, "round": own * when, "first": own & (when == earliest)}
    totals, traders = table.totals.astype(np.int64), table.board.traders
    place = (np.arange(traders) - table.first) % traders
    there = (place[:, None] == np.arange(traders))[:, None, :]
    best = totals == totals.max(axis=0)
    share = SHARES * best // best.sum(axis=0)
    seats = {"seat_total": totals[..., None] * there, "seat_won": share[..., None] * there}
    return {"total": totals} | by_pair | seats
