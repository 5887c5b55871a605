"""What each component of a ship is worth in flight, how likely it is lost, and from where it is hit first.

The ship is flown whole and without the component under the same seed: both meet the same cards and the same dice, and
what is reported are differences flight by flight, whose interval is far narrower than that of two separate means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.errors import AnalyzerError, whole
from analyzer.results.shown import Shown
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.interval import of_share
from analyzer.trucker.captains.captain import Captain, load_captain, with_rivals
from analyzer.trucker.cards.alone import flown_alone
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.conditions import CaptainLike
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.ship.bitboard import Counts, positions
from analyzer.trucker.ship.board import Square, ways
from analyzer.trucker.ship.component import SIDE_NAMES, SIDES
from analyzer.trucker.ship.hull import ROLLS, Hull
from analyzer.trucker.ship.layout import Layout, layouts

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 1 << 16
"""Flights that are held in memory at once."""
CONFIDENCE = 0.95
Measured = tuple[float, float, float]
"""An estimate and its 95% interval."""


@dataclass(frozen=True)
class Worth:
    """One component and what it would mean to fly without it.

    breaks_off: squares lost with it, itself left out; hit: by side the ways (of 36) in which something from there meets
    it first; times_lost: in how many of `flights` of the whole ship it was lost; cost: by flight the credits of the
    whole ship less those of the ship without it; arrivals: by flight 1 if only the whole ship arrives, -1 if only the
    other does, else 0. cost and arrivals are None where no human is left in the largest piece.
    """

    square: Square
    kind: str
    breaks_off: tuple[Square, ...]
    hit: dict[str, int]
    flights: int
    times_lost: int
    cost: Histogram | None
    arrivals: Histogram | None

    @property
    def credits(self) -> Measured | None:
        """Mean cost in credits a flight with its interval."""
        return _mean(self.cost)

    @property
    def arrival(self) -> Measured | None:
        """By how much the share of flights that arrive would fall, from -1 to 1, with its interval."""
        return _mean(self.arrivals)

    @property
    def lost(self) -> Measured:
        """The share of the whole ship's flights in which it was lost, with its interval."""
        return self.times_lost / self.flights, *of_share(self.times_lost, self.flights, CONFIDENCE)

    def as_row(self) -> dict[str, Any]:
        """One flat row; cost in credits a flight, arrival and lost as shares, hit in ways of 36."""
        row: dict[str, Any] = {"row": self.square[0], "column": self.square[1], "kind": self.kind}
        for name, measured in (("cost", self.credits), ("arrival", self.arrival), ("lost", self.lost)):
            row |= dict(zip((name, f"{name}_low", f"{name}_high"), measured or (None,) * 3, strict=True))
        return row | {f"hit_{side}": of_36 for side, of_36 in self.hit.items()} | {"breaks_off": len(self.breaks_off)}


@dataclass(frozen=True, repr=False)
class Weakness(Shown):
    """The components of a ship, that whose loss costs most first; those it cannot fly without come last."""

    ship: Layout
    route: Route
    flights: int
    seed: int
    captain: Captain
    rivals: tuple[str, ...]
    rows: tuple[Worth, ...]

    def __getitem__(self, square: Square) -> Worth:
        for row in self.rows:
            if row.square == square:
                return row
        raise AnalyzerError(f"no component on {square}: name a square of this ship")

    def table(self) -> pd.DataFrame:
        """A table, one row a component: cost (credits a flight), arrival, lost (shares), each with its 95% interval."""
        import pandas as pd

        return pd.DataFrame([row.as_row() for row in self.rows])

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        notes = [
            "the cost is what it is worth to launch with the component: it and what breaks off with it are missing "
            "from the start and not charged as lost, and humans move in where an alien loses its home",
            "if the ship breaks apart, its largest piece is flown",
        ]
        if not self.rivals:
            notes.append(flown_alone())
        vital = [str(row.square) for row in self.rows if row.cost is None]
        if vital:
            notes.append(f"without what lies on {', '.join(vital)} no human is left in the largest piece: no price")
        return notes

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


def _nothing() -> Histogram:
    return Histogram.of(np.zeros(0, np.int64))


@dataclass
class _Count:
    """What is counted of one component in flight after flight; `left` is the ship without it, None if no human is."""

    left: Layout | None
    times_lost: int = 0
    cost: Histogram = field(default_factory=_nothing)
    arrivals: Histogram = field(default_factory=_nothing)


