"""Processes that were started to work for another one end soon after it, however it ended.

Not by Linux's signal for the end of a parent: that comes at the end of the *thread* which started a process, and
joblib starts some from threads that end sooner. On Windows a process never learns that its parent is gone.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep

PAUSE = 0.2
"""Seconds between two looks."""
SAFE_PATH = "PYTHONSAFEPATH"
"""Environment variable with which `python -m` and `python -c` import nothing from the current folder."""
_safe_starts: list[str | None] = []
"""Values of the variable before each start that is under way; the first one is restored after the last start."""
_one_at_a_time = threading.Lock()


@contextmanager
def starting_safely() -> Iterator[None]:
    """Let Python processes that start in here import nothing from the folder that the user happens to be in.

    Entries that this process has in its own path are passed on by whoever starts others.
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
    """From now on this process, which `parent` started, ends once that is gone, or at once if it is gone already."""
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        sleep(PAUSE)
    os._exit(1)
