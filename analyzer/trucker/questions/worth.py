"""What each component of a ship is worth, and how that is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.results.metrics import Metric, Metrics
from analyzer.results.shown import Several, Shown
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Tally
from analyzer.trucker.cards.route import Route
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.flown import mostly_breaks_off
from analyzer.trucker.result import OfOneShip
from analyzer.trucker.ship.bitboard import positions
from analyzer.trucker.ship.board import Square, ways
from analyzer.trucker.ship.component import SIDE_NAMES, SIDES
from analyzer.trucker.ship.hull import ROLLS, Hull
from analyzer.trucker.ship.layout import Layout

if TYPE_CHECKING:
    import pandas as pd

WORTH = Metrics(
    listed=(
        Metric("lost", "the whole ship loses the component", within=(1, 1)),
        Metric("arrival", "share of flights that arrive only with it, less those only without it", unit="share"),
        Metric("cost", "credits of the whole ship less those of the ship without it", unit="credits"),
    ),
    score="cost",
    unit="credits",
)
"""lost: 1 if the whole ship lost the component; arrival: 1 if only the whole ship arrived, -1 if only the other did,
else 0; cost: the credits of the whole ship less those of the ship without the component.
"""


OF_SHIPS = (
    "the cost is what it is worth to launch with the component: it and what breaks off with it are missing "
    "from the start and not charged as lost, and humans move in where an alien loses its home",
    "if the ship breaks apart, its largest piece is flown",
)
OF_BUILDS = (
    "the cost is what it is worth to build the component, in the mean over what the dice join: it is missing and not "
    "charged; what falls off a ship then before the start is charged as lost",
    "what breaks off with it is what falls off without it in most of the ways the dice may fall; hits are those of "
    "the build with all its joining squares",
)


@dataclass(frozen=True, repr=False)
class Worth(Shown):
    """One component and what it would mean to fly without it.

    breaks_off: squares lost with it, itself left out; hit: by side the ways (of 36) in which something from there meets
    it first; losses: by flight 1 if the whole ship lost it, else 0; cost: by flight the credits of the whole ship less
    those of the ship without it; arrivals: by flight 1 if only the whole ship arrives, -1 if only the other does, else
    0. cost and arrivals are None where no human is left in the largest piece.
    """

    square: Square
    kind: str
    breaks_off: tuple[Square, ...]
    hit: dict[str, int]
    losses: Histogram
    cost: Histogram | None
    arrivals: Histogram | None

    @property
    def flights(self) -> int:
        """How many flights the whole ship flew."""
        return self.losses.n

    @property
    def times_lost(self) -> int:
        """In how many of them it was lost."""
        return self.losses.counts.get(1, 0)

    @property
    def credits(self) -> Estimate | None:
        """Mean cost in credits a flight with its interval."""
        return None if self.cost is None else self.cost.estimate()

    @property
    def arrival(self) -> Estimate | None:
        """By how much the share of flights that arrive would fall, from -1 to 1, with its interval."""
        return None if self.arrivals is None else self.arrivals.estimate()

    @property
    def lost(self) -> Estimate:
        """The share of the whole ship's flights in which it was lost, with its interval."""
        return self.losses.chance(1, 1)

    def table(self) -> pd.DataFrame:
        """The row as a table."""
        import pandas as pd

        return pd.DataFrame([self.as_row()])

    def as_row(self) -> dict[str, Any]:
        """One flat row; cost in credits a flight, arrival and lost as shares, hit in ways of 36."""
        row: dict[str, Any] = {"row": self.square[0], "column": self.square[1], "kind": self.kind}
        for name, measured in (("cost", self.credits), ("arrival", self.arrival), ("lost", self.lost)):
            row |= dict(zip((name, f"{name}_low", f"{name}_high"), measured or (None,) * 3, strict=True))
        return row | {f"hit_{side}": of_36 for side, of_36 in self.hit.items()} | {"breaks_off": len(self.breaks_off)}


