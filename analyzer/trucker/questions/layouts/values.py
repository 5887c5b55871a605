"""Values of single layouts, ways of joining, quarters, and changes to a build."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from analyzer.answers.comparison import MARGIN
from analyzer.answers.metrics import Metric, Metrics
from analyzer.statistics.estimate import Estimate, Verdict
from analyzer.statistics.tally import PairedTally, SortedTally
from analyzer.trucker.cards.route import Route
from analyzer.trucker.fleets.borders import QUARTERS
from analyzer.trucker.fleets.facts import EnginesOfQuarter, unfit_build
from analyzer.trucker.metrics import BY_FLIGHTS
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.box import alike, fitting_orientations, legal_on, with_component
from analyzer.trucker.ship.component import Component, Side, Square
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout


@dataclass(frozen=True)
class Change:
    """A change to a build: a component to move or to add.

    Attributes:
        part: the component as it lies after the change.
        square: its square after the change.
        taken: the square it is moved from, or None if it is added from the box.
    """

    part: Component
    square: Square
    taken: Square | None = None

    def made_on(self, build: Layout) -> Layout:
        """Return the build after this change."""
        bare = build if self.taken is None else with_component(build, self.taken, None)
        return with_component(bare, self.square, self.part)

    def in_words(self) -> str:
        """Describe the change, e.g. `add a battery B31002 at (7,7)`."""
        kind, there = f"{in_words(self.part.kind)} {write_token(self.part)}", at(self.square)
        return f"add a {kind} at {there}" if self.taken is None else f"move the {kind} from {at(self.taken)} to {there}"

    def as_dict(self) -> dict[str, Any]:
        """Return the change in plain types, from which `of_plain` rebuilds it."""
        part = {
            "kind": self.part.kind,
            "connectors": list(self.part.connectors),
            "facing": list(map(int, self.part.facing)),
        }
        return {"part": part, "square": list(self.square), "taken": None if self.taken is None else list(self.taken)}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Change:
        """Rebuild a change from the plain types of `as_dict`."""
        front, right, rear, left = plain["part"]["connectors"]
        facing = tuple(Side(side) for side in plain["part"]["facing"])
        row, column = plain["square"]
        taken = plain["taken"] and (plain["taken"][0], plain["taken"][1])
        return cls(Component(plain["part"]["kind"], (front, right, rear, left), facing), (row, column), taken)


def changes(build: Layout, route: Route) -> list[Change]:
    """Return every possible change to a build: adding a component of the box, or moving one of its own.

    The changed build is legal and able to start in every way of joining that the route allows. Of components with equal
    effect in flight, only one is tried.
    """
    added = (Change(part, square) for square in _free(build) for part in alike(legal_on(build, square)))
    moved = (change for change in _moved(build) if not unfit_build(change.made_on(build), route))
    return [*added, *moved]


def _free(build: Layout) -> list[Square]:
    return [square for square in build.board.squares if square not in build.components]


def _moved(build: Layout) -> Iterator[Change]:
    """Yield the moves of single components of the build to free squares, in every rotation in which they fit.

    A component is moved only if the build is legal without it. Of rotations with equal effect in flight, only one is
    yielded.
    """
    free = _free(build)
    for taken, part in build.components.items():
        bare = with_component(build, taken, None)
        places = [(square, turn) for square in free for turn in alike(fitting_orientations(bare, square, [part]))]
        if places and not bare.flaws():
            yield from (Change(turn, square, taken) for square, turn in places)


EACH_WAY = Metrics(
    listed=(
        Metric("credits", "what a flight that hangs together so comes to", unit="credits"),
        Metric("arrived", "the fleet arrives", within=(1, 1)),
        Metric("components_lost", "components that are lost", unit="components"),
        *(Metric(quarter, "the ship of that quarter comes home", within=(1, 1)) for quarter in QUARTERS),
        Metric("gain", "credits more with the change, in a flight whose dice are thrown", unit="credits"),
    ),
    score="credits",
    unit="credits",
    bounds=dict.fromkeys(("credits", "components_lost", "gain"), BY_FLIGHTS),
)
"""Metrics of a build in one way of joining, and the gain of a change."""
PAIRED = ("credits", "arrived", "components_lost", *QUARTERS)
"""Metrics that are compared flight by flight between ways of joining the quarters."""
GAIN, DRAWN = "gain", "joined"
"""Names of two columns: gain of each change in credits, and index of the way of joining that the dice drew."""


@dataclass(frozen=True)
class WaysTally:
    """Counts of all ways of joining the quarters, and of the gains of changes.

    Attributes:
        pairs: paired counts of all ways of joining.
        gains: gains of each change, grouped by the way that the dice drew, or None without changes.
    """

    pairs: PairedTally
    gains: SortedTally | None

    def __add__(self, other: WaysTally) -> WaysTally:
        gains = None if self.gains is None or other.gains is None else self.gains + other.gains
        return WaysTally(self.pairs + other.pairs, gains)

    @property
    def trials(self) -> int:
        """Number of flights of each way of joining."""
        return self.pairs.trials

    @property
    def shape(self) -> Hashable:
        """Shape of the counts; only equal shapes can be added."""
        return self.pairs.shape, None if self.gains is None else self.gains.shape

    def plain(self) -> dict[str, Any]:
        """Return the counts in plain types for JSON."""
        gains = None if self.gains is None else self.gains.plain()
        return {"trials": self.trials, "pairs": self.pairs.plain(), "gains": gains}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """Rebuild counts from `plain`; raise ValueError, TypeError or KeyError if they do not fit together."""
        gains = None if plain["gains"] is None else SortedTally.of_plain(plain["gains"])
        made = cls(PairedTally.of_plain(plain["pairs"]), gains)
        if {made.trials, int(plain["trials"])} != {made.trials if gains is None else gains.trials}:
            raise ValueError("its parts do not hold as many trials as it says")
        return made


@dataclass(frozen=True)
class WayValue:
    """Value of a layout, or of one way of joining the quarters: exact chance, and results of its flights.

    Attributes:
        layout: name of the layout, i.e. of the number and form of the ships that the quarters make, e.g. `three`.
        joined: the way of joining; empty for a layout of several ways.
        chance: exact chance of the layout, or of the way of joining.
        alternative: chance by the alternative table of dice results; None if the user chose the dice.
        credits: mean credits.
        arrived: share of flights that arrive.
        components_lost: mean number of components lost.
        more: mean credits less the mean over all results of the dice.
    """

    layout: str
    joined: str
    chance: Fraction
    alternative: Fraction | None
    credits: Estimate
    arrived: Estimate
    components_lost: Estimate
    more: Estimate

    @property
    def name(self) -> str:
        """Name of the way of joining, e.g. `F+L`; for a value over several ways, name of the layout."""
        return self.joined or self.layout


@dataclass(frozen=True)
class QuarterAlone:
    """A quarter that forms a ship of its own, averaged over the ways of joining in which it does.

    Attributes:
        quarter: name of the quarter.
        chance: chance that the quarter is a ship of its own.
        home: share of these flights in which it still flies at the end.
        credits: mean credits of the whole fleet in these flights.
        paper: engine strengths of the quarter before launch.
    """

    quarter: str
    chance: Fraction
    home: Estimate
    credits: Estimate
    paper: EnginesOfQuarter

    def as_dict(self) -> dict[str, Any]:
        """Return the values for JSON, including the engine strengths before launch."""
        own = {"quarter": self.quarter, "chance": float(self.chance), "home": self.home, "credits": self.credits}
        return own | self.paper.as_dict()


@dataclass(frozen=True)
class ChangeValue:
    """A change to the build, and its gain averaged over the results of the dice.

    Attributes:
        change: the change.
        gain: gain in credits, with an interval that holds for all changes at once.
        alternative: gain by the alternative table of dice results, or None.
        differing: number of flights that end differently.
    """

    change: Change
    gain: Estimate
    alternative: Estimate | None
    differing: int

    @property
    def verdict(self) -> Verdict:
        """Verdict on the changed build: better, worse, equal (gain within a quarter of a credit), or open."""
        return self.gain.verdict(MARGIN, self.differing)

    def as_dict(self) -> dict[str, Any]:
        """Return the values for JSON, including those of `Change.as_dict`."""
        own = {"change": self.change.in_words(), "verdict": self.verdict, "gain": self.gain}
        return own | {"alternative_gain": self.alternative} | self.change.as_dict()
