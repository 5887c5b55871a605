"""Random ships for tests: legal ones grown from the components of one box, and others with something wrong."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from analyzer import Component, Layout, Side
from tests.doors.printed import SIDES, Board, Kind, Square, connectors_join, kinds, load_edition, mismatched
from tests.doors.trucker_paper import as_printed

Needs = tuple[int, int, int, int]
"""The connectors that touch a square from its four neighbours, NOTHING where no component lies."""
NOTHING = -1
STARTING_CABIN = Component("starting_cabin", (3, 3, 3, 3))


@dataclass(frozen=True)
class Piece:
    """One sort of component in the box: how it is printed and how often it is there."""

    printed: Component
    copies: int


@cache
def pieces_in_box(edition: str) -> tuple[Piece, ...]:
    """All sorts of components but the starting cabins."""
    box = Counter(as_printed(part) for part in load_edition(edition).box if part.kind != "starting_cabin")
    return tuple(Piece(printed, copies) for printed, copies in box.items())


@cache
def turned_pieces(edition: str) -> tuple[tuple[int, Component], ...]:
    """Every (number of the piece, the piece as it may lie)."""
    pieces = enumerate(pieces_in_box(edition))
    return tuple(dict.fromkeys((number, piece.printed.turned(turn)) for number, piece in pieces for turn in range(4)))


@cache
def fitting(edition: str, needs: Needs) -> tuple[tuple[int, Component], ...]:
    """Those that may be built where those connectors touch."""
    return tuple(one for one in turned_pieces(edition) if _fits(one[1], needs))


@cache
def fitting_loosely(edition: str, needs: Needs) -> tuple[tuple[int, Component], ...]:
    """The same, but nothing has to hold the piece."""
    return tuple(one for one in turned_pieces(edition) if _clashes_with_nothing(one[1], needs))


def _fits(part: Component, needs: Needs) -> bool:
    touching = [(mine, theirs) for mine, theirs in zip(part.connectors, needs, strict=True) if theirs != NOTHING]
    return any(connectors_join(*pair) for pair in touching) and _clashes_with_nothing(part, needs)


def _clashes_with_nothing(part: Component, needs: Needs) -> bool:
    if any(mismatched(mine, theirs) for mine, theirs in zip(part.connectors, needs, strict=True) if theirs != NOTHING):
        return False
    if part.is_a.engine and part.facing != (Side.REAR,):
        return False
    return part.is_a.shield or all(needs[side] == NOTHING for side in part.facing)


@dataclass
class Site:
    """A ship under construction: what lies where, what is left in the box, what has to stay empty."""

    board: Board
    placed: dict[Square, Component] = field(default_factory=dict)
    used: dict[Square, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.board.start is not None:
            self.placed = self.placed or {self.board.start: STARTING_CABIN}

    def kept_clear(self) -> set[Square]:
        """Squares before a muzzle or behind a nozzle."""
        working = ((square, part) for square, part in self.placed.items() if part.is_a.cannon or part.is_a.engine)
        return {self.board.neighbour(square, part.facing[0]) for square, part in working}

    def open_squares(self) -> list[Square]:
        """Empty squares of the board beside the ship on which something may be built, in a fixed order."""
        closed = self.kept_clear() | set(self.placed)
        beside = {_neighbours(self.board)[square][side] for square in self.placed for side in SIDES}
        return [square for square in self.board.squares if square in beside and square not in closed]

    def needs(self, square: Square) -> Needs:
        """What touches a square."""
        parts = (self.placed.get(beside) for beside in _neighbours(self.board)[square])
        front, right, rear, left = (
            NOTHING if part is None else part.connectors[side.opposite] for side, part in zip(SIDES, parts, strict=True)
        )
        return front, right, rear, left

    def choices(self, square: Square) -> list[tuple[int, Component]]:
        """The pieces still in the box that may be built there."""
        return self.left(fitting(self.board.edition, self.needs(square)))

    def left(self, fit: tuple[tuple[int, Component], ...]) -> list[tuple[int, Component]]:
        """Those pieces that are still in the box."""
        taken = Counter(self.used.values())
        pieces = pieces_in_box(self.board.edition)
        return [(number, part) for number, part in fit if taken[number] < pieces[number].copies]

    def beside(self, square: Square) -> tuple[Square, ...]:
        """The squares that touch it, on the board or not."""
        return _neighbours(self.board)[square]

    def build(self, square: Square, number: int, part: Component) -> None:
        """Put a piece from the box on a square."""
        self.placed[square] = part
        self.used[square] = number


@cache
def _all_neighbours(edition: str, board: str) -> dict[Square, tuple[Square, ...]]:
    on = load_edition(edition).board(board)
    return {square: tuple(on.neighbour(square, side) for side in SIDES) for square in on.squares}


def _neighbours(board: Board) -> dict[Square, tuple[Square, ...]]:
    return _all_neighbours(board.edition, board.name)


def grow_ship(
    rng: random.Random,
    board: str = "2007-II",
    components: int | None = None,
    taste: Mapping[str, float] | None = None,
    name: str = "grown ship",
    reserve: int = 0,
) -> Layout:
    """A random legal ship from one box, with at most that many components (default: any number from 3 to all squares).

    `taste` weighs kinds, 1 where it is silent; without one each ship has its own. Growing ends early when nothing fits.
    Most ships that could carry aliens do; `reserve` counts the components laid aside, which are in no square.
    """
    edition, _, board_name = board.partition("-")
    site = Site(load_edition(edition).board(board_name))
    size = rng.randint(3, len(site.board.squares)) if components is None else components
    taste = {kind: rng.choice((0.3, 1.0, 3.0)) for kind in kinds()} if taste is None else taste
    sprawl = rng.choice((0, 1, 3))
    while len(site.placed) < size and _grow_once(rng, site, taste, sprawl):
        pass
    return with_aliens(rng, Layout(name, site.board, site.placed, reserve=reserve))


def _grow_once(rng: random.Random, site: Site, taste: Mapping[str, float], sprawl: int) -> bool:
    """Build one more component, on a random square where one fits; False if there is none.

    The larger `sprawl`, the more are components preferred to which others can still be joined.
    """
    squares = site.open_squares()
    rng.shuffle(squares)
    for square in squares:
        beside = _neighbours(site.board)[square]
        empty = tuple(spot in site.board.squares and spot not in site.placed for spot in beside)
        choices = site.choices(square)
        weights = [taste.get(part.kind, 1.0) * room_left(part, empty) ** sprawl for _, part in choices]
        if sum(weights) > 0:
            site.build(square, *rng.choices(choices, weights)[0])
            return True
    return False


@cache
def room_left(part: Component, empty: tuple[bool, ...]) -> float:
    """How many ways to build on the component opens, and one; little if it would keep a square of the board clear."""
    if (part.is_a.cannon or part.is_a.engine) and empty[part.facing[0]]:
        return 0.3
    return 1.0 + sum(free and connector > 0 for free, connector in zip(empty, part.connectors, strict=True))


def with_aliens(rng: random.Random, layout: Layout) -> Layout:
    supported = any(part.is_a.life_support for part in layout.components.values())
    if not supported or rng.random() < 0.2:
        return layout
    aliens: dict[str, Square] = {}
    for square, colours in layout.alien_cabins().items():
        wanted = sorted(colours - set(aliens))
        if wanted and rng.random() < 0.8:
            aliens[rng.choice(wanted)] = square
    return replace(layout, aliens=aliens)


def mutate(rng: random.Random, layout: Layout) -> Layout:
    """The ship after one to four random changes, flawed more often than not; aliens stay where they still can."""
    parts = dict(layout.components)
    for _ in range(rng.randint(1, 4)):
        rng.choice(CHANGES)(rng, layout.board, parts)
    bare = Layout(layout.name, layout.board, parts)
    homes = bare.alien_cabins()
    aliens = {colour: square for colour, square in layout.aliens.items() if colour in homes.get(square, set())}
    return Layout(layout.name, layout.board, parts, aliens)


Parts = dict[Square, Component]


def _remake(rng: random.Random, kind: Kind, connectors: list[int], facing: tuple[Side, ...]) -> Component:
    """A possible component of that kind; faces what it is told to if it can."""
    if kind.shield and len(facing) != 2:
        first = rng.choice(SIDES)
        facing = tuple(sorted((first, Side((first + 1) % 4))))
    elif (kind.cannon or kind.engine) and len(facing) != 1:
        facing = (rng.choice(SIDES),)
    elif not kind.faces:
        facing = ()
    if kind.cannon or kind.engine:
        connectors[facing[0]] = 0
    front, right, rear, left = connectors
    return Component(kind.name, (front, right, rear, left), facing)


def _new_connectors(rng: random.Random, board: Board, parts: Parts) -> None:
    square = rng.choice(list(parts))
    part = parts[square]
    connectors = list(part.connectors)
    connectors[rng.randrange(4)] = rng.randrange(4)
    parts[square] = _remake(rng, part.is_a, connectors, part.facing)


def _new_facing(rng: random.Random, board: Board, parts: Parts) -> None:
    able = [square for square, part in parts.items() if part.facing]
    if able:
        square = rng.choice(able)
        parts[square] = _remake(rng, parts[square].is_a, list(parts[square].connectors), ())


def _new_turn(rng: random.Random, board: Board, parts: Parts) -> None:
    square = rng.choice(list(parts))
    parts[square] = parts[square].turned(rng.randint(1, 3))


def _new_kind(rng: random.Random, board: Board, parts: Parts) -> None:
    square = rng.choice(list(parts))
    parts[square] = _remake(rng, rng.choice(list(kinds().values())), list(parts[square].connectors), ())


def _swap(rng: random.Random, board: Board, parts: Parts) -> None:
    if len(parts) > 1:
        here, there = rng.sample(list(parts), 2)
        parts[here], parts[there] = parts[there], parts[here]


def _remove(rng: random.Random, board: Board, parts: Parts) -> None:
    if len(parts) > 1:
        del parts[rng.choice(list(parts))]


def _move(rng: random.Random, board: Board, parts: Parts) -> None:
    """Onto any square that dice can name, on the board or not."""
    square = rng.choice(list(parts))
    target = rng.randint(2, 12), rng.randint(2, 12)
    parts[target] = parts.pop(square)


def _add_outside(rng: random.Random, board: Board, parts: Parts) -> None:
    """One more component beside the ship, often outside the board."""
    beside = {board.neighbour(square, side) for square in parts for side in SIDES}
    free = sorted(square for square in beside if square not in parts and min(square) > 0 and max(square) < 14)
    outside = [square for square in free if square not in board.squares] or free
    parts[rng.choice(outside)] = rng.choice(list(parts.values()))


CHANGES: tuple[Callable[[random.Random, Board, Parts], None], ...] = (
    _new_connectors,
    _new_facing,
    _new_turn,
    _new_kind,
    _swap,
    _remove,
    _move,
    _add_outside,
)


def some_ships(seed: int, how_many: int, board: str = "II") -> tuple[Layout, ...]:
    rng = random.Random(seed)
    return tuple(grow_ship(rng, f"2007-{board}", name=f"ship {number}") for number in range(how_many))
