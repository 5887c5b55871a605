"""Save files: their lines, what they hold, and how two of them differ.

Every line below the header names the checksum of the header and its own number. A line of another file, or in
another place, is therefore noticed.

Only the process that holds a file open may add lines. A last line that was torn when the process died is cut off.
Whole lines must stand where they were written, or the file is refused. `merge` keeps every whole block, if told so: it
writes a new file, in which trials may be missing between two blocks of a run. The next run fills such a gap.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from stat import S_ISREG
from typing import Any, Self
from zlib import crc32

from analyzer.errors import AnalyzerError, Fault, as_argument
from analyzer.files.places import check_file
from analyzer.interrupts import Deferred
from analyzer.runs.identity import renewed
from analyzer.world import Experiment, Summand, rebuild

MAGIC = '{"analyzer_save":'
"""Beginning of every save file, by which one is known."""
FORMAT = 4
CHECK = ',"check":"'
TAIL = len(CHECK) + 8 + len('"}')
"""Length of the end of a line, without its line break: the checksum, 8 hexadecimal digits, is its last field."""


class DamagedLine(ValueError):
    """Error for a line whose checksum does not fit."""


@dataclass(frozen=True)
class Line:
    """Count of one finished block of a run, in plain types.

    Args:
        run: number of the run in the file.
        first: number of the block's first trial.
        plain: the count.
        gap: whether trials are missing before the block.
    """

    run: int
    first: int
    plain: dict[str, Any]
    gap: bool = False


def encode_line(fields: dict[str, Any]) -> bytes:
    """Return fields as a line of the file, in their order, with its checksum and line end."""
    # The checksum is that of all text before it, so a reader need not parse a line to check it.
    text = json.dumps(fields, separators=(",", ":"), ensure_ascii=True)[:-1]
    return f'{text}{CHECK}{crc32(text.encode()):08x}"}}\n'.encode()


def decode_line(line: bytes) -> dict[str, Any]:
    """Return the fields of a line.

    Raises:
        DamagedLine: if the line is torn or damaged.
        ValueError: if it holds no JSON object.
    """
    text = line[: -TAIL - 1]
    if line != text + f'{CHECK}{crc32(text):08x}"}}\n'.encode():
        raise DamagedLine("its checksum does not fit")
    fields = json.loads(line)
    if not isinstance(fields, dict):
        raise ValueError("it is no object")
    return fields


def encode_line_below(head: str, number: int, fields: dict[str, Any]) -> bytes:
    """Return fields as line `number` of a file whose header has the checksum `head`."""
    return encode_line({"header": head, "line": number, **fields})


def decode_line_below(head: str, number: int, line: bytes) -> dict[str, Any]:
    """Return the fields of line `number` below the header with checksum `head`.

    Raises:
        DamagedLine: if the line is torn or damaged.
        ValueError: if it is another line, or of another file.
    """
    fields = decode_line(line)
    if fields.pop("header", None) != head:
        raise ValueError("it belongs to another file")
    if (place := fields.pop("line")) != number:
        raise ValueError(f"it was line {place} of this file")
    return fields


def header(identity: dict[str, Any]) -> bytes:
    """Return the first line of a save file."""
    return encode_line({"analyzer_save": FORMAT, "identity": identity})


def block_line(head: str, number: int, run: int, first: int, counted: Summand, *, gap: bool = False) -> bytes:
    """Return the line of one finished block.

    Args:
        head: checksum of the header.
        number: number of the line in the file.
        run: number of the run.
        first: number of the block's first trial.
        counted: count of the block.
        gap: whether trials are missing before the block.
    """
    fields = {"run": run, "first": first, **({"gap": True} if gap else {})}
    return encode_line_below(head, number, fields | counted.plain())


def read_header(line: bytes, where: str) -> tuple[dict[str, Any], str]:
    """Return the identity in the first line, and its checksum.

    Args:
        line: the line.
        where: path of the file, for messages.

    Raises:
        AnalyzerError: if the file is no save file, or of another version.
    """
    if not line.startswith(MAGIC.encode()):
        raise AnalyzerError(f"{where}: is no save file of analyzer: name another file")
    try:
        fields = decode_line(line)
    except ValueError:
        fault = Fault("damaged, and nothing can be read without it: name another file", where, 1)
        raise AnalyzerError(fault) from None
    if fields["analyzer_save"] != FORMAT:
        raise AnalyzerError(f"{where}: is a save file of another version of analyzer: name another file")
    return renewed(fields["identity"]), fields["check"]


def read_block(head: str, number: int, line: bytes) -> Line:
    """Return the content of line `number` below the header with checksum `head`.

    Raises:
        DamagedLine: if the line is torn or damaged.
        ValueError: if it is another line, of another file, or incomplete.
    """
    fields = decode_line_below(head, number, line)
    try:
        return Line(int(fields.pop("run")), int(fields.pop("first")), fields, bool(fields.pop("gap", False)))
    except (KeyError, TypeError, AttributeError, OverflowError):
        raise ValueError("fields are missing") from None


LONGEST = 60
"""Maximum number of characters of a value that are shown."""
MOST = 12
"""Maximum number of differences that are listed."""
SORT = frozenset({"world", "question", "seed", "by_number"})
"""Fields that described experiments have in common; the first field beside these says what kind of run it is."""


def differences(one: Any, other: Any, here: str, there: str) -> list[str]:
    """Return a line for each field in which two values differ, e.g. `run 1, seed: 1 in the file, 2 now`.

    After MOST lines, a last one counts the others.

    Args:
        one: first value.
        other: second value.
        here: words for the place of the first value.
        there: words for the place of the second value.
    """
    lines = [
        f"{place}: {_brief(mine)} {here}, {_brief(theirs)} {there}"
        if _brief(mine) != _brief(theirs)
        else f"{place}: differs"
        for place, mine, theirs in _walk(one, other, "")
    ]
    return lines[:MOST] + [f"and {len(lines) - MOST} more"] * (len(lines) > MOST)


def _walk(one: Any, other: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield, for every difference between two values, the names of the fields that lead to it, and both values.

    It looks into dicts of equal names, and into lists of equal length that describe runs.
    """
    if one == other:
        return
    within = f"{place}, " if place else ""
    if isinstance(one, dict) and isinstance(other, dict) and one.get("question") != other.get("question"):
        yield f"{within}question", one.get("question"), other.get("question")
    elif isinstance(one, dict) and isinstance(other, dict) and one.get("name") == other.get("name"):
        for key in dict.fromkeys([*one, *other]):
            yield from _walk(one.get(key), other.get(key), f"{within}{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other) and _are_mappings(one + other):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True), start=1):
            name = mine.get("name")
            named = f" ({name})" if name is not None and name == theirs.get("name") else ""
            yield from _walk(mine, theirs, f"{place.removesuffix('s')} {number}{named}")
    else:
        yield place, one, other


def _are_mappings(values: list[Any]) -> bool:
    """Return whether all values are dicts that describe runs or their parts; these are compared entry by entry.

    Other lists, such as long lists of numbers, are compared as a whole.
    """
    fields = ("name", "seed", "ships", "question")
    return all(isinstance(value, dict) and any(key in value for key in fields) for value in values)


def _brief(value: Any) -> str:
    """Return a value in few words; a dict by its name."""
    if isinstance(value, dict):
        own = [each for name, each in value.items() if name not in SORT]
        return str(value.get("name", _brief(own[0]) if own else "another one"))
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        listed = ", ".join(map(_brief, value))
        return listed if len(listed) <= LONGEST else f"{len(value)} entries"
    text = "none" if value is None else repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


CURE = "give the command it was made with, or name another file"


@dataclass
class Run:
    """Trials kept of one run.

    Args:
        first: number of its first trial.
        counted: count of the trials from there on.
    """

    first: int
    counted: Any

    @property
    def trials(self) -> int:
        """Number of trials kept."""
        return int(self.counted.trials)

    @property
    def end(self) -> int:
        """Number of the trial after the last one."""
        return self.first + self.trials


@dataclass
class LastLine:
    """Last line of a save file, kept so that a longer block can replace it.

    Args:
        run: number of the run that it belongs to.
        block: the block that it holds.
        place: position of its first byte in the file.
        before: all earlier blocks of the same run, or None if there are none.
    """

    run: int
    block: Run
    place: int
    before: Run | None


@dataclass
class SaveFile:
    """Content of a save file.

    Args:
        identity: identity of its runs.
        head: checksum of its header.
        runs: the trials kept of each run from its first one on, by the run's number.
        complete_bytes: number of bytes of all complete lines.
        lines: number of complete lines, the header included.
        last: the last complete line below the header; None if it must not be replaced by a longer block.
        later: the trials kept of each run after a gap, in order.
        left_out: number of damaged lines that were left out.
    """

    identity: dict[str, Any]
    head: str
    runs: dict[int, Run]
    complete_bytes: int
    lines: int = 1
    last: LastLine | None = None
    later: dict[int, list[Run]] = field(default_factory=dict)
    left_out: int = 0

    def pieces(self) -> Iterator[tuple[int, Run]]:
        """Yield each range of kept trials without a gap, with the number of its run, in order."""
        for number in sorted({*self.runs, *self.later}):
            for run in (*([self.runs[number]] if number in self.runs else ()), *self.later.get(number, ())):
                yield number, run

    def gaps(self) -> list[range]:
        """Return the trials that are missing before kept ones, run by run."""
        gaps, end = [], {number: run["first"] for number, run in enumerate(self.identity["runs"])}
        for number, run in self.pieces():
            gaps.append(range(end[number], run.first))
            end[number] = run.end
        return [gap for gap in gaps if gap]

    @property
    def trials(self) -> int:
        """Number of trials kept, summed over all runs."""
        return sum(run.trials for _, run in self.pieces())

    def add(self, number: int, block: Run, *, gap: bool = False) -> Run | None:
        """Add a block to its run, and join the trials after it if it fills a gap.

        Args:
            number: number of the run.
            block: the block.
            gap: whether trials may be missing before it.

        Returns:
            The trials that the run had before the block. None if there were none, if the block completes a gap before
            later trials, or if trials are missing before it.

        Raises:
            ValueError: if some of its trials are there already, or are missing before it.
        """
        before, later = self.runs.get(number), self.later.get(number, [])
        begin = before.end if before is not None else self.identity["runs"][number]["first"]
        if block.first < begin or any(one.first < block.end and block.first < one.end for one in later):
            raise ValueError(NO_GAP)
        gaps = block.first > begin
        if gaps and not gap:
            raise ValueError("the first block of its run is missing" if before is None else NO_GAP)
        # Pieces that adjoin are added up. Without a gap, the first piece holds the run from its first trial on.
        pieces = sorted([*later, block] if gaps else [block, *later], key=lambda one: one.first)
        joined = [before] if before is not None and not gaps else []
        for piece in pieces:
            if joined and joined[-1].end == piece.first:
                joined[-1] = Run(joined[-1].first, joined[-1].counted + piece.counted)
            else:
                joined.append(piece)
        if not gaps:
            self.runs[number] = joined.pop(0)
        self.later[number] = joined
        return before if not gaps and self.runs[number].end == block.end else None


NO_GAP = "it does not begin where the block before it ends"
Kinds = Callable[[dict[str, Any]], Sequence[type[Summand]]]
"""Function that receives the identity in a file and returns, for each of its runs, the class that counts trials."""


def read(path: str | Path, *, whole: bool = False) -> SaveFile:
    """Return the content of a save file, without a torn last line.

    Args:
        path: path of the file.
        whole: whether to return all whole blocks of a damaged file, instead of refusing it.

    Raises:
        AnalyzerError: if it is no save file, if this version does not know its runs, or if it is damaged before its
            last line and `whole` is false.
    """
    file = _open(Path(path), os.O_RDONLY)
    try:
        return _read(
            file, str(path), lambda identity: [rebuild(one, str(path)).COUNTED for one in identity["runs"]], whole
        )
    finally:
        os.close(file)


def read_identity(path: str | Path) -> dict[str, Any]:
    """Return the identity in a save file.

    Raises:
        AnalyzerError: if it is no save file.
    """
    file = _open(Path(path), os.O_RDONLY)
    try:
        with os.fdopen(os.dup(file), "rb") as lines:
            return read_header(lines.readline(), str(path))[0]
    finally:
        os.close(file)


class Store:
    """Save file held open; blocks are added in order, and each is on the disk when `append` returns.

    A file with another identity is refused, with a list of all differences. A file that another process holds open is
    refused, too. Neither file is changed.

    Args:
        path: path of the file; it is created if it does not exist.
        identity: identity of the runs, in plain JSON values.
        experiments: the experiments of the runs, in order.

    Raises:
        AnalyzerError: if the file cannot be used.
    """

    def __init__(self, path: str | Path, identity: dict[str, Any], experiments: Sequence[Experiment]) -> None:
        def kinds(saved: dict[str, Any]) -> list[type[Summand]]:
            _check_same(saved, identity, str(path), experiments)
            return [experiment.COUNTED for experiment in experiments]

        self.path = Path(path)
        begun = None if os.path.lexists(path) else _begin(self.path, header(identity))
        self._file = _open(self.path, os.O_RDWR) if begun is None else begun
        try:
            saved = _read(self._file, str(path), kinds)
            _cut(self._file, saved.complete_bytes)  # a torn last line
        except OSError as error:
            os.close(self._file)
            raise AnalyzerError(f"{path}: cannot be written: {error.strerror}") from None
        except AnalyzerError:
            os.close(self._file)
            raise
        self._saved = saved
        self.trials = experiments[0].TRIAL[1]

    def counted(self, run: int) -> Any:
        """Return the saved count of a run's trials from the first one up to the first gap, or None."""
        return self._saved.runs[run].counted if run in self._saved.runs else None

    def gap(self, run: int) -> int | None:
        """Return the number of the first trial after the first gap of a run; None if the run has no gap."""
        later = self._saved.later.get(run)
        return later[0].first if later else None

    def last(self, run: int) -> Run | None:
        """Return the block in the last line of the file if it belongs to a run, else None."""
        last = self._saved.last
        return last.block if last is not None and last.run == run else None

    def append(self, run: int, first: int, counted: Summand) -> None:
        """Write a block to the file; it replaces the last line if both begin at the same trial.

        Raises:
            AnalyzerError: if there is no room; the file then ends before the block.
        """
        # An interrupt waits until a block is both written and counted here, or the next line would have a wrong number.
        with Deferred():
            try:
                # The last line holds a part that was cut short; the whole part takes its place.
                if (old := self.last(run)) is not None and old.first == first:
                    self._drop_last()
                saved = self._saved
                line = block_line(saved.head, saved.lines + 1, run, first, counted)
                _write(self._file, line)
            except OSError as error:
                with suppress(OSError):
                    _cut(self._file, self._saved.complete_bytes)
                raise AnalyzerError(
                    f"{self.path}: cannot be written: {error.strerror}: {self.kept:,} {self.trials} are saved; "
                    "make room and give the same command again to continue"
                ) from None
            _add_line(saved, run, Run(first, counted), len(line))

    def _drop_last(self) -> None:
        """Cut off the last line."""
        saved = self._saved
        assert saved.last is not None
        _cut(self._file, saved.last.place)
        saved.complete_bytes = saved.last.place
        saved.lines -= 1
        if saved.last.before is None:
            del saved.runs[saved.last.run]
        else:
            saved.runs[saved.last.run] = saved.last.before
        saved.last = None

    @property
    def kept(self) -> int:
        """Number of trials in the file, summed over all runs."""
        return self._saved.trials

    def reread(self) -> int:
        """Read the file again and return the number of trials in it.

        The number is right even if a run was interrupted between writing a block and counting it.
        """
        return read(self.path).trials

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)


