"""Worker processes: how many are worth their start, how they start, and how they end with their parent.

A worker checks regularly whether its parent is still there. Linux's signal for the end of a parent would not do: it
comes at the end of the *thread* that started a process, and joblib starts some from short-lived threads. On Windows a
process never learns that its parent is gone.

This process is copied (forked) only if that is safe: a lock held by another thread while it is copied stays locked in
the copy.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from time import sleep, thread_time
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, cast

from analyzer.errors import AnalyzerError, named_setting, visible, whole_number
from analyzer.interrupts import (
    INTERRUPTED,
    Deferred,
    began_as_command,
    folder_of_notes,
    memory_for_notes,
    note_work_at,
    note_work_in,
    noted_work,
    noting_workers,
    work_of_ended_workers,
)
from analyzer.montecarlo.limits import processes_in_memory, processors

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


PAUSE = 0.2
"""Seconds between two checks whether the parent is still there."""
SAFE_PATH = "PYTHONSAFEPATH"
"""Environment variable with which `python -m` and `python -c` import nothing from the current folder."""
_safe_starts: list[str | None] = []
"""Values of that variable before each start under way; after the last start the first value is restored."""
_one_at_a_time = threading.Lock()


@contextmanager
def starting_safely() -> Iterator[None]:
    """Keep Python processes started inside this context from importing anything from the user's current folder.

    joblib still passes the entries of this process's `sys.path` to its workers.
    """
    with _one_at_a_time:
        _safe_starts.append(os.environ.get(SAFE_PATH))
        os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        with _one_at_a_time:
            before = _safe_starts[0]
            _safe_starts.pop()
            if not _safe_starts:
                os.environ.pop(SAFE_PATH, None)
                os.environ.update({SAFE_PATH: before} if before is not None else {})


def end_with(parent: int) -> None:
    """End this process once its parent is gone, or at once if it is gone already.

    Args:
        parent: identifier of the process that started this one.
    """
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    """End this process once its parent is gone; runs in a thread of its own."""
    while os.getppid() == parent:
        sleep(PAUSE)
    os._exit(1)


AHEAD = 4
"""Number of finished results, for each process, that may wait because an earlier one is missing."""
NO_MORE = object()
"""Marker of the end of the tasks, because None may be a task."""


def can_fork() -> bool:
    """Return whether copies of this process (forks) are safe.

    They are safe on Linux, in the main thread, if no other threads run but those of the command's progress line.
    On macOS, system libraries do not work in copies; on Windows there are no copies. Notebooks have other threads.
    """
    is_main = sys.platform == "linux" and threading.current_thread() is threading.main_thread()
    return is_main and (threading.active_count() == 1 or began_as_command())


def fork_in_order(processes: int, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Generator[Any, None, None]:
    """Yield the function's result for each task, in order, computed in copies of this process.

    A task is taken from `tasks` only once a copy is free to run it.

    Args:
        processes: number of copies.
        function: computes the result of a task.
        tasks: the tasks.

    Raises:
        AnalyzerError: if a copy is ended from outside.
    """
    from multiprocessing.connection import wait

    tasks = iter(tasks)
    with ExitStack() as ended, noting_workers():
        idle = deque(_begin(function, ended) for _ in range(processes))
        running: dict[Connection, int] = {}
        results: dict[int, tuple[bool, Any]] = {}
        begun = due = 0
        # Tasks end in any order. A result waits in `results` until all before it were yielded; AHEAD bounds how many
        # wait, because a result may be large.
        while True:
            while idle and begun - due < AHEAD * processes and (task := next(tasks, NO_MORE)) is not NO_MORE:
                process = idle.popleft()
                with _raising_if_ended():
                    process.send(task)
                running[process] = begun
                begun += 1
            if due in results:
                is_result, outcome = results.pop(due)
                if not is_result:
                    raise outcome
                yield outcome
                due += 1
            elif running:
                for process in cast("list[Connection]", wait(list(running))):
                    with _raising_if_ended():
                        results[running.pop(process)] = process.recv()
                    idle.append(process)
            else:
                return


def _begin(function: Callable[[Any], Any], ended: ExitStack) -> Connection:
    """Start a copy of this process and return the connection over which it takes tasks.

    Args:
        function: computes the result of a task.
        ended: ends the copy when it is closed.
    """
    from multiprocessing import Pipe

    here, there = Pipe()
    parent, notes = os.getpid(), folder_of_notes()
    # The copy inherits the blocked signal of `Deferred`, so Ctrl-C reaches the parent alone, which ends the copy.
    with Deferred(), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12, about any threads, numpy's own too
        process = os.fork()
        if not process:
            _work(function, there, parent, notes)
        there.close()
        ended.callback(_end, process, here)
    return here


def _end(process: int, here: Connection) -> None:
    """End a copy, if it has not ended yet."""
    with Deferred(), suppress(ChildProcessError):
        here.close()
        if os.waitpid(process, os.WNOHANG) == (0, 0):
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


@contextmanager
def _raising_if_ended() -> Iterator[None]:
    """Turn a broken connection to a worker process into an AnalyzerError."""
    try:
        yield
    except (EOFError, OSError):
        raise ended_worker() from None


ENDED = "the process that ran it has ended: it crashed, or memory ran out"
"""Last part of the error message about a worker process that has ended."""


def ended_worker() -> AnalyzerError:
    """Return the error for a worker process that has ended; it names the work that the worker recorded, if any.

    It waits a moment, because the connection closes shortly before the process is gone.
    """
    for pause in (0, PAUSE, 2 * PAUSE, 4 * PAUSE) if folder_of_notes() else ():
        sleep(pause)
        if work := work_of_ended_workers():
            return AnalyzerError(f"{work}: {ENDED}")
    cure = f"most often for lack of memory: try {named_setting('workers', 1)}, which starts no processes"
    return AnalyzerError(f"a process that ran trials was ended from outside, {cure}")


_COPIED: list[int] = []
"""List with the identifier of the process that watches this one; empty if there is none."""


def go_on_in_watched_copy() -> None:
    """Continue the command in a copy of this process, and let this process only watch the copy.

    It is called before code that the user wrote is run. If recorded work crashes the copy, this process names that
    work and ends with exit code 2. Otherwise this process ends in the same way as the copy. The function does nothing
    outside the command, where forks are unsafe (`can_fork`), or if the process has several threads.
    """
    if _COPIED or not (began_as_command() and can_fork() and threading.active_count() == 1):
        return
    notes, watches = memory_for_notes(), os.getpid()
    assert notes is not None  # there is on Linux
    sys.stdout.flush()
    sys.stderr.flush()
    copy = os.fork()
    if not copy:
        _COPIED.append(watches)
        note_work_at(notes)
        end_with(watches)
        return
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: os.kill(copy, signal.SIGINT))
    _, status = os.waitpid(copy, 0)
    code = os.waitstatus_to_exitcode(status)
    work = noted_work(notes)
    if work is not None and code != INTERRUPTED:
        print(f"error: {visible(work)}: {ENDED}", file=sys.stderr, flush=True)
        os._exit(2)
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(watches, -code)
    os._exit(code)


def _work(function: Callable[[Any], Any], there: Connection, parent: int, notes: str | None) -> NoReturn:
    """Run tasks in a copy until it is ended; this never returns.

    The copy leaves its parent's open files, streams and their locks alone.

    Args:
        function: computes the result of a task.
        there: connection over which tasks come and results go.
        parent: identifier of the parent process.
        notes: folder in which the copy notes its work.
    """
    try:
        end_with(parent)
        gc.freeze()  # the collector would touch, and so copy, all memory that is shared with the parent
        # All inherited files but the connection and the standard streams, e.g. the pipes of copies begun before.
        os.closerange(3, there.fileno())
        os.closerange(there.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        note_work_in(notes)
        # The inherited streams may be locked, and may hold text that the parent has not written yet.
        sys.stdout = sys.stderr = open(os.dup(2), "w", encoding="utf-8", errors="replace")  # noqa: SIM115
        while True:
            task = there.recv()
            try:
                outcome = True, function(task)
            except Exception as error:
                outcome = False, error
            _send(there, *outcome)
    finally:
        os._exit(0)


def _send(there: Connection, is_result: bool, outcome: Any) -> None:
    """Send a result or an error; if that fails, send a RuntimeError instead."""
    try:
        there.send((is_result, outcome))
    except Exception:
        there.send((False, RuntimeError(f"cannot be sent: {outcome!r}")))


Auto = Literal["auto"]
AUTO: Final = "auto"
"""Choice of `workers` that starts only as many processes as save more time than their start costs."""
Processes = int | Auto
COPY, NEW = 0.1, 1.5
"""Seconds to start a copy of this process, and a new process, which imports and computes everything again.

