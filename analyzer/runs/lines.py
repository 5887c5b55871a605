"""Lines of a save file: JSON objects, each with a checksum of its own as the last field."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from analyzer.errors import AnalyzerError, Fault
from analyzer.world import Summand

MAGIC = '{"analyzer_save":'
FORMAT = 2
CHECK = ',"check":"'
TAIL = len(CHECK) + 8 + len('"}')


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
    """The fields of a line; raises ValueError for one that is torn or damaged."""
    text = line[: -TAIL - 1]
    if line != text + f'{CHECK}{crc32(text):08x}"}}\n'.encode():
        raise ValueError("its checksum does not fit")
    fields = json.loads(line)
    if not isinstance(fields, dict):
        raise ValueError("it is no object")
    return fields


def header(identity: dict[str, Any]) -> bytes:
    """The first line of a save file."""
    return sealed({"analyzer_save": FORMAT, "identity": identity})


def block_line(run: int, first: int, counted: Summand) -> bytes:
    """The line of one finished block of a run."""
    return sealed({"run": run, "first": first, **counted.plain()})


def read_header(line: bytes, where: str) -> dict[str, Any]:
    """The identity in the first line; raises AnalyzerError for files that are no save files, or of another version."""
    if not line.startswith(MAGIC.encode()):
        raise AnalyzerError(f"{where}: is no save file of analyzer: name another file")
    try:
        fields = opened(line)
    except ValueError:
        fault = Fault("damaged, and nothing can be read without it: name another file", where, 1)
        raise AnalyzerError(fault) from None
    if fields["analyzer_save"] != FORMAT:
        raise AnalyzerError(f"{where}: is a save file of another version of analyzer: name another file")
    identity: dict[str, Any] = fields["identity"]
    return identity


def read_block(line: bytes) -> Line:
    """What a line holds; raises ValueError for a damaged one."""
    fields = opened(line)
    try:
        return Line(int(fields.pop("run")), int(fields.pop("first")), fields)
    except (KeyError, TypeError, AttributeError, OverflowError):
        raise ValueError("fields are missing") from None
