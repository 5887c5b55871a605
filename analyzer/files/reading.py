"""Ordinary files, read up to a size: nothing is waited for that may never come, and nothing has no end."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

from analyzer.errors import AnalyzerError, Fault, nearest
from analyzer.files.apart import note_input
from analyzer.files.places import check_kind

MOST_NAMES = 2_000
"""So many names of a folder are looked at for the one that was meant."""


def read_bytes(path: Path, largest: int) -> bytes:
    """All that a file holds; raises OSError where it cannot be read.

    Raises AnalyzerError for directories, pipes, devices and sockets, for a file of more than `largest` bytes, and for
    one that the command is to write.
    """
    check_kind(path)
    with open(path, "rb", opener=_open_at_once) as file:
        data = file.read(largest + 1)
        size = max(os.fstat(file.fileno()).st_size, len(data))
    note_input(path)
    if len(data) > largest:
        limit = f"at most {largest / 1e6:,.0f} MB"
        raise AnalyzerError(Fault(f"{size / 1e6:,.1f} MB is far too large for such a file ({limit})", str(path)))
    return data


def near_file(path: Path) -> str | None:
    """The file in the same folder, of the same suffix, whose name was probably meant."""
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for entry in islice(entries, MOST_NAMES) if entry.name.endswith(path.suffix)]
    except (OSError, ValueError):
        return None
    meant = nearest(path.name, names)
    return None if meant is None else str(path.with_name(meant))


def beside(where: str | Path, name: str) -> Path:
    """The file that another one names: from the folder of that one on, else from here on."""
    near = Path(where).parent / name
    return near if os.path.exists(near) else Path(name)


def _open_at_once(path: str, flags: int) -> int:
    """Open what was an ordinary file a moment ago; a pipe that has taken its place keeps nobody waiting."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
