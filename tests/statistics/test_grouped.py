"""Corrected means of groups of trials: exact sums, and a regression by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from analyzer import Estimate
from tests.doors.statistics import GroupedSums, Law, Moments, difference_of_means

TRIALS = 5_000
HEADS = Law(np.array([1, 3.5]), np.diag([0, 35 / 12]))
"""Of coin and die, where the coin shows 1."""


@dataclass(frozen=True)
class CoinAndDie:
    """A coin that sorts trials, and a die."""

    columns: tuple[str, ...] = ()
    words: str = "coin and die"
    largest: int = 6
    own: int = 1

    @property
    def law(self) -> Law:
        return Law(np.array([0.5, 3.5]), None)

    def draws(self, first: int, trials: int) -> np.ndarray:
        random = np.random.default_rng(7)
        rows = random.integers(0, 2, TRIALS), random.integers(1, 7, TRIALS)
        return np.array(rows).T[None, first : first + trials].astype(np.uint8)

    def fill(self, draws: np.ndarray, out: np.ndarray) -> None:
        out[:] = draws[0].T


COIN, DIE = CoinAndDie().draws(0, TRIALS)[0].T.astype(np.int64)
POINTS = 5 * COIN + 2 * DIE + np.random.default_rng(9).integers(-3, 4, TRIALS) * (1 + COIN)


def sums(begin: int, end: int) -> GroupedSums:
    every, draws = np.ones((1, end - begin), np.int64), CoinAndDie().draws(begin, end - begin)
    return GroupedSums.of(POINTS[None, begin:end], every, draws, CoinAndDie(), int(POINTS.max()))


def test_grouped_sums_are_exact():
    whole = sums(0, TRIALS)
    one = np.ones(TRIALS, np.int64)
    by_hand = [[[(v * g * c).sum() for c in (one, COIN, DIE)] for g in (COIN, one)] for v in (one, POINTS)]
    assert whole.products.tolist() == by_hand
    assert whole.squares.tolist() == [[(a * b).sum() for b in (COIN, DIE)] for a in (COIN, DIE)]
    added = sums(2049, TRIALS) + (sums(1, 2049) + sums(0, 1))
    assert added.plain() == whole.plain() == GroupedSums.of_plain(whole.plain()).plain()
    with pytest.raises(ValueError, match="not as many"):
        GroupedSums.of_plain(whole.plain() | {"squares": [[1]]})


def test_group_is_corrected_by_own_law():
    """Least squares over all trials; the variance is the group's own, less what the die explains by its known one."""
    heads = POINTS[COIN == 1]
    slopes = np.linalg.lstsq(np.column_stack([np.ones(TRIALS), COIN, DIE]), POINTS, rcond=None)[0]
    corrected = sums(0, TRIALS).corrected(1, np.array([1, 0]), Moments.of(heads), HEADS)
    assert corrected.mean == pytest.approx(heads.mean() - slopes[2] * (DIE[COIN == 1].mean() - 3.5), rel=1e-12)
    together = np.cov(heads, DIE[COIN == 1])[0, 1]
    left = heads.var(ddof=1) - 2 * slopes[2] * together + slopes[2] ** 2 * 35 / 12
    assert corrected.uncertain == pytest.approx(left * (1 + 2 * 2 / TRIALS), rel=1e-9)
    assert corrected.plain == Moments.of(heads)


def test_group_may_be_a_remainder():
    tails = POINTS[COIN == 0]
    law = Law(np.array([0, 3.5]), HEADS.covariance)
    corrected = sums(0, TRIALS).corrected(1, np.array([-1, 1]), Moments.of(tails), law)
    slope = np.linalg.lstsq(np.column_stack([np.ones(TRIALS), COIN, DIE]), POINTS, rcond=None)[0][2]
    assert corrected.mean == pytest.approx(tails.mean() - slope * (DIE[COIN == 0].mean() - 3.5), rel=1e-12)


@dataclass(frozen=True)
class CoinAndDice(CoinAndDie):
    """A coin that shows 1 in one trial of ten, and five dice."""

    @property
    def law(self) -> Law:
        return Law(np.array([0.1, *[3.5] * 5]), None)


def difference(random: np.random.Generator, trials: int) -> Estimate:
    """Of the trials with the coin and those without: 5 points, with lopsided noise that is larger with the coin."""
    coin, dice = random.random(trials) < 0.1, random.integers(1, 7, (trials, 5))
    noise = random.geometric(0.25, trials) * (1 + coin)  # 4 on average, with the coin 8
    points = coin + dice @ [3, 2, 1, 0, 0] + noise
    draws = np.column_stack([coin, dice])[None].astype(np.uint8)
    counted = GroupedSums.of(points[None], np.ones((1, trials), np.int64), draws, CoinAndDice(), int(points.max()))
    dice_alone = np.diag([0, *[35 / 12] * 5])
    groups = ((1, points[coin], [1, 0]), (0, points[~coin], [-1, 1]))
    one, other = (
        counted.corrected(1, np.array(weights), Moments.of(own), Law(np.array([shows, *[3.5] * 5]), dice_alone))
        for shows, own, weights in groups
    )
    return difference_of_means(one, other)


def test_small_group_intervals_cover():
    """The small group has ten trials for each control, the fewest for which means are corrected."""
    random = np.random.default_rng(3)
    held = sum(low <= 5 <= high for _, low, high in (difference(random, 600) for _ in range(400)))
    assert 0.935 <= held / 400 <= 0.97