def write_new(path: str | Path, identity: dict[str, Any], pieces: Iterable[tuple[int, Run]]) -> None:
    """Write a whole save file at once.

    Args:
        path: path of the new file.
        identity: identity of the runs.
        pieces: trials, each with the number of their run; those of a run in order.

    Raises:
        AnalyzerError: if the file exists, or cannot be written.
    """
    top = header(identity)
    head = decode_line(top)["check"]
    ends = {number: run["first"] for number, run in enumerate(identity["runs"])}
    lines = []
    for number, (run, block) in enumerate(pieces, start=2):
        lines.append(block_line(head, number, run, block.first, block.counted, gap=block.first != ends[run]))
        ends[run] = block.end
    check_new(path)
    begun = _begin(Path(path), top + b"".join(lines))
    if begun is None:
        check_new(path)
    else:
        os.close(begun)


def check_new(path: str | Path) -> None:
    """Raise AnalyzerError if a file exists, or cannot be written."""
    if os.path.lexists(path):
        raise AnalyzerError(f"{path}: already exists: name a new file")
    check_file(path)


def _begin(path: Path, text: bytes) -> int | None:
    """Create a locked file with a text, whole or not at all, and return its descriptor.

    The text is first written to a temporary file beside `path`. Only the process that has locked the temporary file may
    rename it to `path`.

    Returns:
        The descriptor, or None if another process made the file first.
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o666)
    except (OSError, ValueError) as error:  # a name may hold a null character
        raise AnalyzerError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
    try:
        _lock(file, path)
        # The name may have been moved away between opening and locking it: then another process made the file.
        if os.path.lexists(path) or not _is(file, beside):
            os.close(file)
            return None
        os.ftruncate(file, 0)
        _write(file, text)
        beside.rename(path)
    except OSError as error:
        os.close(file)
        beside.unlink(missing_ok=True)
        raise AnalyzerError(f"{path}: cannot be written: {error.strerror}") from None
    except AnalyzerError:
        os.close(file)
        raise
    return file


def _open(path: Path, flags: int) -> int:
    """Open a save file, lock it if it is to be written, and return its descriptor.

    Raises:
        AnalyzerError: if it cannot be opened, or another run writes it.
    """
    try:
        if not S_ISREG(path.stat().st_mode):
            kind = "a directory" if path.is_dir() else "not a file that can be written"
            raise AnalyzerError(f"{path}: is {kind}: name a file")
        file = os.open(path, flags)
    except OSError as error:
        raise AnalyzerError(f"{path}: cannot be opened: {error.strerror}") from None
    try:
        if flags & os.O_RDWR:
            _lock(file, path)
    except AnalyzerError:
        os.close(file)
        raise
    return file


def _lock(file: int, path: Path) -> None:
    """Lock an open file, or raise AnalyzerError if another process has locked it."""
    try:
        import fcntl
    except ImportError:
        return  # Windows
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise AnalyzerError(f"{path}: is in use by another run: wait for it, or name another file") from None
    except OSError:
        return  # some network file systems have no locks


def _is(file: int, path: Path) -> bool:
    """Return whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _write(file: int, text: bytes) -> None:
    """Write a whole text at the end of a file and flush it to the disk."""
    # os.write may write less than it is given.
    left = memoryview(text)
    os.lseek(file, 0, os.SEEK_END)
    while left:
        left = left[os.write(file, left) :]
    os.fsync(file)


