"""Effects of each card and worths of each kind of component, over many ships.

A card is measured by flights with it, and the same flights with a blank card in its place. The cards and dice of all
other slots are equal in both, so the difference is the effect of the card.

A component is measured in two ways. First against the ship without it (`weak`), which also loses all that breaks off,
and has more exposed connectors. Second against a plain structural component with the same connectors in its place (as
in `swap`), so that only its function counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.statistics.estimate import CONFIDENCE, Estimate
from analyzer.statistics.moments import Moments
from analyzer.trucker.cards.deck_chances import Alike, alike
from analyzer.trucker.edition import Card
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.metrics import ARRIVED
from analyzer.trucker.questions.balance.sample import NOVICE, PLAIN, ChosenDecks, LevelShips, decks_with, with_decks
from analyzer.trucker.questions.weak import WithoutEach
from analyzer.trucker.ship.box import with_component
from analyzer.trucker.ship.component import START, Kind, Square, component_of
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.stacks import LARGEST, FlownSpan, Span, cost, fly_spans

MEASURES = (
    "credits", "bounty", "goods_sold", "rewards", "penalty", "components_lost", "crew", "days", "batteries", "arrived",
    "richest",
)  # fmt: skip
"""Results that are compared with and without a card.

`rewards` are those for order and looks. `richest` is whether no ship of the convoy has more credits.
"""
DECIDED = "arrived", "richest"
"""Measures by which a card decides a game: it does so if it changes one of them."""
AMONG = 12
"""Largest number of decks that are looked through for each wanted meeting with a card."""
AT_ONCE = 50_000
"""Largest number of flights in one task; flights with blank cards are not counted."""
FEWEST_MEETINGS = 20
"""Smallest number of meetings from which a card is reported."""


Differences = npt.NDArray[np.int64]
"""Array of results with a card less results without it. Shape (ships, measures, meetings), or a slice of it."""


@dataclass(frozen=True)
class CardTask:
    """A task that flies every ship of a level through meetings with some cards, either in the field or alone.

    Attributes:
        ships: ships of the level.
        in_field: whether rivals fly along.
        cards: groups of indices of cards with the same effect.
        meetings: number of meetings with each group.
    """

    ships: LevelShips
    in_field: bool
    cards: tuple[Alike, ...]
    meetings: int

    @property
    def weight(self) -> int:
        """Approximate work of the task, in flights of one ship."""
        flights = 2 * self.meetings * len(self.cards) * len(self.ships.ships)
        return cost(flights, self.ships.slots, -(-flights // LARGEST), alone=not self.in_field)

    def measured(self) -> list[CardOnShips]:
        """Fly the meetings and return the effects, without cards that lie in too few decks."""
        experiments = self.ships.in_field if self.in_field else self.ships.alone
        route, among = experiments[0].route, AMONG * self.meetings
        meetings = {cards: decks_with(route, cards[0], self.ships.seed, self.meetings, among) for cards in self.cards}
        meetings = {cards: numbers for cards, numbers in meetings.items() if len(numbers) >= FEWEST_MEETINGS}
        if not meetings:
            return []
        chosen = with_decks(route, [number for numbers in meetings.values() for number in numbers])
        blanked = tuple(cards[0] for cards, numbers in meetings.items() for _ in numbers)
        # The route with blank cards comes first, because a stack flies by the rules of its first span.
        both = (replace(chosen, blanked=blanked), chosen)
        spans = [Span(replace(one, route=route), 0, len(blanked)) for route in both for one in experiments]
        measured = np.array([_measures(one.outcome) for one in fly_spans(spans)])
        difference = measured[len(experiments) :] - measured[: len(experiments)]
        results, begin = [], 0
        for indices, numbers in meetings.items():
            own, begin = difference[:, :, begin : begin + len(numbers)], begin + len(numbers)
            cards = tuple(route.rules.cards[index] for index in indices)
            results.append(CardOnShips.of(self.ships, self.in_field, cards, own))
        return results


def effects_of(
    experiments: Sequence[Experiment], routes: Sequence[ChosenDecks], blanked: ChosenDecks
) -> Iterator[Differences]:
    """Yield for each route the results less those with blank cards. Shape of each (ships, MEASURES, flights)."""
    without = measures_by_ship(experiments, blanked)
    for route in routes:
        yield measures_by_ship(experiments, route) - without


def measures_by_ship(experiments: Sequence[Experiment], route: ChosenDecks) -> Differences:
    """Return the results in MEASURES of each ship, all flown in one call. Shape (ships, MEASURES, flights)."""
    there = [replace(one, route=route) for one in experiments]
    outcomes = there[0].outcomes_by_convoy([one.hulls for one in there], 0, len(route.numbers))
    return np.array([_measures(outcome) for outcome in outcomes])


def _measures(outcome: Outcome) -> npt.NDArray[np.int64]:
    """Return the results in MEASURES of the ship with index 0. Shape (MEASURES, flights)."""
    columns = outcome.columns()
    derived = {
        "rewards": columns["order_reward"][0] + columns["looks_reward"][0],
        "arrived": (columns["ending"][0] == ARRIVED).astype(np.int64),
        "richest": (columns["wealth"][0] > 0).astype(np.int64),
    }
    return np.stack([derived[name] if name in derived else columns[name][0] for name in MEASURES]).astype(np.int64)


@dataclass(frozen=True, eq=False)
class CardOnShips:
    """Effect of a card on the ships of a level that meet it; cards with the same effect are measured as one card.

    Attributes:
        level: name of the level.
        in_field: whether rivals fly along.
        cards: the card, or the cards with the same effect.
        meetings: number of meetings of each ship.
        means: mean differences, (ships, measures).
        spread: standard deviation over good ships (built with care, not at random) of the mean differences of credits,
            without the part due to chance.
        good: indices of the ships built with care.
        over_good: by measure, moments over meetings of the sum of the differences over good ships.
        by_meeting: sum of the differences in credits over good ships, (meetings,).
        over_novices: moments over meetings of the sum of the differences in credits over the other ships.
        changed: share of meetings of good ships in which any measure differs.
        decides: share of meetings of good ships that differ in arrival, or in being the richest.
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
        """Build the effect from differences of shape (ships, measures, meetings)."""
        # Sums over ships come before moments over meetings: all ships share the luck of a meeting.
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

    def updated_by(self, more: CardOnShips) -> CardOnShips:
        """Return the effect with all averages over good ships taken from a larger measurement.

        The means of the single ships and the results of ships built at random stay as they are.
        """
        return replace(more, means=self.means, good=self.good, over_novices=self.over_novices)

    def average(self, measure: str, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean difference of a measure over good ships.

        The interval covers other decks and dice, not other ships.
        """
        return _divided(self.over_good[MEASURES.index(measure)].estimate(confidence), len(self.good))

    def credits(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean difference in credits over good ships, with an interval that allows for rare large losses."""
        return _divided(cautious_mean(self.by_meeting, confidence), len(self.good))

    def share(self, of: float, confidence: float = CONFIDENCE) -> Estimate:
        """Return a share of meetings with a conservative interval.

        The interval counts each meeting once, as if all ships always had the same result in it.

        Args:
            of: the share, either `changed` or `decides`.
            confidence: level of the interval.
        """
        return Estimate.from_share(of * self.meetings, self.meetings, confidence)

    def novices(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """Return the mean difference in credits over ships built at random; None if there are none."""
        novices = len(self.means) - len(self.good)
        return _divided(self.over_novices.estimate(confidence), novices) if novices else None


def cautious_mean(values: npt.NDArray[Any], confidence: float) -> Estimate:
    """Return the mean of a few skewed values with a cautious interval.

    The interval is computed as if there were one more value on either side, as far from the mean as the furthest value.
    With 125 meetings and 200 cards whose intervals must hold at once, plain intervals fail three times as often as they
    claim.
    """
    n, mean = values.size, float(values.mean())
    squares = ((values - mean) ** 2).astype(np.float64)
    # n + 2 values have n + 1 degrees of freedom.
    return Estimate.from_mean(mean, float(squares.sum() + 2 * squares.max()) / (n + 1), n, confidence)


def spread_of(values: Differences) -> float:
    """Return the standard deviation between ships of their mean values, without the part due to chance.

    All ships have the same meetings. The part due to chance is estimated from the residuals that remain after
    subtracting the mean of each ship and of each meeting.

    Args:
        values: differences, (ships, meetings).
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


def card_tasks(
    ships: LevelShips, in_field: bool, meetings: int, only: Iterable[CardOnShips] | None = None
) -> Iterator[CardTask]:
    """Yield tasks that cover all cards that a level deals, or only the cards of the given effects."""
    route = ships.in_field[0].route
    wanted = None if only is None else {one.cards[0].id for one in only}
    every = [same for same in alike(route) if wanted is None or route.rules.cards[same[0]].id in wanted]
    step = max(1, AT_ONCE // (meetings * len(ships.ships)))
    for begin in range(0, len(every), step):
        yield CardTask(ships, in_field, tuple(every[begin : begin + step]), meetings)


FEWEST_SHIPS = 3
"""Smallest number of ships from which a kind is reported; ships of one origin count as one."""
Credits = npt.NDArray[np.integer[Any]]
"""Array of credits in each flight. Shape (flights,)."""
Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True)
class PartsTask:
    """A task that flies ships in the field without each component, and with a plain component in the place of each.

    Ships built at random do not fly without components. Each ship has flights of its own. Intervals come from
    differences between ships, so they must contain the luck of the flights. All ships of the task fly in one stack.

    Attributes:
        ships: ships of a level.
        numbers: indices of the ships that fly.
        flights: number of flights of each version of a ship.
    """

    ships: LevelShips
    numbers: tuple[int, ...]
    flights: int

    @property
    def weight(self) -> int:
        """Approximate work of the task, in flights of one ship."""
        flights = self.flights * sum(versions_of(self.ships.ships[number]) for number in self.numbers)
        return cost(flights, self.ships.slots)

    def measured(self) -> list[ShipParts]:
        """Fly the ships and return the worth of each kind to each of them."""
        # Ships built at random have no `absent` and `lost`, so they need no flights without a component.
        without = {
            number: None if self.ships.groups[number] == NOVICE else WithoutEach(self.ships.in_field[number])
            for number in self.numbers
        }
        each = [(number, one, [*self._with_plain(number)]) for number, one in without.items()]
        flown = fly_spans([span for one in each for span in self._spans(*one)])
        return [self._parts(*one, flown) for one in each]

    def _with_plain(self, number: int) -> Iterator[tuple[str, Experiment]]:
        """Yield, for each component of a ship, its kind and the experiment with a plain component in its place."""
        experiment = self.ships.in_field[number]
        ship, plain = experiment.ships[0], experiment.route.rules.kinds.get(PLAIN)
        if plain is None:
            return
        for square, part in ship.components.items():
            if part.kind not in (START, PLAIN):
                yield part.kind, replace(experiment, ships=(with_plain(ship, square, plain), *experiment.ships[1:]))

    def _spans(
        self, number: int, without: WithoutEach | None, plain: Sequence[tuple[str, Experiment]]
    ) -> Iterator[Span]:
        """Yield the flights of a ship: whole, without each component, and with a plain one in the place of each."""
        experiment, first = self.ships.in_field[number], number * self.flights
        yield Span(experiment, first, self.flights)
        for hulls in without.convoys.values() if without else ():
            yield Span(experiment, first, self.flights, hulls)
        for _, one in plain:
            yield Span(one, first, self.flights)

    def _parts(
        self,
        number: int,
        without: WithoutEach | None,
        plain: Sequence[tuple[str, Experiment]],
        flown: Iterator[FlownSpan],
    ) -> ShipParts:
        """Return the worth of each kind to a ship, given the results of its flights in the order of `_spans`."""
        whole = next(flown)
        absent, lost = {}, {}
        if without is not None:
            others = [one.outcome for one in islice(flown, len(without.convoys))]
            rows = without.result(without.count(without.columns(whole.outcome, whole.lost, others))).rows
            loose = ((row.kind, row.credits.mean) for row in rows if not row.breaks_off and row.credits is not None)
            absent, lost = _means(_by_kind(loose)), _means(_by_kind((row.kind, row.lost.mean) for row in rows))
        more = [whole.outcome.credits[0] - one.outcome.credits[0] for one in islice(flown, len(plain))]
        by_kind = _by_kind(zip((kind for kind, _ in plain), more, strict=True))
        means = {kind: np.mean(some, axis=0) for kind, some in by_kind.items()}
        return ShipParts(
            self.ships.level, self.ships.ships[number].name, self.ships.groups[number], absent,
            {kind: float(values.mean()) for kind, values in means.items()}, lost,
            {kind: float(values.var(ddof=1)) / self.flights for kind, values in means.items()},
            self.ships.origin(number),
        )  # fmt: skip


def versions_of(ship: Layout) -> int:
    """Return the approximate number of versions of a ship that a `PartsTask` flies: two for each component."""
    return 2 * len(ship.components)


@dataclass(frozen=True)
class KindTask:
    """A task that flies one good ship with each version of a kind of component.

    Attributes:
        ships: good ships of a level.
        number: index of the ship.
        name: name of the kind.
        versions: the kind with each value.
        flights: number of flights.
    """

    ships: LevelShips
    number: int
    name: str
    versions: tuple[Kind, ...]
    flights: int

    @property
    def weight(self) -> int:
        """Approximate work of the task, in flights of one ship."""
        parts = self.ships.ships[self.number].components.values()
        return self.flights * len(self.versions) * (1 + sum(part.kind == self.name for part in parts))

    def measured(self) -> list[float] | None:
        """Return the worth of a component of the kind, for each version of the kind, in credits a flight.

        The worth is the ship's mean credits less its mean credits with a plain component in place of one component of
        the kind, on average over all components of the kind. The result is None for a ship without the kind, or for
        rules without a plain component.
        """
        experiment, first = self.ships.in_field[self.number], self.number * self.flights
        ship = experiment.ships[0]
        squares = [square for square, part in ship.components.items() if part.kind == self.name]
        plain = experiment.route.rules.kinds.get(PLAIN)
        if not squares or plain is None:
            return None
        changed = []
        for version in self.versions:
            parts = {square: replace(ship.components[square], own=version) for square in squares}
            whole = replace(ship, components={**ship.components, **parts})
            changed += [whole, *(with_plain(whole, square, plain) for square in squares)]
        experiments = [replace(experiment, ships=(one, *experiment.ships[1:])) for one in changed]
        flown = Experiment.run_side_by_side(experiments, first, self.flights)
        credits = np.array([columns["credits"][0].mean() for columns in flown]).reshape(len(self.versions), -1)
        return [float(value) for value in credits[:, 0] - credits[:, 1:].mean(axis=1)]


def with_plain(ship: Layout, square: Square, plain: Kind) -> Layout:
    """Return the ship with a plain component on the square; aliens that lose their home are left out."""
    return with_component(ship, square, component_of(plain, ship.components[square].connectors))


def _by_kind(values: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Return the values of pairs (kind, value) as a list for each kind."""
    lists: dict[Key, list[Value]] = {}
    for kind, value in values:
        lists.setdefault(kind, []).append(value)
    return lists


def _means(lists: dict[Key, list[float]]) -> dict[Key, float]:
    """Return the mean of each list of worths, by the same keys."""
    return {kind: float(np.mean(some)) for kind, some in lists.items()}


@dataclass(frozen=True)
class ShipParts:
    """Worth of a component of each kind to one ship, in credits a flight.

    Attributes:
        level: name of the level.
        ship: name of the ship.
        group: its group.
        absent: worth above an empty square, only for components whose loss breaks off no others; {} for ships built at
            random.
        plain: worth above a plain structural component.
        lost: share of flights in which a component of the kind is lost; {} for ships built at random.
        chance: variance of `plain` that other decks and dice would cause.
        origin: name of the ship from which a search or a fitting made this one; else the ship's own name.
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
    """Worth of a component of a kind, one value per ship (see `ShipParts`).

    Attributes:
        kind: name of the kind.
        plain: worths above a plain component, on good ships (built with care, not at random).
        absent: worths above an empty square, on good ships.
        novices: worths above a plain component, on ships built at random.
        lost: share of flights of good ships in which a component of the kind is lost.
        origins: level and origin of each value of `plain`.
        chance: variance of a value of `plain` that other decks and dice would cause, mean over ships.
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
        """Number of ships built with care that have a component of this kind."""
        return len(self.plain)

    def worth(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """Return the mean worth above a plain component over good ships.

        The interval covers other ships like these. A ship and the ships made from it by a search or a fitting have much
        in common. They count as one, with the mean of their worths.
        """
        return _mean([*self.by_origin.values()], confidence)

    @property
    def by_origin(self) -> dict[tuple[str, str], float]:
        """Mean worth above a plain component (`plain`), by level and by origin of the ship."""
        return _means(_by_kind(zip(self.origins, self.plain, strict=True)))

    def without(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """Return the mean worth of a component above an empty square, over good ships."""
        return _mean(self.absent, confidence)

    def to_novices(self, confidence: float = CONFIDENCE) -> Estimate | None:
        """Return the mean worth above a plain component over ships built at random."""
        return _mean(self.novices, confidence)

    @property
    def spread(self) -> float:
        """Standard deviation of `plain` over good ships, without the part due to chance."""
        return sqrt(max(0.0, float(np.var(self.plain, ddof=1)) - self.chance)) if self.ships > 1 else 0.0


def _mean(values: Sequence[float], confidence: float) -> Estimate | None:
    """Return the mean and its interval, or None for fewer than FEWEST_SHIPS values."""
    if len(values) < FEWEST_SHIPS:
        return None
    return Estimate.from_mean(float(np.mean(values)), float(np.var(values, ddof=1)), len(values), confidence)


def kinds_of(parts: Sequence[ShipParts], kinds: Iterable[str]) -> list[KindWorth]:
    """Return the worth of each kind over all ships, except the starting cabin."""
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
    """Yield tasks that measure the worth of the components of all ships, each with as many ships as one stack holds."""
    step = max(1, AT_ONCE // (flights * max(map(versions_of, ships.ships))))
    for begin in range(0, len(ships.ships), step):
        yield PartsTask(ships, tuple(range(len(ships.ships)))[begin : begin + step], flights)
