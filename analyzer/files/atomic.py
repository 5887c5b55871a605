"""Files that are written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from analyzer.errors import AnalyzerError
from analyzer.files.places import check_kind


@contextmanager
def whole_file(path: str | Path, label: str | None = None) -> Iterator[Path]:
    """A place beside `path` to write to; it takes that name once all is written, and what was there stays until then.

    Raises AnalyzerError, naming `label` (the path, if None), where nothing can be written or no room is left.
    """
    path = Path(path)
    beside = path.with_name(f".{path.name}.new")
    try:
        check_kind(path, label)
        yield beside
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise AnalyzerError(f"{label or path}: cannot be written: {error.strerror or error}") from None


def write_whole(path: str | Path, text: str) -> None:
    """Write a text; raises AnalyzerError where it cannot be written."""
    with whole_file(path) as beside:
        beside.write_text(text, encoding="utf-8")
