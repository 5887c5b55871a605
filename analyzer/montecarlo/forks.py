"""Copies of this process: they begin in a moment, know whatever was learned here, and never hear Ctrl-C.

Only where that is safe: a thread that holds a lock while its process is copied never lets it go in the copy.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn, cast

from analyzer.errors import AnalyzerError, named_setting, visible
from analyzer.interrupts import (
    INTERRUPTED,
    Deferred,
    folder_of_notes,
    is_command,
    memory_for_notes,
    note_work_at,
    note_work_in,
    noted_work,
    noting_workers,
    work_of_ended_workers,
)
from analyzer.montecarlo.parent import end_with

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

AHEAD = 4
"""Results for each process that may wait for one that comes before them."""
NO_MORE = object()
"""In place of a task."""


def are_safe() -> bool:
    """Whether this process can be copied: on Linux, with no threads but those of the progress line, which copies leave.

    On macOS libraries of the system do not work in copies, on Windows there are none. Notebooks have threads.
    """
    is_main = sys.platform == "linux" and threading.current_thread() is threading.main_thread()
    return is_main and (threading.active_count() == 1 or is_command())


def in_order(processes: int, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Generator[Any, None, None]:
    """What the function makes of the tasks, one after the other, in that many copies of this process.

    A task is taken when there is somebody to run it. Raises AnalyzerError where a process is ended by somebody else.
    """
    from multiprocessing.connection import wait

    tasks = iter(tasks)
    with ExitStack() as ended, noting_workers():
        idle = deque(_begin(function, ended) for _ in range(processes))
        running: dict[Connection, int] = {}
        results: dict[int, tuple[bool, Any]] = {}
        begun = due = 0
        while True:
            while idle and begun - due < AHEAD * processes and (task := next(tasks, NO_MORE)) is not NO_MORE:
                process = idle.popleft()
                with _raising_if_ended():
                    process.send(task)
                running[process] = begun
                begun += 1
            if due in results:
                yield _result(*results.pop(due))
                due += 1
            elif running:
                for process in cast("list[Connection]", wait(list(running))):
                    with _raising_if_ended():
                        results[running.pop(process)] = process.recv()
                    idle.append(process)
            else:
                return


def _begin(function: Callable[[Any], Any], ended: ExitStack) -> Connection:
    """Begin a copy of this process, to which tasks are sent; it ends with that stack."""
    from multiprocessing import Pipe

    here, there = Pipe()
    parent, notes = os.getpid(), folder_of_notes()
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
    """Raises AnalyzerError where a copy is gone that somebody wants something of."""
    try:
        yield
    except (EOFError, OSError):
        raise ended_worker() from None


ENDED = "the process that ran it has ended: it crashed, or memory ran out"
"""What is said of work whose process is gone."""


def ended_worker() -> AnalyzerError:
    """Return the error for a worker that has ended, with the work that it had noted."""
    if work := work_of_ended_workers():
        return AnalyzerError(f"{work}: {ENDED}")
    cure = f"most often for lack of memory: try {named_setting('workers', 1)}, which starts no processes"
    return AnalyzerError(f"a process that ran trials was ended from outside, {cure}")


_COPIED: list[int] = []
"""The process that watches this one."""


def go_on_in_watched_copy() -> None:
    """Let the command go on in a copy of this process, which names the work that crashed it and ends with exit code 2.

    For code that is not this program's. However else the copy ends, this process ends likewise. Nothing happens but in
    the command, on Linux, and before it has begun a thread.
    """
    if _COPIED or not (is_command() and are_safe() and threading.active_count() == 1):
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


def _result(is_result: bool, outcome: Any) -> Any:
    """The result; an error is raised here."""
    if not is_result:
        raise outcome
    return outcome


def _work(function: Callable[[Any], Any], there: Connection, parent: int, notes: str | None) -> NoReturn:
    """The life of a copy. It leaves open files, streams and their locks alone, and never returns.

    notes: the folder in which it notes its work.
    """
    try:
        end_with(parent)
        gc.freeze()
        os.closerange(3, there.fileno())
        os.closerange(there.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        note_work_in(notes)
        sys.stdout = sys.stderr = open(os.dup(2), "w", encoding="utf-8", errors="replace")  # noqa: SIM115
        while True:
            _send(there, *_outcome(function, there.recv()))
    finally:
        os._exit(0)


def _outcome(function: Callable[[Any], Any], task: Any) -> tuple[bool, Any]:
    """True and what the function makes of the task, or False and its error."""
    try:
        return True, function(task)
    except Exception as error:
        return False, error


def _send(there: Connection, is_result: bool, outcome: Any) -> None:
    try:
        there.send((is_result, outcome))
    except Exception:
        there.send((False, RuntimeError(f"cannot be sent: {outcome!r}")))
