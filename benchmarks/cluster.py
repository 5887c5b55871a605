"""Benchmark of a cluster: `python -m benchmarks.cluster`. Printed, never asserted.

A scheduler and a worker on this machine run tasks of one size. Overhead is the time in which the worker does not fly.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from unittest.mock import patch

from rich.console import Group
from rich.table import Table

import analyzer
from analyzer.runs.cluster import window
from analyzer.runs.cluster.window import MOST, Answer
from benchmarks import measure
from benchmarks.measure import Scale
from tests.cluster.nursery import Nursery

SHIP = measure.ROOT / "ships" / "2007" / "II" / "steady-hauler.yaml"
TRILLION = 10**12


@dataclass
class Fixed:
    """Fixed task size, in place of sizes that adapt to the speed of the workers.

    Attributes:
        size: flights in each task.
        seconds: seconds of all tasks together.
        number: number of tasks that came back.
        sent: bytes sent for each task.
        returned: bytes returned for each task.
    """

    size: int
    seconds: float = 0.0
    number: int = 0
    sent: list[int] = field(default_factory=list)
    returned: list[int] = field(default_factory=list)

    def next(self, done: int, workers: int) -> int:
        """Return the size of the next task, which is always the same."""
        return self.size

    def heard(self, trials: int, seconds: float) -> None:
        """Count a task that came back."""
        self.seconds += seconds
        self.number += 1


def fly_tasks(workers: analyzer.Cluster, size: int, tasks: int) -> tuple[Fixed, float]:
    """Fly tasks of one size, and return their counts and the seconds by the clock.

    Args:
        workers: the cluster.
        size: flights in each task.
        tasks: number of tasks.
    """
    fixed, connection = Fixed(size), workers.connected()
    send, unpack = connection.send, Answer.unpack

    def count_sent(errand: bytes, *args: object) -> object:
        fixed.sent.append(len(errand))
        return send(errand, *args)

    def count_returned(reply: bytes) -> Answer:
        fixed.returned.append(len(reply))
        return unpack(reply)

    with (
        patch.object(window, "Sizes", lambda job: fixed),
        patch.object(Answer, "unpack", count_returned),
        patch.object(connection, "send", count_sent),
    ):
        start = time.monotonic()
        analyzer.fly([analyzer.load_ship(SHIP)], flights=size * tasks, workers=workers, rivals="alone")
        return fixed, time.monotonic() - start


def tasks_tables(scale: Scale, workers: analyzer.Cluster) -> Group:
    """Measure small tasks, which show the cost of each task, and large ones, which show the overhead of long tasks."""
    fly_tasks(workers, scale.trials(1 << 17), 1)  # hulls and wrecks are learnt
    trial, _ = fly_tasks(workers, scale.trials(1 << 18), 1)
    speed = trial.size / trial.seconds
    small = fly_tasks(workers, scale.trials(64), scale.trials(100))
    large = fly_tasks(workers, scale.trials(round(30 * speed)), scale.times(3))
    measured = Table(
        "tasks", "flights each", "seconds each", "ms each beside the flights", "overhead", "kB sent", "kB back"
    )
    for tasks, wall in (small, large):
        measured.add_row(
            f"{tasks.number}",
            f"{tasks.size:,}",
            f"{tasks.seconds / tasks.number:.3f}",
            f"{1000 * (wall - tasks.seconds) / tasks.number:.1f}",
            f"{1 - tasks.seconds / wall:.2%}",
            *(f"{sum(sizes) / len(sizes) / 1000:.1f}" for sizes in (tasks.sent, tasks.returned)),
        )
    return Group(measured, trillion_table(*small, large[0], speed))


def trillion_table(small: Fixed, wall: float, large: Fixed, speed: float) -> Table:
    """Return a table of the time that a trillion flights would take, extrapolated from the measured tasks."""
    number = -(-TRILLION // MOST)
    megabytes = number * sum(large.sent + large.returned) / large.number / 1e6
    minutes = number * (wall - small.seconds) / small.number / 60
    table = Table("10^12 flights, as arithmetic", "")
    table.add_row(f"tasks of {MOST:,} flights", f"{number:,}")
    table.add_row("MB through the network", f"{megabytes:,.0f}")
    table.add_row("minutes of the scheduler and whoever asks", f"{minutes:,.0f}")
    table.add_row(f"hours of one processor, at {speed:,.0f} flights a second", f"{TRILLION / speed / 3600:,.0f}")
    return table


@contextmanager
def one_worker() -> Iterator[analyzer.Cluster]:
    """Run a cluster of one scheduler and one worker on this machine inside a `with` block."""
    nursery = Nursery()
    try:
        _, address = nursery.scheduler()
        nursery.workers(address, 1)
        with analyzer.cluster(address) as workers:
            yield workers
    finally:
        nursery.close()


if __name__ == "__main__":
    with one_worker() as workers:
        measure.print_tables(partial(tasks_tables, workers=workers))
