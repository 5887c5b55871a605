"""Effects of fleet rules by kind of card: a build flown as a fleet is compared with the build as one large ship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Unpack

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    NUMBER,
    SIGNED,
    Collection,
    Column,
    Described,
    Description,
    Part,
    Row,
    Table,
    in_words,
)
from analyzer.answers.leaders import leaders_by_interval
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.origin import in_setting
from analyzer.errors import AnalyzerError, named_setting, one_of
from analyzer.montecarlo.stretch import Stretch, some_trials
from analyzer.runs.amount import HowMuch, run_each, split_amount
from analyzer.statistics.estimate import CONFIDENCE, Estimate, each_of
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.cards.caveats import can_be_met
from analyzer.trucker.conditions import Conditions, FlightKeywords, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.borders import ALL
from analyzer.trucker.fleets.facts import fleets_on
from analyzer.trucker.metrics import BY_FLIGHTS
from analyzer.trucker.questions.insure.call import checked_build
from analyzer.trucker.result import OfOneShip
from analyzer.trucker.ship.bitboard import count
from analyzer.trucker.ship.shipfile import ShipLike

LARGE = "large_"
"""Prefix of the metrics of the large ship in JSON and tables."""
MEASURED = {
    "worth": (
        "credits",
        "credits paid by the card and for goods, at half or full price, minus 1 for each lost component",
    ),
    "components_lost": ("components", "components lost"),
    "crew_lost": ("crew", "humans and aliens lost, also with ships that left"),
    "batteries_spent": ("batteries", "charges spent or lost, also with ships that left"),
    "paid": ("credits", "paid by the card and for goods"),
    "days": ("flight days", "spaces moved"),
    "ships_lost": ("ships", "ships that left"),
}
"""Unit and meaning of each metric measured while flying through one card."""
AS_ONE = Metrics(
    listed=tuple(
        Metric(prefix + name, f"{meaning}: {whose}", unit=unit)
        for prefix, whose in (("", "fleet less large ship"), (LARGE, "large ship"))
        for name, (unit, meaning) in MEASURED.items()
    ),
    score="worth",
    unit="credits",
    bounds={prefix + name: BY_FLIGHTS for prefix in ("", LARGE) for name in MEASURED},
)
"""Metrics of a kind of card: the fleet's value less the large ship's, and the large ship's value."""
WHY = {
    "open_space": "the slowest ship sets the pace, and one without engines leaves",
    "meteor_swarm": "a shield guards only its own ship, any cannon shoots, and only the ship that is hit breaks",
    "pirates": "cannons are added up, and a shield guards only its own ship",
    "smugglers": "cannons are added up, each powered by its own ship",
    "slavers": "cannons are added up, each powered by its own ship",
    "combat_zone": "the slowest ship is compared, cannons and crew are added up, shields guard only their own ship",
    "epidemic": "it stays inside a ship",
    "stardust": "connectors are exposed wherever ships touch",
    "abandoned_ship": "each ship keeps a human back",
    "sabotage": "only the ship that is hit breaks",
}
"""Fleet rule that makes a fleet fare differently from one large ship, by kind of card."""
HEADINGS = {
    "components_lost": "components lost",
    "crew_lost": "crew lost",
    "batteries_spent": "batteries",
    "paid": "paid",
    "days": "days",
    "ships_lost": "ships lost",
}
"""Headings of the columns for metrics of which only the difference is shown, by metric."""


def _columns() -> Iterator[Column]:
    """Yield the table's columns: for each metric the fleet's value, the large ship's, and their difference.

    Tables for people show all three columns of `worth`, and only the difference of every other metric.
    """
    yield Column("ship", in_json=False)
    yield Column("kind", "kind")
    yield Column("cards", "cards", COUNT)
    yield Column("worth_fleet", "worth, fleet", NUMBER, "a card on average")
    yield Column("worth_large", "large", NUMBER, "the same for one large ship")
    more = "the fleet's value minus that of the large ship; likewise in all columns after it"
    yield Column("worth", "more", SIGNED, more, INTERVAL)
    for metric, heading in HEADINGS.items():
        yield from (Column(f"{metric}_fleet"), Column(f"{metric}_large"), Column(metric, heading, SIGNED))
    yield from (Column("numbers", flat=None), Column("why", flat=None))


