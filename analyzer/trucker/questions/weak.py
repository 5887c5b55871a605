"""Worth of each component of a ship: its cost if missing, and how often it is lost.

The ship is flown whole and without the component under the same seed, so both meet the same cards and dice. Their
differences flight by flight have far narrower intervals than two separate means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Unpack

import numpy as np

from analyzer.answers.comparison import MARGIN
from analyzer.answers.derived import Derived
from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    PERCENT,
    POINTS,
    Collection,
    Column,
    Described,
    Description,
    Form,
    Row,
    Table,
    estimate_columns,
)
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.note import note_on_correction, warning
from analyzer.answers.worths import WorthTable, has_too_few, rule_of_verdicts
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import run_each, split_amount
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.cards.route import Route
from analyzer.trucker.conditions import Conditions, FlightKeywords, plan_ship
from analyzer.trucker.controls import FlightControls, flight_controls
from analyzer.trucker.convoy.convoy import lost
from analyzer.trucker.convoy.launching import Flown
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.metrics import ARRIVED, BY_FLIGHTS
from analyzer.trucker.result import OfOneShip
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.bitboard import Bits, IntArray, positions
from analyzer.trucker.ship.component import SIDE_NAMES, SIDES, Square, throws_of
from analyzer.trucker.ship.hull import ROLLS, Hull
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

WORTH = Metrics(
    listed=(
        Metric("lost", "the intact ship loses the component", within=(1, 1)),
        Metric("arrival", "share of flights that arrive only with it, minus those only without it", unit="share"),
        Metric("cost", "credits of the intact ship minus those of the ship without it", unit="credits"),
    ),
    score="cost",
    unit="credits",
    bounds={"arrival": (-1, 1), "cost": BY_FLIGHTS},
)
"""Metrics of a component, one value per flight.

lost: 1 if the whole ship lost the component, else 0.
arrival: 1 if only the whole ship arrived, -1 if only the ship without the component did, else 0.
cost: credits of the whole ship less those of the ship without the component.
"""


MOST_NAMED = 5
"""Most components that a note names by their squares; it counts the others."""
OF_SHIPS = (
    "The cost compares the ship with one that starts without the component and without all that only it connects. "
    "None of these is charged as lost. An alien that has no home without them is replaced by humans.",
    "If the ship breaks apart without the component, its largest piece flies.",
)
"""Notes below the answer that explain the cost of a component of an ordinary ship."""
OF_BUILDS = (
    "The cost compares the build with one that lacks the component, on average over all throws of the dice. The "
    "missing component is not charged. What falls off before the start without it is charged as lost.",
    "Listed as breaking off is what falls off in most throws of the dice. Hits are those of the whole build, joining "
    "squares included.",
)
"""Notes below the answer that explain the cost of a component of a build."""


COLUMNS = (
    Column("kind", "component", Form(in_words, is_number=False)),
    Column("square", "square", Form(at), flat=lambda _, square: dict(zip(("row", "column"), square, strict=True))),
    Column(
        "cost",
        "cost in\ncredits",
        NUMBER,
        explanation="credits a flight that the ship earns less without the component",
        interval=INTERVAL,
        missing=("-", "no human left"),
        flat=estimate_columns,
    ),
    Column(
        "arrival",
        "arrives\nless,\npoints",
        POINTS,
        explanation="without the component, fewer flights arrive by this many percentage points",
        flat=estimate_columns,
    ),
    Column("lost", "lost", PERCENT, explanation="share of flights in which the ship loses this component"),
    Column(
        "hit",
        "hit from\nfr ri re le",
        Form(lambda hit: " ".join(f"{ways or '-':>2}" for ways in hit.values())),
        explanation="a shot or meteor from the front, right, rear or left hits it first in this many of 36 rolls",
    ),
    Column("breaks_off", flat=lambda name, squares: {name: len(squares)}),
)


@dataclass(frozen=True, repr=False)
class ComponentWorth(Described):
    """A component, the cost of flying without it, and how often it is lost.

    Attributes:
        square: row and column of the component.
        kind: name of its kind.
        breaks_off: other squares that are lost with it; for a build, in most throws of the dice that join it.
        hit: by side, the number of rolls (of 36) with which something from that side meets it first.
        losses: histogram over flights: 1 if the whole ship lost the component, else 0.
        cost: histogram over flights: credits of the whole ship less those of the ship without it. None if no human is
            left in the largest piece; for a build, if after some throw of the dice no ship can start.
        arrivals: histogram over flights: 1 if only the whole ship arrives, -1 if only the other does, else 0. None as
            for `cost`.
    """

    square: Square
    kind: str
    breaks_off: tuple[Square, ...]
    hit: dict[str, int]
    losses: Histogram
    cost: Histogram | None
    arrivals: Histogram | None

    @property
    def place(self) -> str:
        """Place of the component in words, e.g. `what lies on (7, 7)`."""
        return f"what lies on {self.square}"

    @property
    def flights(self) -> int:
        """Number of flights of the ship with all components."""
        return self.losses.n

    @property
    def times_lost(self) -> int:
        """Number of flights in which the whole ship lost the component."""
        return self.losses.counts.get(1, 0)

    @property
    def credits(self) -> Estimate | None:
        """Mean credits per flight lost by flying without the component, with its interval; None if no human is left."""
        return None if self.cost is None else self.cost.estimate()

    @property
    def arrival(self) -> Estimate | None:
        """Share of flights in which the ship arrives with all components, less the share without this one.

        It has an interval. None if no human is left without the component.
        """
        return None if self.arrivals is None else self.arrivals.estimate()

    @property
    def lost(self) -> Estimate:
        """Share of the whole ship's flights in which the component is lost, with its interval."""
        return self.losses.chance(1, 1)

    @property
    def has_too_few(self) -> bool:
        """Whether the interval of the cost excludes 0, but too few flights differ for a verdict."""
        if self.cost is None:
            return False
        estimate, differing = self.cost.estimate(), self.cost.n - self.cost.counts.get(0, 0)
        return has_too_few(estimate.verdict(MARGIN, differing), estimate)

    def as_row(self) -> Row:
        """Return the row of this component in a table of components."""
        values = {name: getattr(self, name) for name in ("square", "kind", "breaks_off", "hit", "arrival", "lost")}
        return Row(values | {"cost": self.credits})

    def description(self) -> Description:
        """Describe the component alone, as a table of one row."""
        return Description(in_words(self.kind), f" at {at(self.square)}", parts=(Table("", COLUMNS, [self.as_row()]),))


