"""The options of one decision, each played on in the same trials; those that are clearly worse are dropped early.

What an option costs is judged pair by pair: each trial meets the same coming cards and dice after every option.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from math import inf
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.answers.goal import Goal
from analyzer.statistics.estimate import Estimate, Known
from analyzer.statistics.measured import Measured
from analyzer.statistics.moments import Moments

LOOKS = (8, 4, 2, 1)
"""After which parts of the trials (an eighth, ...) options that are clearly worse are dropped."""
FEWEST = 200
"""Trials before anything is dropped."""
SURE = 0.05
NONE = Estimate(0.0, 0.0, 0.0)
NOTHING = Measured(0.0)
"""The cost of what looks best by both halves of the trials: there is nothing to measure it against."""
Values: TypeAlias = npt.NDArray[np.integer[Any]]
Play: TypeAlias = Callable[[int, int, int], Mapping[str, Values]]
"""From the number of an option, the first trial and how many: by goal what each trial comes to, shape (trials,)."""


class Rollouts:
    """Options by number; `values`: by goal what their trials came to so far; `left`: those that were not dropped.

    captains: the number of the option that the captain would take, which is named best among equals; fewest: trials
    before anything is dropped; exact: options with a known outcome, all of whose trials are alike.
    """

    def __init__(
        self,
        options: int,
        play: Play,
        goal: Goal,
        captains: int | None = None,
        *,
        fewest: int = FEWEST,
        exact: Collection[int] = (),
    ) -> None:
        self.play, self.goal, self.captains, self.fewest, self.exact = play, goal, captains, fewest, frozenset(exact)
        self.values: list[dict[str, Values]] = [{} for _ in range(options)]
        self.left = list(range(options))
        self.confidence = 1 - SURE / (max(1, options - 1) * len(LOOKS))

    def run(
        self,
        many: int,
        progress: Callable[[int], None] | None = None,
        *,
        first: int = 0,
        whole: Collection[int] = (),
    ) -> Rollouts:
        """Play on until the best option is clear, many trials of each at most; itself.

        first: the number of the first trial; whole: options of which all trials are played in any case.
        """
        for _ in self.looks(many, progress, first=first, whole=whole):
            pass
        return self

    def looks(
        self,
        many: int,
        progress: Callable[[int], None] | None = None,
        *,
        first: int = 0,
        whole: Collection[int] = (),
    ) -> Iterator[list[tuple[int, int, int]]]:
        """As `run`, look by look: yields what is to be played next, as it will be asked of `play`."""
        done = 0
        for look in LOOKS:
            until = max(min(many, self.fewest), many // look)
            playing = self.left if len(self.left) > 1 or done == 0 else []
            needed = [
                (option, first + self.trials(option), until - self.trials(option))
                for option in (sorted({*playing, *whole, *(self.exact if playing else ())}) if until > done else ())
                if until > self.trials(option)
            ]
            yield needed
            for option, begin, trials in needed:
                self._play(option, begin, trials, progress)
            if until > done and playing:
                self.left = self._contenders()
            done = until

    def trials(self, option: int) -> int:
        """How many trials of an option were played."""
        return self._own(option).size

    @property
    def best(self) -> int:
        """The option with the largest mean; of equals a known outcome, what the captain would do, else the first."""
        return max(self.left, key=lambda one: (self._own(one).mean(), one in self.exact, one == self.captains, -one))

    def is_same(self, option: int) -> bool:
        """Whether it came to the same as the best in every trial; never where only one of the two is known exactly."""
        if option == self.best or (option in self.exact) != (self.best in self.exact):
            return False
        return not self._difference(self.best, option).any()

    def worse(self, option: int) -> Estimate:
        """How far an option is behind the best, with an interval that holds for all options, and looks, at once.

        Any of the contenders may be the best in truth: the upper end is how far the option may be behind any of them.
        """
        if option == self.best:
            return NONE
        behind = self._behind(self.best, option)
        most = max(self._behind(other, option).high for other in self.left if other != option)
        return behind if most <= behind.high else Estimate(behind.mean, behind.low, most)

    def cost(self, option: int) -> Measured:
        """What it costs against the best, so that costs of many decisions add up.

        The best is chosen by one half of the trials and judged in the other one: by the same trials the best always
        looks a little too good.
        """
        if self.exact.issuperset({option, self.best}):
            return Measured(self._behind(self.best, option).mean)
        size = min(self.trials(one) for one in (*self.left, option))
        halves = [np.arange(begin, size, 2) for begin in (0, 1)]
        if size < 2:
            return Measured(self.worse(option).mean)
        parts, bests = [], set()
        for chosen_by, judged_by in (halves, halves[::-1]):
            best = max(
                dict.fromkeys((self.best, *self.left)), key=lambda one: float(self._own(one).take(chosen_by).mean())
            )
            bests.add(best)
            parts.append(self._own(best).take(judged_by) - self._own(option).take(judged_by))
        if bests == {option}:
            return NOTHING
        return Measured.of_differences(np.concatenate(parts), is_chance=self.goal.is_chance)

    def result(self, option: int, goal: Goal | None = None) -> Estimate:
        """What an option comes to by a goal, its own if None."""
        goal = goal or self.goal
        values = self.values[option][goal.name]
        if option in self.exact:
            return Known.of(float(values[0]))
        if goal.is_chance:
            return Estimate.of_share(int(values.sum()), values.size)
        return Moments.of(values).estimate().within(goal.least, inf)

    def measured(self, option: int) -> Measured:
        """What an option comes to by the goal, with its standard error."""
        if option in self.exact:
            return Measured(float(self._own(option)[0]))
        return Measured.of(self._own(option), is_chance=self.goal.is_chance)

    def _own(self, option: int) -> Values:
        return self.values[option].get(self.goal.name, np.zeros(0, np.int64))

    def _play(self, option: int, first: int, trials: int, progress: Callable[[int], None] | None) -> None:
        before = self.values[option]
        for name, values in self.play(option, first, trials).items():
            before[name] = np.concatenate([before.get(name, np.zeros(0, np.int64)), values.astype(np.int64)])
        if progress is not None:
            progress(trials)

    def _contenders(self) -> list[int]:
        """Those that are not clearly worse than the best."""
        best = self.best
        return [one for one in self.left if one == best or self._behind(best, one).low <= 0]

    def _difference(self, one: int, other: int, goal: str | None = None) -> Values:
        """By how much one is above another by a goal, its own if None, in the trials that both played."""
        size, name = min(self.trials(one), self.trials(other)), goal or self.goal.name
        return np.asarray(self.values[one][name][:size] - self.values[other][name][:size])

    def _behind(self, best: int, option: int) -> Estimate:
        return self.above(best, option, self.goal)

    def above(self, one: int, other: int, goal: Goal) -> Estimate:
        """By how much one option is above another by a goal, with an interval that holds for all options at once."""
        differences = Moments.of(self._difference(one, other, goal.name))
        if self.exact.issuperset({one, other}):
            return Known.of(differences.mean)
        return differences.estimate(self.confidence, is_chance=goal.is_chance)
