"""Best squares for components in hand: every legal placement flies, in rounds.

A placement gives each component in hand a square and a rotation, or leaves it aside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    PERCENT,
    SIGNED,
    WORD,
    Column,
    Described,
    Description,
    Drawing,
    Part,
    Row,
    Table,
)
from analyzer.answers.origin import in_setting
from analyzer.errors import AnalyzerError, all_or_faults, whole_number
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.runs.amount import MOST_KEPT, report_first_trials, split_amount
from analyzer.runs.compare import compare_experiments
from analyzer.statistics.estimate import Estimate, each_of
from analyzer.statistics.moments import Differences
from analyzer.trucker.conditions import Conditions, FlightKeywords
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.component import START, Component, Square
from analyzer.trucker.ship.grid import Codes, codes_of, parse_token, write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship
from analyzer.trucker.workshop.bench import Bench, Round, bench_for, halve
from analyzer.trucker.workshop.goal import Goal, with_goal
from analyzer.trucker.workshop.moves import AS_IT_IS, NOTHING_LAID, Placement, group_by_flight, one_more

DRAWN = 3
"""Number of best placements for which a picture is drawn."""
DRAW = "analyzer.trucker.drawing.draw:draw_new"


@dataclass(frozen=True)
class SearchedPlacements:
    """Placements that were tried, and those that survived all rounds.

    Placements that differ only in connectors without effect give the same results. Only one of such a group is flown.

    Attributes:
        legal: number of legal placements that were found; there may be more if `cut` is set.
        flown: number of placements that were flown, one of each group.
        cut: whether there were too many placements to fly all groups; only the best ones were then extended.
        left: surviving placements, the best first, each with the number of other placements in its group.
    """

    legal: int
    flown: int
    cut: bool
    left: Mapping[Placement, int]


@dataclass(frozen=True, repr=False)
class Placements(Described):
    """Best placements of the components in hand, compared with the ship as it is.

    Attributes:
        ship: the ship as it is.
        parts: the components in hand.
        goal: what is wanted.
        tried: the placements that were tried.
        compared: the ship as it is (first) and with each of the best placements, on flights that were not used
            to choose these.
    """

    ship: Layout
    parts: tuple[Component, ...]
    goal: Goal
    tried: SearchedPlacements
    compared: Comparison

    @property
    def legal_placements(self) -> int:
        """Number of legal placements of the components in hand that were found; see `SearchedPlacements`."""
        return self.tried.legal

    @property
    def counted(self) -> str:
        """Number of legal placements in words, with `at least` if not all were tried."""
        return f"{'at least ' * self.tried.cut}{self.legal_placements:,} legal ways"

    @cached_property
    def ranking(self) -> list[dict[str, Any]]:
        """Rows of the ranking; each has the placement's gain over the unchanged ship, with simultaneous intervals."""
        rows = []
        for row in self.compared.ranking():
            gain = self._gain(row[self.compared.word])
            rows.append(row | {"gain": gain.mean, "gain_low": gain.low, "gain_high": gain.high})
        return rows

    def _gain(self, name: str) -> Estimate:
        """Return the gain of a placement over the unchanged ship; its interval holds for all placements at once."""
        return Estimate(0.0, 0.0, 0.0) if name == AS_IT_IS else self.compared.simultaneous(name, AS_IT_IS)

    @property
    def best(self) -> list[tuple[str, Layout]]:
        """Best placements by name, each with the ship that it makes, the best first; with the unchanged ship."""
        by_name = {placement.name: placement for placement in self.tried.left}
        names = [row[self.compared.word] for row in self.ranking]
        return [(name, by_name[name].made_on(self.ship) if name in by_name else self.ship) for name in names]

    @property
    def drawn(self) -> list[tuple[str, Layout]]:
        """Best placements that are drawn: those that lay at least one component, at most `DRAWN`."""
        return [(name, made) for name, made in self.best if name != AS_IT_IS][:DRAWN]

    def description(self) -> Description:
        """Describe the answer: the ranking, drawings of the best placements, and the verdict."""
        facts = {
            "ship": self.ship.name,
            "components": [write_token(part) for part in self.parts],
            "goal": self.goal.text,
            "ways": self.legal_placements,
            "flown": self.tried.flown,
            "setting": self.compared.setting,
            "verdict": self.verdict_in_words(),
            "ranking": self.ranking,
            "compared": self.compared,
        }
        tokens = " ".join(map(write_token, self.parts))
        wanted = "" if self.goal.is_credits else f", goal: {self.goal.meaning}"
        lay = f"{self.counted} to lay {'it' if len(self.parts) == 1 else 'them'}"
        title = f", with {tokens}: {lay}{wanted}; {self.compared.heading()}"
        own = self.ship.components
        drawings = [
            Drawing(name, DRAW, (made, [at for at in made.components if at not in own])) for name, made in self.drawn
        ]
        parts: list[Part] = [self._ranked(), *drawings, self.verdict_in_words()]
        return Description(self.ship.name, title, facts, parts, self.notes(), flat=lambda: self.ranking)

    def _ranked(self) -> Table:
        """Return the table of ranked placements that people see."""
        score, word = self.compared.score, self.compared.word
        gain = f"{self.compared.metrics.unit} a flight more than the ship as it is (intervals: all pairs at once)"
        columns = (
            Column("rank", "", WORD),
            Column(word, "what is laid where", WORD),
            Column("gained", "gain", SIGNED, gain, INTERVAL),
            Column("groups", "groups", WORD, "ways that share a letter do not differ clearly"),
            Column(score, score, NUMBER),
            Column("arrived", "arrived", PERCENT),
            Column("loss", "loss", PERCENT, "share of flights that end with less than 0 credits"),
        )
        rows = [Row(row | {"gained": None if row[word] == AS_IT_IS else self._gain(row[word])}) for row in self.ranking]
        return Table("", columns, rows, labels=2)

    def verdict_in_words(self) -> str:
        """Return the best placement, its gain, and the placements that do not clearly differ from it."""
        first, *others = self.ranking
        name = first[self.compared.word]
        level = [row[self.compared.word] for row in others if {*row["groups"]} & {*first["groups"]}]
        unit = f"{self.compared.metrics.unit} a flight"
        if name == AS_IT_IS:
            what = "no way to lay them is better than leaving them out"
        else:
            gain = self._gain(name)
            verb = "gains" if gain.low > 0 else "does not clearly gain:"
            what = f"{name} {verb} {gain.mean:+.2f} {unit} ({gain.low:+.2f} to {gain.high:+.2f})"
        rest = f". Not clearly different: {'; '.join(level)}" if level else ""
        return in_setting(self.compared.setting, f"{what}{rest}.")

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        alike = sum(self.tried.left.values())
        notes = [
            f"Of {self.counted}, {self.tried.flown:,} can change a flight. The best of these were picked on other "
            "flights and flown again for this table. With 95% confidence all of its intervals hold together."
        ]
        if self.tried.cut:
            notes.append(
                "There were too many ways to fly all of them. Only ways that add a component to the best ways with "
                "fewer components were flown."
            )
        if alike:
            notes.append(f"{alike} more ways have other connectors but fly exactly like one of these.")
        if self.ship.aliens:
            notes.append("Aliens stay where they live: `analyzer crew` finds where they live best.")
        return [*notes, *self.compared.notes()]


