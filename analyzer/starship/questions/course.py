"""The course of games: points by source and Astro of both players after every turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.answers.description import NUMBER, PERCENT, WORD, Column, Described, Description, Form, Row, Table
from analyzer.errors import AnalyzerError, brief, whole_number
from analyzer.starship.api import CaptainLike, SwitchesLike
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.games import GameExperiment
from analyzer.starship.metrics import SOURCES
from analyzer.starship.tables import CRESTS, load_switches
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.points import by_source
from analyzer.starship.turn.table import Table as GameTable
from analyzer.starship.turn.turn import judges_of, play_turn, split
from analyzer.starship.world import DEFAULT_CAPTAIN

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
TITLE = "average points by source, and percentiles of Astro"
COLUMNS = (
    Column("turn", "turn", Form(str)),
    Column("player", "player", WORD),
    Column("over", "over", PERCENT, "share of games that are over"),
    *(Column(name, name, NUMBER) for name in SOURCES),
    *(Column(f"astro_q{100 * q:g}", f"Astro {q:.0%}", Form("{:g}".format)) for q in QUANTILES),
)


@dataclass(frozen=True, repr=False)
class Course(Described):
    """Mean points by source and quantiles of Astro after every turn, over many games.

    A game that is over counts with its last values in every later turn.

    Attributes:
        experiment: The games that were played.
        games: Number of games.
        points: Mean points, of shape (turns, players, sources), in the order of SOURCES.
        astro: Quantiles of Astro, of shape (turns, players, quantiles), in the order of QUANTILES.
    """

    experiment: GameExperiment
    games: int
    points: npt.NDArray[np.float64]
    astro: npt.NDArray[np.float64]
    over: npt.NDArray[np.float64]
    """Share of games that are over after each turn, of shape (turns,)."""

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each turn and player, with all numbers by name.

        >>> from analyzer import starship
        >>> [(row["turn"], row["player"]) for row in starship.course(games=20, turns=2).rows()]
        [(1, 'moon'), (1, 'sun'), (2, 'moon'), (2, 'sun')]
        """
        return [
            {"turn": turn + 1, "player": crest, "over": float(self.over[turn])}
            | dict(zip(SOURCES, self.points[turn, player].tolist(), strict=True))
            | {f"astro_q{q * 100:g}": float(x) for q, x in zip(QUANTILES, self.astro[turn, player], strict=True)}
            for turn in range(len(self.points))
            for player, crest in enumerate(CRESTS)
        ]

    def description(self) -> Description:
        """Return the table of both players after every turn, with points by source and percentiles of Astro."""
        names = " and ".join(one.name for one in self.experiment.subjects)
        title = f": {self.games:,} games, seed {self.experiment.seed}, after every turn"
        facts = {"games": self.games, "seed": self.experiment.seed}
        turns = Table("turns", COLUMNS, [*map(Row, self.rows())], TITLE, labels=2)
        return Description(names, title, facts, (turns,), ("games that are over stay as they ended",))


GAMES = 2_000
MOST_GAMES = 10**6
"""Largest number of games; all are kept in memory, side by side."""
TURNS = 60


def course(
    captains: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,) * 2,
    games: int | None = None,
    seed: int = 1,
    *,
    switches: SwitchesLike = None,
    turns: int = TURNS,
) -> Course:
    """Play many games and return points by source and Astro of both players after every turn.

    Args:
        captains: Two captains, Moon's first, each a name, a file or a `Captain`. Thinkers are refused.
        games: Number of games, 2,000 if None.
        seed: Seed of all cards and dice.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        turns: Number of turns to follow, 1 to 200; both players' turns count.

    Returns:
        Mean points of shape (turns, players, sources), and quantiles of Astro.

    Raises:
        AnalyzerError: If there are not two captains, or another argument has faults.

    >>> from analyzer import starship
    >>> starship.course(games=20, turns=4).points.shape
    (4, 2, 5)
    """
    if isinstance(captains, str) or not isinstance(captains, Sequence) or len(captains) != 2:
        raise AnalyzerError(f"captains {brief(captains)}: give two, Moon's first")
    pair = load_captain(captains[0]), load_captain(captains[1])
    experiment = GameExperiment(pair, seed, load_switches(switches))
    many = whole_number(GAMES if games is None else games, "games", 1, MOST_GAMES)
    return course_of(experiment, many, whole_number(turns, "turns", 1, 200))


def course_of(experiment: GameExperiment, games: int = GAMES, turns: int = TURNS) -> Course:
    """Play the first games of an experiment from the start, and return their course.

    Args:
        experiment: The games to play.
        games: Number of games.
        turns: Number of turns to follow; both players' turns count.
    """
    judges = judges_of(experiment.rules, experiment.captains, experiment.switches)
    table = new_games(experiment.seed, 0, games, judges, experiment.switches)
    dice = SampledDice(experiment.seed, 0, games)
    ended_points = np.zeros((2, len(SOURCES)))
    ended_astro: list[npt.NDArray[np.int16]] = []
    points, astro, over = [], [], []
    for _ in range(turns):
        if table.lanes:
            play_turn(table, judges, dice)
        now = _points(table) + ended_points
        purses = np.concatenate([*ended_astro, table.astro], axis=1)
        points.append(now / games)
        astro.append(np.quantile(purses, QUANTILES, axis=1).T)
        over.append(1 - np.count_nonzero(~table.over) / games)
        if table.over.any():
            # Games that are over leave the table; their points and Astro stay in every later average.
            gone = split(table)
            ended_points += _points(gone)
            ended_astro.append(gone.astro)
        table.turn += 1
    return Course(experiment, games, np.array(points), np.array(astro), np.array(over))


def _points(table: GameTable) -> npt.NDArray[np.float64]:
    """Return the sums of points over all lanes, of shape (players, sources)."""
    sources = [by_source(table, player) for player in range(2)]
    return np.array([[float(of_player[name].sum(dtype=np.int64)) for name in SOURCES] for of_player in sources])