def weak_points(
    ship: Layout,
    level: str | None = None,
    flights: int = 20_000,
    seed: int = 1,
    rivals: Sequence[Layout] = (),
    captain: CaptainLike = "sensible",
    progress: Callable[[int], None] | None = None,
) -> Weakness:
    """What losing each component before launch would cost, and how likely it is lost in flight.

    `level` is that of the ship's board if None; `rivals` fly along in every flight, under "sensible"; `progress` is
    called with the number of flights just flown, of `flights` for the whole ship and for each component.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/paper-arrow.yaml")
    >>> weak_points(ship, flights=10)[7, 7].cost is None
    True

    Raises AnalyzerError with every reason why this cannot be flown.
    """
    if not isinstance(ship, Layout):
        raise AnalyzerError(f"ship {ship!r}: give a Layout, as load_ship returns it")
    captains = with_rivals([load_captain(captain)], len(layouts(rivals, "rivals")))
    route = Route(ship.board.edition, level or home_level(ship))
    whole_ship = Experiment((ship, *rivals), captains, route, seed)
    flights = whole(flights, "flights", 1)
    counts = {position: _Count(_left(ship, lost)) for position, lost in ship.hull.breaks_off.items()}
    for first in range(0, flights, BLOCK):
        _fly_block(whole_ship, counts, first, min(BLOCK, flights - first), progress or (lambda flown: None))
    hits = first_hits(ship.hull)
    rows = [_row(ship.hull, position, hits[position], flights, count) for position, count in counts.items()]
    rows.sort(key=lambda row: -row.cost.mean if row.cost else np.inf)
    return Weakness(ship, route, flights, seed, captains[0], tuple(rival.name for rival in rivals), tuple(rows))


def first_hits(hull: Hull) -> dict[int, dict[str, int]]:
    """For each position, by side, the ways (of 36) in which something from there meets it first on the whole ship."""
    hits = {position: dict.fromkeys(SIDE_NAMES, 0) for position in positions(int(hull.whole[0]))}
    for side in SIDES:
        for roll in range(2, ROLLS):
            for first in positions(int(hull.first_hits[side, roll])):
                hits[first][SIDE_NAMES[side]] += ways(roll)
    return hits


def land(experiment: Experiment, ship: Layout, first: int, flights: int) -> tuple[Convoy, Outcome]:
    """The end of those flights of an experiment, with that ship in place of its first, and what they come to."""
    return experiment.land([ship.hull, *(other.hull for other in experiment.ships[1:])], first, flights)


def _fly_block(
    whole_ship: Experiment, counts: dict[int, _Count], first: int, flights: int, progress: Callable[[int], None]
) -> None:
    """Fly one block of flights with the whole ship and without each component, and add up what came of it."""
    ship = whole_ship.ships[0]
    convoy, flown = land(whole_ship, ship, first, flights)
    progress(flights)
    gone = ship.hull.whole & ~convoy.state.alive[0]
    for position, count in counts.items():
        count.times_lost += int(((gone >> np.uint64(position)) & np.uint64(1)).sum())
        if count.left is not None:
            _, without = land(whole_ship, count.left, first, flights)
            count.cost += Histogram.of(flown.credits[0] - without.credits[0])
            count.arrivals += Histogram.of(_arrived(flown) - _arrived(without))
        progress(flights)


def _arrived(outcome: Outcome) -> Counts:
    """(flights) 1 where the first ship arrived, else 0."""
    return np.asarray(outcome.ending[0] == ENDINGS.index("arrived"), np.int64)


def _left(ship: Layout, lost: int) -> Layout | None:
    """The ship without those squares, None if no human is left."""
    if lost == int(ship.hull.whole[0]):
        return None
    left = ship.without(ship.hull.squares_of(lost))
    return left if int(left.hull.tokens.humans.full) else None


def _row(hull: Hull, position: int, hit: dict[str, int], flights: int, count: _Count) -> Worth:
    square = hull.squares[position]
    others = tuple(hull.squares[other] for other in positions(hull.breaks_off[position]) if other != position)
    cost, arrivals = (None, None) if count.left is None else (count.cost, count.arrivals)
    kind = hull.layout.components[square].kind
    return Worth(square, kind, others, hit, flights, count.times_lost, cost, arrivals)


def _mean(histogram: Histogram | None) -> Measured | None:
    return None if histogram is None else (histogram.mean, *histogram.interval(CONFIDENCE))


def _told(measured: Measured | None) -> dict[str, float] | None:
    return None if measured is None else dict(zip(("mean", "low", "high"), measured, strict=True))
