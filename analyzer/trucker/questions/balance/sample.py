"""Ships and decks of a balance report: reference ships, named ships, and ships found by search or built at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.trucker.cards.piles import Decks
from analyzer.trucker.cards.route import Route
from analyzer.trucker.conditions import plan_ship
from analyzer.trucker.edition import Card, Edition, Level, load_edition
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.bitboard import IntArray
from analyzer.trucker.ship.blank import starting_cabin
from analyzer.trucker.ship.box import box_of, legal_on, with_component
from analyzer.trucker.ship.component import START, Board, Component, Kind
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_field, same_ship
from analyzer.trucker.stacks import cost
from analyzer.trucker.workshop.annealing import Search, stacks_of
from analyzer.trucker.workshop.bench import bench_for, run_searches
from analyzer.trucker.workshop.moves import Chance, Moves, Space, State, Tile, freedom, turns

FIELD, NAMED_SHIPS, SEARCHED, FITTED, NOVICE = "field", "named", "searched", "fitted", "novice"
"""Groups of ships, by origin."""
SHIP_GROUPS = {
    FIELD: "reference ships of the board",
    NAMED_SHIPS: "ships that were named",
    SEARCHED: "found by the free search of `improve`, each begun from another reference ship",
    FITTED: "good ships in which components were replaced by kinds that no other good ship of the level has",
    NOVICE: "built at random: components drawn from the box, each laid anywhere where it fits and leaves a way on",
}
"""Origin of each group's ships, in words."""
SEARCH_SHARE = 3
"""Divisor that gives the share of made ships that are found by search: one in three."""
COST_OF_FITTING, COST_OF_BUILDING, HARDER = 15_000, 150, 2
"""Measured times in flights of one ship: of a fitting, of building a ship at random, and of a flight in a search."""
SEARCH_FLIGHTS = 3
"""Number of flights of a search, as a multiple of the flights of a ship in the report."""
OF_FITTED, FITTINGS, FITTING_FLIGHTS = 3, 6, 100
"""Number of fitted ships, and how many replacements of a component are tried, each in so many flights."""
WITH = " with "
"""What stands in the name of a fitted ship between its origin and its new components."""
PLAIN = "structural"
"""Kind of the plain structural component, which has no function."""
FULL = (0.6, 1.0)
"""Lowest and highest share of the board that a random ship fills; the share is drawn evenly in between."""
STREAM = 41
"""Number of the first stream of random words (64 random bits each) for building ships; each ship has its own stream."""


@dataclass(frozen=True)
class LevelShips:
    """Ships of one level with their groups, and the rivals that fly against each of them.

    Attributes:
        edition: key of the edition.
        level: name of the level.
        seed: seed of the flights.
        ships: the ships.
        groups: group of each ship.
        rivals: reference ships of the board; if the edition has none, the first three of `ships`.
    """

    edition: str
    level: str
    seed: int
    ships: tuple[Layout, ...]
    groups: tuple[str, ...]
    rivals: tuple[Layout, ...]

    @cached_property
    def in_field(self) -> tuple[Experiment, ...]:
        """Experiments in which each ship flies against the rivals."""
        return tuple(plan_ship(ship, self.level, self.seed, rivals=self.rivals) for ship in self.ships)

    @cached_property
    def alone(self) -> tuple[Experiment, ...]:
        """Experiments in which each ship flies without rivals."""
        return tuple(plan_ship(ship, self.level, self.seed, rivals="alone") for ship in self.ships)

    @property
    def slots(self) -> int:
        """Number of cards in a deck of the level."""
        return slots_of(load_edition(self.edition).level(self.level))

    @property
    def has_field(self) -> bool:
        """Whether the rivals are the board's reference ships."""
        return FIELD in self.groups

    @property
    def good(self) -> list[int]:
        """Indices of the ships built with care: all but the ships built at random."""
        return [number for number, one in enumerate(self.groups) if one != NOVICE]

    @cached_property
    def only_good(self) -> LevelShips:
        """Ships of the level without those built at random."""
        ships = tuple(self.ships[number] for number in self.good)
        return replace(self, ships=ships, groups=tuple(self.groups[number] for number in self.good))

    @cached_property
    def lacking(self) -> list[str]:
        """Names of aliens that no good ship carries, e.g. `brown alien`, then of kinds in the box that none has.

        The plain kind is left out.
        """
        good = [self.ships[number] for number in self.good]
        carried = {part.kind for ship in good for part in ship.components.values()}
        carried |= {f"{colour} alien" for ship in good for colour in ship.aliens}
        rules = load_edition(self.edition)
        kinds = dict.fromkeys(part.kind for part in rules.box if part.kind != PLAIN)
        colours = dict.fromkeys(rules.kinds[kind].life_support for kind in kinds)
        aliens = [f"{colour} alien" for colour in colours if colour]
        return [one for one in (*aliens, *kinds) if one not in carried]

    def origin(self, number: int) -> str:
        """Return the name of the ship from which a searched or fitted ship was made, or else the ship's own name."""
        if self.groups[number] == FITTED:
            return self.ships[number].name.rpartition(WITH)[0]
        if self.groups[number] != SEARCHED or not self.has_field:
            return self.ships[number].name
        # Searches begin from the reference ships in turn (`ShipsTask._search`).
        return self.rivals[self.numbers(SEARCHED).index(number) % len(self.rivals)].name

    def numbers(self, group: str) -> list[int]:
        """Return the indices of the ships of a group."""
        return [number for number, one in enumerate(self.groups) if one == group]

    def counts(self) -> Counter[str]:
        """Return the number of ships in each group."""
        return Counter(self.groups)


