"""Everyday YAML, read in one pass: fields, lists, brackets, words, numbers, quotes on one line, texts after a `|`.

Most files contain nothing else. Other features of YAML, and possible faults, are left to a complete reader: `read`
returns None then. It never reads anything differently from the complete reader. Every value has its line.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

DEEPEST = 20
"""Maximum depth of values within values."""


class Fields(dict[Any, Any]):
    """Mapping whose attribute `lines` holds the line of each key, from 0."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[Any, int] = {}


class Items(list[Any]):
    """List whose attribute `lines` holds the line of each item, from 0."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


def read(text: str) -> Fields | None:
    """Return the mapping in a text, or None if it is not everyday YAML."""
    if STRANGE.search(text):
        return None
    try:
        return _Reader(text).document()
    except Other:
        return None


def last_everyday_line(text: str) -> int:
    """Return the line (from 1) at which reading ends in a text that is not everyday YAML."""
    if strange := STRANGE.search(text):
        return text.count("\n", 0, strange.start()) + 1
    reader = _Reader(text)
    with suppress(Other):
        reader.document()
    return min(reader.at + 1, len(reader.lines))


class Other(Exception):
    """Exception for text that is not everyday YAML."""


STRANGE = re.compile(r"[^\n\x20-\x7e\u00a1-\u1fff\u2030-\ud7ff\uf900-\ufdff]")
"""Characters outside everyday YAML: tabs, carriage returns, other line ends, and anything but letters and signs."""
BLANK = re.compile(r" *(#|$)")
FIELD = re.compile(r"([A-Za-z_][A-Za-z0-9_.-]*|[0-9]{1,9}):(?: +|$)")
ITEM = re.compile(r"-(?: +|$)")
REST = re.compile(r" *$| +#")
"""Characters allowed behind a value."""
TEXT = re.compile(r"\|([1-9]?)(?: *$| +#)")
QUOTED = re.compile(r"\"([^\"\\]*)\"|'([^']*)'")
PLAIN = re.compile(r"(?! )[^#:]*[^#: ]")
"""Unquoted value outside brackets."""
INSIDE = re.compile(r"[A-Za-z0-9_.\u00a1-\uffff+-](?:[^][{},:#\"'?&*!|>%@` ]| +(?=[A-Za-z0-9_.\u00a1-\uffff(+-]))*")
"""Unquoted value inside brackets."""
WORD = re.compile(r"[A-Za-z_\u00a1-\uffff]|\.\.?/")
WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
SAID = {
    **dict.fromkeys(("null", "Null", "NULL", "~"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
"""YAML literals: null, true, false."""


def _scalar(word: str) -> Any:
    """Return the value of an unquoted word."""
    if word in SAID:
        return SAID[word]
    if WORD.match(word):
        return word
    if WHOLE.fullmatch(word):
        return int(word)
    if DECIMAL.fullmatch(word):
        return float(word)
    raise Other


class _Reader:
    """Reader of a text line by line; `at` is the number of the current line, from 0."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0

    def document(self) -> Fields:
        """Return the mapping of the whole text."""
        if self._indent() != 0 or not FIELD.match(self.lines[self.at]):
            raise Other
        fields = self._fields(0, 0)
        if self._indent() >= 0:
            raise Other
        return fields

    def _indent(self) -> int:
        """Move to the next line with content and return its indentation, or -1 at the end."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not BLANK.match(line):
                return len(line) - len(line.lstrip(" "))
            self.at += 1
        return -1

    def _block(self, indent: int, depth: int) -> Any:
        """Return the mapping or list that begins at this line."""
        if depth > DEEPEST:
            raise Other
        return (self._items if ITEM.match(self.lines[self.at], indent) else self._fields)(indent, depth)

    def _fields(self, indent: int, depth: int) -> Fields:
        fields = Fields()
        while self._indent() == indent:
            line = self.lines[self.at]
            match = FIELD.match(line, indent)
            if match is None:
                raise Other
            key = _scalar(match[1])
            if key in fields or not isinstance(key, str | int) or isinstance(key, bool):
                raise Other
            fields.lines[key] = self.at
            if BLANK.match(line, match.end()):
                self.at += 1
                below = self._indent()
                as_list = below == indent and ITEM.match(self.lines[self.at], indent)
                fields[key] = self._block(below, depth + 1) if below > indent or as_list else None
            else:
                fields[key] = self._value(match.end(), indent, depth)
        if self._indent() > indent:
            raise Other
        return fields

    def _items(self, indent: int, depth: int) -> Items:
        items = Items()
        while self._indent() == indent:
            line = self.lines[self.at]
            match = ITEM.match(line, indent)
            if match is None:
                break
            start = match.end()
            if BLANK.match(line, start):
                dash = self.at
                self.at += 1
                below = self._indent()
                items.lines.append(self.at if below > indent else dash)
                items.append(self._block(below, depth + 1) if below > indent else None)
                continue
            items.lines.append(self.at)
            if FIELD.match(line, start) or ITEM.match(line, start):
                # `- field: value` begins a block of its own: blank out the dash and read on.
                self.lines[self.at] = " " * start + line[start:]
                items.append(self._block(start, depth + 1))
            else:
                items.append(self._value(start, indent, depth))
        if self._indent() > indent:
            raise Other
        return items

    def _value(self, start: int, indent: int, depth: int) -> Any:
        """Return the value behind a name or a dash, up to the end of its line; a text goes on below."""
        line = self.lines[self.at]
        first = line[start]
        if first == "|":
            return self._text(start, indent)
        if first in "[{":
            value, end = self._flow(line, start, depth + 1)
        elif quoted := QUOTED.match(line, start):
            value, end = quoted[1] or quoted[2] or "", quoted.end()
        elif plain := PLAIN.match(line, start):
            value, end = _scalar(plain[0].rstrip(" ")), plain.end()
        else:
            raise Other
        if not REST.match(line, end):
            raise Other
        self.at += 1
        if self._indent() > indent:
            raise Other
        return value

    def _flow(self, line: str, start: int, depth: int) -> tuple[Any, int]:
        """Return the value in brackets, and the column behind it."""
        if depth > DEEPEST:
            raise Other
        if line[start] == "[":
            return self._flow_items(line, start, depth)
        return self._flow_fields(line, start, depth)

    def _flow_items(self, line: str, start: int, depth: int) -> tuple[Items, int]:
        items = Items()
        at = _skip(line, start + 1)
        if line[at] == "]":
            return items, at + 1
        while True:
            value, at = self._flow_value(line, at, depth)
            items.append(value)
            items.lines.append(self.at)
            if line[at] == "]":
                return items, at + 1
            at = _next(line, at)

    def _flow_fields(self, line: str, start: int, depth: int) -> tuple[Fields, int]:
        fields = Fields()
        at = _skip(line, start + 1)
        if line[at] == "}":
            return fields, at + 1
        while True:
            match = FIELD.match(line, at)
            key = _scalar(match[1]) if match is not None else None
            if match is None or key in fields or not isinstance(key, str | int) or isinstance(key, bool):
                raise Other
            fields[key], at = self._flow_value(line, _skip(line, match.end()), depth)
            fields.lines[key] = self.at
            if line[at] == "}":
                return fields, at + 1
            at = _next(line, at)

    def _flow_value(self, line: str, at: int, depth: int) -> tuple[Any, int]:
        """Return a value inside brackets, and the column of the comma or bracket behind it."""
        if line[at] in "[{":
            value, end = self._flow(line, at, depth + 1)
        elif quoted := QUOTED.match(line, at):
            value, end = quoted[1] or quoted[2] or "", quoted.end()
        elif inside := INSIDE.match(line, at):
            value, end = _scalar(inside[0]), inside.end()
        else:
            raise Other
        return value, _skip(line, end)

    def _text(self, start: int, indent: int) -> str:
        """Return the lines behind a `|`, as far as they are indented; only blank lines may follow."""
        match = TEXT.match(self.lines[self.at], start)
        if match is None:
            raise Other
        self.at += 1
        said = self.lines[self.at] if self.at < len(self.lines) else ""
        margin = indent + int(match[1]) if match[1] else len(said) - len(said.lstrip(" "))
        if margin <= indent:
            raise Other
        texts = []
        while self.at < len(self.lines) and self.lines[self.at].strip(" "):
            line = self.lines[self.at]
            if line[:margin].strip(" "):
                break
            texts.append(line[margin:])
            self.at += 1
        end = self.at
        if not texts or self._indent() > indent or any(line.startswith(" ") for line in self.lines[end : self.at]):
            raise Other
        return "\n".join(texts) + "\n" * (end < len(self.lines))


def _skip(line: str, at: int) -> int:
    """Return the column of the next character that is no space; brackets that go on below are not everyday YAML."""
    while line[at : at + 1] == " ":
        at += 1
    if at >= len(line):
        raise Other
    return at


def _next(line: str, at: int) -> int:
    """Return the column of the next value behind a comma."""
    if line[at] != ",":
        raise Other
    return _skip(line, at + 1)