@dataclass(frozen=True, repr=False)
class Weakness(Collection, OfOneShip):
    """Worth of every component of a ship, the costliest first; components without which it cannot fly come last.

    Index it by a square.

    Attributes:
        experiment: flights of the whole ship.
        tally: histograms of the metrics in `WORTH`, one subject per component.
        remaining_ships: remaining ship by position of the missing component, or None if no human is aboard.
    """

    ITEMS: ClassVar = "rows"

    experiment: Experiment
    tally: Tally
    remaining_ships: Mapping[int, Layout | None] = field(kw_only=True)

    @property
    def route(self) -> Route:
        """Route of the flights."""
        return self.experiment.route

    @property
    def seed(self) -> int:
        """Seed of all decks and dice."""
        return self.experiment.seed

    @cached_property
    def rows(self) -> tuple[ComponentWorth, ...]:
        """Worths of the components of the ship, the costliest first."""
        hull, hits = self.ship.hull, first_hits(self.ship.hull)
        counted = zip(self.remaining_ships.items(), map(WORTH.reaching, self.tally.subjects), strict=True)
        off = self.experiment.ship_class.breaks_off(self.ship, self.route)
        rows = []
        for (position, left), own in counted:
            square = hull.squares[position]
            others = tuple(hull.squares[other] for other in positions(off[position]) if other != position)
            cost, arrivals = None, None
            # Without a human nothing flies: there the columns hold zeros that mean nothing.
            if left is not None:
                cost, arrivals = own["cost"].as_differences(self.difference_range(self.ship, left)), own["arrival"]
            kind = self.ship.components[square].kind
            rows.append(ComponentWorth(square, kind, others, hits[position], own["lost"], cost, arrivals))
        return tuple(sorted(rows, key=lambda row: -row.cost.mean if row.cost else np.inf))

    @cached_property
    def worths(self) -> WorthTable:
        """Estimates of all components that have a cost, with intervals that hold for all of them at once."""
        priced = {
            row.place: {"cost": row.cost, "arrival": row.arrivals, "lost": row.losses}
            for row in self.rows
            if row.cost is not None and row.arrivals is not None
        }
        trial, base = self.experiment.TRIAL, "the ship without it"
        return WorthTable.of_histograms(priced, WORTH, base=base, what=("component", "components"), trial=trial)

    def __getitem__(self, square: Square) -> ComponentWorth:
        for row in self.rows:
            if row.square == square:
                return row
        raise AnalyzerError(f"no component on {square}: name a square of this ship")

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Yield each component's name with its estimate of `cost`, `arrival` or `lost`, if it has an estimate.

        Components are named by their squares, e.g. `what lies on (7, 7)`.
        """
        attribute = {"cost": "credits", "arrival": "arrival", "lost": "lost"}[WORTH[metric].name]
        for row in self.rows:
            measured = getattr(row, attribute)
            if measured is not None:
                yield row.place, measured

    def description(self) -> Description:
        """Describe the ship: a row per component (cost, arrival, lost), and the components that break off with it."""
        facts = {
            "ship": self.ship.name,
            "level": self.route.level_name,
            "flights": self.flights,
            "seed": self.seed,
            "captain": self.captain.as_prices(),
            "rivals": self.rivals,
        }
        components = Table("components", COLUMNS, [row.as_row() for row in self.rows], labels=2)
        title = f": {self.conditions}, captain {self.experiment.captain_in_words(self.captain)}"
        return Description(self.ship.name, title, facts, (components, *self._breaking()), self.notes())

    def _breaking(self) -> Iterator[str]:
        """Yield a sentence for each component whose loss makes others break off."""
        for row in self.rows:
            if row.breaks_off:
                squares, verb = " ".join(map(at, row.breaks_off)), "breaks" if len(row.breaks_off) == 1 else "break"
                yield f"Without the {in_words(row.kind)} at {at(row.square)}, {squares} {verb} off too."

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        notes = [*OF_BUILDS] if self.ship.is_build else [*OF_SHIPS]
        vital = [at(row.square) for row in self.rows if row.cost is None]
        if vital:
            notes.append(f"No cost for {', '.join(vital)}: without it the largest piece has no human aboard.")
        rare = [at(row.square) for row in self.rows if row.has_too_few]
        if rare:
            more = f" or {len(rare) - MOST_NAMED} more" if len(rare) > MOST_NAMED else ""
            some = f"the component at {', '.join(rare[:MOST_NAMED])}{more}"
            lacking = f"More flights are needed to say whether {some} is worth having: {rule_of_verdicts('flights')}."
            notes.append(warning(lacking))
        costs = [row.cost for row in self.rows if row.cost is not None]
        sharper = note_on_correction(self.experiment, costs, self.flights, "costs")
        return [*notes, *self.experiment.notes(), *sharper, *self.remarks]


def first_hits(hull: Hull) -> dict[int, dict[str, int]]:
    """Count the rolls with which each component of the whole ship is hit first from each side.

    Returns:
        By position of the component, then by name of the side, the number of rolls of two dice, of 36.
    """
    hits = {position: dict.fromkeys(SIDE_NAMES, 0) for position in positions(int(hull.occupied[0]))}
    for side in SIDES:
        for roll in range(2, ROLLS):
            for first in positions(int(hull.first_hits[side, roll])):
                hits[first][SIDE_NAMES[side]] += throws_of(roll)
    return hits


@dataclass(frozen=True)
class WithoutEach(Derived[Experiment]):
    """Experiment that flies the first ship as it is, and without each of its components.

    Components that break off with a missing one are missing too; a build lacks only the component itself. Columns have
    the shape (components, flights), in the order of `remaining_ships`. If no human is left without a component, its
    `arrival` and `cost` are 0 and have no meaning.
    """

    QUESTION: ClassVar[str] = "weak"
    metrics: ClassVar[Metrics] = WORTH
    AT_ONCE: ClassVar[int] = 1 << 16
    FIRST_BLOCK: ClassVar[int] = 1 << 6
    COUNTED: ClassVar[type[Tally]] = Tally

    @property
    def ship(self) -> Layout:
        """Ship whose components are left out one by one."""
        return self.experiment.ships[0]

    @cached_property
    def remaining_ships(self) -> dict[int, Layout | None]:
        """Remaining ship by position of the missing component, or None if no human is aboard."""
        return self.experiment.ship_class.left_without(self.ship, self.experiment.route)

    @property
    def variants(self) -> int:
        """Number of ships flown: the whole ship and one without each component."""
        return 1 + len(self.remaining_ships)

    @property
    def controls(self) -> FlightControls | None:
        """Control variates of the flights, or None."""
        experiment = self.experiment
        return flight_controls(experiment.route, self.seed, len(experiment.ships), self.metrics)

    @cached_property
    def convoys(self) -> dict[int, list[Flown]]:
        """Hulls of the convoy without each component, by row of the columns; only those with a human aboard."""
        each = enumerate(self.remaining_ships.values())
        others = self.experiment.hulls[1:]
        return {row: [self.experiment.hulls_of(left), *others] for row, left in each if left is not None}

    def run_block(self, first: int, trials: int) -> Columns:
        """Run the flights from `first` on and return the columns of `WORTH`, each (components, flights)."""
        # The whole ship and the ships without one component fly in one stack, through the same decks and dice.
        gone: list[Bits] = []
        whole, *others = self.experiment.outcomes_by_convoy(
            [self.experiment.hulls, *self.convoys.values()],
            first,
            trials,
            ended=lambda convoy: gone.append(lost(convoy)[0][:trials]),
        )
        return self.columns(whole, gone[0], others)

    def columns(self, whole: Outcome, gone: Bits, others: Sequence[Outcome]) -> Columns:
        """Return the columns of `WORTH`, each (components, flights).

        Args:
            whole: outcome of the whole ship.
            gone: for each flight a mask of the squares that the whole ship has lost. Shape (flights,).
            others: outcomes of `convoys`.
        """
        columns = {name: np.zeros((len(self.remaining_ships), gone.size), np.int64) for name in WORTH.columns}
        # A board of lost squares for each flight: the bit at a component's position says whether it was lost.
        columns["lost"][:] = (gone >> np.array([*self.remaining_ships], np.uint64)[:, None]) & np.uint64(1)
        for row, without in zip(self.convoys, others, strict=True):
            columns["arrival"][row] = _arrived(whole) - _arrived(without)
            columns["cost"][row] = whole.credits[0] - without.credits[0]
        return columns

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Weakness:
        """Build the `Weakness` from the counted flights."""
        return Weakness(self.experiment, counted, stretches, remaining_ships=self.remaining_ships)


def _arrived(outcome: Outcome) -> IntArray:
    """Return 1 for each flight in which the first ship arrived, else 0. Shape (flights,)."""
    return np.asarray(outcome.ending[0] == ARRIVED, np.int64)


FLIGHTS = 20_000
"""Default number of flights."""


def weak_points(
    ship: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[FlightKeywords],
) -> Weakness:
    """Measure what launching without each component would cost, and how likely it is lost in flight.

    The result does not depend on the number of workers, or on whether a run was interrupted and resumed.

    Args:
        ship: a ship, or the path of its file.
        level: flight level; that of the ship's board if None.
        flights: number of flights. If None, at most 20,000, until the half-width of the 95% interval of every cost is
            at most 0.25 credits; at most 100,000,000 with `precision`.
        seed: fixes all decks and dice.
        **options: conditions of the flights (see `Conditions`) and how much is run (see `HowMuch`). `precision` is the
            half-width of every mean cost, or of another metric, as {"lost": 0.01}. `progress` counts each flight once
            for the whole ship and once for each component.

    Returns:
        The worth of each component, by square.

    Raises:
        AnalyzerError: with every reason why this ship cannot be flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/paper-arrow.yaml")
    >>> weak_points(ship, flights=10)[7, 7].cost is None
    True
    """
    ship = as_ship(ship)
    how_much, conditions = split_amount(options, Conditions)
    experiment = WithoutEach(plan_ship(ship, level, seed, **conditions))
    units = experiment.variants
    result: Weakness = run_each([experiment], flights, FLIGHTS, enough=MARGIN, units=units, **how_much)[0]
    return result