def levels_to_fly(edition: str, only: str | None = None) -> tuple[list[Level], list[str]]:
    """Return the levels that a balance report flies, and sentences on why it leaves out others.

    Args:
        edition: key of the edition.
        only: name of a single level to fly.

    Raises:
        AnalyzerError: for a level that the edition lacks, and if no level can be reported on.
    """
    levels, left_out, rules = [], [], load_edition(edition)
    for level in rules.levels.values() if only is None else [rules.level(only)]:
        if level.level_iv_changes:
            left_out.append(f"Level {level.name} is left out: fleets of class IVC are another game.")
        elif level.learning == "always":
            left_out.append(f"Level {level.name} is left out: every learning flight meets the same cards.")
        else:
            levels.append(level)
    if not levels:
        raise AnalyzerError(f"edition {edition}: no level can be reported: {' '.join(left_out)}")
    return levels, left_out


def slots_of(level: Level) -> int:
    """Return the number of cards in a deck of a level."""
    return len(level.pile) * level.piles


def reference_ships(level: Level, edition: str) -> list[Layout]:
    """Return the reference ships of a level; [] if the edition has none."""
    try:
        return load_field(level.name, edition)
    except AnalyzerError:
        return []


@dataclass(frozen=True)
class ShipsTask:
    """A task that makes ships of a level: at random, or by searches against the rivals if `flights` is above 0.

    Attributes:
        board: board of the ships.
        level: name of the level.
        seed: seed of the report.
        numbers: number of each ship, from 1.
        rivals: rivals of the searches; () for none.
        flights: flights of each search.
    """

    board: Board
    level: str
    seed: int
    numbers: tuple[int, ...]
    rivals: tuple[Layout, ...]
    flights: int = 0

    @property
    def weight(self) -> int:
        """Approximate work of the task, in flights of one ship."""
        if not self.flights:
            return COST_OF_BUILDING * len(self.numbers)
        flights, slots = len(self.numbers) * self.flights, slots_of(load_edition(self.board.edition).level(self.level))
        return HARDER * cost(flights, slots, stacks_of(self.flights), alone=not self.rivals)

    def measured(self) -> list[Layout]:
        """Make the ships, by searches or at random, and return them."""
        if not self.flights:
            return [self.random_ship(number) for number in self.numbers]
        searches = [self._search(number) for number in self.numbers]
        found = run_searches([one.bench for one in searches], [one.asking(self.flights) for one in searches])
        return [replace(ship, name=f"Searched {number}") for number, ship in zip(self.numbers, found, strict=True)]

    def random_ship(self, number: int) -> Layout:
        """Return a legal ship built from random components of the box, in one piece and with a crew."""
        return random_ship(self.board, Chance(self.seed, STREAM + number), f"Novice {number}")

    def _search(self, number: int) -> Search:
        """Return a free search for a better ship.

        It starts from a reference ship, or from a random ship if there is none.
        """
        begun = self.rivals[(number - 1) % len(self.rivals)] if self.rivals else self.random_ship(number)
        seed = self.seed + number
        bench = bench_for(begun, self.level, seed, rivals=self.rivals or "alone")
        moves = Moves(begun, freedom(begun, free=True), crewed=not bench.experiment.route.learning)
        return Search(bench, moves, seed)


