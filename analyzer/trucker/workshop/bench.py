"""Bench that flies candidate ships side by side, and drops the worse ones round by round (successive halving).

Flight n of every ship meets the same cards and dice, and the same rivals: differences are taken flight by flight.

Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar, Unpack

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, all_or_faults, whole_number
from analyzer.runs.amount import LAST, MOST_KEPT
from analyzer.statistics.moments import Moments
from analyzer.statistics.tally import Columns
from analyzer.trucker.conditions import Conditions, checked_ships, is_alone, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.cures import repair as mend
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, ShipsLike, as_ship
from analyzer.trucker.stacks import Span, fly_spans
from analyzer.trucker.workshop.goal import Goal, load_goal, measured
from analyzer.trucker.workshop.moves import Moves, ShipState

Values = npt.NDArray[np.int64]
"""The worth of each flight by a goal, of shape (ships, flights)."""


@dataclass(frozen=True)
class Bench:
    """A test bench: an experiment whose first ship is replaced by candidates, and the goal that judges them."""

    experiment: Experiment
    goal: Goal

    @property
    def ship(self) -> Layout:
        """The ship in whose place candidates fly."""
        return self.experiment.ships[0]

    def with_ship(self, ship: Layout, removed: tuple[Square, ...] | None = None) -> Experiment:
        """Return the experiment with another ship in the first place.

        Args:
            ship: The ship.
            removed: The squares that repair emptied on the ship, and that are charged. None for the squares that repair
                emptied on the bench's own ship.

        Raises:
            AnalyzerError: The ship cannot be launched.
        """
        one = self.experiment
        off = one.removed[0] if removed is None else removed
        return replace(one, ships=(ship, *one.ships[1:]), removed=(off, *one.removed[1:]))

    def with_seed(self, seed: int) -> Experiment:
        """Return the bench's experiment under another seed."""
        return replace(self.experiment, seed=seed)

    def values(self, ships: Sequence[Experiment], first: int, flights: int) -> Values:
        """Return the worth of flights with each ship, of shape (ships, flights).

        Args:
            ships: Experiments made by `with_ship`.
            first: The number of the first flight.
            flights: The number of flights.
        """
        return np.concatenate([self.goal.of(columns) for columns in fly_stacked(ships, first, flights)])


def launched(bench: Bench, moves: Moves, build: ShipState) -> Experiment | None:
    """Return the experiment of a ship during a search; None if the ship cannot be launched."""
    try:
        made = bench.with_ship(moves.layout(build, bench.ship.name))
        made.hulls  # noqa: B018  # so that what cannot be compiled is known now
    except AnalyzerError:
        return None
    return made


def fly_stacked(ships: Sequence[Experiment], first: int, flights: int) -> list[Columns]:
    """Fly several experiments, and return the results of the first ship of each.

    Experiments that differ only in ships and captains, such as those of one `Bench`, fly together.

    Args:
        ships: The experiments.
        first: The number of the first flight.
        flights: The number of flights.

    Returns:
        For each experiment, the columns of its first ship, each of shape (1, flights).
    """
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
    """Return the bench for candidates in place of a ship; arguments are a goal and those of `fly`.

    Raises:
        AnalyzerError: The ship cannot be flown like this. The message lists every reason.
    """
    makers: tuple[Callable[[], Any], ...] = (
        partial(load_goal, goal, alone=is_alone(conditions.get("rivals"))),
        partial(plan_ship, as_ship(ship), level, seed, **conditions),
    )
    wanted, experiment = all_or_faults(lambda make: make(), makers)
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
    """Return the metrics of every flight of many ships under the same conditions, as arrays.

    Flights of one number meet the same cards and dice whichever ship flies, so rows can be subtracted. All ships fly in
    one stack, which is many times faster than one after the other.

    Args:
        ships: The ships; with `repair` flawed ones are mended first.
        level: The level; None for that of the first ship's board.
        flights: The number of flights.
        seed: The seed.
        metrics: The names of the metrics.
        first: The number of the first flight.
        **conditions: Rivals, captain and other conditions, as in `fly`.

    Returns:
        By metric, an array of whole numbers of shape (ships, flights); a chance as 0 or 1.

    Raises:
        AnalyzerError: The ships cannot be flown so. The message lists every reason.

    >>> import analyzer
    >>> mile, arrow = (analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
    >>> flown = analyzer.fly_each([mile, arrow], flights=100)
    >>> flown["credits"].shape, int((flown["credits"][0] > flown["credits"][1]).sum() > 50)
    ((2, 100), 1)
    """
    ships = checked_ships(ships)
    flights, first = whole_number(flights, "flights", 1, MOST_KEPT), whole_number(first, "first", 0, LAST)
    names = [METRICS[name].name for name in metrics]
    mended: list[tuple[Layout, tuple[Square, ...]]] = [
        mend(ship) if conditions.get("repair") else (ship, ()) for ship in ships
    ]
    bench = bench_for(mended[0][0], level, seed, **conditions)
    columns = fly_stacked(all_or_faults(lambda one: bench.with_ship(*one), mended), first, flights)
    return {name: np.concatenate([measured(name, own) for own in columns]) for name in names}


