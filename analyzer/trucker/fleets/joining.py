"""Results of the two dice, and the ways of joining the quarters that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import AnalyzerError
from analyzer.trucker.fleets.borders import LAYOUTS, canonical, layout_of, ships_of
from analyzer.trucker.fleets.tables import FleetTables, fleet_tables


@dataclass(frozen=True)
class Joining:
    """Result of the two dice that join a build.

    Attributes:
        dice: The dice, the lower first.
        ways: Number of throws, of 36, with this result.
        layout: Layout that the result makes: two_behind, two_beside, three, one_large or L_and_tiny.
        joined: Borders that grow together, e.g. "F+L" (front, behind, left, right); all four for one large ship.
    """

    dice: tuple[int, int]
    ways: int
    layout: str
    joined: str


@dataclass(frozen=True)
class Geometry:
    """Way in which the quarters of a build join.

    Attributes:
        joined: Borders that grow together.
        layout: Layout that they make.
        quarters: Quarters of each ship.
        ways: Number of throws, of 36, that make it.
    """

    joined: str
    layout: str
    quarters: tuple[tuple[str, ...], ...]
    ways: int


def joining(tables: FleetTables | str | Path | None = None) -> tuple[Joining, ...]:
    """Return the 21 results of two dice, each with the borders that it joins and the layout that it makes.

    Args:
        tables: Tables of class IVC, or a folder of them; those of the program if None.

    Raises:
        AnalyzerError: If the folder or a table in it is wrong.

    >>> import analyzer
    >>> sum(result.ways for result in analyzer.joining() if result.layout == "three")
    4
    """
    results = fleet_tables(tables).dice
    return tuple(Joining(one.dice, one.ways, layout_of(one.joined), one.joined) for one in results)


def geometries(tables: FleetTables | None = None) -> tuple[Geometry, ...]:
    """Return the ways in which the dice can join the quarters, sorted by layout; nine in the program's tables."""
    ways: dict[str, int] = {}
    for one in joining(tables):
        ways[one.joined] = ways.get(one.joined, 0) + one.ways
    each_way = [Geometry(joined, layout_of(joined), ships_of(joined), times) for joined, times in ways.items()]
    return tuple(sorted(each_way, key=lambda one: (LAYOUTS.index(one.layout), one.joined)))


def joined_by(joined: str | None, dice: Sequence[int] | None, tables: FleetTables) -> str:
    """Return the joined borders, given by name or by the two dice.

    Raises:
        AnalyzerError: If neither is given, if they are wrong, or if they disagree.
    """
    named = None if joined is None else canonical(joined) if isinstance(joined, str) else None
    if joined is not None and named is None:
        raise AnalyzerError(f"joined {joined!r}: give borders of F (front), B (behind), L, R, e.g. F+L")
    if dice is None:
        if named is None:
            raise AnalyzerError("give the borders that grew together, as joined='F+L', or the dice, as dice=(1, 2)")
        return named
    thrown = _thrown(dice, tables)
    if named is not None and named != thrown:
        raise AnalyzerError(f"joined {named}: dice {tuple(dice)} join {thrown}; give one of the two")
    return thrown


def _thrown(dice: Sequence[int], tables: FleetTables) -> str:
    whole = not isinstance(dice, str) and isinstance(dice, Sequence) and all(type(die) is int for die in dice)
    if not whole or len(dice) != 2 or not all(1 <= die <= 6 for die in dice):
        raise AnalyzerError(f"dice {dice!r}: give two whole numbers from 1 to 6, e.g. (1, 2)")
    low, high = sorted(dice)
    return next(one.joined for one in tables.dice if one.dice == (low, high))
