"""What is wrong with the fields of a file: where in it, and how it can be put right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from analyzer.errors import Fault
from analyzer.files import everyday

Path = tuple[str | int, ...]
"""From the whole file to a value: names of fields, and numbers (from 0) of entries in a list or lines of a text."""


class Placed(Protocol):
    """Any flaw that knows where it is: games have some of their own."""

    @property
    def path(self) -> Path:
        """Where."""

    @property
    def text(self) -> str:
        """What is wrong, and what would be right."""


class Flaw(NamedTuple):
    """What is wrong at a place, and what would be right; square: (row, column) in a drawing of a ship."""

    path: Path
    text: str
    square: tuple[int, int] | None = None


def in_file(flaws: Iterable[Placed], data: Any, where: str) -> list[Fault]:
    """The flaws as faults of that file, each once, with its line; `data` is what was read from it."""
    placed = ((one, one.square if isinstance(one, Flaw) else None) for one in flaws)
    return list(dict.fromkeys(Fault(one.text, where, line_of(data, one.path), square) for one, square in placed))


def place_in_words(path: Path) -> str:
    """A place as people name it, who count entries from 1.

    >>> place_in_words(("sun", "pirates", 0)), place_in_words(("components", 1, "facing", 1))
    ('sun.pirates, entry 1', 'components, entry 2, facing, entry 2')
    """
    parts: list[str] = []
    for before, key in zip(("", *path), path, strict=False):
        if isinstance(key, int):
            parts.append(f"entry {key + 1}")
        elif parts and isinstance(before, str):
            parts[-1] += f".{key}"
        else:
            parts.append(key)
    return ", ".join(parts)


def in_fields(flaws: Iterable[Placed], where: str) -> list[Fault]:
    """The same for fields that come from no file: named in place of lines."""
    return list(dict.fromkeys(Fault(f"{place_in_words(one.path)}: {one.text}", where) for one in flaws))


def by_line(faults: Iterable[Fault]) -> list[Fault]:
    """Each fault once, those without a line first."""
    return sorted(dict.fromkeys(faults), key=lambda fault: fault.line or 0)


def line_of(data: Any, path: Path) -> int | None:
    """The line (from 1) on which the value at that path stands, or the nearest above it that is known.

    None for plain fields, which come from no file.
    """
    if not isinstance(data, everyday.Fields) and not hasattr(data, "lc"):
        return None
    line = 0
    for key in path:
        if isinstance(data, str) and isinstance(key, int):
            return line + 1 + key + 1  # a text begins below its field
        try:
            name = _as_read(data, key)
            line = _line_within(data, name)
            data = data[name]
        except (KeyError, IndexError, AttributeError, TypeError):
            break
    return line + 1


def _as_read(data: Any, key: str | int) -> str | int:
    """A field as the file has it: `1` is a number there, and a word in a schema."""
    is_number = isinstance(data, dict) and isinstance(key, str) and key.isdecimal() and key not in data
    return int(key) if is_number else key


def _line_within(data: Any, key: Any) -> int:
    """The line (from 0) of a field or an item; raises one of the usual errors where it has none."""
    if isinstance(data, everyday.Fields | everyday.Items):
        return data.lines[key]
    marks = data.lc
    return int(marks.key(key)[0] if isinstance(data, dict) else marks.item(key)[0])
