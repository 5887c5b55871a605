"""A cluster whose workers and scheduler die gives the bytes of one machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import analyzer
from analyzer.errors import AnalyzerError
from analyzer.runs.amount import Amount
from analyzer.runs.watched import Watcher
from tests.cluster.nursery import Nursery, kill
from tests.proofs.proof import Proven
from tests.proofs.same_bytes import bytes_of, two_ships


def a_cluster_gives_the_bytes_of_one_machine(flights: int, workers: int = 1) -> Proven:
    """Flights on a Dask cluster of 1 to 3 workers, killed and replaced twice, give the bytes of one process.

    So do those of a run whose scheduler was killed, gone on with from its save file on another cluster. Fails if
    anything is lost, counted twice or hangs where processes die, or if a result depends on tasks or workers.
    """
    experiment = two_ships()
    expected = bytes_of(Amount(flights).run([experiment])[0].tally)
    faults, ways = [], 0

    def flown(name: str, address: str, path: Path | None, progress: Callable[[int, Any], None] | None = None) -> None:
        nonlocal ways
        ways += 1
        with analyzer.cluster(address) as there:
            try:
                (found,) = Amount(flights, workers=there, save=path).run([experiment], Watcher(fully=progress))
            except AnalyzerError as error:
                faults.append(f"{name}: {error}")
                return
        if bytes_of(found.tally) != expected:
            faults.append(f"{name}: other histograms")

    nursery = Nursery()
    try:
        with TemporaryDirectory() as folder:
            _, address = nursery.scheduler()
            crew: list[int] = []
            for number in (1, 2, 3):
                crew += nursery.workers(address, 1)
                flown(f"{number} workers", address, None)
            for path in (None, Path(folder) / "killed.save"):
                deaths = [1, flights // 3]

                def replaced(just: int, so_far: Any, deaths: list[int] = deaths) -> None:
                    if deaths and so_far.trials >= deaths[0]:
                        deaths.pop(0)
                        kill(*crew)
                        crew[:] = nursery.workers(address, 2)

                flown("killed and replaced twice" + ", saved" * bool(path), address, path, replaced)
                faults += [f"{len(deaths)} deaths did not come"] * bool(deaths)
            path = Path(folder) / "orphaned.save"
            faults += orphaned(nursery, flights, path)
            flown("gone on without its scheduler", address, path)
    finally:
        nursery.close()
    return Proven(
        f"{flights:,} flights in {ways} ways, 4 times all workers killed, once the scheduler",
        f"{len(expected):,} bytes of histograms, {len(faults)} differences",
        tuple(faults),
    )


def orphaned(nursery: Nursery, flights: int, path: Path) -> list[str]:
    """A run whose scheduler is killed once something is known of it: why that is not told as it should."""
    process, address = nursery.scheduler()
    nursery.workers(address, 1)
    alive = [process]

    def progress(just: int, so_far: Any) -> None:
        if alive:
            kill(alive.pop())

    with analyzer.cluster(address) as there:
        try:
            Amount(flights, workers=there, save=path).run([two_ships()], Watcher(fully=progress))
        except AnalyzerError as error:
            return [] if "is gone" in str(error) else [f"its scheduler killed: {error}"]
    return ["its scheduler was killed, and nobody noticed"]
