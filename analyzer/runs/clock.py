"""Start time of the command, and thread settings of numerical libraries."""

from __future__ import annotations

from contextvars import ContextVar
from time import monotonic

_COMMAND_BEGAN: ContextVar[float | None] = ContextVar("command_began", default=None)


def command_begins() -> None:
    """Record that a command begins now."""
    _COMMAND_BEGAN.set(monotonic())


def began() -> float:
    """Return when the command began, in seconds of `time.monotonic`; outside a command, the current time."""
    begun = _COMMAND_BEGAN.get()
    return monotonic() if begun is None else begun


ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Environment that keeps numerical libraries to one thread, set before numpy loads.

On matrices as small as ours further threads only wait.
"""
