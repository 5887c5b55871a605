"""The head of a way: the box that its last end points into, and from where; and what can be drawn there.

A way that is drawn alone on an empty galaxy is known by its head: what it passed before does not matter. A straight
track goes on, a curve turns, a branch or crossing does any of the three. Planets and closed edges block.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.questions.dice.rolls import Faces
from analyzer.lorry.tracks import SIDES, TYPES

BLOCKED = -1
"""In place of a head, where a way cannot go on."""
KEPT = 8
"""Galaxies whose heads are cached."""


class Head(NamedTuple):
    """A way goes on into this box, moving towards that side."""

    box: Box
    side: str


@dataclass(frozen=True, eq=False)
class Heads:
    """All heads of a galaxy, numbered; by head where a straight track, a curve to the left and to the right lead.

    straight, left, right: the head that follows, or BLOCKED, or -1 - p where the end would touch planet p.
    """

    galaxy: Galaxy
    heads: tuple[Head, ...]
    straight: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]

    def begin(self, planet: int) -> list[int]:
        """The heads of a way that begins at that planet, before its first track."""
        numbers = {head: number for number, head in enumerate(self.heads)}
        home = self.galaxy.planets[planet - 1]
        first = (Head(box, side) for side in SIDES if (box := self.galaxy.beside(home, side)) is not None)
        return [numbers[head] for head in first if head in numbers]


@lru_cache(KEPT)
def heads(galaxy: Galaxy) -> Heads:
    """The heads of a galaxy, in reading order and by side."""
    every = [Head(box, side) for box in galaxy.boxes() if box not in galaxy.planet_at for side in SIDES]
    numbers = {head: number for number, head in enumerate(every)}

    def after(head: Head, turn: int) -> int:
        side = SIDES[(SIDES.index(head.side) + turn) % 4]
        box = galaxy.beside(head.box, side)
        if box is None:
            return BLOCKED
        return BLOCKED - galaxy.planet_at[box] if box in galaxy.planet_at else numbers[Head(box, side)]

    follow = (tuple(after(head, turn) for head in every) for turn in (0, -1, 1))
    return Heads(galaxy, tuple(every), *follow)


class Odds(NamedTuple):
    """Of all rolls of some dice, counted: those that show nothing but straights, nothing but curves, and the rest,
    which let a way do either."""

    straight: int
    curve: int
    either: int

    @property
    def all(self) -> int:
        """All rolls."""
        return sum(self)


def odds(dice: tuple[str, ...], faces: Faces) -> Odds:
    """Those of some dice of which any one may be taken."""
    straight = curve = total = 1
    for die in dice:
        by_type = dict(zip(TYPES, faces[die], strict=True))
        straight *= by_type["straight"]
        curve *= by_type["curve"]
        total *= sum(faces[die])
    return Odds(straight, curve, total - straight - curve)
