"""Paired statistics without a game: cross moments, intervals, looks at all times, all pairs at once, group letters."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import inf, isinf

import numpy as np
import pytest
from scipy.stats import binom, studentized_range

from analyzer import AnalyzerError, Estimate
from tests.doors.statistics import Contest, Moments, PairedTally
from tests.doors.statistics import contest as sequential
from tests.doors.statistics import contest as simultaneous

NEVER_BY_CHANCE = 1e-5


def tally(*rows):
    return PairedTally.of({"x": np.array(rows, np.int64)}, contest="x")


def correlated(generator, subjects, trials):
    """(subjects, trials) Skewed whole numbers with a common part; every mean is 3."""
    common = 4 * (generator.random(trials) < 0.5)
    return common + generator.poisson(1, (subjects, trials))


def believed(runs, share=0.95):
    low, high = binom.interval(1 - NEVER_BY_CHANCE, runs, share)
    return low / runs, high / runs


def test_paired_moments_match_differences():
    rows = np.random.default_rng(1).integers(-9, 40, (4, 500))
    counted = tally(*rows)
    for one, other in combinations(range(4), 2):
        apart = rows[one] - rows[other]
        found = counted.difference("x", one, other)
        assert (found.total, found.squares) == (apart.sum(), (apart**2).sum())
        assert found.mean == pytest.approx(apart.mean())
        assert found.variance == pytest.approx(apart.var(ddof=1))
        assert counted.wins[one, other] == (rows[one] > rows[other]).sum()
        assert counted.wins[other, one] == (rows[one] < rows[other]).sum()
        saved = 1 - apart.var() / (rows[one].var() + rows[other].var())
        assert counted.saved("x", one, other) == pytest.approx(saved)


def test_paired_parts_add_up():
    rows = np.random.default_rng(2).integers(0, 40, (3, 300))
    whole, sum_of_parts = tally(*rows), tally(*rows[:, :70]) + tally(*rows[:, 70:])
    assert sum_of_parts.trials == 300
    assert sum_of_parts.tally == whole.tally
    assert (sum_of_parts.products["x"] == whole.products["x"]).all()
    assert (sum_of_parts.sums["x"] == whole.sums["x"]).all()
    assert (sum_of_parts.wins == whole.wins).all()


def test_large_products_stay_exact():
    """2**30 + 1 squared has more digits than a float keeps."""
    odd = 2**30 + 1
    found = tally([odd, odd], [1, 0]).products["x"].tolist()
    assert found == [[2 * odd**2, odd], [odd, 1]]


def test_variance_saved_by_hand_count():
    """Alike in every trial: all of it; each other's mirror: the difference varies twice as much as two apart."""
    assert tally([0, 1, 5], [0, 1, 5]).saved("x", 0, 1) == 1
    assert tally([0, 1], [1, 0]).saved("x", 0, 1) == -1
    assert tally([4, 4], [4, 4]).saved("x", 0, 1) == 0


def test_unknown_metric_is_named():
    with pytest.raises(AnalyzerError, match="no metric 'y'"):
        tally([1], [2]).difference("y", 0, 1)


def test_chance_interval_by_hand_count():
    """98 trials, 9 only the one, 3 only the other: (10 - 4) / 100 +- 1.96 sqrt((0.14 - 0.06^2) / 100)."""
    found = Moments(98, 9 - 3, 9 + 3).estimate(is_chance=True)
    assert found.mean == pytest.approx(6 / 98)
    assert (found.low, found.high) == pytest.approx((0.06 - 0.07239, 0.06 + 0.07239), abs=1e-5)


def test_equal_chances_keep_an_interval():
    """1.96 sqrt(0.02 / 100) to either side."""
    found = Moments(98, 0, 0).estimate(is_chance=True)
    assert found == (0, pytest.approx(-0.02772, abs=1e-5), pytest.approx(0.02772, abs=1e-5))


@pytest.mark.parametrize("confidence", [0.05, 0.5, 0.95])
def test_chance_interval_stays_possible(confidence):
    for total in (-10, 10):
        mean, low, high = Moments(10, total, 10).estimate(confidence, is_chance=True)
        assert -1 <= low <= mean <= high <= 1


def test_one_trial_has_infinite_interval():
    assert Moments(1, 5, 25).estimate() == (5, -inf, inf)


