"""A map that fills: in each cell the ship that does best there, found by small changes of those in all cells.

J.-B. Mouret, J. Clune, "Illuminating search spaces by mapping elites", 2015. All fly the same flights while it fills,
so that they can be compared; what is shown flies anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.statistics.tally import Columns
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.workshop.axes import Axis
from analyzer.trucker.workshop.bench import Bench, fly_stacked
from analyzer.trucker.workshop.chance import Chance
from analyzer.trucker.workshop.moves import Build, Moves

WIDTH = 64
"""New ships in a generation."""
FIRST, SECOND = 240, 960
"""Flights of every new ship, and further ones of those that may take a cell."""
HOPE = 0.08
"""How many standard deviations of what a flight is worth a new ship may lie behind, and get its second flights."""
SMALLER = 4
"""Of so many new ships one loses components, so that small ships are visited, too."""
MOST_OFF = 6
MOST_CELLS = 300
"""No more cells are taken."""
Cell = tuple[int, int]
Sums = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Elite:
    """The best ship of a cell: what it is, and what its flights are worth on average."""

    build: Build
    worth: float


@dataclass(frozen=True)
class Filled:
    """How far a map is: all that it goes on from. `seconds`: of searching; `flights`: of all ships together."""

    elites: Mapping[Cell, Elite] = field(default_factory=dict)
    generation: int = 0
    flights: int = 0
    seconds: float = 0.0
    spread: float = 0.0

    @property
    def summary(self) -> str:
        """How it stands, in a few words."""
        best = max((elite.worth for elite in self.elites.values()), default=0.0)
        return f"{len(self.elites)} cells, best {best:.1f}"


class Elites:
    """Generations of a map on a stand; what they draw follows from `seed`."""

    def __init__(self, bench: Bench, moves: Moves, axes: tuple[Axis, Axis], seed: int) -> None:
        self.seed = LARGEST_SEED // 4 + seed // 4
        self.bench = Bench(replace(bench.experiment, seed=self.seed), bench.goal)
        self.moves, self.axes = moves, axes

    def begin(self, ships: Sequence[Layout]) -> Filled:
        """The map with the ships that it begins with."""
        return self._after(Filled(), [self.moves.build(ship) for ship in ships])

    def generation(self, now: Filled) -> Filled:
        """The map after the next generation."""
        chance = Chance(self.seed, now.generation)
        parents = [elite.build for elite in now.elites.values()]
        new = (self._child(chance.one_of(parents), chance) for _ in range(WIDTH))
        return replace(self._after(now, list(dict.fromkeys(new))), generation=now.generation + 1)

    def _child(self, parent: Build, chance: Chance) -> Build:
        child = self.moves.neighbour(parent, chance)
        if chance.below(SMALLER) == 0:
            child = self.moves.smaller(child, 1 + chance.below(MOST_OFF), chance)
        return child

    def _after(self, now: Filled, builds: Sequence[Build]) -> Filled:
        """The map with those of the new ships that do better than what was in their cells."""
        known = {elite.build for elite in now.elites.values()}
        made = [*self._legal(build for build in builds if build not in known)]
        if not made:
            return now
        soon = [self._measured(flights) for flights in fly_stacked([each for _, each in made], 0, FIRST)]
        spread = now.spread or float(np.std(soon[0][0]))
        hopes = [
            number
            for number, (worth, measures) in enumerate(soon)
            if self._may_take(now, self._cell(made[number][0], measures, FIRST), worth.mean() + HOPE * spread)
        ]
        later = [
            self._measured(flights) for flights in fly_stacked([made[number][1] for number in hopes], FIRST, SECOND)
        ]
        elites = dict(now.elites)
        for number, (worth, measures) in zip(hopes, later, strict=True):
            before, sums = soon[number]
            mean = float(np.concatenate([before, worth]).mean())
            cell = self._cell(made[number][0], sums + measures, FIRST + SECOND)
            if self._may_take(replace(now, elites=elites), cell, mean):
                elites[cell] = Elite(made[number][0], mean)
        many = FIRST * len(made) + SECOND * len(hopes)
        return replace(now, elites=elites, flights=now.flights + many, spread=spread)

    def _measured(self, columns: Columns) -> tuple[npt.NDArray[np.int64], Sums]:
        """(flights) What each flight is worth, and (axes) the sums of the two numbers that tell ships apart."""
        worth = self.bench.goal.of(columns)[0]
        return worth, np.array([axis.total(columns) for axis in self.axes])

    def _cell(self, build: Build, sums: Sums, flights: int) -> Cell:
        built = sum(one is not None for one in build.state)
        across, down = (
            axis.cell(built if axis.is_built else total / flights) for axis, total in zip(self.axes, sums, strict=True)
        )
        return across, down

    def _may_take(self, now: Filled, cell: Cell, worth: float) -> bool:
        if cell in now.elites:
            return worth > now.elites[cell].worth
        return len(now.elites) < MOST_CELLS

    def _legal(self, builds: Iterable[Build]) -> Iterator[tuple[Build, Experiment]]:
        """Those that can be launched."""
        for build in builds:
            try:
                made = self.bench.with_ship(self.moves.layout(build, self.bench.ship.name))
                made.hulls  # noqa: B018  # so that what cannot be compiled is known now
            except AnalyzerError:
                continue
            yield build, made
