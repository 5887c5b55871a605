"""What each kind of component is worth over ships, component by component, on the same flights.

Twice: against the ship without it (`weak`), which also loses what breaks off and shows more connectors; and against a
plain structural component with the same connectors in its place (as `swap`), so that only what it does is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.runs.amount import run_each
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.balance.sample import NOVICE, LevelShips
from analyzer.trucker.questions.weak.answer import Weakness
from analyzer.trucker.questions.weak.experiment import WithoutEach
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import START, Kind, component_of
from analyzer.trucker.ship.fitting import instead
from analyzer.trucker.ship.layout import Layout

PLAIN = "structural"
"""The kind of component that does nothing."""
FEWEST = 3
"""On fewer ships, those of one origin counted as one, nothing is said of a kind."""
Credits = npt.NDArray[np.integer[Any]]
Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True)
class PartsTask:
    """A ship of a level in the field, without each of its components; each ship on flights of its own.

    So the luck of those flights is in the differences between ships, from which intervals come.
    """

    ships: LevelShips
    number: int
    flights: int

    @property
    def weight(self) -> int:
        """About how many flights of one ship it takes."""
        return 2 * self.flights * len(self.ships.ships[self.number].components)

    def measured(self) -> ShipParts:
        """What each kind is worth to it."""
        experiment, first = self.ships.in_field[self.number], self.number * self.flights
        group, name = self.ships.groups[self.number], self.ships.ships[self.number].name
        absent, lost = ({}, {}) if group == NOVICE else self._without_each(experiment, first)
        more = {kind: np.mean(some, axis=0) for kind, some in _by_kind(self._against_plain(experiment, first)).items()}
        plain = {kind: float(values.mean()) for kind, values in more.items()}
        chance = {kind: float(values.var(ddof=1)) / self.flights for kind, values in more.items()}
        return ShipParts(self.ships.level, name, group, absent, plain, lost, chance, self.ships.origin(self.number))

    def _without_each(self, experiment: Experiment, first: int) -> tuple[dict[str, float], dict[str, float]]:
        """By kind what it is worth more than nothing, and how often it is lost."""
        weakness: Weakness = run_each([WithoutEach(experiment)], self.flights, first=first, workers=1)[0]
        loose = (
            (row.kind, row.credits.mean) for row in weakness.rows if not row.breaks_off and row.credits is not None
        )
        return _means(_by_kind(loose)), _means(_by_kind((row.kind, row.lost.mean) for row in weakness.rows))

    def _against_plain(self, experiment: Experiment, first: int) -> Iterator[tuple[str, Credits]]:
        """By component its kind, and what the ship earns more, flight by flight, than with a plain one there."""
        ship, plain = experiment.ships[0], experiment.route.rules.kinds.get(PLAIN)
        if plain is None:
            return
        ships = [(part.kind, _with_plain(ship, square, plain)) for square, part in ship.components.items()
                 if part.kind not in (START, PLAIN)]  # fmt: skip
        experiments = [experiment, *(replace(experiment, ships=(one, *experiment.ships[1:])) for _, one in ships)]
        whole, *others = (
            columns["credits"][0] for columns in Experiment.run_side_by_side(experiments, first, self.flights)
        )
        for (kind, _), credits in zip(ships, others, strict=True):
            yield kind, whole - credits


def _with_plain(ship: Layout, square: Square, plain: Kind) -> Layout:
    """The ship with a plain component there; aliens that lose their home stay away."""
    return instead(ship, square, component_of(plain, ship.components[square].connectors))


def _by_kind(values: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """All values of each kind."""
    lists: dict[Key, list[Value]] = {}
    for kind, value in values:
        lists.setdefault(kind, []).append(value)
    return lists


def _means(lists: dict[Key, list[float]]) -> dict[Key, float]:
    return {kind: float(np.mean(some)) for kind, some in lists.items()}


@dataclass(frozen=True)
class ShipParts:
    """By kind what a component is worth to a ship on average, in credits a flight, and how often it is lost.

    absent: against the ship without it, of components with which nothing breaks off, {} on novices, like lost; plain:
    against a plain one; chance: the variance of that by other decks and dice; origin: the ship from which it was
    searched for, or itself.
    """

    level: str
    ship: str
    group: str
    absent: dict[str, float]
    plain: dict[str, float]
    lost: dict[str, float]
    chance: dict[str, float]
    origin: str


@dataclass(frozen=True)
class KindWorth:
    """What a component of a kind is worth, one value a ship; see ShipParts.

    origins: of each value of `plain` level and origin; chance: the mean variance of those values by other decks and
    dice; lost: how often it is lost on good ships.
    """

    kind: str
    plain: tuple[float, ...]
    absent: tuple[float, ...]
    novices: tuple[float, ...]
    lost: float
    origins: tuple[tuple[str, str], ...]
    chance: float

    @property
    def ships(self) -> int:
        """How many good ships have one."""
        return len(self.plain)

    def worth(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """More than a plain one, mean over good ships; the interval is about other ships like these.

        Ships that were searched for count as one with that from which they began: they have much in common.
        """
        return _mean([*self.by_origin.values()], confidence)

    @property
    def by_origin(self) -> dict[tuple[str, str], float]:
        """By level and origin the mean of `plain`."""
        return _means(_by_kind(zip(self.origins, self.plain, strict=True)))

    def without(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """More than nothing there, mean over good ships."""
        return _mean(self.absent, confidence)

    def to_novices(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """More than a plain one, mean over ships built at random."""
        return _mean(self.novices, confidence)

    @property
    def spread(self) -> float:
        """The standard deviation over good ships, without that of chance."""
        return sqrt(max(0.0, float(np.var(self.plain, ddof=1)) - self.chance)) if self.ships > 1 else 0.0


def _mean(values: Sequence[float], confidence: float) -> Estimate | None:
    """Mean and interval; None for fewer than FEWEST ships."""
    if len(values) < FEWEST:
        return None
    return Estimate.of_mean(float(np.mean(values)), float(np.var(values, ddof=1)), len(values), confidence)


def kinds_of(parts: Sequence[ShipParts], kinds: Iterable[str]) -> list[KindWorth]:
    """By kind what it is worth to all ships, all but the starting cabin."""
    good = [one for one in parts if one.group != NOVICE]
    novices = [one for one in parts if one.group == NOVICE]
    worths = []
    for kind in kinds:
        having = [one for one in good if kind in one.plain]
        plain = tuple(one.plain[kind] for one in having)
        absent = tuple(one.absent[kind] for one in good if kind in one.absent)
        theirs = tuple(one.plain[kind] for one in novices if kind in one.plain)
        lost = [one.lost[kind] for one in good if kind in one.lost]
        if kind != START and (plain or absent or theirs):
            origins = tuple((one.level, one.origin) for one in having)
            chance = float(np.mean([one.chance[kind] for one in having])) if having else 0.0
            worths.append(
                KindWorth(kind, plain, absent, theirs, float(np.mean(lost)) if lost else 0.0, origins, chance)
            )
    return worths


def parts_tasks(ships: LevelShips, flights: int) -> Iterator[PartsTask]:
    """One a ship."""
    for number in range(len(ships.ships)):
        yield PartsTask(ships, number, flights)
