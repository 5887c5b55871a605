"""Best squares for components in hand, found by flying every legal way in rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

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
from analyzer.runs.amount import parted
from analyzer.runs.compare import compare_experiments
from analyzer.statistics.estimate import Estimate, each_of
from analyzer.statistics.moments import Differences
from analyzer.trucker.conditions import Asked, Conditions
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.component import START, Component, Square
from analyzer.trucker.ship.grid import Codes, codes_of, parse_token, write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship
from analyzer.trucker.workshop.bench import Bench, Round, bench_for, halve
from analyzer.trucker.workshop.goal import Goal, priced
from analyzer.trucker.workshop.moves import AS_IT_IS, NOTHING_LAID, Way, group_by_flight, one_more

if TYPE_CHECKING:
    import pandas as pd


DRAWN = 3
"""So many of the best are drawn."""
DRAW = "analyzer.trucker.drawing.draw:draw_new"


@dataclass(frozen=True)
class Tried:
    """How many legal ways there are, how many of them fly apart, and what is left of those, the best first.

    cut: whether there were so many that some were not flown; left: with how many others fly just like it.
    """

    legal: int
    flown: int
    cut: bool
    left: Mapping[Way, int]


@dataclass(frozen=True, repr=False)
class Placements(Described):
    """The best ways to lay the components in hand, beside the ship as it is.

    compared: the ship as it is (first) and with each of the best ways, on flights that did not choose them.
    """

    ship: Layout
    parts: tuple[Component, ...]
    goal: Goal
    tried: Tried
    compared: Comparison

    @property
    def ways(self) -> int:
        """How many legal ways there are."""
        return self.tried.legal

    @property
    def counted(self) -> str:
        """The same in words."""
        return f"{'at least ' * self.tried.cut}{self.ways:,} legal ways"

    @cached_property
    def ranking(self) -> list[dict[str, Any]]:
        """The ranking of the comparison, each row with its `gain` on the ship as it is, for all at once."""
        rows = []
        for row in self.compared.ranking():
            gain = self._gain(row[self.compared.word])
            rows.append(row | {"gain": gain.mean, "gain_low": gain.low, "gain_high": gain.high})
        return rows

    def _gain(self, name: str) -> Estimate:
        return Estimate(0.0, 0.0, 0.0) if name == AS_IT_IS else self.compared.simultaneous(name, AS_IT_IS)

    @property
    def best(self) -> list[tuple[str, Layout]]:
        """The best ways by name with the ship that they make, the best first; the ship as it is among them."""
        ways = {way.name: way for way in self.tried.left}
        names = [row[self.compared.word] for row in self.ranking]
        return [(name, ways[name].made_on(self.ship) if name in ways else self.ship) for name in names]

    @property
    def drawn(self) -> list[tuple[str, Layout]]:
        """The best that lay something, as many as are drawn."""
        return [(name, made) for name, made in self.best if name != AS_IT_IS][:DRAWN]

    def description(self) -> Description:
        """The ranking, the best drawn, and what it comes to."""
        facts = {
            "ship": self.ship.name,
            "components": [write_token(part) for part in self.parts],
            "goal": self.goal.said,
            "ways": self.ways,
            "flown": self.tried.flown,
            "setting": self.compared.setting,
            "verdict": self.verdict_in_words(),
            "ranking": self.ranking,
            "compared": self.compared.as_dict(),
        }
        tokens = " ".join(map(write_token, self.parts))
        wanted = "" if self.goal.is_credits else f", goal: {self.goal.meaning}"
        title = f", with {tokens}: {self.counted}{wanted}; {self.compared.heading()}"
        parts: list[Part] = [self._ranked(), *(self._drawing(*one) for one in self.drawn), self.verdict_in_words()]
        return Description(self.ship.name, title, facts, parts, self.notes())

    def _ranked(self) -> Table:
        """The ranking for people."""
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

    def _drawing(self, name: str, made: Layout) -> Drawing:
        return Drawing(name, DRAW, (made, [square for square in made.components if square not in self.ship.components]))

    def table(self) -> pd.DataFrame:
        """The ranking, one row a way."""
        import pandas as pd

        return pd.DataFrame(self.ranking)

    def verdict_in_words(self) -> str:
        """The best way, what it gains, and which ways do not clearly differ from it."""
        first, *others = self.ranking
        name = first[self.compared.word]
        level = [row[self.compared.word] for row in others if {*row["groups"]} & {*first["groups"]}]
        unit = f"{self.compared.metrics.unit} a flight"
        if name == AS_IT_IS:
            what = "no way to lay these is better than laying them aside"
        else:
            gain = self._gain(name)
            verb = "gains" if gain.low > 0 else "does not clearly gain:"
            what = f"{name} {verb} {gain.mean:+.2f} {unit} ({gain.low:+.2f} to {gain.high:+.2f}, for all pairs at once)"
        rest = f". Not clearly different: {'; '.join(level)}" if level else ""
        return in_setting(self.compared.setting, f"{what}{rest}.")

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        alike = sum(self.tried.left.values())
        notes = [
            f"There are {self.counted}; {self.tried.flown:,} of them fly differently. The best were picked on other "
            "flights, and those ranked here were flown again. Their intervals hold for all pairs at once."
        ]
        if self.tried.cut:
            notes.append(
                "There were too many ways to fly all: only those that extend the best with fewer components flew."
            )
        if alike:
            notes.append(f"{alike} more ways differ from these only in connectors that make no difference.")
        if self.ship.aliens:
            notes.append("Aliens stay where they live: `analyzer crew` finds where they live best.")
        return [*notes, *self.compared.notes()]


MOST_PARTS = 4
FLIGHTS = 4_000
"""Flights of each of the best, on the seed that was asked for."""
ROUNDS = (Round(24, 128), Round(72, 32), Round(256, 8))
"""Fewer and fewer ways in more and more flights of their own; those that are left are ranked."""
MOST_WAYS = 600
"""Ways with so many components of which all are flown; where there are more, only the best with one less are gone on
from."""
BEAM = Round(24, 40)
SEED = LARGEST_SEED - 15
"""That of the flights on which ways are chosen: the same for every run, so that runs of several seeds add up."""
Heard = Callable[[int], None]
PARTS = Sequence[Component | str]


def place(
    ship: ShipLike,
    parts: PARTS,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    goal: str | Goal = "credits",
    **options: Unpack[Asked],
) -> Placements:
    """The best of all legal ways to lay one to four components on a legal ship, each anywhere in any turn, or aside.

    parts: components, or tokens as in a ship file (`CN0121^`, or `CN0121` as printed). All ways fly few flights, the
    better ones more, the last 8 and the ship as it is `flights` (4,000 if None) under the `seed` that was asked for,
    which were not used to choose them. `goal`: what is wanted, as `credits`, `arrived`, `credits-2*penalty`. Level,
    precision, save, progress and `conditions` are those of `fly`.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/unfinished/half-kite.yaml")
    >>> found = analyzer.place(ship, ["CA1322"], flights=20)
    >>> found.ways, found.compared.names[0]
    (4, 'as it is')

    Raises AnalyzerError with every reason why this cannot be flown, and where nothing can be laid anywhere.
    """
    how_much, conditions = parted(options, Conditions)
    bench, hand = _asked(as_ship(ship), parts, level, seed, goal, conditions)
    heard = how_much.get("progress") or (lambda _: None)
    tried = best_ways(bench, hand, heard)
    named = finalists(bench, tried)
    compared = compare_experiments(
        named, flights, margin=bench.goal.margin, usual=FLIGHTS, units=len(named), **how_much
    )
    return Placements(bench.ship, hand, bench.goal, tried, compared)


def _asked(
    ship: Layout, parts: PARTS, level: str | None, seed: int, goal: str | Goal, conditions: Conditions
) -> tuple[Bench, tuple[Component, ...]]:
    """Test bench and components, all faults of both at once."""
    faults: list[str] = []
    try:
        hand = in_hand(parts, codes_of(ship.board))
    except AnalyzerError as error:
        faults += error.faults
    try:
        bench = bench_for(ship, level, seed, goal, **conditions)
        for_ships_alone(ship, "place")
    except AnalyzerError as error:
        faults += error.faults
    if faults:
        raise AnalyzerError(faults)
    return bench, hand


def in_hand(parts: PARTS, codes: Codes | None = None) -> tuple[Component, ...]:
    """One to four components, by the codes of an edition; raises AnalyzerError with every fault."""
    if isinstance(parts, str) or not isinstance(parts, Sequence) or not 1 <= len(parts) <= MOST_PARTS:
        number = len(parts) if isinstance(parts, Sequence) and not isinstance(parts, str) else "no list of"
        raise AnalyzerError(f"{number} components: give one to {MOST_PARTS}, e.g. CN0121^ or CA1322")
    return tuple(all_or_faults(lambda part: _component(part, codes), parts))


def _component(part: Component | str, codes: Codes | None) -> Component:
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
    """The component of a token without arrows, cannons to the front, shields to front and right."""
    for arrows in ("^", "^>"):
        try:
            return parse_token(f"{token}{arrows}", codes)
        except AnalyzerError:
            continue
    raise error


def for_ships_alone(ship: Layout, verb: str) -> None:
    """Complain about a build of class IVC."""
    if ship.is_build:
        raise AnalyzerError(
            f"{ship.name}: is a build of class IVC, which `{verb}` does not take: `analyzer layouts` tries every "
            "single component, moved or added"
        )


def best_ways(bench: Bench, hand: Sequence[Component], heard: Heard = lambda _: None) -> Tried:
    """The ways that are left of all after the rounds, the best first; raises AnalyzerError where there is none."""
    trying = Bench(bench.with_seed(SEED), bench.goal)
    tried = _Found(trying, heard)
    begun, apart_before = [NOTHING_LAID], [NOTHING_LAID]
    legal, cut = 0, False
    for _ in hand:
        longer = one_more(bench.ship, begun, hand)
        legal += len(longer)
        if len(group_by_flight(longer)) > MOST_WAYS:
            cut, longer = True, one_more(bench.ship, tried.best(apart_before, BEAM), hand)
        begun, apart_before = longer, tried.add(longer)
    if not legal:
        raise AnalyzerError(f"{bench.ship.name}: none of these can be laid anywhere: free squares do not join them")
    left = [way for way in tried.experiments if way.laid]
    for number, each in enumerate(ROUNDS):
        if len(left) > each.survivors or number + 1 == len(ROUNDS):
            left = tried.best(left, each)
    return Tried(legal, len(tried.experiments) - 1, cut, {way: tried.alike[way] for way in left})


@dataclass
class _Found:
    """Ways that fly apart, with their experiments, and flights in which they are tried."""

    bench: Bench
    heard: Heard

    def __post_init__(self) -> None:
        self.experiments: dict[Way, Experiment] = {NOTHING_LAID: self.bench.experiment}
        self.alike: dict[Way, int] = {}
        self.first = 0

    def add(self, ways: Sequence[Way]) -> list[Way]:
        """One of each sort that fly alike."""
        new = group_by_flight(ways)
        self.alike |= new
        self.experiments |= {way: self.bench.with_ship(way.made_on(self.bench.ship)) for way in new}
        return [*new]

    def best(self, ways: Sequence[Way], each: Round) -> list[Way]:
        """Those that are best in so many flights that none of them flew before."""
        tried = [self.experiments[way] for way in ways]
        halved = halve(self.bench, self.bench.experiment, tried, [each], self.first)
        self.first = halved.last
        self.heard(halved.flights)
        return [ways[number] for number in halved.left]


def finalists(bench: Bench, tried: Tried) -> dict[str, Experiment]:
    """By name the ship as it is and with each of the ways that are left."""
    ships = {AS_IT_IS: bench.experiment}
    ships |= {way.name: bench.with_ship(way.made_on(bench.ship)) for way in tried.left}
    return {name: priced(experiment, bench.goal) for name, experiment in ships.items()}  # type: ignore[misc]


FLIGHTS_A_SQUARE = 1_000
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
    """A component as it lies best on a square, and what it gains there.

    gain: a flight more than without it, with the interval of this one alone; surely: that for all ways at once.
    """

    square: Square
    part: Component
    gain: Estimate
    surely: Estimate


@dataclass(frozen=True, repr=False)
class TileWorth(Described):
    """What a component gains on every square where it may lie, the best first; in its best turn there."""

    ship: Layout
    part: Component
    flights: int
    setting: str
    by_square: Mapping[Square, WorthThere]

    def __getitem__(self, square: Square) -> WorthThere:
        return self.by_square[square]

    def description(self) -> Description:
        """A row a square: row, column, token, gain with both intervals."""
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
    return Row({**where, "gain": one.gain, "surely": one.surely})


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
    """What the component gains on each free square that joins it, flown in all its turns in one stack.

    Arguments as of `place`, of one component. Of the turns on a square the best is told, so that `gain` flatters it a
    little; `surely` holds for all of them at once. {} where it can be laid nowhere.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/unfinished/half-kite.yaml")
    >>> sorted(analyzer.tile_worth(ship, "CA2110", flights=50).by_square)
    [(5, 6), (6, 9), (7, 9), (9, 4)]

    Raises AnalyzerError with every reason why this cannot be flown.
    """
    flights = whole_number(flights, "flights", 1)
    ship = as_ship(ship)
    (laid,) = in_hand([part], codes_of(ship.board))
    bench = bench_for(ship, level, seed, goal, **conditions)
    for_ships_alone(ship, "tile_worth")
    ways = [*group_by_flight(one_more(bench.ship, [NOTHING_LAID], [laid]))]
    ships = [bench.with_ship(way.made_on(bench.ship)) for way in ways]
    own, *values = bench.values([bench.experiment, *ships], 0, flights)
    best_there: dict[Square, WorthThere] = {}
    for way, worth in zip(ways, values, strict=True):
        ((square, lies),) = way.laid
        gains = Differences.between(worth, own)
        one = WorthThere(square, lies, gains.estimate(), gains.estimate(each_of(len(ways))))
        if square not in best_there or best_there[square].gain.mean < one.gain.mean:
            best_there[square] = one
    best = dict(sorted(best_there.items(), key=lambda item: -item[1].gain.mean))
    return TileWorth(bench.ship, laid, flights, bench.experiment.setting, best)