MOST_PARTS = 4
"""Largest number of components in hand."""
FLIGHTS = 4_000
"""Number of flights of each surviving placement, under the seed that the user gave."""
ROUNDS = (Round(24, 128), Round(72, 32), Round(256, 8))
"""Rounds of the search: number of flights of each placement, and number of placements that survive.

Survivors of the last round are ranked.
"""
MOST_PLACEMENTS = 600
"""Largest number of placements, with equally many components laid, that are all flown.

If there are more, only the best placements of fewer components are extended.
"""
BEAM = Round(24, 40)
"""Round that picks the placements to extend if there are too many to fly all."""
SEED = LARGEST_SEED - 15
"""Seed of the flights that choose placements; it is the same for all runs, so that runs under several seeds add up."""
Heard = Callable[[int], None]
"""Callback with the number of flights just flown."""
PARTS = Sequence[Component | str]
"""Type of the argument for components in hand: components, or their tokens as text."""


def place(
    ship: ShipLike,
    parts: PARTS,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    goal: str | Goal = "credits",
    **options: Unpack[FlightKeywords],
) -> Placements:
    """Find the best placement of one to four components on a ship: each on any square in any rotation, or left out.

    All placements fly a few flights, and the better ones fly more. If there are too many to fly all, only the best ones
    with fewer components are extended. The best 8 and the ship as it is then fly `flights` flights that were not used
    to choose them.

    Args:
        ship: a legal ship, or the path of its file.
        parts: components, or tokens as in a ship file (`CN0121^`, or `CN0121` as printed).
        level: flight level; that of the ship's board if None.
        flights: flights of each of the last placements; 4,000 if None.
        seed: fixes the decks and dice of these flights.
        goal: what is wanted, e.g. `credits`, `arrived`, `credits-2*penalty`.
        **options: conditions of the flights (see `Conditions`) and how much is run (see `HowMuch`).

    Returns:
        The best placements, ranked beside the ship as it is.

    Raises:
        AnalyzerError: with every reason why this cannot be flown, and if no component can be laid anywhere.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/unfinished/half-kite.yaml")
    >>> found = analyzer.place(ship, ["CA1322"], flights=20)
    >>> found.legal_placements, found.compared.names[0]
    (4, 'as it is')
    """
    how_much, conditions = split_amount(options, Conditions)
    bench, hand = _prepare_search(as_ship(ship), parts, level, seed, goal, conditions)
    heard = how_much.get("progress") or (lambda _: None)
    report_first_trials(bench.experiment)
    tried = best_placements(bench, hand, heard)
    named = finalists(bench, tried)
    compared = compare_experiments(
        named, flights, margin=bench.goal.margin, usual=FLIGHTS, units=len(named), **how_much
    )
    return Placements(bench.ship, hand, bench.goal, tried, compared)


