"""A cluster whose workers and scheduler die gives the bytes of one machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import analyzer
from analyzer import AnalyzerError
from tests.cluster.nursery import Nursery, kill
from tests.doors.runs import Amount, Watcher
from tests.proofs.proof import Proven, Share, in_turn
from tests.proofs.same_bytes import bytes_of, two_ships


def a_cluster_gives_the_bytes_of_one_machine(flights: int, share: Share = in_turn) -> Proven:
    """Flights on a Dask cluster of 1 to 3 workers, killed and replaced twice, give the bytes of one process.

    The same holds for a run whose scheduler was killed and that continued from its save file on another cluster.

    Fails if anything is lost, counted twice or hangs where processes die, or if a result depends on tasks or workers.
    """
    ((size, expected),) = share(on_one_machine, [(flights,)])
    results = share(on_a_cluster, [(way, flights) for way in WAYS])
    faults = [fault for _, more in results for fault in more]
    faults += [f"{way}: other histograms" for way, (digest, _) in zip(WAYS, results, strict=True) if digest != expected]
    return Proven(
        f"{flights:,} flights in {len(WAYS)} ways, 4 times all workers killed, once the scheduler",
        f"{size:,} bytes of histograms, {len(faults)} differences",
        tuple(faults),
    )


def on_one_machine(flights: int) -> tuple[int, str]:
    """How many bytes the histograms take, and their digest."""
    histograms = bytes_of(Amount(flights).run([two_ships()])[0].tally)
    return len(histograms), sha256(histograms).hexdigest()


def on_a_cluster(way: str, flights: int) -> tuple[str, list[str]]:
    """The digest of the histograms, and what else was wrong."""
    nursery = Nursery()
    try:
        with TemporaryDirectory() as folder:
            histograms, faults = WAYS[way](nursery, flights, Path(folder) / "cluster.save")
    finally:
        nursery.close()
    return sha256(histograms).hexdigest(), faults


def with_workers(number: int, nursery: Nursery, flights: int, path: Path) -> tuple[bytes, list[str]]:
    """By so many workers, of whom none dies."""
    _, address = nursery.scheduler()
    nursery.workers(address, number)
    return run_there(address, flights), []


def with_deaths(saves: bool, nursery: Nursery, flights: int, path: Path) -> tuple[bytes, list[str]]:
    """All workers are killed and replaced twice."""
    _, address = nursery.scheduler()
    crew = nursery.workers(address, 3)
    deaths = [1, flights // 3]

    def replace(just: int, so_far: Any) -> None:
        if deaths and so_far.trials >= deaths[0]:
            deaths.pop(0)
            kill(*crew)
            crew[:] = nursery.workers(address, 2)

    histograms = run_there(address, flights, path if saves else None, replace)
    return histograms, [f"{len(deaths)} deaths did not come"] * bool(deaths)


def without_scheduler(nursery: Nursery, flights: int, path: Path) -> tuple[bytes, list[str]]:
    """The scheduler is killed once something is known of the run, which goes on on another cluster."""
    process, address = nursery.scheduler()
    nursery.workers(address, 1)
    alive = [process]

    def orphan(just: int, so_far: Any) -> None:
        if alive:
            kill(alive.pop())

    faults = ["its scheduler was killed, and nobody noticed"]
    try:
        run_there(address, flights, path, orphan)
    except AnalyzerError as error:
        faults = [] if "is gone" in str(error) else [f"its scheduler killed: {error}"]
    _, address = nursery.scheduler()
    nursery.workers(address, 2)
    return run_there(address, flights, path), faults


def run_there(
    address: str, flights: int, path: Path | None = None, progress: Callable[[int, Any], None] | None = None
) -> bytes:
    """The histograms of the flights as the cluster at that address gives them."""
    with analyzer.cluster(address) as there:
        (run,) = Amount(flights, workers=there, save=path).run([two_ships()], Watcher(fully=progress))
    return bytes_of(run.tally)


WAYS: dict[str, Callable[[Nursery, int, Path], tuple[bytes, list[str]]]] = {
    "1 worker": partial(with_workers, 1),
    "2 workers": partial(with_workers, 2),
    "3 workers": partial(with_workers, 3),
    "killed and replaced twice": partial(with_deaths, False),
    "killed and replaced twice, saved": partial(with_deaths, True),
    "gone on without its scheduler": without_scheduler,
}
