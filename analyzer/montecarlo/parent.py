"""Processes that were started to work for another one end soon after it, however it ended.

Not by Linux's signal for the end of a parent: that comes at the end of the *thread* which started a process, and
joblib starts some from threads that end sooner. On Windows a process never learns that its parent is gone.
"""

from __future__ import annotations

import os
import threading
from time import sleep

PAUSE = 0.2
"""Seconds between two looks."""


def end_with(parent: int) -> None:
    """From now on this process, which `parent` started, ends once that is gone, or at once if it is gone already."""
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        sleep(PAUSE)
    os._exit(1)
