"""What whoever watches a run hears of it, and what is left of one that was stopped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from analyzer.errors import AnalyzerError
from analyzer.world import Experiment

Progress = Callable[[int, Any], None]
"""Called with the number of trials just run (0 for those that were kept), and with what all come to so far."""


class Goal(Protocol):
    """When enough is run."""

    @property
    def metric(self) -> str:
        """What it is about, for whoever watches."""

    def reached(self, result: Any) -> bool:
        """Whether it is."""

    def needed(self, result: Any) -> int:
        """About how many trials it takes; as many as there are where nobody knows."""

    def missed(self, result: Any) -> str:
        """What to say of a result that did not get there, "" if it says so itself."""


@dataclass(frozen=True)
class Step:
    """Trials of an experiment that were just run, and how things stand.

    trials: how many, 0 for those that were kept by an earlier run; so_far: what all come to; most: the most that are
    run; goal: what ends it earlier; after: how many experiments of the same call come after this one; each: what a
    trial counts.
    """

    experiment: Experiment
    trials: int
    so_far: Any
    most: int
    goal: Goal | None = None
    after: int = 0
    each: int = 1


@runtime_checkable
class Watch(Protocol):
    """A `progress` that hears more than numbers."""

    def __call__(self, trials: int, /) -> None:
        """So many were just run; heard of runs that tell no more."""

    def step(self, step: Step) -> None:
        """How things stand."""

    def says(self, text: str) -> None:
        """What the run has to say before it begins."""


@dataclass(frozen=True)
class Watcher:
    """Tells what happens to a Watch, or to a function that takes numbers, or to nobody; `each`: what a trial counts.

    fully: a function that takes numbers and results.
    """

    listener: Callable[[int], None] | None = None
    each: int = 1
    fully: Progress | None = None

    def step(self, step: Step) -> None:
        """Trials were run, or were kept."""
        if isinstance(self.listener, Watch):
            self.listener.step(replace(step, each=self.each))
        elif self.fully is not None:
            self.fully(step.trials, step.so_far)
        elif self.listener is not None and step.trials:
            self.listener(step.trials * self.each)

    def says(self, text: str) -> None:
        """Only a Watch hears words."""
        if isinstance(self.listener, Watch):
            self.listener.says(text)


_listening: ContextVar[tuple[int, Callable[[int], None]] | None] = ContextVar("listening", default=None)


@contextmanager
def hearing_decisions(listener: Callable[[int], None]) -> Iterator[None]:
    """Call the listener with the number of decisions that captains who think have just made, in this process."""
    token = _listening.set((os.getpid(), listener))
    try:
        yield
    finally:
        _listening.reset(token)


def report_decisions(decisions: int) -> None:
    """Tell whoever watches that a captain thought so many decisions through: a trial may take minutes."""
    listening = _listening.get()
    if listening is not None and listening[0] == os.getpid():
        listening[1](decisions)


@dataclass(frozen=True)
class SavedTrials:
    """Where trials are kept, and how many of what are."""

    path: Path
    trials: int
    called: str


class Stopped(KeyboardInterrupt):
    """The run was interrupted; `results` are what was run until then, one for each experiment that had begun."""

    def __init__(self, results: Sequence[Any], saved: SavedTrials | None) -> None:
        super().__init__()
        self.results, self.saved = tuple(results), saved


class CutShort(AnalyzerError):
    """Something could not be kept while trials were run; `results` as of Stopped."""

    def __init__(self, faults: Iterable[str], results: Sequence[Any]) -> None:
        super().__init__(faults)
        self.results = tuple(results)
