"""Comparisons of several subjects: sequential and simultaneous intervals, verdicts, letter groups.

H.-P. Piepho, "An algorithm for a letter-based representation of all-pairwise comparisons", 2004: insert and absorb.

I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic
confidence sequences", 2024: the boundary of the normal mixture with an estimated variance.

T. Hothorn, F. Bretz, P. Westfall, "Simultaneous inference in general parametric models", 2008: the quantile of the
largest studentised difference, which takes the correlation of all differences into account.

A run that stops at the thousandth event lets chance set its number of trials. Intervals for a fixed number of
trials do not hold exactly for it. Here outcomes are ordered by when the run stopped: the sooner, the likelier the
event. Runs that stop at the same check are ordered by their number of events (stagewise ordering: C. Jennison and B.
Turnbull, "Group Sequential Methods", 1999, chapter 8). An interval ends at the shares at which the outcome would be
among the most extreme 2.5% on either side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, inf, log, log1p, sqrt
from statistics import NormalDist
from string import ascii_lowercase

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.statistics.estimate import (
    CONFIDENCE,
    SMALL,
    Estimate,
    ValueRange,
    Verdict,
    between,
    critical,
    each_of,
    upper_tail,
)
from analyzer.statistics.histogram import Chance
from analyzer.statistics.tally import PairedTally

Group = frozenset[int]


def groups(subjects: int, told_apart: Iterable[tuple[int, int]]) -> list[Group]:
    """Return the groups of subjects: the largest sets in which no two subjects differ clearly.

    Returns:
        The sets, sorted by their members in ascending order.
    """
    sets: list[Group] = [frozenset(range(subjects))]
    for one, other in told_apart:
        split = [group for group in sets if one in group and other in group]
        unsplit = [group for group in sets if group not in split]
        # Insert and absorb: a group with both subjects is split, and parts that lie within another group are dropped.
        parts = [group - {subject} for group in split for subject in (one, other)]
        sets = unsplit + [part for part in parts if not any(part <= group for group in unsplit)]
    return sorted(sets, key=sorted)


def letters(subjects: int, told_apart: Iterable[tuple[int, int]]) -> list[str]:
    """Return the letters of each subject, one for each group of subjects (see `groups`) that it belongs to.

    Args:
        subjects: number of subjects; they are numbered from 0.
        told_apart: pairs of subjects that differ clearly.

    Returns:
        One string a subject. Groups are lettered a to z, then a2 to z2, and so on.
    """
    sets = groups(subjects, told_apart)
    names = [ascii_lowercase[i % 26] + (str(i // 26 + 1) if i >= 26 else "") for i in range(len(sets))]
    named = list(zip(names, sets, strict=True))
    return ["".join(name for name, group in named if subject in group) for subject in range(subjects)]


TUNED_FOR = 1 << 15
"""Number of trials at which sequential intervals are narrowest; decisions usually fall near it."""
LEAST = 1000
"""Minimum number of trials for a finite sequential interval: with fewer the variance is not known well enough."""
FARTHEST = 8.0
"""Number of standard errors above which the tail of the normal distribution is lost in floating point."""


def sequential_standard_errors(trials: int, error: float, tuned_for: int = TUNED_FOR, least: int = LEAST) -> float:
    """Return the half-width of an interval that holds at every number of trials at once, in standard errors.

    Args:
        trials: number of trials counted so far.
        error: upper bound on the chance that the interval ever misses the true mean; it holds in the limit of a
            large `least`.
        tuned_for: number of trials at which the interval is narrowest.
        least: minimum number of trials for a finite interval; the result is infinite below it.
    """
    if trials < least:
        return inf
    # Variance of the mixing normal distribution, nearly optimal at `tuned_for` trials (Waudby-Smith and others). Their
    # boundary is in units of one trial's standard deviation; divided by sqrt(1 / trials) it is in standard errors.
    mixture = (-2 * log(error) + log1p(-2 * log(error))) / tuned_for
    grown = trials * mixture + 1
    return sqrt(2 * grown / (trials * mixture) * log(sqrt(grown) / error))


def at_all_times(estimate: Callable[[float], Estimate], trials: int, confidence: float) -> Estimate:
    """Return an estimate with an interval that holds at every number of trials at once.

    `estimate` is called with a higher confidence: the one at which an interval of the normal distribution has the
    half-width `sequential_standard_errors`. Shares and rare values therefore keep their own kind of interval.

    Args:
        estimate: returns the estimate with its interval for a fixed number of trials, at a given confidence.
        trials: number of trials counted; below `LEAST` the interval is infinite.
        confidence: chance that all these intervals hold, between 0 and 1.
    """
    plain = estimate(confidence)
    wide = sequential_standard_errors(trials, 2 * (1 - upper_tail(confidence)))
    if wide > FARTHEST:
        return Estimate(plain.mean, -inf, inf)
    # The confidence at which a plain normal interval is as wide.
    return estimate(1 - 2 * NormalDist().cdf(-wide))


DRAWS, SEED = 20_000, 2008
"""Number of draws from which the quantile of the largest difference is taken, and their fixed seed."""
Matrix = npt.NDArray[np.float64]


def simultaneous_standard_errors(own: Matrix, between: Matrix, trials: int, confidence: float) -> float:
    """Return one half-width, in standard errors, with which the intervals of all paired differences hold at once.

    It is at most what Bonferroni's correction gives, and at least what a single pair needs.

    Args:
        own: variance of each subject. Shape (subjects,).
        between: variance of every paired difference. Shape (subjects, subjects).
        trials: degrees of freedom of the variances, plus one.
        confidence: chance that all intervals hold, between 0 and 1.
    """
    single = critical(confidence, trials)
    pairs = comb(len(own), 2)
    if pairs < 2:
        return single
    bonferroni = critical(1 - 2 * (1 - upper_tail(confidence)) / pairs, trials)
    if not (np.isfinite(own).all() and np.isfinite(between).all()):
        return bonferroni
    return float(np.clip(np.quantile(_largest(own, between, trials), confidence), single, bonferroni))


def _largest(own: Matrix, between: Matrix, trials: int) -> Matrix:
    """Draw the largest studentised difference of any pair when all subjects are equal. Shape (draws,).

    Pairs that never differ do not count.
    """
    generator = np.random.default_rng(SEED)
    # var(x - y) = var(x) + var(y) - 2 cov(x, y)
    covariance = (own[:, None] + own[None, :] - between) / 2
    values, vectors = np.linalg.eigh(covariance)
    # Normal draws with that covariance; rounding can make eigenvalues slightly negative.
    means = vectors * np.sqrt(values.clip(0)) @ generator.standard_normal((len(own), DRAWS))
    largest = np.zeros(DRAWS)
    for i in range(len(own) - 1):
        differ = between[i, i + 1 :] > 0
        if differ.any():
            distances = np.abs(means[i + 1 :][differ] - means[i]) / np.sqrt(between[i, i + 1 :][differ])[:, None]
            largest = np.maximum(largest, distances.max(axis=0))
    if trials < SMALL:
        # Student's t, because the variance is estimated.
        largest /= np.sqrt(generator.chisquare(trials - 1, DRAWS) / (trials - 1))
    return largest


@dataclass(frozen=True)
class StoppedAt:
    """Rule of a run that stopped once it had counted enough events.

    Args:
        metric: the metric whose events are counted.
        wanted: number of events at which the run stops.
        check_step: number of trials between two checks of the count; the run can stop only at a check.
    """

    metric: str
    wanted: int
    check_step: int

    def estimate(self, hits: int, trials: int, confidence: float = CONFIDENCE) -> Estimate:
        """Return the share of trials with an event, with an interval that allows for the stopping rule.

        Raises:
            AnalyzerError: if such a run could not have stopped with these numbers.
        """
        return Estimate(hits / trials, *of_stopped_share(hits, trials, self.wanted, self.check_step, confidence))


@dataclass(frozen=True, eq=False, repr=False)
class StoppedChance(Chance):
    """Histogram of the event whose count stopped the run; its interval allows for that.

    Args:
        rule: rule that stopped the run; None for a sum of histograms, which has the interval of an ordinary share.
    """

    rule: StoppedAt | None = None

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the share with an interval that allows for the stopping rule."""
        if self.rule is None:
            return super().estimate(confidence)
        return self.rule.estimate(self.counts.get(1, 0), self.n, confidence)


