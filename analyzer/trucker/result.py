"""Results of many flights, with the ships that flew them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.description import Bars, Description, Part
from analyzer.answers.result import Result as AnyResult
from analyzer.answers.result import RunResult, SubjectResult, chance_of
from analyzer.statistics.estimate import ValueRange, between
from analyzer.statistics.moments import UNKNOWN
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.captains import Captain
from analyzer.trucker.fleets.facts import by_layout, fleets_on
from analyzer.trucker.flight.settlement import value_ranges, value_ranges_of_build, value_ranges_of_money
from analyzer.trucker.metrics import ArrivalPlaces, MetricAttributes
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.layout import Layout
from analyzer.world import Subject


@dataclass(frozen=True)
class FlyingShip(Subject):
    """A ship as it flies: its layout, its captain, and the squares from which components were taken off."""

    ship: Layout
    captain: Captain
    removed: tuple[Square, ...] = ()

    def facts(self) -> dict[str, Any]:
        """Return captain and emptied squares of the ship in plain types."""
        return {"captain": self.captain.as_prices(), "removed": [list(square) for square in self.removed]}


@dataclass(frozen=True, repr=False)
class ShipResult(SubjectResult, MetricAttributes):
    """The results of one ship's flights: every metric of a flight is an attribute (see `MetricAttributes`).

    A mean, e.g. `credits`, is a Histogram. A chance, e.g. `arrived`, is a Chance.
    """

    subject: FlyingShip

    @property
    def ship(self) -> Layout:
        """Ship as it was launched, i.e. after a repair."""
        return self.subject.ship

    @property
    def captain(self) -> Captain:
        """Captain who flew the ship."""
        return self.subject.captain

    @property
    def removed(self) -> tuple[Square, ...]:
        """Squares of the ship that repair emptied before launch."""
        return self.subject.removed

    @property
    def place(self) -> ArrivalPlaces:
        """Histogram of places on arrival, which also counts the flights in which the ship did not arrive."""
        places = self.histograms["place"]
        return ArrivalPlaces(places.lowest, places.tally, places.reach)

    def ending_share(self, ending: str) -> float:
        """Return the share of flights with the given ending.

        Args:
            ending: One of arrived, no_humans, no_engines, lapped and gave_up.
        """
        return chance_of(self, ending)

    def loss_share(self) -> float:
        """Return the share of flights that end with less than 0 credits."""
        return chance_of(self, "loss")


@dataclass(frozen=True, repr=False)
class Result(AnyResult, MetricAttributes):
    """The results of all ships of one experiment; indexing by a ship's name gives its `ShipResult`.

    For a single ship, its metrics are attributes of the result too.
    """

    OF: ClassVar[type[SubjectResult]] = ShipResult
    VIEW: ClassVar[str] = "analyzer.trucker.view:view_of"

    @property
    def ships(self) -> tuple[ShipResult, ...]:
        """Results of each ship except the rivals."""
        return cast(tuple[ShipResult, ...], self.subjects)

    def reach(self, subject: int) -> Mapping[str, tuple[float, float]]:
        """Return the least and the greatest value that each column of one ship can have.

        Bounds of `bounty` are infinite if the edition has the user's own kinds of cards, which may pay any amount. A
        `Derived` experiment has only the bounds that its metrics state.

        Args:
            subject: Index of the ship.
        """
        known = super().reach(subject)
        own = {} if isinstance(self.experiment, Derived) else reach_of_flight(self.experiment, subject)
        return {**known, **{column: of for column, of in own.items() if column in known}}

    def description(self) -> Description:
        """Return the description for output: each ship's metrics, layouts of a build, and the spread of credits."""
        ships = [Description(ship.name, self._title(ship), parts=tuple(self._parts_on(ship))) for ship in self.ships]
        return Description("", "", self.facts(), notes=self.notes(), each=ships, flat=self.flat_rows)

    def _title(self, ship: ShipResult) -> str:
        beside = [other.name for other in self.ships if other is not ship]
        with_others = f", with {', '.join(beside)}" if beside else ""
        return f": {self.conditions}{with_others}, captain {self.experiment.captain_in_words(ship.captain)}"

    def _parts_on(self, ship: ShipResult) -> Iterator[Part]:
        yield from ship.parts_of_description(has_rivals=len(self.experiment.ships) > 1)
        if ship.sorts:
            yield from by_layout(ship, fleets_on(ship.ship, self.experiment.route))
        yield Bars("credits (share of flights)", {ship.name: ship.histograms["credits"]})

    if TYPE_CHECKING:

        def __getitem__(self, name: str) -> ShipResult: ...

        def __iter__(self) -> Iterator[ShipResult]: ...


def reach_of_flight(experiment: Any, number: int, instead: Layout | None = None) -> dict[str, tuple[float, float]]:
    """Return the least and the greatest value of each column for one ship of an experiment.

    Args:
        experiment: The experiment.
        number: Number of the ship.
        instead: A ship that flies in place of that ship; None for the ship itself.
    """
    ship, route, ships = instead or experiment.ships[number], experiment.route, len(experiment.ships)
    removed = len(experiment.removed[number])
    if experiment.metrics.sorting:
        premiums = np.asarray(experiment.insured[number][0])
        return value_ranges_of_build(ship, route, removed, ships) | {"premium": (premiums.min(), premiums.max())}
    own = value_ranges(ship, route, removed, ships, experiment.paid_before[number])
    if KINDS.of_edition(route.rules.name):
        own["bounty"] = -inf, inf
    return own | value_ranges_of_money(own, experiment.metrics.parts)


@dataclass(frozen=True, repr=False)
class OfOneShip(RunResult):
    """Base class of answers about many variants of one ship; `experiment` is that of the unchanged ship."""

    @property
    def ship(self) -> Layout:
        """Ship without a change, whose variants were flown."""
        ship: Layout = self.experiment.ships[0]
        return ship

    def difference_range(self, one: Layout, other: Layout) -> ValueRange:
        """Return the least and the greatest difference in credits between two variants of the ship in one flight."""
        each = (reach_of_flight(self.experiment, 0, variant) for variant in (one, other))
        return between(*(reach.get("credits", UNKNOWN) for reach in each))

    @property
    def captain(self) -> Captain:
        """Captain who flew the ship and its variants."""
        captain: Captain = self.experiment.captains[0]
        return captain

    @property
    def rivals(self) -> tuple[str, ...]:
        """Names of the ships that flew along."""
        rivals: tuple[str, ...] = self.experiment.others
        return rivals
