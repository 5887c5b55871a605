"""Which pairs of planets are scored, by whom, when and for how much; and what beginning is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analyzer.errors import whole_number
from analyzer.lorry.calls import CaptainLike, DiceLike, GalaxyLike, SwitchesLike, game_experiment
from analyzer.lorry.experiment import GAMES_AT_ONCE, GameExperiment
from analyzer.lorry.turn.draw import bits_of
from analyzer.lorry.turn.games import games as play_games
from analyzer.results.shown import Shown
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram

if TYPE_CHECKING:
    import pandas as pd

GAMES = 5_000


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
class ScoredPairs(Shown):
    """All pairs of a galaxy, as games of some captains score them."""

    experiment: GameExperiment
    games: int
    pairs: tuple[ScoredPair, ...]
    seats: tuple[Seat, ...]

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
        who = ", ".join(subject.name for subject in self.experiment.subjects)
        return f"{self.experiment.title}: {who}, {self.games:,} games, seed {self.experiment.seed}"

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
        return self.experiment.notes()

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        seats = [{"place": one.place, "won": one.won._asdict(), "total": one.total._asdict()} for one in self.seats]
        return {"games": self.games, "pairs": self.rows(), "seats": seats, "notes": self.notes()}


def scored_pairs(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = ("steady", "steady"),
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    progress: Callable[[int], None] | None = None,
) -> ScoredPairs:
    """Play games of captains (one: alone), and tell pair by pair who scores it, when, and for how many points.

    games: 5,000 if None.

    >>> from analyzer import lorry
    >>> len(lorry.scored_pairs(lorry.default_galaxy(), 20).pairs)
    36
    """
    many = whole_number(GAMES if games is None else games, "games", 2)
    how = game_experiment(galaxy, [captains] if isinstance(captains, str) else captains, seed, dice, switches=switches)
    by, paid, when, totals, place = _played(how, many, progress)
    pairs = [
        _pair(how, number, by[:, number], paid[number], when[number], when == when_first(when))
        for number in range(len(how.galaxy.pairs))
    ]
    return ScoredPairs(how, many, tuple(pairs), _seats(totals, place))


def when_first(when: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(games,) The round of the first route of each game, -1 without any."""
    rounds = np.where(when > 0, when, np.iinfo(np.int64).max).min(axis=0)
    return np.asarray(np.where(rounds == np.iinfo(np.int64).max, -1, rounds))


def _played(how: GameExperiment, many: int, progress: Callable[[int], None] | None) -> tuple[Any, ...]:
    """(traders, pairs, games) scored by whom, (pairs, games) points and rounds, (traders, games) totals and places."""
    traders, pairs = len(how.captains), len(how.galaxy.pairs)
    by = np.zeros((traders, pairs, many), np.bool_)
    paid, when = np.zeros((2, pairs, many), np.int64)
    totals, place = np.zeros((2, traders, many), np.int64)
    for begin in range(0, many, GAMES_AT_ONCE):
        some = min(GAMES_AT_ONCE, many - begin)
        for table in play_games(how.board, how.captains, how.dice, how.seed, begin, some, how.turns):
            by[..., table.game] = np.array([bits_of(table, pairs_of).T for pairs_of in table.by])
            paid[:, table.game], when[:, table.game] = table.paid, table.when
            totals[:, table.game] = table.totals
            place[:, table.game] = ((np.arange(traders) - table.first) % traders)[:, None]
        if progress is not None:
            progress(some)
    return by, paid, when, totals, place


def _chance(held: npt.NDArray[np.bool_]) -> Estimate:
    return Histogram.of(held.astype(np.int64)).chance(1, 1)


def _pair(how: GameExperiment, number: int, by: Any, paid: Any, when: Any, earliest: Any) -> ScoredPair:
    pair = how.galaxy.pairs[number]
    scored = paid > 0
    mean = (float(paid[scored].mean()), float(when[scored].mean())) if scored.any() else (0.0, 0.0)
    first = _chance(earliest[number])
    return ScoredPair(pair, how.galaxy.fewest_boxes(*pair), _chance(scored), tuple(map(_chance, by)), *mean, first)


def _seats(totals: npt.NDArray[np.int64], place: npt.NDArray[np.int64]) -> tuple[Seat, ...]:
    """What each place of the first round came to."""
    traders = len(totals)
    best = totals == totals.max(axis=0)
    share = 12 * best // best.sum(axis=0)
    seats = []
    for number in range(traders):
        there = place == number
        won = Histogram.of(share[there].reshape(-1)).estimate()
        total = Histogram.of(totals[there].reshape(-1)).estimate()
        seats.append(Seat(number + 1, Estimate(*(value / 12 for value in won)), total))
    return tuple(seats)