def _prepare_search(
    ship: Layout, parts: PARTS, level: str | None, seed: int, goal: str | Goal, conditions: Conditions
) -> tuple[Bench, tuple[Component, ...]]:
    """Return the test bench and the components in hand; raise AnalyzerError with the faults of both at once."""
    faults: list[str] = []
    try:
        hand = in_hand(parts, codes_of(ship.board))
    except AnalyzerError as error:
        faults += error.faults
    try:
        bench = bench_for(ship, level, seed, goal, **conditions)
        refuse_builds(ship, "place")
    except AnalyzerError as error:
        faults += error.faults
    if faults:
        raise AnalyzerError(faults)
    return bench, hand


def in_hand(parts: PARTS, codes: Codes | None = None) -> tuple[Component, ...]:
    """Return one to four components from components or tokens, read by the codes of an edition.

    Raises:
        AnalyzerError: with every fault.
    """
    if isinstance(parts, str) or not isinstance(parts, Sequence) or not 1 <= len(parts) <= MOST_PARTS:
        number = len(parts) if isinstance(parts, Sequence) and not isinstance(parts, str) else "no list of"
        raise AnalyzerError(f"{number} components: give one to {MOST_PARTS}, e.g. CN0121^ or CA1322")
    return tuple(all_or_faults(lambda part: _component(part, codes), parts))


def _component(part: Component | str, codes: Codes | None) -> Component:
    """Return one component, with default facings for a token without arrows; raise an error for the starting cabin."""
    if isinstance(part, Component):
        component = part
    else:
        try:
            component = parse_token(part, codes)
        except AnalyzerError as error:
            component = _as_printed(part, codes, error)
    if component.kind == START:
        raise AnalyzerError(f"{part}: is the starting cabin, which lies on its square already: name another component")
    return component


def _as_printed(token: str, codes: Codes | None, error: AnalyzerError) -> Component:
    """Return the component of a token without arrows, with cannons to the front and shields to the front and right."""
    for arrows in ("^", "^>"):
        try:
            return parse_token(f"{token}{arrows}", codes)
        except AnalyzerError:
            continue
    raise error


