"""Pairs of planets as games have scored them, and the seats of those games: the results, and their table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

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
from analyzer.answers.metrics import Metric
from analyzer.answers.run_result import RunResult
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.result import reach_on
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments

PAIR = Form(lambda pair: "-".join(map(str, pair)), is_number=False)
SHARES = 12
"""Parts of a win, so that up to four who share it have whole numbers."""
TOTAL = Metric("total", "points of routes and stars at the end", unit="points")


@dataclass(frozen=True)
class ScoredPair:
    """A pair of planets: boxes it needs at least, how often it is scored, by each trader, for how many points and in
    which round, as means over the games in which it is, None if it never is; first: how often it is the first route of
    the game."""

    pair: tuple[int, int]
    boxes: int | None
    scored: Estimate
    by: tuple[Estimate, ...]
    points: float | None
    round: float | None
    first: Estimate


@dataclass(frozen=True)
class Seat:
    """A place in the picking order of the first round, from 1: how often it wins, ties shared out, and its total."""

    place: int
    won: Estimate
    total: Estimate

    def in_words(self) -> str:
        """A sentence."""
        won = f"{self.won.mean:.1%} ({self.won.low:.1%} to {self.won.high:.1%})"
        return f"Place {self.place} in the picking order of round 1 wins {won}, average total {self.total.mean:.2f}."


@dataclass(frozen=True, repr=False)
class ScoredPairs(RunResult):
    """All pairs of a galaxy, as games of some captains score them; `experiment` is a ByPair."""

    @property
    def games(self) -> int:
        """How many."""
        return self.trials

    @property
    def galaxy(self) -> Galaxy:
        """Where they are."""
        galaxy: Galaxy = self.experiment.experiment.galaxy
        return galaxy

    @cached_property
    def pairs(self) -> tuple[ScoredPair, ...]:
        """Each of them, in order."""
        return tuple(self._pair(number) for number in range(len(self.galaxy.pairs)))

    def _pair(self, number: int) -> ScoredPair:
        pair, games = self.galaxy.pairs[number], self.trials
        by, points, rounds, first = (
            self.tally.maps[name][0, :, number].tolist() for name in ("scored", "points", "round", "first")
        )
        times = sum(by)
        mean, when = (sum(values) / times if times else None for values in (points, rounds))
        scored, *shares, begun = (Estimate.of_share(hits, games) for hits in (times, *by, sum(first)))
        boxes = self.galaxy.fewest_boxes(*pair)
        return ScoredPair(pair, boxes, scored, tuple(shares), mean, when, begun)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """How often each place of the first round wins, and its total."""
        total = reach_on(self.galaxy)["total"]
        return tuple(
            Seat(place + 1, won.within(0, 1), self._seat("seat_total", place).within(*total))
            for place in range(len(self.tally.subjects))
            for won in [Estimate(*(value / SHARES for value in self._seat("seat_won", place)))]
        )

    def _seat(self, name: str, place: int) -> Estimate:
        """A mean over all games, in each of which one trader sits there."""
        total, squares = self.tally.maps[name][:, :, place].sum(axis=1).tolist()
        return Moments(self.trials, total, squares).estimate()

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Every trader's name with the mean total."""
        names, total = (subject.name for subject in self.experiment.subjects), reach_on(self.galaxy)["total"]
        each = (one["total"].reaching(total) for one in self.tally.subjects)
        return ((name, TOTAL.of(one)) for name, one in zip(names, each, strict=True))

    def rows(self) -> list[dict[str, Any]]:
        """One row a pair, the one scored most often first."""
        return self._table().as_dicts()

    def _table(self) -> Table:
        first = "share of games in which the pair is scored in the first round that brings any route"
        names = [f"by {subject.name}" for subject in self.experiment.subjects]
        columns = (
            Column("pair", "pair", PAIR, flat=lambda _, pair: dict(zip(("first", "second"), pair, strict=True))),
            Column("boxes", "boxes", COUNT, "the fewest that join them", missing=("no way", "")),
            Column(
                "scored",
                "scored",
                PERCENT,
                "share of games in which anybody scores the pair",
                INTERVAL,
                flat=main_columns,
            ),
            *(Column(name, name, PERCENT, flat=_mean) for name in names),
            Column("points", "points", NUMBER, "average over the games in which the pair is scored; so is round"),
            Column("round", "round", NUMBER),
            Column("first_of_game", "first of game", PERCENT, first, flat=_mean),
        )
        rows = [
            Row(vars(one) | dict(zip(names, one.by, strict=True)) | {"first_of_game": one.first})
            for one in sorted(self.pairs, key=lambda one: -one.scored.mean)
        ]
        return Table("pairs", columns, rows, is_flat=True)

    def description(self) -> Description:
        """A row a pair, and how often each seat wins."""
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
        """Whether beginning pays."""
        if not self._has_seats:
            return []
        first, even = self.seats[0].won, 1 / len(self.seats)
        return [
            f"The trader who begins wins {first.mean:.1%} ({first.low:.1%} to {first.high:.1%}); an even share would "
            f"be {even:.1%}: "
            + first.says("beginning pays.", "beginning costs.", "it is not clear whether beginning pays.", even)
        ]

    def notes(self) -> list[str]:
        """What a reader should know."""
        shared = "Wins by place divide a shared win among those who share it."
        return [*[shared] * self._has_seats, *self.experiment.notes(), *self.remarks]

    @property
    def _has_seats(self) -> bool:
        """Whether it says something who begins: from a position on it does not."""
        return len(self.seats) > 1 and not self.experiment.experiment.has_begun


def _mean(name: str, estimate: Estimate) -> dict[str, Any]:
    return {name: estimate.mean}
