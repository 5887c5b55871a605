"""What a cluster costs beside the flights themselves: `python -m benchmarks.cluster [--seconds 30] [--tasks 3]`.

A scheduler and a worker on this machine; tasks of one size. Overhead is the time in which the worker does not fly.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import analyzer
from analyzer.runs.cluster import window
from analyzer.runs.cluster.errand import Answer
from analyzer.runs.cluster.sizes import MOST
from tests.cluster.nursery import Nursery

SHIP = "ships/2007/II/steady-hauler.yaml"
TRILLION = 10**12
SMALL, MANY = 64, 100


@dataclass
class Fixed:
    """Tasks of one size; what workers and the network did is summed up."""

    size: int
    seconds: float = 0.0
    tasks: int = 0
    sent: list[int] = field(default_factory=list)
    back: list[int] = field(default_factory=list)

    def next(self, done: int, workers: int) -> int:
        return self.size

    def heard(self, trials: int, seconds: float) -> None:
        self.seconds += seconds
        self.tasks += 1


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__)
    asked.add_argument("--seconds", type=float, default=30.0, help="how long a task is to take")
    asked.add_argument("--tasks", type=int, default=3, help="how many of them are flown")
    options = asked.parse_args()
    nursery = Nursery()
    try:
        _, address = nursery.scheduler()
        nursery.workers(address, 1)
        with analyzer.cluster(address) as workers:
            told(workers, options.seconds, options.tasks)
    finally:
        nursery.close()


def told(workers: analyzer.Cluster, seconds: float, tasks: int) -> None:
    flown(workers, 1 << 17, 1)  # hulls and wrecks are learnt
    speed = (1 << 18) / flown(workers, 1 << 18, 1)[0].seconds
    small, wall = flown(workers, SMALL, MANY)
    each = (wall - small.seconds) / small.tasks
    sent, back = (sum(some) / len(some) for some in (small.sent, small.back))
    print(f"{small.tasks} tasks of {SMALL} flights: {1000 * each:.1f} ms each beside the flights")
    large, wall = flown(workers, round(speed * seconds), tasks)
    back_large = sum(large.back) / len(large.back)
    print(
        f"{large.tasks} tasks of {large.seconds / large.tasks:.1f} s, {large.size:,} flights each: {wall:.1f} s in "
        f"all, overhead {1 - large.seconds / wall:.2%}"
    )
    print(f"a task: {sent / 1000:.1f} kB there, {back_large / 1000:.1f} kB back ({back / 1000:.1f} kB of a small one)")
    number = -(-TRILLION // MOST)
    print(
        f"10^12 flights, as arithmetic: {number:,} tasks of {MOST:,}; {number * (sent + back_large) / 1e6:,.0f} MB "
        f"through the network, {number * each / 60:,.0f} minutes of the scheduler and the one who asks; at "
        f"{speed:,.0f} flights a second {TRILLION / speed / 3600:,.0f} hours of one processor"
    )


def flown(workers: analyzer.Cluster, size: int, tasks: int) -> tuple[Fixed, float]:
    """What so many tasks of that size came to, and how long they took in all."""
    fixed = Fixed(size)
    real, opened, connection = window.Sizes, Answer.opened, workers.connected()
    send = connection.send
    window.Sizes = lambda job: fixed  # type: ignore[assignment,misc]
    Answer.opened = lambda sealed: fixed.back.append(len(sealed)) or opened(sealed)  # type: ignore[method-assign]
    connection.send = lambda sealed, key, ended: fixed.sent.append(len(sealed)) or send(sealed, key, ended)  # type: ignore[method-assign]
    try:
        begun = time.monotonic()
        analyzer.fly([analyzer.load_ship(SHIP)], flights=size * tasks, workers=workers)
        return fixed, time.monotonic() - begun
    finally:
        window.Sizes, Answer.opened = real, opened  # type: ignore[misc,method-assign]
        connection.send = send  # type: ignore[method-assign]


if __name__ == "__main__":
    main()
