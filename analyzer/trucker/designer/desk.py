"""Desk of the designer: passes messages between a session, its pages and the process that flies."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from analyzer.interrupts import Deferred, memory_for_notes, noted_work
from analyzer.montecarlo import workers
from analyzer.runs.clock import ONE_THREAD
from analyzer.trucker.designer.flight_tasks import AnyFlightTask
from analyzer.trucker.designer.session import Session

HEAD = 8


def write(pipe: int, what: Any) -> None:
    """Write an object to a pipe: its length in 8 bytes, then its pickle.

    Raises:
        OSError: The other side is closed.
    """
    packed = pickle.dumps(what)
    left = memoryview(len(packed).to_bytes(HEAD, "big") + packed)
    while left:
        # a full pipe takes only a part
        left = left[os.write(pipe, left) :]


def read(pipe: int) -> Any:
    """Return the next object that `write` has written to a pipe.

    Raises:
        EOFError: The other side is closed, even in the midst of an object.
    """
    return pickle.loads(_exactly(pipe, int.from_bytes(_exactly(pipe, HEAD), "big")))


def _exactly(pipe: int, size: int) -> bytes:
    parts = []
    while size:
        part = os.read(pipe, min(size, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


PATIENCE = 1.0
"""The seconds that the flying process gets to end by itself before it is killed."""
ENDED = "the process that flies was ended; the next change begins another one"


class FlyingProcess:
    """A process that flies only the latest task; if it crashes, the next task starts another process.

    Args:
        on_look: Function that is called with every message of the process, from a thread of its own.
    """

    def __init__(self, on_look: Callable[[dict[str, Any]], None]) -> None:
        self._on_look = on_look
        self._task: AnyFlightTask | None = None
        self._stopped = False
        self._one_at_a_time = threading.Lock()
        self._process = self._start_process()

    def fly(self, task: AnyFlightTask | None) -> None:
        """Fly a task and abandon the previous one; None only abandons it."""
        with self._one_at_a_time, suppress(OSError, ValueError):
            if self._process.poll() is not None and not self._stopped:
                self._process = self._start_process()
            self._task = task
            assert self._process.stdin is not None
            write(self._process.stdin.fileno(), task)

    def stop(self) -> None:
        """End the process, and the child in which it flies a task."""
        self._stopped = True
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _start_process(self) -> subprocess.Popen[bytes]:
        """Start the flying process, which ignores Ctrl-C, and a thread that listens to it."""
        path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
        memory = memory_for_notes()
        notes = [] if memory is None else [memory]
        with Deferred():
            process = subprocess.Popen(
                # a session of its own, because Ctrl-C goes to the whole group of a terminal
                [sys.executable, "-P", "-m", "analyzer.trucker.designer.hangar", *map(str, (os.getpid(), *notes))],
                pass_fds=notes,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, **ONE_THREAD, "PYTHONPATH": path},
                start_new_session=True,
            )
        threading.Thread(target=self._listen, args=(process, notes), daemon=True).start()
        return process

    def _listen(self, process: subprocess.Popen[bytes], notes: list[int]) -> None:
        """Pass on every message until the process ends; then, if it crashed, send the fault message of its task.

        Args:
            process: The flying process.
            notes: Descriptors of the shared memory in which it notes its current work; closed at the end.
        """
        assert process.stdout is not None
        with process.stdout as pipe:
            while True:
                try:
                    look = read(pipe.fileno())
                except (EOFError, OSError):
                    break
                self._on_look(look)
        process.wait()
        work = [*filter(None, map(noted_work, notes))]
        for memory in notes:
            os.close(memory)
        task = self._task
        if not self._stopped and task is not None:
            if process.stdin is not None:
                process.stdin.close()
            self._on_look(task.fault_message([f"{one}: {workers.ENDED}" for one in work] or [ENDED]))


Plain = dict[str, Any]


class Desk:
    """The link between a session, the flying process and all pages; safe to call from any thread."""

    def __init__(self, session: Session, show: Callable[[Plain], None]) -> None:
        self.session = session
        self._show = show
        self._one_at_a_time = threading.Lock()
        self._flyer = FlyingProcess(self._on_flown)
        self._flyer.fly(session.task())

    def receive(self, raw: str | bytes) -> list[Plain]:
        """Handle a message of a page, and return the answers for that page; send all other messages to all pages."""
        with self._one_at_a_time:
            reply = self.session.receive(raw)
            for message in reply.to_all:
                self._show(message)
            if reply.ask is not None or reply.changed:
                self._flyer.fly(reply.ask)
        return reply.answers

    def stop(self) -> None:
        """End all flights, and the process that flies them."""
        self._flyer.stop()

    def _on_flown(self, look: Plain) -> None:
        with self._one_at_a_time:
            reply = self.session.on_flown(look)
            for message in reply.to_all:
                self._show(message)
            if reply.ask is not None:
                self._flyer.fly(reply.ask)
