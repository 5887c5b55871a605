"""What may lie where, fast: a ship as a list of tiles by square, for searches that look at thousands of layouts.

The building rules are those of `ship/flaws.py`, which judges every layout again before it flies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from analyzer.trucker.ship.board import Board, Square
from analyzer.trucker.ship.box import as_printed, turned_all_ways
from analyzer.trucker.ship.component import COLOURS, SIDES, Component, Side, joined, mismatched

JOINS = tuple(tuple(joined(one, other) for other in range(4)) for one in range(4))
CLASHES = tuple(tuple(mismatched(one, other) for other in range(4)) for one in range(4))
NOWHERE = -1
"""No side, and no square."""


class Tile(NamedTuple):
    """A component as it lies, with what building asks of it at hand; `blows`: the side of its muzzle or nozzle."""

    part: Component
    connectors: tuple[int, int, int, int]
    blows: int
    cabin: bool
    support: str


State = list[Tile | None]
"""By number of the square what lies there."""


@lru_cache(None)
def tile(part: Component) -> Tile:
    """The component as a tile; equal ones are one object."""
    kind = part.is_a
    blows = int(part.facing[0]) if kind.cannon or kind.engine else NOWHERE
    return Tile(part, part.connectors, blows, kind.aliens, kind.life_support)


@lru_cache(None)
def printed(one: Tile) -> Component:
    """The component as the box has it, however it lies."""
    return as_printed(one.part)


@lru_cache(None)
def turns(part: Component) -> tuple[Tile, ...]:
    """Every way in which the component may lie on a ship; nozzles point to the rear."""
    ways = turned_all_ways(part)
    return tuple(tile(way) for way in ways if not part.is_a.engine or way.facing == (Side.REAR,))


class Space:
    """The squares of a board by number, in reading order, and the building rules on them."""

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
        """Those components as tiles."""
        return [tile(components[square]) if square in components else None for square in self.squares]

    def components(self, state: State) -> dict[Square, Component]:
        """The tiles as components by square."""
        return {square: one.part for square, one in zip(self.squares, state, strict=True) if one is not None}

    def fits(self, state: State, at: int, one: Tile) -> bool:
        """Whether nothing around the square is at odds with the tile, nor blown at."""
        for side, beside in enumerate(self.near[at]):
            if beside < 0:
                continue
            other = state[beside]
            if other is None:
                continue
            back = (side + 2) % 4
            if CLASHES[one.connectors[side]][other.connectors[back]] or one.blows == side or other.blows == back:
                return False
        return True

    def is_held(self, state: State, at: int, one: Tile) -> bool:
        """Whether a neighbour holds the tile."""
        for side, beside in enumerate(self.near[at]):
            other = state[beside] if beside >= 0 else None
            if other is not None and JOINS[one.connectors[side]][other.connectors[(side + 2) % 4]]:
                return True
        return False

    def is_whole(self, state: State) -> bool:
        """Whether all hangs together with the starting cabin."""
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
        """By colour the cabins in which an alien may live."""
        cabins: dict[str, list[int]] = {colour: [] for colour in COLOURS}
        for at, one in enumerate(state):
            if one is None or not one.cabin:
                continue
            for colour in set(self._supports(state, at, one)):
                cabins[colour].append(at)
        return cabins

    def _supports(self, state: State, at: int, one: Tile) -> Iterator[str]:
        """The colours of life support that the cabin is joined to."""
        for side, beside in enumerate(self.near[at]):
            other = state[beside] if beside >= 0 else None
            if other is not None and other.support and JOINS[one.connectors[side]][other.connectors[(side + 2) % 4]]:
                yield other.support
