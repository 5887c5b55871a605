"""Ships and decks of a balance report: chosen, named, searched for and built at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.trucker.cards.piles import Decks
from analyzer.trucker.cards.route import Route
from analyzer.trucker.conditions import RivalsLike, plan_ship
from analyzer.trucker.edition import Card, Edition, Level, load_edition
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.improve import improve
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.ship.blank import starting_cabin
from analyzer.trucker.ship.box import box_of
from analyzer.trucker.ship.component import START, Board, Component
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_field, same_ship
from analyzer.trucker.workshop.moves import Chance, Space, State, Tile, turns

FIELD, NAMED, SEARCHED, NOVICE = "field", "named", "searched", "novice"
GROUPS = {
    FIELD: "reference ships of the board",
    NAMED: "ships that were named",
    SEARCHED: "found by the free search of `improve`, each begun from another reference ship",
    NOVICE: "built at random: components drawn from the box, each laid anywhere where it fits and leaves a way on",
}
"""Where the ships come from."""
SEARCH_SHARE = 3
"""One in so many of the ships that are made is searched for."""
SEARCH_FLIGHTS = 3
"""Flights of a search, for each flight of a ship in the report."""
FULL = (0.6, 1.0)
"""Which share of the board a random ship fills, drawn evenly."""
STREAM = 41
"""Streams of random words of the ships that are built, one a ship from here on."""


@dataclass(frozen=True)
class LevelShips:
    """The ships of one level with where they come from, and who flies along with each.

    rivals: the reference ships of the board; of an edition without any the first ships of the sample.
    """

    edition: str
    level: str
    seed: int
    ships: tuple[Layout, ...]
    groups: tuple[str, ...]
    rivals: tuple[Layout, ...]

    @cached_property
    def in_field(self) -> tuple[Experiment, ...]:
        """Each ship against the rivals."""
        return tuple(plan_ship(ship, self.level, self.seed, rivals=self.rivals) for ship in self.ships)

    @cached_property
    def alone(self) -> tuple[Experiment, ...]:
        """Each ship alone."""
        return tuple(plan_ship(ship, self.level, self.seed, rivals="alone") for ship in self.ships)

    @property
    def has_field(self) -> bool:
        """Whether the rivals are reference ships."""
        return FIELD in self.groups

    @property
    def good(self) -> list[int]:
        """The places of the ships that somebody built with care: all but those built at random."""
        return [number for number, one in enumerate(self.groups) if one != NOVICE]

    def origin(self, number: int) -> str:
        """The name of the reference ship from which that ship was searched for; of others and without any, its own."""
        if self.groups[number] != SEARCHED or not self.has_field:
            return self.ships[number].name
        return self.rivals[self.numbers(SEARCHED).index(number) % len(self.rivals)].name

    def numbers(self, group: str) -> list[int]:
        """The places of the ships of a group."""
        return [number for number, one in enumerate(self.groups) if one == group]

    def counts(self) -> Counter[str]:
        """How many ships there are of each group."""
        return Counter(self.groups)


def levels_to_fly(edition: str, only: str | None = None) -> tuple[list[Level], list[str]]:
    """The levels that a balance report flies, or the one that is named, and why it leaves out others.

    Raises AnalyzerError for a level that the edition lacks, and where none can be reported.
    """
    levels, left_out, rules = [], [], load_edition(edition)
    for level in rules.levels.values() if only is None else [rules.level(only)]:
        if level.harder:
            left_out.append(f"Level {level.name} is left out: fleets of class IVC are another game.")
        elif level.learning == "always":
            left_out.append(f"Level {level.name} is left out: every learning flight meets the same cards.")
        else:
            levels.append(level)
    if not levels:
        raise AnalyzerError(f"edition {edition}: no level can be reported: {' '.join(left_out)}")
    return levels, left_out


def reference_ships(level: Level, edition: str) -> list[Layout]:
    """The reference ships of the level; [] if the edition has none."""
    try:
        return load_field(level.name, edition)
    except AnalyzerError:
        return []


@dataclass(frozen=True)
class Making:
    """A ship that is to be made: at random, and then by search against the rivals, if that is wanted."""

    board: Board
    level: str
    seed: int
    number: int
    rivals: tuple[Layout, ...]
    flights: int = 0

    @property
    def weight(self) -> int:
        """About how many flights it takes."""
        return self.flights

    def measured(self) -> Layout:
        """The ship."""
        return self.searched() if self.flights else self.random_ship()

    def random_ship(self) -> Layout:
        """A legal ship of components from the box, each laid by chance; it holds together and has a crew."""
        return random_ship(self.board, Chance(self.seed, STREAM + self.number), f"Novice {self.number}")

    def searched(self) -> Layout:
        """The best ship of a short free search, from a reference ship on, from a random one where there is none."""
        begun = self.rivals[(self.number - 1) % len(self.rivals)] if self.rivals else self.random_ship()
        rivals: RivalsLike = self.rivals or "alone"
        seed = self.seed + self.number
        answer = improve(begun, self.level, self.flights, seed, free=True, confirm=2, workers=1, rivals=rivals)
        if answer.stopped:
            raise KeyboardInterrupt
        return replace(answer.found, name=f"Searched {self.number}")


def random_ship(board: Board, chance: Chance, name: str) -> Layout:
    """A ship as of somebody who looks at nothing but whether a component fits.

    Components are drawn from the box one by one; each is laid on a free square that joins it, in any way that is legal,
    or laid aside where there is none, and where the ship could not grow any more. It ends with a share of the board
    filled that is drawn from FULL, or sooner, once every component of the box was drawn.
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
    """The ways in which a component may lie on a square and leaves one on which the ship can grow."""
    for way in turns(part):
        if space.is_held(state, at, way) and space.fits(state, at, way):
            after = [*state]
            after[at] = way
            if _can_grow(space, after):
                yield way


