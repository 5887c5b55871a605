"""The pieces of a proof: several processes share them, and each result is written down, so that no piece runs twice."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from joblib import Parallel, delayed

from tests.doors.montecarlo import end_with
from tests.doors.runs import store
from tests.proofs.proof import as_json

SECONDS_BETWEEN_LINES = 20


class PieceErrors(Exception):
    """What stopped some of the pieces, in words; they are tried again the next time."""


@dataclass(frozen=True)
class Ledger:
    """A file with a checksummed line for every finished piece of one proof, and one for the proof when all are done."""

    path: Path
    title: str
    workers: int = 1

    def share(self, function: Callable[..., Any], pieces: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The results of all pieces in order; only those run that the file lacks. Raises PieceErrors at the end."""
        results = {line["piece"]: line["result"] for line in self.lines() if "piece" in line}
        names = [f"{function.__name__}({', '.join(map(repr, arguments))})" for arguments in pieces]
        missing = [piece for piece in zip(names, pieces, strict=True) if piece[0] not in results]
        errors = []
        progress = Progress(self.title, len(pieces), len(missing))
        calls = (delayed(attempt)(name, function, arguments) for name, arguments in missing)
        parallel = Parallel(
            self.workers, return_as="generator_unordered", initializer=end_with, initargs=(os.getpid(),)
        )
        for name, result, error in parallel(calls):
            if error:
                errors.append(f"{name}: {error}")
            else:
                self.write({"piece": name, "result": result})
                results[name] = as_json(result)
            progress.step()
        if errors:
            raise PieceErrors(*errors)
        return [results[name] for name in names]

    def lines(self) -> Iterator[dict[str, Any]]:
        """Every line that was written to its end."""
        for line in self.path.read_bytes().splitlines(keepends=True) if self.path.exists() else ():
            with suppress(ValueError):
                yield store.decode_line(line)

    def finished(self) -> dict[str, Any] | None:
        """What was written when the whole proof had been run."""
        return next((line["finished"] for line in self.lines() if "finished" in line), None)

    def write(self, fields: dict[str, Any]) -> None:
        """Add a line, on a line of its own even where the one before was torn."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(b"\n" + store.encode_line(fields))


def attempt(name: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any, str]:
    """The name of a piece, its result, and the error that stopped it, if any."""
    try:
        return name, function(*arguments), ""
    except Exception as error:
        return name, None, repr(error)


class Progress:
    """Says every now and then how many pieces are done, and how long the rest may take."""

    def __init__(self, title: str, pieces: int, missing: int) -> None:
        self.title, self.pieces, self.missing, self.begun, self.steps = title, pieces, missing, monotonic(), 0
        self.next_line = self.begun + SECONDS_BETWEEN_LINES

    def step(self) -> None:
        """One more piece is done."""
        self.steps += 1
        now = monotonic()
        if now >= self.next_line and self.steps < self.missing:
            self.next_line = now + SECONDS_BETWEEN_LINES
            left = (now - self.begun) / self.steps * (self.missing - self.steps)
            before = self.pieces - self.missing
            print(f"  {self.title}: {before + self.steps} of {self.pieces}, {duration(left)} left", flush=True)


def duration(seconds: float) -> str:
    """A time as people say it.

    >>> duration(20), duration(89), duration(700), duration(9000)
    ('less than a minute', 'about 1 minute', 'about 12 minutes', 'about 2.5 hours')
    """
    minutes = round(seconds / 60)
    if seconds < 60:
        return "less than a minute"
    if minutes < 90:
        return f"about {minutes} minute{'s' * (minutes > 1)}"
    return f"about {seconds / 3600:.1f} hours"
