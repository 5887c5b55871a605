"""Faults in files, with their places and cures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, get_args

from pydantic import BaseModel

from analyzer.errors import Fault, nearest, one_of
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


TYPES = {
    "string_type": "text",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "fields with values",
    "model_type": "fields with values",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "yes or no",
    "bool_parsing": "yes or no",
}
"""By pydantic's type of an error: what belongs there."""
LIMITS = {
    "greater_than_equal": "{ge:g} or more",
    "greater_than": "more than {gt:g}",
    "less_than_equal": "at most {le:g}",
    "less_than": "less than {lt:g}",
    "literal_error": "{expected}",
}
"""The same where the error says in its context what is allowed."""
GIVE = "give "


def schema_flaws(schema: type[BaseModel], errors: Sequence[Any], values: Any) -> list[Flaw]:
    """The flaws behind pydantic's `errors` of the `values`, in their order.

    A field that may be of several kinds has an error for each of them: those become one, or those inside a list or a
    mapping alone, if it is one.
    """
    places = [_place(error, values) for error in errors]
    flaws: dict[Path, list[str]] = {}
    for error, (path, union) in zip(errors, places, strict=True):
        deeper = any(other == union and len(there) > len(union or ()) for there, other in places)
        if union is None or len(path) > len(union) or not deeper:
            flaws.setdefault(path, []).append(_text(error, path, schema))
    return [Flaw(path, text) for path, texts in flaws.items() for text in _together(texts)]


def _place(error: Any, values: Any) -> tuple[Path, Path | None]:
    """Where in the values an error is, and where the last field on the way that may be of several kinds, if any."""
    path: list[str | int] = []
    union: Path | None = None
    way = error["loc"] or ("",)
    for number, key in enumerate(way, start=1):
        if isinstance(values, dict) and key in values:
            path.append(key)
            values = values[key]
        elif isinstance(values, list) and isinstance(key, int):
            path.append(key)
            values = values[key] if key < len(values) else None
        elif number == len(way) and error["type"] in ("missing", "extra_forbidden"):
            path.append(key)
        elif key != "[key]":
            union = tuple(path)
    return tuple(path), union


def _text(error: Any, path: Path, schema: type[BaseModel]) -> str:
    name = place_in_words(path)
    if error["type"] == "extra_forbidden":
        names = _names(schema, path[:-1])
        meant = nearest(str(path[-1]), names)
        cure = f"did you mean {meant}?" if meant else f"remove it, or {one_of(None, names)}" if names else "remove it"
        return f"unknown field {name!r}: {cure}"
    if error["type"] == "missing" and isinstance(path[-1], int):
        return f"{place_in_words(path[:-1])}: entry {path[-1] + 1} is missing: add it"
    if error["type"] == "missing":
        return f"{name} is missing: add it"
    message = wanted(error)
    return f"{name}: {message[0].lower() + message[1:]}"


def wanted(error: Any) -> str:
    """What to give in place of a wrong value, by pydantic's error of it: `give a whole number`."""
    kind, limits = error["type"], error.get("ctx", {})
    if kind in TYPES:
        return GIVE + TYPES[kind]
    if kind in LIMITS:
        return GIVE + LIMITS[kind].format_map(limits)
    if kind in ("too_long", "too_short"):
        limit = f"at most {limits['max_length']}" if kind == "too_long" else f"at least {limits['min_length']}"
        return f"{GIVE}{limit} entries, not {limits['actual_length']}"
    return str(limits["error"]) if kind == "value_error" else str(error["msg"])


def _together(texts: Sequence[str]) -> Iterator[str]:
    """What is said of one value, in one sentence if all of it says what belongs there."""
    heads = {text.partition(GIVE)[0] for text in texts}
    if len(heads) == 1 and all(GIVE in text for text in texts):
        kinds = dict.fromkeys(text.partition(GIVE)[2] for text in texts)
        yield heads.pop() + GIVE + ", or ".join(kinds)
    else:
        yield from texts


def _names(kind: Any, path: Path) -> list[str]:
    """The names of the fields at that place of a schema; [] where it has none."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        fields = {field.alias or name: field for name, field in kind.model_fields.items()}
        if not path:
            return list(fields)
        field = fields.get(str(path[0]))
        return [] if field is None else _names(field.annotation, path[1:])
    rest = path[1:] if path and get_args(kind) and isinstance(path[0], int) else path
    return next((names for inner in get_args(kind) if (names := _names(inner, rest))), [])
