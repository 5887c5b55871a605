"""Comparison of components for one square of a ship, on the same decks and dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Unpack

import numpy as np

from analyzer.answers.comparison import MARGIN
from analyzer.answers.derived import Derived
from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    SIGNED,
    WORD,
    Collection,
    Column,
    Described,
    Description,
    Form,
    Part,
    Row,
    Table,
    columns_of,
)
from analyzer.answers.metrics import Metric, Metrics
from analyzer.answers.note import note_on_correction
from analyzer.answers.numbers import signed
from analyzer.answers.origin import in_setting
from analyzer.answers.worths import Worth, WorthTable, legend_of_verdicts, verdict_or_reason
from analyzer.errors import AnalyzerError, named_setting, one_of
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import run_each, split_amount
from analyzer.statistics.estimate import LEAST_DIFFERING, Estimate, Verdict
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.conditions import Conditions, FlightKeywords, plan_ship
from analyzer.trucker.controls import FlightControls, flight_controls
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import ARRIVED, BY_FLIGHTS
from analyzer.trucker.result import OfOneShip
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.box import alike, as_printed, checked_square, left_in_box, legal_on, pattern, with_component
from analyzer.trucker.ship.component import Component, Kind, Side, Square, component_of
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship
from analyzer.world import rebuild

SWAPPED = Metrics(
    listed=(
        Metric("gain", "credits of the ship with the component minus those of the ship as it is", unit="credits"),
        Metric("arrival", "share of flights that arrive only with it, minus those only without it", unit="share"),
        Metric("credits", "credits of the ship with it", unit="credits"),
        Metric("arrived", "the ship with it arrives", within=(1, 1)),
    ),
    score="gain",
    unit="credits",
    bounds={"arrival": (-1, 1), "gain": BY_FLIGHTS, "credits": BY_FLIGHTS},
)
"""Metrics of a component on the square, one value per flight.

