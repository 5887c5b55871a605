"""Groups of trials that have nothing in common: the difference of their means and of their shares."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from tests.doors.statistics import Moments, difference_of_means, difference_of_shares


def test_mean_difference_interval_covers():
    """Whole numbers of known means, many times: about 95 of 100 intervals hold the difference."""
    random = np.random.default_rng(1)
    held = 0
    for _ in range(1000):
        few, many = random.poisson(3, 40), random.poisson(5, 90)
        _, low, high = difference_of_means(Moments.of(few), Moments.of(many))
        held += low <= -2 <= high
    assert 925 <= held <= 972


def test_share_difference_matches_published_interval():
    """Newcombe 1998, table II, example (a) by method 10: 56 of 70 against 48 of 80 gives 0.0524 to 0.3339."""
    assert difference_of_shares(56, 70, 48, 80) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_equal_sure_shares_keep_interval():
    assert difference_of_shares(100, 100, 50, 50).low < 0 < difference_of_shares(100, 100, 50, 50).high


def test_few_values_have_no_interval():
    assert difference_of_means(Moments(1, 3, 9), Moments(5, 5, 5)) == (2, -inf, inf)
    assert difference_of_means(Moments(3, 3, 3), Moments(5, 10, 20)) == (-1, -1, -1)
