"""When a command began by the wall clock; a call from Python begins when it is called."""

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