gain: credits of the changed ship less those of the ship as it is.
arrival: 1 if only the changed ship arrived, -1 if only the ship as it is did, else 0.
credits, arrived: results of the changed ship.
"""
NAMED = 5
"""Largest number of components named in a note."""
TOP = 15
"""Number of components that people see first."""
COLUMNS = (
    Column("token", "as it lies", WORD),
    Column("kind", "component", Form(in_words, is_number=False)),
    *(Column(f"{metric}{end}") for metric in SWAPPED.by_name for end in ("", "_low", "_high")),
    Column("surely_low"),
    Column("surely_high"),
    Column(
        "surely",
        "gain",
        SIGNED,
        "credits a flight with it, minus those of the ship as it is; the intervals hold for all components at once",
        INTERVAL,
        flat=None,
        in_json=False,
    ),
    Column("verdict", "verdict", WORD, legend_of_verdicts("flights", "credits")),
    Column("differing"),
    Column("mean", "credits", NUMBER, "credits a flight that the ship earns with it", flat=None, in_json=False),
    Column(
        "change",
        "arrives",
        Form(lambda share: signed(100 * share, 1)),
        "change in the share of flights that arrive, in percentage points",
        flat=None,
        in_json=False,
    ),
    Column("left"),
    Column(
        "stock",
        "left",
        Form(str),
        "how many of it the box still holds; 2+1: two of it, and one other component that gives the same results",
        flat=None,
        in_json=False,
    ),
    Column("alike", flat=lambda name, tokens: {name: " ".join(tokens)}),
)


@dataclass(frozen=True, repr=False)
class Swap(Described):
    """A component tried on the square, and what it changes.

    Attributes:
        part: the component as it lies.
        equivalents: components that give the same results on this square, itself first.
        left: number of such components in the box that are not on the ship.
        histograms: one for each metric of `SWAPPED`.
        worth: its gain and verdict.
    """

    part: Component
    equivalents: tuple[Component, ...]
    left: int
    histograms: dict[str, Histogram]
    worth: Worth

    @property
    def token(self) -> str:
        """Token of the component, as a ship file has it."""
        return write_token(self.part)

    @property
    def gain(self) -> Estimate:
        """Mean gain in credits a flight, with an interval for this component alone."""
        return self.worth.alone

    @property
    def simultaneous_gain(self) -> Estimate:
        """Mean gain in credits a flight, with an interval that holds for all components at once."""
        return self.worth.estimate

    @property
    def arrival(self) -> Estimate:
        """Change of the share of flights that arrive, from -1 to 1, with its interval."""
        return self.worth.besides["arrival"]

    @property
    def verdict(self) -> Verdict:
        """Verdict on the changed ship: better, worse, equal (gain within a quarter of a credit), or open."""
        return self.worth.verdict

    def as_row(self) -> Row:
        """Return the row of this component in a table of components."""
        flat = [columns_of(metric, SWAPPED.measured(metric, self.histograms)) for metric in SWAPPED.by_name]
        values = {name: value for columns in flat for name, value in columns.items()} | {
            "token": self.token,
            "kind": self.part.kind,
            "surely_low": self.simultaneous_gain.low,
            "surely_high": self.simultaneous_gain.high,
            "surely": self.simultaneous_gain,
            "verdict": self.verdict,
            "differing": self.worth.differing,
            "mean": self.histograms["credits"].mean,
            "change": self.arrival.mean,
            "left": self.left,
            "stock": f"{self.left}" + f"+{len(self.equivalents) - 1}" * (len(self.equivalents) > 1),
            "alike": [write_token(part) for part in self.equivalents],
        }
        reason = verdict_or_reason(self.verdict, self.simultaneous_gain, "flights")
        return Row(values, forms={"verdict": Form(lambda verdict: reason, is_number=False)})

    def description(self) -> Description:
        """Describe the component alone, as a table of one row."""
        return Description(self.token, f", {in_words(self.part.kind)}", parts=(Table("", COLUMNS, [self.as_row()]),))


@dataclass(frozen=True, repr=False)
class Swaps(Collection, OfOneShip):
    """Results of components for one square, the best first; indexing by a token gives its `Swap`.

    Attributes:
        experiment: flights of the ship as it is.
        tally: histograms of the metrics in `SWAPPED`, one subject per component.
        square: the square.
        parts: components that were flown, one of each group that gives the same results.
    """

    ITEMS: ClassVar = "rows"

    experiment: Experiment
    tally: Tally
    square: Square = field(kw_only=True)
    parts: tuple[Component, ...] = field(kw_only=True)

    @property
    def own(self) -> Component | None:
        """Component that lies on the square now, or None."""
        return self.ship.components.get(self.square)

    @cached_property
    def worths(self) -> WorthTable:
        """Gains and verdicts of all components that were flown."""
        trial, base = self.experiment.TRIAL, "the ship as it is"
        return WorthTable.of_histograms(
            self._histograms, SWAPPED, base=base, what=("component", "components"), trial=trial
        )

    @cached_property
    def _histograms(self) -> dict[str, dict[str, Histogram]]:
        histograms = {}
        for part, own in zip(self.parts, self.tally.subjects, strict=True):
            reach = self.difference_range(with_component(self.ship, self.square, part), self.ship)
            histograms[write_token(part)] = SWAPPED.reaching(own) | {"gain": own["gain"].as_differences(reach)}
        return histograms

    @cached_property
    def rows(self) -> tuple[Swap, ...]:
        """Results of the components that were flown, the best component first."""
        groups = group_candidates(self.ship, self.square)
        left = left_in_box(with_component(self.ship, self.square, None))
        parts = {write_token(part): part for part in self.parts}
        return tuple(
            Swap(part, groups.get(part, (part,)), left[as_printed(part)], self._histograms[one.name], one)
            for one in self.worths
            for part in [parts[one.name]]
        )

    def __getitem__(self, token: str) -> Swap:
        for row in self.rows:
            if token in map(write_token, row.equivalents):
                return row
        raise AnalyzerError(f"{token!r} was not flown: {one_of(token, [row.token for row in self.rows])}")

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Yield each component's token with its estimate of a metric of `SWAPPED`, e.g. `gain`."""
        name = SWAPPED[metric].name
        return ((row.token, SWAPPED.measured(name, row.histograms)) for row in self.rows)

    def description(self, top: int = TOP) -> Description:
        """Describe the components: a row each with gain, arrival, credits, arrived and the verdict.

        Estimates have 95% intervals; `surely_low` and `surely_high` hold for the gains of all components at once.

        Args:
            top: number of components that people see first.
        """
        credits, arrived = self.current_credits
        facts = {
            "ship": self.ship.name,
            "square": list(self.square),
            "as_it_is": write_token(self.own) if self.own else None,
            "credits": credits,
            "arrived": arrived,
            "level": self.experiment.route.level_name,
            "flights": self.flights,
            "seed": self.experiment.seed,
            "captain": self.captain.as_prices(),
            "rivals": list(self.rivals),
            "setting": self.experiment.setting,
            "verdict": self.verdict_in_words(),
        }
        last = self.rows[-1]
        parts: tuple[Part, ...] = (
            f"As it is: {credits:.2f} credits a flight, arrives in {arrived:.1%} of flights.",
            Table("components", COLUMNS, [row.as_row() for row in self.rows], visible_rows=top),
            *[f"The worst component is {last.token}: {signed(last.gain.mean)}."] * (len(self.rows) > top),
            self.verdict_in_words(),
        )
        captain = self.experiment.captain_in_words(self.captain)
        title = f", instead of {self.current_in_words}: {self.conditions}, captain {captain}"
        return Description(self.ship.name, title, facts, parts, self.notes())

    @property
    def current_in_words(self) -> str:
        """Component that lies on the square now, in words, e.g. `nothing at (7,7)`."""
        return f"{write_token(self.own) if self.own else 'nothing'} at {at(self.square)}"

    @property
    def current_credits(self) -> tuple[float, float]:
        """Mean credits per flight of the ship without a change, and its share of flights that arrive."""
        one = self.rows[0].histograms
        # The ship as it is has no histogram of its own: gain = changed - as it is, for whichever component.
        return one["credits"].mean - one["gain"].mean, one["arrived"].mean - one["arrival"].mean

    def verdict_in_words(self) -> str:
        """Return a sentence on the best component, its gain, and the setting."""
        own = f"the {in_words(self.own.kind)}" if self.own else "nothing"
        first, better = self.rows[0], [row for row in self.rows if row.verdict is Verdict.BETTER]
        if better:
            sentence = self._best_in_words(better[0], own)
        elif all(row.verdict is Verdict.WORSE for row in self.rows):
            sentence = (
                f"whatever else fits is worse than {own}. The closest is {first.token}: {self._gain_in_words(first)}."
            )
        else:
            sentence = self._unclear_in_words(first, own)
        return in_setting(self.experiment.setting, sentence)

    def _best_in_words(self, best: Swap, own: str) -> str:
        """Return a sentence on a component that is clearly better, and on those that cannot be told apart from it."""
        sentence = f"the {in_words(best.part.kind)} {best.token} is better than {own}: {self._gain_in_words(best)}."
        unclear = [one.name for one in self.worths.leaders if one.name != best.token]
        return sentence + f" No clear difference from it: {_some(unclear)}." * bool(unclear)

    def _unclear_in_words(self, first: Swap, own: str) -> str:
        """Return a sentence that no component is clearly better, with advice if too few flights differ."""
        gain = f"{first.token}: {self._gain_in_words(first)}"
        if first.verdict is not Verdict.OPEN or first.worth.differing >= LEAST_DIFFERING:
            return f"nothing else that fits is clearly better than {own}. First is {gain}."
        return (
            f"it is open whether anything else that fits is better than {own}. First is {gain}, but the "
            f"results differ in only {first.worth.differing} flights. A verdict needs {LEAST_DIFFERING}: give more "
            f"{named_setting('flights')}."
        )

    def _gain_in_words(self, row: Swap) -> str:
        mean, low, high = row.simultaneous_gain
        return f"{mean:+.2f} credits a flight ({low:+.2f} to {high:+.2f}, for all {len(self.rows)} at once)"

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        notes = [
            "The table lists every component that fits, turned every way, if one box holds it besides the rest of the "
            "ship. Components whose connectors make no difference here are listed once."
        ]
        own = [write_token(part) for part in self._like_own() if part != self.own]
        if own:
            notes.append(f"Just like what lies there now: {_some(own)}.")
        living = len(self.ship.aliens)
        homeless = [
            row.token for row in self.rows if len(with_component(self.ship, self.square, row.part).aliens) < living
        ]
        if homeless:
            notes.append(
                f"With {_some(homeless)} an alien has no home: humans fly in its place, and no alien moves elsewhere."
            )
        gains = [row.histograms["gain"] for row in self.rows]
        sharper = note_on_correction(self.experiment, gains, self.flights, "gains")
        return [*notes, *self.experiment.notes(), *sharper, *self.remarks]

    def _like_own(self) -> Sequence[Component]:
        """Return the components that may lie on the square and have the same flights as the present one."""
        own = self.own
        if own is None:
            return []
        return [part for part in legal_on(self.ship, self.square, own.kind) if pattern(part) == pattern(own)]


