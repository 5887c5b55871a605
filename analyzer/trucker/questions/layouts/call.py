"""Experiment that flies a build in every way of joining its quarters, and the public call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Unpack

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.metrics import Metrics
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import Amount, report_first_trials, run_each, split_amount
from analyzer.statistics.tally import Columns, PairedTally, SortedTally, Tally
from analyzer.trucker.conditions import Conditions, FlightKeywords, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import ARRIVED
from analyzer.trucker.questions.insure.call import checked_build
from analyzer.trucker.questions.layouts.answer import LayoutValues
from analyzer.trucker.questions.layouts.values import DRAWN, EACH_WAY, GAIN, PAIRED, Change, WaysTally, changes
from analyzer.trucker.ship.shipfile import ShipLike
from analyzer.world import rebuild


@dataclass(frozen=True)
class EachWay(Derived[Experiment]):
    """Experiment that flies a build in every way of joining its quarters; changed builds fly as the dice join them.

    Columns have the shape (ways, flights), in the order of the route. The column GAIN has the shape (changes, flights).
    """

    changes: tuple[Change, ...] = ()

    QUESTION: ClassVar[str] = "layouts"
    metrics: ClassVar[Metrics] = EACH_WAY
    AT_ONCE: ClassVar[int] = 1 << 14
    FIRST_BLOCK: ClassVar[int] = 1 << 6
    COUNTED: ClassVar[type[WaysTally]] = WaysTally

    @cached_property
    def fixed(self) -> tuple[Experiment, ...]:
        """Experiments that differ only in the way of joining the quarters, one for each way."""
        one = self.experiment
        return tuple(replace(one, route=replace(one.route, joined=(way,))) for way in one.route.outcomes)

    @property
    def variants(self) -> int:
        """Number of fleets flown in each flight: one for each way of joining, and one with each change."""
        return len(self.fixed) + len(self.changes)

    def run_block(self, first: int, trials: int) -> Columns:
        """Run the flights from `first` on and return their columns."""
        one = self.fixed[0]
        columns_of_each = [
            _told(one.asked_of(each))
            for each in one.outcomes_by_convoy([each.hulls for each in self.fixed], first, trials)
        ]
        columns = {name: np.stack([one[name] for one in columns_of_each]) for name in PAIRED}
        if self.changes:
            drawn = self.experiment.which_fleet(first, trials)
            assert drawn is not None
            # The build in the way that its own dice make was flown above: row `drawn` of each flight.
            own = np.take_along_axis(columns["credits"], drawn[None].astype(np.intp), axis=0)[0]
            columns[GAIN] = gains(self.experiment, self.changes, first, trials, own)
            ways = self.experiment.route.joinings(self.seed, first, trials)
            columns[DRAWN] = np.tile(np.asarray(ways, np.int64), (len(self.changes), 1))
        return columns

    def count(self, columns: Columns) -> WaysTally:
        """Return the counts of a block of flights.

        Results of the ways of joining are compared in pairs, flight by flight. The gains of changes are grouped by the
        way that the dice drew.
        """
        pairs = PairedTally.of({name: columns[name] for name in PAIRED}, "credits")
        if GAIN not in columns:
            return WaysTally(pairs, None)
        gained = {name: columns[name] for name in (GAIN, DRAWN)}
        return WaysTally(pairs, SortedTally.of_each(gained, DRAWN, Tally.of))

    def result(self, counted: WaysTally, stretches: tuple[Stretch, ...] = ()) -> LayoutValues:
        """Build the `LayoutValues` from the counted flights."""
        return LayoutValues(self.experiment, counted, stretches, changes=self.changes)

    @property
    def pairing(self) -> Any:
        """Key of pairing: flights of equal number can be compared as pairs if their experiments have equal keys."""
        return *super().pairing, self.changes

    def describe(self) -> dict[str, Any]:
        """Return the experiment in plain types, including its changes."""
        return super().describe() | {"changes": [change.as_dict() for change in self.changes]}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> EachWay:
        """Rebuild the experiment from the plain types of `describe`."""
        experiment = rebuild(described | {"question": described["of"]}, cls.QUESTION)
        assert isinstance(experiment, Experiment)
        return cls(experiment, tuple(map(Change.of_plain, described["changes"])))


def gains(experiment: Experiment, changes: tuple[Change, ...], first: int, trials: int, own: Any) -> Any:
    """Return the credits of the build with each change, less its credits without a change. Shape (changes, trials).

    Args:
        experiment: flights of the build.
        changes: the changes.
        first: number of the first flight.
        trials: number of flights.
        own: credits of the build without a change, (trials,).
    """
    others = experiment.hulls[1:]
    changed = [change.made_on(experiment.ships[0]) for change in changes]
    convoys = [[experiment.hulls_of(build), *others] for build in changed]
    outcomes = experiment.outcomes_by_convoy(convoys, first, trials)
    return np.array([outcome.credits[0] - own for outcome in outcomes], np.int64)


def _told(columns: Columns) -> Columns:
    """Return the first ship's columns that are counted for each way of joining. Shape of each (flights,)."""
    arrived = (columns["ending"][0] == ARRIVED).astype(np.int64)
    return {name: arrived if name == "arrived" else columns[name][0] for name in PAIRED}


