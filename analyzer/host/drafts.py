"""Drawings with unsaved changes, each in a draft file as it is drawn, so that no kill and no power cut loses one.

A designer has a folder of its own for its drafts, which it locks as long as it lives; whoever starts next offers the
drafts of folders that nobody locks any more.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.files.atomic import whole_file

MARK = "# draft of "
"""The first line of a draft is a comment: this, and JSON that says which drawing it is."""
NAMES = "drawing-*.yaml"
STRIP = "versions.json"
"""Beside the drafts of a designer: the versions that were kept there."""
LONGEST = 20_000
"""Characters of its first line that are read."""
YOUNG = 60
"""Seconds for which a folder without drafts stays: a designer may just begin to use it."""


@dataclass(frozen=True)
class Draft:
    """A draft file: of which drawing, to which file that was to go (None for none yet), when it was last written.

    board: on which board it was drawn, in words.
    """

    file: Path
    name: str
    board: str
    path: Path | None
    written: datetime

    @property
    def id(self) -> str:
        """By which pages name it: its folder and its file."""
        return f"{self.file.parent.name}/{self.file.name}"

    def as_dict(self) -> dict[str, Any]:
        """The draft as pages are shown it."""
        path = None if self.path is None else str(self.path)
        return {"id": self.id, "name": self.name, "board": self.board, "path": path, "time": self.written.isoformat()}


@dataclass(frozen=True)
class Strip:
    """Versions that another designer left behind: the file, and of each, the oldest first, what it is called and says.

    time: when each was kept, in seconds since 1970.
    """

    file: Path
    versions: tuple[dict[str, Any], ...]

    @property
    def id(self) -> str:
        """By which pages name it: its folder."""
        return self.file.parent.name

    def as_dict(self) -> dict[str, Any]:
        """The strip as pages are shown it."""
        times = [one["time"] for one in self.versions]
        names = list(dict.fromkeys(one["name"] for one in self.versions))
        return {"id": self.id, "names": names, "count": len(self.versions), "time": 1000 * max(times)}


def state_folder(page: str = "designer") -> Path:
    """Where programs of this user leave what outlasts them: XDG_STATE_HOME, else ~/.local/state; one a page."""
    return Path(os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")) / "analyzer" / page


class Drafts:
    """The drafts of one page, and those that others left behind in the same folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._own: Path | None = None
        self._lock: int | None = None
        self._drawings = 0

    def write_text(self, text: str, name: str, board: str, path: Path | None, draft: Path | None) -> Path:
        """Write what a file of the drawing would say to that draft, a new one if None, down to the disk.

        Raises AnalyzerError where that fails.
        """
        draft = draft or self._new()
        about = {"name": name, "board": board, "path": None if path is None else str(path.absolute())}
        with whole_file(draft) as beside, beside.open("w", encoding="utf-8") as file:
            file.write(f"{MARK}{json.dumps(about)}\n{text}")
            file.flush()
            os.fsync(file.fileno())
        return draft

    def left_behind(self) -> list[Draft]:
        """The drafts of designers that live no longer, the latest first; folders without any are cleared away."""
        drafts: list[Draft] = []
        with suppress(OSError):
            for folder in self.folder.iterdir():
                if folder != self._own and not _is_locked(folder / "lock"):
                    drafts += map(_read, folder.glob(NAMES))
                    if time.time() - folder.stat().st_mtime > YOUNG:
                        _clear(folder)
        return sorted(drafts, key=lambda draft: draft.written, reverse=True)

    def write_strip(self, versions: Sequence[Mapping[str, Any]]) -> None:
        """Write the versions that are kept, each with its name, time and text; none: there is no file any more.

        Raises AnalyzerError where that fails.
        """
        if not versions:
            if self._own is not None:
                (self._own / STRIP).unlink(missing_ok=True)
            return
        with whole_file(self._folder() / STRIP) as beside:
            beside.write_text(json.dumps([dict(one) for one in versions]), encoding="utf-8")

    def strips(self) -> list[Strip]:
        """The versions that designers which live no longer left behind, the latest first."""
        strips: list[Strip] = []
        with suppress(OSError):
            for folder in self.folder.iterdir():
                if folder != self._own and (folder / STRIP).is_file() and not _is_locked(folder / "lock"):
                    strips += _strip(folder / STRIP)
        return sorted(strips, key=lambda strip: strip.versions[-1]["time"], reverse=True)

    def find_strip(self, id: str) -> Strip:
        """That strip among those that were left behind; raises AnalyzerError where it is there no longer."""
        for strip in self.strips():
            if strip.id == id:
                return strip
        raise AnalyzerError("these versions are gone: they were taken or discarded in another window")

    def find(self, id: str) -> Draft:
        """The draft of that id among those that were left behind; raises AnalyzerError where it is there no longer."""
        for draft in self.left_behind():
            if draft.id == id:
                return draft
        raise AnalyzerError("that draft is gone: it was opened or discarded in another window")

    def take(self, draft: Draft) -> Path:
        """Make a draft that was left behind one of ours: its new file; raises AnalyzerError where that cannot be."""
        file = self._new()
        with _refused(draft.file):
            draft.file.rename(file)
        _clear(draft.file.parent)
        return file

    def discard(self, draft: Path) -> None:
        """Delete a draft, or a strip of versions; raises AnalyzerError where it cannot be."""
        with _refused(draft):
            draft.unlink(missing_ok=True)
        if draft.parent != self._own:
            _clear(draft.parent)

    def close(self) -> None:
        """End: what is still there is offered to whoever starts next."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if self._own is not None:
            _clear(self._own)

    def _new(self) -> Path:
        """The name of a new draft, in a folder of our own."""
        own = self._folder()
        self._drawings += 1
        return own / f"drawing-{self._drawings}.yaml"

    def _folder(self) -> Path:
        """A folder of our own, locked; raises AnalyzerError where there can be none."""
        if self._own is None:
            own = self.folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"
            with _refused(own):
                own.mkdir(parents=True, mode=0o700)
                self._lock = _locked(own / "lock")
            self._own = own
        return self._own


def _read(file: Path) -> Draft:
    """The draft in a file; one that says nothing of itself is called by its file."""
    about: Any = {}
    with suppress(OSError, ValueError), file.open(encoding="utf-8") as lines:
        about = json.loads(lines.readline(LONGEST).removeprefix(MARK))
    if not isinstance(about, dict):
        about = {}
    path = about.get("path")
    written = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    name, board = (str(about.get(key, "")) for key in ("name", "board"))
    return Draft(file, name or file.name, board, Path(path) if isinstance(path, str) else None, written)


def _strip(file: Path) -> Iterator[Strip]:
    """The strip in a file; one that is torn is none."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        versions = json.loads(file.read_text(encoding="utf-8"))
        read = [{"name": str(one["name"]), "time": float(one["time"]), "text": str(one["text"])} for one in versions]
        if read:
            yield Strip(file, tuple(read))


def _clear(folder: Path) -> None:
    """Remove a folder that has no draft any more, and no versions."""
    with suppress(OSError):
        if not any(folder.glob(NAMES)) and not (folder / STRIP).exists():
            (folder / "lock").unlink(missing_ok=True)
            folder.rmdir()


def _locked(file: Path) -> int | None:
    """Lock it until this process ends, however that is; None where the system has no locks."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
    return handle


def _is_locked(file: Path) -> bool:
    """Whether a process that lives has locked it."""
    try:
        import fcntl

        with file.open("rb") as handle:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (ImportError, OSError):
        return False
    return False


@contextmanager
def _refused(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise AnalyzerError(f"{place}: {error.strerror or error}") from None
