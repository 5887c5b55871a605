"""Places where something is to be written, tried before the work is done: what is wrong with them is told then."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from analyzer.errors import AnalyzerError, brief
from analyzer.interrupts import Deferred

ROOM = 1 << 16
"""Bytes that are written on trial."""


def check_file(path: str | Path, label: str | None = None, *, folders: bool = False) -> None:
    """Complain if no file of that name can be written now, by this user, on this disk; nothing is left behind.

    `label` names it in the fault, the path if None. `folders`: those that are missing will be made.
    """
    path, label = path_of(path, "a file"), label or str(path)
    with _refused(label):
        check_kind(path, label)
        if _mode(path) is not None and not _may_write(path):
            raise AnalyzerError(f"{label}: is write-protected: allow writing, or name another file")
        if not folders and _mode(path.parent) is None:
            raise AnalyzerError(f"{label}: there is no directory {path.parent}: make it first, or name another")
        _try(_nearest(path.parent) / f".{path.name}.try")


def path_of(path: object, what: str) -> Path:
    """The path; raises AnalyzerError for anything that is none."""
    if not isinstance(path, str | os.PathLike):
        raise AnalyzerError(f"{brief(path)}: give the path of {what}")
    return Path(path)


def check_kind(path: Path, label: str | None = None) -> None:
    """Complain about directories and devices: a file of that name would take their place."""
    mode = _mode(path)
    if mode is not None and S_ISDIR(mode):
        raise AnalyzerError(f"{label or path}: is a directory: name a file in it")
    if mode is not None and not S_ISREG(mode):
        raise AnalyzerError(f"{label or path}: is not a file that can be read or written: name another")


def check_folder(path: str | Path, label: str | None = None) -> None:
    """Complain if no files can be written in that directory, which will be made where it is missing."""
    path, label = Path(path), label or str(path)
    with _refused(label):
        mode = _mode(path)
        if mode is not None and not S_ISDIR(mode):
            raise AnalyzerError(f"{label}: is a file: name a directory")
        _try(_nearest(path) / f".{path.name}.try")


@contextmanager
def _refused(label: str) -> Iterator[None]:
    """Whatever the system says as a fault of that place."""
    try:
        yield
    except OSError as error:
        raise AnalyzerError(f"{label}: cannot be written: {error.strerror or error}") from None


def _mode(path: Path) -> int | None:
    """What kind of thing lies there, None if nothing does; a link is what it leads to."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _nearest(path: Path) -> Path:
    """That directory, or the nearest above it that is there."""
    while _mode(path) is None and path != path.parent:
        path = path.parent
    return path


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _try(path: Path) -> None:
    """Write a little under that name, down to the disk, and remove it."""
    with Deferred():
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
            try:
                left = memoryview(bytes(ROOM))
                while left:
                    left = left[os.write(file, left) :]
                os.fsync(file)
            finally:
                os.close(file)
        finally:
            with suppress(OSError):
                path.unlink()
