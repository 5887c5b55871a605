"""Course of a flight: the ship's state after each card, and the squares that are hit and lost."""

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
from analyzer.answers.note import note_on_correction
from analyzer.answers.numbers import find_by_name
from analyzer.answers.result import ByItself, RunResult, one_or_by_itself
from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import HowMuch, run_each, split_amount
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.conditions import Conditions, FlightKeywords, plan_by_ship
from analyzer.trucker.controls import FlightControls
from analyzer.trucker.convoy.convoy import Convoy, lost
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import BY_FLIGHTS
from analyzer.trucker.ship.bitboard import Bits, count
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipsLike
from analyzer.trucker.wrecks.wrecks import HARMLESS, square_of

if TYPE_CHECKING:
    import pandas as pd


SHOWN = (0.05, 0.5, 0.95)
"""Quantiles shown in tables for people."""
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


def metrics_by_card(cards: int) -> Metrics:
    """Return the metrics of components left and of ships still flying, at launch (0) and after each card."""
    numbers = range(cards + 1)
    left = [Metric(f"left {card}", f"components left after card {card}", unit="components") for card in numbers]
    flying = [Metric(f"flying {card}", f"still flies after card {card}", within=(1, 1)) for card in numbers]
    bounds = dict.fromkeys([metric.column for metric in left], BY_FLIGHTS)
    return Metrics((*flying, *left), left[-1].name, "components", below_zero=(), bounds=bounds)


@dataclass(frozen=True, repr=False)
class ShipCourse(Described):
    """The flights of one ship, card by card and square by square.

    Attributes:
        name: name of the ship.
        ship: the ship as launched.
        histograms: by column of `WatchedExperiment`, e.g. `left 3`, over all flights.
    """

    name: str
    ship: Layout
    histograms: dict[str, Histogram]

    @property
    def cards(self) -> range:
        """Numbers of cards resolved: 0 for the launch, then 1, 2, ... for the cards of the route."""
        return range(sum(name.startswith("flying ") for name in self.histograms))

    def flying(self, card: int) -> Estimate:
        """Return the share of flights in which the ship still flies after `card` cards."""
        return self._counted("flying", card).chance(1, 1)

    def left(self, card: int) -> Histogram:
        """Return the histogram of components left after `card` cards; a ship that gave up keeps those it had then."""
        return self._counted("left", card)

    def hits(self, square: Square) -> Histogram:
        """Return the histogram over flights of how many hazards met the component on a square before any other.

        Hazards that do no harm count too.
        """
        return self._counted("hits", self._position(square))

    def lost(self, square: Square) -> Estimate:
        """Return the share of flights in which the component on a square was lost, for any reason."""
        return self._counted("lost", self._position(square)).chance(1, 1)

    def description(self) -> Description:
        """Describe the ship: a row per card with the share still flying and the components left."""
        squares = [{key: value for key, value in row.items() if key != "ship"} for row in self.square_rows()]
        table = Table("cards", COLUMNS, [self._row(card) for card in self.cards], is_flat=True)
        return Description(self.name, ": after each card", {"squares": squares}, (table,))

    def _row(self, card: int) -> Row:
        left = self.left(card)
        quantiles = {f"q{q * 100:g}": left.quantile(q) for q in QUANTILES}
        return Row({"ship": self.name, "card": card, "flying": self.flying(card), "left": left.mean, **quantiles})

    def square_rows(self) -> list[dict[str, Any]]:
        """Return a row per component: mean hits in a flight and share of flights that lose it, with 95% intervals."""
        rows = []
        for square, part in self.ship.components.items():
            hits = self.hits(square)
            row: dict[str, Any] = {"ship": self.name, "row": square[0], "column": square[1], "kind": part.kind}
            row |= dict(zip(("hits", "hits_low", "hits_high"), (hits.mean, *hits.interval()), strict=True))
            rows.append(row | dict(zip(("lost", "lost_low", "lost_high"), self.lost(square), strict=True)))
        return rows

    def _counted(self, what: str, number: int) -> Histogram:
        """Return the histogram of a column such as `left 3`; raise AnalyzerError for a card that the route lacks."""
        try:
            return self.histograms[f"{what} {number}"]
        except KeyError:
            raise AnalyzerError(f"card {number!r}: give a number from 0 (the launch) to {self.cards[-1]}") from None

    def _position(self, square: Square) -> int:
        """Return the position of the component on a square, which columns such as `hits 5` name."""
        if square not in self.ship.components:
            raise AnalyzerError(f"no component on {square}: {one_of(square, self.ship.components)}")
        return self.ship.hull.squares.index(square)