def _cut(file: int, length: int) -> None:
    """Cut a file to a length and flush it to the disk."""
    if os.fstat(file).st_size != length:
        os.ftruncate(file, length)
        os.fsync(file)


def _read(file: int, where: str, kinds: Kinds, whole: bool = False) -> SaveFile:
    """Return the content of an open save file, without a torn last line."""
    # A duplicate, because closing it must not close the locked descriptor.
    with os.fdopen(os.dup(file), "rb") as lines:
        lines.seek(0)
        if lines.read(len(MAGIC)) != MAGIC.encode():
            raise AnalyzerError(f"{where}: is no save file of analyzer: name another file")
        lines.seek(0)
        first = lines.readline()
        saved = SaveFile(*read_header(first, where), {}, len(first))
        counted = kinds(saved.identity)
        if whole:
            _take_whole(saved, lines.read(), counted)
            return saved
        for number, line, is_last in _numbered(lines):
            try:
                _take(saved, read_block(saved.head, number, line), len(line), counted)
            except ValueError as error:
                # Torn when the process died: cut off later. A last "line" in which a further one begins is damage.
                if is_last and isinstance(error, DamagedLine) and line.find(_begin_of_line(saved), 1) < 0:
                    break
                raise AnalyzerError(Fault(f"damaged: {error}: {_offer(file, where, kinds)}", where, number)) from None
    return saved


