"""Turns counted out by the engine against the twin, who flies every order of the sector and throws every die."""

from __future__ import annotations

import pytest

from tests.starship.engine.brute_force import DONE, exact_differs
from tests.starship.twin.table import COUNTS

POSITIONS = 10


@pytest.mark.parametrize("number", range(POSITIONS))
def test_exact_turns_are_every_order_and_every_throw(number: int) -> None:
    assert not exact_differs(number)


def test_counts_are_all_told() -> None:
    assert set(COUNTS) == {*DONE, "adventures_done"}
