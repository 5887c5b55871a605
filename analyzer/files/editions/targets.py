"""Targets of a balance report, as `edition.yaml` writes them: `at most 5`, `at least 80%`, `80 to 95%`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import inf

from analyzer.errors import AnalyzerError, one_of

TARGET = re.compile(r"(?:at (?P<bound>most|least) (?P<one>-?\d+(?:\.\d+)?)|(?P<low>-?\d+(?:\.\d+)?) to "
                    r"(?P<high>-?\d+(?:\.\d+)?))(?P<percent>%?)")  # fmt: skip
"""Form of a target in `edition.yaml`."""
WIN_TARGETS = {"first_player": "-5 to 5", "captain": "at most 5", "skill": "at least 10%"}
"""Default targets: for `first_player` and `captain`, percentage points of wins above an even share; for `skill`, the
share of captains in the variance of who wins."""


def ranges_of(written: Mapping[str, str], usual: Mapping[str, str]) -> dict[str, tuple[str, float, float]]:
    """Return all targets by name: words, smallest and largest number. A percentage is a share from 0 to 1.

    Args:
        written: targets that the edition names.
        usual: the default targets, for those that it does not name.

    Raises:
        AnalyzerError: for a target that does not exist, cannot be read, is in another unit than the default one, or
            that no number meets.
    """
    ranges = {}
    for name, words in {**usual, **written}.items():
        if name not in usual:
            raise AnalyzerError(f"targets: {name[:40]!r}: {one_of(name, usual)}")
        found, example = TARGET.fullmatch(words.strip()), usual[name]
        if not found:
            raise AnalyzerError(f"targets: {name}: {words[:40]!r}: write e.g. at most 5, at least 80% or 80 to 95%")
        if bool(found["percent"]) != example.endswith("%"):
            cure = "write it as a share, with %" if example.endswith("%") else "write it as a number, without %"
            raise AnalyzerError(f"targets: {name}: {words[:40]!r}: {cure}, e.g. {example}")
        one, scale = found["one"], 100 if found["percent"] else 1
        low = -inf if found["bound"] == "most" else float(one or found["low"]) / scale
        high = inf if found["bound"] == "least" else float(one or found["high"]) / scale
        if low > high:
            raise AnalyzerError(f"targets: {name}: {words[:40]!r}: no number fits: write the smaller end first")
        if found["percent"] and (low > 1 or high < 0):
            raise AnalyzerError(f"targets: {name}: {words[:40]!r}: no share fits: a share is from 0 to 100%")
        ranges[name] = words.strip(), low, high
    return ranges
