"""Processes of this machine that work side by side, and end with whoever started them, who alone hears Ctrl-C."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from time import thread_time
from typing import Any

from analyzer.interrupts import Deferred, folder_of_notes, note_work_in, noting_workers
from analyzer.montecarlo import forks
from analyzer.montecarlo.parent import end_with, starting_safely
from analyzer.montecarlo.start import AUTO, Processes, processes_that_pay

GIVES_OUT = "ExecutorManagerThread"
"""The thread of joblib that gives calls to its workers."""
TRACKERS = "ignore:resource_tracker:UserWarning"
"""The warnings of the processes that remove semaphores which nobody uses any more, as a filter of `python -W`."""
RESTARTED = "A worker stopped while some jobs were given"
"""What joblib warns of when a worker that had long been idle ends just as it gives it work: it starts another."""


def in_order(
    workers: int, function: Callable[[Any], Any], tasks: Iterable[Any], *, copies: bool = False
) -> Generator[Any, None, None]:
    """What the function makes of the tasks, in their order; workers that nobody waits for any more are ended at once.

    copies: they are copies of this process (`forks`), else joblib's. Its threads that start more workers later do not
    hear Ctrl-C either, as they are begun in here.
    """
    if workers == 1:
        yield from map(function, tasks)
        return
    if copies:
        yield from forks.in_order(workers, function, tasks)
        return
    from multiprocessing.resource_tracker import ensure_running

    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import BrokenProcessPool

    with Deferred(), _silent_trackers(), starting_safely():
        ensure_running()  # when this begins its process, whoever begins it hears Ctrl-C again (Python 3.11 and 3.12)
    warnings.filterwarnings("ignore", RESTARTED, UserWarning)
    with ExitStack() as ended, noting_workers(), starting_safely():
        with Deferred(), _silent_trackers():
            parallel = Parallel(
                n_jobs=workers, return_as="generator", pre_dispatch="2*n_jobs",
                initializer=_end_worker_with, initargs=(os.getpid(), folder_of_notes()),
            )  # fmt: skip
            results = parallel(delayed(function)(task) for task in tasks)
            ended.callback(_close, results)
        try:
            yield from chain(results)  # a chain passes no end on to joblib: that is for _close
        except BrokenProcessPool:
            raise forks.ended_worker() from None


def in_order_as_pays(
    workers: Processes, function: Callable[[Any], Any], tasks: Sequence[Any]
) -> Generator[Any, None, None]:
    """The same with a number of workers or "auto": then this process begins, until others pay for what is left."""
    if workers != AUTO:
        yield from in_order(workers, function, tasks)
        return
    spent = 0.0
    for number, task in enumerate(tasks, start=1):
        begun = thread_time()
        result = function(task)
        spent += thread_time() - begun
        yield result
        left = len(tasks) - number
        processes = min(left, processes_that_pay(spent, left * spent / number))
        if processes > 1:
            yield from in_order(processes, function, tasks[number:], copies=forks.are_safe())
            return


def _end_worker_with(parent: int, notes: str | None) -> None:
    """A worker of joblib's usual kind ends with its parent; others may be started by a server of processes.

    notes: the folder in which it notes its work.
    """
    from multiprocessing import current_process

    from joblib.externals.loky.backend.process import LokyProcess

    if isinstance(current_process(), LokyProcess):
        end_with(parent)
        note_work_in(notes)
        if notes is not None:  # then a crash is told in one line, without the stack that loky has Python print
            os.environ.setdefault("PYTHONFAULTHANDLER", "")


def _close(results: Generator[Any, None, None]) -> None:
    """End the workers that are still at it; joblib warns of calls that nobody needs any more."""
    with Deferred(), warnings.catch_warnings(), _silent_end():
        warnings.simplefilter("ignore")
        results.close()


@contextmanager
def _silent_trackers() -> Iterator[None]:
    """Trackers of semaphores that are started in here clean up in silence after a process that was ended or killed."""
    sys.warnoptions.append(TRACKERS)  # what the flags of a process that Python starts are made of
    try:
        yield
    finally:
        sys.warnoptions.remove(TRACKERS)


@contextmanager
def _silent_end() -> Iterator[None]:
    """Who gives out calls ends in silence, also where the one that it was about to give is gone: that is a KeyError."""
    tell = threading.excepthook

    def hook(died: threading.ExceptHookArgs, /) -> None:
        if died.exc_type is not KeyError or died.thread is None or died.thread.name != GIVES_OUT:
            tell(died)

    threading.excepthook = hook
    try:
        yield
    finally:
        threading.excepthook = tell