@dataclass(frozen=True)
class Round:
    """A round of halving: all candidates fly, then the worse ones are dropped.

    Attributes:
        flights: The number of further flights of each remaining candidate.
        survivors: The number of candidates that remain after the round.
    """

    flights: int
    survivors: int


@dataclass(frozen=True)
class HalvingResult:
    """The candidates that remain after rounds of halving, with their gains.

    Attributes:
        left: Indices of the remaining candidates, the best first.
        gains: Moments of each remaining candidate's gain over the ship to compare with, paired by flight.
        own: Moments of the worth of a flight of the ship to compare with.
        flights: The number of flights of all ships together.
        last: The number of the first flight that no round used.
    """

    left: tuple[int, ...]
    gains: tuple[Moments, ...]
    own: Moments
    flights: int
    last: int


class Request(NamedTuple):
    """Flights that a search needs before it can go on.

    Attributes:
        ships: Experiments made by `with_ship`.
        first: The number of the first flight.
        flights: The number of flights.
    """

    ships: Sequence[Experiment]
    first: int
    flights: int


Found = TypeVar("Found")
Asking = Generator[Request, Values, Found]
"""A search that yields requests, is sent the worth of each flight, and returns what it found.

Searches of this form can fly together in one stack.
"""


def run_search(bench: Bench, asking: Asking[Found]) -> Found:
    """Fly each request of a search on a bench, and return what the search found."""
    try:
        request = next(asking)
        while True:
            request = asking.send(bench.values(*request))
    except StopIteration as ended:
        found: Found = ended.value
        return found


def run_searches(benches: Sequence[Bench], searches: Sequence[Asking[Found]]) -> list[Found]:
    """Run several searches side by side, and return what each found; their requests fly in one stack.

    Args:
        benches: The bench of each search; all have the same rules, level and captains.
        searches: The searches.
    """
    found: dict[int, Found] = {}
    values: dict[int, Values | None] = dict.fromkeys(range(len(searches)))
    while values:
        requests = {}
        for number, answer in values.items():
            try:
                # the first `next` runs a search up to its first request; `send` answers a request
                asking = searches[number]
                requests[number] = next(asking) if answer is None else asking.send(answer)
            except StopIteration as ended:
                found[number] = ended.value
        spans = [Span(one, each.first, each.flights) for each in requests.values() for one in each.ships]
        flown = ({name: column[:1] for name, column in one.outcome.columns().items()} for one in fly_spans(spans))
        values = {
            number: np.concatenate([benches[number].goal.of(next(flown)) for _ in each.ships])
            for number, each in requests.items()
        }
    return [found[number] for number in range(len(searches))]


def halve(
    bench: Bench, own: Experiment, candidates: Sequence[Experiment], rounds: Sequence[Round], first: int = 0
) -> HalvingResult:
    """Compare candidates with a ship on the same flights and drop the worse ones, round by round.

    Args:
        bench: The bench whose goal judges the candidates.
        own: The experiment of the ship with which candidates are compared.
        candidates: The experiments of the candidates.
        rounds: The rounds.
        first: The number of the first flight.
    """
    return run_search(bench, halving(own, candidates, rounds, first))


def halving(
    own: Experiment, candidates: Sequence[Experiment], rounds: Sequence[Round], first: int
) -> Asking[HalvingResult]:
    """Compare candidates as `halve` does, and yield a request for the flights of each round."""
    left = np.arange(len(candidates))
    totals = squares = np.zeros(len(candidates), np.int64)
    mine = Moments(0, 0, 0)
    begun, flights = first, 0
    for each in rounds:
        values = yield Request([own, *(candidates[which] for which in left.tolist())], first, each.flights)
        # (ships, flights): paired by flight, so luck that all ships share cancels
        gains = values[1:] - values[0]
        totals, squares = totals + gains.sum(axis=1), squares + (gains**2).sum(axis=1)
        mine = Moments(
            mine.trials + each.flights, mine.total + int(values[0].sum()), mine.squares + int((values[0] ** 2).sum())
        )
        first, flights = first + each.flights, flights + values.size
        # all that are left have flown equally often, so totals rank them as means would
        # stable: ties keep the order of the candidates on every machine
        best = np.argsort(-totals, kind="stable")[: each.survivors]
        left, totals, squares = left[best], totals[best], squares[best]
    trials = first - begun
    gained = zip(totals.tolist(), squares.tolist(), strict=True)
    return HalvingResult(
        tuple(left.tolist()), tuple(Moments(trials, total, square) for total, square in gained), mine, flights, first
    )
