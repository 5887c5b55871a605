"""Course of a flight: what remains after each card, and which squares are hit and lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np

from analyzer.answers.derived import Derived
from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    Collection,
    Column,
    Described,
    Description,
    Form,
    Row,
    Table,
    in_percent,
    places,
)
from analyzer.answers.metrics import QUANTILES, Metric, Metrics
from analyzer.answers.note import note_on_sharper
from analyzer.answers.numbers import of_name
from analyzer.answers.result import ByItself, RunResult, one_or_by_itself
from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import HowMuch, parted, run_each
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.conditions import Asked, Conditions, plan_by_ship
from analyzer.trucker.controls import FlightControls
from analyzer.trucker.convoy.convoy import Convoy, lost
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import BY_FLIGHTS
from analyzer.trucker.ship.bitboard import Bits, Counts, count
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipsLike
from analyzer.trucker.wrecks.wrecks import HARMLESS, square_of

if TYPE_CHECKING:
    import pandas as pd


SHOWN = (0.05, 0.5, 0.95)
"""The quantiles that people see."""
COLUMNS = (
    Column("ship", in_json=False),
    Column("card", "card", Form(str), "0 is the launch"),
    Column(
        "flying",
        "flying",
        places(in_percent, 2),
        "share of flights in which the ship still flies",
        INTERVAL,
        flat=lambda name, share: dict(zip((name, "low", "high"), share, strict=True)),
    ),
    Column("left", "left", NUMBER, "components left on average; behind it quantiles"),
    *(Column(f"q{100 * q:g}", f"{100 * q:g}%" if q in SHOWN else None, Form(str)) for q in QUANTILES),
)


def metrics_of_the_way(cards: int) -> Metrics:
    """Components left, and the share still flying, after each of so many cards."""
    numbers = range(cards + 1)
    left = [Metric(f"left {card}", f"components left after card {card}", unit="components") for card in numbers]
    flying = [Metric(f"flying {card}", f"still flies after card {card}", within=(1, 1)) for card in numbers]
    bounds = dict.fromkeys([metric.column for metric in left], BY_FLIGHTS)
    return Metrics((*flying, *left), left[-1].name, "components", below_zero=(), bounds=bounds)


@dataclass(frozen=True, repr=False)
class ShipCourse(Described):
    """One ship's way: `ship` as it was launched; histograms by what was counted (see experiment.py)."""

    name: str
    ship: Layout
    histograms: dict[str, Histogram]

    @property
    def cards(self) -> range:
        """The cards of the route by number, from 1; 0 is the launch."""
        return range(sum(name.startswith("flying ") for name in self.histograms))

    def flying(self, card: int) -> Estimate:
        """The share of flights in which the ship still flies after that many cards."""
        return self._counted("flying", card).chance(1, 1)

    def left(self, card: int) -> Histogram:
        """Components left after that many cards, of all ships: one that gave up keeps what it had then."""
        return self._counted("left", card)

    def hits(self, square: Square) -> Histogram:
        """How many times in a flight a meteor or shot met that component first, whether or not it did harm."""
        return self._counted("hits", self._position(square))

    def lost(self, square: Square) -> Estimate:
        """The share of flights in which that component was lost, by whatever cause."""
        return self._counted("lost", self._position(square)).chance(1, 1)

    def description(self) -> Description:
        """A row a card: share still flying with 95% interval, mean and quantiles of components left."""
        squares = [{key: value for key, value in row.items() if key != "ship"} for row in self.square_rows()]
        table = Table("cards", COLUMNS, [self._row(card) for card in self.cards], is_flat=True)
        return Description(self.name, ": after each card", {"squares": squares}, (table,))

    def _row(self, card: int) -> Row:
        left = self.left(card)
        quantiles = {f"q{q * 100:g}": left.quantile(q) for q in QUANTILES}
        return Row({"ship": self.name, "card": card, "flying": self.flying(card), "left": left.mean, **quantiles})

    def square_rows(self) -> list[dict[str, Any]]:
        """One row a component: hits a flight and the share of flights in which it is lost, each with 95% interval."""
        rows = []
        for square, part in self.ship.components.items():
            hits = self.hits(square)
            row: dict[str, Any] = {"ship": self.name, "row": square[0], "column": square[1], "kind": part.kind}
            row |= dict(zip(("hits", "hits_low", "hits_high"), (hits.mean, *hits.interval()), strict=True))
            rows.append(row | dict(zip(("lost", "lost_low", "lost_high"), self.lost(square), strict=True)))
        return rows

    def _counted(self, what: str, number: int) -> Histogram:
        try:
            return self.histograms[f"{what} {number}"]
        except KeyError:
            raise AnalyzerError(f"card {number!r}: give a number from 0 (the launch) to {self.cards[-1]}") from None

    def _position(self, square: Square) -> int:
        if square not in self.ship.components:
            raise AnalyzerError(f"no component on {square}: {one_of(square, self.ship.components)}")
        return self.ship.hull.squares.index(square)