@dataclass(frozen=True, repr=False)
class Weakness(Several, OfOneShip):
    """The components of a ship, that whose loss costs most first; those it cannot fly without come last.

    `experiment`: how the whole ship flew; `left`: by position of the component that is missing the ship that is left.
    """

    experiment: Experiment
    tally: Tally
    left: Mapping[int, Layout | None] = field(kw_only=True)

    @property
    def route(self) -> Route:
        """Where it flew."""
        return self.experiment.route

    @property
    def seed(self) -> int:
        """What fixes every deck and every roll."""
        return self.experiment.seed

    @cached_property
    def rows(self) -> tuple[Worth, ...]:
        """One for each component."""
        hull, hits = self.ship.hull, first_hits(self.ship.hull)
        counted = zip(self.left.items(), self.tally.subjects, strict=True)
        off = mostly_breaks_off(self.ship, self.route) if self.ship.is_build else hull.breaks_off
        rows = [_worth(hull, at, off[at], hits[at], own, left is not None) for (at, left), own in counted]
        return tuple(sorted(rows, key=lambda row: -row.cost.mean if row.cost else np.inf))

    def each(self) -> tuple[Worth, ...]:
        """One for each component."""
        return self.rows

    def __getitem__(self, square: Square) -> Worth:
        for row in self.rows:
            if row.square == square:
                return row
        raise AnalyzerError(f"no component on {square}: name a square of this ship")

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Every component that has a price, with its cost, arrival or lost."""
        told = {"cost": "credits", "arrival": "arrival", "lost": "lost"}[WORTH[metric].name]
        for row in self.rows:
            measured = getattr(row, told)
            if measured is not None:
                yield f"what lies on {row.square}", measured

    def table(self) -> pd.DataFrame:
        """A table, one row a component: cost (credits a flight), arrival, lost (shares), each with its 95% interval."""
        import pandas as pd

        return pd.DataFrame([row.as_row() for row in self.rows])

    def heading(self) -> str:
        """Which ship, where and how long."""
        return f"{self.ship.name}: {super().heading()}"

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        notes = [*OF_BUILDS] if self.ship.is_build else [*OF_SHIPS]
        vital = [str(row.square) for row in self.rows if row.cost is None]
        if vital:
            notes.append(f"without what lies on {', '.join(vital)} no human is left in the largest piece: no price")
        return [*notes, *self.experiment.notes(), *self.remarks]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        return {
            "ship": self.ship.name,
            "level": self.route.level_name,
            "flights": self.flights,
            "seed": self.seed,
            "captain": self.captain.as_prices(),
            "rivals": list(self.rivals),
            "components": [
                {
                    "square": list(row.square),
                    "kind": row.kind,
                    "breaks_off": [list(square) for square in row.breaks_off],
                    "hit": row.hit,
                    "cost": _told(row.credits),
                    "arrival": _told(row.arrival),
                    "lost": _told(row.lost),
                }
                for row in self.rows
            ],
            "notes": self.notes(),
        }


def first_hits(hull: Hull) -> dict[int, dict[str, int]]:
    """For each position, by side, the ways (of 36) in which something from there meets it first on the whole ship."""
    hits = {position: dict.fromkeys(SIDE_NAMES, 0) for position in positions(int(hull.whole[0]))}
    for side in SIDES:
        for roll in range(2, ROLLS):
            for first in positions(int(hull.first_hits[side, roll])):
                hits[first][SIDE_NAMES[side]] += ways(roll)
    return hits


def _worth(
    hull: Hull, position: int, off: int, hit: dict[str, int], counted: dict[str, Histogram], priced: bool
) -> Worth:
    square = hull.squares[position]
    others = tuple(hull.squares[other] for other in positions(off) if other != position)
    kind = hull.layout.components[square].kind
    cost, arrivals = (counted["cost"], counted["arrival"]) if priced else (None, None)
    return Worth(square, kind, others, hit, counted["lost"], cost, arrivals)


def _told(measured: Estimate | None) -> dict[str, float] | None:
    return None if measured is None else measured._asdict()