def test_mean_interval_by_hand_count():
    """100 trials, mean 0.5, squares 61: variance (61 - 25) / 99."""
    found = Moments(100, 50, 61).estimate()
    assert found == (
        0.5,
        pytest.approx(0.5 - 1.959964 * (36 / 99 / 100) ** 0.5),
        pytest.approx(0.5 + 0.118189, abs=1e-4),
    )


@pytest.mark.parametrize("confidence", [0.0, 1.0, 1.5, float("nan")])
def test_bad_confidence_is_refused(confidence):
    for is_chance in (False, True):
        with pytest.raises(AnalyzerError, match="confidence"):
            Moments(10, 1, 5).estimate(confidence, is_chance=is_chance)


def test_paired_mean_intervals_cover():
    """Equal means, correlated: 0 lies in the interval in 95% of 2,000 runs."""
    generator, runs = np.random.default_rng(3), 2000
    covered = 0
    for _ in range(runs):
        _, low, high = tally(*correlated(generator, 2, 150)).difference("x", 0, 1).estimate()
        covered += low <= 0 <= high
    least, most = believed(runs)
    assert least <= covered / runs <= most


def test_paired_chance_intervals_cover():
    """Both chances 6%, mostly together: rarely a trial that differs."""
    generator, runs, trials = np.random.default_rng(4), 4000, 300
    only_one, only_other, _ = generator.multinomial(trials, [0.01, 0.01, 0.98], runs).T
    found = [
        Moments(trials, int(a - b), int(a + b)).estimate(is_chance=True)
        for a, b in zip(only_one, only_other, strict=True)
    ]
    covered = sum(low <= 0 <= high for _, low, high in found)
    least, _ = believed(runs)
    assert covered / runs >= least


@pytest.mark.parametrize(
    ("low", "high", "differing", "says"),
    [
        (0.1, 0.9, 500, "better"),
        (-0.9, -0.1, 500, "worse"),
        (-0.25, 0.25, 500, "equal"),
        (0.01, 0.2, 500, "better"),
        (-0.26, 0.1, 500, "open"),
        (0.1, 0.26, 99, "open"),
        (0.1, 0.26, 100, "better"),
        (0.0, 0.0, 0, "equal"),
        (-inf, inf, 500, "open"),
    ],
)
def test_verdict_by_interval_and_margin(low, high, differing, says):
    assert Estimate((low + high) / 2, low, high).verdict(0.25, differing) == says


def test_sequential_bound_by_hand_count():
    """Error 5%: m = 5.99146 + ln 6.99146 = 7.93616; sqrt(2 (m + 1) / m ln(sqrt(m + 1) / 0.05)) = 3.0352."""
    assert sequential.sequential_standard_errors(2000, 0.05, tuned_for=2000) == pytest.approx(3.0352, abs=1e-4)
    assert isinf(sequential.sequential_standard_errors(999, 0.05))


@pytest.mark.parametrize("other", [500, 1500, 3000, 50_000])
def test_sequential_bound_is_smallest_when_tuned(other):
    best = sequential.sequential_standard_errors(2000, 0.05, tuned_for=2000)
    assert best < sequential.sequential_standard_errors(2000, 0.05, tuned_for=other)


def test_pairs_share_the_sequential_error():
    """Three pairs, a third of 5% each."""
    rows = correlated(np.random.default_rng(8), 3, 1500)
    contest = Contest(tally(*rows), "x", 0.0, at_all_times=True)
    mean, low, _ = contest.simultaneous(0, 1)
    one_error = ((rows[0] - rows[1]).var(ddof=1) / 1500) ** 0.5
    assert (mean - low) / one_error == pytest.approx(sequential.sequential_standard_errors(1500, 0.05 / 3))


def test_repeated_looks_err_below_5_percent():
    """4,000 runs of equal means, a rare large number against many small ones, 100 looks each.

    Fails if the boundary is that of a single look, as the plain interval shows.
    """
    values, chances, runs, looks, step = np.array([-1, 9]), [0.9, 0.1], 4000, 100, 500
    counts = np.random.default_rng(5).multinomial(step, chances, (runs, looks)).cumsum(axis=1)
    trials = step * np.arange(1, looks + 1)
    means, squares = counts @ values / trials, counts @ values**2 / trials
    studentised = np.abs(means) / np.sqrt((squares - means**2) / trials)
    bounds = np.array([sequential.sequential_standard_errors(int(n), 0.05) for n in trials])
    assert 0.001 < (studentised > bounds).any(axis=1).mean() < 0.05
    assert (studentised > 1.96)[:, 1:].any(axis=1).mean() > 0.2


