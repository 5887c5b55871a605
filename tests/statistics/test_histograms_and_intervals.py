"""Histograms against plain lists and numpy, intervals against scipy, formulas, and their own promise."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from itertools import permutations
from math import inf, sqrt

import numpy as np
import pytest
from scipy.stats import binom, binomtest, norm, t

from analyzer import AnalyzerError, Estimate, Histogram
from tests.doors.statistics import critical, each_of

QUANTILES = (0, 0.01, 0.05, 0.1, 0.25, 1 / 3, 0.5, 0.75, 0.9, 0.95, 0.99, 1)


def drawn(seed: int, size: int) -> np.ndarray:
    """Whole numbers of all sorts: narrow or wide, far from 0 or around it, many alike."""
    rng = np.random.default_rng(seed)
    values = [
        rng.integers(-20, 60, size),
        rng.binomial(30, 0.3, size) - 5,
        np.full(size, -7),
        rng.choice([-1000, 0, 1, 5000], size),
        (rng.normal(0, 300, size)).astype(np.int64),
    ]
    return values[seed % len(values)]


@pytest.mark.parametrize("size", [1, 2, 3, 10, 99, 100, 1000])
@pytest.mark.parametrize("seed", range(10))
def test_histogram_agrees_with_numpy(seed, size):
    values = drawn(seed, size)
    histogram = Histogram.from_values(values)
    assert histogram.n == size
    assert histogram.counts == {int(v): int((values == v).sum()) for v in np.unique(values)}
    assert histogram.mean == pytest.approx(values.mean(), rel=1e-12, abs=1e-12)
    assert histogram.variance == pytest.approx(values.var(ddof=1) if size > 1 else 0, rel=1e-9, abs=1e-12)
    assert histogram.values[0] == values.min()
    assert histogram.values[-1] == values.max()
    for q in QUANTILES:
        assert histogram.quantile(q) == np.quantile(values, q, method="inverted_cdf")


@pytest.mark.parametrize("size", [1, 7, 20, 100, 1000])
def test_quantile_is_smallest_covering_value(size):
    """Exact fractions: q = k/20 of n values."""
    values = np.sort(drawn(5, size))
    histogram = Histogram.from_values(values)
    for k in range(1, 21):
        covering = [v for i, v in enumerate(values.tolist(), start=1) if Fraction(i, size) >= Fraction(k, 20)]
        assert histogram.quantile(k / 20) == covering[0]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.bool_])
def test_histogram_counts_all_integer_types(dtype):
    ends = [0, 1] if dtype is np.bool_ else [np.iinfo(np.int8).min if dtype is np.int8 else 0, 100, 127]
    histogram = Histogram.from_values(np.array(ends * 3, dtype))
    assert histogram.counts == dict.fromkeys(map(int, ends), 3)


def test_histogram_counts_two_dimensions():
    assert Histogram.from_values(np.array([[1, 2], [2, 5]])).counts == {1: 1, 2: 2, 5: 1}


def test_histogram_sums_are_exact():
    """A float would lose the one: 10**15 and a half million neighbours."""
    histogram = Histogram(10**15, np.array([1, 0, 1], np.int64))
    assert histogram.mean == 10**15 + 1
    assert histogram.variance == 2


def test_many_trials_do_not_overflow():
    histogram = Histogram(-3, np.array([10**12, 0, 0, 0, 0, 0, 10**12], np.int64))
    assert (histogram.n, histogram.mean) == (2 * 10**12, 0)
    assert histogram.variance == pytest.approx(9, rel=1e-11)


@pytest.mark.parametrize("seed", range(10))
def test_parts_merge_in_any_order(seed):
    values = drawn(seed, 500)
    cuts = sorted(random.Random(seed).sample(range(1, 500), 3))
    parts = [Histogram.from_values(part) for part in np.split(values, cuts)]
    whole = Histogram.from_values(values)
    for order in permutations(parts):
        merged = order[0] + order[1] + (order[2] + order[3])
        assert merged == whole
        assert (merged.lowest, merged.tally.tolist()) == (whole.lowest, whole.tally.tolist())


def test_adding_leaves_parts_unchanged():
    one, other = Histogram.from_values(np.array([1, 1, 3])), Histogram.from_values(np.array([-2, 3]))
    assert (one + other).counts == {-2: 1, 1: 2, 3: 2}
    assert one.counts == {1: 2, 3: 1}
    assert other.counts == {-2: 1, 3: 1}


def test_empty_histogram_is_neutral():
    nothing, something = Histogram.from_values(np.zeros(0, np.int64)), Histogram.from_values(np.array([4, 4]))
    assert nothing.n == 0
    assert nothing.counts == {}
    assert nothing + something == something
    assert something + nothing == something
    assert nothing + nothing == nothing
    assert nothing != something


@pytest.mark.parametrize("ask", ["mean", "variance", "quantile", "share", "share_interval"])
def test_empty_histogram_has_no_mean(ask):
    nothing = Histogram.from_values(np.zeros(0, np.int64))
    asked = {
        "mean": lambda: nothing.mean,
        "variance": lambda: nothing.variance,
        "quantile": lambda: nothing.quantile(0.5),
        "share": lambda: nothing.share(0, 1),
        "share_interval": lambda: nothing.share_interval(0, 1),
    }
    with pytest.raises(AnalyzerError, match="at least one trial"):
        asked[ask]()


def test_histogram_equality_compares_counts():
    assert Histogram(0, np.array([0, 0, 2, 0])) == Histogram(2, np.array([2]))
    assert Histogram(0, np.array([2])) != Histogram(1, np.array([2]))
    assert Histogram(0, np.array([2])) != {0: 2}
    with pytest.raises(TypeError):
        hash(Histogram(0, np.array([2])))


def test_histogram_can_be_pickled():
    histogram = Histogram.from_values(drawn(0, 100))
    assert pickle.loads(pickle.dumps(histogram)) == histogram


@pytest.mark.parametrize(("low", "high", "share"), [(2, 4, 0.6), (-9, 9, 1), (3, 3, 0.2), (7, 9, 0), (4, 2, 0)])
def test_shares_count_both_ends(low, high, share):
    assert Histogram.from_values(np.array([1, 2, 3, 4, 5])).share(low, high) == pytest.approx(share)


@pytest.mark.parametrize("q", [-0.1, 1.1, float("nan")])
def test_quantile_needs_a_share(q):
    with pytest.raises(AnalyzerError, match="from 0 to 1"):
        Histogram.from_values(np.array([1])).quantile(q)


# Intervals


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [1, 2, 10, 99, 1000, 100_000])
def test_share_interval_equals_wilson(n, confidence):
    """Compare with scipy, for shares from never to always."""
    for hits in sorted({0, 1, n // 7, n // 2, n - 1, n}):
        theirs = binomtest(hits, n).proportion_ci(confidence, method="wilson")
        mean, low, high = Estimate.from_share(hits, n, confidence)
        assert mean == hits / n
        assert (low, high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
        assert 0 <= low <= high <= 1


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [1, 2, 10, 99, 1000, 100_000])
def test_wilson_ends_reach_0_and_1(n, confidence):
    """Wilson's ends are exactly 0 for no hits and exactly 1 for nothing but hits."""
    assert Estimate.from_share(0, n, confidence).low == 0
    assert Estimate.from_share(n, n, confidence).high == 1


