"""The process that flies for a drawing, seen from outside: it is told wishes, and calls back with what it sees."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from analyzer.designer import frames
from analyzer.designer.looks import AnyWish

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
PATIENCE = 1.0
"""Seconds it gets to end by itself."""


class Flyer:
    """Flies the wish that was given last; `tell` is called with every look, from a thread of its own."""

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self._tell = tell
        path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "analyzer.designer.hangar"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **ONE_THREAD, "PYTHONPATH": path},
            start_new_session=True,
        )
        self._writing = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def fly(self, wish: AnyWish | None) -> None:
        """Fly that, and drop what was flown before; None: fly nothing."""
        assert self._process.stdin is not None
        with self._writing, suppress(OSError, ValueError):
            frames.write(self._process.stdin.fileno(), wish)

    def stop(self) -> None:
        """End it, and who flies for it."""
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as said:
            while True:
                try:
                    look = frames.read(said.fileno())
                except (EOFError, OSError):
                    return
                self._tell(look)
