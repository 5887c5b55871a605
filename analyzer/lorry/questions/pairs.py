"""Scored pairs of planets: who scores which pair, when and for how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt

from analyzer.answers.derived import Derived
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    NUMBER,
    PERCENT,
    Column,
    Description,
    Form,
    Part,
    Row,
    Table,
    main_columns,
)
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.result import RunResult
from analyzer.lorry.api import CaptainLike, DiceLike, SwitchesLike, plan_games
from analyzer.lorry.experiment import GAMES_AT_ONCE, GameExperiment
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike
from analyzer.lorry.position.position import Position
from analyzer.lorry.result import reach_on
from analyzer.lorry.turn.draw import bits_of
from analyzer.lorry.turn.table import Table as GameTable
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import HowMuch, run_each
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments
from analyzer.statistics.tally import Columns, MappedTally

PAIR = Form(lambda pair: "-".join(map(str, pair)), is_number=False)
SHARES = 12
"""Number of equal parts of a win: one to four traders can share it in whole numbers."""
TOTAL = Metric("total", "points of routes and stars at the end", unit="points")
SCORED = Metric("scored", "anybody scores the pair", within=(1, 1))

NTH = ("first", "second", "third", "fourth")
"""Ordinal numbers of the places in the picking order."""


@dataclass(frozen=True)
class ScoredPair:
    """A pair of planets, and how games score it.

    Attributes:
        pair: numbers of the planets.
        boxes: fewest boxes that join the planets, None if they cannot be joined.
        scored: share of games in which the pair is scored.
        by: share of games in which each trader scores it.
        points: mean points over the games in which it is scored, None if it never is.
        round: mean round in which it is scored, from 1; 0 if that was before the games began, None if it never is.
        first: share of games in which it is scored in the first round in which any pair is scored.
    """

    pair: tuple[int, int]
    boxes: int | None
    scored: Estimate
    by: tuple[Estimate, ...]
    points: float | None
    round: float | None
    first: Estimate


@dataclass(frozen=True)
class Seat:
    """Results of one place in the picking order of the first round.

    Attributes:
        place: the place, from 1.
        won: share of games won; a shared win counts in equal parts.
        total: mean total.
    """

    place: int
    won: Estimate
    total: Estimate

    def in_words(self) -> str:
        """Return the results as a sentence."""
        won = f"{self.won.mean:.1%} ({self.won.low:.1%} to {self.won.high:.1%})"
        return (
            f"The trader who picks {NTH[self.place - 1]} in round 1 wins {won} of games, with an average total of "
            f"{self.total.mean:.2f}."
        )


@dataclass(frozen=True, repr=False)
class ScoredPairs(RunResult):
    """Result of a run that counts scored pairs; `experiment` is a ByPair."""

    @property
    def games(self) -> int:
        """Number of games."""
        return self.trials

    @property
    def galaxy(self) -> Galaxy:
        """Galaxy of the games."""
        galaxy: Galaxy = self.experiment.experiment.galaxy
        return galaxy

    @cached_property
    def pairs(self) -> tuple[ScoredPair, ...]:
        """Results of every pair, in the order of the galaxy's pairs."""
        return tuple(self._pair(number) for number in range(len(self.galaxy.pairs)))

    def _pair(self, number: int) -> ScoredPair:
        """Return the results of a pair by its number in the galaxy."""
        pair, games = self.galaxy.pairs[number], self.trials
        by, points, rounds, first = (
            self.tally.maps[name][0, :, number].tolist() for name in ("scored", "points", "round", "first")
        )
        times = sum(by)
        mean, when = (sum(values) / times if times else None for values in (points, rounds))
        scored, *shares, begun = (Estimate.from_share(hits, games) for hits in (times, *by, sum(first)))
        boxes = self.galaxy.fewest_boxes(*pair)
        return ScoredPair(pair, boxes, scored, tuple(shares), mean, when, begun)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Results of every place in the picking order of the first round."""
        reach = reach_on(self.galaxy)["total"]
        return tuple(
            Seat(
                place + 1,
                # Shared wins vary less than whole wins, so Wilson's interval is wide enough for them, too.
                Estimate.from_share(self._sums("seat_won", place)[0] / SHARES, self.trials),
                Moments(self.trials, *self._sums("seat_total", place)).estimate().clipped(*reach),
            )
            for place in range(len(self.tally.subjects))
        )

    def _sums(self, name: str, place: int) -> tuple[int, int]:
        """Return the sums of a column and of its squares over all games, for one place in the picking order."""
        total, squares = self.tally.maps[name][:, :, place].sum(axis=1).tolist()
        return total, squares

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Yield the name and mean total of every trader, or for the metric `scored` each pair and its share of games.

        Args:
            metric: `total` or `scored`.
        """
        if metric == SCORED.name:
            return ((PAIR.write(one.pair), one.scored) for one in self.pairs)
        names, total = (subject.name for subject in self.experiment.subjects), reach_on(self.galaxy)["total"]
        each = (one["total"].reaching(total) for one in self.tally.subjects)
        return ((name, TOTAL.of(one)) for name, one in zip(names, each, strict=True))

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per pair as plain dicts, the pair scored most often first."""
        return self._table().as_dicts()

    def _table(self) -> Table:
        """Return the table with a row for each pair, the pair scored most often first."""
        first = "share of games in which the pair is scored in the first round that brings a route"
        names = [f"by {subject.name}" for subject in self.experiment.subjects]
        columns = (
            Column("pair", "pair", PAIR, flat=lambda _, pair: dict(zip(("first", "second"), pair, strict=True))),
            Column("boxes", "boxes", COUNT, "fewest boxes that join the two planets", missing=("no way", "")),
            Column(
                "scored",
                "scored",
                PERCENT,
                "share of games in which anybody scores the pair",
                INTERVAL,
                flat=main_columns,
            ),
            *(Column(name, name, PERCENT, flat=_mean) for name in names),
            Column("points", "points", NUMBER, "average over the games in which the pair is scored; round likewise"),
            Column("round", "round", NUMBER),
            Column("first_of_game", "scored first", PERCENT, first, flat=_mean),
        )
        rows = [
            Row(vars(one) | dict(zip(names, one.by, strict=True)) | {"first_of_game": one.first})
            for one in sorted(self.pairs, key=lambda one: -one.scored.mean)
        ]
        return Table("pairs", columns, rows, is_flat=True)

    def description(self) -> Description:
        """Describe the run: a row per pair, and how often each seat wins."""
        names = ", ".join(subject.name for subject in self.experiment.subjects)
        facts = {
            "games": self.games,
            "flown": [stretch.as_dict(self.experiment.TRIAL[1]) for stretch in self.stretches],
            **self.experiment.facts(),
            "seats": [vars(seat) for seat in self.seats],
        }
        seats = [seat.in_words() for seat in self.seats] if self._has_seats else []
        parts: list[Part] = [self._table(), *seats, *self.conclusions()]
        return Description(names, f": {self.conditions}", facts, parts, self.notes())

    def conclusions(self) -> list[str]:
        """Return a sentence on whether it pays to begin."""
        if not self._has_seats:
            return []
        first, even = self.seats[0].won, 1 / len(self.seats)
        return [
            f"The trader who begins wins {first.mean:.1%} ({first.low:.1%} to {first.high:.1%}) of games; an even "
            f"share is {even:.1%}: "
            + first.in_words("beginning pays.", "beginning costs.", "it is not clear whether beginning pays.", even)
        ]

    def notes(self) -> list[str]:
        """Return notes for a reader of the numbers."""
        shared = "In wins by picking order, traders who share a win get equal parts of it."
        return [*[shared] * self._has_seats, *self.experiment.notes(), *self.remarks]

    @property
    def _has_seats(self) -> bool:
        """Whether results by seat mean anything: several traders, and games from their beginning."""
        return len(self.seats) > 1 and not self.experiment.experiment.has_begun


def _mean(name: str, estimate: Estimate) -> dict[str, Any]:
    """Return the mean of an estimate as a column of the tidy table, without its interval."""
    return {name: estimate.mean}


METRICS = Metrics(
    listed=(TOTAL, SCORED),
    score="total",
    unit="points",
    below_zero=(),
    bounds={"total": "the galaxy bounds it, and a result knows by how much"},
)


@dataclass(frozen=True)
class ByPair(Derived[GameExperiment]):
    """Games in which scored pairs and seats are counted.

    Columns of shape (traders, trials, pairs) describe the trader's routes. `scored` is 0 or 1; `points` and `round`
    (from 1) belong to the route. `first` is 1 for routes in the first round in which any is scored.

    Columns of shape (traders, trials, places) have an entry for each place in the picking order of the first round.
    `seat_total` is the total. `seat_won` is SHARES for a win, and SHARES divided by the number of winners for a shared
    one. Both are 0 except at the trader's place.
    """

    QUESTION: ClassVar[str] = "pairs"
    metrics: ClassVar[Metrics] = METRICS
    AT_ONCE: ClassVar[int] = GAMES_AT_ONCE
    FIRST_BLOCK: ClassVar[int] = 1 << 6
    PILOT: ClassVar[int] = GameExperiment.PILOT
    COUNTED: ClassVar[type[MappedTally]] = MappedTally

    def run_block(self, first: int, trials: int) -> Columns:
        """Return the columns of games `first` to `first + trials - 1`."""
        how, columns = self.experiment, dict[str, Any]()
        for begin in range(first, first + trials, self.AT_ONCE):
            many = min(self.AT_ONCE, first + trials - begin)
            for table in how.played(begin, many):
                for name, rows in columns_of(table).items():
                    shape = (table.board.traders, trials, *rows.shape[2:])
                    columns.setdefault(name, np.zeros(shape, np.int64))[:, table.game - first] = rows
        return columns

    def result(self, counted: MappedTally, stretches: tuple[Stretch, ...] = ()) -> ScoredPairs:
        """Return the result of counted games, with one entry per pair of planets."""
        return ScoredPairs(self, counted, stretches)


def columns_of(table: GameTable) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of games at their end, by pair and by seat (see `ByPair`)."""
    # `own` has the shape (traders, games, pairs), `paid` and `when` (games, pairs).
    own = np.array([bits_of(table, pairs) for pairs in table.by])
    paid, when = table.paid.T.astype(np.int64), table.when.T.astype(np.int64)
    # Round 0 stands for a pair that nobody scored, and must not count as the earliest.
    never = np.iinfo(np.int64).max
    earliest = np.where(when > 0, when, never).min(axis=1, keepdims=True)
    by_pair = {"scored": own, "points": own * paid, "round": own * when, "first": own & (when == earliest)}
    totals, traders = table.totals.astype(np.int64), table.board.traders
    place = (np.arange(traders) - table.first) % traders
    there = (place[:, None] == np.arange(traders))[:, None, :]
    best = totals == totals.max(axis=0)
    share = SHARES * best // best.sum(axis=0)  # no rest: up to four traders share a win
    seats = {"seat_total": totals[..., None] * there, "seat_won": share[..., None] * there}
    return {"total": totals} | by_pair | seats


GAMES, SURE = 5_000, 0.02
"""Maximum number of games by default, and the half-width of every pair's share of games at which a run ends."""


def scored_pairs(
    galaxy: GalaxyLike | Position,
    games: int | None = None,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,) * 2,
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> ScoredPairs:
    """Play games and count, for each pair of planets, who scores it, when, and for how many points.

    Args:
        galaxy: galaxy, its file or its fields, or a position from which the games go on. The position must say which
            trader picks a die next.
        games: number of games. If None, at most 5,000, until each share of games in which a pair is scored is known
            to about two percentage points.
        seed: seed of all games.
        captains: captains in seating order; one plays alone.
        dice: colours of the dice; the usual ones if None.
        switches: rule switches; leave them out for a position.
        **how_much: `precision`, `first`, `workers`, `save`, `plain` and `progress`, as for every run.

    Raises:
        AnalyzerError: an argument is wrong.

    >>> from analyzer import lorry
    >>> len(lorry.scored_pairs(lorry.default_galaxy(), 20).pairs)
    36
    """
    how = ByPair(plan_games(galaxy, captains, seed, dice, switches=switches))
    result: ScoredPairs = run_each([how], games, GAMES, enough={SCORED.name: SURE}, **how_much)[0]
    return result