def of_stopped_share(
    hits: int, trials: int, wanted: int, check_step: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the interval of a share counted by a run that stops after a number of events.

    A run that stops at the first check of its count has the interval of Clopper and Pearson.

    Args:
        hits: events counted.
        trials: trials counted, a multiple of `check_step`.
        wanted: number of events at which the run stops.
        check_step: number of trials between two checks.
        confidence: between 0 and 1.

    Raises:
        AnalyzerError: if such a run could not have stopped with these numbers.
    """
    from scipy.optimize import brentq

    if trials % check_step or hits < wanted or wanted < 1:
        raise AnalyzerError(f"{hits} of {trials}: no run that waits for {wanted} events stops there")
    tail = 1 - upper_tail(confidence)
    sooner, later = _tails(hits, trials, wanted, check_step)

    def solved(beyond: Callable[[float], float], otherwise: float) -> float:
        """Return the share at which the function `beyond` has the value `tail`, or `otherwise` if there is none."""
        ends = beyond(0.0) - tail, beyond(1.0) - tail
        # Without a change of sign the interval ends at 0 or at 1.
        return float(brentq(lambda p: beyond(p) - tail, 0.0, 1.0, xtol=1e-12)) if ends[0] * ends[1] < 0 else otherwise

    return solved(sooner, 0.0), solved(later, 1.0)


def _tails(
    hits: int, trials: int, wanted: int, check_step: int
) -> tuple[Callable[[float], float], Callable[[float], float]]:
    """Return two functions of the true share: the chances of outcomes at least as extreme as the observed one.

    The first function covers runs that stop earlier, or at the same check with at least as many events. The second
    covers runs that stop later, or at the same check with at most as many events.
    """
    from scipy.stats import binom

    before = trials - check_step
    # Possible numbers of events at the check before the last. They are below `wanted`, because the run went on.
    earlier = np.arange(min(wanted, before + 1))

    def sooner(share: float) -> float:
        """Return the chance to stop earlier, or at this check with at least as many events."""
        # A count never falls, so the run stopped earlier if `wanted` events came up before the last step.
        last = binom.sf(hits - earlier - 1, check_step, share)
        return float(binom.sf(wanted - 1, before, share) + binom.pmf(earlier, before, share) @ last)

    def later(share: float) -> float:
        """Return the chance to stop later, or at this check with at most as many events."""
        return float(binom.pmf(earlier, before, share) @ binom.cdf(hits - earlier, check_step, share))

    return sooner, later


@dataclass(frozen=True)
class Contest:
    """Comparison of all subjects by one metric, of which more is better.

    All statements about pairs of subjects hold at once with 95% confidence. A subject that clearly wins less often is
    never called better.

    Args:
        counted: the trials of all subjects, paired.
        metric: the metric that is compared.
        margin: means that differ by no more than this count as equal.
        at_all_times: whether statements hold however often they are read while trials are added.
        wins: name of the metric that holds the chance to win, or "" for none.
        reach: least and largest possible value of the metric by subject, or () if unknown.
        same: a number for each subject. Subjects with equal numbers differ only in their names. () if unknown.
        joint_intervals: number of intervals that hold at once (Bonferroni) in a run that is checked a few times: one
            for each pair of subjects at each check. 0 for a run of a fixed number of trials.
    """

    counted: PairedTally
    metric: str
    margin: float
    at_all_times: bool
    wins: str = ""
    reach: tuple[ValueRange, ...] = ()
    same: tuple[int, ...] = ()
    joint_intervals: int = 0

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of subject numbers, the lower number first."""
        return combinations(range(len(self.counted.wins)), 2)

    def simultaneous(self, one: int, other: int) -> Estimate:
        """Return the mean of `one` less the mean of `other`, with the interval on which the verdict rests."""
        moments = self.counted.difference(self.metric, one, other)
        # Subjects that differ only in their names have no difference to estimate.
        if self.same and self.same[one] == self.same[other] and not moments.squares:
            ends = 0.0, 0.0
        elif self.reach:
            ends = between(self.reach[one], self.reach[other])
        else:
            return moments.around(self._standard_errors)
        return moments.reaching(ends).around(self._standard_errors).clipped(*ends)

    def verdict(self, one: int, other: int) -> Verdict:
        """Return the verdict on `one` against `other`: better, worse, equal within the margin, or open.

        Open means that more trials are needed.
        """
        difference = self.simultaneous(one, other)
        verdict = difference.verdict(self.margin, self.differing(one, other))
        return Verdict.OPEN if verdict.tells_apart and self._wins_less(one, other, difference.mean) else verdict

    def chance_to_win(self, one: int, other: int) -> Estimate:
        """Return the difference in the chance to win, `one` less `other`, with an interval as in `simultaneous`."""
        return self.counted.difference(self.wins, one, other).around(self._standard_errors).clipped(-1, 1)

    def _wins_less(self, one: int, other: int, ahead: float) -> bool:
        """Return whether the subject that is ahead clearly wins less often.

        Args:
            one: number of the first subject.
            other: number of the second subject.
            ahead: difference of their means; the first subject is ahead if it is positive.
        """
        if not self.wins:
            return False
        more = self.chance_to_win(one, other)
        return more.high < 0 if ahead > 0 else more.low > 0

    def decided(self) -> bool:
        """Return whether there is a verdict on every pair of subjects."""
        return all(self.verdict(one, other) is not Verdict.OPEN for one, other in self.pairs)

    def differing(self, one: int, other: int) -> int:
        """Return the number of trials in which the metric differs between two subjects."""
        return int(self.counted.wins[one, other] + self.counted.wins[other, one])

    def ranking(self) -> list[tuple[int, str]]:
        """Return the subjects, best mean first, each with its letters.

        Subjects that share a letter do not differ clearly.
        """
        order = sorted(range(len(self.counted.wins)), key=lambda i: -self.counted.own(self.metric, i).mean)
        different = [(i, j) for i, j in self.pairs if self.verdict(order[i], order[j]).tells_apart]
        return list(zip(order, letters(len(order), different), strict=True))

    @cached_property
    def _standard_errors(self) -> float:
        """Half-width of the interval of every difference in standard errors, valid for all pairs at once."""
        counted, subjects = self.counted, range(len(self.counted.wins))
        if self.at_all_times:
            return sequential_standard_errors(counted.trials, (1 - CONFIDENCE) / comb(len(subjects), 2))
        if counted.trials < 2:
            return inf
        if self.joint_intervals:
            # Which subjects were left out depends on the trials, so the correction stays that of all pairs and checks.
            return critical(each_of(self.joint_intervals), counted.trials)
        own = np.array([counted.own(self.metric, i).uncertain for i in subjects])
        between = np.array([[counted.difference(self.metric, i, j).uncertain for j in subjects] for i in subjects])
        left = counted.trials - counted.own(self.metric, 0).coefficients
        return simultaneous_standard_errors(own, between, left, CONFIDENCE)
