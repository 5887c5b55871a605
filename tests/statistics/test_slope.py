"""The slope of a line through groups: against least squares and White's variance over single values."""

from __future__ import annotations

import numpy as np
import pytest

from tests.doors.statistics import Moments, difference_of_means, slope


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