@dataclass(frozen=True, repr=False)
class Course(Collection, RunResult):
    """Flights of an experiment card by card and square by square; indexing by a ship's name gives its `ShipCourse`."""

    ITEMS: ClassVar = "ships"
    BY_SHIP: ClassVar = True

    experiment: Experiment
    tally: Tally

    @cached_property
    def ships(self) -> tuple[ShipCourse, ...]:
        """Course of each ship except the rivals."""
        pairs = zip(self.experiment.subjects, self.tally.subjects, strict=True)
        return tuple(ShipCourse(flyer.name, flyer.ship, histograms) for flyer, histograms in pairs)

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Yield each ship's name with its estimate of a metric such as `left 8`."""
        metrics = metrics_by_card(self.experiment.route.length)
        return ((ship.name, metrics.measured(metric, ship.histograms)) for ship in self.ships)

    def __getitem__(self, name: str) -> ShipCourse:
        return find_by_name(self.ships, name, "ship", "this course")

    def squares(self, name: str) -> pd.DataFrame:
        """Return a table with a row per component of a ship: mean hits in a flight and share lost, with intervals.

        The intervals are 95%.
        """
        import pandas as pd

        return pd.DataFrame(self[name].square_rows())

    def description(self) -> Description:
        """Describe all ships: a row per ship and card, with the share still flying and the components left.

        Card 0 is the launch. `low` and `high` are the 95% interval of `flying`; `left` is a mean, followed by
        quantiles.
        """
        facts = {"flights": self.flights, "seed": self.experiment.seed, **self.experiment.facts()}
        ships = [replace(ship.description(), title=f": {self.heading()}") for ship in self.ships]
        return Description("", "", facts, (), self.notes(), ships, "ships")

    def heading(self) -> str:
        """Return the heading of the answer: under which conditions the ships flew."""
        return f"{self.conditions}: after each card"

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        at_the_end = [ship.left(ship.cards[-1]) for ship in self.ships]
        return [
            "Components left are those of all flights: a ship that gave up counts with what it had then.",
            "Hits count everything that reaches a component first, also what bounces off, is shielded or is shot down. "
            "Sabotage and what breaks off count as lost only.",
            *self.experiment.notes(),
            *note_on_correction(self.experiment, at_the_end, self.trials, score="components left"),
            *self.remarks,
        ]


@dataclass(frozen=True)
class WatchedExperiment(Derived[Experiment]):
    """An experiment whose columns tell the state after each card, not the end of the flight.

    Columns have the shape (ships without rivals, flights). `flying k` (0 or 1) and `left k` (number of components) hold
    the state after k cards, with k = 0 at the launch. `hits p` (a count) and `lost p` (0 or 1) hold the fate of the
    component at position p. Positions are numbered alike on all ships because their hulls share one board.
    """

    QUESTION: ClassVar[str] = "course"
    AT_ONCE: ClassVar[int] = 1 << 15
    COUNTED: ClassVar[type[Tally]] = Tally

    @property
    def metrics(self) -> Metrics:
        """Metrics of components left and of ships still flying, after every card."""
        return metrics_by_card(self.experiment.route.length)

    @property
    def controls(self) -> FlightControls | None:
        """Control variates of the flights, for the mean components left; None if there are none."""
        own, columns = self.experiment.controls, tuple(metric.column for metric in self.metrics.means)
        return None if own is None else replace(own, columns=columns)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Course:
        """Build the `Course` from the counted flights."""
        return Course(self.experiment, counted, stretches)

    def run_block(self, first: int, trials: int) -> Columns:
        """Run the flights from `first` on and return their columns."""
        experiment = self.experiment
        squares = len(experiment.ships[0].hull.squares)
        watch = Watch(experiment.subject_count, trials, experiment.route.length, squares)
        # Card 0 is the launch, which no listener hears of.
        start = experiment.on_the_start_line(first, trials).state
        watch.after_card(0, start.alive, start.flying)
        convoy, _ = experiment.simulate(experiment.hulls, first, trials, watch)
        gone = lost(convoy)[: experiment.subject_count]
        columns = {f"flying {card}": column for card, column in enumerate(watch.flying)}
        columns |= {f"left {card}": column for card, column in enumerate(watch.left)}
        columns |= {f"hits {position}": column for position, column in enumerate(watch.hits)}
        # A board is a word with a bit for each position: each shift moves one position's bit to the lowest place.
        boards = gone >> np.arange(squares, dtype=np.uint64)[:, None, None] & np.uint64(1)
        return columns | {f"lost {position}": board for position, board in enumerate(boards.astype(np.int64))}


