"""What came of a sweep: a result for each combination, and one table of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.answers.collection import Collection
from analyzer.answers.described import Described
from analyzer.answers.description import INTERVAL, NUMBER, WORD, Column, Description, Row, Table
from analyzer.answers.metric_table import SHARE
from analyzer.trucker.result import ShipResult
from analyzer.trucker.sweep.cells import Cell
from analyzer.trucker.sweep.factors import tidy

if TYPE_CHECKING:
    import pandas as pd

FACTORS = ("ship", "edition", "level", "captain", "rivals", "condition")
MEASURED = (
    Column("credits", "credits", NUMBER, interval=INTERVAL),
    Column("arrived", "arrived", SHARE, interval=INTERVAL),
    Column("loss", "loss", SHARE, interval=INTERVAL),
)
"""Metrics of the short table."""


@dataclass(frozen=True, repr=False)
class Sweep(Described, Collection):
    """Ships by captains by rivals by levels by conditions; iterate it, or take `table()` for all of it."""

    cells: tuple[Cell, ...]
    results: tuple[Any, ...]

    def each(self) -> Sequence[ShipResult]:
        """The ship of every combination."""
        return [result.ships[0] for result in self.results]

    def table(self) -> pd.DataFrame:
        """A tidy table: a row a combination and metric, with all that was set, and by what it is called in the plan."""
        return tidy(self.results, [self._label(cell) for cell in self.cells])

    def rows(self) -> list[dict[str, Any]]:
        """One row a combination: what varies, then the short table's metrics, each with its 95% interval."""
        return [{str(name): value for name, value in row.items()} for row in self._short().tidy().to_dict("records")]

    def description(self) -> Description:
        """A row a combination."""
        return Description(self.heading(), "", parts=(self._short(),), notes=self.notes())

    def _short(self) -> Table:
        """The short table."""
        columns = (*(Column(name, name, WORD) for name in self.varied), *MEASURED)
        rows = [
            Row(self._factors(cell) | {metric.name: ship.measured(metric.name) for metric in MEASURED})
            for cell, ship in zip(self.cells, self.each(), strict=True)
        ]
        return Table("", columns, rows, labels=len(self.varied))

    @property
    def varied(self) -> tuple[str, ...]:
        """What is not the same in all combinations; the ship in any case."""
        factors = [self._factors(cell) for cell in self.cells]
        return tuple(name for name in FACTORS if name == "ship" or len({one[name] for one in factors}) > 1)

    def heading(self) -> str:
        """How much was flown, and what is the same in all of it."""
        flights = sorted({result.flights for result in self.results})
        amount = f"{flights[0]:,}" if len(flights) == 1 else f"{flights[0]:,} to {flights[-1]:,}"
        first = self._factors(self.cells[0])
        same = [str(first[name]) for name in ("captain", "rivals", "condition") if name not in self.varied]
        level = "" if "level" in self.varied else f"level {first['level']}, "
        seed = self.cells[0].experiment.seed
        return f"{len(self.cells)} combinations: {level}{amount} flights each, seed {seed}, {', '.join(same)}".rstrip(
            ", "
        )

    def notes(self) -> list[str]:
        """What a reader of these numbers should know, each once; what holds of one ship or setting only too."""
        return list(dict.fromkeys(note for result in self.results for note in result.notes()))

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        pairs = zip(self.cells, self.results, strict=True)
        return {
            "heading": self.heading(),
            "combinations": [self._factors(cell) | {"result": result.as_dict()} for cell, result in pairs],
            "notes": self.notes(),
        }

    @staticmethod
    def _label(cell: Cell) -> dict[str, Any]:
        return {"captain": cell.captain, "rivals": cell.rivals, "condition": cell.condition}

    def _factors(self, cell: Cell) -> dict[str, Any]:
        route = cell.experiment.route
        named = {"ship": cell.experiment.names[0], "edition": str(route.edition), "level": route.level_name}
        return named | self._label(cell)
