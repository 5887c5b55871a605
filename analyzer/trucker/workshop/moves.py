"""Moves of a search: small changes of a ship; and placements of components in hand.

The building rules here are a fast copy of those in `ship/flaws.py`, which checks every layout again before it flies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, count
from typing import Any, NamedTuple, TypeVar

from analyzer.errors import AnalyzerError, all_or_faults, named_setting
from analyzer.montecarlo.random_words import words
from analyzer.trucker.sayings.phrases import at as at_square
from analyzer.trucker.ship.box import as_printed, box_of, checked_square, pattern, turned_all_ways
from analyzer.trucker.ship.component import (
    COLOURS,
    SIDES,
    START,
    Board,
    Component,
    Side,
    Square,
    connectors_join,
    mismatched,
)
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout

AT_ONCE = 1 << 9
"""The number of random 64-bit integers that are drawn at once."""
One = TypeVar("One")


class Chance:
    """Random choices from one stream of random 64-bit integers; each draw takes the next integer.

    Args:
        seed: The seed.
        stream: The number of the stream.
    """

    def __init__(self, seed: int, stream: int) -> None:
        blocks = (words(seed, stream, begin, AT_ONCE).tolist() for begin in count(0, AT_ONCE))
        self._words: Iterator[int] = chain.from_iterable(blocks)

    def below(self, number: int) -> int:
        """Return a random whole number from 0 to `number` - 1."""
        # Lemire's multiply-shift: the bias of a 64-bit word is below number / 2**64
        # https://lemire.me/blog/2016/06/27/a-fast-alternative-to-the-modulo-reduction/
        return (next(self._words) * number) >> 64

    def share(self) -> float:
        """Return a random number in [0, 1)."""
        # 53 bits are all that a float holds
        return (next(self._words) >> 11) / (1 << 53)

    def one_of(self, several: Sequence[One]) -> One:
        """Return a random item."""
        return several[self.below(len(several))]

    def shuffled(self, several: Sequence[One]) -> list[One]:
        """Return all items in random order."""
        left = list(several)
        # Fisher and Yates: each order is equally likely
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left


def _choices() -> str:
    """Return the options for changing a ship as text, for error messages."""
    same, others, any_of_them = (
        named_setting("rearrange", True),
        named_setting("change", 2),
        named_setting("free", True),
    )
    return f"{same} (the same components), {others} (at most 2 others of the box) or {any_of_them} (any of one box)"


@dataclass(frozen=True)
class Freedom:
    """The changes that a search may make to a ship.

    Attributes:
        rearrange: Whether components may move to other squares.
        change: The largest number of components that may be exchanged for others of the box; None for none. Without
            `rearrange`, each new component lies on the square of the old one.
        free: Whether the search may build any ship from the components of one box. Then the two other fields stay
            unset, because `free` allows all that they allow.
        keep: The squares that stay unchanged in any case.
    """

    rearrange: bool = False
    change: int | None = None
    free: bool = False
    keep: frozenset[Square] = frozenset()

    @property
    def in_words(self) -> str:
        """The changes that are allowed, in words."""
        if self.free:
            allowed = "any components of one box"
        elif self.change is None:
            allowed = "the same components rearranged"
        else:
            others = f"at most {self.change} component{'s' * (self.change != 1)} exchanged for others of the box"
            allowed = f"{others}, all of them rearranged" if self.rearrange else others
        fixed = ", ".join(f"({row},{column})" for row, column in sorted(self.keep))
        return f"{allowed}; {fixed} stay{'s' * (len(self.keep) == 1)}" if fixed else allowed

    def as_dict(self) -> dict[str, Any]:
        """Return the allowed changes in plain types."""
        fixed = [list(square) for square in sorted(self.keep)]
        return {"rearrange": self.rearrange, "change": self.change, "free": self.free, "keep": fixed}


def freedom(
    ship: Layout, *, rearrange: bool = False, change: int | None = None, free: bool = False, keep: Iterable[Any] = ()
) -> Freedom:
    """Return the changes that a search may make to a ship, after checking the arguments.

    Args:
        ship: The ship.
        rearrange: Whether components may move to other squares.
        change: The largest number of components that may be exchanged for others of the box; None for none.
        free: Whether the search may build any ship from the components of one box; not with `rearrange` or `change`.
        keep: The squares that stay unchanged in any case.

    Raises:
        AnalyzerError: The arguments contradict each other, or name no square. The message lists every fault.
    """
    faults = [*_faults(ship, rearrange, change, free)]
    fixed: list[Square] = []
    try:
        fixed = all_or_faults(lambda square: _square(ship, square), keep)
    except AnalyzerError as error:
        faults += error.faults
    if faults:
        raise AnalyzerError(faults)
    return Freedom(rearrange, change, free, frozenset(fixed))


def _faults(ship: Layout, rearrange: bool, change: int | None, free: bool) -> Iterator[str]:
    if not (rearrange or free or change is not None):
        yield f"say what may be changed: choose {_choices()}"
    if free and (rearrange or change is not None):
        yield f"free allows all that the others do: choose one of {_choices()}"
    if change is not None and (type(change) is not int or not 1 <= change < max(2, len(ship.components))):
        yield f"change {change!r}: give how many components, a whole number from 1 to {len(ship.components) - 1}"


def _square(ship: Layout, square: object) -> Square:
    """Return a checked square of the ship's board; the starting cabin's square is allowed, but never changes."""
    if square == ship.board.marked:
        return ship.board.marked
    try:
        return checked_square(ship, square)
    except AnalyzerError as error:
        raise AnalyzerError([f"keep: {fault}" for fault in error.faults]) from None


JOINS = tuple(tuple(connectors_join(one, other) for other in range(4)) for one in range(4))
CLASHES = tuple(tuple(mismatched(one, other) for other in range(4)) for one in range(4))
NOWHERE = -1
"""Number that stands for no side or no square."""


class Tile(NamedTuple):
    """A component as it lies, with the facts that the building rules need.

    Attributes:
        part: The component.
        connectors: Its connectors: front, right, rear, left.
        muzzle: The side of its muzzle or nozzle; -1 for none.
        cabin: Whether an alien may live in it.
        support: The colour of its life support; "" for none.
    """

    part: Component
    connectors: tuple[int, int, int, int]
    muzzle: int
    cabin: bool
    support: str


State = list[Tile | None]
"""The tile on each square, by the square's number."""


