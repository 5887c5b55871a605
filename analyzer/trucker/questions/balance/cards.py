"""What each card does to many ships: the same flights with it, and with a card that does nothing in its place.

So the cards and dice of all other slots are the same in both, and the difference is what the card takes and brings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

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
AT_ONCE = 8
"""Sorts of cards in a task."""
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

    means (ships, measures): mean differences; errors (ships): standard errors of those of credits; good: by number the
    ships that were built with care; over_good: by measure the moments of the sum over those, meeting by meeting;
    over_novices: of credits the same for the others; changed: share of meetings, over good ships, in which anything
    differs; decides: in which the ship arrives, or is richest, only with the card or only without.
    """

    level: str
    in_field: bool
    cards: tuple[Card, ...]
    meetings: int
    means: npt.NDArray[np.float64]
    errors: npt.NDArray[np.float64]
    good: tuple[int, ...]
    over_good: tuple[Moments, ...]
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
            difference.mean(axis=2), credits.std(axis=1, ddof=1) / sqrt(meetings), tuple(good),
            tuple(Moments.of(row) for row in own.sum(axis=0)),
            Moments.of(np.delete(credits, good, axis=0).sum(axis=0)),
            float((own != 0).any(axis=1).mean()), float(turned.mean()),
        )  # fmt: skip

    def average(self, measure: str, confidence: float = CONFIDENCE) -> Estimate:
        """The mean over good ships; its interval is about other decks and dice, not about other ships."""
        return _divided(self.over_good[MEASURES.index(measure)].estimate(confidence), len(self.good))

    def novices(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """The mean of credits over ships built at random; None where there are none."""
        novices = len(self.means) - len(self.good)
        return _divided(self.over_novices.estimate(confidence), novices) if novices else None

    @property
    def spread(self) -> float:
        """The standard deviation over good ships of what it does to their credits, without that of chance."""
        own, errors = self.means[[*self.good], 0], self.errors[[*self.good]]
        return sqrt(max(0.0, float(own.var(ddof=1)) - float((errors**2).mean()))) if len(own) > 1 else 0.0


def _divided(estimate: Estimate, by: int) -> Estimate:
    return Estimate(*(value / by for value in estimate))


def card_tasks(ships: LevelShips, in_field: bool, meetings: int) -> Iterator[CardTask]:
    """All sorts of cards that a level deals, some at a time."""
    every = alike(ships.in_field[0].route)
    for begin in range(0, len(every), AT_ONCE):
        yield CardTask(ships, in_field, tuple(every[begin : begin + AT_ONCE]), meetings)
