"""Ctrl-C in the `analyzer` command, from its first statement to its last: exit code 130, a line, never a traceback.

At first nothing is half done, and it ends the process on the spot. Once trials are run it is a KeyboardInterrupt. It is
not raised inside an import, where libraries print or lose it, but when the next trials are done; so is one that a
library swallowed. Once a verb is over it comes too late. A program that imports the package keeps Python's own handler;
only `Deferred` is for it too.
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
"""Exit code of what was ended by Ctrl-C."""
PATIENCE = 2.0
"""Seconds after which an end that hangs can be cut short."""
POSIX = hasattr(signal, "pthread_sigmask")


def end_command_at_once() -> None:
    """From now on Ctrl-C ends this process on the spot, if it is the command and does not ignore Ctrl-C anyway."""
    if POSIX and is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_from_now_on() -> None:
    """From now on Ctrl-C is raised in the command: before it ends something must be put in order, or can be shown."""
    if _guards_command():
        if getattr(signal.getsignal(signal.SIGINT), "waits", False):
            raise_again_if_lost()
        sys.unraisablehook = _print_unless_interrupt
        signal.signal(signal.SIGINT, _raise)


def raise_again_if_lost() -> None:
    """Raise an interrupt that came inside an import, or that a library swallowed: work goes on all the same."""
    handler = signal.getsignal(signal.SIGINT)
    if isinstance(handler, _TooLate):
        handler.waits = False
        raise KeyboardInterrupt


def come_too_late() -> None:
    """From now on Ctrl-C changes nothing: the verb is over, or is ending because of it."""
    if _guards_command():
        signal.signal(signal.SIGINT, _TooLate())


def ignore_from_now_on() -> None:
    """From now on, while Python clears up, the command does not hear Ctrl-C at all."""
    if _guards_command():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class Deferred:
    """A block that Ctrl-C does not interrupt: it comes at its end. Processes started in the block never hear it."""

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
"""Notes on the work that Ctrl-C ended, of code that this program did not write."""


@contextmanager
def ended_with_a_note(text: str, where: Callable[[BaseException | None], str] = lambda error: "") -> Iterator[None]:
    """Note the work in here and how long it took, should Ctrl-C end it.

    text: the work in words; where: its place, by the interrupt or None. In a worker, which never hears Ctrl-C, the
    work is written down for the parent process instead.
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
    """Write the work in here down where a process that watches this one finds it, should it crash."""
    _write_down(f"{monotonic()} {work}")
    try:
        yield
    finally:
        _write_down("")


def folder_of_notes() -> str | None:
    """Return the folder in which workers of this process note their work, None where there is nothing to note.

    It goes when this process ends.
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
    """From now on workers that are begun note their work."""
    _NOTED.add(True)


def note_work_in(folder: str | None) -> None:
    """From now on this process, a worker, writes down its work in that folder."""
    _NOTES.clear()
    if folder is not None and os.path.isdir(folder):
        _NOTES.append(os.open(os.path.join(folder, str(os.getpid())), os.O_WRONLY | os.O_CREAT, 0o600))


@contextmanager
def noting_workers() -> Iterator[None]:
    """Note the work that took a worker longest, should Ctrl-C end what is done in here."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        if notes := _taken_notes():
            since, text = min(notes)
            _note_work(interrupt, text, since)
        raise


def memory_for_notes() -> int | None:
    """Return the descriptor of memory in which another process can note its work; None where the system has none."""
    return os.memfd_create("work") if hasattr(os, "memfd_create") else None


def note_work_at(descriptor: int) -> None:
    """From now on this process and its copies note their work there; nothing is noted there yet."""
    _NOTES[:] = [descriptor]
    _write_down("")


def noted_work(descriptor: int) -> str | None:
    """Return the work that was noted there and has not ended, None if there is none."""
    notes = _read_note(os.pread(descriptor, _LONGEST_NOTE, 0))
    return notes[0][1] if notes else None


def work_of_ended_workers() -> str | None:
    """Return the noted work of a worker that has ended in the middle of it; None where nothing was noted."""
    notes = _taken_notes(ended=True)
    return min(notes)[1] if notes else None


def _taken_notes(ended: bool = False) -> list[tuple[float, str]]:
    """Return the work that workers had noted and not ended, each with its begin; the notes are removed.

    ended: of workers alone that are no longer there.
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
    """Return the work of a note with its begin, nothing where it had ended."""
    begun, _, text = note.decode(errors="replace").strip().partition(" ")
    return [(float(begun), text)] if text else []


def _is_there(process: str) -> bool:
    """Whether a process is there and is no zombie; False where the system does not tell."""
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
    """Whether this process is the script `analyzer`, or `python -m analyzer`."""
    program = (sys.argv or [""])[0]
    starts = program == "-m" or program.endswith(os.path.join("analyzer", "__main__.py"))
    return (starts and _began_as_module()) or os.path.basename(program) == "analyzer"


def began_as_command() -> bool:
    """Return whether this process was started as the command, and does not only call it as tests do."""
    scripts = (word for word in sys.orig_argv[1:] if os.path.basename(word) == "analyzer")
    return is_command() and (_began_as_module() or any(map(os.path.isfile, scripts)))


def _began_as_module() -> bool:
    return ("-m", "analyzer") in zip(sys.orig_argv, sys.orig_argv[1:], strict=False)


def _guards_command() -> bool:
    """Whether Ctrl-C in this process is for this module to answer."""
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
    """Print a fault in a destructor or a callback; an interrupt there is raised again by `raise_again_if_lost`."""
    if unraisable.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(unraisable)


class _TooLate:
    """Answers nothing for a while, then as at the beginning.

    waits: it follows an interrupt that came inside an import and was not raised yet.
    """

    waits = False

    def __init__(self) -> None:
        self._since = monotonic()

    def __call__(self, *_: object) -> None:
        if monotonic() - self._since > PATIENCE:
            _end()
