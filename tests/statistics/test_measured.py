"""Means and shares that add up: intervals that were published, or follow from a formula by hand."""

from __future__ import annotations

import numpy as np
import pytest

from tests.doors.statistics import MeanWithError

Z = 1.959964


def share(hits: int, n: int) -> MeanWithError:
    return MeanWithError.of(np.arange(n) < hits, is_chance=True)


def test_sure_share_keeps_an_interval() -> None:
    """Wilson's lower end for n of n is n / (n + z²)."""
    assert share(10, 10).estimate() == pytest.approx((1, 10 / (10 + Z**2), 1))
    assert share(0, 10).estimate() == pytest.approx((0, 0, Z**2 / (10 + Z**2)))


def test_share_difference_matches_newcombe() -> None:
    """R. G. Newcombe, "Interval estimation for the difference between independent proportions", 1998: example a of
    table II, 56 of 70 against 48 of 80 by method 10."""
    assert share(56, 70).minus(share(48, 80)).estimate() == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert share(48, 80).minus(share(56, 70)).estimate() == pytest.approx((-0.2, -0.3339, -0.0524), abs=5e-5)


def test_exact_value_only_shifts_interval() -> None:
    assert MeanWithError(1.0).minus(share(10, 10)).estimate() == pytest.approx((0, 0, 1 - 10 / (10 + Z**2)))


def test_means_add_their_squared_errors() -> None:
    total = MeanWithError.total([MeanWithError(1, 0.3), MeanWithError(2, 0.4)])
    assert total.estimate() == pytest.approx((3, 3 - 0.5 * Z, 3 + 0.5 * Z))


def test_paired_share_difference_keeps_width() -> None:
    """Adjusted Wald: (0 + 1) and (0 + 1) of n + 2 trials."""
    half = Z * (2 / 12 / 12) ** 0.5
    never = MeanWithError.of_differences(*np.zeros((2, 10), np.int64), is_chance=True)
    assert never.estimate() == pytest.approx((0, -half, half))