class Watch:
    """A listener that counts hits, ships still flying and components left in every flight of a block.

    The counts of hits have shape (squares, ships, flights). The others have shape (cards + 1, ships, flights): row k is
    the state after k cards.
    """

    tells_each_ship = False

    def __init__(self, ships: int, flights: int, cards: int, squares: int) -> None:
        self.ships = ships
        self.flying = np.zeros((cards + 1, ships, flights), np.int64)
        self.left = np.zeros((cards + 1, ships, flights), np.int64)
        self.hits = np.zeros((squares, ships, flights), np.int64)

    def on_event(self, event: str, ship: ShipsInFlight, **facts: Any) -> None:
        """Count the component that a meteor or shot meets first; the event concerns at most one ship of each flight."""
        if event == "meets":
            fate, number = facts["fate"], ship.numbers
            # Fates from HARMLESS on name the square in the way; a miss has none. Rivals are not counted.
            met = np.flatnonzero((fate >= HARMLESS) & (number < self.ships))
            flight = ship.of_flight(ship.convoy.numbers).take(met)
            self.hits[square_of(fate.take(met)), number.take(met), flight] += 1

    def card_over(self, convoy: Convoy) -> None:
        """Record the state of the convoy after the card at hand."""
        self.after_card(convoy.slot + 1, convoy.state.alive, convoy.state.flying)

    def after_card(self, card: int, alive: Bits, flying: Any) -> None:
        """Record the components left and the ships still flying after `card` cards.

        Args:
            card: number of cards resolved, 0 at the launch.
            alive: mask of the components left, (ships, flights).
            flying: whether each ship still flies, (ships, flights).
        """
        self.left[card] = count(alive[: self.ships])
        self.flying[card] = flying[: self.ships]


FLIGHTS = 20_000
"""Default number of flights."""


def course(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[FlightKeywords],
) -> Course | ByItself:
    """Follow each ship card by card and square by square, by itself.

    Args:
        ships: a ship or several, or the paths of their files.
        level: flight level; that of the board if None.
        flights: number of flights; 20,000 if None, or at most 100,000,000 with `precision`.
        seed: fixes all decks and dice.
        **options: conditions of the flights (see `Conditions`; rivals are the field by default) and how much is run
            (see `HowMuch`). `precision` is the half-width of the mean components left at the end, or of another metric,
            as {"left 3": 0.1} or {"flying 8": 0.01}.

    Returns:
        The course of the ship, by its name; of several ships, all their courses in a `ByItself`.

    Raises:
        AnalyzerError: with every reason why these ships cannot be flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.course([ship], flights=100)["First Mile"].left(0).counts
    {18: 100}
    """
    how_much, conditions = split_amount(options, Conditions)
    return one_or_by_itself(follow(plan_by_ship(ships, level, seed, **conditions), flights, **how_much))


def follow(experiments: Sequence[Experiment], flights: int | None = None, **how_much: Unpack[HowMuch]) -> list[Course]:
    """Run planned experiments and return the course of each."""
    return run_each([WatchedExperiment(one) for one in experiments], flights, FLIGHTS, **how_much)