@dataclass(frozen=True)
class FittingTask:
    """A task that gives a good ship the kinds of components that no good ship of its level has."""

    ships: LevelShips
    number: int
    flights: int

    @property
    def weight(self) -> int:
        """Approximate work of the task, in flights of one ship."""
        return COST_OF_FITTING

    def measured(self) -> Layout | None:
        """Return the ship with components of as many of the missing kinds as possible; None if none can be fitted."""
        rules, ship, fitted = load_edition(self.ships.edition), self.ships.ships[self.number], []
        for name, kind in rules.kinds.items():
            if not {name, f"{kind.life_support} alien"} & {*self.ships.lacking}:
                continue
            # At most FITTINGS ways fly, spread evenly over the ship.
            ways = [*self._ways(ship, kind)]
            if ways:
                ship = self._best(ways[:: 1 + len(ways) // FITTINGS])
                fitted.append(name.replace("_", " "))
        return replace(ship, name=f"{ship.name}{WITH}{', '.join(fitted)}") if fitted else None

    def _ways(self, ship: Layout, kind: Kind) -> Iterator[Layout]:
        """Yield every legal ship in which one component of `ship` is replaced by a component of the given kind.

        A life support must bring an alien: the ship carries it too, and is left out if no cabin can hold the alien.
        Components of kinds that no good ship had before are not replaced.
        """
        colour = kind.life_support
        for square, there in ship.components.items():
            if there.kind == START or there.kind in self.ships.lacking:
                continue
            for part in legal_on(ship, square, kind.name):
                made = with_component(ship, square, part)
                cabins = made.alien_cabins().items() if colour else ()
                homes = [home for home, those in cabins if colour in those and home not in made.aliens.values()]
                if homes:
                    yield replace(made, aliens={**made.aliens, colour: homes[0]})
                elif not colour:
                    yield made

    def _best(self, ways: Sequence[Layout]) -> Layout:
        """Return the ship that earns most in a few flights."""
        planned = [plan_ship(one, self.ships.level, self.ships.seed, rivals=self.ships.rivals) for one in ways]
        flown = Experiment.run_side_by_side(planned, 0, min(self.flights, FITTING_FLIGHTS))
        earned = [int(columns["credits"][0].sum()) for columns in flown]
        return ways[earned.index(max(earned))]


def fitting_tasks(ships: LevelShips, flights: int) -> Iterator[FittingTask]:
    """Yield tasks that give the first OF_FITTED good ships kinds of components that no good ship has."""
    if ships.lacking:
        for number in ships.good[:OF_FITTED]:
            yield FittingTask(ships, number, flights)


def with_fitted(ships: LevelShips, made_ships: Sequence[Layout | None]) -> LevelShips:
    """Return the ships of a level with more ships added at the end, as the group FITTED.

    Args:
        ships: The ships of the level.
        made_ships: Results of the tasks of `fitting_tasks`; None, for a ship that could not be fitted, adds no ship.
    """
    more = tuple(ship for ship in made_ships if ship is not None)
    return replace(ships, ships=(*ships.ships, *more), groups=(*ships.groups, *(FITTED for _ in more)))


def random_ship(board: Board, chance: Chance, name: str) -> Layout:
    """Build a ship from random components; the only criterion is whether a component fits.

    Components are drawn from the box one by one. Each is laid on a random free square next to the ship, in a random
    legal rotation that leaves the ship room to grow. A component that fits nowhere is laid aside. The ship is done when
    a share of the board, drawn from the range FULL, is filled, or when the box is empty.
    """
    space, (low, high) = Space(board), FULL
    state: State = [None] * len(board.squares)
    state[space.start] = turns(starting_cabin(board))[0]
    box = {part: number for part, number in box_of(board.edition).items() if part.kind != START}
    wanted = round(len(state) * (low + (high - low) * chance.share()))
    for part in chance.shuffled([*Counter(box).elements()]):
        ways = [(at, way) for at in range(len(state)) if state[at] is None for way in _ways(space, state, at, part)]
        if ways:
            at, way = chance.one_of(ways)
            state[at] = way
        if sum(one is not None for one in state) >= wanted:
            break
    return Layout(name, board, space.components(state))


def _ways(space: Space, state: State, at: int, part: Component) -> Iterator[Tile]:
    """Yield the legal rotations of a component on a square that leave a free square on which the ship can grow."""
    for way in turns(part):
        if space.is_held(state, at, way) and space.fits(state, at, way):
            after = [*state]
            after[at] = way
            if _can_grow(space, after):
                yield way


def _can_grow(space: Space, state: State) -> bool:
    """Return whether a connector of the ship points to a free square."""
    return any(
        one is not None and one.connectors[side] and beside >= 0 and state[beside] is None
        for at, one in enumerate(state)
        for side, beside in enumerate(space.near[at])
    )


def fits_level(ship: Layout, level: Level, edition: str) -> bool:
    """Return whether a ship is built on the board of the given level."""
    return ship.board.edition == edition and ship.board.name == level.board


def makings(
    level: Level, edition: str, seed: int, number: int, flights: int, rivals: Sequence[Layout]
) -> list[ShipsTask]:
    """Return the tasks that make ships for a level: one ship in SEARCH_SHARE by searches, then the others at random."""
    board, searched = load_edition(edition).boards[level.board], number // SEARCH_SHARE
    numbers, field = tuple(range(1, number + 1)), tuple(rivals)
    at_random = ShipsTask(board, level.name, seed, numbers[searched:], field)
    if not searched:
        return [at_random]
    return [ShipsTask(board, level.name, seed, numbers[:searched], field, SEARCH_FLIGHTS * flights), at_random]


def together(
    level: Level,
    edition: str,
    seed: int,
    field: Sequence[Layout],
    named: Sequence[Layout],
    made_ships: Sequence[Layout],
) -> LevelShips:
    """Return all ships of a level, without named ships that equal a reference ship."""
    others = [ship for ship in named if not any(same_ship(ship, one) for one in field)]
    # `makings` lists the tasks of searches first, then that of the ships built at random.
    searched = len(made_ships) // SEARCH_SHARE
    ships = (*field, *others, *made_ships)
    numbers = {FIELD: len(field), NAMED_SHIPS: len(others), SEARCHED: searched, NOVICE: len(made_ships) - searched}
    groups = tuple(group for group, number in numbers.items() for _ in range(number))
    return LevelShips(edition, level.name, seed, ships, groups, tuple(field) or ships[:3])


BLANK = "meteor_swarm"
"""Kind of the blank card: a meteor swarm without a meteor does nothing."""
NO_LEVEL = 0
"""Level of the blank card, from which no deck is dealt."""


@dataclass(frozen=True)
class ChosenDecks(Route):
    """A route on which flight n uses the deck dealt to flight `numbers[n]`, but dice of its own.

    Attributes:
        numbers: for each flight, number of the flight whose deck is used.
        same_places: number of consecutive flights that share a starting order.
        blanked: for each flight, index of the card that a blank card replaces; () if no card is replaced.
    """

    numbers: tuple[int, ...] = ()
    same_places: int = 1
    blanked: tuple[int, ...] = ()

    @property
    def rules(self) -> Edition:
        """Tables of the edition; if cards are blanked, with a blank card as the last one."""
        return _with_blank(replace(self, blanked=())) if self.blanked else super().rules

    def deal(self, seed: int, first: int, flights: int) -> Decks:
        """Return the decks of the flights from `first` on. Shape (flights, slots)."""
        some = slice(first, first + flights)
        decks: Decks = super().deal(seed, 0, int(max(self.numbers)) + 1)[np.array(self.numbers[some])]
        if self.blanked:
            # The blank card is the last one of the rules. All other slots keep their cards, and so their dice.
            nothing = decks.dtype.type(len(self.rules.cards) - 1)
            decks = np.where(decks == np.array(self.blanked[some])[:, None], nothing, decks)
        return decks

    def places(self, seed: int, first: int, flights: int, ships: int) -> IntArray:
        """Return places in the starting order, from 0. Shape (ships, flights)."""
        # Flights of one starting order read the same address of the stream.
        order = np.arange(first, first + flights) // self.same_places
        drawn = super().places(seed, int(order[0]), int(order[-1] - order[0]) + 1, ships)
        return np.asarray(drawn[:, order - order[0]])


@lru_cache(16)
def _with_blank(route: Route) -> Edition:
    """Return the rules of a route with a blank card added."""
    rules = route.rules
    number = 1 + max(card.id for card in rules.cards)
    return replace(rules, cards=(*rules.cards, Card(number, NO_LEVEL, False, BLANK)))


def with_decks(route: Route, numbers: Sequence[int], same_places: int = 1) -> ChosenDecks:
    """Return the route with the decks of the flights with the given numbers."""
    own = {field.name: getattr(route, field.name) for field in fields(Route)}
    return ChosenDecks(**own, numbers=tuple(numbers), same_places=same_places)


def decks_with(route: Route, card: int, seed: int, most: int, among: int) -> list[int]:
    """Return the numbers of the first flights whose decks hold a card.

    Args:
        route: the route.
        card: index of the card.
        seed: seed of the decks.
        most: largest number of flights to return.
        among: number of flights to look through.
    """
    decks = route.deal(seed, 0, among)
    # (flights, slots) -> flights whose deck holds the card.
    numbers: list[int] = np.flatnonzero((decks == card).any(axis=1))[:most].tolist()
    return numbers