Both are measured.
"""
LONGEST = 12
"""Maximum number of digits of a number of processes."""
MARGIN = 2
"""Smallest ratio of the work of each process to the cost of its start."""


def processes_that_pay(spent: float, left: float) -> int:
    """Return the number of processes that save more time than their start costs; 1 means only this one.

    The result is 1 until this process has worked for as long as the start of another one takes. The first trials alone
    say little about the speed of later ones.

    Args:
        spent: seconds of work done.
        left: seconds of work left.
    """
    cost = COPY if can_fork() else NEW
    # Each process must get at least MARGIN times as much work as its start costs.
    most = int(left / (MARGIN * cost)) if spent >= cost else 1
    return most if most < 2 else max(1, min(most, processors(), processes_in_memory()))


def checked_processes(workers: Processes) -> Processes:
    """Return `workers` unchanged if they are valid.

    Raises:
        AnalyzerError: if it is neither "auto" nor a positive whole number.
    """
    if not isinstance(workers, str):
        return whole_number(workers, "workers", 1)
    if workers != AUTO:
        raise AnalyzerError(f'workers {workers!r}: give a whole number of processes, or "auto"')
    return AUTO


def read_processes(text: str | None) -> Processes:
    """Return the value of the option `--workers`, "auto" if it is not given.

    Raises:
        AnalyzerError: if it cannot be read.
    """
    text = AUTO if text is None else text.strip()
    if text == AUTO:
        return AUTO
    if text.removeprefix("-").isdecimal() and len(text) <= LONGEST:
        return int(text)
    raise AnalyzerError(f"--workers {text}: give a number of processes, e.g. 4, or auto")


GIVES_OUT = "ExecutorManagerThread"
"""Name of the joblib thread that gives calls to its workers."""
TRACKERS = "ignore:resource_tracker:UserWarning"
"""Filter for `python -W` that hides the warnings of processes that clean up unused semaphores."""
RESTARTED = "A worker stopped while some jobs were given"
"""Warning of joblib when a long idle worker ends just as it is given work; joblib then starts another."""


def in_order(
    workers: int, function: Callable[[Any], Any], tasks: Iterable[Any], *, copies: bool = False
) -> Generator[Any, None, None]:
    """Yield the function's result for each task, in order; workers end at once when the caller stops early.

    Args:
        workers: number of processes; with 1, tasks run in this process.
        function: computes the result of a task.
        tasks: the tasks.
        copies: whether workers are copies (forks) of this process; otherwise joblib starts them. joblib's threads,
            which may start more workers later, are started while Ctrl-C is blocked, so it never interrupts them.
    """
    if workers == 1:
        yield from map(function, tasks)
        return
    if copies:
        yield from fork_in_order(workers, function, tasks)
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
            raise ended_worker() from None


def map_adaptive(
    workers: Processes, function: Callable[[Any], Any], tasks: Sequence[Any], weights: Sequence[float] = ()
) -> Generator[Any, None, None]:
    """Yield the function's result for each task, in order, with a fixed or automatic number of workers.

    With "auto", this process runs the first tasks, until other processes would save more time than their start costs.

    Args:
        workers: number of processes, or "auto".
        function: computes the result of a task.
        tasks: the tasks.
        weights: approximate work of each task, in any unit; equal if empty.
    """
    if workers != AUTO:
        yield from in_order(workers, function, tasks)
        return
    spent, weights = 0.0, weights or [1] * len(tasks)
    for number, task in enumerate(tasks, start=1):
        begun = thread_time()
        result = function(task)
        spent += thread_time() - begun
        yield result
        left = spent * sum(weights[number:]) / sum(weights[:number])
        processes = min(len(tasks) - number, processes_that_pay(spent, left))
        if processes > 1:
            yield from in_order(processes, function, tasks[number:], copies=can_fork())
            return


def _end_worker_with(parent: int, notes: str | None) -> None:
    """Prepare a new worker of joblib to end with its parent.

    Only a worker of class LokyProcess ends with it. Any other is left alone: its parent may be a fork server.

    Args:
        parent: identifier of the parent process.
        notes: folder in which the worker notes its work.
    """
    from multiprocessing import current_process

    from joblib.externals.loky.backend.process import LokyProcess

    if isinstance(current_process(), LokyProcess):
        end_with(parent)
        note_work_in(notes)
        if notes is not None:  # then a crash is told in one line, without the stack that loky has Python print
            os.environ.setdefault("PYTHONFAULTHANDLER", "")


def _close(results: Generator[Any, None, None]) -> None:
    """End joblib's workers, and silence its warnings about calls that were not finished."""
    with Deferred(), warnings.catch_warnings(), _silent_end():
        warnings.simplefilter("ignore")
        results.close()


@contextmanager
def _silent_trackers() -> Iterator[None]:
    """Silence the semaphore trackers started inside this context, which report processes that were ended or killed."""
    sys.warnoptions.append(TRACKERS)  # what the flags of a process that Python starts are made of
    try:
        yield
    finally:
        sys.warnoptions.remove(TRACKERS)


@contextmanager
def _silent_end() -> Iterator[None]:
    """Silence the joblib thread that hands calls to workers, if it ends with a KeyError for a cancelled call."""
    tell = threading.excepthook

    def hook(died: threading.ExceptHookArgs, /) -> None:
        if died.exc_type is not KeyError or died.thread is None or died.thread.name != GIVES_OUT:
            tell(died)

    threading.excepthook = hook
    try:
        yield
    finally:
        threading.excepthook = tell
