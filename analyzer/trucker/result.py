"""The results of many flights, with the ships that flew them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, cast

from analyzer.answers.derived import Derived
from analyzer.answers.description import Bars, Description, Part
from analyzer.answers.result import Result as AnyResult
from analyzer.answers.result import RunResult, SubjectResult, chance_of
from analyzer.statistics.estimate import Reach, between
from analyzer.statistics.moments import UNKNOWN
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.captains import Captain
from analyzer.trucker.fleets.facts import by_layout, fleets_on
from analyzer.trucker.flight.settlement import of_credits, reach_of, reach_of_build
from analyzer.trucker.metrics import ArrivalPlaces, Measured
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.layout import Layout
from analyzer.world import Subject


@dataclass(frozen=True)
class Flyer(Subject):
    """A ship as it is flown: its layout, who flies it, and the squares that repair emptied before launch."""

    ship: Layout
    captain: Captain
    removed: tuple[Square, ...] = ()

    def facts(self) -> dict[str, Any]:
        """Captain and repair in plain types."""
        return {"captain": self.captain.as_prices(), "removed": [list(square) for square in self.removed]}


@dataclass(frozen=True, repr=False)
class ShipResult(SubjectResult, Measured):
    """One ship's flights: every metric of `trucker/metrics.py` is an attribute (see `Measured`)."""

    subject: Flyer

    @property
    def ship(self) -> Layout:
        """The ship as it was launched."""
        return self.subject.ship

    @property
    def captain(self) -> Captain:
        """Who flew it."""
        return self.subject.captain

    @property
    def removed(self) -> tuple[Square, ...]:
        """The squares that repair emptied before launch."""
        return self.subject.removed

    @property
    def place(self) -> ArrivalPlaces:
        """The order of arrival, and how often the ship did not arrive."""
        places = self.histograms["place"]
        return ArrivalPlaces(places.lowest, places.tally, places.reach)

    def ending_share(self, ending: str) -> float:
        """The share of flights that ended so: arrived, no_humans, no_engines, lapped or gave_up."""
        return chance_of(self, ending)

    def loss_share(self) -> float:
        """The share of flights whose own result is below 0 credits."""
        return chance_of(self, "loss")


@dataclass(frozen=True, repr=False)
class Result(AnyResult, Measured):
    """All ships of one experiment; index it by a ship's name. Of a single ship its metrics are attributes too."""

    OF: ClassVar[type[SubjectResult]] = ShipResult
    VIEW: ClassVar[str] = "analyzer.trucker.view:view_of"

    @property
    def ships(self) -> tuple[ShipResult, ...]:
        """The results of the reported ships, rivals left out."""
        return cast(tuple[ShipResult, ...], self.subjects)

    def reach(self, subject: int) -> Mapping[str, tuple[float, float]]:
        """By column the least and the most that a value of one ship can be.

        Cards of kinds of the user's own may pay, or take, what they like. Of what is derived of flights nothing more
        is known than its metrics say.
        """
        known = super().reach(subject)
        own = {} if isinstance(self.experiment, Derived) else reach_of_flight(self.experiment, subject)
        return {**known, **{column: of for column, of in own.items() if column in known}}

    def description(self) -> Description:
        """Of every ship its metrics, of a build its layouts, and how credits are spread."""
        ships = [Description(ship.name, self._title(ship), parts=tuple(self._parts_on(ship))) for ship in self.ships]
        return Description("", "", notes=self.notes(), each=ships, called="ships")

    def _title(self, ship: ShipResult) -> str:
        beside = [other.name for other in self.ships if other is not ship]
        with_others = f", with {', '.join(beside)}" if beside else ""
        return f": {self.conditions}{with_others}, captain {ship.captain.name}"

    def _parts_on(self, ship: ShipResult) -> Iterator[Part]:
        yield from ship.parts_of_description(has_rivals=len(self.experiment.ships) > 1)
        if ship.sorts:
            yield from by_layout(ship, fleets_on(ship.ship, self.experiment.route))
        yield Bars("credits (share of flights)", {ship.name: ship.histograms["credits"]})

    if TYPE_CHECKING:

        def __getitem__(self, name: str) -> ShipResult: ...

        def __iter__(self) -> Iterator[ShipResult]: ...


def reach_of_flight(experiment: Any, number: int, instead: Layout | None = None) -> dict[str, tuple[float, float]]:
    """Return by column the least and the most that one ship of an experiment, or another instead, can come to."""
    ship, route, ships = instead or experiment.ships[number], experiment.route, len(experiment.ships)
    removed = len(experiment.removed[number])
    if experiment.metrics.sorting:
        return reach_of_build(ship, route, removed, ships)
    own = reach_of(ship, route, removed, ships, experiment.paid_before[number])
    if KINDS.of_edition(route.rules.name):
        own["bounty"] = -inf, inf
    return own | of_credits(own, experiment.metrics.parts)


@dataclass(frozen=True, repr=False)
class OfOneShip(RunResult):
    """The results of one ship in many variants; `experiment`: how the ship itself flew."""

    @property
    def ship(self) -> Layout:
        """The ship that is asked about."""
        ship: Layout = self.experiment.ships[0]
        return ship

    def apart(self, one: Layout, other: Layout) -> Reach:
        """Return the least and the most credits that one variant of the ship can earn above another in a flight."""
        each = (reach_of_flight(self.experiment, 0, variant) for variant in (one, other))
        return between(*(reach.get("credits", UNKNOWN) for reach in each))

    @property
    def captain(self) -> Captain:
        """Who flew it."""
        captain: Captain = self.experiment.captains[0]
        return captain

    @property
    def rivals(self) -> tuple[str, ...]:
        """Who flew along."""
        rivals: tuple[str, ...] = self.experiment.others
        return rivals
