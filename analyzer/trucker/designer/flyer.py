"""The process that flies for a drawing, seen from outside: it takes wishes, and calls back with every look."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from analyzer.interrupts import Deferred, memory_for_notes, noted_work
from analyzer.montecarlo import forks
from analyzer.runs.threads import ONE_THREAD
from analyzer.trucker.designer import frames
from analyzer.trucker.designer.looks import AnyWish

PATIENCE = 1.0
"""Seconds it gets to end by itself."""
ENDED = "the process that flies was ended; the next change begins another one"


class Flyer:
    """Flies the wish that was given last; `on_look` is called with every look, from a thread of its own."""

    def __init__(self, on_look: Callable[[dict[str, Any]], None]) -> None:
        self._on_look = on_look
        self._wish: AnyWish | None = None
        self._stopped = False
        self._one_at_a_time = threading.Lock()
        self._process = self._begun()

    def fly(self, wish: AnyWish | None) -> None:
        """Fly that, and drop what was flown before; None: fly nothing."""
        with self._one_at_a_time, suppress(OSError, ValueError):
            if self._process.poll() is not None and not self._stopped:
                self._process = self._begun()
            self._wish = wish
            assert self._process.stdin is not None
            frames.write(self._process.stdin.fileno(), wish)

    def stop(self) -> None:
        """End it, and who flies for it."""
        self._stopped = True
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _begun(self) -> subprocess.Popen[bytes]:
        """The process, with a thread that listens to it; Ctrl-C is not for it."""
        path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
        memory = memory_for_notes()
        notes = [] if memory is None else [memory]
        with Deferred():
            process = subprocess.Popen(
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
        """Pass on every look until the process ends; where nobody stopped it, say so, with the work that it noted."""
        assert process.stdout is not None
        with process.stdout as pipe:
            while True:
                try:
                    look = frames.read(pipe.fileno())
                except (EOFError, OSError):
                    break
                self._on_look(look)
        process.wait()
        work = [*filter(None, map(noted_work, notes))]
        for memory in notes:
            os.close(memory)
        wish = self._wish
        if not self._stopped and wish is not None:
            if process.stdin is not None:
                process.stdin.close()
            self._on_look(wish.grounded([f"{one}: {forks.ENDED}" for one in work] or [ENDED]))
