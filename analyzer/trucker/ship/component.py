"""Components, their kinds and sides, and boards."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from importlib.resources import files

from analyzer.errors import AnalyzerError, one_of

CONNECTORS = ("smooth side", "single", "double", "universal")
COLOURS = ("brown", "purple")
START = "starting_cabin"
"""Kind of the cabin with which every ship begins."""
MOST_CREW, MOST_STRENGTH = 6, 7
"""Largest number of humans in one cabin, and largest strength of one cannon or engine."""


class Side(IntEnum):
    """The four sides of a component, a ship and a board, always in this order.

    >>> Side.FRONT.opposite.name
    'REAR'
    """

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3

    @property
    def opposite(self) -> Side:
        """Side that touches this one on the neighbouring square."""
        return Side((self + 2) % 4)


SIDES = tuple(Side)
SIDE_NAMES = tuple(side.name.lower() for side in SIDES)


def side_named(name: str | Side) -> Side:
    """Return the side with the given name, e.g. `Side.FRONT` for "front".

    Raises:
        AnalyzerError: If there is no such side; the message lists the four names.
    """
    if isinstance(name, Side):
        return name
    if not isinstance(name, str) or name not in SIDE_NAMES:
        raise AnalyzerError(f"no side {name!r}: {one_of(name, SIDE_NAMES)}")
    return Side(SIDE_NAMES.index(name))


@dataclass(frozen=True, slots=True)
class Kind:
    """Properties of every component of one kind, from data/kinds.csv.

    Attributes:
        name: Name of the kind, e.g. `double_cannon`.
        code: Its two characters in the grid of a ship file.
        crew: Number of humans that live in it.
        aliens: Whether an alien may live in it instead of the humans.
        batteries: Number of charges that it holds.
        containers: Number of places for cubes of any colour but red.
        special_containers: Number of places that may hold red cubes too.
        cannon: Strength as a cannon, 0 for none.
        engine: Strength as an engine, 0 for none.
        powered: Whether cannon or engine needs a battery.
        shield: Number of sides that it covers: 0, 1, 2 or all 4.
        life_support: Colour of the alien that it supports, "" for none.
    """

    name: str
    code: str
    crew: int
    aliens: bool
    batteries: int
    containers: int
    special_containers: int
    cannon: int
    engine: int
    powered: bool
    shield: int
    life_support: str

    @property
    def cabin(self) -> bool:
        """Whether components of the kind house people."""
        return self.crew > 0

    @property
    def faces(self) -> int:
        """Number of sides in the `facing` of its components: 1 for cannons and engines, 1 or 2 for shields, else 0."""
        return int(bool(self.cannon or self.engine)) or self.shield % len(SIDES)

    @property
    def printed_facing(self) -> tuple[Side, ...]:
        """Sides that its components face as printed: cannons front, engines rear, shields front and right."""
        first = Side.REAR if self.engine else Side.FRONT
        return (first, Side.RIGHT)[: self.faces]


def kind_of_row(row: Mapping[str, str]) -> Kind:
    """Build a kind of component from a row of a table of kinds."""
    return Kind(
        name=row["kind"],
        code=row["code"],
        crew=int(row["crew"]),
        aliens=row["aliens"] == "1",
        batteries=int(row["batteries"]),
        containers=int(row["containers"]),
        special_containers=int(row["special_containers"]),
        cannon=int(row["cannon"]),
        engine=int(row["engine"]),
        powered=row["powered"] == "1",
        shield=int(row["shield"]),
        life_support=row["life_support"],
    )


@cache
def kinds() -> dict[str, Kind]:
    """Return all kinds of components that come with the program by name, in the order of their table."""
    table = (files("analyzer.trucker") / "data" / "kinds.csv").read_text(encoding="utf-8").splitlines()
    return {row["kind"]: kind_of_row(row) for row in csv.DictReader(table)}


@dataclass(frozen=True, slots=True)
class Component:
    """One component as it lies on a ship: its sides are those of the ship, not of the printed picture.

    Attributes:
        kind: Name of its kind, e.g. `cabin`.
        connectors: Connectors by `Side`: 0 smooth, 1 single, 2 double, 3 universal.
        facing: Muzzle side of a cannon, nozzle side of an engine, covered sides of a shield, else empty.
        own: Properties of its kind, if a user's own edition defines or changes the kind; else None.

    Raises:
        AnalyzerError: If no such component is possible, with every fault.

    >>> Component("single_cannon", (0, 1, 2, 3), (Side.FRONT,)).turned(1)
    Component(kind='single_cannon', connectors=(3, 0, 1, 2), facing=(<Side.RIGHT: 1>,), own=None)
    """

    kind: str
    connectors: tuple[int, int, int, int]
    facing: tuple[Side, ...] = ()
    own: Kind | None = None

    def __post_init__(self) -> None:
        faults = list(_faults(self))
        if faults:
            raise AnalyzerError(faults)

    @property
    def is_a(self) -> Kind:
        """Kind of the component, with its properties."""
        return self.own or kinds()[self.kind]

    def turned(self, quarter_turns: int) -> Component:
        """Return the component turned clockwise by quarter turns; one quarter turn moves the front to the right."""
        shift = quarter_turns % 4
        a, b, c, d = (self.connectors[(side - shift) % 4] for side in range(4))
        facing = tuple(sorted(Side((side + shift) % 4) for side in self.facing))
        return Component(self.kind, (a, b, c, d), facing, self.own)


def component_of(kind: Kind, connectors: tuple[int, int, int, int], facing: tuple[Side, ...] = ()) -> Component:
    """Return a component of the given kind, which a user's own edition may have defined.

    Raises:
        AnalyzerError: If no such component is possible.
    """
    return Component(kind.name, connectors, facing, None if kinds().get(kind.name) == kind else kind)


def _faults(component: Component) -> list[str]:
    kind = component.own or kinds().get(component.kind)
    if kind is None:
        return [f"unknown kind {component.kind!r}: {one_of(component.kind, kinds())}"]
    connectors = component.connectors
    if len(connectors) != 4 or any(type(c) is not int or not 0 <= c <= 3 for c in connectors):
        cure = "give four numbers (front, right, rear, left), each 0 smooth, 1 single, 2 double or 3 universal"
        return [f"connectors {list(connectors)!r}: {cure}"]
    return _facing_faults(component, kind)


def _facing_faults(component: Component, kind: Kind) -> list[str]:
    facing = component.facing
    if len(facing) != kind.faces or len(set(facing)) != kind.faces:
        wants = {
            0: "has no facing: leave it out",
            1: "has one facing: name the side it faces",
            2: "has two facings: name the two sides it covers",
        }
        return [f"{kind.name} {wants[kind.faces]}"]
    if kind.faces == 2 and (facing[1] - facing[0]) % 2 == 0:
        return ["a shield covers two sides that meet at a corner, e.g. front and right"]
    if (kind.cannon or kind.engine) and component.connectors[facing[0]]:
        what = "muzzle" if kind.cannon else "nozzle"
        return [f"the {what} side ({facing[0].name.lower()}) must be smooth: give 0 as its connector"]
    return []


def connectors_join(one: int, other: int) -> bool:
    """Return whether two touching connectors hold together.

    Single joins single, double joins double, universal joins any connector. A smooth side joins nothing.
    """
    return bool(one and other and (one == other or 3 in (one, other)))


def mismatched(one: int, other: int) -> bool:
    """Return whether two touching connectors break the building rules.

    Single on double is a mismatch, and so is a connector on a smooth side.
    """
    return bool(one or other) and not connectors_join(one, other)


Square = tuple[int, int]
"""Row and column by the printed dice numbers."""


def throws_of(roll: int) -> int:
    """Return how many of the 36 throws of two dice show the sum `roll`, which is 2 to 12."""
    return 6 - abs(roll - 7)


@dataclass(frozen=True)
class Board:
    """A ship board: its buildable squares in reading order (front row first, left to right).

    Attributes:
        edition: Name of its edition.
        name: Its own name, e.g. `II`.
        squares: The squares (row, column).
        start: Marked square of the starting cabin; None if the board marks none (2007 IVC).
        rows_descend: Whether rows are numbered from the rear (2007 IIIa).
    """

    edition: str
    name: str
    squares: tuple[Square, ...]
    start: Square | None
    rows_descend: bool = False

    @property
    def title(self) -> str:
        """Edition and name joined by a dash, e.g. `2007-II`."""
        return f"{self.edition}-{self.name}"

    @property
    def marked(self) -> Square:
        """Square of the starting cabin; valid only for a board that marks one."""
        assert self.start is not None
        return self.start

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """Row numbers of the board from the front to the rear."""
        return tuple(dict.fromkeys(row for row, _ in self.squares))

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """Column numbers of the board from left to right."""
        return tuple(sorted({column for _, column in self.squares}))

    def reading_order(self, square: Square) -> tuple[int, int]:
        """Return the key that sorts squares, on the board or not, front row first and left to right."""
        row, column = square
        return (-row if self.rows_descend else row), column

    def neighbour(self, square: Square, side: Side) -> Square:
        """Return the square that touches a square on the given side, even if it lies outside the board."""
        row, column = square
        rearward = -1 if self.rows_descend else 1
        steps = {Side.FRONT: (-rearward, 0), Side.RIGHT: (0, 1), Side.REAR: (rearward, 0), Side.LEFT: (0, -1)}
        down, right = steps[side]
        return row + down, column + right