@lru_cache(None)
def tile(part: Component) -> Tile:
    """Return a component as a tile; equal components share one object."""
    kind = part.is_a
    muzzle = int(part.facing[0]) if kind.cannon or kind.engine else NOWHERE
    return Tile(part, part.connectors, muzzle, kind.aliens, kind.life_support)


@lru_cache(None)
def printed(one: Tile) -> Component:
    """Return a tile's component in the orientation in which the box lists it."""
    return as_printed(one.part)


@lru_cache(None)
def turns(part: Component) -> tuple[Tile, ...]:
    """Return the component in every orientation that a ship allows; nozzles always point to the rear."""
    turned = turned_all_ways(part)
    return tuple(tile(one) for one in turned if not part.is_a.engine or one.facing == (Side.REAR,))


class Space:
    """The squares of a board, numbered in reading order, and the building rules for tiles on them.

    Attributes:
        near: Number of each square's neighbour on each side; -1 for none.
        start: The number of the starting cabin's square.
        opposite: Number of each square's mirror image across the middle column; None for none.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.squares: Sequence[Square] = board.squares
        self.number = {square: number for number, square in enumerate(board.squares)}
        self.near = [
            tuple(self.number.get(board.neighbour(square, side), NOWHERE) for side in SIDES) for square in board.squares
        ]
        self.start = self.number[board.marked]
        columns = board.columns
        self.opposite = [self.number.get((row, columns[0] + columns[-1] - column)) for row, column in board.squares]

    def state(self, components: Mapping[Square, Component]) -> State:
        """Return components as a state: the tile on each square, by the square's number."""
        return [tile(components[square]) if square in components else None for square in self.squares]

    def components(self, state: State) -> dict[Square, Component]:
        """Return the tiles of a state as components by square."""
        return {square: one.part for square, one in zip(self.squares, state, strict=True) if one is not None}

    def fits(self, state: State, at: int, one: Tile) -> bool:
        """Return whether a tile fits on a square: no connectors clash, and no muzzle or nozzle faces a tile."""
        for side, beside in enumerate(self.near[at]):
            if beside < 0:
                continue
            other = state[beside]
            if other is None:
                continue
            # the neighbour's side that faces this tile
            back = (side + 2) % 4
            if CLASHES[one.connectors[side]][other.connectors[back]] or one.muzzle == side or other.muzzle == back:
                return False
        return True

    def is_held(self, state: State, at: int, one: Tile) -> bool:
        """Return whether a connector joins the tile to a neighbour."""
        for side, beside in enumerate(self.near[at]):
            other = state[beside] if beside >= 0 else None
            if other is not None and JOINS[one.connectors[side]][other.connectors[(side + 2) % 4]]:
                return True
        return False

    def is_connected(self, state: State) -> bool:
        """Return whether all tiles are connected to the starting cabin."""
        reached, waiting = {self.start}, [self.start]
        while waiting:
            at = waiting.pop()
            one = state[at]
            assert one is not None
            for side, beside in enumerate(self.near[at]):
                if beside < 0 or beside in reached:
                    continue
                other = state[beside]
                if other is not None and JOINS[one.connectors[side]][other.connectors[(side + 2) % 4]]:
                    reached.add(beside)
                    waiting.append(beside)
        return len(reached) == sum(one is not None for one in state)

    def homes(self, state: State) -> dict[str, list[int]]:
        """Return the numbers of the squares whose cabins may house an alien, by colour."""
        cabins: dict[str, list[int]] = {colour: [] for colour in COLOURS}
        for at, one in enumerate(state):
            if one is None or not one.cabin:
                continue
            for colour in set(self._supports(state, at, one)):
                cabins[colour].append(at)
        return cabins

    def _supports(self, state: State, at: int, one: Tile) -> Iterator[str]:
        """Yield the colours of life support that a cabin is joined to."""
        for side, beside in enumerate(self.near[at]):
            other = state[beside] if beside >= 0 else None
            if other is not None and other.support and JOINS[one.connectors[side]][other.connectors[(side + 2) % 4]]:
                yield other.support


