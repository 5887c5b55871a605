"""What happens along the route and on the ship: who still flies after each card, what is left, what is hit and lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.stretch import Stretch
from analyzer.results.heading import heading
from analyzer.results.metrics import QUANTILES
from analyzer.results.names import of_name
from analyzer.results.shown import Shown
from analyzer.runs.amount import Amount, counting
from analyzer.runs.precision import PrecisionLike
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Tally
from analyzer.trucker.conditions import Conditions, plan
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.watched import WatchedExperiment
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.layout import Layout

if TYPE_CHECKING:
    import pandas as pd

FLIGHTS = 20_000


@dataclass(frozen=True, repr=False)
class ShipCourse(Shown):
    """One ship's way: `ship` as it was launched; histograms by what was counted (see trucker/questions/watched.py)."""

    name: str
    ship: Layout
    histograms: dict[str, Histogram]

    @property
    def cards(self) -> range:
        """The cards of the route by number, from 1; 0 is the launch."""
        return range(sum(name.startswith("flying ") for name in self.histograms))

    def flying(self, card: int) -> Estimate:
        """The share of flights in which the ship still flies after that many cards."""
        return self._counted("flying", card).chance(1, 1)

    def left(self, card: int) -> Histogram:
        """Components left after that many cards, of all ships: one that gave up keeps what it had then."""
        return self._counted("left", card)

    def hits(self, square: Square) -> Histogram:
        """How many times in a flight a meteor or shot met that component first, whether or not it did harm."""
        return self._counted("hits", self._position(square))

    def lost(self, square: Square) -> Estimate:
        """The share of flights in which that component was lost, by whatever cause."""
        return self._counted("lost", self._position(square)).chance(1, 1)

    def table(self) -> pd.DataFrame:
        """A tidy table, as `Course.table`, of this ship alone."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """One row a card: share still flying with 95% interval, mean and quantiles of components left."""
        rows = []
        for card in self.cards:
            left = self.left(card)
            row = {"ship": self.name, "card": card}
            row |= dict(zip(("flying", "low", "high"), self.flying(card), strict=True))
            rows.append(row | {"left": left.mean} | {f"q{q * 100:g}": left.quantile(q) for q in QUANTILES})
        return rows

    def square_rows(self) -> list[dict[str, Any]]:
        """One row a component: hits a flight and the share of flights in which it is lost, each with 95% interval."""
        rows = []
        for square, part in self.ship.components.items():
            hits = self.hits(square)
            row: dict[str, Any] = {"ship": self.name, "row": square[0], "column": square[1], "kind": part.kind}
            row |= dict(zip(("hits", "hits_low", "hits_high"), (hits.mean, *hits.interval()), strict=True))
            rows.append(row | dict(zip(("lost", "lost_low", "lost_high"), self.lost(square), strict=True)))
        return rows

    def _counted(self, what: str, number: int) -> Histogram:
        try:
            return self.histograms[f"{what} {number}"]
        except KeyError:
            raise AnalyzerError(f"card {number!r}: give a number from 0 (the launch) to {self.cards[-1]}") from None

    def _position(self, square: Square) -> int:
        if square not in self.ship.components:
            raise AnalyzerError(f"no component on {square}: {one_of(square, self.ship.components)}")
        return self.ship.hull.squares.index(square)


@dataclass(frozen=True, repr=False)
class Course(Shown):
    """The way of all ships of one experiment; index it by a ship's name."""

    experiment: Experiment
    tally: Tally
    flown: tuple[Stretch, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def trials(self) -> int:
        """How many flights were flown."""
        return self.tally.trials

    @property
    def flights(self) -> int:
        """The same."""
        return self.trials

    @cached_property
    def ships(self) -> tuple[ShipCourse, ...]:
        """The ways of the reported ships, rivals left out."""
        pairs = zip(self.experiment.subjects, self.tally.subjects, strict=True)
        return tuple(ShipCourse(flyer.name, flyer.ship, histograms) for flyer, histograms in pairs)

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Every ship's name with a metric of its way, as `left 8`."""
        metrics = WatchedExperiment(self.experiment).metrics
        return ((ship.name, metrics.measured(metric, ship.histograms)) for ship in self.ships)

    def __getitem__(self, name: str) -> ShipCourse:
        return of_name(self.ships, name, "ship", "this course")

    def table(self) -> pd.DataFrame:
        """A tidy table: ship, card (0 is the launch), flying with low and high (95%), left (mean) and its quantiles."""
        import pandas as pd

        return pd.DataFrame([row for ship in self.ships for row in ship.rows()])

    def squares(self, name: str) -> pd.DataFrame:
        """A table, one row a component of that ship: hits a flight and the share lost, each with 95% interval."""
        import pandas as pd

        return pd.DataFrame(self[name].square_rows())

    def heading(self) -> str:
        """What was flown."""
        return f"{heading(self.experiment, self.trials, self.flown)}: after each card"

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        return [
            "components left are those of all ships: a ship that gave up keeps what it had then",
            "hits count what meets a component first, also what bounces off, is shielded or is shot down; "
            "saboteurs and what breaks off are counted as lost only",
            *self.experiment.notes(),
            *self.remarks,
        ]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        return {
            "flights": self.flights,
            "seed": self.experiment.seed,
            **self.experiment.facts(),
            "ships": [
                {"name": ship.name, "cards": _nameless(ship.rows()), "squares": _nameless(ship.square_rows())}
                for ship in self.ships
            ],
            "notes": self.notes(),
        }


def course(
    ships: Sequence[Layout],
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    precision: PrecisionLike | None = None,
    first: int = 0,
    workers: int = 1,
    save: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    **conditions: Unpack[Conditions],
) -> Course:
    """Follow one ship alone, or several in one convoy, card by card and square by square.

    `flights` are 20,000 if None; level, seed, first, save and `conditions` are those of `fly`; the same seed flies the
    same flights. `precision` is the half-width of the mean components left at the end, or of `left 3`, `flying 8` and
    so on.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.course([ship], flights=100)["First Mile"].left(0).counts
    {18: 100}

    Raises AnalyzerError with every reason why this cannot be flown.
    """
    amount = Amount(flights, precision, first=first, workers=workers, save=save, usual=FLIGHTS)
    return follow([plan(ships, level, seed, **conditions)], amount, progress)[0]


def follow(
    experiments: Sequence[Experiment], amount: Amount, progress: Callable[[int], None] | None = None
) -> list[Course]:
    """The courses of experiments that are planned already, as those of a Result."""
    return amount.run([WatchedExperiment(one) for one in experiments], counting(progress))


def _nameless(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if key != "ship"} for row in rows]
