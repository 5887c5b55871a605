"""Progress of a run as reported to listeners, and results of a run that was stopped."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any, Protocol, runtime_checkable

from analyzer.errors import AnalyzerError
from analyzer.world import Experiment

Progress = Callable[[int, Any], None]
"""Function called with a number of trials and the result so far; the number is 0 for trials read from a save file."""
MakeAnswers = Callable[[], Sequence[Any]]
"""Function that returns the answers so far."""


class Goal(Protocol):
    """Condition that ends a run."""

    @property
    def metric(self) -> str:
        """Name of the metric that the goal is about."""

    def reached(self, result: Any) -> bool:
        """Return whether the result meets the goal."""

    def needed(self, result: Any) -> int:
        """Return the approximate number of trials needed; the number so far if that is unknown."""

    def shortfall_in_words(self, result: Any) -> str:
        """Return a sentence about a result that does not meet the goal, or "" if the result says so itself."""


@dataclass(frozen=True)
class Step:
    """Trials of an experiment that were just run, and the state of the run.

    Args:
        experiment: the experiment.
        trials: number of trials just run; 0 when trials were read from the save file of an earlier run.
        so_far: result of all trials so far.
        most: maximum number of trials to run.
        goal: condition that ends the run earlier, or None.
        after: number of experiments of the same call that are still to be run after this one.
        each: number of units that a progress line adds for each trial, e.g. the number of ships.
        shown: makes the answers so far. If None, the results so far are shown, after those of finished experiments.
    """

    experiment: Experiment
    trials: int
    so_far: Any
    most: int
    goal: Goal | None = None
    after: int = 0
    each: int = 1
    shown: MakeAnswers | None = None


@runtime_checkable
class Watch(Protocol):
    """Listener to a run that receives steps and messages, not only numbers of trials."""

    def __call__(self, trials: int, /) -> None:
        """Receive the number of trials just run; used by runs that report nothing else."""

    def step(self, step: Step) -> None:
        """Receive the latest step of the run."""

    def says(self, text: str) -> None:
        """Receive a message for the user."""


@dataclass(frozen=True)
class Watcher:
    """Adapter that reports a run's steps to a Watch or to a plain function; without a listener it does nothing.

    Args:
        listener: a Watch, a function called with numbers of trials, or None.
        each: number of units that a progress line adds for each trial, e.g. the number of ships.
        fully: function called with the number of trials and the result so far; used only if the listener is no Watch.
    """

    listener: Callable[[int], None] | None = None
    each: int = 1
    fully: Progress | None = None

    def step(self, step: Step) -> None:
        """Report that trials were run, or were read from a save file."""
        if isinstance(self.listener, Watch):
            self.listener.step(replace(step, each=self.each))
        elif self.fully is not None:
            self.fully(step.trials, step.so_far)
        elif self.listener is not None and step.trials:
            self.listener(step.trials * self.each)

    def says(self, text: str) -> None:
        """Pass a message to the listener, if it is a Watch."""
        if isinstance(self.listener, Watch):
            self.listener.says(text)


_listening: ContextVar[tuple[int, Callable[[int], None]] | None] = ContextVar("listening", default=None)


@contextmanager
def hearing_decisions(listener: Callable[[int], None]) -> Iterator[None]:
    """Call a listener with the number of decisions just made by captains that simulate ahead, in this process."""
    # With the process, because copies of it (workers) inherit the variable and must not call the listener.
    token = _listening.set((os.getpid(), listener))
    try:
        yield
    finally:
        _listening.reset(token)


def report_decisions(decisions: int) -> None:
    """Tell the listener that a captain has simulated a number of decisions, because a single trial may take minutes."""
    listening = _listening.get()
    if listening is not None and listening[0] == os.getpid():
        listening[1](decisions)


AnswersTo = tuple[int, Callable[[MakeAnswers], None], Callable[[], bool]]
_answers_to: ContextVar[AnswersTo | None] = ContextVar("answers_to", default=None)


@contextmanager
def hearing_answers(listener: Callable[[MakeAnswers], None], awaits: Callable[[], bool] = bool) -> Iterator[None]:
    """Call a listener whenever a question in this process has new interim answers.

    Args:
        listener: receives a function that makes the answers.
        awaits: returns whether a person awaits a first interim answer.
    """
    token = _answers_to.set((os.getpid(), listener, awaits))
    try:
        yield
    finally:
        _answers_to.reset(token)


def report_answers(make: MakeAnswers) -> None:
    """Tell the listener how to make the answers so far; for questions that are no single run of an experiment.

    Args:
        make: makes the answers from what is known when this is called; it is called only if they are shown.
    """
    listening = _answers_to.get()
    if listening is not None and listening[0] == os.getpid():
        listening[1](make)


def is_first_figure_awaited() -> bool:
    """Return whether a person at a terminal awaits a first interim answer of this process."""
    listening = _answers_to.get()
    return listening is not None and listening[0] == os.getpid() and listening[2]()


SHOWS_INTERIM = "ANALYZER_INTERIM"
"""The environment variable that switches interim answers in notebooks off, if it is 0."""


def notebook_output() -> Any | None:
    """Return a `Watch` that shows interim answers below the cell that runs; None outside of a notebook's own process.

    Its method `close` clears what it showed.
    """
    ipython = sys.modules.get("IPython")
    if ipython is None or os.environ.get(SHOWS_INTERIM) == "0" or current_thread() is not main_thread():
        return None
    kernel = getattr(ipython.get_ipython(), "kernel", None)
    # a worker is a copy of the kernel's process, and must not write to its sockets
    if kernel is None or getattr(kernel.session, "pid", None) != os.getpid():
        return None
    from analyzer.answers.description import load_function

    return load_function("analyzer.present.described:InterimOutput")()


@dataclass(frozen=True)
class SavedTrials:
    """Path of a save file, with the number and the noun of the trials kept in it."""

    path: Path
    trials: int
    called: str


class Stopped(KeyboardInterrupt):
    """Interrupt of a run, with its results so far.

    Args:
        results: one result for each experiment that had begun.
        saved: where trials are kept, or None.
    """

    def __init__(self, results: Sequence[Any], saved: SavedTrials | None) -> None:
        super().__init__()
        self.results, self.saved = tuple(results), saved


class CutShort(AnalyzerError):
    """Error for trials that could not be kept, with the results so far.

    Args:
        faults: what is wrong.
        results: one result for each experiment that had begun.
    """

    def __init__(self, faults: Iterable[str], results: Sequence[Any]) -> None:
        super().__init__(faults)
        self.results = tuple(results)
