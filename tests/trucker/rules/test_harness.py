"""The harness itself: it must notice dice that are missing or left over, and ships that may not fly."""

from __future__ import annotations

import pytest

from analyzer import AnalyzerError
from tests.trucker.rules.ships import SEALED
from tests.trucker.scripted import alone, meteors, ship


def test_harness_notices_missing_roll() -> None:
    with pytest.raises(AnalyzerError, match="no roll 1"):
        alone(SEALED, (meteors("small-front small-front"), [7]))


def test_harness_notices_unused_roll() -> None:
    with pytest.raises(AssertionError, match="nobody asked"):
        alone(SEALED, (meteors("small-front"), [7, 7]))


def test_harness_notices_flawed_ship() -> None:
    with pytest.raises(AssertionError, match="cannon_blocked"):
        ship("6/7 CN3000v; 7/7 SC")


def test_harness_fills_in_connectors() -> None:
    parts = ship("6/7 CN^; 7/6 H2 SC3333 H20002; 8/6 ST1000", legal=False).components
    assert parts[6, 7].connectors == (0, 0, 3, 0)
    assert parts[7, 6].connectors == (0, 3, 1, 0)
    assert parts[7, 8].connectors == (0, 0, 0, 2)
