"""Ctrl-C in the `analyzer` command: from its first statement to its last, exit code 130 and a line, never a traceback.

Before any trial is run, Ctrl-C ends the process on the spot. Once trials are run, it raises a KeyboardInterrupt. One
that comes inside an import, or that a library swallowed, is raised after the next block of trials. Once a verb is over,
Ctrl-C does nothing. A program that imports the package keeps Python's own handler; only `Deferred` works there, too.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from os import _exit  # by this name also where code of a user is refused to end the process
from time import monotonic
from types import FrameType

INTERRUPTED = 130
"""Exit code of a command ended by Ctrl-C."""
PATIENCE = 2.0
"""Seconds after which a second Ctrl-C cuts short an end that hangs."""
POSIX = hasattr(signal, "pthread_sigmask")


def end_command_at_once() -> None:
    """Let Ctrl-C end this process on the spot from now on, if it is the command and does not ignore Ctrl-C."""
    if POSIX and is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_from_now_on() -> None:
    """Let Ctrl-C raise KeyboardInterrupt in the command from now on.

    The command then has results to show or files to close before it ends.
    """
    if _guards_command():
        if getattr(signal.getsignal(signal.SIGINT), "waits", False):
            raise_again_if_lost()
        sys.unraisablehook = _print_unless_interrupt
        signal.signal(signal.SIGINT, _raise)


def raise_again_if_lost() -> None:
    """Raise an interrupt that came inside an import, or that a library swallowed while work went on."""
    handler = signal.getsignal(signal.SIGINT)
    if isinstance(handler, _TooLate):
        handler.waits = False
        raise KeyboardInterrupt


def come_too_late() -> None:
    """Make Ctrl-C do nothing from now on, because the verb is over or ending."""
    if _guards_command():
        signal.signal(signal.SIGINT, _TooLate())


def ignore_from_now_on() -> None:
    """Make the command ignore Ctrl-C from now on, while Python cleans up."""
    if _guards_command():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class Deferred:
    """Context that Ctrl-C interrupts only when it ends; processes started inside it never receive Ctrl-C."""

    def __enter__(self) -> None:
        self._was_interrupted, self._handler_before = False, signal.getsignal(signal.SIGINT)
        try:
            if self._handler_before is not None:  # it is where others than Python answer
                signal.signal(signal.SIGINT, self._note)
        except ValueError:
            self._handler_before = None  # only the main thread is ever interrupted
        if POSIX:
            self._mask_before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

    def __exit__(self, *_: object) -> None:
        if POSIX:
            signal.pthread_sigmask(signal.SIG_SETMASK, self._mask_before)
        if self._handler_before is not None:
            signal.signal(signal.SIGINT, self._handler_before)
            if self._was_interrupted:
                signal.raise_signal(signal.SIGINT)

    def _note(self, *_: object) -> None:
        self._was_interrupted = True


WORK: list[str] = []
"""Notes on interrupted work by code of the user or of others, e.g. a captain, to be shown after Ctrl-C."""


@contextmanager
def ended_with_a_note(text: str, where: Callable[[BaseException | None], str] = lambda error: "") -> Iterator[None]:
    """Add a note on the work done inside this context, and how long it had run, if Ctrl-C ends it.

    A worker never receives Ctrl-C. Its work is noted where the parent process can read it (`written_down`).

    Args:
        text: the work in words.
        where: returns the place of the work in words, given the interrupt or None.
    """
    if signal.getsignal(signal.SIGINT) is _end:
        with suppress(ValueError):  # only the main thread may say so
            raise_from_now_on()
    begun = monotonic()
    with written_down(where(None) + text):
        try:
            yield
        except KeyboardInterrupt as interrupt:
            _note_work(interrupt, where(interrupt) + text, begun)
            raise


@contextmanager
def written_down(work: str) -> Iterator[None]:
    """Note the work done inside this context, so that another process can name it if this process crashes."""
    _write_down(f"{monotonic()} {work}")
    try:
        yield
    finally:
        _write_down("")


def folder_of_notes() -> str | None:
    """Return the folder in which workers of this process note their work, or None if they note nothing.

    The folder is removed when this process ends.
    """
    if _NOTED and not _FOLDER:
        import atexit
        from shutil import rmtree
        from tempfile import mkdtemp

        try:
            _FOLDER.append(mkdtemp(prefix="analyzer-"))
        except OSError:
            return None  # a note is not worth a run
        atexit.register(rmtree, _FOLDER[-1], ignore_errors=True)
    return _FOLDER[-1] if _FOLDER else None


def note_work_of_workers() -> None:
    """Make workers that are started from now on note their work, so that this process can name it."""
    _NOTED.add(True)


def note_work_in(folder: str | None) -> None:
    """Let this process, a worker, note its work in a folder from now on; None ends all notes."""
    _NOTES.clear()
    if folder is not None and os.path.isdir(folder):
        _NOTES.append(os.open(os.path.join(folder, str(os.getpid())), os.O_WRONLY | os.O_CREAT, 0o600))


@contextmanager
def noting_workers() -> Iterator[None]:
    """Add a note on the unfinished work that has run longest in a worker, if Ctrl-C ends this context."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        if notes := _taken_notes():
            since, text = min(notes)
            _note_work(interrupt, text, since)
        raise