TRIES = 30
"""The number of attempts at a legal move."""
PIECES = 24
"""The number of components of the box that are tried on a square in one move."""
MOVES_AT_ONCE = (1, 1, 1, 2, 2, 3)
"""The numbers of moves that lead to a neighbour; one of them is drawn."""
OTHER_CREW = 0.1
"""The chance that a neighbour's crew differs too."""
LIFTED = 4
"""The largest number of components that one move takes off and lays again."""


class ShipState(NamedTuple):
    """State of a ship during a search: the tile on each square, and the squares of its aliens by colour."""

    state: tuple[Tile | None, ...]
    aliens: tuple[tuple[str, int], ...] = ()


Move = Callable[[State, Chance], bool]
"""A function that changes the state in place; if it returns False, it failed and the state is invalid."""


class Moves:
    """The moves that a search may make, starting from a ship."""

    def __init__(self, ship: Layout, allowed: Freedom, *, crewed: bool = True) -> None:
        self.ship, self.allowed, self.crewed = ship, allowed, crewed
        self.space = Space(ship.board)
        fixed = {self.space.number[square] for square in allowed.keep} | {self.space.start}
        self.open = [number for number in range(len(self.space.squares)) if number not in fixed]
        self._opened = frozenset(self.open)
        self.origin = self.space.state(ship.components)
        self.own = Counter(printed(one) for one in self.origin if one is not None)
        box = box_of(ship.board.edition)
        self.box = Counter({part: number for part, number in box.items() if part.kind != START})
        self._parts = [*self.box.elements()]
        # a move drawn from this list has the chance of its weight
        self._weighed = self._moves()

    @property
    def begin(self) -> ShipState:
        """State of the ship from which the search starts."""
        aliens = self.ship.aliens.items() if self.crewed else ()
        return ShipState(tuple(self.origin), tuple((colour, self.space.number[square]) for colour, square in aliens))

    def layout(self, build: ShipState, name: str) -> Layout:
        """Return the state of a ship as a layout with the given name."""
        aliens = {colour: self.space.squares[at] for colour, at in build.aliens}
        components = self.space.components([*build.state])
        return Layout(name, self.ship.board, components, aliens, self.ship.reserve)

    def build(self, layout: Layout) -> ShipState:
        """Return the state (`ShipState`) of a layout on the search's board."""
        aliens = tuple((colour, self.space.number[square]) for colour, square in layout.aliens.items())
        return ShipState(tuple(self.space.state(layout.components)), aliens)

    def neighbour(self, build: ShipState, chance: Chance) -> ShipState:
        """Return a legal ship that is one to three moves away; the ship itself if none was found."""
        state = [*build.state]
        for _ in range(chance.one_of(MOVES_AT_ONCE)):
            state = self._moved(state, chance)
        return ShipState(tuple(state), self._crew(state, dict(build.aliens), chance))

    def smaller(self, build: ShipState, components: int, chance: Chance) -> ShipState:
        """Return the ship without some random components; components stay if their loss would disconnect others.

        Args:
            build: The state of the ship.
            components: The number of attempts to take off a component.
            chance: The random choices.
        """
        state = [*build.state]
        for _ in range(components):
            tried = [*state]
            if self._take_off(tried, chance) and self.space.is_connected(tried):
                state = tried
        return ShipState(tuple(state), self._crew(state, dict(build.aliens), chance))

    def _moves(self) -> list[Move]:
        """Return the allowed moves; a move listed n times is drawn n times as often as a move listed once."""
        if self.allowed.free:
            often = {self._replace: 8, self._move: 5, self._rebuild: 3, self._turn: 2, self._take_off: 1}
        elif self.allowed.rearrange:
            often = {self._move: 8, self._rebuild: 6, self._turn: 3}
        else:
            return [self._exchange]
        moves: list[Move] = [move for move, times in often.items() for _ in range(times)]
        moves.append(self._mirror)
        return moves + [self._exchange] * (4 * (self.allowed.change is not None))

    def _moved(self, state: State, chance: Chance) -> State:
        for _ in range(TRIES):
            tried = [*state]
            if chance.one_of(self._weighed)(tried, chance) and self._allowed(tried) and self.space.is_connected(tried):
                return tried
        return state

    def _allowed(self, state: State) -> bool:
        """Return whether at most the allowed number of components is exchanged."""
        if self.allowed.free or self.allowed.change is None:
            return True
        if not self.allowed.rearrange:
            changed = sum(one is not was for one, was in zip(state, self.origin, strict=True))
            return changed <= self.allowed.change
        # counted as printed, because turning is no exchange
        others = Counter(printed(one) for one in state if one is not None) - self.own
        return others.total() <= self.allowed.change

    # moves

    def _turn(self, state: State, chance: Chance) -> bool:
        """Turn a random component of the ship; return whether it fits in another orientation."""
        at = self._built(state, chance)
        if at is None:
            return False
        was = state[at]
        assert was is not None
        state[at] = None
        return self._lay(state, at, [one for one in turns(printed(was)) if one is not was], chance)

    def _move(self, state: State, chance: Chance) -> bool:
        """Move a random component to another square; return whether the components fit.

        If a component lies there, the two components change places.
        """
        at, to = self._built(state, chance), chance.one_of(self.open) if self.open else None
        if at is None or to is None or at == to:
            return False
        moved, other = state[at], state[to]
        assert moved is not None
        state[at] = state[to] = None
        if not self._lay(state, to, turns(printed(moved)), chance):
            return False
        return other is None or self._lay(state, at, turns(printed(other)), chance)

    def _replace(self, state: State, chance: Chance) -> bool:
        """Lay a component of the box on a random square, in place of any there; return whether one was found to fit."""
        return bool(self.open) and self._from_box(state, chance.one_of(self.open), chance)

    def _exchange(self, state: State, chance: Chance) -> bool:
        """Exchange a random component for one of the box; return whether all components fit then.

        If no more exchanges are allowed, an earlier one is undone first.
        """
        # equal tiles are one object, so identity is enough
        changed = [at for at in self.open if state[at] is not self.origin[at]]
        if changed and not self.allowed.rearrange and len(changed) == self.allowed.change:
            back = chance.one_of(changed)
            state[back] = self.origin[back]
        at = self._built(state, chance)
        if at is None or not self._from_box(state, at, chance):
            return False
        # an exchange that was undone may not fit its present neighbours
        return all(one is None or self.space.fits(state, here, one) for here, one in enumerate(state))

    def _take_off(self, state: State, chance: Chance) -> bool:
        """Take off a random component of the ship; return whether there is one that may be taken off."""
        at = self._built(state, chance)
        if at is None:
            return False
        state[at] = None
        return True

    def _rebuild(self, state: State, chance: Chance) -> bool:
        """Lift up to four neighbouring components, and lay each on a random square where it joins a neighbour.

        Returns:
            Whether each component could be laid again.
        """
        at = self._built(state, chance)
        if at is None:
            return False
        lifted, waiting = [at], [at]
        # 2 to LIFTED components
        most = 2 + chance.below(LIFTED - 1)
        while waiting and len(lifted) < most:
            here = waiting.pop(chance.below(len(waiting)))
            for beside in chance.shuffled(self.space.near[here]):
                if beside in self._opened and beside not in lifted and state[beside] is not None:
                    lifted.append(beside)
                    waiting.append(beside)
        tiles = [state[each] for each in lifted[:most]]
        for each in lifted[:most]:
            state[each] = None
        return all(one is not None and self._lay_anywhere(state, one, chance) for one in chance.shuffled(tiles))

    def _mirror(self, state: State, chance: Chance) -> bool:
        """Mirror the components of a random row across the middle of the ship; return whether they fit."""
        row = chance.one_of(self.ship.board.rows)
        across = {
            at: there
            for at in self.open
            if self.space.squares[at][0] == row
            and (there := self.space.opposite[at]) is not None
            and there in self._opened
        }
        # the whole row is lifted first, because most components change places with another one
        lifted = {at: state[at] for at in across}
        for at in across:
            state[at] = None
        laid = [(across[at], one) for at, one in lifted.items() if one is not None]
        return bool(laid) and all(self._lay(state, at, turns(printed(one)), chance) for at, one in laid)

    # what moves are made of

    def _built(self, state: State, chance: Chance) -> int | None:
        """Return a random square that may be changed and holds a component; None if there is none."""
        built = [at for at in self.open if state[at] is not None]
        return chance.one_of(built) if built else None

    def _lay(self, state: State, at: int, tiles: Sequence[Tile], chance: Chance) -> bool:
        """Lay a random one of the given tiles that fit on the square; return whether any fits."""
        fitting = [one for one in tiles if self.space.fits(state, at, one)]
        if fitting:
            state[at] = chance.one_of(fitting)
        return bool(fitting)

    def _lay_anywhere(self, state: State, one: Tile, chance: Chance) -> bool:
        """Lay the tile on a random free square where it joins a neighbour; return whether there is such a square."""
        turned = turns(printed(one))
        places = [
            (at, tile)
            for at in self.open
            if state[at] is None
            for tile in turned
            if self.space.is_held(state, at, tile) and self.space.fits(state, at, tile)
        ]
        if places:
            at, tile = chance.one_of(places)
            state[at] = tile
        return bool(places)

    def _from_box(self, state: State, at: int, chance: Chance) -> bool:
        """Lay a random component that is left in the box on the square; return whether one was found to fit."""
        was, state[at] = state[at], None
        used = Counter(printed(one) for one in state if one is not None)
        for _ in range(PIECES):
            part = chance.one_of(self._parts)
            if used[part] < self.box[part]:
                fitting = [one for one in turns(part) if one is not was and self.space.fits(state, at, one)]
                if fitting:
                    state[at] = chance.one_of(fitting)
                    return True
        return False

    def _crew(self, state: State, aliens: dict[str, int], chance: Chance) -> tuple[tuple[str, int], ...]:
        """Return the aliens of a state: an alien moves if its cabin is gone, and sometimes one is added or removed."""
        if not self.crewed:
            return ()
        homes = self.space.homes(state)
        if chance.share() < OTHER_CREW:
            colour = chance.one_of(COLOURS)
            if aliens.pop(colour, None) is None and homes[colour]:
                aliens[colour] = chance.one_of(homes[colour])
        crew: dict[str, int] = {}
        for colour, home in aliens.items():
            possible = [at for at in homes[colour] if at not in crew.values()]
            if possible:
                crew[colour] = home if home in possible else chance.one_of(possible)
        return tuple(sorted(crew.items()))


