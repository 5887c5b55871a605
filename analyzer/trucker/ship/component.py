"""What a component is: a kind, four connectors and the sides it faces (rules: "Wie baut man ein Raumschiff?")."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from importlib.resources import files

from analyzer.errors import AnalyzerError, one_of

CONNECTORS = ("smooth side", "single", "double", "universal")
COLOURS = ("brown", "purple")


class Side(IntEnum):
    """The four sides of a component, a ship and a board, always in this order."""

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3

    @property
    def opposite(self) -> Side:
        """The side that touches this one on the neighbouring square."""
        return Side((self + 2) % 4)


SIDES = tuple(Side)
SIDE_NAMES = tuple(side.name.lower() for side in SIDES)


def side_named(name: str | Side) -> Side:
    """The side of that name; raises AnalyzerError with the four names otherwise."""
    if isinstance(name, Side):
        return name
    if not isinstance(name, str) or name not in SIDE_NAMES:
        raise AnalyzerError(f"no side {name!r}: {one_of(name, SIDE_NAMES)}")
    return Side(SIDE_NAMES.index(name))


@dataclass(frozen=True, slots=True)
class Kind:
    """What every component of one kind carries or does; figures from data/kinds.csv."""

    name: str
    code: str
    cabin: bool
    batteries: int
    containers: int
    special_containers: int
    cannon: int
    engine: int
    shield: bool
    life_support: str

    @property
    def faces(self) -> int:
        """On how many sides the kind acts: 1 for cannons and engines, 2 for shields, else 0."""
        return 2 if self.shield else int(bool(self.cannon or self.engine))


@cache
def kinds() -> dict[str, Kind]:
    """All kinds by name, in the order of the table."""
    table = (files("analyzer.trucker") / "data" / "kinds.csv").read_text(encoding="utf-8").splitlines()
    return {
        row["kind"]: Kind(
            name=row["kind"],
            code=row["code"],
            cabin=row["cabin"] == "1",
            batteries=int(row["batteries"]),
            containers=int(row["containers"]),
            special_containers=int(row["special_containers"]),
            cannon=int(row["cannon"]),
            engine=int(row["engine"]),
            shield=row["shield"] == "1",
            life_support=row["life_support"],
        )
        for row in csv.DictReader(table)
    }


@dataclass(frozen=True, slots=True)
class Component:
    """One component as it lies: connectors and facing are those of the ship, not of the printed picture.

    `connectors` are four of 0 smooth, 1 single, 2 double, 3 universal in the order of `Side`; `facing` is the muzzle
    side of a cannon, the nozzle side of an engine, the two covered sides of a shield, else empty.
    Raises AnalyzerError with every fault of an impossible component.
    """

    kind: str
    connectors: tuple[int, int, int, int]
    facing: tuple[Side, ...] = ()

    def __post_init__(self) -> None:
        faults = list(_faults(self))
        if faults:
            raise AnalyzerError(faults)

    @property
    def is_a(self) -> Kind:
        """The facts of its kind."""
        return kinds()[self.kind]

    def turned(self, quarter_turns: int) -> Component:
        """The same component turned clockwise: front moves to the right."""
        shift = quarter_turns % 4
        a, b, c, d = (self.connectors[(side - shift) % 4] for side in range(4))
        return Component(self.kind, (a, b, c, d), tuple(sorted(Side((side + shift) % 4) for side in self.facing)))


def _faults(component: Component) -> list[str]:
    kind = kinds().get(component.kind)
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
            0: "faces no side: leave it out",
            1: "faces one side: name it",
            2: "covers two different sides: name both",
        }
        return [f"{kind.name} {wants[kind.faces]}"]
    if kind.shield and (facing[1] - facing[0]) % 2 == 0:
        return ["a shield covers two sides that meet at a corner, e.g. front and right"]
    if (kind.cannon or kind.engine) and component.connectors[facing[0]]:
        what = "muzzle" if kind.cannon else "nozzle"
        return [f"the {what} side ({facing[0].name.lower()}) must be smooth: give 0 as its connector"]
    return []


def joined(one: int, other: int) -> bool:
    """Whether two touching connectors hold together: 1-1, 2-2, a universal with any; a smooth side joins nothing."""
    return bool(one and other and (one == other or 3 in (one, other)))


def mismatched(one: int, other: int) -> bool:
    """Whether two touching sides break the building rules: single on double, or a connector on a smooth side."""
    return bool(one or other) and not joined(one, other)
