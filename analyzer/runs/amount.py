"""How much is flown, until when, and what is kept of it; for one experiment or several, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from analyzer.errors import AnalyzerError, whole
from analyzer.montecarlo import blocks as montecarlo
from analyzer.runs.identity import identity
from analyzer.runs.precision import Precision, PrecisionLike, load_precision
from analyzer.runs.rows import FlightsFile, check_flights_file
from analyzer.runs.store import Store
from analyzer.runs.stretch import Stretch
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.result import Result, distinct

FLIGHTS = 100_000
MOST = 100_000_000
"""The most flights that are flown for a precision, if no other number is given."""
LAST = 1 << 60
"""The largest number of a flight."""
AHEAD = 4
"""Blocks for each worker that may wait to be written flight by flight."""

Progress = Callable[[int, Result], None]
"""Called with the number of flights just flown (0 for those that were kept), and with what all come to so far."""


@dataclass(frozen=True)
class Counted:
    """What is counted of a block of flights; `columns` only of a block that was not added to others yet."""

    tally: Tally
    columns: Columns | None = None

    def __add__(self, other: Counted) -> Counted:
        return Counted(self.tally + other.tally)


@dataclass(frozen=True)
class Flying:
    """How much is flown, with what, and what is kept of it: arguments as of `fly`."""

    flights: int | None = None
    precision: PrecisionLike | None = None
    first: int = 0
    workers: int = 1
    block: int = montecarlo.BLOCK
    save: str | Path | None = None
    flights_out: str | Path | None = None

    @property
    def goal(self) -> Precision | None:
        """The precision asked for; raises AnalyzerError for what is none."""
        return load_precision(self.precision)

    @property
    def most(self) -> int:
        """The most flights of an experiment; raises AnalyzerError for what is no number of flights."""
        flights = (FLIGHTS if self.precision is None else MOST) if self.flights is None else self.flights
        return whole(flights, "flights", 1)

    def check(self) -> None:
        """Complain about whatever cannot be; raises AnalyzerError."""
        load_precision(self.precision)
        whole(self.most, "flights", 1)
        whole(self.first, "first", 0, LAST)
        whole(self.workers, "workers", 1)
        for path, what in ((self.save, "save"), (self.flights_out, "flights_out")):
            if not (path is None or isinstance(path, str | Path)) or path == "":
                raise AnalyzerError(f"{what} {path!r}: give the path of a file")
        if self.flights_out is not None:
            check_flights_file(self.flights_out)
            if self.save is not None and Path(self.save).absolute() == Path(self.flights_out).absolute():
                raise AnalyzerError(f"{self.save}: cannot hold both what is saved and all flights: name two files")

    def fly(self, experiments: Sequence[Experiment], progress: Progress | None = None) -> list[Result]:
        """The results of experiments, all kept in the same files; raises AnalyzerError for whatever cannot be."""
        self.check()
        with ExitStack() as files:
            store = None if self.save is None else files.enter_context(self._store(self.save, experiments))
            sheet = (
                None
                if self.flights_out is None
                else files.enter_context(self._sheet(self.flights_out, experiments, store))
            )
            return [
                _Leg(self, experiment, number, sum(other.asked for other in experiments[:number]), store, sheet).fly(
                    progress
                )
                for number, experiment in enumerate(experiments)
            ]

    def _store(self, path: str | Path, experiments: Sequence[Experiment]) -> Store:
        return Store(path, identity(experiments, self.first))

    @staticmethod
    def _sheet(path: str | Path, experiments: Sequence[Experiment], store: Store | None) -> FlightsFile:
        if store is not None and store.kept:
            raise AnalyzerError(
                f"{path}: would lack the {store.kept:,} flights that {store.path} holds, which are not flown again: "
                "leave out one of the two, or save to another file"
            )
        asked = (ship.name for experiment in experiments for ship in experiment.ships[: experiment.asked])
        return FlightsFile(path, distinct(asked))


@dataclass(frozen=True)
class _Leg:
    """One experiment of several: `number` is its place, `ships` how many ships were asked about in those before."""

    plan: Flying
    experiment: Experiment
    number: int
    ships: int
    store: Store | None
    sheet: FlightsFile | None

    def fly(self, progress: Progress | None) -> Result:
        plan, goal = self.plan, self.plan.goal
        kept = None if self.store is None else self.store.tally(self.number)

        def each(part: montecarlo.Part[Counted], total: Counted) -> None:
            self._keep(part)
            if progress is not None:
                progress(part.trials, self._result(total.tally))

        def reached(total: Counted) -> bool:
            return goal is not None and goal.reached(self._result(total.tally))

        if kept is not None and progress is not None:
            progress(0, self._result(kept))
        counted = montecarlo.run(
            self.experiment,
            plan.most,
            _tally_and_flights if self.sheet else _tally,
            first=plan.first,
            earlier=None if kept is None else (kept.trials, Counted(kept)),
            workers=plan.workers,
            block=plan.block,
            step=montecarlo.LOOK if self.store or goal else None,
            ahead=AHEAD * plan.workers if self.sheet else None,
            each=each,
            until=None if goal is None else reached,
        )
        result = self._result(counted.tally)
        return replace(result, remarks=tuple(_remarks(result, plan.most, goal)))

    def _keep(self, part: montecarlo.Part[Counted]) -> None:
        if self.sheet is not None and part.counted.columns is not None:
            self.sheet.write(self.ships, part.first, part.counted.columns)
        if self.store is not None:
            self.store.append(self.number, part.first, part.counted.tally)

    def _result(self, tally: Tally) -> Result:
        return Result(self.experiment, tally, (Stretch(self.experiment.seed, self.plan.first, tally.trials),))


def _tally(columns: Columns) -> Counted:
    return Counted(Tally.of(columns))


def _tally_and_flights(columns: Columns) -> Counted:
    return Counted(Tally.of(columns), {name: rows.astype(np.int32) for name, rows in columns.items()})


def _remarks(result: Result, most: int, goal: Precision | None) -> list[str]:
    remarks = []
    if result.flights > most:
        remarks.append(f"the save file holds {result.flights:,} flights: all are told, not only the {most:,} asked for")
    if goal is not None and not goal.reached(result):
        remarks.append(f"the precision asked for was not reached: {goal.missed(result)}")
    return remarks
