"""Start of a command by the clock, and threads of numerical libraries."""

from __future__ import annotations

from contextvars import ContextVar
from time import monotonic

_COMMAND_BEGAN: ContextVar[float | None] = ContextVar("command_began", default=None)


def command_begins() -> None:
    """Note that a command begins now."""
    _COMMAND_BEGAN.set(monotonic())


def began() -> float:
    """Return when the command began, by `time.monotonic`; now where no command runs."""
    begun = _COMMAND_BEGAN.get()
    return monotonic() if begun is None else begun


ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The environment for that, set before numpy is loaded: on matrices as small as ours threads only wait."""
