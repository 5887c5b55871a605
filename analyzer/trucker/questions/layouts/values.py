"""Worth of single layouts, ways, quarters and changes of a build."""

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
from analyzer.trucker.fleets.facts import QuarterOnPaper, unfit_build
from analyzer.trucker.metrics import BY_FLIGHTS
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.box import alike, instead, legal_on, lying
from analyzer.trucker.ship.component import Component, Side, Square
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout


@dataclass(frozen=True)
class Change:
    """A component as it lies after the change, its square, and the one that it is taken from (None: from the box)."""

    part: Component
    square: Square
    taken: Square | None = None

    def made_on(self, build: Layout) -> Layout:
        """The build with it."""
        bare = build if self.taken is None else instead(build, self.taken, None)
        return instead(bare, self.square, self.part)

    def in_words(self) -> str:
        """What is done."""
        kind, there = f"{in_words(self.part.kind)} {write_token(self.part)}", at(self.square)
        return f"add a {kind} at {there}" if self.taken is None else f"move the {kind} from {at(self.taken)} to {there}"

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types, from which `of_plain` makes it again."""
        part = {
            "kind": self.part.kind,
            "connectors": list(self.part.connectors),
            "facing": list(map(int, self.part.facing)),
        }
        return {"part": part, "square": list(self.square), "taken": None if self.taken is None else list(self.taken)}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Change:
        """The same again."""
        front, right, rear, left = plain["part"]["connectors"]
        facing = tuple(Side(side) for side in plain["part"]["facing"])
        row, column = plain["square"]
        taken = plain["taken"] and (plain["taken"][0], plain["taken"][1])
        return cls(Component(plain["part"]["kind"], (front, right, rear, left), facing), (row, column), taken)


def changes(build: Layout, route: Route) -> list[Change]:
    """Every component of the box that may be added, and every one that may be moved; one of each sort that flies alike.

    The build has to stay legal, and able to start, in every way that may come on the route.
    """
    moved = (change for change in _moved(build) if not unfit_build(change.made_on(build), route))
    return [*_added(build), *moved]


def _free(build: Layout) -> list[Square]:
    return [square for square in build.board.squares if square not in build.components]


def _added(build: Layout) -> Iterator[Change]:
    for square in _free(build):
        yield from (Change(part, square) for part in alike(legal_on(build, square)))


def _moved(build: Layout) -> Iterator[Change]:
    free = _free(build)
    for taken, part in build.components.items():
        bare = instead(build, taken, None)
        places = [(square, turn) for square in free for turn in alike(lying(bare, square, [part]))]
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
PAIRED = ("credits", "arrived", "components_lost", *QUARTERS)
GAIN, DRAWN = "gain", "joined"


@dataclass(frozen=True)
class WaysTally:
    """Pairs of all ways, and by the way that the dice made what each change gains there (None without changes)."""

    pairs: PairedTally
    gains: SortedTally | None

    def __add__(self, other: WaysTally) -> WaysTally:
        gains = None if self.gains is None or other.gains is None else self.gains + other.gains
        return WaysTally(self.pairs + other.pairs, gains)

    @property
    def trials(self) -> int:
        """How many flights each way flew."""
        return self.pairs.trials

    @property
    def shape(self) -> Hashable:
        """Of how many ways and changes."""
        return self.pairs.shape, None if self.gains is None else self.gains.shape

    def plain(self) -> dict[str, Any]:
        """In plain types."""
        gains = None if self.gains is None else self.gains.plain()
        return {"trials": self.trials, "pairs": self.pairs.plain(), "gains": gains}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what cannot be."""
        gains = None if plain["gains"] is None else SortedTally.of_plain(plain["gains"])
        made = cls(PairedTally.of_plain(plain["pairs"]), gains)
        if {made.trials, int(plain["trials"])} != {made.trials if gains is None else gains.trials}:
            raise ValueError("its parts do not hold as many trials as it says")
        return made


@dataclass(frozen=True)
class WayValue:
    """One layout, or one way of a layout of several (joined): its chances, exactly, and what flights of it come to.

    alternative: its chance if the rule text lists results of two different faces alone; None where our dice are not
    what is flown by; more: credits more than on average over the dice.
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
        """The way, or the layout."""
        return self.joined or self.layout


@dataclass(frozen=True)
class QuarterAlone:
    """A quarter in the ways that leave it alone: how often it comes home, what the fleet makes then, its engines."""

    quarter: str
    chance: Fraction
    home: Estimate
    credits: Estimate
    paper: QuarterOnPaper

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        estimates = {"home": self.home._asdict(), "credits": self.credits._asdict()}
        return {"quarter": self.quarter, "chance": float(self.chance)} | estimates | self.paper.as_dict()


@dataclass(frozen=True)
class ChangeValue:
    """A change, and what it gains on average over the dice, by either table; intervals hold for all at once."""

    change: Change
    gain: Estimate
    alternative: Estimate | None
    differing: int

    @property
    def verdict(self) -> Verdict:
        """Whether the build is better or worse with it, equal within a quarter of a credit, or that is open."""
        return self.gain.verdict(MARGIN, self.differing)

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        facts: dict[str, Any] = {"change": self.change.in_words(), "verdict": self.verdict, "gain": self.gain._asdict()}
        facts["alternative_gain"] = None if self.alternative is None else self.alternative._asdict()
        return facts | self.change.as_dict()