@dataclass(frozen=True, repr=False)
class Course(Collection, RunResult):
    """The way of all ships of one experiment; index it by a ship's name."""

    BY_SHIP: ClassVar = True

    experiment: Experiment
    tally: Tally

    @cached_property
    def ships(self) -> tuple[ShipCourse, ...]:
        """The ways of the reported ships, rivals left out."""
        pairs = zip(self.experiment.subjects, self.tally.subjects, strict=True)
        return tuple(ShipCourse(flyer.name, flyer.ship, histograms) for flyer, histograms in pairs)

    def each(self) -> tuple[ShipCourse, ...]:
        """One answer a ship."""
        return self.ships

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Every ship's name with a metric of its way, as `left 8`."""
        metrics = metrics_of_the_way(self.experiment.route.length)
        return ((ship.name, metrics.measured(metric, ship.histograms)) for ship in self.ships)

    def __getitem__(self, name: str) -> ShipCourse:
        return of_name(self.ships, name, "ship", "this course")

    def squares(self, name: str) -> pd.DataFrame:
        """A table, one row a component of that ship: hits a flight and the share lost, each with 95% interval."""
        import pandas as pd

        return pd.DataFrame(self[name].square_rows())

    def description(self) -> Description:
        """A row a ship and card (0 is the launch): flying with low and high (95%), left (mean) and its quantiles."""
        facts = {"flights": self.flights, "seed": self.experiment.seed, **self.experiment.facts()}
        ships = [replace(ship.description(), title=f": {self.heading()}") for ship in self.ships]
        return Description("", "", facts, (), self.notes(), ships, "ships")

    def heading(self) -> str:
        """What was flown."""
        return f"{self.conditions}: after each card"

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        at_the_end = [ship.left(ship.cards[-1]) for ship in self.ships]
        return [
            "Components left are those of all flights: a ship that gave up counts with what it had then.",
            "Hits count everything that reaches a component first, also what bounces off, is shielded or is shot down. "
            "Sabotage and what breaks off count as lost only.",
            *self.experiment.notes(),
            *note_on_sharper(self.experiment, at_the_end, self.trials, score="components left"),
            *self.remarks,
        ]