def group_candidates(ship: Layout, square: Square) -> dict[Component, tuple[Component, ...]]:
    """Return the legal components for a square, grouped by equal results, by the first component of each group."""
    return dict(alike(legal_on(ship, square)))


def candidates(ship: Layout, square: Square) -> tuple[Component, ...]:
    """Return one component of each group of `group_candidates`, without the group of the component on the square."""
    own = ship.components.get(square)
    return tuple(part for part in group_candidates(ship, square) if own is None or pattern(part) != pattern(own))


def _some(tokens: Sequence[str]) -> str:
    """Return the first tokens as a list in words, and how many more there are."""
    return ", ".join(tokens[:NAMED]) + f" and {len(tokens) - NAMED} more" * (len(tokens) > NAMED)


@dataclass(frozen=True)
class SwappedExperiment(Derived[Experiment]):
    """Experiment that flies the first ship as it is, and with each of the components on the square.

    Columns have the shape (components, flights), in the order of `parts`.
    """

    square: Square
    parts: tuple[Component, ...]

    QUESTION: ClassVar[str] = "swap"
    metrics: ClassVar[Metrics] = SWAPPED
    AT_ONCE: ClassVar[int] = 1 << 14
    FIRST_BLOCK: ClassVar[int] = 1 << 6
    COUNTED: ClassVar[type[Tally]] = Tally

    @property
    def ship(self) -> Layout:
        """Ship on whose square the components are tried."""
        return self.experiment.ships[0]

    @cached_property
    def changed(self) -> tuple[Layout, ...]:
        """Ships with each of the components on the square."""
        return tuple(with_component(self.ship, self.square, part) for part in self.parts)

    @property
    def variants(self) -> int:
        """Number of ships flown: the ship as it is, and one with each component."""
        return 1 + len(self.parts)

    @property
    def controls(self) -> FlightControls | None:
        """Control variates of the flights, or None."""
        experiment = self.experiment
        return flight_controls(experiment.route, self.seed, len(experiment.ships), self.metrics)

    def run_block(self, first: int, trials: int) -> Columns:
        """Run the flights from `first` on and return the columns of `SWAPPED`, each (components, flights)."""
        others = self.experiment.hulls[1:]
        convoys = [[self.experiment.hulls_of(ship), *others] for ship in (self.ship, *self.changed)]
        own, *outcomes = self.experiment.outcomes_by_convoy(convoys, first, trials)
        arrived = np.array([outcome.ending[0] == ARRIVED for outcome in outcomes], np.int64)
        # (components, flights), from which the row of the ship as it is, (flights,), is taken off flight by flight.
        credits = np.array([outcome.credits[0] for outcome in outcomes], np.int64)
        return {
            "gain": credits - own.credits[0],
            "arrival": arrived - (own.ending[0] == ARRIVED),
            "credits": credits,
            "arrived": arrived,
        }

    def result(self, counted: Tally, stretches: tuple[Stretch, ...] = ()) -> Swaps:
        """Build the `Swaps` from the counted flights."""
        return Swaps(self.experiment, counted, stretches, square=self.square, parts=self.parts)

    @property
    def pairing(self) -> Any:
        """Key of pairing: flights of equal number can be compared as pairs if their experiments have equal keys."""
        return *super().pairing, self.square, self.parts

    def describe(self) -> dict[str, Any]:
        """Return the experiment in plain types, with the square and its components."""
        parts = [{"kind": one.kind, "connectors": one.connectors, "facing": one.facing} for one in self.parts]
        return super().describe() | {"square": self.square, "parts": parts}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> SwappedExperiment:
        """Rebuild the experiment from the plain types of `describe`."""
        row, column = described["square"]
        experiment = rebuild(described | {"question": described["of"]}, cls.QUESTION)
        assert isinstance(experiment, Experiment)
        kinds = experiment.route.rules.kinds
        return cls(experiment, (row, column), tuple(_component(kinds, **part) for part in described["parts"]))


