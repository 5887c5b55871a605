"""The candidates of a decision against one another: games are played on behind each until it is clear which is best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.thinker import goal_of
from analyzer.lorry.questions.advise.moment import Candidate, Moment
from analyzer.lorry.turn.board import TYPE
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments

LOOKS = (8, 4, 2, 1)
"""After which parts of the games (an eighth, ...) candidates that are clearly worse are dropped."""
FEWEST = 50
"""Games before anything is dropped."""
SURE = 0.05
Values = npt.NDArray[np.int64]


class Contest:
    """Candidates, and the totals (traders, games) that games behind each came to so far.

    most: how many candidates are tried, among them always those in `always`, which are never dropped, the captain's
    choice, and that of nothing; left: those that are not clearly worse.
    """

    def __init__(self, moment: Moment, goal: str, most: int, always: Collection[Candidate] = ()) -> None:
        every = moment.candidates()
        self.moment, self.goal = moment, goal
        self.legal = len({(one.track, one.cell, one.kind) for one in every})
        self.captain = number_of(every, moment.chosen)
        wanted = {number_of(every, one) for one in always}
        none = {number for number, one in enumerate(every) if one.cell < 0}
        numbers = _screened(every, most, wanted | none | {self.captain})
        self.candidates = [every[number] for number in numbers]
        self.captain = numbers.index(self.captain)
        self.always = {numbers.index(number) for number in wanted | {numbers[self.captain]} if wanted}
        self.totals: list[Values] = []
        self.left = list(range(len(numbers)))
        self.confidence = 1 - SURE / (max(1, len(numbers) - 1) * len(LOOKS))

    def play(self, many: int, progress: Callable[[int], None] | None = None) -> None:
        """Play so many games behind each at most, drop what is clearly worse, stop when the best is clear."""
        playing, done = list(self.left), 0
        for look in LOOKS:
            until = max(min(many, FEWEST), many // look)
            if until > done and (len(playing) > 1 or done == 0):
                played = self.moment.totals([self.candidates[one] for one in playing], done, until - done)
                if not self.totals:
                    self.totals = [np.zeros((len(played), 0), np.int64) for _ in self.candidates]
                for place, one in enumerate(playing):
                    self.totals[one] = np.concatenate([self.totals[one], played[:, :, place]], axis=1)
                if progress is not None:
                    progress((until - done) * len(playing))
                done = until
                best = self.best
                self.left = [one for one in self.left if one == best or self.behind(one, best).low <= 0]
                playing = sorted({*self.left, *self.always})

    @property
    def best(self) -> int:
        """The candidate left with the largest mean; of equals what the captain would choose, else the first."""
        return max(self.left, key=lambda one: (self.values(one).mean(), one == self.captain, -one))

    def values(self, candidate: int, goal: str | None = None, trader: int | None = None) -> Values:
        """(games,) What a trader came to behind a candidate, by a goal; those of the contest if not given."""
        seat = self.moment.trader if trader is None else trader
        return goal_of(self.totals[candidate], seat, goal or self.goal)

    def behind(self, candidate: int, best: int) -> Estimate:
        """How far a candidate is behind another one, in the games that were played behind both."""
        own, other = self.values(candidate), self.values(best)
        games = min(own.size, other.size)
        return Moments.of(other[:games] - own[:games]).estimate(self.confidence, is_chance=self.goal == "won")

    def is_same(self, candidate: int, best: int) -> bool:
        """Whether two came to the same in every game that both played."""
        own, other = self.values(candidate), self.values(best)
        games = min(own.size, other.size)
        return not (other[:games] - own[:games]).any()


def number_of(candidates: Sequence[Candidate], wanted: Candidate) -> int:
    """The place of the candidate that draws, scores and takes the same."""
    return next(
        number
        for number, one in enumerate(candidates)
        if one[:3] == wanted[:3] and (one.track >= 0 or one.kind == wanted.kind)
    )


def _screened(candidates: Sequence[Candidate], most: int, always: Collection[int]) -> list[int]:
    """The numbers of the best `most`, the best first, at least a quarter of each type if there are enough; and those
    that are always tried, in place of the last of them."""
    seen, order = Counter[int](), []
    for place, one in enumerate(candidates):
        kind = int(TYPE[one.track]) if one.track >= 0 else -1
        order.append((place not in always, seen[kind] >= max(1, most // 4), place))
        seen[kind] += 1
    return sorted(place for *_, place in sorted(order)[: max(most, len(always))])
