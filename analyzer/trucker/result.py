"""What many flights came to: for each ship a histogram of every metric, a tidy table, and what to know about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from analyzer.errors import AnalyzerError, one_of
from analyzer.results.shown import Shown
from analyzer.runs.stretch import Stretch, told
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Tally
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.cards.caveats import caveats
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.settlement import METRICS
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.layout import Layout

if TYPE_CHECKING:
    import pandas as pd

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
SHARES = {"loss": "credits", **dict.fromkeys(ENDINGS, "ending")}
"""Metrics that are chances, and the histogram they are read from."""
MEASURED = (*SHARES, *(metric for metric in METRICS if metric != "ending"))
"""All that is told with an interval: chances, and means."""
Measured = tuple[float, float, float]
"""An estimate and its 95% interval."""


@dataclass(frozen=True, repr=False)
class ShipResult(Shown):
    """One ship's flights: every metric of `settlement.Outcome` is an attribute, a Histogram, as `credits` or `days`."""

    name: str
    ship: Layout
    captain: Captain
    removed: tuple[Square, ...]
    histograms: dict[str, Histogram]

    def __getattr__(self, metric: str) -> Histogram:
        try:
            return self.__dict__["histograms"][metric]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(f"no metric {metric!r}: {one_of(metric, METRICS)}") from None

    def ending_share(self, ending: str) -> float:
        """The share of flights that ended so: arrived, no_humans, no_engines, lapped or gave_up."""
        return self._share(ending)[0]

    def loss_share(self) -> float:
        """The share of flights whose own result is below 0 credits."""
        return self._share("loss")[0]

    def table(self) -> pd.DataFrame:
        """A tidy table, as `Result.table`, of this ship alone."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """One row a metric: mean with 95% interval and quantiles; chances have no quantiles."""
        rows: list[dict[str, Any]] = []
        for metric in MEASURED:
            mean, low, high = self.measured(metric)
            rows.append({"ship": self.name, "metric": metric, "mean": mean, "low": low, "high": high})
            if metric not in SHARES:
                histogram = self.histograms[metric]
                rows[-1] |= {f"q{q * 100:g}": histogram.quantile(q) for q in QUANTILES}
        return rows

    def measured(self, metric: str) -> Measured:
        """A mean or a chance with its 95% interval; raises AnalyzerError for a name that is not in MEASURED."""
        if metric not in MEASURED:
            raise AnalyzerError(f"no metric {metric!r}: {one_of(metric, MEASURED)}")
        if metric in SHARES:
            return self._share(metric)
        return self.histograms[metric].mean, *self.histograms[metric].interval()

    def _share(self, name: str) -> Measured:
        if name not in SHARES:
            raise AnalyzerError(f"no ending {name!r}: {one_of(name, ENDINGS)}")
        low, high = (ENDINGS.index(name),) * 2 if name in ENDINGS else (-(10**9), -1)
        histogram = self.histograms[SHARES[name]]
        return histogram.share(low, high), *histogram.share_interval(low, high)


@dataclass(frozen=True, repr=False)
class Result(Shown):
    """All ships of one experiment; index it by a ship's name.

    `flown`: which flights were counted, of which seeds, those from 0 on of the experiment's if not given; `remarks`:
    what to know about how they were flown.
    """

    experiment: Experiment
    tally: Tally
    flown: tuple[Stretch, ...] = ()
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.flown:
            object.__setattr__(self, "flown", (Stretch(self.experiment.seed, 0, self.flights),))

    @property
    def flights(self) -> int:
        """How many flights were flown."""
        return self.tally.trials

    @property
    def seeds(self) -> list[int]:
        """The seeds they were flown under, in order."""
        return sorted({stretch.seed for stretch in self.flown})

    def heading(self) -> str:
        """Route, flights and seeds in a line."""
        flights = "1 flight" if self.flights == 1 else f"{self.flights:,} flights"
        return f"{self.experiment.route.title}, {flights}, {told(self.flown)}"

    @cached_property
    def ships(self) -> tuple[ShipResult, ...]:
        """The results of the reported ships, rivals left out."""
        experiment = self.experiment
        names = distinct([ship.name for ship in experiment.ships])
        return tuple(
            ShipResult(names[i], experiment.ships[i], experiment.captains[i], experiment.removed[i], histograms)
            for i, histograms in enumerate(self.tally.subjects)
        )

    def __getitem__(self, name: str) -> ShipResult:
        return of_name(self.ships, name, "this result")

    def table(self) -> pd.DataFrame:
        """A tidy table: ship, metric, mean, low, high (95%), and the 5, 25, 50, 75 and 95% quantiles."""
        import pandas as pd

        return pd.DataFrame([row for ship in self.ships for row in ship.rows()])

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        route = self.experiment.route
        notes = route.notes()
        if len(self.experiment.ships) == 1:
            notes.append(
                "flown alone: combat zones and sabotage do not strike, nobody takes planets or beats enemies first, "
                "and order and looks rewards are those of a lone arrival"
            )
        notes += caveats(route)
        for ship in self.ships:
            if ship.ship.reserve:
                notes.append(f"{ship.name}: {ship.ship.reserve} left in reserve, {route.how_reserved}")
            if ship.removed:
                listed = ", ".join(f"row {row} column {column}" for row, column in ship.removed)
                notes.append(f"{ship.name}: {route.how_mended}: {listed}")
        return [*notes, *self.remarks]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        route = self.experiment.route
        return {
            "flights": self.flights,
            "seed": self.seeds[0] if len(self.seeds) == 1 else None,
            "flown": [asdict(stretch) for stretch in self.flown],
            "route": asdict(route) | {"length": route.length},
            "convoy": distinct([ship.name for ship in self.experiment.ships]),
            "ships": [self._ship_dict(ship) for ship in self.ships],
            "notes": self.notes(),
        }

    @staticmethod
    def _ship_dict(ship: ShipResult) -> dict[str, Any]:
        return {
            "name": ship.name,
            "captain": ship.captain.as_prices(),
            "removed": [list(square) for square in ship.removed],
            "metrics": {
                row["metric"]: {k: v for k, v in row.items() if k not in ("ship", "metric")} for row in ship.rows()
            },
            "counts": {metric: histogram.counts for metric, histogram in ship.histograms.items()},
        }


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str:
        """What it is called."""


Ship = TypeVar("Ship", bound=Named)


def of_name(ships: Sequence[Ship], name: str, where: str) -> Ship:
    """The ship of that name; raises AnalyzerError with those there are."""
    for ship in ships:
        if ship.name == name:
            return ship
    raise AnalyzerError(f"no ship {name!r} in {where}: {one_of(name, [ship.name for ship in ships])}")


def distinct(names: Iterable[str]) -> list[str]:
    """The names, later ones of the same numbered."""
    told: list[str] = []
    for name in names:
        again = [name, *(f"{name} ({number})" for number in range(2, len(told) + 2))]
        told.append(next(new for new in again if new not in told))
    return told
