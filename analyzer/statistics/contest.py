"""Comparisons of several subjects: sequential, simultaneous and in letters.

H.-P. Piepho, "An algorithm for a letter-based representation of all-pairwise comparisons", 2004: insert and absorb.

I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic
confidence sequences", 2024: the boundary of the normal mixture with an estimated variance.

T. Hothorn, F. Bretz, P. Westfall, "Simultaneous inference in general parametric models", 2008: the quantile of the
largest studentised difference, which heeds how all differences hang together.

Whoever stops at the thousandth event chooses the number of trials by what came up, so that intervals for a fixed number
do not hold exactly. Here outcomes are ordered by when the run stopped, the sooner the likelier the event, and among
equals by the number of events (stagewise ordering: C. Jennison and B. Turnbull, "Group Sequential Methods", 1999,
chapter 8); the ends are the shares at which the outcome would be among the most extreme 2.5% on either side.
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
from analyzer.statistics.estimate import CONFIDENCE, SMALL, Estimate, Reach, Verdict, between, critical, upper_tail
from analyzer.statistics.tally import PairedTally

Group = frozenset[int]


def groups(subjects: int, told_apart: Iterable[tuple[int, int]]) -> list[Group]:
    """The largest sets of subjects 0, 1, 2, ... of which no two differ clearly, those with the lowest first."""
    sets: list[Group] = [frozenset(range(subjects))]
    for one, other in told_apart:
        split = [group for group in sets if one in group and other in group]
        unsplit = [group for group in sets if group not in split]
        parts = [group - {subject} for group in split for subject in (one, other)]
        sets = unsplit + [part for part in parts if not any(part <= group for group in unsplit)]
    return sorted(sets, key=sorted)


def letters(subjects: int, told_apart: Iterable[tuple[int, int]]) -> list[str]:
    """For each subject the letters of its groups: a to z, then a2 to z2, and so on."""
    sets = groups(subjects, told_apart)
    return ["".join(_letter(i) for i, group in enumerate(sets) if subject in group) for subject in range(subjects)]


def _letter(number: int) -> str:
    again, letter = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(again + 1) if again else "")


TUNED_FOR = 1 << 15
"""The number of trials at which the intervals are narrowest for their error; decisions usually fall about there."""
LEAST = 1000
"""With fewer trials nothing is said: the variance is not known well enough."""
FARTHEST = 8.0
"""Standard errors above which the tail of the normal distribution is lost in floating point."""


def sequential_standard_errors(trials: int, error: float, tuned_for: int = TUNED_FOR, least: int = LEAST) -> float:
    """How many standard errors lie to each side of a mean, at every number of trials from `least` on.

    The chance that the mean ever leaves its interval, at any of these times, is at most `error` (asymptotically, in
    `least`). Before, the intervals have no end.
    """
    if trials < least:
        return inf
    mixture = (-2 * log(error) + log1p(-2 * log(error))) / tuned_for
    grown = trials * mixture + 1
    return sqrt(2 * grown / (trials * mixture) * log(sqrt(grown) / error))


def at_all_times(estimate: Callable[[float], Estimate], trials: int, confidence: float) -> Estimate:
    """Return an estimate with an interval that holds at every number of trials at once, with that confidence.

    Args:
        estimate: gives the number with its interval for a fixed number of trials, at a given confidence.
        trials: how many were counted; below `LEAST` the interval has no end.
        confidence: between 0 and 1.

    The interval is as many standard errors wide as `standard_errors` says, by the method of `estimate`. For shares and
    rare values that method keeps its own form.
    """
    plain = estimate(confidence)
    wide = sequential_standard_errors(trials, 2 * (1 - upper_tail(confidence)))
    if wide > FARTHEST:
        return Estimate(plain.mean, -inf, inf)
    return estimate(1 - 2 * NormalDist().cdf(-wide))


DRAWS, SEED = 20_000, 2008
Matrix = npt.NDArray[np.float64]


def simultaneous_standard_errors(own: Matrix, between: Matrix, trials: int, confidence: float) -> float:
    """How many standard errors to each side cover all paired differences at once with that confidence.

    `own` (subjects): the variance of each subject; `between` (subjects, subjects): that of every paired difference.
    Never more than Bonferroni's correction takes, nor less than a single pair.
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
    """(draws) The largest studentised difference when all subjects are equal; pairs that never differ do not count."""
    generator = np.random.default_rng(SEED)
    covariance = (own[:, None] + own[None, :] - between) / 2
    values, vectors = np.linalg.eigh(covariance)
    means = vectors * np.sqrt(values.clip(0)) @ generator.standard_normal((len(own), DRAWS))
    largest = np.zeros(DRAWS)
    for i in range(len(own) - 1):
        differ = between[i, i + 1 :] > 0
        if differ.any():
            apart = np.abs(means[i + 1 :][differ] - means[i]) / np.sqrt(between[i, i + 1 :][differ])[:, None]
            largest = np.maximum(largest, apart.max(axis=0))
    if trials < SMALL:
        largest /= np.sqrt(generator.chisquare(trials - 1, DRAWS) / (trials - 1))
    return largest


@dataclass(frozen=True)
class StoppedAt:
    """A run that looked every `look` trials, and stopped at the first look with `wanted` events of a metric or more."""

    metric: str
    wanted: int
    look: int

    def estimate(self, hits: int, trials: int, confidence: float = CONFIDENCE) -> Estimate:
        """The share with its interval; raises AnalyzerError where such a run could not have stopped there."""
        return Estimate(hits / trials, *of_stopped_share(hits, trials, self.wanted, self.look, confidence))