def test_histogram_share_interval_is_wilson():
    histogram = Histogram.from_values(np.array([-3] * 20 + [4] * 180))
    theirs = binomtest(20, 200).proportion_ci(0.95, method="wilson")
    assert histogram.share_interval(-10, -1) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [2, 3, 10, 99, 100, 101, 1000])
def test_mean_interval_equals_textbook(n, confidence):
    """Mean plus or minus t or z times s / sqrt(n); Student's t below a hundred values."""
    values = drawn(0, n)
    tail = (1 + confidence) / 2
    quantile = t.ppf(tail, n - 1) if n < 100 else norm.ppf(tail)
    half = quantile * values.std(ddof=1) / sqrt(n)
    expected = values.mean() - half, values.mean() + half
    assert Histogram.from_values(values).interval(confidence) == pytest.approx(expected, rel=1e-9)
    assert critical(confidence, n) == pytest.approx(quantile, rel=1e-9)


def test_one_value_has_infinite_interval():
    assert Histogram.from_values(np.array([5])).interval() == (-inf, inf)


def test_equal_values_have_point_interval():
    assert Histogram.from_values(np.full(50, 5)).interval() == (5, 5)


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5])
@pytest.mark.parametrize("n", [50, 500])
def test_confidence_lies_between_0_and_1(confidence, n):
    """At 0 an interval is a point, which nobody asks for; at 1 it is everything; 95 is a slip for 0.95."""
    histogram = Histogram.from_values(drawn(0, n))
    with pytest.raises(AnalyzerError, match="confidence"):
        histogram.interval(confidence)
    with pytest.raises(AnalyzerError, match="confidence"):
        histogram.share_interval(0, 5, confidence)


@pytest.mark.parametrize("size", [20, 400])
def test_mean_intervals_cover_the_truth(size):
    """2,000 samples of two dice: 95% intervals miss the mean of 7 in 5% of cases, by 3.9 standard errors at most.

    Fails if z stands in for t at 20 values (6.5% missed), or if the variance is divided wrongly.
    """
    rng = np.random.default_rng(95)
    samples = rng.integers(1, 7, (2000, size, 2)).sum(axis=2)
    inside = 0
    for sample in samples:
        low, high = Histogram.from_values(sample).interval(0.95)
        inside += low <= 7 <= high
    assert abs(inside - 1900) < 3.9 * sqrt(2000 * 0.95 * 0.05)


@pytest.mark.parametrize(("n", "p"), [(1000, 0.5), (1000, 0.02), (200, 0.1), (20, 0.4)])
def test_share_intervals_cover_the_truth(n, p):
    """Exactly: the chances of all numbers of hits whose interval holds p sum to 95%, give or take their steps."""
    holds = [low <= p <= high for _, low, high in (Estimate.from_share(hits, n) for hits in range(n + 1))]
    assert binom.pmf(np.arange(n + 1), n, p)[holds].sum() == pytest.approx(0.95, abs=0.02)


def test_each_of_splits_the_error():
    """Five of them share an error of 5%; one alone, or none, has all of it."""
    assert each_of(5) == pytest.approx(0.99)
    assert each_of(1) == each_of(0) == pytest.approx(0.95)
    assert each_of(4, 0.8) == pytest.approx(0.95)


@pytest.mark.parametrize("confidence", ["x", float("nan"), None, 1])
def test_each_of_refuses_bad_confidence(confidence):
    with pytest.raises(AnalyzerError, match=r"confidence .*between 0 and 1"):
        each_of(3, confidence)
