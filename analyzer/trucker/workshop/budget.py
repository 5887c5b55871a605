"""How long a search goes on: generation after generation until its budget is spent, or Ctrl-C ends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import process_time
from typing import Any, Protocol, TypeVar

from analyzer.errors import AnalyzerError, whole_number

SECONDS = 60.0
"""Seconds of a search if nothing is said."""
MOST_SECONDS = 10**7
MOST_FLIGHTS = 10**13


class Spent(Protocol):
    """How far a search is."""

    @property
    def seconds(self) -> float:
        """Of the processor."""

    @property
    def flights(self) -> int:
        """Of all ships together."""


@dataclass(frozen=True)
class Budget:
    """When a search ends: after so many seconds of the processor, or so many flights of all ships, or both."""

    seconds: float | None
    flights: int | None

    def spent(self, now: Spent) -> float:
        """Which share of it is gone, 1 at the end."""
        shares = [0.0]
        if self.seconds is not None:
            shares.append(now.seconds / self.seconds)
        if self.flights is not None:
            shares.append(now.flights / self.flights)
        return max(shares)


def budget(seconds: float | None, flights: int | None) -> Budget:
    """The budget; raises AnalyzerError for what cannot be one."""
    if flights is not None:
        whole_number(flights, "flights", 1, MOST_FLIGHTS)
    if seconds is None:
        return Budget(SECONDS if flights is None else None, flights)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise AnalyzerError(f"seconds {seconds!r}: give how many seconds to search, above 0")
    return Budget(float(seconds), flights)


At = TypeVar("At", bound=Any)
"""How far a search is: a record with `seconds` and `flights`."""


def go_on(
    now: At,
    generation: Callable[[At], At],
    limit: Budget,
    keep: Callable[[At], None],
    heard: Callable[[At, Budget], None],
) -> tuple[At, bool]:
    """How far the search is when its budget is spent or Ctrl-C ends it, and whether that did; each step is kept."""
    keep(now)
    before, begun = now.seconds, process_time()
    try:
        while limit.spent(now) < 1:
            now = replace(generation(now), seconds=before + process_time() - begun)
            keep(now)
            heard(now, limit)
    except KeyboardInterrupt:
        return now, True
    return now, False
