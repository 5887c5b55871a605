"""Bench that flies candidate ships side by side, and halves them in rounds.

Flight n of every ship meets the same cards and dice, and the same rivals: differences are taken flight by flight.

Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, all_or_faults, whole_number
from analyzer.statistics.moments import Moments
from analyzer.statistics.tally import Columns
from analyzer.trucker.conditions import Conditions, checked_ships, is_alone, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.cures import repair as mend
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, ShipsLike, as_ship
from analyzer.trucker.workshop.goal import Goal, load_goal, measured

Values = npt.NDArray[np.int64]
"""(ships, flights) What each flight is worth."""


@dataclass(frozen=True)
class Bench:
    """A test bench: an experiment whose first ship makes room for others, and what is wanted of them."""

    experiment: Experiment
    goal: Goal

    @property
    def ship(self) -> Layout:
        """The ship whose place it is."""
        return self.experiment.ships[0]

    def with_ship(self, ship: Layout, removed: tuple[Square, ...] | None = None) -> Experiment:
        """The experiment with that ship in the first place; raises AnalyzerError for one that cannot be launched.

        `removed`: what repair took off it; if None what it took off the ship whose place it is, which is charged alike.
        """
        one = self.experiment
        off = one.removed[0] if removed is None else removed
        return replace(one, ships=(ship, *one.ships[1:]), removed=(off, *one.removed[1:]))

    def with_seed(self, seed: int) -> Experiment:
        """The experiment under another seed."""
        return replace(self.experiment, seed=seed)

    def values(self, ships: Sequence[Experiment], first: int, flights: int) -> Values:
        """What those flights are worth with each of the ships, as `with_ship` made them."""
        return np.concatenate([self.goal.of(columns) for columns in fly_stacked(ships, first, flights)])


def fly_stacked(ships: Sequence[Experiment], first: int, flights: int) -> list[Columns]:
    """For each ship the columns (1, flights) of those flights; ships of one test bench fly in one stack."""
    return [
        {name: column[:1] for name, column in columns.items()}
        for columns in Experiment.run_side_by_side(ships, first, flights)
    ]


def bench_for(
    ship: ShipLike,
    level: str | None = None,
    seed: int = 1,
    goal: str | Goal = "credits",
    **conditions: Unpack[Conditions],
) -> Bench:
    """A stand where that ship flies; arguments as of `fly`. Raises AnalyzerError with every reason why it cannot."""
    faults: list[str] = []
    ship = as_ship(ship)
    try:
        wanted = load_goal(goal, alone=is_alone(conditions.get("rivals")))
    except AnalyzerError as error:
        faults += error.faults
    try:
        experiment = plan_ship(ship, level, seed, **conditions)
    except AnalyzerError as error:
        faults += error.faults
    if faults:
        raise AnalyzerError(faults)
    return Bench(experiment, wanted)


def fly_each(
    ships: ShipsLike,
    level: str | None = None,
    flights: int = 1_000,
    seed: int = 1,
    *,
    metrics: Sequence[str] = ("credits", "arrived"),
    first: int = 0,
    **conditions: Unpack[Conditions],
) -> dict[str, Values]:
    """Every flight of each of many ships, in the same setting: by metric an array (ships, flights), a chance as 0 or 1.

    Flights of one number meet the same cards and dice whichever ship flies, so rows can be subtracted; all ships fly in
    one stack, which is many times faster than one after the other. Arguments as of `fly`; with `repair` flawed ships
    fly as they are after repair.

    >>> import analyzer
    >>> mile, arrow = (analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
    >>> flown = analyzer.fly_each([mile, arrow], flights=100)
    >>> flown["credits"].shape, int((flown["credits"][0] > flown["credits"][1]).sum() > 50)
    ((2, 100), 1)

    Raises AnalyzerError with every reason why these cannot be flown.
    """
    ships = checked_ships(ships)
    flights, first = whole_number(flights, "flights", 1), whole_number(first, "first", 0)
    names = [METRICS[name].name for name in metrics]
    columns = fly_stacked(_plans(ships, level, seed, conditions), first, flights)
    return {name: np.concatenate([measured(name, own) for own in columns]) for name in names}


def _plans(ships: Sequence[Layout], level: str | None, seed: int, conditions: Conditions) -> list[Experiment]:
    """The experiment of each ship, all with the same rivals, captains and route; all faults of all ships at once."""
    mended = [mend(ship) for ship in ships] if conditions.get("repair") else [(ship, ()) for ship in ships]
    first: tuple[Layout, tuple[Square, ...]] = mended[0]
    bench = bench_for(first[0], level, seed, **conditions)
    return all_or_faults(lambda one: bench.with_ship(*one), mended)


@dataclass(frozen=True)
class Round:
    """In how many further flights all that are left are tried, and how many of them go on."""

    flights: int
    survivors: int


@dataclass(frozen=True)
class Halved:
    """What is left of candidates: their numbers, the best first; what each gains on the ship they are held against.

    gains: flight by flight, for each that is left; own: that ship itself; flights: how many were flown, all ships
    together; last: the number of the flight after the last one.
    """

    left: tuple[int, ...]
    gains: tuple[Moments, ...]
    own: Moments
    flights: int
    last: int


def halve(
    bench: Bench, own: Experiment, candidates: Sequence[Experiment], rounds: Sequence[Round], first: int = 0
) -> Halved:
    """Try the candidates against their own ship, through flights from `first` on, until the last round is over."""
    left = np.arange(len(candidates))
    totals = squares = np.zeros(len(candidates), np.int64)
    mine = Moments(0, 0, 0)
    begun, flights = first, 0
    for each in rounds:
        values = bench.values([own, *(candidates[which] for which in left.tolist())], first, each.flights)
        gains = values[1:] - values[0]
        totals, squares = totals + gains.sum(axis=1), squares + (gains**2).sum(axis=1)
        mine = Moments(
            mine.trials + each.flights, mine.total + int(values[0].sum()), mine.squares + int((values[0] ** 2).sum())
        )
        first, flights = first + each.flights, flights + values.size
        best = np.argsort(-totals, kind="stable")[: each.survivors]
        left, totals, squares = left[best], totals[best], squares[best]
    trials = first - begun
    gained = zip(totals.tolist(), squares.tolist(), strict=True)
    return Halved(
        tuple(left.tolist()), tuple(Moments(trials, total, square) for total, square in gained), mine, flights, first
    )
