"""Pay of levels and starting places: all ships of a level fly the same flights; sums are kept by ship and by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from analyzer.statistics.estimate import CONFIDENCE, Estimate
from analyzer.statistics.moments import Moments
from analyzer.statistics.tally import Columns
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import ARRIVED
from analyzer.trucker.questions.balance.sample import LevelShips
from analyzer.trucker.stacks import Span, cost, fly_spans

EARNED = ("credits", "arrived", "loss", "richest", "components_lost")
"""Names of the summed results: credits, arrival, an end below 0 credits, being the richest, and components lost."""
AT_ONCE = 2000
"""Number of flights of each ship in one task."""
Sums = npt.NDArray[np.int64]
"""Array of sums of whole numbers; its shape is stated wherever one is stored or returned."""


@dataclass(frozen=True)
class PayTask:
    """A task that flies all ships of a level through some flights, alone or in the field."""

    ships: LevelShips
    in_field: bool
    first: int
    flights: int

    @property
    def weight(self) -> int:
        """Approximate work of the task, in flights of one ship."""
        return cost(self.flights * len(self.ships.ships), self.ships.slots, alone=not self.in_field)

    def measured(self) -> Pay:
        """Fly the ships of the level and return their results, summed over flights."""
        experiments = self.ships.in_field if self.in_field else self.ships.alone
        values = np.stack(
            [earned(columns) for columns in Experiment.run_side_by_side(experiments, self.first, self.flights)]
        )
        return Pay.of(self.ships, self.in_field, values)


def earned(columns: Columns) -> Sums:
    """Return the results in EARNED of the ship with index 0, in each flight. Shape (EARNED, flights)."""
    credits = columns["credits"][0]
    rows = (
        credits,
        columns["ending"][0] == ARRIVED,
        credits < 0,
        columns["wealth"][0] > 0,
        columns["components_lost"][0],
    )
    return np.stack(rows).astype(np.int64)


@dataclass(frozen=True)
class Pay:
    """Sums over flights of the results of each ship at a level, and of each group of ships.

    Sums of different flights can be added.

    Attributes:
        level: name of the level.
        in_field: whether rivals fly along.
        flights: number of flights.
        groups: number of ships of each group.
        totals: each result summed over the ships of a group and over flights, (groups, EARNED).
        squares: each result summed over the ships of a group, squared, and summed over flights, (groups, EARNED).
        by_ship: each result of a ship summed over flights, (ships, EARNED).
        by_flight: credits in each flight, summed over the ships of a group, (groups, flights).
    """

    level: str
    in_field: bool
    flights: int
    groups: dict[str, int]
    totals: Sums
    squares: Sums
    by_ship: Sums
    by_flight: Sums

    @classmethod
    def of(cls, ships: LevelShips, in_field: bool, values: Sums) -> Pay:
        """Build the sums from values of shape (ships, EARNED, flights)."""
        groups = ships.counts()
        # Ships of a group meet the same cards and dice, so they are added up before anything is squared.
        # Shape (groups, EARNED, flights).
        sums = np.stack([values[ships.numbers(group)].sum(axis=0) for group in groups])
        return cls(
            ships.level, in_field, values.shape[2], dict(groups),
            sums.sum(axis=2), (sums**2).sum(axis=2), values.sum(axis=2), sums[:, 0],
        )  # fmt: skip

    def __add__(self, other: Pay) -> Pay:
        more = {
            name: getattr(self, name) + getattr(other, name) for name in ("flights", "totals", "squares", "by_ship")
        }
        return replace(self, **more, by_flight=np.concatenate([self.by_flight, other.by_flight], axis=1))

    def group(self, group: str, what: str, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean of a result in EARNED over a group's ships.

        The interval covers other flights of these ships, not other ships.
        """
        row, column, ships = [*self.groups].index(group), EARNED.index(what), self.groups[group]
        sums = Moments(self.flights, int(self.totals[row, column]), int(self.squares[row, column]))
        mean, low, high = sums.estimate(confidence)
        return Estimate(mean / ships, low / ships, high / ships)

    def flight_by_flight(self, group: str) -> npt.NDArray[np.float64]:
        """Return the mean credits of a group's ships in each flight. Shape (flights,)."""
        return np.asarray(self.by_flight[[*self.groups].index(group)] / self.groups[group])

    def ship(self, number: int, what: str) -> float:
        """Return the mean per flight of a result in EARNED, for the ship with index `number`."""
        return float(self.by_ship[number, EARNED.index(what)] / self.flights)


