"""The process that flies, `python -m analyzer.trucker.designer.hangar PARENT`: it forks a child for every task.

A new task kills the child of the previous one at any point. Nothing is left half done, because children send only whole
blocks. The process ends when nobody reads its output any more, and its children end with it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from select import select
from typing import NoReturn

from analyzer.errors import AnalyzerError
from analyzer.interrupts import note_work_at
from analyzer.montecarlo.workers import end_with
from analyzer.trucker.designer import desk
from analyzer.trucker.designer.flight_tasks import AnyFlightTask, KnownBlocks, remember

NICER = 5
"""The increase of a child's niceness after its first message, so that drawing stays smooth."""


@dataclass
class TaskProcess:
    """A child of the flying process, which flies one task and sends the messages through a pipe.

    Attributes:
        process: The number of the process.
        pipe: The descriptor of the pipe's reading end.
    """

    process: int
    pipe: int

    def end(self) -> None:
        """Kill the process, close its pipe, and wait for its end."""
        os.kill(self.process, signal.SIGKILL)
        self.wait()

    def wait(self) -> int:
        """Close the pipe, wait until the process ends, and return its exit code; below 0 if a signal ended it."""
        os.close(self.pipe)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def main() -> None:
    """Run the flying process: read tasks from stdin, write messages to stdout, until stdin ends or a child crashes.

    Each task is flown in a child process. Its current work is noted in memory that is shared with the designer, so that
    the designer can say what crashed.
    """
    end_with(int(sys.argv[1]))
    notes = [int(descriptor) for descriptor in sys.argv[2:]]
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    tasks, answers = os.dup(0), os.dup(1)
    # whatever prints must not mix with messages, so stdout becomes stderr
    os.dup2(2, 1)
    known: KnownBlocks = OrderedDict()
    child: TaskProcess | None = None
    try:
        while True:
            ready = select([tasks, *([child.pipe] if child else [])], [], [])[0]
            if tasks in ready:
                task = desk.read(tasks)
                if child is not None:
                    child.end()
                for descriptor in notes:
                    note_work_at(descriptor)
                child = None if task is None else _start_process(task, known)
            elif child is not None:
                passed, child = child, None
                child = _passed_on(passed, answers, known)
    except (EOFError, OSError):
        pass
    finally:
        if child is not None:
            child.end()


def _passed_on(child: TaskProcess, answers: int, known: KnownBlocks) -> TaskProcess | None:
    """Pass on the child's next message and keep its blocks; return the child, or None if it has ended.

    Args:
        child: The child that flies the task.
        answers: The descriptor to which messages are written.
        known: The blocks of flights that are kept, which grow.

    Raises:
        EOFError: The child has crashed.
    """
    try:
        look, new = desk.read(child.pipe)
    except EOFError:
        if child.wait() < 0:
            raise
        return None
    remember(known, new)
    desk.write(answers, look)
    return child


def _start_process(task: AnyFlightTask, known: KnownBlocks) -> TaskProcess:
    """Fork a child process that flies the task, and return it."""
    _prepare(task)
    reading, writing = os.pipe()
    me = os.getpid()
    process = os.fork()
    if not process:
        end_with(me)
        os.close(reading)
        _fly(task, known, writing)
    os.close(writing)
    return TaskProcess(process, reading)


_PREPARED: set[tuple[str, str]] = set()


def _prepare(task: AnyFlightTask) -> None:
    """Load all that flights of the task need, once for each board and choice of rivals, for all later children.

    Errors are ignored here, because the child meets them again and reports them.
    """
    key = task.ship.board.title, task.setting.company
    if key not in _PREPARED:
        _PREPARED.add(key)
        with suppress(AnalyzerError):
            task.prepare()


def _fly(task: AnyFlightTask, known: KnownBlocks, writing: int) -> NoReturn:
    """Fly a task in the child, send its messages, and exit."""
    code = 1
    try:
        for number, look in enumerate(task.messages(known)):
            desk.write(writing, look)
            if not number:
                # the first message comes fast, later ones give way to the page
                os.nice(NICER)
        code = 0
    except AnalyzerError as error:
        desk.write(writing, (task.fault_message(error.faults), {}))
    except Exception as error:
        desk.write(writing, (task.fault_message([f"an error in the program ended the flights: {error!r}"]), {}))
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