FLIGHTS = 2_000
"""Default number of flights in each way of joining."""
ROUNDS = ((96, 20), (400, 5))
"""Rounds in which changes are tried: number of flights for each change, and how many changes survive."""
SEED = 2**63 + 36
"""Seed of the flights that choose changes; it is the same for all runs, so that runs under several seeds add up."""


def layouts_of(
    build: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    change: bool = True,
    **options: Unpack[FlightKeywords],
) -> LayoutValues:
    """Measure what each way of joining a build's quarters is worth, which quarter is weak, and which change helps.

    The result does not depend on the number of workers, or on whether a run was interrupted and resumed.

    Args:
        build: a build of class IVC, or the path of its file.
        level: flight level; that of the build's board if None.
        flights: number of flights for every way of joining; 2,000 if None.
        seed: fixes all decks and dice.
        change: whether to try moving or adding single components.
        **options: conditions of the flights (see `Conditions`) and how much is run (see `HowMuch`).

    Returns:
        Values of layouts, ways of joining, quarters, and changes to the build.

    Raises:
        AnalyzerError: for a ship that is no build of class IVC, and with every reason why it cannot be flown.

    >>> import analyzer
    >>> build = analyzer.load_ship("ships/2007/IVC/paper-lantern.yaml")
    >>> found = analyzer.layouts_of(build, flights=4, change=False)
    >>> str(found["three"].chance), len(found.of_ways)
    ('1/9', 9)
    """
    Amount(flights, usual=FLIGHTS, called="flights").check()
    how_much, conditions = split_amount(options, Conditions)
    experiment = each_way(plan_ship(checked_build(build), level, seed, **conditions), change)
    result: LayoutValues = run_each([experiment], flights, FLIGHTS, units=experiment.variants, **how_much)[0]
    return result


def each_way(experiment: Experiment, change: bool = True) -> EachWay:
    """Return the experiment that flies every way of joining, with the most promising changes if `change` is set."""
    if not change:
        return EachWay(experiment)
    # to choose changes takes long, so the ways of joining are shown before it
    report_first_trials(EachWay(experiment))
    return EachWay(experiment, promising(experiment))


def most_variants(experiment: Experiment, change: bool = True) -> int:
    """Return the largest number of fleets flown in each flight by `each_way`."""
    return len(experiment.route.outcomes) + (ROUNDS[-1][1] if change else 0)


def promising(experiment: Experiment, rounds: Sequence[tuple[int, int]] = ROUNDS) -> tuple[Change, ...]:
    """Return the changes to the build that gain the most credits.

    They are chosen in rounds: all changes fly a few flights, the survivors more. The flights have a seed of their own.
    """
    trying = replace(experiment, seed=SEED)
    left = changes(trying.ships[0], trying.route)
    # Each round flies new flights, so a change that was lucky in one round has to earn its place in the next.
    first = 0
    for flights, survivors in rounds:
        if left:
            own = trying.run(first, flights).credits[0]
            means = gains(trying, tuple(left), first, flights, own).mean(axis=1)
            left = [left[number] for number in np.argsort(-means, kind="stable")[:survivors]]
        first += flights
    return tuple(left)