def of_stopped_share(
    hits: int, trials: int, wanted: int, look: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Interval of a share in such a run; one that stops at its first look has that of Clopper and Pearson."""
    from scipy.optimize import brentq

    if trials % look or hits < wanted or wanted < 1:
        raise AnalyzerError(f"{hits} of {trials}: no run that waits for {wanted} events stops there")
    tail = 1 - upper_tail(confidence)
    sooner, later = _tails(hits, trials, wanted, look)

    def solved(beyond: Callable[[float], float], otherwise: float) -> float:
        ends = beyond(0.0) - tail, beyond(1.0) - tail
        return float(brentq(lambda p: beyond(p) - tail, 0.0, 1.0, xtol=1e-12)) if ends[0] * ends[1] < 0 else otherwise

    return solved(sooner, 0.0), solved(later, 1.0)


def _tails(hits: int, trials: int, wanted: int, look: int) -> tuple[Callable[[float], float], Callable[[float], float]]:
    """By share the chance of an outcome at least as soon and frequent, and of one at least as late and rare."""
    import numpy as np
    from scipy.stats import binom

    before = trials - look
    earlier = np.arange(min(wanted, before + 1))
    """Events before the last look: fewer than wanted."""

    def sooner(share: float) -> float:
        last = binom.sf(hits - earlier - 1, look, share)
        return float(binom.sf(wanted - 1, before, share) + binom.pmf(earlier, before, share) @ last)

    def later(share: float) -> float:
        return float(binom.pmf(earlier, before, share) @ binom.cdf(hits - earlier, look, share))

    return sooner, later


@dataclass(frozen=True)
class Contest:
    """Subjects that contest a metric, of which more is better; what is said of all pairs is true at once with 95%.

    `reach`: by subject the least and the most that a value of the metric can be, () where nobody knows;
    `same`: by subject a number that only subjects share which are the same but for their names; () where nobody knows;
    `margin`: means that differ by no more count as equal; `at_all_times`: what is said stays true with 95% however
    often one looks while trials are added; `wins`: the chance to win, "" for none. Nobody is better who wins less.
    """

    counted: PairedTally
    metric: str
    margin: float
    at_all_times: bool
    wins: str = ""
    reach: tuple[Reach, ...] = ()
    same: tuple[int, ...] = ()

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of subjects."""
        return combinations(range(len(self.counted.wins)), 2)

    def simultaneous(self, one: int, other: int) -> Estimate:
        """By how much one's mean is above the other's, with the interval on which the verdict rests."""
        moments = self.counted.difference(self.metric, one, other)
        if self.same and self.same[one] == self.same[other] and not moments.squares:
            ends = 0.0, 0.0
        elif self.reach:
            ends = between(self.reach[one], self.reach[other])
        else:
            return moments.around(self._standard_errors)
        return moments.reaching(ends).around(self._standard_errors).within(*ends)

    def verdict(self, one: int, other: int) -> Verdict:
        """Whether one is better or worse than the other, equal within the margin, or that is open."""
        difference = self.simultaneous(one, other)
        verdict = difference.verdict(self.margin, self.differing(one, other))
        return Verdict.OPEN if verdict.tells_apart and self._wins_less(one, other, difference.mean) else verdict

    def chance_to_win(self, one: int, other: int) -> Estimate:
        """By how much one's chance to win is above the other's, with an interval as that of `simultaneous`."""
        return self.counted.difference(self.wins, one, other).around(self._standard_errors).within(-1, 1)

    def _wins_less(self, one: int, other: int, ahead: float) -> bool:
        """Whether the one who is ahead clearly wins less often."""
        if not self.wins:
            return False
        more = self.chance_to_win(one, other)
        return more.high < 0 if ahead > 0 else more.low > 0

    def decided(self) -> bool:
        """Whether no pair is open."""
        return all(self.verdict(one, other) is not Verdict.OPEN for one, other in self.pairs)

    def differing(self, one: int, other: int) -> int:
        """In how many trials the two differ."""
        return int(self.counted.wins[one, other] + self.counted.wins[other, one])

    def ranking(self) -> list[tuple[int, str]]:
        """The subjects, the best first, each with the letters of the groups from which it does not differ clearly."""
        order = sorted(range(len(self.counted.wins)), key=lambda i: -self.counted.own(self.metric, i).mean)
        apart = [(i, j) for i, j in self.pairs if self.verdict(order[i], order[j]).tells_apart]
        return list(zip(order, letters(len(order), apart), strict=True))

    @cached_property
    def _standard_errors(self) -> float:
        """To each side of a difference, for all pairs at once."""
        counted, subjects = self.counted, range(len(self.counted.wins))
        if self.at_all_times:
            return sequential_standard_errors(counted.trials, (1 - CONFIDENCE) / comb(len(subjects), 2))
        if counted.trials < 2:
            return inf
        own = np.array([counted.own(self.metric, i).uncertain for i in subjects])
        between = np.array([[counted.difference(self.metric, i, j).uncertain for j in subjects] for i in subjects])
        left = counted.trials - counted.own(self.metric, 0).coefficients
        return simultaneous_standard_errors(own, between, left, CONFIDENCE)
