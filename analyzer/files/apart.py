"""What one command reads and what it writes are kept apart: it never writes to a file that it reads.

Which files those are is noted while the command runs, whichever comes first; so files that others name (the ship of a
position, the tables of an edition) count too. In Python nothing is noted: a program may write what it has read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from pathlib import Path

from analyzer.errors import AnalyzerError
from analyzer.files.places import check_file

YAML = (".yaml", ".yml")


@dataclass(frozen=True)
class _Files:
    """By real path: what was read, and the labels of what will be written."""

    inputs: set[str] = field(default_factory=set)
    outputs: dict[str, str] = field(default_factory=dict)


_FILES: ContextVar[_Files | None] = ContextVar("_FILES", default=None)
"""Those of the command that runs, None outside of one."""


def keep_apart() -> None:
    """A command begins: from here on, within this context, its inputs and outputs are noted."""
    _FILES.set(_Files())


def note_input(path: Path) -> None:
    """That file is read; raises AnalyzerError if the command is to write it."""
    files = _FILES.get()
    if files is not None:
        real = os.path.realpath(path)
        files.inputs.add(real)
        if real in files.outputs:
            raise AnalyzerError(_is_input(files.outputs[real]))


def check_output(path: Path, label: str, *, folders: bool = False) -> None:
    """Complain if that file cannot be written, or is one that this command reads; see `check_file`."""
    check_file(path, label, folders=folders)
    files = _FILES.get()
    if files is not None:
        real = os.path.realpath(path)
        files.outputs[real] = label
        if real in files.inputs:
            raise AnalyzerError(_is_input(label))


def check_yaml(path: Path | None, option: str, kind: str, load: Callable[[Path], object]) -> None:
    """Complain if no YAML file can be written there, or if that would replace a file that is not of this kind.

    path: None for nothing to write; option: that names it; kind: what is written, e.g. `captain`; load: reads such a
    file, and raises AnalyzerError for any other.
    """
    if path is None:
        return
    label = f"{option} {path}"
    check_output(path, label)
    check_ending(path, label, YAML)
    if not path.exists():
        return
    try:
        copy_context().run(_load_unnoted, load, path)
    except AnalyzerError:
        raise AnalyzerError(
            f"{label}: is there already and cannot be read as a {kind}: name another file, as that one would be lost"
        ) from None


def check_ending(path: Path, label: str, endings: Sequence[str], more: str = "") -> None:
    """Complain about a name with another ending; more: what else to do about it."""
    if path.suffix not in endings:
        *others, last = endings
        names = f"{', '.join(others)} or {last}" if others else last
        raise AnalyzerError(f"{label}: name a file that ends in {names}{more}")


def _load_unnoted(load: Callable[[Path], object], path: Path) -> None:
    _FILES.set(None)
    load(path)


def _is_input(label: str) -> str:
    return f"{label}: this command reads that file: name another, so that it is not overwritten"
