"""Pairs of planets as games have scored them, and the seats of those games: what came of it, and how that is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analyzer.answers.metrics import Metric
from analyzer.answers.run_result import RunResult
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.statistics.contest import CONFIDENCE
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import of_share
from analyzer.statistics.paired import Moments
from analyzer.statistics.paired_interval import of_mean

if TYPE_CHECKING:
    import pandas as pd

SHARES = 12
"""Parts of a win, so that up to four who share it have whole numbers."""
TOTAL = Metric("total", "points of routes and stars at the end", unit="points")


@dataclass(frozen=True)
class ScoredPair:
    """A pair of planets: boxes it needs at least, how often it is scored, by each trader, for how many points and in
    which round, as means over the games in which it is; first: how often it is the first route of the game."""

    pair: tuple[int, int]
    boxes: int | None
    scored: Estimate
    by: tuple[Estimate, ...]
    points: float
    round: float
    first: Estimate


@dataclass(frozen=True)
class Seat:
    """A place in the picking order of the first round, from 1: how often it wins, ties shared out, and its total."""

    place: int
    won: Estimate
    total: Estimate


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
        found: Galaxy = self.experiment.experiment.galaxy
        return found

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
        mean = sum(points) / times if times else 0.0
        when = sum(rounds) / times if times else 0.0
        shares, boxes = tuple(share(hits, games) for hits in by), self.galaxy.fewest_boxes(*pair)
        return ScoredPair(pair, boxes, share(times, games), shares, mean, when, share(sum(first), games))

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """What each place of the first round came to."""
        return tuple(
            Seat(place + 1, Estimate(*(value / SHARES for value in self._seat("seat_won", place))), total)
            for place in range(len(self.tally.subjects))
            for total in [self._seat("seat_total", place)]
        )

    def _seat(self, name: str, place: int) -> Estimate:
        """A mean over all games, in each of which one trader sits there."""
        total, squares = self.tally.maps[name][:, :, place].sum(axis=1).tolist()
        return of_mean(Moments(self.trials, total, squares), CONFIDENCE)

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Every trader's name with his mean total."""
        names = (subject.name for subject in self.experiment.subjects)
        return ((name, TOTAL.of(one["total"])) for name, one in zip(names, self.tally.subjects, strict=True))

    def rows(self) -> list[dict[str, Any]]:
        """One row a pair, the one scored most often first."""
        names = [subject.name for subject in self.experiment.subjects]
        return [
            {"first": one.pair[0], "second": one.pair[1], "boxes": one.boxes}
            | {"scored": one.scored.mean, "low": one.scored.low, "high": one.scored.high}
            | {f"by {name}": by.mean for name, by in zip(names, one.by, strict=True)}
            | {"points": one.points, "round": one.round, "first_of_game": one.first.mean}
            for one in sorted(self.pairs, key=lambda one: -one.scored.mean)
        ]

    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def heading(self) -> str:
        """How it was asked."""
        return f"{', '.join(subject.name for subject in self.experiment.subjects)}: {super().heading()}"

    def conclusions(self) -> list[str]:
        """Whether beginning pays."""
        if len(self.seats) < 2:
            return []
        first, even = self.seats[0].won, 1 / len(self.seats)
        return [
            f"Who begins wins {first.mean:.1%} ({first.low:.1%} to {first.high:.1%}), even would be {even:.1%}: "
            + first.says("beginning pays.", "beginning costs.", "it cannot be told whether beginning pays.", even)
        ]

    def notes(self) -> list[str]:
        """What a reader should know."""
        first = "first: in the first round in which any route is scored"
        return [first, *self.experiment.notes(), *self.remarks]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        seats = [{"place": one.place, "won": one.won._asdict(), "total": one.total._asdict()} for one in self.seats]
        flown = [stretch.as_dict(self.experiment.TRIAL[1]) for stretch in self.flown]
        told = {"games": self.games, "flown": flown, **self.experiment.facts()}
        return told | {"pairs": self.rows(), "seats": seats, "notes": self.notes()}


def share(hits: int, games: int) -> Estimate:
    """The share of games, with its interval."""
    return Estimate(hits / games, *of_share(hits, games, CONFIDENCE))
