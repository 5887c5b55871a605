"""Effects of each card and worth of each kind of component over many ships.

So the cards and dice of all other slots are the same in both, and the difference is what the card takes and brings.

Twice: against the ship without it (`weak`), which also loses what breaks off and shows more connectors; and against a
plain structural component with the same connectors in its place (as `swap`), so that only what it does is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.runs.amount import run_each
from analyzer.statistics.estimate import CONFIDENCE, Estimate
from analyzer.statistics.moments import Moments
from analyzer.trucker.cards.alike import Alike, alike
from analyzer.trucker.edition import Card
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.metrics import ARRIVED
from analyzer.trucker.questions.balance.sample import NOVICE, ChosenDecks, LevelShips, decks_with, with_decks
from analyzer.trucker.questions.weak import Weakness, WithoutEach
from analyzer.trucker.ship.box import instead
from analyzer.trucker.ship.component import START, Kind, Square, component_of
from analyzer.trucker.ship.layout import Layout

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
FEWEST_MEETINGS = 20
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
        meetings = {cards: numbers for cards, numbers in meetings.items() if len(numbers) >= FEWEST_MEETINGS}
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
    outcomes = there[0].outcomes_by_convoy([one.hulls for one in there], 0, len(route.numbers))
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


PLAIN = "structural"
"""The kind of component that does nothing."""
FEWEST_SHIPS = 3
"""On fewer ships, those of one origin counted as one, nothing is said of a kind."""
Credits = npt.NDArray[np.integer[Any]]
Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True)
class PartsTask:
    """A ship of a level in the field, without each of its components; each ship on flights of its own.

    So the luck of those flights is in the differences between ships, from which intervals come.
    """

    ships: LevelShips
    number: int
    flights: int

    @property
    def weight(self) -> int:
        """About how many flights of one ship it takes."""
        return 2 * self.flights * len(self.ships.ships[self.number].components)

    def measured(self) -> ShipParts:
        """What each kind is worth to it."""
        experiment, first = self.ships.in_field[self.number], self.number * self.flights
        group, name = self.ships.groups[self.number], self.ships.ships[self.number].name
        absent, lost = ({}, {}) if group == NOVICE else self._without_each(experiment, first)
        more = {kind: np.mean(some, axis=0) for kind, some in _by_kind(self._against_plain(experiment, first)).items()}
        plain = {kind: float(values.mean()) for kind, values in more.items()}
        chance = {kind: float(values.var(ddof=1)) / self.flights for kind, values in more.items()}
        return ShipParts(self.ships.level, name, group, absent, plain, lost, chance, self.ships.origin(self.number))

    def _without_each(self, experiment: Experiment, first: int) -> tuple[dict[str, float], dict[str, float]]:
        """By kind what it is worth more than nothing, and how often it is lost."""
        weakness: Weakness = run_each([WithoutEach(experiment)], self.flights, first=first, workers=1)[0]
        loose = (
            (row.kind, row.credits.mean) for row in weakness.rows if not row.breaks_off and row.credits is not None
        )
        return _means(_by_kind(loose)), _means(_by_kind((row.kind, row.lost.mean) for row in weakness.rows))

    def _against_plain(self, experiment: Experiment, first: int) -> Iterator[tuple[str, Credits]]:
        """By component its kind, and what the ship earns more, flight by flight, than with a plain one there."""
        ship, plain = experiment.ships[0], experiment.route.rules.kinds.get(PLAIN)
        if plain is None:
            return
        ships = [(part.kind, _with_plain(ship, square, plain)) for square, part in ship.components.items()
                 if part.kind not in (START, PLAIN)]  # fmt: skip
        experiments = [experiment, *(replace(experiment, ships=(one, *experiment.ships[1:])) for _, one in ships)]
        whole, *others = (
            columns["credits"][0] for columns in Experiment.run_side_by_side(experiments, first, self.flights)
        )
        for (kind, _), credits in zip(ships, others, strict=True):
            yield kind, whole - credits


def _with_plain(ship: Layout, square: Square, plain: Kind) -> Layout:
    """The ship with a plain component there; aliens that lose their home stay away."""
    return instead(ship, square, component_of(plain, ship.components[square].connectors))


def _by_kind(values: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """All values of each kind."""
    lists: dict[Key, list[Value]] = {}
    for kind, value in values:
        lists.setdefault(kind, []).append(value)
    return lists


def _means(lists: dict[Key, list[float]]) -> dict[Key, float]:
    return {kind: float(np.mean(some)) for kind, some in lists.items()}


@dataclass(frozen=True)
class ShipParts:
    """By kind what a component is worth to a ship on average, in credits a flight, and how often it is lost.

    absent: against the ship without it, of components with which nothing breaks off, {} on novices, like lost; plain:
    against a plain one; chance: the variance of that by other decks and dice; origin: the ship from which it was
    searched for, or itself.
    """

    level: str
    ship: str
    group: str
    absent: dict[str, float]
    plain: dict[str, float]
    lost: dict[str, float]
    chance: dict[str, float]
    origin: str


@dataclass(frozen=True)
class KindWorth:
    """What a component of a kind is worth, one value a ship; see ShipParts.

    origins: of each value of `plain` level and origin; chance: the mean variance of those values by other decks and
    dice; lost: how often it is lost on good ships.
    """

    kind: str
    plain: tuple[float, ...]
    absent: tuple[float, ...]
    novices: tuple[float, ...]
    lost: float
    origins: tuple[tuple[str, str], ...]
    chance: float

    @property
    def ships(self) -> int:
        """How many good ships have one."""
        return len(self.plain)

    def worth(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """More than a plain one, mean over good ships; the interval is about other ships like these.

        Ships that were searched for count as one with that from which they began: they have much in common.
        """
        return _mean([*self.by_origin.values()], confidence)

    @property
    def by_origin(self) -> dict[tuple[str, str], float]:
        """By level and origin the mean of `plain`."""
        return _means(_by_kind(zip(self.origins, self.plain, strict=True)))

    def without(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """More than nothing there, mean over good ships."""
        return _mean(self.absent, confidence)

    def to_novices(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """More than a plain one, mean over ships built at random."""
        return _mean(self.novices, confidence)

    @property
    def spread(self) -> float:
        """The standard deviation over good ships, without that of chance."""
        return sqrt(max(0.0, float(np.var(self.plain, ddof=1)) - self.chance)) if self.ships > 1 else 0.0


def _mean(values: Sequence[float], confidence: float) -> Estimate | None:
    """Mean and interval; None for fewer than FEWEST ships."""
    if len(values) < FEWEST_SHIPS:
        return None
    return Estimate.of_mean(float(np.mean(values)), float(np.var(values, ddof=1)), len(values), confidence)


def kinds_of(parts: Sequence[ShipParts], kinds: Iterable[str]) -> list[KindWorth]:
    """By kind what it is worth to all ships, all but the starting cabin."""
    good = [one for one in parts if one.group != NOVICE]
    novices = [one for one in parts if one.group == NOVICE]
    worths = []
    for kind in kinds:
        having = [one for one in good if kind in one.plain]
        plain = tuple(one.plain[kind] for one in having)
        absent = tuple(one.absent[kind] for one in good if kind in one.absent)
        theirs = tuple(one.plain[kind] for one in novices if kind in one.plain)
        lost = [one.lost[kind] for one in good if kind in one.lost]
        if kind != START and (plain or absent or theirs):
            origins = tuple((one.level, one.origin) for one in having)
            chance = float(np.mean([one.chance[kind] for one in having])) if having else 0.0
            worths.append(
                KindWorth(kind, plain, absent, theirs, float(np.mean(lost)) if lost else 0.0, origins, chance)
            )
    return worths


def parts_tasks(ships: LevelShips, flights: int) -> Iterator[PartsTask]:
    """One a ship."""
    for number in range(len(ships.ships)):
        yield PartsTask(ships, number, flights)
