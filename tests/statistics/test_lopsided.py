"""Intervals of rare and lopsided values: they hold as often as they say, by exact sums and by fixed samples."""

from __future__ import annotations

from math import inf, log, sqrt

import numpy as np
import pytest
from scipy.stats import binom

from analyzer import Histogram
from tests.doors.statistics import Moments, PairedTally, moments

NOTHING_BELOW = (0.0, inf)
Z = 1.959964
"""Standard errors to each side of a mean at 95%."""
SAMPLES = 600
LEAST = 0.95 - 3.9 * sqrt(0.95 * 0.05 / SAMPLES)
"""The share of those samples whose interval has to hold the truth: 3.9 standard errors below 95%."""


def rare(hits: int, n: int, value: int, reach: tuple[float, float] = NOTHING_BELOW) -> Histogram:
    """So many times that value in n trials, else nothing."""
    return Histogram.from_values(np.array([value] * hits + [0] * (n - hits))).reaching(reach)


@pytest.mark.parametrize("n", [50, 300, 2000])
@pytest.mark.parametrize("expected", [0.3, 1, 3, 10, 40])
def test_rare_reward_interval_covers(n: int, expected: float) -> None:
    """Exactly: the chances of all numbers of hits whose interval holds the mean; 4 credits come up in few trials."""
    chance, value = expected / n, 4
    most = int(binom.ppf(1 - 1e-9, n, chance))
    intervals = [rare(hits, n, value, (0, value)).interval() for hits in range(most + 1)]
    covered = sum(
        binom.pmf(hits, n, chance) for hits, (low, high) in enumerate(intervals) if low <= value * chance <= high
    )
    assert covered > 0.935


def test_textbook_interval_misses_rare_rewards() -> None:
    """Three events are expected, and one sample in twenty has none: the case the other intervals improve."""
    covered = 0.0
    for hits in range(30):
        low, high = Histogram.from_values(np.array([4] * hits + [0] * (300 - hits))).interval()
        covered += binom.pmf(hits, 300, 0.01) * (low <= 0.04 <= high)
    assert covered < 0.9


@pytest.mark.parametrize("n", [50, 300, 2000])
def test_lopsided_loss_interval_covers(n: int) -> None:
    """Most lose nothing, some a little, few all of it: fixed samples, whose true mean is 0.93."""
    values, chances = np.array([0, 1, 2, 5, 20]), np.array([0.7, 0.15, 0.09, 0.05, 0.01])
    true = float(values @ chances)
    rng = np.random.default_rng(2007)
    intervals = [
        Histogram.from_values(np.repeat(values, times)).reaching(NOTHING_BELOW).interval()
        for times in rng.multinomial(n, chances, SAMPLES)
    ]
    assert sum(low <= true <= high for low, high in intervals) / SAMPLES > LEAST
    assert all(low >= 0 for low, _ in intervals)


def test_absent_reward_is_bounded_by_reach() -> None:
    """1 in 40 of the rarest: exp(-x) = 0.025, so a chance of up to -log(0.025) / 300, times the 12 it can be."""
    low, high = rare(0, 300, 1, (0, 12)).interval()
    assert low == 0
    assert high == pytest.approx(12 * -log(0.025) / 300, rel=0.01)
    assert rare(0, 300, 1).interval() == (0, inf)
    assert rare(0, 300, 1, (0, 0)).interval() == (0, 0)
    assert rare(0, 1, 1, (0, 12)).interval() == (0, 12)


def test_interval_ends_stay_within_reach() -> None:
    """A hundred trials in which one or all but one get 4 of at most 4."""
    low, _ = rare(1, 100, 4, (0, 4)).interval()
    _, high = rare(99, 100, 4, (0, 4)).interval()
    assert 0 < low < 0.04
    assert 3.96 < high < 4


def test_many_events_have_textbook_interval() -> None:
    spread = Histogram.from_values(np.arange(1000) % 40)
    assert spread.reaching((-inf, inf)).interval() == spread.interval()
    often = rare(400, 1000, 3)
    assert often.interval() == Histogram.from_values(np.array([3] * 400 + [0] * 600)).interval()


def test_adding_histograms_keeps_the_reach() -> None:
    assert (rare(1, 50, 4) + rare(0, 50, 4)).reach == NOTHING_BELOW


@pytest.mark.parametrize(("z", "exact"), [(1.959964, 3.688879), (0, 0.693147)])
def test_gamma_quantile_matches_exponential(z: float, exact: float) -> None:
    """Mean and variance 1 are those of the exponential distribution, whose quantile is -log(1 - p)."""
    assert moments.gamma_quantile(1, 1, z) == pytest.approx(exact, rel=0.02)


@pytest.mark.parametrize("n", [50, 300, 2000])
def test_worst_mean_interval_covers(n: int) -> None:
    """The worst twentieth of the distribution are -9 (three in a hundred) and -4 (two): -7."""
    values, chances = np.array([-9, -4, 0, 5, 11]), np.array([0.03, 0.04, 0.33, 0.4, 0.2])
    rng = np.random.default_rng(2021)
    worst = [Histogram.from_values(np.repeat(values, times)).worst() for times in rng.multinomial(n, chances, SAMPLES)]
    assert sum(one.low <= -7 <= one.high for one in worst) / SAMPLES > LEAST