def _component(kinds: Mapping[str, Kind], kind: str, connectors: list[int], facing: list[int]) -> Component:
    """Rebuild a component from the plain types of `describe`."""
    front, right, rear, left = connectors
    return component_of(kinds[kind], (front, right, rear, left), tuple(Side(side) for side in facing))


FLIGHTS = 5_000
"""Default number of flights."""


def swap(
    ship: ShipLike,
    square: Square,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[FlightKeywords],
) -> Swaps:
    """Measure what each component that may lie on the square would change.

    Components of the box that are not on the ship are tried, in every rotation that leaves a legal ship. The square may
    be empty. The result does not depend on the number of workers, or on whether a run was interrupted and resumed.

    Args:
        ship: a ship, or the path of its file.
        square: row and column.
        level: flight level; that of the ship's board if None.
        flights: number of flights. If None, at most 5,000, until the half-width of the 95% interval of every gain is at
            most 0.25 credits; at most 100,000,000 with `precision`.
        seed: fixes all decks and dice.
        **options: conditions of the flights (see `Conditions`) and how much is run (see `HowMuch`). `precision` is the
            half-width of every mean gain, or of another metric, as {"arrived": 0.01}. `progress` counts each flight
            once for the ship as it is and once for each component.

    Returns:
        The components, the best first.

    Raises:
        AnalyzerError: with every reason why this cannot be flown, and if nothing else fits.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.swap(ship, (8, 7), flights=50).own.kind
    'double_engine'
    """
    ship = as_ship(ship)
    place = checked_square(ship, square)
    how_much, conditions = split_amount(options, Conditions)
    experiment = swapped(plan_ship(ship, level, seed, **conditions), place)
    result: Swaps = run_each([experiment], flights, FLIGHTS, enough=MARGIN, units=experiment.variants, **how_much)[0]
    return result


def swapped(experiment: Experiment, square: tuple[int, int]) -> SwappedExperiment:
    """Return an experiment that tries every other component of the box on a square.

    It tries one component of each group that gives the same results.

    Raises:
        AnalyzerError: If no other component fits there.
    """
    parts = candidates(experiment.ships[0], square)
    if not parts:
        raise AnalyzerError(
            f"{experiment.ships[0].name}: nothing else that is left in the box fits at {square[0]},{square[1]}: "
            "name another square"
        )
    return SwappedExperiment(experiment, square, parts)
