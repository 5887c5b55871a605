"""Lines of a save file: JSON objects, each with a checksum of its own as the last field.

Every line below the header names the checksum of the header and its own number: none of another file, and none in
another place, is taken for it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from analyzer.errors import AnalyzerError, Fault
from analyzer.world import Summand

MAGIC = '{"analyzer_save":'
FORMAT = 4
CHECK = ',"check":"'
TAIL = len(CHECK) + 8 + len('"}')


class Torn(ValueError):
    """A line whose checksum does not fit."""


@dataclass(frozen=True)
class Line:
    """What was counted of one finished block of a run, still in plain types."""

    run: int
    first: int
    plain: dict[str, Any]


def sealed(fields: dict[str, Any]) -> bytes:
    """The line of those fields, in their order, with its checksum and its end."""
    text = json.dumps(fields, separators=(",", ":"), ensure_ascii=True)[:-1]
    return f'{text}{CHECK}{crc32(text.encode()):08x}"}}\n'.encode()


def opened(line: bytes) -> dict[str, Any]:
    """The fields of a line; raises Torn for one that is torn or damaged."""
    text = line[: -TAIL - 1]
    if line != text + f'{CHECK}{crc32(text):08x}"}}\n'.encode():
        raise Torn("its checksum does not fit")
    fields = json.loads(line)
    if not isinstance(fields, dict):
        raise ValueError("it is no object")
    return fields


def sealed_below(head: str, number: int, fields: dict[str, Any]) -> bytes:
    """Line `number` of a file whose header has the checksum `head`."""
    return sealed({"header": head, "line": number, **fields})


def opened_below(head: str, number: int, line: bytes) -> dict[str, Any]:
    """The fields of line `number` below that header; raises Torn for one that is torn, ValueError for another line."""
    fields = opened(line)
    if fields.pop("header", None) != head:
        raise ValueError("it belongs to another file")
    if (place := fields.pop("line")) != number:
        raise ValueError(f"it was line {place} of this file")
    return fields


def header(identity: dict[str, Any]) -> bytes:
    """The first line of a save file."""
    return sealed({"analyzer_save": FORMAT, "identity": identity})


def block_line(head: str, number: int, run: int, first: int, counted: Summand) -> bytes:
    """The line of one finished block of a run, line `number` below that header."""
    return sealed_below(head, number, {"run": run, "first": first, **counted.plain()})


def read_header(line: bytes, where: str) -> tuple[dict[str, Any], str]:
    """The identity in the first line, and its checksum.

    Raises AnalyzerError for files that are no save files, or of another version.
    """
    if not line.startswith(MAGIC.encode()):
        raise AnalyzerError(f"{where}: is no save file of analyzer: name another file")
    try:
        fields = opened(line)
    except ValueError:
        fault = Fault("damaged, and nothing can be read without it: name another file", where, 1)
        raise AnalyzerError(fault) from None
    if fields["analyzer_save"] != FORMAT:
        raise AnalyzerError(f"{where}: is a save file of another version of analyzer: name another file")
    return fields["identity"], fields["check"]


def read_block(head: str, number: int, line: bytes) -> Line:
    """What a line holds; raises Torn and ValueError as `opened_below` does."""
    fields = opened_below(head, number, line)
    try:
        return Line(int(fields.pop("run")), int(fields.pop("first")), fields)
    except (KeyError, TypeError, AttributeError, OverflowError):
        raise ValueError("fields are missing") from None
