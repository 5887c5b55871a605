"""What code of a user's rules may not do to this process: print into answers, begin threads or copies, end it."""

from __future__ import annotations

import _thread
import io
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any


class _Told(io.TextIOBase):
    """Standard error in place of standard output, which nobody in a rule can close."""

    def writable(self) -> bool:
        """Return that it can be written."""
        return True

    def write(self, text: str) -> int:
        """Write the text to the standard error of the process."""
        self._standard.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush standard error."""
        self._standard.flush()

    def close(self) -> None:
        """Refuse to close; raises RuntimeError."""
        raise RuntimeError("a rule cannot close standard output or standard error")

    def __del__(self) -> None:
        """Keep standard error open."""

    @property
    def _standard(self) -> Any:
        """Standard error; a logger that a rule has set up writes to it after the rule, too."""
        return _STANDARD[-1] if _STANDARD else sys.stderr


_STANDARD: list[Any] = []
"""Standard error as it was before a rule, once for each rule at work."""
_THREAD: list[int] = []
"""The thread in which a rule is at work: others, as those of a server, go on meanwhile."""
_PROCESSES, _END = "begin processes", "end processes"
REFUSED = {
    **dict.fromkeys(("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.exec", "os.system"), _PROCESSES),
    **dict.fromkeys(("subprocess.Popen", "os.startfile"), _PROCESSES),
    **dict.fromkeys(("os.kill", "os.killpg", "signal.pthread_kill"), _END),
}
"""Python's audit events that are refused while a rule is at work, with what they do."""
UNHEARD: tuple[tuple[Any, str, str], ...] = (
    (os, "_exit", "end the process"),
    (os, "abort", "end the process"),
    (threading.Thread, "start", "begin threads"),
    (_thread, "start_new_thread", "begin threads"),
)
"""Functions without an audit event that are refused as well: whose, their names, and what they do."""


def _refuse(what: str) -> None:
    """Raise RuntimeError if a rule is at work in this thread."""
    if _THREAD and threading.get_ident() == _THREAD[-1]:
        raise RuntimeError(f"a rule cannot {what}")


def _hear(event: str, _: Any) -> None:
    """Refuse an audit event of a rule."""
    if event in REFUSED:
        _refuse(REFUSED[event])


def _refusing(act: Callable[..., Any], what: str) -> Callable[..., Any]:
    """Return the function, refused to rules."""

    def refuse(*args: Any, **arguments: Any) -> Any:
        _refuse(what)
        return act(*args, **arguments)

    return refuse


_HOOKED: list[bool] = []
"""Whether audit events are heard: a hook stays until the process ends, so only one is added, with the first rule."""


@contextmanager
def bounds() -> Iterator[None]:
    """Let code of a rule in here print to standard error, and refuse what would outlast or end it.

    Raises RuntimeError at the end for code that has closed standard output or standard error.
    """
    if _STANDARD:
        yield
        return
    if not _HOOKED:
        sys.addaudithook(_hear)
        _HOOKED.append(True)
    out, err = sys.stdout, sys.stderr
    before = [(owner, name, getattr(owner, name), what) for owner, name, what in UNHEARD]
    _STANDARD.append(err)
    _THREAD.append(threading.get_ident())
    sys.stdout = sys.stderr = _Told()
    for owner, name, was, what in before:
        setattr(owner, name, _refusing(was, what))
    closed: list[str] = []
    try:
        with _printing_to_standard_error(closed):
            yield
    finally:
        for owner, name, was, _ in before:
            setattr(owner, name, was)
        sys.stdout, sys.stderr = out, err
        _STANDARD.clear()
        _THREAD.clear()
        if out is not None and out.closed:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
            closed.append("standard output")
    if closed:
        raise RuntimeError(f"a rule cannot close {closed[0]}")


@contextmanager
def _printing_to_standard_error(closed: list[str]) -> Iterator[None]:
    """Let what is written past `sys.stdout` in here, as by C or `os.write(1, ...)`, go to standard error.

    closed: takes the names of the streams that were closed meanwhile; they are open again at the end.
    """
    try:
        kept = {1: os.dup(1), 2: os.dup(2)}
    except OSError:  # a process without the two, as of a desktop
        yield
        return
    _flush()
    os.dup2(2, 1)
    try:
        yield
    finally:
        _flush()
        for stream, copy in kept.items():
            try:
                os.fstat(stream)
            except OSError:
                closed.append(("standard output", "standard error")[stream - 1])
            with suppress(OSError):  # a rule may have closed the copy, too
                os.dup2(copy, stream)
                os.close(copy)


def _flush() -> None:
    """Write what waits in Python's own standard output."""
    with suppress(AttributeError, OSError, ValueError):
        sys.__stdout__.flush()  # type: ignore[union-attr]
