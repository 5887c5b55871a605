"""Results of turns and of whole games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from analyzer.answers.description import INTERVAL, Column, Form, Part, Table
from analyzer.answers.metrics import Metric
from analyzer.answers.result import Result, SubjectResult
from analyzer.answers.tables import MEAN, SHARE, metric_table
from analyzer.starship.metrics import LONGEST_GAMES, OF_PAIRS, PER_GAME, reach_of_turn
from analyzer.starship.turn.points import goal
from analyzer.statistics.estimate import Estimate

WORTH = (
    "`worth` is the gains minus the costs of the turn in Astro, by the captain's prices for goods, ships, parts and "
    "points. Later turns do not count. In Python, JSON and rows of turns it is in tenths of an Astro, and "
    "`worth_astro` in Astro."
)
PAIRED = (
    "The table shows averages per game. JSON and exports have sums over both games of a pair, and averages per game "
    "under `per_game`."
)
GAMES = 2
"""Number of games in a pair."""


@dataclass(frozen=True, repr=False)
class Turns(Result):
    """Results of turns of one ship; index it by the ship's name."""

    def reach(self, subject: int) -> Mapping[str, tuple[float, float]]:
        """Return, by column, the least and the greatest value that a turn from the position can have."""
        return {**super().reach(subject), **reach_of_turn(self.experiment.position, self.experiment.captain)}


@dataclass(frozen=True, repr=False)
class PlayerResult(SubjectResult):
    """Results of one player's games. If trials are pairs of games, tables show results per game."""

    def per_game(self, metric: str) -> Estimate:
        """Return the mean or chance of a metric per game, with its 95% interval; trials must be pairs of games.

        >>> from analyzer import starship
        >>> starship.play(games=20, swap=True).subjects[0].per_game("wins").mean
        0.5
        """
        mean, low, high = self.measured(metric)
        parts = 1 if self.metrics[metric].is_chance else GAMES
        return Estimate(mean / parts, low / parts, high / parts)

    def parts_of_description(self, *, has_rivals: bool = False) -> Iterator[Part]:
        """Yield the table of all metrics with intervals, per game if trials are pairs of games."""
        if self.metrics is OF_PAIRS:
            yield table_per_game([self], {"mean": self.name})
        else:
            yield from super().parts_of_description(has_rivals=has_rivals)

    def facts(self) -> dict[str, Any]:
        """Return everything for JSON; for pairs of games also per game, under `per_game`."""
        if self.metrics is not OF_PAIRS:
            return super().facts()
        return super().facts() | {"per_game": {name: partial(self.per_game, name) for name in OF_PAIRS.by_name}}


@dataclass(frozen=True, repr=False)
class Games(Result):
    """Results of whole games of two captains; index it by a captain's name."""

    OF: ClassVar[type[SubjectResult]] = PlayerResult

    def reach(self, subject: int) -> Mapping[str, tuple[float, float]]:
        """Return, by column, the least and the greatest possible value; a game is cut off after LONGEST_GAMES turns."""
        begun = 1 if self.experiment.position is None else self.experiment.position.turn
        games = GAMES if self.experiment.metrics is OF_PAIRS else 1
        return {**super().reach(subject), "turns": (0, games * (begun + LONGEST_GAMES - 1))}

    def _side_by_side(self) -> Table:
        """Return the table of both players side by side, per game if trials are pairs of games."""
        if self.experiment.metrics is not OF_PAIRS:
            return super()._side_by_side()
        players = [one for one in self.subjects if isinstance(one, PlayerResult)]
        return table_per_game(players, {f"of {one.name}": one.name for one in players})

    def notes(self) -> list[str]:
        """Return the notes that a reader of the numbers needs."""
        return [*self._out_of_reach(), *([PAIRED] * (self.experiment.metrics is OF_PAIRS)), *super().notes()]

    def _out_of_reach(self) -> list[str]:
        """Return a warning if nobody ever reached the points that win, else []."""
        points = goal(self.experiment.rules)
        score = self.experiment.metrics.score
        nobody = self.experiment.position is None and not any(one.measured(score).mean for one in self.subjects)
        why = f"{points} points were never reached"
        cure = "Chances of winning say nothing here: set a smaller goal in start.csv."
        return [f"Nobody won any of these games: {why}. {cure}"] * nobody


def table_per_game(players: list[PlayerResult], headings: dict[str, str]) -> Table:
    """Return the table of metrics per game, with a column for each player.

    Args:
        players: The players' results, whose trials are pairs of games.
        headings: Heading of each player's column, by the column's name, in the order of `players`.
    """

    def values(metric: Metric) -> dict[str, Estimate]:
        return {column: one.per_game(metric.name) for column, one in zip(headings, players, strict=True)}

    def forms(metric: Metric) -> dict[str, Form]:
        return dict.fromkeys(headings, MEAN if metric.unit else SHARE)

    columns = [Column(column, heading, MEAN, interval=INTERVAL) for column, heading in headings.items()]
    table, _ = metric_table(PER_GAME, columns, values, happened=lambda metric: True, forms=forms, has_rivals=True)
    return table
