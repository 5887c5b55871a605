"""Faults in files, with their places and cures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, get_args

from pydantic import BaseModel

from analyzer.errors import Fault, nearest, one_of
from analyzer.files.yamltree import Fields

Path = tuple[str | int, ...]
"""Path from the top of a file's data to a value: names of fields, and indices of list entries or lines of a text."""


class PlacedFlaw(Protocol):
    """Protocol of flaws that know their place in a file; games have classes of their own."""

    @property
    def path(self) -> Path:
        """Place of the flaw."""

    @property
    def text(self) -> str:
        """Description of the flaw and its cure."""


class Flaw(NamedTuple):
    """Flaw at a place in a file.

    Args:
        path: place of the flaw.
        text: what is wrong, and what would be right.
        square: row and column in a drawing of a ship, or None.
    """

    path: Path
    text: str
    square: tuple[int, int] | None = None


def in_file(flaws: Iterable[PlacedFlaw], data: Any, where: str) -> list[Fault]:
    """Return flaws as faults of a file, each once, with its line.

    Faults of data that come from no file name fields in place of lines.

    Args:
        flaws: the flaws.
        data: content of the file as it was read, or other data.
        where: name of the file.
    """
    faults = []
    for one in flaws:
        text = one.text if isinstance(data, Fields) else _with_place(one.path, one.text)
        square = one.square if isinstance(one, Flaw) else None
        faults.append(Fault(text, where, line_of(data, one.path), square))
    return list(dict.fromkeys(faults))


def _with_place(path: Path, text: str) -> str:
    """Return the text of a flaw with its place in front, without repeating a part of the place that begins the text."""
    place = place_in_words(path)
    if repr(place) in text:
        return text
    known = next((end for end in map(place_in_words, (path[n:] for n in range(len(path)))) if text.startswith(end)), "")
    return place + (text[len(known) :] if known else f": {text}" if place else text)


def place_in_words(path: Path) -> str:
    """Return a place in words, with entries counted from 1.

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


def by_line(faults: Iterable[Fault]) -> list[Fault]:
    """Return each fault once, sorted by line; faults without a line come first."""
    return sorted(dict.fromkeys(faults), key=lambda fault: fault.line or 0)


def line_of(data: Any, path: Path) -> int | None:
    """Return the line (from 1) of the value at a path, or of the nearest known value above it.

    The result is None for plain data that were not read from a file.
    """
    if not isinstance(data, Fields):
        return None
    line = 0
    for key in path:
        if isinstance(data, str) and isinstance(key, int):
            return line + 1 + key + 1  # a text begins below its field
        try:
            name = _as_read(data, key)
            line = data.lines[name]
            data = data[name]
        except (KeyError, IndexError, AttributeError, TypeError):
            break
    return line + 1


def _as_read(data: Any, key: str | int) -> str | int:
    """Return a field's name as it is in the file's data, where YAML may have read a number instead of a word."""
    is_number = isinstance(data, dict) and isinstance(key, str) and key.isdecimal() and key not in data
    return int(key) if is_number else key


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
"""Expected value in words, by pydantic's type of error."""
LIMITS = {
    "greater_than_equal": "{ge:g} or more",
    "greater_than": "more than {gt:g}",
    "less_than_equal": "at most {le:g}",
    "less_than": "less than {lt:g}",
    "literal_error": "{expected}",
}
"""Expected value in words, by pydantic's type of error, filled from the context of the error."""
GIVE = "give "


def schema_flaws(schema: type[BaseModel], errors: Sequence[Any], values: Any) -> list[Flaw]:
    """Return the flaws that pydantic's errors stand for, in the errors' order.

    A field that allows several types has an error for each of them. These become one flaw. If the value is a list or a
    mapping, only the errors inside it become flaws.
    """
    places = [_place(error, values) for error in errors]
    flaws: dict[Path, list[str]] = {}
    for error, (path, union) in zip(errors, places, strict=True):
        deeper = any(other == union and len(there) > len(union or ()) for there, other in places)
        if union is None or len(path) > len(union) or not deeper:
            flaws.setdefault(path, []).append(_text(error, path, schema))
    return [Flaw(path, text) for path, texts in flaws.items() for text in _together(texts)]


def _place(error: Any, values: Any) -> tuple[Path, Path | None]:
    """Return the place of an error, and that of the innermost union (a field of several types) around it, or None."""
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
        # pydantic puts names of a union's members into the way; the values have no such keys.
        elif key != "[key]":
            union = tuple(path)
    return tuple(path), union


def _text(error: Any, path: Path, schema: type[BaseModel]) -> str:
    """Return the text of a flaw: what is wrong at a place, and what to give instead."""
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
    message = cure_of_error(error)
    return f"{name}: {message[0].lower() + message[1:]}"


def cure_of_error(error: Any) -> str:
    """Return from pydantic's error what the user should give instead of the wrong value, e.g. `give a whole number`."""
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
    """Yield the messages about one value; they become one sentence if each says what to give instead."""
    heads = {text.partition(GIVE)[0] for text in texts}
    if len(heads) == 1 and all(GIVE in text for text in texts):
        kinds = dict.fromkeys(text.partition(GIVE)[2] for text in texts)
        yield heads.pop() + GIVE + ", or ".join(kinds)
    else:
        yield from texts


def _names(kind: Any, path: Path) -> list[str]:
    """Return the names of the fields at a place in a schema; [] if it has none."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        fields = {field.alias or name: field for name, field in kind.model_fields.items()}
        if not path:
            return list(fields)
        field = fields.get(str(path[0]))
        return [] if field is None else _names(field.annotation, path[1:])
    rest = path[1:] if path and get_args(kind) and isinstance(path[0], int) else path
    return next((names for inner in get_args(kind) if (names := _names(inner, rest))), [])
