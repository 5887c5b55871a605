"""Who is better: verdicts on all pairs of subjects at once, and a ranking in groups that do not differ clearly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, inf

import numpy as np

from analyzer.statistics import sequential, simultaneous
from analyzer.statistics.estimate import Estimate, Reach, Verdict, between
from analyzer.statistics.interval import CONFIDENCE
from analyzer.statistics.letters import letters
from analyzer.statistics.lopsided import widened_if_few
from analyzer.statistics.paired import PairedTally


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
        difference = moments.around(self._standard_errors)
        if not self.reach:
            return difference
        is_same = bool(self.same) and self.same[one] == self.same[other] and not moments.squares
        ends = (0.0, 0.0) if is_same else between(self.reach[one], self.reach[other])
        differing = int(self.counted.wins[one, other]), int(self.counted.wins[other, one])
        return widened_if_few(difference, moments, ends, self._standard_errors, differing).within(*ends)

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
            return sequential.standard_errors(counted.trials, (1 - CONFIDENCE) / comb(len(subjects), 2))
        if counted.trials < 2:
            return inf
        own = np.array([counted.own(self.metric, i).uncertain for i in subjects])
        between = np.array([[counted.difference(self.metric, i, j).uncertain for j in subjects] for i in subjects])
        left = counted.trials - counted.own(self.metric, 0).coefficients
        return simultaneous.standard_errors(own, between, left, CONFIDENCE)