AS_IT_IS = "as it is"


@dataclass(frozen=True)
class Placement:
    """A placement of components in hand on free squares; components that it leaves out are laid aside.

    Attributes:
        laid: Pairs of a square and the component on it, in reading order.
    """

    laid: tuple[tuple[Square, Component], ...] = ()

    @property
    def name(self) -> str:
        """The components with their squares, e.g. `CN0121^ (5,7), CA1322 (8,6)`."""
        return ", ".join(f"{write_token(part)} {at_square(square)}" for square, part in self.laid) or AS_IT_IS

    @property
    def flies_as(self) -> frozenset[object]:
        """Key that is equal for placements whose flights have equal results."""
        return frozenset((square, pattern(part)) for square, part in self.laid)

    def made_on(self, ship: Layout) -> Layout:
        """Return the ship with the placed components added; aliens keep their cabins."""
        return replace(ship, components={**ship.components, **dict(self.laid)})


NOTHING_LAID = Placement()


def one_more(ship: Layout, begun: Iterable[Placement], parts: Sequence[Component]) -> list[Placement]:
    """Return every legal placement that adds one more component to a given placement.

    Any set of components that can be laid at all can be laid one by one, each joined to those laid before.
    """
    space, hand = Space(ship.board), Counter(map(as_printed, parts))
    extended = (longer for one in begun for longer in _longer(space, ship.components, one, hand))
    return list(dict.fromkeys(extended))


def _longer(
    space: Space, built: Mapping[Square, Component], placement: Placement, hand: Counter[Component]
) -> Iterator[Placement]:
    state = space.state({**built, **dict(placement.laid)})
    left = hand - Counter(as_printed(part) for _, part in placement.laid)
    for number, square in enumerate(space.squares):
        if state[number] is not None or number == space.start:
            continue
        for part in left:
            for one in turns(part):
                if space.is_held(state, number, one) and space.fits(state, number, one):
                    laid = [*placement.laid, (square, one.part)]
                    yield Placement(tuple(sorted(laid, key=lambda item: space.number[item[0]])))


def group_by_flight(placements: Iterable[Placement]) -> dict[Placement, int]:
    """Return a placement of each group whose flights are equal, with the number of other placements in the group."""
    by_flight: dict[frozenset[object], list[Placement]] = {}
    for placement in placements:
        by_flight.setdefault(placement.flies_as, []).append(placement)
    return {first: len(others) for first, *others in by_flight.values()}
