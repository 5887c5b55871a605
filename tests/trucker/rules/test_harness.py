"""The harness itself: it must notice dice that are missing or left over, and ships that may not fly."""

from __future__ import annotations

import pytest

from analyzer.errors import AnalyzerError
from tests.trucker.rules.ships import SEALED
from tests.trucker.scripted import alone, meteors, ship


def test_a_roll_that_is_missing_is_noticed() -> None:
    with pytest.raises(AnalyzerError, match="no roll 1"):
        alone(SEALED, (meteors("small-front small-front"), [7]))


def test_a_roll_that_is_left_over_is_noticed() -> None:
    with pytest.raises(AssertionError, match="nobody asked"):
        alone(SEALED, (meteors("small-front"), [7, 7]))


def test_a_flawed_ship_is_noticed() -> None:
    with pytest.raises(AssertionError, match="cannon_blocked"):
        ship("6/7 CN3000v; 7/7 SC")


def test_connectors_that_are_left_out_are_filled_in() -> None:
    parts = ship("6/7 CN^; 7/6 H2 SC3333 H20002; 8/6 ST1000", legal=False).components
    assert parts[6, 7].connectors == (0, 0, 3, 0)
    assert parts[7, 6].connectors == (0, 3, 1, 0)
    assert parts[7, 8].connectors == (0, 0, 0, 2)
