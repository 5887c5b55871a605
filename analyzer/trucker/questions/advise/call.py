"""This decision, played on: every option that the rules allow, under the same coming cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.open_decision import open_decision
from analyzer.trucker.position.planning import CaptainLike, PositionLike, plan_position
from analyzer.trucker.position.scripted import OWN, Open, with_decision
from analyzer.trucker.questions.advise.answer import GOALS, NONE, Advice, Option

FLIGHTS = 4_000
LOOKS = (8, 4, 2, 1)
"""After which parts of the flights (an eighth, ...) options that are clearly worse are dropped."""
FEWEST = 200
"""Flights before anything is dropped."""
SURE = 0.05
Values = dict[str, npt.NDArray[np.int64]]
"""By goal what each flight comes to."""


def advise(
    position: PositionLike,
    flights: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    goal: str = "credits",
    progress: Callable[[int], None] | None = None,
) -> Advice:
    """The best option of the decision that is open for your ship: each is taken, and the rest of the flight flown.

    flights: 4,000 of each at most if None; captain: who decides for your ship from then on (rivals fly under
    "sensible"); goal: credits, arrived, richest or first, by which options are ranked. The open decision is the first
    one that the position does not say: of the card at hand, or before a card is revealed whether to give up. Raises
    AnalyzerError where nothing is open, and with every fault of the position.

    >>> import analyzer
    >>> analyzer.advise("ships/2007/which-planet.yaml", 200).what
    'land'
    """
    many = whole_number(FLIGHTS if flights is None else flights, "flights", 2)
    if goal not in GOALS:
        raise AnalyzerError(f"goal {goal!r}: {one_of(goal, GOALS)}")
    experiment = plan_position(position, seed, captain)
    return Contest(experiment, open_decision(experiment), goal).advice(many, progress)


class Contest:
    """The options of a decision, each as an experiment; `values`: what their flights came to so far."""

    def __init__(self, experiment: FromPosition, open_: Open, goal: str) -> None:
        now = experiment.position
        self.experiment, self.open, self.goal = experiment, open_, goal
        scripts = [with_decision(now.decisions, OWN, open_.what, option) for option in open_.options]
        self.tried = [replace(experiment, position=replace(now, decisions=script)) for script in scripts]
        self.values: list[Values] = [{} for _ in self.tried]
        self.confidence = 1 - SURE / (max(1, len(self.tried) - 1) * len(LOOKS))

    def advice(self, many: int, progress: Callable[[int], None] | None) -> Advice:
        """Fly them, drop what is clearly worse, stop when the best is clear; the advice."""
        left, done = list(range(len(self.tried))), 0
        for look in LOOKS:
            until = max(min(many, FEWEST), many // look)
            if until > done and (len(left) > 1 or done == 0):
                for option in left:
                    self._fly(option, done, until - done)
                if progress is not None:
                    progress((until - done) * len(left))
                done = until
                left = self._contenders(left)
        best = self._best(left)
        options = [self._option(number, best, number not in left) for number in range(len(self.tried))]
        options.sort(key=lambda option: (option.worse.mean, not option.is_captain))
        return Advice(self.experiment, self.open, many, self.goal, tuple(options))

    def _fly(self, option: int, first: int, flights: int) -> None:
        """Fly more flights with an option."""
        metrics = self.experiment.metrics
        columns = metrics.with_chances(self.tried[option].run_block(first, flights))
        for goal in GOALS:
            values = columns[goal][OWN].astype(np.int64)
            before = self.values[option].get(goal, np.zeros(0, np.int64))
            self.values[option][goal] = np.concatenate([before, values])

    def _best(self, among: Sequence[int]) -> int:
        """The option with the largest mean; of equals what the captain would do, else the first."""
        return max(among, key=lambda one: (self.values[one][self.goal].mean(), self._is_captain(one), -one))

    def _is_captain(self, option: int) -> bool:
        return bool(self.open.options[option] == self.open.captain)

    def _contenders(self, among: Sequence[int]) -> list[int]:
        """Those that are not clearly worse than the best."""
        best = self._best(among)
        own = self.values[best][self.goal]
        return [one for one in among if one == best or self._behind(own, one).low <= 0]

    def _behind(self, best: npt.NDArray[np.int64], option: int) -> Estimate:
        """How far an option is behind, in the flights that both flew."""
        mine = self.values[option][self.goal]
        differences = Moments.of(best[: mine.size] - mine)
        return differences.estimate(self.confidence, is_chance=self.goal != GOALS[0])

    def _option(self, number: int, best: int, is_dropped: bool) -> Option:
        values, own = self.values[number], self.values[best][self.goal]
        size = values["credits"].size
        each: dict[str, Any] = {goal: Estimate.of_share(int(values[goal].sum()), size) for goal in GOALS[1:]}
        return Option(
            value=self.open.options[number],
            is_captain=self._is_captain(number),
            flights=size,
            credits=Moments.of(values["credits"]).estimate(),
            worse=NONE if number == best else self._behind(own, number),
            is_best=number == best,
            is_same=number != best and not (own[:size] - values[self.goal]).any(),
            dropped=is_dropped,
            **each,
        )
