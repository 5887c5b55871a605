"""Lines of a save file: JSON objects, each with a checksum of its own as the last field."""

from __future__ import annotations

import json
from typing import Any
from zlib import crc32

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Tally

MAGIC = '{"analyzer_save":'
FORMAT = 1
CHECK = ',"check":"'
TAIL = len(CHECK) + 8 + len('"}')


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


def block_line(run: int, first: int, tally: Tally) -> bytes:
    """The line of one finished block of a run."""
    subjects = [{name: [one.lowest, one.tally.tolist()] for name, one in each.items()} for each in tally.subjects]
    return sealed({"run": run, "first": first, "trials": tally.trials, "subjects": subjects})


def read_header(line: bytes, where: str) -> dict[str, Any]:
    """The identity in the first line; raises AnalyzerError for files that are no save files, or newer ones."""
    if not line.startswith(MAGIC.encode()):
        raise AnalyzerError(f"{where}: is no save file of analyzer: name another file")
    try:
        fields = opened(line)
    except ValueError:
        raise AnalyzerError(
            f"{where}, line 1: damaged, and nothing can be read without it: name another file"
        ) from None
    if fields["analyzer_save"] != FORMAT:
        raise AnalyzerError(f"{where}: is a save file of another version of analyzer: name another file")
    identity: dict[str, Any] = fields["identity"]
    return identity


def read_block(line: bytes) -> tuple[int, int, Tally]:
    """Run, first trial and tally in a line; raises ValueError for a damaged one."""
    fields = opened(line)
    try:
        subjects = tuple(
            {name: Histogram(lowest, np.array(tally, np.int64)) for name, (lowest, tally) in each.items()}
            for each in fields["subjects"]
        )
        run, first, trials = int(fields["run"]), int(fields["first"]), int(fields["trials"])
        counted = {histogram.n for each in subjects for histogram in each.values()}
    except (KeyError, TypeError, AttributeError, OverflowError):
        raise ValueError("fields are missing") from None
    if counted != {trials} or trials < 1:
        raise ValueError("its histograms do not hold as many trials as it says")
    return run, first, Tally(subjects)
