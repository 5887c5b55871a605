"""What each card does to many ships: the same flights with it, and with a card that does nothing in its place.

So the cards and dice of all other slots are the same in both, and the difference is what the card takes and brings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.statistics.estimate import Estimate
from analyzer.statistics.interval import CONFIDENCE
from analyzer.statistics.moments import Moments
from analyzer.trucker.edition import Card
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.metrics import ARRIVED
from analyzer.trucker.questions.balance.decks import ChosenDecks, decks_with, with_decks
from analyzer.trucker.questions.balance.sample import LevelShips
from analyzer.trucker.questions.cards.alike import Alike, alike

MEASURES = (
    "credits", "bounty", "goods_sold", "rewards", "penalty", "components_lost", "crew", "days", "batteries", "arrived",
    "richest",
)  # fmt: skip
"""What is compared with and without a card; rewards: of order and looks; richest: no ship of the convoy has more."""
DECIDED = "arrived", "richest"
"""What decides a game."""
AMONG = 12
"""Decks are looked through, for each meeting that is wanted, until there are enough."""
AT_ONCE = 50_000
"""Flights in a task with the cards, and as many without them."""
FEWEST = 20
"""In fewer meetings nothing is said of a card."""


Differences = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CardTask:
    """Some sorts of cards of a level, met by every ship in that setting; `cards`: indices of those that do the same."""

    ships: LevelShips
    in_field: bool
    cards: tuple[Alike, ...]
    meetings: int

    @property
    def weight(self) -> int:
        """About how many flights of one ship it takes."""
        return 2 * self.meetings * len(self.cards) * len(self.ships.ships)

    def measured(self) -> list[CardOnShips]:
        """What they do; cards that too few decks have are left out."""
        experiments = self.ships.in_field if self.in_field else self.ships.alone
        route, among = experiments[0].route, AMONG * self.meetings
        meetings = {cards: decks_with(route, cards[0], self.ships.seed, self.meetings, among) for cards in self.cards}
        meetings = {cards: numbers for cards, numbers in meetings.items() if len(numbers) >= FEWEST}
        if not meetings:
            return []
        chosen = with_decks(route, [number for numbers in meetings.values() for number in numbers])
        blanked = tuple(cards[0] for cards, numbers in meetings.items() for _ in numbers)
        difference = _columns(experiments, chosen) - _columns(experiments, replace(chosen, blanked=blanked))
        results, begin = [], 0
        for indices, numbers in meetings.items():
            own, begin = difference[:, :, begin : begin + len(numbers)], begin + len(numbers)
            cards = tuple(route.rules.cards[index] for index in indices)
            results.append(CardOnShips.of(self.ships, self.in_field, cards, own))
        return results


def _columns(experiments: Sequence[Experiment], route: ChosenDecks) -> Differences:
    """(ships, measures, flights) What each ship comes to on that route, all in one stack."""
    there = [replace(one, route=route) for one in experiments]
    outcomes = there[0].fly_each([one.hulls for one in there], 0, len(route.numbers))
    return np.array([_measures(outcome) for outcome in outcomes])


def _measures(outcome: Outcome) -> npt.NDArray[np.int64]:
    """(measures, flights) Those of the first ship."""
    columns = outcome.columns()
    derived = {
        "rewards": columns["order_reward"][0] + columns["looks_reward"][0],
        "arrived": (columns["ending"][0] == ARRIVED).astype(np.int64),
        "richest": (columns["wealth"][0] > 0).astype(np.int64),
    }
    return np.stack([derived[name] if name in derived else columns[name][0] for name in MEASURES]).astype(np.int64)


@dataclass(frozen=True)
class CardOnShips:
    """What one card, or one of several that do the same, does to ships of a level that meet it.

    means (ships, measures): mean differences; spread: the standard deviation over good ships of those of credits,
    without that of chance; good: by number the ships that were built with care; over_good: by measure the moments of
    the sum over those, meeting by meeting; by_meeting (meetings): that sum of credits; over_novices: its moments for
    the others; changed: share of meetings, over good ships, in which anything differs; decides: in which the ship
    arrives, or is richest, only with the card or only without.
    """

    level: str
    in_field: bool
    cards: tuple[Card, ...]
    meetings: int
    means: npt.NDArray[np.float64]
    spread: float
    good: tuple[int, ...]
    over_good: tuple[Moments, ...]
    by_meeting: Differences
    over_novices: Moments
    changed: float
    decides: float

    @classmethod
    def of(cls, ships: LevelShips, in_field: bool, cards: tuple[Card, ...], difference: Differences) -> CardOnShips:
        """From differences (ships, measures, meetings)."""
        good, meetings = ships.good, difference.shape[2]
        own, credits = difference[good], difference[:, 0]
        turned = (own[:, [MEASURES.index(measure) for measure in DECIDED]] != 0).any(axis=1)
        return cls(
            ships.level, in_field, cards, meetings,
            difference.mean(axis=2), spread_of(own[:, 0]), tuple(good),
            tuple(Moments.of(row) for row in own.sum(axis=0)), own[:, 0].sum(axis=0),
            Moments.of(np.delete(credits, good, axis=0).sum(axis=0)),
            float((own != 0).any(axis=1).mean()), float(turned.mean()),
        )  # fmt: skip

    def average(self, measure: str, confidence: float = CONFIDENCE) -> Estimate:
        """The mean over good ships; its interval is about other decks and dice, not about other ships."""
        return _divided(self.over_good[MEASURES.index(measure)].estimate(confidence), len(self.good))

    def credits(self, confidence: float = CONFIDENCE) -> Estimate:
        """That of credits, with an interval that holds for rare large losses and at high confidence, too."""
        return _divided(cautious_mean(self.by_meeting, confidence), len(self.good))

    def share(self, of: float, confidence: float = CONFIDENCE) -> Estimate:
        """`changed` or `decides` with its interval, wider than needed: as if all ships always did the same."""
        return Estimate.of_share(of * self.meetings, self.meetings, confidence)

    def novices(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """The mean of credits over ships built at random; None where there are none."""
        novices = len(self.means) - len(self.good)
        return _divided(self.over_novices.estimate(confidence), novices) if novices else None


def cautious_mean(values: npt.NDArray[Any], confidence: float) -> Estimate:
    """A mean of few skewed values, as if there were one more to either side, as far from it as the furthest.

    Plain intervals of 125 meetings, where those of 200 cards shall hold at once, fail three times as often as they say.
    """
    n, mean = values.size, float(values.mean())
    squares = ((values - mean) ** 2).astype(np.float64)
    return Estimate.of_mean(mean, float(squares.sum() + 2 * squares.max()) / (n + 1), n, confidence)


def spread_of(values: Differences) -> float:
    """The standard deviation over ships of the means of values (ships, meetings), without that of chance.

    All ships have the same meetings: chance is what is left of a value without the means of its ship and its meeting.
    """
    ships, meetings = values.shape
    if ships < 2:
        return 0.0
    means = values.mean(axis=1)
    rest = values - means[:, None] - values.mean(axis=0) + means.mean()
    chance = float((rest**2).sum()) / ((ships - 1) * (meetings - 1))
    return sqrt(max(0.0, float(means.var(ddof=1)) - chance / meetings))


def _divided(estimate: Estimate, by: int) -> Estimate:
    return Estimate(*(value / by for value in estimate))


def card_tasks(ships: LevelShips, in_field: bool, meetings: int) -> Iterator[CardTask]:
    """All sorts of cards that a level deals, some at a time."""
    every = alike(ships.in_field[0].route)
    step = max(1, AT_ONCE // (meetings * len(ships.ships)))
    for begin in range(0, len(every), step):
        yield CardTask(ships, in_field, tuple(every[begin : begin + step]), meetings)
