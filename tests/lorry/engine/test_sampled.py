"""Sampled games alone are spread as the twin says who rolls all dice (tests/proofs/lorry.py, on less)."""

from __future__ import annotations

import pytest

from tests.proofs.lorry import PLAY, p_value


@pytest.mark.parametrize("captain", PLAY)
@pytest.mark.parametrize("number", [5])
def test_sampled_games_fit_exact_distribution(number: int, captain: str) -> None:
    assert p_value(number, captain, 300) > 1e-4
