"""Worth of each component of a ship: its cost if missing, and how often it is lost.

The ship is flown whole and without the component under the same seed: both meet the same cards and the same dice, and
what is reported are differences flight by flight, whose interval is far narrower than that of two separate means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    without_estimate,
)
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.note import note_on_sharper
from analyzer.answers.worths import WorthTable, has_too_few, rule_of_verdicts
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import parted, run_each
from analyzer.statistics.estimate import Estimate, Reach
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.cards.route import Route
from analyzer.trucker.conditions import Asked, Conditions, plan_ship
from analyzer.trucker.controls import FlightControls, flight_controls
from analyzer.trucker.convoy.convoy import lost
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.metrics import ARRIVED, BY_FLIGHTS
from analyzer.trucker.result import OfOneShip
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.bitboard import Counts, positions
from analyzer.trucker.ship.component import SIDE_NAMES, SIDES, Square, ways
from analyzer.trucker.ship.hull import ROLLS, Hull
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

WORTH = Metrics(
    listed=(
        Metric("lost", "the intact ship loses the component", within=(1, 1)),
        Metric("arrival", "share of flights that arrive only with it, less those only without it", unit="share"),
        Metric("cost", "credits of the intact ship less those of the ship without it", unit="credits"),
    ),
    score="cost",
    unit="credits",
    bounds={"arrival": (-1, 1), "cost": BY_FLIGHTS},
)
"""lost: 1 if the whole ship lost the component; arrival: 1 if only the whole ship arrived, -1 if only the other did,
else 0; cost: the credits of the whole ship less those of the ship without the component.
"""


OF_SHIPS = (
    "The cost is what it is worth to launch with the component. Without it, that component and what breaks off with "
    "it are missing from the start and not charged as lost, and humans move in where an alien loses its home.",
    "If the ship breaks apart, its largest piece flies.",
)
OF_BUILDS = (
    "The cost is what it is worth to build the component, on average over what the dice join. Without it, the "
    "component is not charged; whatever then falls off a ship before the start is charged as lost.",
    "What breaks off with a component is what falls off without it in most of the ways the dice may fall. Hits are "
    "those of the build with all its joining squares.",
)


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
        flat=without_estimate,
    ),
    Column(
        "arrival",
        "arrives\nless,\npoints",
        POINTS,
        explanation="without the component, fewer flights arrive by this many percentage points",
        flat=without_estimate,
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
    """One component and what it would mean to fly without it.

    breaks_off: squares lost with it, itself left out; hit: by side the ways (of 36) in which something from there meets
    it first; losses: by flight 1 if the whole ship lost it, else 0; cost: by flight the credits of the whole ship less
    those of the ship without it; arrivals: by flight 1 if only the whole ship arrives, -1 if only the other does, else
    0. cost and arrivals are None where no human is left in the largest piece.
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
        """Which one is meant, in words."""
        return f"what lies on {self.square}"

    @property
    def flights(self) -> int:
        """How many flights the whole ship flew."""
        return self.losses.n

    @property
    def times_lost(self) -> int:
        """In how many of them it was lost."""
        return self.losses.counts.get(1, 0)

    @property
    def credits(self) -> Estimate | None:
        """Mean cost in credits a flight with its interval."""
        return None if self.cost is None else self.cost.estimate()

    @property
    def arrival(self) -> Estimate | None:
        """By how much the share of flights that arrive would fall, from -1 to 1, with its interval."""
        return None if self.arrivals is None else self.arrivals.estimate()

    @property
    def lost(self) -> Estimate:
        """The share of the whole ship's flights in which it was lost, with its interval."""
        return self.losses.chance(1, 1)

    @property
    def has_too_few(self) -> bool:
        """Whether its interval lies on one side of 0, but too few flights differ for a verdict."""
        if self.cost is None:
            return False
        estimate, differing = self.cost.estimate(), self.cost.n - self.cost.counts.get(0, 0)
        return has_too_few(estimate.verdict(MARGIN, differing), estimate)

    def as_row(self) -> Row:
        """The row of a table of components."""
        values = {name: getattr(self, name) for name in ("square", "kind", "breaks_off", "hit", "arrival", "lost")}
        return Row(values | {"cost": self.credits})

    def description(self) -> Description:
        """The component alone."""
        return Description(in_words(self.kind), f" at {at(self.square)}", parts=(Table("", COLUMNS, [self.as_row()]),))