def test_independent_pairs_take_tukey_range():
    """Tukey's range of 10 means over sqrt 2."""
    found = simultaneous.simultaneous_standard_errors(np.ones(10), 2 - 2 * np.eye(10), 10**6, 0.95)
    assert found == pytest.approx(studentized_range.ppf(0.95, 10, np.inf) / 2**0.5, abs=0.04)


def test_few_trials_widen_joint_intervals():
    found = simultaneous.simultaneous_standard_errors(np.ones(4), 2 - 2 * np.eye(4), 6, 0.95)
    assert found > simultaneous.simultaneous_standard_errors(np.ones(4), 2 - 2 * np.eye(4), 10**6, 0.95) + 0.5


def test_one_pair_takes_single_interval():
    assert simultaneous.simultaneous_standard_errors(np.ones(2), 2 - 2 * np.eye(2), 500, 0.95) == pytest.approx(
        1.959964
    )


@pytest.mark.long
def test_joint_intervals_cover_all_pairs():
    """6 correlated subjects of equal mean: in 95% of 200 runs all 15 intervals hold 0; single ones hold far less."""
    generator, runs = np.random.default_rng(6), 200
    together = single = 0
    for _ in range(runs):
        counted = tally(*correlated(generator, 6, 200))
        contest = Contest(counted, "x", 0.0, at_all_times=False)
        together += all(low <= 0 <= high for _, low, high in (contest.simultaneous(*pair) for pair in contest.pairs))
        plain = (counted.difference("x", *pair).estimate() for pair in contest.pairs)
        single += all(low <= 0 <= high for _, low, high in plain)
    least, most = believed(runs)
    assert least <= together / runs <= most
    assert single / runs < least


def test_identical_subjects_are_equal():
    rows = correlated(np.random.default_rng(7), 2, 400)
    contest = Contest(tally(rows[0], rows[0], rows[1] + 9, rows[1] + 9), "x", 0.25, at_all_times=False)
    assert [contest.verdict(*pair) for pair in contest.pairs] == ["equal", *["worse"] * 4, "equal"]
    assert contest.ranking() == [(2, "a"), (3, "a"), (0, "b"), (1, "b")]
    same = Contest(tally([3, 4], [3, 4], [3, 4]), "x", 0.25, at_all_times=False, same=(0, 0, 0))
    assert same.decided()
    assert [letter for _, letter in same.ranking()] == ["a", "a", "a"]


def cliques(subjects, apart):
    """The slow plain definition: all sets without a pair told apart that lie in no larger one."""
    free = [
        set(chosen)
        for size in range(1, subjects + 1)
        for chosen in combinations(range(subjects), size)
        if not any({one, other} <= set(chosen) for one, other in apart)
    ]
    return {frozenset(chosen) for chosen in free if not any(chosen < larger for larger in free)}


@pytest.mark.parametrize("seed", range(40))
def test_groups_are_maximal_undecided_sets(seed):
    generator = np.random.default_rng(seed)
    subjects = int(generator.integers(1, 8))
    apart = [pair for pair in combinations(range(subjects), 2) if generator.random() < 0.5]
    found = simultaneous.groups(subjects, apart)
    assert len(found) == len(set(found))
    assert set(found) == cliques(subjects, apart)
    told = simultaneous.letters(subjects, apart)
    for one, other in combinations(range(subjects), 2):
        assert bool(set(told[one]) & set(told[other])) == ((one, other) not in apart)


def test_group_letters_continue_after_z():
    told = simultaneous.letters(60, combinations(range(60), 2))
    assert told[:2] + told[25:28] + told[59:] == ["a", "b", "z", "a2", "b2", "h3"]


def test_sequential_interval_keeps_its_form():
    """The interval takes the boundary's standard errors; Wilson's, for a share that never came up, begins at 0."""
    wide = sequential.sequential_standard_errors(4096, 0.05)
    found = sequential.at_all_times(partial(Estimate.from_mean, 2.0, 9.0, 4096), 4096, 0.95)
    assert found == (2.0, pytest.approx(2 - wide * 3 / 64), pytest.approx(2 + wide * 3 / 64))
    never = sequential.at_all_times(partial(Estimate.from_share, 0, 4096), 4096, 0.95)
    assert never == (0, 0, pytest.approx(wide**2 / (4096 + wide**2)))
    assert sequential.at_all_times(partial(Estimate.from_share, 9, 999), 999, 0.95)[1:] == (-inf, inf)