COLUMNS = tuple(_columns())


@dataclass(frozen=True, repr=False)
class KindEffect(Described):
    """Average effect of a card of one kind on a build, flown as a fleet and as one large ship.

    Attributes:
        kind: kind of card.
        cards: numbers of the cards of that kind.
        histograms: for each metric of `AS_ONE`, a histogram over flights of the sum over these cards.
    """

    kind: str
    cards: tuple[int, ...]
    histograms: Mapping[str, Histogram]

    def more(self, metric: str, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean of a metric per card with its interval: the fleet's mean less the large ship's."""
        return Estimate(*(value / len(self.cards) for value in self.histograms[metric].estimate(confidence)))

    def large(self, metric: str) -> float:
        """Return the mean of a metric per card, for the build flown as one large ship."""
        return self.histograms[LARGE + metric].mean / len(self.cards)

    @property
    def why(self) -> str:
        """Rule of fleets that causes the difference; "" if no rule does."""
        return WHY.get(self.kind, "")

    def as_row(self, ship: str = "") -> Row:
        """Return the row for this kind of card in the table of kinds."""
        values = {"ship": ship, "kind": self.kind, "cards": len(self.cards), "numbers": self.cards, "why": self.why}
        for metric in MEASURED:
            more, large = self.more(metric), self.large(metric)
            values |= {f"{metric}_fleet": large + more.mean, f"{metric}_large": large, metric: more}
        return Row(values)

    def description(self) -> Description:
        """Describe the effect of this kind of card alone, as a table of one row."""
        return Description(in_words(self.kind), "", parts=(Table("", COLUMNS[1:], [self.as_row()]),))


@dataclass(frozen=True, repr=False)
class FleetEffects(Collection, OfOneShip):
    """Effects of fleet rules by kind of card, the costliest for a fleet first; indexing by a kind's name gives one.

    Attributes:
        experiment: flights of the build.
        tally: histograms of the metrics in `AS_ONE`, one subject per kind.
        kinds: numbers of the cards of each kind.
    """

    ITEMS: ClassVar = "rows"
    BY_SHIP: ClassVar = True

    experiment: Experiment
    tally: Tally
    kinds: Mapping[str, Sequence[int]] = field(kw_only=True)

    @cached_property
    def rows(self) -> tuple[KindEffect, ...]:
        """Effects of the kinds, the costliest for a fleet first."""
        pairs = zip(self.kinds.items(), self.tally.subjects, strict=True)
        effects = [KindEffect(kind, tuple(cards), own) for (kind, cards), own in pairs]
        return tuple(sorted(effects, key=lambda row: row.more("worth").mean))

    def __getitem__(self, kind: str) -> KindEffect:
        named = {row.kind: row for row in self.rows}
        name = kind.replace(" ", "_")
        if name not in named:
            raise AnalyzerError(f"no kind of cards {kind!r}: {one_of(kind, named)}")
        return named[name]

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Yield each kind of card with the estimate of a metric, averaged over the cards of the kind.

        The estimate is the fleet's value less the large ship's. Metrics with the prefix `large_` give the large
        ship's value.
        """
        for row in self.rows:
            many = len(row.cards)
            yield row.kind, Estimate(*(value / many for value in row.histograms[AS_ONE[metric].name].estimate()))

    def description(self) -> Description:
        """Describe the kinds: a row each with the fleet, the large ship, and the difference with its interval."""
        sentences = [in_setting(self.experiment.setting, sentence) for sentence in self._in_words()]
        facts = {
            "ship": self.ship.name,
            "against": "one_large",
            "flights": self.flights,
            "seed": self.experiment.seed,
            "captain": self.captain.as_prices(),
            "rivals": self.rivals,
            "setting": self.experiment.setting,
            "words": sentences,
        }
        captain = self.experiment.captain_in_words(self.captain)
        title = f", every card as a fleet and as one large ship: {self.conditions}, captain {captain}"
        rows = [row.as_row(self.ship.name) for row in self.rows]
        why = [f"{in_words(row.kind)}: {row.why}" for row in self.rows if row.why]
        parts: list[Part] = [*sentences, Table("kinds", COLUMNS, rows, column_gap=2, is_flat=True), *why]
        return Description(self.ship.name, title, facts, parts, self.notes())

    def _in_words(self) -> Iterator[str]:
        """Yield sentences on the kinds of cards that cost a fleet most, and on those that favour a fleet most."""
        both = (("what costs a fleet most is", -1), ("what favours a fleet most is", 1))
        said = [sentence for beginning, sign in both for sentence in self._most(beginning, sign)]
        yield from said or ["no kind of card clearly differs for a fleet."]

    def _most(self, beginning: str, sign: int) -> Iterator[str]:
        """Yield a sentence on the kinds of cards that clearly cost or favour a fleet most; nothing if no kind does.

        Args:
            beginning: first words of the sentence.
            sign: -1 for the cards that cost most, 1 for those that favour most.
        """
        joint = each_of(len(self.rows))

        def more(row: KindEffect) -> Estimate:
            worth = row.more("worth", joint)
            return worth if sign > 0 else worth.negated

        if not any(more(row).low > 0 for row in self.rows):
            return
        first = leaders_by_interval(sorted(self.rows, key=lambda row: row.kind), more)
        if first.winner is None:
            names = first.names(lambda row: f"{in_words(row.kind)} ({row.more('worth').mean:+.2f} credits a card)")
            yield f"{beginning} {names}{first.open_in_words(some_trials(self.flights, self.experiment.TRIAL))}."
            return
        mean, low, high = first.winner.more("worth", joint)
        why = f": {first.winner.why}" if first.winner.why else ""
        by = f"{abs(mean):.2f} credits a card ({low:+.2f} to {high:+.2f})"
        yield f"{beginning} {in_words(first.winner.kind)}, by {by}{why}."

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        notes = [
            "The fleet and the large ship meet each card by itself, as the first card of a flight, with the same "
            "rolls. A row is the average of all cards of that kind.",
            "Worth is what the card and goods pay, minus a credit for each lost component. Insurance and rewards on "
            "arrival are left out.",
        ]
        unlaid = {fleet.joined: fleet.not_built for fleet in fleets_on(self.ship, self.experiment.route)}
        squares = sorted({square for left_out in unlaid.values() for square in left_out})
        if squares:
            lying = ", ".join(f"({row},{column})" for row, column in squares)
            notes.append(
                f"The large ship also has the components on joining squares: {lying}. A fleet has them only where that "
                "border grew together."
            )
        if any(way == ALL for way in self.experiment.route.outcomes):
            notes.append("If the dice make one large ship, the fleet is that ship, and the difference is 0.")
        return [*notes, *self.experiment.notes(), *self.remarks]


@dataclass(frozen=True)
class AsOne(Derived[Experiment]):
    """Experiment that flies a build through each card by itself, as the fleet that the dice make and as one large ship.

    Columns have the shape (kinds of cards, flights) and sum over the cards of a kind. Each metric has two columns: the
    fleet's value less the large ship's, and the large ship's value.
    """

    QUESTION: ClassVar[str] = "as_one"
    metrics: ClassVar[Metrics] = AS_ONE
    AT_ONCE: ClassVar[int] = 1 << 14
    FIRST_BLOCK: ClassVar[int] = 1 << 5
    COUNTED: ClassVar[type[Tally]] = Tally

    @cached_property
    def kinds(self) -> dict[str, list[int]]:
        """Numbers of the cards that may be met, by kind."""
        numbers: dict[str, list[int]] = {}
        for card in can_be_met(self.experiment.route):
            numbers.setdefault(card.kind, []).append(card.id)
        return numbers

    def run_block(self, first: int, trials: int) -> Columns:
        """Run the flights from `first` on and return their columns, each (kinds, flights)."""
        shape = len(self.kinds), trials
        columns = {name: np.zeros(shape, np.int64) for metric in MEASURED for name in (metric, LARGE + metric)}
        for row, cards in enumerate(self.kinds.values()):
            for card in cards:
                fleet, large = self._flown(card, first, trials)
                for metric in MEASURED:
                    columns[metric][row] += fleet[metric] - large[metric]
                    columns[LARGE + metric][row] += large[metric]
        return columns

    def _flown(self, card: int, first: int, trials: int) -> tuple[Columns, Columns]:
        """Fly through one card, and return the columns of the fleet and of the large ship."""
        base = self.experiment
        # A fixed card admits no forecast, no order of piles and no earlier flight.
        route = replace(base.route, cards=(card,), forecast=None, prognostic=False, earlier=(), gone=())
        fleet = replace(base, route=route)
        large = replace(base, route=replace(route, joined=(ALL,)))
        return _measured(fleet, first, trials), _measured(large, first, trials)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> FleetEffects:
        """Build the `FleetEffects` from the counted flights."""
        return FleetEffects(self.experiment, counted, stretches, kinds=self.kinds)


def _measured(experiment: Experiment, first: int, trials: int) -> dict[str, Any]:
    """Return the build's result in each flight for every metric of `MEASURED`, by name of the metric.

    Every array has the shape (flights,).
    """
    # Crew and charges at launch differ by flight, because the dice decide which fleet the build makes.
    state = experiment.on_the_start_line(first, trials).state
    crew, batteries = count(state.crew)[0], count(state.charge)[0]
    outcome = experiment.run(first, trials)
    sold, paid, lost = outcome.goods_sold[0], outcome.bounty[0], outcome.components_lost[0]
    return {
        "worth": paid + sold - lost,
        "components_lost": lost,
        "crew_lost": crew - outcome.crew[0],
        "batteries_spent": batteries - outcome.batteries[0],
        "paid": paid + sold,
        "days": outcome.days[0],
        "ships_lost": outcome.ships_started[0] - outcome.ships[0],
    }


FLIGHTS = 300
"""Default number of flights through each card."""


def fleet_effects(
    build: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[FlightKeywords],
) -> FleetEffects:
    """Measure what fleet rules change: a build meets every kind of card as a fleet and as one large ship.

    Args:
        build: a build of class IVC, or the path of its file.
        level: flight level; that of the build's board if None.
        flights: number of flights through each card, as a fleet and as a large ship; 300 if None.
        seed: fixes all dice.
        **options: conditions of the flights (see `Conditions`) and how much is run (see `HowMuch`).

    Returns:
        Effects by kind of card.

    Raises:
        AnalyzerError: for a ship that is no build of class IVC, and with every reason why it cannot be flown.

    >>> import analyzer
    >>> build = analyzer.load_ship("ships/2007/IVC/four-winds.yaml")
    >>> analyzer.fleet_effects(build, flights=1)["stardust"].cards
    (3, 23)
    """
    how_much, conditions = split_amount(options, Conditions)
    (one,) = as_one([plan_ship(checked_build(build), level, seed, **conditions)], flights, **how_much)
    return one


def as_one(
    experiments: Sequence[Experiment], flights: int | None = None, **how_much: Unpack[HowMuch]
) -> list[FleetEffects]:
    """Run planned experiments and return the fleet effects of each; a save file, if given, holds all of them."""
    for experiment in experiments:
        checked_build(experiment.ships[0])
        if [*experiment.route.outcomes] == [ALL]:
            fixed = ", ".join(map(named_setting, ("joined", "dice", "layout")))
            raise AnalyzerError(
                f"the quarters already form one large ship, so there is nothing to compare: leave out {fixed}"
            )
        if experiment.route.cards or experiment.route.forecast:
            chosen = " and ".join(map(named_setting, ("cards", "forecast")))
            raise AnalyzerError(f"this comparison flies every card of the level by itself: leave out {chosen}")
    return run_each([AsOne(one) for one in experiments], flights, FLIGHTS, **how_much)