def memory_for_notes() -> int | None:
    """Return the descriptor of shared memory for notes on the current work; None if the system has none."""
    return os.memfd_create("work") if hasattr(os, "memfd_create") else None


def note_work_at(descriptor: int) -> None:
    """Let this process and its copies note their work at a descriptor from now on, and clear what is noted there."""
    _NOTES[:] = [descriptor]
    _write_down("")


def noted_work(descriptor: int) -> str | None:
    """Return the unfinished work noted at a descriptor, or None."""
    notes = _read_note(os.pread(descriptor, _LONGEST_NOTE, 0))
    return notes[0][1] if notes else None


def work_of_ended_workers() -> str | None:
    """Return the work of a worker that ended before the work did, as the worker noted it; None if there is none."""
    notes = _taken_notes(ended=True)
    return min(notes)[1] if notes else None


def _taken_notes(ended: bool = False) -> list[tuple[float, str]]:
    """Return the unfinished work that workers noted, each with its start time, and remove the notes.

    Args:
        ended: whether to take notes only of workers that are gone.
    """
    notes = []
    for entry in os.scandir(_FOLDER[-1]) if _FOLDER else ():
        if ended and _is_there(entry.name):
            continue
        with open(entry.path, "rb") as file:
            notes += _read_note(file.read())
        os.unlink(entry.path)
    return notes


def _read_note(note: bytes) -> list[tuple[float, str]]:
    """Return a list of the note's start time and work; it is empty if the work had ended."""
    begun, _, text = note.decode(errors="replace").strip().partition(" ")
    return [(float(begun), text)] if text else []


def _is_there(process: str) -> bool:
    """Return whether a process exists and is no zombie; False if the system does not tell."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


_NOTED: set[bool] = set()
_FOLDER: list[str] = []
_NOTES: list[int] = []
_LONGEST_NOTE = 400


def _write_down(text: str) -> None:
    if _NOTES:
        line = text.encode()[:_LONGEST_NOTE].ljust(_LONGEST_NOTE)
        with suppress(OSError):  # code that closes all files has closed it, too
            os.lseek(_NOTES[-1], 0, os.SEEK_SET)
            os.write(_NOTES[-1], line)


def _note_work(interrupt: BaseException, text: str, begun: float) -> None:
    note = f"{text}: it had run for {monotonic() - begun:.0f} s"
    interrupt.add_note(note)
    WORK.append(note)


def is_command() -> bool:
    """Return whether this process is the script `analyzer`, or `python -m analyzer`."""
    program = (sys.argv or [""])[0]
    starts = program == "-m" or program.endswith(os.path.join("analyzer", "__main__.py"))
    return (starts and _began_as_module()) or os.path.basename(program) == "analyzer"


def began_as_command() -> bool:
    """Return whether this process was started as the command; False in a test that calls `main` itself."""
    scripts = (word for word in sys.orig_argv[1:] if os.path.basename(word) == "analyzer")
    return is_command() and (_began_as_module() or any(map(os.path.isfile, scripts)))


def _began_as_module() -> bool:
    return ("-m", "analyzer") in zip(sys.orig_argv, sys.orig_argv[1:], strict=False)


def _guards_command() -> bool:
    """Return whether this module handles Ctrl-C in this process."""
    handler = signal.getsignal(signal.SIGINT)
    return handler in (_end, _raise) or isinstance(handler, _TooLate)


def _end(*_: object) -> None:
    try:
        os.write(2, b"stopped\n")
    finally:
        _exit(INTERRUPTED)


def _raise(_: int, frame: FrameType | None) -> None:
    too_late = _TooLate()
    signal.signal(signal.SIGINT, too_late)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            too_late.waits = True
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _print_unless_interrupt(unraisable: sys.UnraisableHookArgs) -> None:
    """Print an error in a destructor or a callback; an interrupt there is raised later by `raise_again_if_lost`."""
    if unraisable.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(unraisable)


class _TooLate:
    """Handler of Ctrl-C while the command already ends, e.g. after a first Ctrl-C.

    The handler ignores Ctrl-C for PATIENCE seconds after it was made. A later Ctrl-C ends the process at once.

    Attributes:
        waits: whether the first Ctrl-C came inside an import and has not been raised as KeyboardInterrupt yet.
    """

    waits = False

    def __init__(self) -> None:
        self._since = monotonic()

    def __call__(self, *_: object) -> None:
        if monotonic() - self._since > PATIENCE:
            _end()
