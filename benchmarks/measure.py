"""What the programs of `make bench` share: how much they run, seconds of a job, whole commands, tables as printed."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from rich.console import Console, RenderableType

ROOT = Path(__file__).parent.parent
WIDTH = 160
"""Columns of a printed table where nobody sits at a terminal: no line of any table is longer."""
Job = Callable[[], object]


@dataclass(frozen=True)
class Scale:
    """How much of everything is run at most: flights or games side by side, and what is run one by one."""

    most_trials: int = sys.maxsize
    most_times: int = sys.maxsize

    def trials(self, number: int) -> int:
        """That many flights or games side by side, where they are not too many."""
        return min(number, self.most_trials)

    def times(self, number: int) -> int:
        """That many rounds, ships, or flights of the plain twin, where they are not too many."""
        return min(number, self.most_times)


FULL, TINY = Scale(), Scale(most_trials=10, most_times=1)
"""TINY: enough to see that a table can be made (tests/benchmarks)."""


# One process


def seconds(job: Job) -> float:
    """Seconds of processor time of one run of a job."""
    start = process_time()
    job()
    return process_time() - start


def fewest_seconds(job: Job, rounds: int) -> float:
    """Seconds of processor time of a job, the best of some rounds."""
    return min(seconds(job) for _ in range(rounds))


def fewest_in_turn(*jobs: Callable[[], float], rounds: int) -> list[float]:
    """The fewest seconds of each job, which returns its own; in turn, so that noise treats all alike."""
    return [min(times) for times in zip(*([job() for job in jobs] for _ in range(rounds)), strict=True)]


# Whole commands


@dataclass(frozen=True)
class Cost:
    """What a command took: time by the clock and of all processors, memory at most; whether it loaded matplotlib."""

    seconds: float
    processor_seconds: float
    megabytes: float
    loads_matplotlib: bool


COMMAND = """
import sys
from analyzer.cli import main
try:
    main()
finally:
    peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(peak, "matplotlib" in sys.modules, file=sys.stderr)
"""


def run_command(*args: str) -> Cost:
    """Run `analyzer` with those arguments in a process of its own, on all processors.

    Memory is that of this process alone, not of its workers.
    """
    start, before = perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with _all_processors():
        run = subprocess.run([sys.executable, "-c", COMMAND, *args], capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"analyzer {' '.join(args)}: {run.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    kilobytes, loads_matplotlib = run.stderr.split()[-2:]
    return Cost(
        seconds=perf_counter() - start,
        processor_seconds=after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        megabytes=int(kilobytes) / 1024,
        loads_matplotlib=loads_matplotlib == "True",
    )


PROCESSORS = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


def on_one_processor() -> None:
    """From here on this process stays on one processor, where the system lets it."""
    if PROCESSORS:
        os.sched_setaffinity(0, {min(PROCESSORS)})


@contextmanager
def _all_processors() -> Iterator[None]:
    """What is begun meanwhile may use all processors."""
    if not PROCESSORS:
        yield
        return
    own = os.sched_getaffinity(0)
    os.sched_setaffinity(0, PROCESSORS)
    try:
        yield
    finally:
        os.sched_setaffinity(0, own)


# Tables


def print_tables(*tables: Callable[[Scale], RenderableType]) -> None:
    """Measure in full and print, table by table."""
    start = perf_counter()
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    for table in tables:
        console.print(table(FULL))
    versions = f"numpy {np.__version__}, Python {sys.version.split()[0]}"
    console.print(f"{versions}; all this took {perf_counter() - start:,.0f} s", highlight=False)
