"""The twin behind the same face as the product's: a position in plain types, and what may be asked of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from tests.lorry.twin.galaxy import Box, Galaxy
from tests.lorry.twin.places import fillable, legal, why_not
from tests.lorry.twin.referee import rules_of
from tests.lorry.twin.table import GameOver, Pair, Table
from tests.lorry.twin.turn import Turn
from tests.lorry.twin.ways import connected


class Refused(Exception):
    """A draw or a fill that a rule forbids."""


@dataclass(frozen=True)
class Drawn:
    """What came of one track."""

    position: Position
    joined: dict[Pair, int]
    points: int
    special: str | None


@dataclass(eq=False)
class OneWish:
    """Scores the pair that was named, else the longest of those that are free, the first of equals."""

    wish: Pair | None
    seen: dict[Pair, int] | None = None

    def pair(self, table: Table, trader: int, ways: dict[Pair, int]) -> Pair | None:
        self.seen = ways
        if self.wish is not None and self.wish not in ways:
            raise Refused(f"{self.wish} is not free to score")
        return self.wish or max(ways, key=lambda pair: ways[pair])

    def extra(self, *told: Any) -> None:
        """Extra tracks and fills are asked for one by one."""

    hole = extra


class Position:
    """One game at any moment."""

    def __init__(
        self,
        galaxy: Mapping[str, Any],
        traders: int = 2,
        tracks: Sequence[tuple[int, int, int, str]] = (),
        filled: Sequence[Box] = (),
        scored: Sequence[tuple[int, int, int, int]] = (),
    ) -> None:
        table = Table(Galaxy(galaxy), traders, rules_of(galaxy.get("switches", {})))
        for column, row, trader, ends in tracks:
            table.lay(trader, (column, row), ends)
            table.stars[trader] += table.galaxy.specials.get((column, row)) == "star"
        for box in filled:
            table.fill(box)
        table.scored = {(one, other): (trader, points) for one, other, trader, points in scored}
        self.table = table

    @classmethod
    def of(cls, table: Table) -> Position:
        """The position of a table."""
        self = cls.__new__(cls)
        self.table = table
        return self

    def legal(self, trader: int, kind: str) -> list[tuple[int, int, str]]:
        return legal(self.table, trader, kind)

    def connected(self, trader: int) -> dict[Pair, int]:
        return connected(self.table, trader)

    def fillable(self) -> list[Box]:
        return fillable(self.table)

    def draw(self, trader: int, box: Box, ends: str, score: Pair | None = None) -> Drawn:
        if self.over:
            raise Refused("the game is over")
        reason = why_not(self.table, trader, box, ends)
        if reason:
            raise Refused(reason)
        table, wish = self.table.copy(), OneWish(score)
        turn = Turn(table, trader, wish, NoRolls())
        before = connected(table, trader)
        with suppress(GameOver):
            turn.draw((*box, ends))
        if score is not None and wish.seen is None:
            raise Refused("nothing is free to score")
        joined = {pair: boxes for pair, boxes in connected(table, trader).items() if pair not in before}
        points = sum(event.get("points", 0) for event in turn.told)
        return Drawn(Position.of(table), joined, points, table.galaxy.specials.get(box))

    def fill(self, box: Box) -> Position:
        if box not in self.fillable():
            raise Refused(f"{box} may not be filled")
        table = self.table.copy()
        table.fill(box)
        return Position.of(table)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(self.table.total(trader) for trader in self.table.seats)

    @property
    def stars(self) -> tuple[int, ...]:
        return tuple(self.table.stars.values())

    @property
    def over(self) -> bool:
        return self.table.over


class NoRolls:
    """An asteroid's die that nobody reads."""

    def again(self) -> str:
        return "straight"


def shown(dice: Sequence[str], of: Mapping[str, Sequence[str]]) -> dict[tuple[str, ...], Fraction]:
    """The chance of each multiset of types, by all faces; types in alphabetical order."""
    seen = Counter(tuple(sorted(faces)) for faces in product(*(of[colour] for colour in dice)))
    return {types: Fraction(times, 6 ** len(dice)) for types, times in seen.items()}