@dataclass(frozen=True)
class WatchedExperiment(Derived[Experiment]):
    """An experiment whose blocks tell of the way, not of the end.

    Columns (ships without rivals, trials): `flying k` (0 or 1) and `left k` (components) after k cards, 0 at launch;
    `hits p` and `lost p` (0 or 1) of position p, as counted by the hulls, which share one board.
    """

    QUESTION: ClassVar[str] = "course"
    AT_ONCE: ClassVar[int] = 1 << 15
    COUNTED: ClassVar[type[Tally]] = Tally

    @property
    def metrics(self) -> Metrics:
        """Components left, and the share still flying, after every card."""
        return metrics_of_the_way(self.experiment.route.length)

    def count(self, columns: Columns) -> Tally:
        """A histogram of every column."""
        return Tally.of(columns, self.controls)

    @property
    def controls(self) -> FlightControls | None:
        """What is drawn of which the chances are known, for the means of components that are left."""
        own, columns = self.experiment.controls, tuple(metric.column for metric in self.metrics.means)
        return None if own is None else replace(own, columns=columns)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Course:
        """The way of all ships."""
        return Course(self.experiment, counted, stretches)

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights, for the Monte Carlo layer."""
        experiment = self.experiment
        squares = len(experiment.ships[0].hull.squares)
        watch = Watch(experiment.asked, trials, experiment.route.length, squares)
        start = experiment.on_the_start_line(first, trials).state
        watch.after_card(0, start.alive, start.flying)
        convoy, _ = experiment.simulate(experiment.hulls, first, trials, watch)
        gone = lost(convoy)[: experiment.asked]
        columns = {f"flying {card}": column for card, column in enumerate(watch.flying)}
        columns |= {f"left {card}": column for card, column in enumerate(watch.left)}
        columns |= {f"hits {position}": column for position, column in enumerate(watch.hits)}
        return columns | {f"lost {position}": _has(gone, position) for position in range(squares)}


class Watch:
    """A listener that counts, in every flight of a block: (cards or squares, ships, flights) whole numbers."""

    tells_each_ship = False

    def __init__(self, ships: int, flights: int, cards: int, squares: int) -> None:
        self.ships = ships
        self.flying = np.zeros((cards + 1, ships, flights), np.int64)
        self.left = np.zeros((cards + 1, ships, flights), np.int64)
        self.hits = np.zeros((squares, ships, flights), np.int64)

    def on_event(self, event: str, ship: ShipsInFlight, **facts: Any) -> None:
        """Count what meets a component first; each flight is in `ship` once."""
        if event == "meets":
            fate, number = facts["fate"], ship.numbers
            met = np.flatnonzero((fate >= HARMLESS) & (number < self.ships))
            flight = ship.of_flight(ship.convoy.numbers).take(met)
            self.hits[square_of(fate.take(met)), number.take(met), flight] += 1

    def card_over(self, convoy: Convoy) -> None:
        """Note what is left after the card."""
        self.after_card(convoy.slot + 1, convoy.state.alive, convoy.state.flying)

    def after_card(self, card: int, alive: Bits, flying: Any) -> None:
        """Note what is left after that many cards; both arrays are (ships, flights)."""
        self.left[card] = count(alive[: self.ships])
        self.flying[card] = flying[: self.ships]


def _has(sets: Bits, position: int) -> Counts:
    """1 where the position is in the set, else 0."""
    return ((sets >> np.uint64(position)) & np.uint64(1)).astype(np.int64)


FLIGHTS = 20_000


def course(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[Asked],
) -> Course | ByItself:
    """Follow each ship, in the field of its board if nothing else is said, card by card and square by square.

    `flights` are 20,000 if None; level, seed, first, save and `conditions` are those of `fly`; the same seed flies the
    same flights. `precision` is the half-width of the mean components left at the end, or of `left 3`, `flying 8` and
    so on.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.course([ship], flights=100)["First Mile"].left(0).counts
    {18: 100}

    Raises AnalyzerError with every reason why this cannot be flown.
    """
    how_much, conditions = parted(options, Conditions)
    return one_or_by_itself(follow(plan_by_ship(ships, level, seed, **conditions), flights, **how_much))


def follow(experiments: Sequence[Experiment], flights: int | None = None, **how_much: Unpack[HowMuch]) -> list[Course]:
    """The courses of experiments that are planned already, as those of a Result."""
    return run_each([WatchedExperiment(one) for one in experiments], flights, FLIGHTS, **how_much)