def _can_grow(space: Space, state: State) -> bool:
    """Whether a connector points to a free square."""
    return any(
        one is not None and one.connectors[side] and beside >= 0 and state[beside] is None
        for at, one in enumerate(state)
        for side, beside in enumerate(space.near[at])
    )


def fits_level(ship: Layout, level: Level, edition: str) -> bool:
    """Whether a ship that was named is one of that level's board."""
    return ship.board.edition == edition and ship.board.name == level.board


def makings(
    level: Level, edition: str, seed: int, number: int, flights: int, rivals: Sequence[Layout]
) -> Iterator[Making]:
    """The ships that are to be made for a level, those that are searched for first."""
    board = load_edition(edition).boards[level.board]
    searched = number // SEARCH_SHARE
    for one in range(1, number + 1):
        budget = SEARCH_FLIGHTS * flights if one <= searched else 0
        yield Making(board, level.name, seed, one, tuple(rivals), budget)


def together(
    level: Level,
    edition: str,
    seed: int,
    field: Sequence[Layout],
    named: Sequence[Layout],
    made_ships: Sequence[Layout],
) -> LevelShips:
    """All ships of a level; of those that were named none that is a reference ship anyway."""
    others = [ship for ship in named if not any(same_ship(ship, one) for one in field)]
    searched = len(made_ships) // SEARCH_SHARE
    ships = (*field, *others, *made_ships)
    numbers = {FIELD: len(field), NAMED: len(others), SEARCHED: searched, NOVICE: len(made_ships) - searched}
    groups = tuple(group for group, number in numbers.items() for _ in range(number))
    return LevelShips(edition, level.name, seed, ships, groups, tuple(field) or ships[:3])


BLANK = "meteor_swarm"
"""Such a card without a meteor does nothing."""
NO_LEVEL = 0
"""The level of the card that does nothing: no deck is dealt from it."""


@dataclass(frozen=True)
class ChosenDecks(Route):
    """A route on which flight n has the deck that is dealt to flight `numbers[n]`, under dice of its own.

    same_places: so many flights in a row share the starting order; blanked: in flight n the card of index `blanked[n]`
    does nothing; () for none.
    """

    numbers: tuple[int, ...] = ()
    same_places: int = 1
    blanked: tuple[int, ...] = ()

    @property
    def rules(self) -> Edition:
        """The tables of the edition, with a card more that does nothing, behind all others, where one is needed."""
        return _with_blank(replace(self, blanked=())) if self.blanked else super().rules

    def deal(self, seed: int, first: int, flights: int) -> Decks:
        """(flights, slots) The decks of the flights from `first` on."""
        some = slice(first, first + flights)
        decks: Decks = super().deal(seed, 0, int(max(self.numbers)) + 1)[np.array(self.numbers[some])]
        if self.blanked:
            nothing = decks.dtype.type(len(self.rules.cards) - 1)
            decks = np.where(decks == np.array(self.blanked[some])[:, None], nothing, decks)
        return decks

    def places(self, seed: int, first: int, flights: int, ships: int) -> Counts:
        """(ships, flights) Places in the starting order, from 0."""
        order = np.arange(first, first + flights) // self.same_places
        drawn = super().places(seed, int(order[0]), int(order[-1] - order[0]) + 1, ships)
        return np.asarray(drawn[:, order - order[0]])


@lru_cache(16)
def _with_blank(route: Route) -> Edition:
    """The rules of a route with a card more that does nothing."""
    rules = route.rules
    number = 1 + max(card.id for card in rules.cards)
    return replace(rules, cards=(*rules.cards, Card(number, NO_LEVEL, False, BLANK)))


def with_decks(route: Route, numbers: Sequence[int], same_places: int = 1) -> ChosenDecks:
    """The route with those decks."""
    own = {field.name: getattr(route, field.name) for field in fields(Route)}
    return ChosenDecks(**own, numbers=tuple(numbers), same_places=same_places)


def decks_with(route: Route, card: int, seed: int, most: int, among: int) -> list[int]:
    """The first flights, at most so many, whose decks hold the card of that index, of so many flights."""
    decks = route.deal(seed, 0, among)
    numbers: list[int] = np.flatnonzero((decks == card).any(axis=1))[:most].tolist()
    return numbers