@dataclass(frozen=True, repr=False)
class Weakness(Collection, OfOneShip):
    """The components of a ship, that whose loss costs most first; those it cannot fly without come last.

    `experiment`: how the whole ship flew; `left`: by position of the component that is missing the ship that remains.
    """

    experiment: Experiment
    tally: Tally
    left: Mapping[int, Layout | None] = field(kw_only=True)

    @property
    def route(self) -> Route:
        """Where it flew."""
        return self.experiment.route

    @property
    def seed(self) -> int:
        """What fixes every deck and every roll."""
        return self.experiment.seed

    @cached_property
    def rows(self) -> tuple[ComponentWorth, ...]:
        """One for each component."""
        hull, hits = self.ship.hull, first_hits(self.ship.hull)
        counted = zip(self.left.items(), map(WORTH.reaching, self.tally.subjects), strict=True)
        off = self.experiment.ship_class.breaks_off(self.ship, self.route)
        rows = [
            _worth(hull, at, off[at], hits[at], own, None if left is None else self.apart(self.ship, left))
            for (at, left), own in counted
        ]
        return tuple(sorted(rows, key=lambda row: -row.cost.mean if row.cost else np.inf))

    @cached_property
    def worths(self) -> WorthTable:
        """What each component is worth that has a price, with intervals that hold for all of them at once."""
        priced = {
            row.place: {"cost": row.cost, "arrival": row.arrivals, "lost": row.losses}
            for row in self.rows
            if row.cost is not None and row.arrivals is not None
        }
        trial, base = self.experiment.TRIAL, "the ship without it"
        return WorthTable.of_histograms(priced, WORTH, base=base, what=("component", "components"), trial=trial)

    def each(self) -> tuple[ComponentWorth, ...]:
        """One for each component."""
        return self.rows

    def __getitem__(self, square: Square) -> ComponentWorth:
        for row in self.rows:
            if row.square == square:
                return row
        raise AnalyzerError(f"no component on {square}: name a square of this ship")

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Every component that has a price, with its cost, arrival or lost."""
        attribute = {"cost": "credits", "arrival": "arrival", "lost": "lost"}[WORTH[metric].name]
        for row in self.rows:
            measured = getattr(row, attribute)
            if measured is not None:
                yield row.place, measured

    def description(self) -> Description:
        """A row a component: cost (credits a flight), arrival, lost (shares), and what breaks off with it."""
        facts = {
            "ship": self.ship.name,
            "level": self.route.level_name,
            "flights": self.flights,
            "seed": self.seed,
            "captain": self.captain.as_prices(),
            "rivals": self.rivals,
        }
        components = Table("components", COLUMNS, [row.as_row() for row in self.rows], labels=2)
        title = f": {self.conditions}, captain {self.captain.name}"
        return Description(self.ship.name, title, facts, (components, *self._breaking()), self.notes())

    def _breaking(self) -> Iterator[str]:
        """What breaks off, for each component with which anything does."""
        for row in self.rows:
            if row.breaks_off:
                squares, verb = " ".join(map(at, row.breaks_off)), "breaks" if len(row.breaks_off) == 1 else "break"
                yield f"Without the {in_words(row.kind)} at {at(row.square)}, {squares} {verb} off too."

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        notes = [*OF_BUILDS] if self.ship.is_build else [*OF_SHIPS]
        vital = [at(row.square) for row in self.rows if row.cost is None]
        if vital:
            notes.append(f"No cost for {', '.join(vital)}: without it the largest piece has no human aboard.")
        rare = [at(row.square) for row in self.rows if row.has_too_few]
        if rare:
            notes.append(
                f"Too few flights differ to say whether the component at {', '.join(rare)} is worth having "
                f"({rule_of_verdicts('flights')})."
            )
        costs = [row.cost for row in self.rows if row.cost is not None]
        sharper = note_on_sharper(self.experiment, costs, self.flights, "costs")
        return [*notes, *self.experiment.notes(), *sharper, *self.remarks]


def first_hits(hull: Hull) -> dict[int, dict[str, int]]:
    """For each position, by side, the ways (of 36) in which something from there meets it first on the whole ship."""
    hits = {position: dict.fromkeys(SIDE_NAMES, 0) for position in positions(int(hull.whole[0]))}
    for side in SIDES:
        for roll in range(2, ROLLS):
            for first in positions(int(hull.first_hits[side, roll])):
                hits[first][SIDE_NAMES[side]] += ways(roll)
    return hits


def _worth(
    hull: Hull, position: int, off: int, hit: dict[str, int], counted: dict[str, Histogram], reach: Reach | None
) -> ComponentWorth:
    square = hull.squares[position]
    others = tuple(hull.squares[other] for other in positions(off) if other != position)
    kind = hull.layout.components[square].kind
    cost, arrivals = (None, None) if reach is None else (counted["cost"].of_differences(reach), counted["arrival"])
    return ComponentWorth(square, kind, others, hit, counted["lost"], cost, arrivals)


@dataclass(frozen=True)
class WithoutEach(Derived[Experiment]):
    """The first ship of an experiment, whole and without each component; what breaks off with that is missing too.

    Columns are (components, trials), in the order of `positions`; where no human is left without a component, `arrival`
    and `cost` are 0 and mean nothing.
    """

    QUESTION: ClassVar[str] = "weak"
    AT_ONCE: ClassVar[int] = 1 << 16
    SOON: ClassVar[int] = 1 << 9
    COUNTED: ClassVar[type[Tally]] = Tally

    @property
    def metrics(self) -> Metrics:
        """What is told of a component."""
        return WORTH

    @property
    def ship(self) -> Layout:
        """The ship that is asked about."""
        return self.experiment.ships[0]

    @cached_property
    def left(self) -> dict[int, Layout | None]:
        """By position of the component that is missing the ship that is left, None if no human is aboard it."""
        return self.experiment.ship_class.left_without(self.ship, self.experiment.route)

    @property
    def variants(self) -> int:
        """The whole ship, and those without each component."""
        return 1 + len(self.left)

    @property
    def controls(self) -> FlightControls | None:
        """Those of the flights."""
        experiment = self.experiment
        return flight_controls(experiment.route, self.seed, len(experiment.ships), self.metrics)

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights."""
        experiment = self.experiment
        others = experiment.hulls[1:]
        convoy, whole = experiment.simulate(experiment.hulls, first, trials)
        gone = lost(convoy)[0]
        columns = {name: np.zeros((len(self.left), trials), np.int64) for name in WORTH.columns}
        columns["lost"][:] = (gone >> np.array([*self.left], np.uint64)[:, None]) & np.uint64(1)
        each = enumerate(self.left.values())
        hulls = {row: [experiment.hulls_of(left), *others] for row, left in each if left is not None}
        for row, without in zip(hulls, experiment.outcomes_by_convoy([*hulls.values()], first, trials), strict=True):
            columns["arrival"][row] = _arrived(whole) - _arrived(without)
            columns["cost"][row] = whole.credits[0] - without.credits[0]
        return columns

    def count(self, columns: Columns) -> Tally:
        """Histograms, one subject a component."""
        return Tally.of(columns, self.controls)

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Weakness:
        """What each component is worth."""
        return Weakness(self.experiment, counted, stretches, left=self.left)


def _arrived(outcome: Outcome) -> Counts:
    """(flights) 1 where the first ship arrived, else 0."""
    return np.asarray(outcome.ending[0] == ARRIVED, np.int64)


FLIGHTS = 20_000


def weak_points(
    ship: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[Asked],
) -> Weakness:
    """What losing each component before launch would cost, and how likely it is lost in flight.

    `flights` are 20,000 if None, or with `precision` (the half-width of every mean cost, or of {"lost": ...}) at most
    100,000,000; level, seed, first, save and `conditions` are those of `fly`; `progress` is called with the number of
    flights just flown, of `flights` for the whole ship and for each component.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/paper-arrow.yaml")
    >>> weak_points(ship, flights=10)[7, 7].cost is None
    True

    The same for every number of workers, killed and gone on with or not. Raises AnalyzerError with every reason why
    this cannot be flown.
    """
    ship = as_ship(ship)
    how_much, conditions = parted(options, Conditions)
    experiment = WithoutEach(plan_ship(ship, level, seed, **conditions))
    result: Weakness = run_each([experiment], flights, FLIGHTS, units=experiment.variants, **how_much)[0]
    return result
