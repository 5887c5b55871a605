"""What to do with one to four components in hand: every legal way to lay them, flown in stacks and halved in rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Unpack

from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.montecarlo.random_words import LARGEST_SEED
from analyzer.runs.amount import parted
from analyzer.runs.compare import compare_experiments
from analyzer.trucker.conditions import Asked, Conditions
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.place.answer import Placements, Tried
from analyzer.trucker.ship.component import START, Component
from analyzer.trucker.ship.grid import Codes, codes_of, parse_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship
from analyzer.trucker.workshop.bench import Bench, bench_for
from analyzer.trucker.workshop.goal import Goal
from analyzer.trucker.workshop.halving import Round, halve
from analyzer.trucker.workshop.priced import priced
from analyzer.trucker.workshop.ways import AS_IT_IS, NOTHING_LAID, Way, apart, one_more

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
        if len(apart(longer)) > MOST_WAYS:
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
        new = apart(ways)
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
