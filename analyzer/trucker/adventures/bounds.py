"""What code of a user's rules may not do to this process: print into answers, begin threads or copies, end it."""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class _Told(io.TextIOBase):
    """Standard error in place of standard output, which nobody in a rule can close."""

    def writable(self) -> bool:
        """Return that it can be written."""
        return True

    def write(self, text: str) -> int:
        """Write the text to the standard error of the process."""
        _STANDARD[-1].write(text)
        return len(text)

    def flush(self) -> None:
        """Flush standard error."""
        _STANDARD[-1].flush()

    def close(self) -> None:
        """Refuse to close; raises RuntimeError."""
        raise RuntimeError("a rule cannot close standard output or standard error")

    def __del__(self) -> None:
        """Keep standard error open."""


_STANDARD: list[Any] = []
"""Standard error as it was before a rule, once for each rule at work."""


REFUSED: tuple[tuple[Any, str, str], ...] = (
    (os, "_exit", "end the process"),
    (os, "abort", "end the process"),
    (os, "kill", "end processes"),
    (os, "fork", "begin processes"),
    (os, "posix_spawn", "begin processes"),
    (threading.Thread, "start", "begin threads"),
)
"""Functions that are refused while a rule is at work: whose, their names, and what they do."""


def _refusing(act: Callable[..., Any], what: str, thread: int) -> Callable[..., Any]:
    """Return the function, refused in that thread alone: others, as those of a server, go on meanwhile."""

    def refuse(*args: Any, **arguments: Any) -> Any:
        if _STANDARD and threading.get_ident() == thread:
            raise RuntimeError(f"a rule cannot {what}")
        return act(*args, **arguments)

    return refuse


@contextmanager
def bounds() -> Iterator[None]:
    """Let code of a rule in here print to standard error, and refuse what would outlast or end it."""
    if _STANDARD:
        yield
        return
    out, err = sys.stdout, sys.stderr
    before = [(owner, name, getattr(owner, name), what) for owner, name, what in REFUSED if hasattr(owner, name)]
    _STANDARD.append(err)
    sys.stdout = sys.stderr = _Told()
    for owner, name, was, what in before:
        setattr(owner, name, _refusing(was, what, threading.get_ident()))
    try:
        yield
    finally:
        for owner, name, was, _ in before:
            setattr(owner, name, was)
        sys.stdout, sys.stderr = out, err
        _STANDARD.pop()


def lost_output() -> str | None:
    """Say that a rule has closed standard output, which is replaced by one that nobody reads; None if it is open."""
    if sys.stdout is None or not sys.stdout.closed:
        return None
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    return "standard output is closed: leave it open"