def _begin_of_line(saved: SaveFile) -> bytes:
    """Return the bytes with which every line below the header of a file begins."""
    return f'{{"header":"{saved.head}"'.encode()


def _offer(file: int, where: str, kinds: Kinds) -> str:
    """Return a sentence that counts the whole blocks of a damaged file and names the command that keeps them."""
    saved = _read(file, where, kinds, whole=True)
    if not saved.trials:
        return "name another file"
    kept = f"{saved.lines - 1:,} whole blocks ({saved.trials:,} trials) can be kept, {saved.left_out:,} cannot"
    verb = f"`analyzer merge {as_argument(where)} --whole --out NEW`"
    return f"{kept}: keep them with {verb} and save to NEW, or name another file"


def _numbered(lines: Any) -> Iterator[tuple[int, bytes, bool]]:
    """Yield each line below the header with its number in the file, and whether it is the last line."""
    number, line = 2, lines.readline()
    while line:
        after = lines.readline()
        yield number, line, not after
        number, line = number + 1, after


def _take(saved: SaveFile, block: Line, size: int, kinds: Sequence[type[Summand]]) -> None:
    """Add the block in one line of a save file to the content of the file.

    Args:
        saved: content of the file so far.
        block: the line.
        size: number of bytes of the line.
        kinds: the class that counts each run's trials.

    Raises:
        ValueError: if it is incomplete, or its trials are there already.
    """
    try:
        counted = kinds[block.run].of_plain(block.plain)
        _add_line(saved, block.run, Run(block.first, counted), size, gap=block.gap)
    except (KeyError, IndexError, TypeError, AttributeError, OverflowError):
        raise ValueError("fields are missing") from None


