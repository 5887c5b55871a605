"""Files of the product as texts: what a call reads from one, and what it writes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

T = TypeVar("T")


def load_text(load: Callable[[str], T], text: str, name: str = "file.yaml", beside: Path | None = None) -> T:
    """Return what a call loads from a file of that text, e.g. `load_text(analyzer.load_ship, text)`.

    The files of the folder `beside` stand beside it, so that the text may name them.
    """
    with TemporaryDirectory() as folder, chdir(folder):
        for other in beside.iterdir() if beside else ():
            Path(other.name).symlink_to(other)
        Path(name).write_text(text, encoding="utf-8", newline="")
        return load(name)


def saved_text(save: Callable[..., None], thing: Any, **how: Any) -> str:
    """Return the text of the file that a call writes, e.g. `saved_text(analyzer.save_ship, ship)`."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "file.yaml")
        save(thing, path, **how)
        return path.read_text(encoding="utf-8")


def round_trip(save: Callable[..., None], load: Callable[[str], T], thing: T, **how: Any) -> T:
    """Return what is read back from the file that holds the thing."""
    return load_text(load, saved_text(save, thing, **how))
