"""Means, shares, their differences and a slope: intervals that were published, or follow from a formula by hand."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from tests.doors.statistics import MeanWithError, Moments, difference_of_means, difference_of_shares, slope

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


def groups_of(numbers: np.ndarray, values: np.ndarray) -> dict[int, Moments]:
    return {int(number): Moments.of(values[numbers == number]) for number in np.unique(numbers)}


def test_slope_equals_least_squares() -> None:
    """The interval uses White's variance."""
    generator = np.random.default_rng(3)
    numbers = generator.integers(0, 4, 500)
    values = np.rint(5 - 2 * numbers + generator.normal(0, 1 + numbers)).astype(np.int64)
    design = np.column_stack([np.ones(500), numbers])
    inverse = np.linalg.inv(design.T @ design)
    line = inverse @ design.T @ values
    residuals = values - design @ line
    error = np.sqrt((inverse @ (design.T * residuals**2) @ design @ inverse)[1, 1] * 500 / 498)
    mean, low, high = slope(groups_of(numbers, values))
    assert mean == pytest.approx(line[1])
    assert (low, high) == pytest.approx((line[1] - 1.959964 * error, line[1] + 1.959964 * error))


def test_two_groups_give_mean_difference() -> None:
    generator = np.random.default_rng(4)
    numbers, values = generator.integers(0, 2, 2000), generator.integers(0, 50, 2000)
    groups = groups_of(numbers, values)
    assert slope(groups) == pytest.approx(difference_of_means(groups[1], groups[0]), rel=1e-3)


def test_one_group_has_no_slope() -> None:
    assert slope({0: Moments(0, 0, 0), 2: Moments(5, 10, 30)}) is None


def test_two_values_leave_interval_open() -> None:
    assert slope({0: Moments(1, 1, 1), 1: Moments(1, 4, 16)}) == (3, -np.inf, np.inf)


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