def _add_line(saved: SaveFile, run: int, block: Run, size: int, *, gap: bool = False) -> None:
    """Add the block of the line read last, which has `size` bytes; with `gap`, trials before it may be missing."""
    is_first = run not in saved.runs
    before = saved.add(run, block, gap=gap)
    is_plain = before is not None or (is_first and run in saved.runs and saved.runs[run].end == block.end)
    saved.last = LastLine(run, block, saved.complete_bytes, before) if is_plain else None
    saved.complete_bytes, saved.lines = saved.complete_bytes + size, saved.lines + 1


def _take_whole(saved: SaveFile, text: bytes, kinds: Sequence[type[Summand]]) -> None:
    """Add every whole block of a damaged text, wherever it stands, also after the damage.

    A block names the header and has a checksum, so no damaged block and no block of another file is added.
    """
    begin = _begin_of_line(saved)
    # Damage may have removed line breaks, so lines are found by how they begin.
    starts: list[int] = []
    while (start := text.find(begin, starts[-1] + 1 if starts else 0)) >= 0:
        starts.append(start)
    rest = [text[: starts[0]] if starts else text]
    for start, end in pairwise([*starts, len(text)]):
        stop = text.find(CHECK.encode(), start, end) + TAIL
        line = text[start:stop] + b"\n"
        try:
            block = read_block(saved.head, decode_line(line)["line"], line)
            _take(saved, replace(block, gap=True), len(line), kinds)
            rest.append(text[stop:end])
        except (ValueError, KeyError):
            rest.append(text[start:end])
    saved.left_out = sum(bool(line) for part in rest for line in part.split(b"\n"))


def _check_same(saved: dict[str, Any], wanted: dict[str, Any], where: str, experiments: Sequence[Experiment]) -> None:
    """Raise AnalyzerError with all differences if a file holds other runs than those wanted."""
    lines = differences(saved, wanted, "in the file", "now")
    if lines:
        lines = [*_other_setting(saved, experiments, where), *lines]
        raise AnalyzerError([f"{where}: holds another run: {CURE}", *(f"  {one}" for one in lines)])


def _other_setting(saved: dict[str, Any], experiments: Sequence[Experiment], where: str) -> Iterator[str]:
    """Yield a line if the first run in the file has another setting (alone, with rivals) than the first experiment."""
    try:
        before = rebuild(saved["runs"][0], where).setting
    except (AnalyzerError, IndexError, KeyError):
        return
    if before != experiments[0].setting:
        yield f"setting: {before} in the file, {experiments[0].setting} now"
