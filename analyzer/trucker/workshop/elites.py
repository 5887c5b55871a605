"""MAP-Elites: a map of ships that keeps the best ship of each cell.

J.-B. Mouret, J. Clune, "Illuminating search spaces by mapping elites", 2015. While the map is filled, all ships fly the
same flights, so that they can be compared. The ships that are shown fly again on fresh flights.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import floor, isfinite

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, all_or_faults, one_of
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.statistics.moments import Moments
from analyzer.statistics.tally import Columns
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.workshop.bench import Bench, fly_stacked, launched
from analyzer.trucker.workshop.goal import measured
from analyzer.trucker.workshop.moves import Chance, Moves, ShipState

BUILT = "components"
"""Name of the axis that counts components, which is known without flying."""
USUAL = (BUILT, "components_lost")
STEP_OF_CHANCES = 0.05
STEPS = {"credits": 5.0, "components": 1.0, "flight days": 2.0}
"""The usual width of a cell, by unit of the metric; 1 for other units."""
STEP_BUILT = 2.0
FINEST = 1e-6


@dataclass(frozen=True)
class Axis:
    """An axis of the map: a metric, divided into cells of equal width.

    Attributes:
        name: The metric, or `components` for the number of components.
        step: The width of a cell.
    """

    name: str
    step: float

    @property
    def label(self) -> str:
        """The name of the axis in words."""
        return "components used" if self.is_built else METRICS[self.name].label

    @property
    def is_built(self) -> bool:
        """Whether the axis counts components, which is known without flying."""
        return self.name == BUILT

    @property
    def is_chance(self) -> bool:
        """Whether the metric of the axis is a share of flights."""
        return not self.is_built and METRICS[self.name].is_chance

    def total(self, columns: Columns) -> float:
        """Return the sum of the axis's metric over flights; 0 if the axis counts components."""
        return 0.0 if self.is_built else float(measured(self.name, columns).sum())

    def cell(self, value: float) -> int:
        """Return the index of the cell that holds a value; a boundary belongs to the cell above it."""
        # 1e-9: a value on a boundary must not fall below it by rounding
        return floor(value / self.step + 1e-9)

    def ends(self, cell: int) -> tuple[float, float]:
        """Return the lower and the upper boundary of a cell."""
        return round(cell * self.step, 9), round((cell + 1) * self.step, 9)

    def step_in_words(self, cell: int) -> str:
        """Return the range of values of a cell in words, e.g. `12 to 13`, `0.5 to 1`, `90% to 95%`."""
        low, high = self.ends(cell)
        if self.is_chance:
            return f"{100 * low:g}% to {100 * high:g}%"
        if self.is_built and self.step.is_integer():
            return f"{low:g}" if self.step == 1 else f"{low:g} to {high - 1:g}"
        return f"{low:g} to {high:g}"


def load_axes(names: Sequence[str] = USUAL) -> tuple[Axis, Axis]:
    """Return two axes.

    Args:
        names: Two metrics, or `components` for the number of components; each may have a width, e.g. `penalty:2`.

    >>> load_axes(["components", "penalty:2"])[1]
    Axis(name='penalty', step=2.0)
    """
    if isinstance(names, str) or len(names) != 2:
        raise AnalyzerError(f"by {names!r}: give two metrics, e.g. components and penalty:2")
    across, down = all_or_faults(_axis, names)
    if across.name == down.name:
        raise AnalyzerError(f"by {across.name} twice: give two different metrics")
    return across, down


def _axis(text: str) -> Axis:
    word, _, step = text.partition(":")
    name, usual = word.strip().replace(" ", "_"), STEP_BUILT
    if name != BUILT:
        metric = METRICS.by_name.get(name)
        if metric is None or metric.tail:
            names = [BUILT, *(one.name for one in METRICS.listed)]
            raise AnalyzerError(f"by {word!r}: is not a metric of one flight: {one_of(word, names)}")
        usual = STEP_OF_CHANCES if metric.is_chance else STEPS.get(metric.unit, 1.0)
    return Axis(name, _step(text, step) if step else usual)


def _step(text: str, step: str) -> float:
    try:
        width = float(step)
    except ValueError:
        width = 0.0
    if not isfinite(width) or width < FINEST:
        raise AnalyzerError(f"by {text!r}: give a step above 0 behind the colon, as penalty:2")
    return width


WIDTH = 64
"""The number of new ships in a generation."""
FIRST_FIGURE = 60
"""The number of flights of the first ship that give the first figure of a search."""
FIRST, SECOND = 240, 960
"""The number of flights of every new ship, and of further flights of ships that may become the best of a cell."""
SECOND_CHANCE_MARGIN = 0.08
"""The shortfall against a cell's ship up to which a new ship gets further flights.

It is in standard deviations of the worth of a flight.
"""
SHRINK_ONE_IN = 4
"""The divisor that gives the share of new ships that lose components.

Without them the map would have no small ships.
"""
MOST_OFF = 6
MOST_CELLS = 300
"""The largest number of cells that are filled."""
Cell = tuple[int, int]
Sums = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Elite:
    """The best ship so far of a cell of the map.

    Attributes:
        build: The ship.
        worth: The mean worth of its flights.
        half_width: Half the width of the 95% interval of `worth`; 0 if it is unknown.
    """

    build: ShipState
    worth: float
    half_width: float = 0.0

    @classmethod
    def of(cls, build: ShipState, worth: npt.NDArray[np.int64]) -> Elite:
        """Return a ship with the mean worth of its flights; `worth` has the shape (flights,)."""
        mean, low, high = Moments.of(worth).estimate()
        return cls(build, mean, (high - low) / 2)