def refuse_builds(ship: Layout, verb: str) -> None:
    """Raise AnalyzerError for a build of class IVC, because the verb is for ordinary ships."""
    if ship.is_build:
        raise AnalyzerError(
            f"{ship.name}: is a build of class IVC, which `{verb}` does not take: `analyzer layouts` tries every "
            "single component, moved or added"
        )


def best_placements(bench: Bench, hand: Sequence[Component], heard: Heard = lambda _: None) -> SearchedPlacements:
    """Find the best placements: fly one of each group with the same results, and in each round drop the worst.

    If there are more than MOST_PLACEMENTS groups with so many components, only the best placements with one component
    less are extended.

    Args:
        bench: ship, conditions and goal.
        hand: components in hand.
        heard: called with the number of flights just flown.

    Returns:
        How many placements were legal and how many were flown, and the survivors, best first.

    Raises:
        AnalyzerError: if no component can be laid anywhere.
    """
    trying = Bench(bench.with_seed(SEED), bench.goal)
    tried = _TriedPlacements(trying, heard)
    # `begun` holds all placements of the last length, `groups_before` one placement of each group with equal
    # flights. If there are too many, the next length extends only the best of these groups.
    begun, groups_before = [NOTHING_LAID], [NOTHING_LAID]
    legal, cut = 0, False
    for _ in hand:
        longer = one_more(bench.ship, begun, hand)
        legal += len(longer)
        if len(group_by_flight(longer)) > MOST_PLACEMENTS:
            cut, longer = True, one_more(bench.ship, tried.best(groups_before, BEAM), hand)
        begun, groups_before = longer, tried.add(longer)
    if not legal:
        raise AnalyzerError(f"{bench.ship.name}: none of these components fits on a free square: name others")
    # Placements of every length compete, because a component may also be left aside.
    left = [one for one in tried.experiments if one.laid]
    for number, each in enumerate(ROUNDS):
        if len(left) > each.survivors or number + 1 == len(ROUNDS):
            left = tried.best(left, each)
    return SearchedPlacements(legal, len(tried.experiments) - 1, cut, {one: tried.alike[one] for one in left})


@dataclass
class _TriedPlacements:
    """Placements to fly, one of each group with the same results; their experiments, and the next unused flight."""

    bench: Bench
    heard: Heard

    def __post_init__(self) -> None:
        self.experiments: dict[Placement, Experiment] = {NOTHING_LAID: self.bench.experiment}
        self.alike: dict[Placement, int] = {}
        self.first = 0

    def add(self, placements: Sequence[Placement]) -> list[Placement]:
        """Add one placement of each group that gives the same results, and return the placements added."""
        new = group_by_flight(placements)
        self.alike |= new
        self.experiments |= {one: self.bench.with_ship(one.made_on(self.bench.ship)) for one in new}
        return [*new]

    def best(self, placements: Sequence[Placement], each: Round) -> list[Placement]:
        """Return the best of the given placements, judged on flights that were not flown before."""
        tried = [self.experiments[one] for one in placements]
        halved = halve(self.bench, self.bench.experiment, tried, [each], self.first)
        self.first = halved.last
        self.heard(halved.flights)
        return [placements[number] for number in halved.left]


def finalists(bench: Bench, tried: SearchedPlacements) -> dict[str, Experiment]:
    """Return the experiments of the ship as it is and of the surviving placements, by name of the placement."""
    ships = {AS_IT_IS: bench.experiment}
    ships |= {one.name: bench.with_ship(one.made_on(bench.ship)) for one in tried.left}
    return {name: with_goal(experiment, bench.goal) for name, experiment in ships.items()}  # type: ignore[misc]


FLIGHTS_A_SQUARE = 1_000
"""Default number of flights of `tile_worth`."""
COLUMNS = (
    Column("row", "row", WORD),
    Column("column", "column", WORD),
    Column("token", "as it lies", WORD),
    Column(
        "gain",
        "gain",
        SIGNED,
        "a flight more than without it",
        INTERVAL,
        flat=lambda name, gain: dict(zip((name, "low", "high"), gain, strict=True)),
    ),
    Column("surely", flat=lambda name, gain: {f"{name}_low": gain.low, f"{name}_high": gain.high}),
)


