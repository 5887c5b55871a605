"""Rules of the user's own, forgotten after a test: a process knows a kind of card by one rule alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import analyzer
from tests.places import ROOT
from tests.trucker.files.broken_rules import forgotten

OUTPOSTS = ROOT / "ships" / "own-edition" / "outposts"
KITE = ROOT / "ships" / "2007" / "II" / "tin-kite.yaml"
NAMES = ("minefield", "repair_dock", "toll")


@pytest.fixture
def no_rules() -> Iterator[None]:
    """No rules are known but those of the product; what a test names is forgotten after it."""
    with forgotten():
        yield


@pytest.fixture
def outposts(no_rules: None) -> None:
    """The three examples are named."""
    for name in NAMES:
        assert analyzer.load_rules(OUTPOSTS / f"{name}.py") == (name,)
