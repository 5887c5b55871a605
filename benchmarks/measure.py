"""Measuring for the programs of `make bench`: amounts, seconds of a job, whole commands, and printed tables."""

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
"""Width of printed tables in columns without a terminal; no line of any table is longer."""
Job = Callable[[], object]


@dataclass(frozen=True)
class Scale:
    """Limits of how much is run.

    Attributes:
        most_trials: largest number of flights or games side by side.
        most_times: largest number of rounds, ships or flights that are run one by one.
    """

    most_trials: int = sys.maxsize
    most_times: int = sys.maxsize

    def trials(self, number: int) -> int:
        """Return a number of flights or games side by side, cut to the limit."""
        return min(number, self.most_trials)

    def times(self, number: int) -> int:
        """Return a number of rounds, ships, or flights of the plain twin, cut to the limit."""
        return min(number, self.most_times)


FULL, TINY = Scale(), Scale(most_trials=10, most_times=1)
"""Scales without limits, and just large enough to see that a table can be made (tests/benchmarks)."""


# One process


def seconds(job: Job) -> float:
    """Return the processor time of one run of a job, in seconds."""
    start = process_time()
    job()
    return process_time() - start


def fewest_seconds(job: Job, rounds: int) -> float:
    """Return the least processor time of a job over some rounds, in seconds."""
    return min(seconds(job) for _ in range(rounds))


def fewest_in_turn(*jobs: Callable[[], float], rounds: int) -> list[float]:
    """Return the fewest seconds of each job; a job returns its seconds. Jobs take turns, so noise affects all alike."""
    return [min(times) for times in zip(*([job() for job in jobs] for _ in range(rounds)), strict=True)]


# Whole commands


@dataclass(frozen=True)
class Cost:
    """Cost of a command.

    Attributes:
        seconds: time by the clock.
        processor_seconds: processor time, summed over all processors.
        megabytes: peak memory of the command's own process.
        loads_matplotlib: whether it loaded matplotlib.
    """

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
    """Run `analyzer` with arguments in a process of its own, on all processors, and return its cost.

    The peak memory is that of the command's own process, without its workers.

    Raises:
        SystemExit: the command fails.
    """
    # Processor time is counted for all ended children, workers of the command too.
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
    """Restrict this process to one processor from now on, if the system allows it."""
    if PROCESSORS:
        os.sched_setaffinity(0, {min(PROCESSORS)})


@contextmanager
def _all_processors() -> Iterator[None]:
    """Let processes that begin within the context use all processors."""
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
    """Measure every table in full and print it."""
    start = perf_counter()
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    for table in tables:
        console.print(table(FULL))
    versions = f"numpy {np.__version__}, Python {sys.version.split()[0]}"
    console.print(f"{versions}; all this took {perf_counter() - start:,.0f} s", highlight=False)
