"""How games go: points by source and Astro of both players after every turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.answers.described import Described
from analyzer.answers.description import NUMBER, PERCENT, WORD, Column, Description, Form, Row, Table
from analyzer.starship.games import GameExperiment
from analyzer.starship.metrics import SOURCES
from analyzer.starship.tables import CRESTS

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
    """Means and quantiles over all games; games that are over stay as they ended.

    points: (turns, players, sources) means, in the order of SOURCES; astro: (turns, players, quantiles).
    """

    experiment: GameExperiment
    games: int
    points: npt.NDArray[np.float64]
    astro: npt.NDArray[np.float64]
    over: npt.NDArray[np.float64]
    """(turns,) The share of games that are over."""

    def rows(self) -> list[dict[str, Any]]:
        """One row a turn and player."""
        return [
            {"turn": turn + 1, "player": crest, "over": float(self.over[turn])}
            | dict(zip(SOURCES, self.points[turn, player].tolist(), strict=True))
            | {f"astro_q{q * 100:g}": float(x) for q, x in zip(QUANTILES, self.astro[turn, player], strict=True)}
            for turn in range(len(self.points))
            for player, crest in enumerate(CRESTS)
        ]

    def description(self) -> Description:
        """Both players after every turn, by source of their points."""
        names = " and ".join(one.name for one in self.experiment.subjects)
        title = f": {self.games:,} games, seed {self.experiment.seed}, after every turn"
        facts = {"games": self.games, "seed": self.experiment.seed}
        turns = Table("turns", COLUMNS, [*map(Row, self.rows())], TITLE, labels=2)
        return Description(names, title, facts, (turns,), ("games that are over stay as they ended",))
