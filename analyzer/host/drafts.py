"""Draft files of unsaved changes, written while the user draws, so that no crash or power cut loses a drawing.

A designer has a folder of its own for its drafts, and locks it as long as it lives. The next designer offers the drafts
of folders that are no longer locked. Folders and files of other users, and links, are left alone. Files that cannot be
read are set aside under another name.
"""

from __future__ import annotations

import json
import math
import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, NoReturn, TypeVar

from analyzer.errors import AnalyzerError, visible
from analyzer.files.places import read_bytes, whole_file

Left = TypeVar("Left")
MARK = "# draft of "
"""Beginning of a draft's first line: a comment with JSON that says which drawing it is."""
NAMES = "drawing-*.yaml"
STRIP = "versions.json"
"""Name of the file, in a designer's draft folder, that holds the versions kept in the page."""
LONGEST = 20_000
"""Maximum number of characters of the first line that are read."""
LARGEST = 10_000_000
"""Maximum number of bytes of a draft or of versions; the largest that are written have a few hundred thousand."""
LATEST = 10**11
"""Latest time that pages can show, in seconds since 1970 (the year 5138)."""
DAMAGED = ".damaged"
"""Ending added to the name of a file that is set aside."""
YOUNG = 60
"""Seconds for which a folder without drafts is kept, because a designer may just begin to use it."""


@dataclass(frozen=True)
class Draft:
    """Draft file of a drawing.

    Args:
        file: path of the draft.
        name: name of the drawing.
        board: name of its board.
        path: file to which the drawing was to go, or None.
        written: time when the draft was last written.
    """

    file: Path
    name: str
    board: str
    path: Path | None
    written: datetime

    @property
    def id(self) -> str:
        """Identifier for pages: names of its folder and its file."""
        return f"{self.file.parent.name}/{self.file.name}"

    def as_dict(self) -> dict[str, Any]:
        """Return the draft as a dict for pages."""
        path = None if self.path is None else str(self.path)
        return {"id": self.id, "name": self.name, "board": self.board, "path": path, "time": self.written.isoformat()}


@dataclass(frozen=True)
class KeptVersions:
    """Versions of a drawing that the user kept in the version strip of an earlier designer, which has ended.

    Args:
        file: path of the file that holds the versions.
        versions: name, time (in seconds since 1970) and text of each, the oldest first.
    """

    file: Path
    versions: tuple[dict[str, Any], ...]

    @property
    def id(self) -> str:
        """Identifier for pages: the name of its folder."""
        return self.file.parent.name

    def as_dict(self) -> dict[str, Any]:
        """Return a summary for pages: names, number of versions, and the latest time in milliseconds since 1970."""
        times = [one["time"] for one in self.versions]
        names = list(dict.fromkeys(one["name"] for one in self.versions))
        return {"id": self.id, "names": names, "count": len(self.versions), "time": 1000 * max(times)}


