"""What a failed comparison tells: the places that differ, not two whole values."""

from __future__ import annotations

from dataclasses import replace

import analyzer
from tests.conftest import pytest_assertrepr_compare
from tests.facts import differences

MILE = analyzer.load_ship("ships/2007/I/first-mile.yaml")
BARE = replace(MILE, components={square: part for square, part in MILE.components.items() if square != (5, 7)})


def test_differences_name_every_place() -> None:
    one, other = {"a": [1, 2], "b": 3.0, "c": 4}, {"a": [1, 5, 6], "b": 3}
    assert differences(one, other) == [
        "/a/1: engine 2, twin 5", "/a/2: engine missing, twin 6", "/b: engine 3.0, twin 3", "/c: engine 4, twin missing"
    ]  # fmt: skip
    assert differences(MILE, replace(MILE)) == []


def test_failed_comparison_names_the_square() -> None:
    told = pytest_assertrepr_compare("==", MILE, BARE)
    assert told is not None
    assert told[0] == "two of Layout, which differ at 1 places"
    assert told[1].startswith("/components/(5, 7): is ")
    assert sum(map(len, told)) < 500
