"""Whether more processes pay for their start: known from what was run so far, never guessed beforehand."""

from __future__ import annotations

from typing import Final, Literal

from analyzer.errors import AnalyzerError, whole_number
from analyzer.montecarlo import forks
from analyzer.montecarlo.limits import processes_in_memory, processors

Auto = Literal["auto"]
AUTO: Final = "auto"
"""As many processes as pay for their start."""
Processes = int | Auto
COPY, NEW = 0.1, 1.5
"""Seconds that a copy of this process costs, and a new one, which imports everything and learns it again (measured)."""
LONGEST = 12
"""Digits of a number of processes."""
MARGIN = 2
"""Each process has at least so many times as much to do as it costs."""


def processes_that_pay(spent: float, left: float) -> int:
    """How many processes are worth their start, with so many seconds of work done and left; 1: none beside this one.

    None begins sooner than after as much work as one costs, because the first trials say little of the speed of others.
    """
    cost = COPY if forks.are_safe() else NEW
    most = int(left / (MARGIN * cost)) if spent >= cost else 1
    return most if most < 2 else max(1, min(most, processors(), processes_in_memory()))


def checked_processes(workers: Processes) -> Processes:
    """The same; raises AnalyzerError for what is neither "auto" nor a number of processes."""
    if isinstance(workers, str) and workers != AUTO:
        raise AnalyzerError(f'workers {workers!r}: give a whole number of processes, or "auto"')
    return AUTO if workers == AUTO else whole_number(workers, "workers", 1)


def read_processes(text: str | None) -> Processes:
    """What `--workers` says, "auto" where it says nothing; raises AnalyzerError for what cannot be read."""
    text = AUTO if text is None else text.strip()
    if text == AUTO:
        return AUTO
    if text.removeprefix("-").isdecimal() and len(text) <= LONGEST:
        return int(text)
    raise AnalyzerError(f"--workers {text}: give a number of processes, e.g. 4, or auto")
