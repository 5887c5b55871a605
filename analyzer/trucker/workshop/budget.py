"""Budgets of a search, and the save file of a search.

Seconds are wall-clock time of the whole command, including its start and the fresh flights at the end.
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
from analyzer.runs.identity import plain, renewed, rules
from analyzer.runs.store import CURE, decode_line, decode_line_below, differences, encode_line, encode_line_below

MAGIC = '{"analyzer_search":'
FORMAT = 2


class SearchFile:
    """The save file of one search, written whole after every step.

    Attributes:
        standing: The state of the search in the file, in plain types; None for a new file.

    Raises:
        AnalyzerError: The file is damaged, or holds another search.
    """

    def __init__(self, path: str | Path, described: dict[str, Any]) -> None:
        self.path = Path(path)
        self._identity = plain({"rules": rules("trucker")._asdict(), "search": described})
        self.standing: dict[str, Any] | None = None
        if os.path.lexists(path):
            self._read()

    def write(self, standing: dict[str, Any]) -> None:
        """Write the state of the search to the file."""
        # the state is bound to its header by the header's check, so lines of two searches are never mixed
        header = encode_line({"analyzer_search": FORMAT, "identity": self._identity})
        with whole_file(self.path) as beside:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(header + encode_line_below(decode_line(header)["check"], 2, {"standing": standing}))

    def _read(self) -> None:
        lines = self._lines()
        try:
            header, line = lines
            fields = decode_line(header)
            identity, self.standing = fields["identity"], decode_line_below(fields["check"], 2, line)["standing"]
        except (ValueError, KeyError):
            raise AnalyzerError(f"{self.path}: damaged: name another file") from None
        differing = differences(renewed(identity), self._identity, "in the file", "now")
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
"""The duration of a search and its fresh flights by default, in seconds."""
TOLD, TOLD_SHARE = 0.5, 1 / 3
"""Seconds reserved for writing the answer: a minimum, and a share of the command's starting time.

The larger one holds. Starting and writing both load libraries, which takes long on a busy machine.
"""
LEAST_FRESH = 200
"""The smallest number of fresh flights of a ship that are worth flying after a search."""
MOST_SECONDS = 10**7
MOST_FLIGHTS = 10**13


class HasSpent(Protocol):
    """Interface of a search's state that budgets need: seconds and flights spent so far."""

    @property
    def seconds(self) -> float:
        """The time that the search has taken so far."""

    @property
    def flights(self) -> int:
        """The number of flights of all ships together."""


IDLE = 200
"""The number of successive generations without a flight after which a search ends, e.g. on a board of one square."""


@dataclass(frozen=True)
class Budget:
    """A limit of a search: flights of all ships, seconds of the whole command, or both.

    Attributes:
        seconds: The seconds; None for no limit.
        flights: The flights; None for no limit.
        began: The start of the command, in seconds of `time.monotonic`.
        told: The number of seconds reserved for writing the answer.
    """

    seconds: float | None
    flights: int | None
    began: float = field(default_factory=began)
    told: float = TOLD

    @property
    def left(self) -> float:
        """The seconds left for the search, the fresh flights and the answer; below 0 if the time is over."""
        return inf if self.seconds is None else self.began + self.seconds - monotonic()

    def spent(self, now: HasSpent) -> float:
        """Return the share of the budget that is used up: 0 at the start, 1 at the end."""
        shares = [0.0]
        if self.seconds is not None:
            shares.append(1 - self.left / self.seconds)
        if self.flights is not None:
            shares.append(now.flights / self.flights)
        return max(shares)

    def to_go(self, now: HasSpent) -> float:
        """Return the approximate seconds until the end; 0 if unknown."""
        share = self.spent(now)
        ends = [self.left] if self.seconds is not None else []
        if self.flights is not None and now.flights:
            # assumes the mean speed so far
            ends.append(now.seconds * (self.flights / now.flights - 1))
        return max(0.0, min(ends)) if share and ends else 0.0

    def has_time(self, now: HasSpent, latest: float, afterwards: int, kept: float) -> bool:
        """Return whether there is time for another generation and then for the fresh flights that confirm the answer.

        Args:
            now: The state of the search.
            latest: The duration of the latest generation in seconds.
            afterwards: The number of fresh flights of all ships together.
            kept: The largest share of the seconds that is reserved for the fresh flights.
        """
        if self.seconds is None:
            return True
        # fresh flights are assumed to be as fast as those of the search
        needed = afterwards * now.seconds / now.flights if now.flights else inf
        return latest + min(needed, kept * self.seconds) + max(self.told, latest / 2) <= self.left

    def fresh(self, speed: float, wanted: int) -> int:
        """Return the number of fresh flights of each ship: `wanted`, or fewer if time is short.

        Args:
            speed: The number of fresh flights per second, counting a flight once when all ships have flown it.
            wanted: The number of fresh flights without a limit of time.
        """
        return wanted if self.seconds is None else min(wanted, max(LEAST_FRESH, int(speed * (self.left - self.told))))


def budget(seconds: float | None, flights: int | None) -> Budget:
    """Return the budget of seconds and flights; without either it is 60 seconds.

    Raises:
        AnalyzerError: A limit is no valid number.
    """
    if flights is not None:
        whole_number(flights, "flights", 1, MOST_FLIGHTS)
    if seconds is None:
        return Budget(SECONDS if flights is None else None, flights, told=_seconds_to_tell())
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise AnalyzerError(f"seconds {seconds!r}: give how many seconds to search, above 0")
    return Budget(float(seconds), flights, told=_seconds_to_tell())


def _seconds_to_tell() -> float:
    """Return an estimate of the seconds for writing the answer, from the seconds that the command has run so far."""
    return max(TOLD, TOLD_SHARE * (monotonic() - began()))


At = TypeVar("At", bound=Any)
"""Type of a search's state: a dataclass with `seconds`, `flights` and `generation`."""


def go_on(
    now: At,
    generation: Callable[[At], At],
    limit: Budget,
    keep: Callable[[At], None],
    heard: Callable[[At, Budget], None],
    afterwards: Callable[[At], int] = lambda _: 0,
    kept: float = 0.0,
) -> tuple[At, bool]:
    """Run generations until the budget is spent, nothing is left to fly, or Ctrl-C ends the search.

    The first generation is run even if it leaves too little time for the fresh flights.

    Args:
        now: The state to continue from.
        generation: Return the state after the next generation.
        limit: The budget.
        keep: Save a state.
        heard: Called with the first and with each new state, for the progress line.
        afterwards: Return the number of fresh flights of all ships after the search.
        kept: The largest share of the seconds that is reserved for the fresh flights.

    Returns:
        The last state, and whether Ctrl-C ended the search.
    """
    keep(now)
    heard(now, limit)
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
