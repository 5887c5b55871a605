"""Files and folders: checked paths, reading within limits, and writing whole or not at all.

While the command runs, all its inputs and outputs are recorded, so that no output replaces an input. Inputs include
files that other files name, e.g. the ship of a position. In Python nothing is recorded: a program may write to a file
that it has read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout, suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from errno import ENAMETOOLONG
from itertools import islice
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

from analyzer.errors import AnalyzerError, Fault, brief, nearest
from analyzer.interrupts import Deferred

STDIN = "-"
"""Path that stands for the standard input."""
STDOUT = "-"
"""Path that stands for the standard output."""
ROOM = 1 << 16
"""Number of bytes written to test whether a file can be written."""


def check_file(path: str | Path, label: str | None = None) -> None:
    """Raise AnalyzerError if a file cannot be written at a path by this user now; the test leaves nothing behind.

    Missing folders are made when the file is written, so the test looks at the nearest folder that exists.
    """
    path, label = path_of(path, "a file", label), label or str(path)
    with _refused(label):
        check_kind(path, label)
        # The permissions of the user whose rights count, also in a program that runs with another user's rights.
        can_be_asked = os.access in os.supports_effective_ids
        if _mode(path) is not None and not os.access(path, os.W_OK, effective_ids=can_be_asked):
            raise AnalyzerError(f"{label}: is write-protected: allow writing, or name another file")
        _try(_nearest(path.parent) / f".{path.name}.try")


def path_of(path: object, what: str, label: str | None = None) -> Path:
    """Return a path as a `Path`.

    Args:
        path: the path.
        what: what lies at the path, for messages.
        label: the path with its option, with which a message begins; the path itself if None.

    Raises:
        AnalyzerError: if it is no path, or no file can have this name.
    """
    if not isinstance(path, str | os.PathLike) or path == "":
        raise AnalyzerError(f"{brief(path)}: give the path of {what}")
    shown = label or brief(os.fspath(path))
    try:
        os.stat(path)
    except ValueError:  # a zero byte, or a character that no file name has on this system
        raise AnalyzerError(f"{shown}: no file can have this name: give the path of {what}") from None
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            raise AnalyzerError(f"{shown}: is too long for a name or a path: give the path of {what}") from None
    return Path(path)


def check_kind(path: Path, label: str | None = None) -> None:
    """Raise AnalyzerError if a directory or device lies at the path, which a new file would replace."""
    mode = _mode(path)
    if mode is not None and S_ISDIR(mode):
        raise AnalyzerError(f"{label or path}: is a directory: name a file in it")
    if mode is not None and not S_ISREG(mode):
        raise AnalyzerError(f"{label or path}: is not a file that can be read or written: name another")


def check_folder(path: str | Path, label: str | None = None) -> None:
    """Raise AnalyzerError if no files can be written in a directory; a missing one is tested at its nearest parent."""
    path, label = path_of(path, "a folder", label), label or str(path)
    with _refused(label):
        mode = _mode(path)
        if mode is not None and not S_ISDIR(mode):
            raise AnalyzerError(f"{label}: is a file: name a directory")
        _try(_nearest(path) / f".{path.name}.try")


@contextmanager
def _refused(label: str) -> Iterator[None]:
    """Turn an OSError inside this context into an AnalyzerError that names the file."""
    try:
        yield
    except OSError as error:
        raise AnalyzerError(f"{label}: cannot be written: {error.strerror or error}") from None


def _mode(path: Path) -> int | None:
    """Return the mode of a file or directory, following links; None if there is none."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _nearest(path: Path) -> Path:
    """Return a directory, or the nearest one above it that exists."""
    while _mode(path) is None and path != path.parent:
        path = path.parent
    return path


def _try(path: Path) -> None:
    """Write ROOM bytes to a new file, flush them to the disk, and remove the file."""
    # A full disk or a quota shows itself only at writing or flushing. An interrupt must not leave the file behind.
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


@contextmanager
def whole_file(path: str | Path, label: str | None = None) -> Iterator[Path]:
    """Yield a temporary path to write to; the file there replaces `path` once it is complete. Missing folders are made.

    Raises:
        AnalyzerError: if nothing can be written, or no room is left.
    """
    path = path_of(path, "a file", label)
    beside = path.parent / f".{path.name}.new"
    try:
        check_kind(path, label)
        path.parent.mkdir(parents=True, exist_ok=True)
        yield beside
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise AnalyzerError(f"{label or path}: cannot be written: {error.strerror or error}") from None


def write_whole(path: str | Path, text: str) -> None:
    """Write a text file, whole or not at all; `-` writes to standard output.

    Raises:
        AnalyzerError: if it cannot be written.
    """
    if str(path) == STDOUT:
        print(text, end="")
        return
    with whole_file(path) as beside:
        beside.write_text(text, encoding="utf-8")


YAML = (".yaml", ".yml")


@dataclass(frozen=True)
class _Files:
    """Files of a command: the real paths of its inputs and of its outputs, each output with its label.

    `replaced` holds the paths of YAML outputs that replace a file. The content of the standard input is kept once it is
    read.
    """

    inputs: set[str] = field(default_factory=set)
    outputs: dict[str, str] = field(default_factory=dict)
    replaced: set[Path] = field(default_factory=set)
    standard_input: list[bytes] = field(default_factory=list)


_FILES: ContextVar[_Files | None] = ContextVar("_FILES", default=None)
"""Files of the current command; None outside of one."""