@dataclass(frozen=True)
class WorthThere:
    """A component in its best rotation on a square, and the gain that it brings on that square.

    Attributes:
        square: the square.
        part: the component as it lies.
        gain: gain a flight over the ship without it, with an interval for this square alone.
        simultaneous_gain: gain with an interval that holds for all squares and rotations at once.
    """

    square: Square
    part: Component
    gain: Estimate
    simultaneous_gain: Estimate


@dataclass(frozen=True, repr=False)
class TileWorth(Described):
    """Gain of a component, in its best rotation, on each square where it may lie; the best square comes first."""

    ship: Layout
    part: Component
    flights: int
    setting: str
    by_square: Mapping[Square, WorthThere]

    def __getitem__(self, square: Square) -> WorthThere:
        return self.by_square[square]

    def description(self) -> Description:
        """Describe the gain on each square: a row with the token as it lies there and the gain with both intervals."""
        facts = {
            "ship": self.ship.name,
            "component": write_token(self.part),
            "flights": self.flights,
            "setting": self.setting,
        }
        title = f", with {write_token(self.part)}: {self.flights:,} flights, {self.setting}"
        squares = Table("squares", COLUMNS, [_row(one) for one in self.by_square.values()], labels=2, is_flat=True)
        return Description(self.ship.name, title, facts, [squares])


def _row(one: WorthThere) -> Row:
    row, column = one.square
    where = {"row": row, "column": column, "token": write_token(one.part)}
    return Row({**where, "gain": one.gain, "surely": one.simultaneous_gain})


def tile_worth(
    ship: ShipLike,
    part: Component | str,
    level: str | None = None,
    flights: int = FLIGHTS_A_SQUARE,
    seed: int = 1,
    *,
    goal: str | Goal = "credits",
    **conditions: Unpack[Conditions],
) -> TileWorth:
    """Measure the gain of a component on each free square where it can join the ship, in its best rotation.

    The best rotation on a square is chosen on the flights that measure it, so `gain` is a little too high on average.
    `simultaneous_gain` (column `surely`) holds for all squares and rotations at once.

    Args:
        ship: a ship, or the path of its file.
        part: a component, or a token as in a ship file.
        level: flight level; that of the ship's board if None.
        flights: flights of the ship without the component, and with it on each square in each rotation.
        seed: fixes all decks and dice.
        goal: what is wanted, e.g. `credits`, `arrived`, `credits-2*penalty`.
        **conditions: conditions of the flights, see `Conditions`.

    Returns:
        Gains by square, the best first; none if the component can be laid nowhere.

    Raises:
        AnalyzerError: with every reason why this cannot be flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/unfinished/half-kite.yaml")
    >>> sorted(analyzer.tile_worth(ship, "CA2110", flights=50).by_square)
    [(5, 6), (6, 9), (7, 9), (9, 4)]
    """
    flights = whole_number(flights, "flights", 1, MOST_KEPT)
    ship = as_ship(ship)
    (laid,) = in_hand([part], codes_of(ship.board))
    bench = bench_for(ship, level, seed, goal, **conditions)
    refuse_builds(ship, "tile_worth")
    placements = [*group_by_flight(one_more(bench.ship, [NOTHING_LAID], [laid]))]
    ships = [bench.with_ship(one.made_on(bench.ship)) for one in placements]
    own, *values = bench.values([bench.experiment, *ships], 0, flights)
    best_there: dict[Square, WorthThere] = {}
    for placement, worth in zip(placements, values, strict=True):
        ((square, lies),) = placement.laid
        gains = Differences.between(worth, own)
        one = WorthThere(square, lies, gains.estimate(), gains.estimate(each_of(len(placements))))
        if square not in best_there or best_there[square].gain.mean < one.gain.mean:
            best_there[square] = one
    best = dict(sorted(best_there.items(), key=lambda item: -item[1].gain.mean))
    return TileWorth(bench.ship, laid, flights, bench.experiment.setting, best)