def state_folder(page: str = "designer") -> Path:
    """Return the folder of a page's lasting data for this user, below XDG_STATE_HOME or else ~/.local/state."""
    return Path(os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")) / "analyzer" / page


class Drafts:
    """Draft files of one running designer, and those that earlier designers left behind.

    Args:
        folder: folder that holds a folder for each designer.

    Attributes:
        set_aside: lines about files that could not be read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.set_aside: list[str] = []
        self._own: Path | None = None
        self._lock: int | None = None
        self._drawings = 0

    def write_text(self, text: str, name: str, board: str, path: Path | None, draft: Path | None) -> Path:
        """Write a draft, flush it to the disk, and return its path.

        Args:
            text: content of the drawing's file.
            name: name of the drawing.
            board: name of its board.
            path: file to which the drawing is to go, or None.
            draft: path of the draft, or None for a new one.

        Raises:
            AnalyzerError: if it cannot be written.
        """
        draft = draft or self._new()
        about = {"name": name, "board": board, "path": None if path is None else str(path.absolute())}
        with whole_file(draft) as beside, beside.open("w", encoding="utf-8") as file:
            file.write(f"{MARK}{json.dumps(about)}\n{text}")
            file.flush()
            os.fsync(file.fileno())
        return draft

    def left_behind(self) -> list[Draft]:
        """Return the drafts of designers that have ended, the latest first.

        Folders without drafts are removed if they are not quite new; files that cannot be read are set aside.
        """
        drafts: list[Draft] = []
        for folder in self._left_folders():
            with suppress(OSError):
                drafts += self._readable(folder.glob(NAMES), _read)
                if time.time() - folder.stat().st_mtime > YOUNG:
                    _clear(folder)
        return sorted(drafts, key=lambda draft: draft.written, reverse=True)

    def write_strip(self, versions: Sequence[Mapping[str, Any]]) -> None:
        """Write the versions in the page's version strip to a file, or remove the file if there are none.

        Args:
            versions: name, time and text of each, the oldest first.

        Raises:
            AnalyzerError: if they cannot be written.
        """
        if not versions:
            if self._own is not None:
                (self._own / STRIP).unlink(missing_ok=True)
            return
        with whole_file(self._folder() / STRIP) as beside:
            beside.write_text(json.dumps([dict(one) for one in versions]), encoding="utf-8")

    def strips(self) -> list[KeptVersions]:
        """Return the version strips of designers that have ended, the latest first."""
        strips: list[KeptVersions] = []
        for folder in self._left_folders():
            strips += self._readable([folder / STRIP] * os.path.lexists(folder / STRIP), _read_strip)
        return sorted(strips, key=lambda strip: strip.versions[-1]["time"], reverse=True)

    def find_strip(self, id: str) -> KeptVersions:
        """Return the version strip with an identifier, from those that earlier designers left behind.

        Raises:
            AnalyzerError: if they are gone.
        """
        for strip in self.strips():
            if strip.id == id:
                return strip
        raise AnalyzerError("these versions are gone: they were taken or discarded in another window")

    def find(self, id: str) -> Draft:
        """Return the draft with an identifier, from those that earlier designers left behind.

        Raises:
            AnalyzerError: if it is gone.
        """
        for draft in self.left_behind():
            if draft.id == id:
                return draft
        raise AnalyzerError("that draft is gone: it was opened or discarded in another window")

    def take(self, draft: Draft) -> Path:
        """Move a draft that was left behind to this page's folder and return its new path.

        Raises:
            AnalyzerError: if it cannot be moved.
        """
        file = self._new()
        with _refused(draft.file):
            draft.file.rename(file)
        _clear(draft.file.parent)
        return file

    def discard(self, draft: Path) -> None:
        """Delete the file of a draft or of a version strip.

        Raises:
            AnalyzerError: if it cannot be deleted.
        """
        with _refused(draft):
            draft.unlink(missing_ok=True)
        if draft.parent != self._own:
            _clear(draft.parent)

    def close(self) -> None:
        """Release the folder, so that remaining drafts are offered to the next designer."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if self._own is not None:
            _clear(self._own)

    def _left_folders(self) -> list[Path]:
        """Return the folders of this user's designers that are no longer running."""
        folders: list[Path] = []
        with suppress(OSError):
            folders = sorted(self.folder.iterdir())
        return [one for one in folders if one != self._own and _is_own_folder(one) and not _is_locked(one / "lock")]

    def _readable(self, files: Iterable[Path], read: Callable[[Path], Left]) -> Iterator[Left]:
        """Yield the content of files; unreadable ones are set aside, with a line about each."""
        for file in files:
            try:
                yield read(file)
            except FileNotFoundError:
                pass  # taken or discarded by another designer just now
            except (OSError, ValueError) as error:
                self._set_aside(file, str(getattr(error, "strerror", None) or error))

    def _set_aside(self, file: Path, reason: str) -> None:
        """Rename a file that cannot be read, and keep a line about it."""
        aside = file.with_name(f"{file.name}{DAMAGED}")
        try:
            while os.path.lexists(aside):
                aside = aside.with_name(f"{aside.name}{DAMAGED}")
            file.rename(aside)
            where = f"it is now {aside}"
        except OSError as error:
            where = f"it cannot be renamed: {error.strerror or error}"
        line = visible(f"{file} is damaged and left out: {reason}; {where}")
        if line not in self.set_aside:
            self.set_aside.append(line)

    def _new(self) -> Path:
        """Return the path of a new draft in this page's folder."""
        own = self._folder()
        self._drawings += 1
        return own / f"drawing-{self._drawings}.yaml"

    def _folder(self) -> Path:
        """Return this page's folder, made and locked if necessary.

        Raises:
            AnalyzerError: if it cannot be made.
        """
        if self._own is None:
            own = self.folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"
            with _refused(own):
                own.mkdir(parents=True, mode=0o700)
                self._lock = _locked(own / "lock")
            self._own = own
        return self._own


def read_json(text: str) -> Any:
    """Return the content of a JSON text.

    Raises:
        ValueError: for other texts, for numbers that pages cannot read, and for deep nesting.
    """
    try:
        return json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except RecursionError:
        raise ValueError("brackets are nested too deep") from None


def _no_number(text: str) -> NoReturn:
    """Raise ValueError for NaN or Infinity in a JSON text."""
    raise ValueError(f"{text} is no number")


def _finite(text: str) -> float:
    """Return a number in a JSON text; raise ValueError if it is too large for a float."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is too large a number")
    return number


def _text_of(file: Path) -> str:
    """Return the text of an ordinary file of this user, without ever waiting.

    Raises:
        OSError, ValueError: for any other file.
    """
    there = file.lstat()
    if not _is_ours(there):
        raise FileNotFoundError(str(file))  # as if it were not there
    if not S_ISREG(there.st_mode):
        raise ValueError("it is no ordinary file")
    return read_bytes(file, LARGEST).decode("utf-8", "surrogateescape")


def _read(file: Path) -> Draft:
    """Return the draft in a file; its name is the file's if the first line names no drawing.

    Raises:
        OSError, ValueError: if it cannot be read, or its first line is damaged.
    """
    first, about, path = _text_of(file)[:LONGEST].partition("\n")[0], {}, None
    if first.startswith(MARK):
        about = read_json(first.removeprefix(MARK))
        if not isinstance(about, dict) or not all(isinstance(about.get(key, ""), str) for key in ("name", "board")):
            raise ValueError("its first line does not say which drawing it is")
        path = about.get("path")
        if not isinstance(path, str | None) or "\0" in (path or ""):
            raise ValueError("its first line names an impossible file")
    seconds = min(max(file.stat().st_mtime, 0), LATEST)
    name = visible(about.get("name", "")) or file.name
    written = datetime.fromtimestamp(seconds, UTC)
    return Draft(file, name, visible(about.get("board", "")), None if path is None else Path(path), written)


def _read_strip(file: Path) -> KeptVersions:
    """Return the version strip in a file.

    Raises:
        OSError, ValueError: if the file cannot be read or holds no versions.
    """
    versions = read_json(_text_of(file))
    kinds = {"name": str, "time": int | float, "text": str}
    if not isinstance(versions, list) or not versions:
        raise ValueError("it holds no list of versions")
    for one in versions:
        if not isinstance(one, dict) or not all(isinstance(one.get(key), kind) for key, kind in kinds.items()):
            raise ValueError("a version lacks its name, time or text")
        if not 0 <= one["time"] <= LATEST:
            raise ValueError("a version has an impossible time")
    return KeptVersions(
        file, tuple({**{key: one[key] for key in kinds}, "time": float(one["time"])} for one in versions)
    )


def _clear(folder: Path) -> None:
    """Remove a folder that has neither drafts nor versions."""
    with suppress(OSError):
        if not any(folder.glob(NAMES)) and not (folder / STRIP).exists():
            (folder / "lock").unlink(missing_ok=True)
            folder.rmdir()


def _is_own_folder(folder: Path) -> bool:
    """Return whether a path is a folder of this user and no link; others could put anything into theirs."""
    try:
        there = folder.lstat()
    except OSError:
        return False
    return S_ISDIR(there.st_mode) and _is_ours(there)


def _is_ours(there: os.stat_result) -> bool:
    """Return whether a file or folder belongs to this user; True on systems that do not tell the owner."""
    return not hasattr(os, "geteuid") or there.st_uid == os.geteuid()


def _locked(file: Path) -> int | None:
    """Lock a file until this process ends, and return its descriptor; systems without locks only open it."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
    return handle


def _is_locked(file: Path) -> bool:
    """Return whether a living process has locked a file."""
    try:
        import fcntl

        handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)  # a pipe keeps nobody waiting
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        finally:
            os.close(handle)
    except BlockingIOError:
        return True
    except (ImportError, OSError):
        return False
    return False


@contextmanager
def _refused(place: Path) -> Iterator[None]:
    """Turn an OSError inside this context into an AnalyzerError that names the place."""
    try:
        yield
    except OSError as error:
        raise AnalyzerError(f"{place}: {error.strerror or error}") from None