def record_files() -> None:
    """Record the inputs and outputs of a command from now on, so that no output replaces an input."""
    _FILES.set(_Files())


def note_input(path: Path) -> None:
    """Record a file that the command reads.

    Raises:
        AnalyzerError: if the command is to write it.
    """
    files = _FILES.get()
    if files is not None:
        real = os.path.realpath(path)
        files.inputs.add(real)
        if real in files.outputs:
            raise AnalyzerError(_is_input(files.outputs[real]))


def _is_standard_output(path: Path) -> bool:
    """Return whether a path stands for the standard output, and record that the command writes a file there."""
    files = _FILES.get()
    if str(path) == STDOUT and files is not None:
        files.outputs[STDOUT] = STDOUT
    return str(path) == STDOUT


def aside() -> AbstractContextManager[Any]:
    """Return a context in which answers go to standard error if standard output gets a file (`--out -`)."""
    files = _FILES.get()
    return redirect_stdout(sys.stderr) if files is not None and STDOUT in files.outputs else nullcontext()


def check_output(path: Path, label: str) -> None:
    """Raise AnalyzerError if a file cannot be written, or is one that this command reads; see `check_file`."""
    if _is_standard_output(path):
        return
    check_file(path, label)
    files = _FILES.get()
    if files is not None:
        real = os.path.realpath(path)
        files.outputs[real] = label
        if real in files.inputs:
            raise AnalyzerError(_is_input(label))


def check_yaml(path: Path | None, option: str, kind: str, load: Callable[[Path], object]) -> None:
    """Raise AnalyzerError if a YAML file cannot be written, or would replace a file of another kind.

    Args:
        path: path of the file, or None for nothing to write.
        option: option that names it.
        kind: kind of file, e.g. `captain`.
        load: reads such a file, and raises AnalyzerError for any other.
    """
    if path is None:
        return
    label = f"{option} {path}"
    if _is_standard_output(path):
        return
    check_output(path, label)
    check_ending(path, label, YAML)
    if not path.exists():
        return
    try:
        # Reading on trial is no input of the command.
        copy_context().run(_load_unnoted, load, path)
    except AnalyzerError:
        raise AnalyzerError(
            f"{label}: is there already and cannot be read as a {kind}: name another file, as that one would be lost"
        ) from None
    files = _FILES.get()
    if files is not None:
        files.replaced.add(path)


def written_yaml(path: Path | None) -> str:
    """Return the path of a YAML output for a message, with a remark if it replaced an earlier file."""
    files = _FILES.get()
    return f"{path} (replaced the earlier file)" if files is not None and path in files.replaced else str(path)


def check_ending(path: Path, label: str, endings: Sequence[str], more: str = "") -> None:
    """Raise AnalyzerError if a name does not have one of the endings; `more` is added to the message."""
    if path.suffix not in endings:
        *others, last = endings
        names = f"{', '.join(others)} or {last}" if others else last
        raise AnalyzerError(f"{label}: name a file that ends in {names}{more}")


def _load_unnoted(load: Callable[[Path], object], path: Path) -> None:
    """Load a file without a record of it as an input of the command."""
    _FILES.set(None)
    load(path)


def _is_input(label: str) -> str:
    """Return the error for an output that the command reads as an input."""
    return f"{label}: this command reads that file: name another, so that it is not overwritten"


MOST_NAMES = 2_000
"""Maximum number of names in a folder that are compared with a misspelt one."""


def read_bytes(path: Path, largest: int) -> bytes:
    """Return the content of a file.

    Raises:
        OSError: if it cannot be read.
        AnalyzerError: for directories, pipes, devices and sockets, for a larger file, and for a file that the
            command is to write.
    """
    if str(path) == STDIN:
        data = _standard_input(largest)
        size = len(data)
    else:
        check_kind(path)
        with open(path, "rb", opener=_open_at_once) as file:
            data = file.read(largest + 1)
            size = max(os.fstat(file.fileno()).st_size, len(data))
        note_input(path)
    if len(data) > largest:
        limit = f"at most {largest / 1e6:,.0f} MB"
        raise AnalyzerError(Fault(f"{size / 1e6:,.1f} MB is far too large for such a file ({limit})", str(path)))
    return data


def _standard_input(largest: int) -> bytes:
    """Return the standard input, which a command reads once and keeps, up to one byte more than `largest`.

    Raises:
        AnalyzerError: if it is a terminal, or is closed.
    """
    files = _FILES.get()
    if files is not None and files.standard_input:
        return files.standard_input[0]
    if sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
        raise AnalyzerError("-: nothing comes from standard input: send a file into it, e.g. `< ship.yaml`")
    data = sys.stdin.buffer.read(largest + 1)
    if files is not None:
        files.standard_input.append(data)
    return data


def near_file(path: Path) -> str | None:
    """Return the path of a file in the same folder, with the same suffix, that was probably meant, or None."""
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for entry in islice(entries, MOST_NAMES) if entry.name.endswith(path.suffix)]
    except (OSError, ValueError):
        return None
    meant = nearest(path.name, names)
    return None if meant is None else str(path.with_name(meant))


def beside(where: str | Path, name: str) -> Path:
    """Return the path of a file that is named in another file.

    The name is relative to the other file's folder if such a file exists there, else to the current folder.
    """
    near = Path(where).parent / name
    return near if os.path.exists(near) else Path(name)


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without ever waiting, even if a pipe has just taken its place."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
