"""Budgets of a search, and its save file.

Seconds are those of the whole command by the wall clock: its start and the fresh flights at the end are among them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, TypeVar

from analyzer.errors import AnalyzerError, whole_number
from analyzer.files.places import read_bytes, whole_file
from analyzer.files.yamlfile import LARGEST
from analyzer.runs.clock import began
from analyzer.runs.identity import plain, rules
from analyzer.runs.store import CURE, differences, opened, opened_below, sealed, sealed_below

MAGIC = '{"analyzer_search":'
FORMAT = 2


class SearchFile:
    """The file of one search, written whole after every step; raises AnalyzerError for one of another search."""

    def __init__(self, path: str | Path, described: dict[str, Any]) -> None:
        self.path = Path(path)
        self._identity = plain({"rules": rules("trucker")._asdict(), "search": described})
        self.standing: dict[str, Any] | None = None
        if os.path.lexists(path):
            self._read()

    def write(self, standing: dict[str, Any]) -> None:
        """Keep where the search stands."""
        header = sealed({"analyzer_search": FORMAT, "identity": self._identity})
        with whole_file(self.path) as beside:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(header + sealed_below(opened(header)["check"], 2, {"standing": standing}))

    def _read(self) -> None:
        lines = self._lines()
        try:
            header, line = lines
            fields = opened(header)
            identity, self.standing = fields["identity"], opened_below(fields["check"], 2, line)["standing"]
        except (ValueError, KeyError):
            raise AnalyzerError(f"{self.path}: damaged: name another file") from None
        differing = differences(identity, self._identity, "in the file", "now")
        if differing:
            raise AnalyzerError([f"{self.path}: holds another search: {CURE}", *(f"  {one}" for one in differing)])

    def _lines(self) -> list[bytes]:
        try:
            data = read_bytes(self.path, LARGEST)
        except OSError as error:
            raise AnalyzerError(f"{self.path}: cannot be read: {error.strerror}") from None
        if not data.startswith(MAGIC.encode()):
            raise AnalyzerError(f"{self.path}: is no save file of a search: name another file")
        return data.splitlines(keepends=True)


SECONDS = 60.0
"""Seconds of a search, and of what comes after it, if nothing is said."""
TOLD, TOLD_SHARE = 0.5, 1 / 3
"""Seconds in which answers are written: so many, or that share of what the start of the command took, if more.

Both load libraries, which takes long where the machine is busy.
"""
LEAST_FRESH = 200
"""Fewer fresh flights of a ship would tell nothing."""
MOST_SECONDS = 10**7
MOST_FLIGHTS = 10**13


class Spent(Protocol):
    """How far a search is."""

    @property
    def seconds(self) -> float:
        """Of searching."""

    @property
    def flights(self) -> int:
        """Of all ships together."""


IDLE = 200
"""Generations without a flight after which there is nothing else to try, as on a board of one square."""


@dataclass(frozen=True)
class Budget:
    """When a search ends: after so many flights of all ships, so that all ends within so many seconds, or both.

    began: when the seconds began, by `time.monotonic`; told: how many of them are kept for writing the answer.
    """

    seconds: float | None
    flights: int | None
    began: float = field(default_factory=began)
    told: float = TOLD

    @property
    def left(self) -> float:
        """Seconds that are left for everything; below 0 where it is late."""
        return inf if self.seconds is None else self.began + self.seconds - monotonic()

    def spent(self, now: Spent) -> float:
        """Which share of it is gone, 1 at the end."""
        shares = [0.0]
        if self.seconds is not None:
            shares.append(1 - self.left / self.seconds)
        if self.flights is not None:
            shares.append(now.flights / self.flights)
        return max(shares)

    def to_go(self, now: Spent) -> float:
        """In about how many seconds all is over; 0 where nobody knows."""
        share = self.spent(now)
        ends = [self.left] if self.seconds is not None else []
        if self.flights is not None and now.flights:
            ends.append(now.seconds * (self.flights / now.flights - 1))
        return max(0.0, min(ends)) if share and ends else 0.0

    def has_time(self, now: Spent, latest: float, afterwards: int, kept: float) -> bool:
        """Whether one more generation, which takes as long as the latest one, leaves time for what comes after it.

        afterwards: how many flights of all ships are flown then; kept: the largest share of the seconds that is kept
        for them. They are begun several times over, which takes about half as long as a generation.
        """
        if self.seconds is None:
            return True
        needed = afterwards * now.seconds / now.flights if now.flights else inf
        return latest + min(needed, kept * self.seconds) + max(self.told, latest / 2) <= self.left

    def fresh(self, speed: float, wanted: int) -> int:
        """How many fresh flights each ship flies: as many as wanted, fewer where there is no time.

        speed: flights a second of every ship.
        """
        return wanted if self.seconds is None else min(wanted, max(LEAST_FRESH, int(speed * (self.left - self.told))))


def budget(seconds: float | None, flights: int | None) -> Budget:
    """The budget; raises AnalyzerError for what cannot be one."""
    if flights is not None:
        whole_number(flights, "flights", 1, MOST_FLIGHTS)
    if seconds is None:
        return Budget(SECONDS if flights is None else None, flights, told=_seconds_to_tell())
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise AnalyzerError(f"seconds {seconds!r}: give how many seconds to search, above 0")
    return Budget(float(seconds), flights, told=_seconds_to_tell())


def _seconds_to_tell() -> float:
    """Return how long it probably takes to write the answer, by how long the command took to come here."""
    return max(TOLD, TOLD_SHARE * (monotonic() - began()))


At = TypeVar("At", bound=Any)
"""How far a search is: a record with `seconds` and `flights`."""


def go_on(
    now: At,
    generation: Callable[[At], At],
    limit: Budget,
    keep: Callable[[At], None],
    heard: Callable[[At, Budget], None],
    afterwards: Callable[[At], int] = lambda _: 0,
    kept: float = 0.0,
) -> tuple[At, bool]:
    """How far the search is when its budget is spent or Ctrl-C ends it, and whether that did; each step is kept.

    afterwards: how many flights of all ships are flown once it is over; kept: the largest share of the seconds that is
    kept for them. The first generation is always gone through. A search with nothing left to fly ends, too.
    """
    keep(now)
    latest, idle = 0.0, 0
    try:
        while (
            idle < IDLE
            and limit.spent(now) < 1
            and (not now.generation or limit.has_time(now, latest, afterwards(now), kept))
        ):
            begun = monotonic()
            after = generation(now)
            latest = monotonic() - begun
            idle = idle + 1 if after.flights == now.flights else 0
            now = replace(after, seconds=now.seconds + latest)
            keep(now)
            heard(now, limit)
    except KeyboardInterrupt:
        return now, True
    return now, False