@dataclass(frozen=True)
class MapState:
    """The state of a map, from which a search continues.

    Attributes:
        elites: The best ship of each cell.
        generation: The number of completed generations.
        flights: The number of flights of all ships together.
        seconds: The time spent searching.
        spread: The standard deviation of one flight's worth.
    """

    elites: Mapping[Cell, Elite] = field(default_factory=dict)
    generation: int = 0
    flights: int = 0
    seconds: float = 0.0
    spread: float = 0.0

    @property
    def summary(self) -> str:
        """The number of filled cells and the best worth with its interval, in a few words."""
        cells, best = len(self.elites), max(self.elites.values(), key=lambda elite: elite.worth, default=None)
        if best is None:
            return "no ship yet"
        low, high = best.worth - best.half_width, best.worth + best.half_width
        interval = f" ({low:.1f} to {high:.1f})" if best.half_width else ""
        return f"{cells} cell{'s' * (cells != 1)}, best so far {best.worth:.1f}{interval}"


class Elites:
    """A search that fills a map with good ships; its flights have a seed of their own."""

    def __init__(self, bench: Bench, moves: Moves, axes: tuple[Axis, Axis], seed: int) -> None:
        # a seed of its own, so that shown flights were not searched on
        self.seed = LARGEST_SEED // 4 + seed // 4
        self.bench = Bench(replace(bench.experiment, seed=self.seed), bench.goal)
        self.moves, self.axes = moves, axes

    def first_figure(self, ship: Layout) -> MapState:
        """Return a map of one ship after a few flights, which a progress line shows before `begin` ends."""
        made = [*self._legal([self.moves.build(ship)])]
        elites = {}
        for (build, _), flown in zip(made, fly_stacked([each for _, each in made], 0, FIRST_FIGURE), strict=True):
            worth, measures = self._measured(flown)
            elites[self._cell(build, measures, FIRST_FIGURE)] = Elite.of(build, worth)
        return MapState(elites)

    def begin(self, ships: Sequence[Layout]) -> MapState:
        """Return the map with the given ships in their cells."""
        return self._after(MapState(), [self.moves.build(ship) for ship in ships])

    def generation(self, now: MapState) -> MapState:
        """Return the map after the next generation."""
        chance = Chance(self.seed, now.generation)
        parents = [elite.build for elite in now.elites.values()]
        new = (self._child(chance.one_of(parents), chance) for _ in range(WIDTH))
        return replace(self._after(now, list(dict.fromkeys(new))), generation=now.generation + 1)

    def _child(self, parent: ShipState, chance: Chance) -> ShipState:
        child = self.moves.neighbour(parent, chance)
        if chance.below(SHRINK_ONE_IN) == 0:
            child = self.moves.smaller(child, 1 + chance.below(MOST_OFF), chance)
        return child

    def _after(self, now: MapState, builds: Sequence[ShipState]) -> MapState:
        """Return the map after flying new ships; each takes its cell if that is empty or holds a worse ship.

        Empty cells are taken only while fewer than MOST_CELLS are filled.
        """
        known = {elite.build for elite in now.elites.values()}
        made = [*self._legal(build for build in builds if build not in known)]
        if not made:
            return now
        # successive halving in two steps: few flights for every new ship, more for those that come near a cell's ship
        soon = [self._measured(flights) for flights in fly_stacked([each for _, each in made], 0, FIRST)]
        spread = now.spread or float(np.std(soon[0][0]))
        hopes = [
            number
            for number, (worth, measures) in enumerate(soon)
            if self._may_take(
                now, self._cell(made[number][0], measures, FIRST), worth.mean() + SECOND_CHANCE_MARGIN * spread
            )
        ]
        later = [
            self._measured(flights) for flights in fly_stacked([made[number][1] for number in hopes], FIRST, SECOND)
        ]
        elites = dict(now.elites)
        for number, (worth, measures) in zip(hopes, later, strict=True):
            before, sums = soon[number]
            elite = Elite.of(made[number][0], np.concatenate([before, worth]))
            cell = self._cell(made[number][0], sums + measures, FIRST + SECOND)
            # with all its flights, the ship may lie in another cell than before
            if self._may_take(replace(now, elites=elites), cell, elite.worth):
                elites[cell] = elite
        many = FIRST * len(made) + SECOND * len(hopes)
        return replace(now, elites=elites, flights=now.flights + many, spread=spread)

    def _measured(self, columns: Columns) -> tuple[npt.NDArray[np.int64], Sums]:
        """Return the worth of each flight, of shape (flights,), and the sums of both axes' metrics, of shape (2,)."""
        worth = self.bench.goal.of(columns)[0]
        return worth, np.array([axis.total(columns) for axis in self.axes])

    def _cell(self, build: ShipState, sums: Sums, flights: int) -> Cell:
        built = sum(one is not None for one in build.state)
        across, down = (
            axis.cell(built if axis.is_built else total / flights) for axis, total in zip(self.axes, sums, strict=True)
        )
        return across, down

    def _may_take(self, now: MapState, cell: Cell, worth: float) -> bool:
        if cell in now.elites:
            return worth > now.elites[cell].worth
        return len(now.elites) < MOST_CELLS

    def _legal(self, builds: Iterable[ShipState]) -> Iterator[tuple[ShipState, Experiment]]:
        """Yield the ships that can be launched, each with its experiment."""
        for build in builds:
            made = launched(self.bench, self.moves, build)
            if made is not None:
                yield build, made