def pay_tasks(ships: LevelShips, in_field: bool, flights: int) -> Iterator[PayTask]:
    """Yield tasks that cover all flights, with `AT_ONCE` flights each."""
    for first in range(0, flights, AT_ONCE):
        yield PayTask(ships, in_field, first, min(AT_ONCE, flights - first))


@dataclass(frozen=True)
class PlaceTask:
    """A task that flies good ships in the field, each flight once from every place of the starting order."""

    ships: LevelShips
    first: int
    flights: int

    @property
    def weight(self) -> int:
        """Approximate work of the task, in flights of one ship."""
        flights = len(self.ships.in_field[0].ships) * self.flights * len(self.ships.good)
        return cost(flights, self.ships.slots)

    def measured(self) -> Places:
        """Fly the ships and return their credits and wins, summed over the ships, for each starting place."""
        good = [self.ships.in_field[number] for number in self.ships.good]
        starts = [replace(good[0].route, start=place) for place in range(1, len(good[0].ships) + 1)]
        spans = [Span(replace(one, route=route), self.first, self.flights) for route in starts for one in good]
        chosen = [EARNED.index("credits"), EARNED.index("richest")]
        # Spans run over places, then over ships: (places * ships, 2, flights), of which the ships are added up.
        flown = np.array([earned(one.outcome.columns())[chosen] for one in fly_spans(spans)])
        return Places(self.ships.level, len(good), flown.reshape(len(starts), len(good), *flown.shape[1:]).sum(axis=1))


@dataclass(frozen=True)
class Places:
    """Credits and wins summed over ships, in flights that differ only in the starting place.

    Attributes:
        level: name of the level.
        ships: number of ships.
        values: sums of credits and of wins, (places, 2, flights).
    """

    level: str
    ships: int
    values: Sums

    def __add__(self, other: Places) -> Places:
        return replace(self, values=np.concatenate([self.values, other.values], axis=2))

    @property
    def places(self) -> int:
        """Number of places in the starting order."""
        return len(self.values)

    def worth(self, place: int, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean credits from a starting place (from 1), less the mean credits from a random place."""
        return self._more(place, 0, confidence)

    def wins(self, place: int, confidence: float = CONFIDENCE) -> Estimate:
        """Return the chance to be the richest from a starting place (from 1), less the chance from a random place."""
        return self._more(place, 1, confidence)

    def _more(self, place: int, what: int, confidence: float) -> Estimate:
        """Return the mean advantage of a place over a random place: in credits if `what` is 0, in wins if it is 1."""
        more = Moments.of(self._sums(place, what)).estimate(confidence)
        return Estimate(*(value / (self.places * self.ships) for value in more))

    def flight_by_flight(self, place: int) -> npt.NDArray[np.float64]:
        """Return how many more credits a place brings than a random place, in each flight. Shape (flights,)."""
        return np.asarray(self._sums(place, 0) / (self.places * self.ships))

    def _sums(self, place: int, what: int) -> Sums:
        """Return a place's results times the number of places, less those of all places together. Shape (flights,).

        These are whole numbers. Divided by the number of places and ships, they give the advantage of the place.
        `what` is 0 for credits and 1 for wins.
        """
        # Divided last: whole numbers add up exactly, whichever worker flew which flights.
        by_place = self.values[:, what]
        return np.asarray(self.places * by_place[place - 1] - by_place.sum(axis=0))


def place_tasks(ships: LevelShips, flights: int) -> Iterator[PlaceTask]:
    """Yield tasks that cover all flights, with `AT_ONCE` flights each."""
    for first in range(0, flights, AT_ONCE):
        yield PlaceTask(ships, first, min(AT_ONCE, flights - first))


def pay_by_level(parts: Sequence[Pay]) -> dict[tuple[str, bool], Pay]:
    """Add up the results of all tasks, by level and setting (True in the field, False alone)."""
    sums: dict[tuple[str, bool], Pay] = {}
    for part in parts:
        key = part.level, part.in_field
        sums[key] = sums[key] + part if key in sums else part
    return sums


def places_by_level(parts: Sequence[Places]) -> dict[str, Places]:
    """Concatenate the flights of all tasks of each level."""
    sums: dict[str, Places] = {}
    for part in parts:
        sums[part.level] = sums[part.level] + part if part.level in sums else part
    return sums