def test_worst_mean_is_never_certain() -> None:
    """A tenth of 300 end at -8 and none below: others may, as far below as all are spread."""
    worst = Histogram.from_values(np.array([-8] * 30 + [12] * 270)).worst()
    assert worst.mean == worst.high == -8
    assert worst.low == pytest.approx(-8 - 20 * -log(0.025) / 300 / 0.05, rel=0.08)


def test_few_equal_differences_keep_width() -> None:
    """50 of 50 alike: one unseen trial 10 off moves the mean by 0.2, times 3.66 at 95% (gamma, shape 1: 3.69)."""
    found = moments.Differences(50, 0, 0, reach=(-10, 20)).estimate()
    assert found.mean == 0
    assert found == pytest.approx((0, -0.2 * 3.69, 0.4 * 3.69), rel=0.02)
    assert moments.Differences(50, 0, 0).estimate()[1:] == (-inf, inf)
    many = moments.Differences(5000, 0, 0, reach=(-10, 20))
    assert many.around(Z).high == pytest.approx(20 / 5000 * 3.69, rel=0.02)
    assert many.reaching((0, 0)).estimate() == (0, 0, 0)


def test_always_the_same_difference_keeps_width() -> None:
    """50 of 50 differ by 3, where 10 is the most: an unseen trial may be 7 above, and 13 below."""
    found = moments.Differences.between(np.full(50, 5), np.full(50, 2)).reaching((-10, 10)).estimate()
    assert found == pytest.approx((3, 3 - 13 / 50 * 3.69, 3 + 7 / 50 * 3.69), rel=0.02)


@pytest.mark.parametrize("expected", [0.5, 2, 5, 20])
def test_few_difference_intervals_cover(expected: float) -> None:
    """So many of 1,000 trials differ that the normal interval holds the true mean in 40% to 93% of samples."""
    sizes, shares = np.array([-20, -3, -1, 1, 2, 12]), np.array([0.05, 0.2, 0.25, 0.25, 0.2, 0.05])
    rng, true = np.random.default_rng(45), expected / 1000 * float(sizes @ shares)
    covered, normal = 0, 0
    for times in rng.multinomial(1000, [*(expected / 1000 * shares), 1 - expected / 1000], SAMPLES):
        values = np.repeat(sizes, times[:-1])
        sums = 1000, int(values.sum()), int((values**2).sum())
        plain = Moments(*sums).estimate()
        wide = moments.Differences(*sums, reach=(-60, 60), differing=values.size).estimate()
        covered, normal = covered + (wide.low <= true <= wide.high), normal + (plain.low <= true <= plain.high)
    assert covered / SAMPLES > 0.93
    assert expected > 5 or normal / SAMPLES < 0.9


def test_differences_are_counted_alike_everywhere() -> None:
    """Of arrays, of a histogram and of sums they have one interval."""
    one, other = np.array([9] + [4] * 99), np.array([2] + [4] * 99)
    known = moments.Differences(100, 7, 49, reach=(-20, 20), differing=1).estimate()
    assert moments.Differences.between(one, other).reach == (0, 7)
    assert moments.Differences.between(one, other).reaching((-20, 20)).estimate() == known
    assert Histogram.from_values(one - other).as_differences((-20, 20)).estimate() == known


def test_many_differences_keep_their_interval() -> None:
    """From 100 trials on that differ the normal distribution holds; others may differ by 1 each."""
    sums, plain = (1000, 20, 100), Moments(1000, 20, 100)
    assert moments.Differences(*sums, reach=(-60, 60), differing=100).estimate() == plain.estimate()
    assert moments.Differences(*sums, reach=(-60, 60)).around(Z) == plain.around(Z)
    few = moments.Differences(1000, 20, 90, reach=(-60, 60))
    assert few.estimate().high > Moments(1000, 20, 90).estimate().high


def test_pairs_count_which_trials_differ() -> None:
    """Two of 40 trials differ, by 20 and by 30: their sum of squares alone would say 1,300 differ by 1."""
    columns = {"score": np.zeros((2, 40), np.int64), "other": np.zeros((2, 40), np.int64)}
    columns["other"][0, :2] = 20, 30
    halves = [{name: rows[:, half] for name, rows in columns.items()} for half in (slice(0, 1), slice(1, None))]
    pairs = sum((PairedTally.of(half, "score") for half in halves[1:]), PairedTally.of(halves[0], "score"))
    difference = pairs.difference("other", 0, 1)
    assert difference.differing == 2
    assert difference.reach == (0, 30)
    assert difference.estimate().high > difference.plain.mean + Z * 1.25
    assert PairedTally.of_plain(pairs.plain()) == pairs
    before = {name: value for name, value in pairs.plain().items() if name != "differing"}
    assert PairedTally.of_plain(before).difference("other", 0, 1).differing is None
