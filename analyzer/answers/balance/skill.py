"""Shares of captains, the first player, and cards and dice in the variance of who wins a game of two players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from analyzer.answers.balance.game import Held
from analyzer.answers.balance.things import Thing, measure_apart
from analyzer.answers.balance.verdicts import flat
from analyzer.answers.description import INTERVAL, PERCENT, TEXT, WORD, Column, Row, Table, in_percent
from analyzer.montecarlo.workers import Processes
from analyzer.statistics.estimate import Estimate, each_of
from analyzer.statistics.moments import Moments

CAPTAINS, FIRST, LUCK = "captains", "first player", "cards and dice"
PARTS = {
    CAPTAINS: "which of the two captains plays better",
    FIRST: "who begins; some captains gain more by it than others",
    LUCK: "the rest: what differs between games of the same captains with the same first player",
}
"""Parts of the variance of who wins, with their meaning."""
MOST = 4
"""Largest number of captains that are compared; each plays against every other one and against itself."""


@dataclass(frozen=True)
class Skill(Held):
    """Shares in the variance of who wins; only the share of captains has a target.

    `values` has one entry: its name says which games were played, its value is the share of captains.

    Attributes:
        shares: share of each of `PARTS`; the intervals hold together.
    """

    shares: Mapping[str, Estimate]

    def table(self) -> Table:
        """Return the table of the shares."""
        (which,) = self.values
        rows = [
            Row({
                "part": part, "share": share, "what": PARTS[part],
                "verdict": self.target.verdict(share) if part == CAPTAINS else "",
            })
            for part, share in self.shares.items()
        ]  # fmt: skip
        columns = (
            Column("part", "part", WORD),
            Column(
                "share",
                "share",
                PERCENT,
                f"of the variance of who wins, in {which}; intervals hold for all rows at once",
                INTERVAL,
                flat=flat,
            ),
            Column("verdict", f"target: {self.target.words}", WORD),
            Column("what", "what it is", TEXT),
        )  # fmt: skip
        return Table(self.name, columns, rows, "what decides: skill and luck")

    def sentences(self) -> Iterator[str]:
        """Yield one sentence with all the shares."""
        each = ", ".join(
            f"{part} {in_percent(one.mean, 1)} ({in_percent(one.low, 1)} to {in_percent(one.high, 1)})"
            for part, one in self.shares.items()
        )
        yield f"What decides who wins a game of two players, in shares of the variance: {each}."


def measure_skill(
    games: Sequence[Sequence[Thing]], trials: int, workers: Processes, heard: Callable[[int], None]
) -> dict[str, Estimate]:
    """Return the share of captains, of the seat and of luck in who wins, with intervals that hold together.

    The keys are the names in `PARTS`.

    Args:
        games: games of each captain who begins (rows) against each captain (columns). A game counts 1 if the captain
            who begins wins, -1 if the other one wins, else 0.
        trials: number of games in each row and column.
        workers: number of processes.
        heard: called with the number of games just played.
    """
    moments = measure_apart([thing for row in games for thing in row], trials, workers, heard)
    return shares_of([moments[begin : begin + len(games)] for begin in range(0, len(moments), len(games))])


def shares_of(moments: Sequence[Sequence[Moments]]) -> dict[str, Estimate]:
    """Return the share of each of `PARTS` in who wins, from the results of independent games of each two captains.

    Let m[i, j] be the mean result of captain i who begins against captain j. A player with captain i who meets captain
    j then has the mean m[i, j] in the first seat, and -m[j, i] in the second. The mean of both seats is due to the
    captains: (m[i, j] - m[j, i]) / 2. The deviation from it is due to the seat: plus or minus
    (m[i, j] + m[j, i]) / 2. The shares are the mean squares of these two parts over all pairs, divided by the mean
    square of a result. A square of a measured mean is too large by the variance of that mean, which is subtracted.
    """
    mean = np.array([[one.mean for one in row] for row in moments])
    noise = np.array([[one.variance / one.trials for one in row] for row in moments])
    whole = float(np.mean([[one.squares / one.trials for one in row] for row in moments])) or 1.0
    # Variance of (m[i, j] - m[j, i]) / 2 and of (m[i, j] + m[j, i]) / 2. On the diagonal both terms are one number: the
    # difference is 0, and the sum is that number.
    of_pair = (noise + noise.T) / 4
    by_captain, by_seat = of_pair - np.diag(np.diag(of_pair)), of_pair + np.diag(np.diag(of_pair))
    found = {
        CAPTAINS: _mean_square((mean - mean.T) / 2, by_captain),
        FIRST: _mean_square((mean + mean.T) / 2, by_seat),
    }
    rest = whole - sum(value for value, _ in found.values())
    found[LUCK] = rest, sum(variance for _, variance in found.values())
    pairs, confidence = sum(one.trials for row in moments for one in row), each_of(len(PARTS))
    return {
        part: Estimate.from_standard_error(value / whole, sqrt(variance) / whole, pairs, confidence).clipped(0, 1)
        for part, (value, variance) in found.items()
    }


def _mean_square(values: npt.NDArray[np.float64], noise: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Return an estimate of the mean square of the true values in a matrix, and the variance of the estimate.

    An estimate below 0 counts as 0, so that all shares add up to 1 and no interval lies below 0.

    Args:
        values: measured values.
        noise: variance of each value; values at (i, j) and (j, i) are equal or opposite, all others independent.
    """
    squares, size = values**2 - noise, len(values)
    # Of a normal value x with variance n, the variance of x**2 is 4 * E[x]**2 * n + 2 * n**2.
    spread = 4 * np.maximum(squares, 0) * noise + 2 * noise**2
    # The values at (i, j) and (j, i) vary together, so the variance of their sum is four times that of one: twice each.
    weights = np.where(np.eye(size), 1, 2)
    return max(0.0, float(squares.mean())), float((weights * spread).sum()) / size**4
