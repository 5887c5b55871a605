"""Processes of this machine that work side by side, and end with whoever started them, who alone hears Ctrl-C."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any

from analyzer.interrupts import Deferred
from analyzer.montecarlo.parent import end_with

GIVES_OUT = "ExecutorManagerThread"
"""The thread of joblib that gives calls to its workers."""
TRACKERS = "ignore:resource_tracker:UserWarning"
"""The warnings of the processes that remove semaphores which nobody uses any more, as a filter of `python -W`."""
Call = tuple[Callable[..., Any], *tuple[Any, ...]]
"""A function, and what it is called with."""


def in_order(workers: int, calls: Iterable[Call]) -> Generator[Any, None, None]:
    """What the calls return, one after the other; workers that nobody waits for any more are ended at once.

    Threads of joblib that start more workers later do not hear Ctrl-C either, as they are begun in here.
    """
    if workers == 1:
        yield from (function(*args) for function, *args in calls)
        return
    from multiprocessing.resource_tracker import ensure_running

    from joblib import Parallel, delayed

    with Deferred(), _silent_trackers():
        ensure_running()  # when this begins its process, whoever begins it hears Ctrl-C again (Python 3.11 and 3.12)
    with ExitStack() as ended:
        with Deferred(), _silent_trackers():
            parallel = Parallel(
                n_jobs=workers, return_as="generator", pre_dispatch="2*n_jobs",
                initializer=_end_worker_with, initargs=(os.getpid(),),
            )  # fmt: skip
            results = parallel(delayed(function)(*args) for function, *args in calls)
            ended.callback(_close, results)
        yield from chain(results)  # a chain passes no end on to joblib: that is for _close


def _end_worker_with(parent: int) -> None:
    """A worker of joblib's usual kind ends with its parent; others may be started by a server of processes."""
    from multiprocessing import current_process

    from joblib.externals.loky.backend.process import LokyProcess

    if isinstance(current_process(), LokyProcess):
        end_with(parent)


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
