"""Same seed, same bytes: whatever workers, blocks and backends."""

from __future__ import annotations

from collections.abc import Iterator

import joblib
import numpy as np

from analyzer import load_captain
from tests.doors.montecarlo import run
from tests.doors.statistics import Tally
from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import Route
from tests.proofs.proof import Proven, Share, in_turn
from tests.proofs.sampling import SHIPPED, proved_ship, rival_of

ONE_BY_ONE = 200
"""At most, and at most half of all."""
BACKENDS = ("sequential", "threading", "loky")


def the_seed_fixes_every_byte(flights: int, share: Share = in_turn) -> Proven:
    """The same seed gives the same bytes for 1, 2 and 3 workers, for every block size, backend and way to ask.

    Fails if a flight's cards, dice or starting place depend on who asked before, on the block it lies in, or on how
    many workers share the work.
    """
    experiment = two_ships()
    expected = bytes_of(run(experiment, flights, Tally.of))
    faults, ways = [], 0
    for name, tallies in other_ways(experiment, flights):
        ways += 1
        if bytes_of(tallies) != expected:
            faults.append(f"{name}: other histograms")
    singles = min(ONE_BY_ONE, flights // 2)
    faults += one_by_one(experiment, singles)
    return Proven(
        f"{flights:,} flights in {ways} other ways, {singles} flights one by one",
        f"{len(expected):,} bytes of histograms, {len(faults)} differences",
        tuple(faults),
    )


def two_ships() -> Experiment:
    """A ship and a rival on the decks of level II."""
    kite = SHIPPED.index("II/tin-kite")
    return Experiment(
        (proved_ship(kite), rival_of(kite)), (load_captain("sensible"),) * 2, Route(level_name="II"), seed=99
    )


def blocks_differ(flights: int) -> bool:
    """Whether two blocks give other histograms than one."""
    experiment = two_ships()
    return bytes_of(run(experiment, flights, Tally.of)) != bytes_of(
        run(experiment, flights, Tally.of, block=flights // 2)
    )


def other_ways(experiment: Experiment, flights: int) -> Iterator[tuple[str, Tally]]:
    """The same flights by other numbers of workers, blocks and backends."""
    for parts in (2, 5):
        yield f"in {parts} blocks", run(experiment, flights, Tally.of, block=-(-flights // parts))
    for workers in (2, 3):
        yield f"{workers} workers", run(experiment, flights, Tally.of, workers=workers)
    yield "3 workers, 4 blocks", run(experiment, flights, Tally.of, workers=3, block=-(-flights // 4))
    for backend in BACKENDS:
        with joblib.parallel_backend(backend, n_jobs=2):
            yield backend, run(experiment, flights, Tally.of, workers=2)


def one_by_one(experiment: Experiment, flights: int) -> list[str]:
    """Every field of the first flights, flown each on its own, against one block."""
    whole = experiment.run(0, flights)
    singles = [experiment.run(flight, 1) for flight in range(flights)]
    return [
        f"{metric}: flights one by one differ"
        for metric in METRICS
        if not np.array_equal(getattr(whole, metric), np.hstack([getattr(one, metric) for one in singles]))
    ]


def bytes_of(tally: Tally) -> bytes:
    """All histograms as bytes."""
    return b"".join(
        name.encode() + str(one.lowest).encode() + np.trim_zeros(one.tally, "b").tobytes()
        for ship in tally.subjects
        for name, one in ship.items()
    )
