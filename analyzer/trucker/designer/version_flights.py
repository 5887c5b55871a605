"""Flights of versions that were kept: of each for the strip, and of two beside each other through the same flights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.trucker.designer.looks import Block, Key, Known, Wish, remember
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.ship.layout import Layout

Plain = dict[str, Any]
Look = tuple[Plain, dict[Key, Block]]
IN_STRIP = ("arrived", "credits")
CONDITIONS = ("flights", "of", "verdict", "setting", "captain", "route", "seed")
STEPS = (1_000, 4_000, 20_000)
"""Two versions are shown beside each other after so many flights of both."""


@dataclass(frozen=True)
class WishForVersions:
    """Versions, each with its number, whose figures are asked for, against a base of the same board, if there is one.

    known_in: what the figures are to be known by.
    """

    number: int
    setting: Setting
    versions: tuple[tuple[int, Layout], ...]
    base: Layout | None
    steps: tuple[int, ...]
    known_in: str

    @property
    def ship(self) -> Layout:
        """The first of them."""
        return self.versions[0][1]

    def prepare(self) -> None:
        """Nothing that the flights of the ship did not load."""

    def looks(self, known: Known) -> Iterator[Look]:
        """A message for each version once it is flown; of one that cannot fly, why."""
        for place, (number, ship) in enumerate(self.versions, 1):
            base = self.base if self.base is not None and self.base.board == ship.board else None
            new: dict[Key, Block] = {}
            figures: Plain
            try:
                looks = [*Wish(self.number, self.setting, ship, base, self.steps).looks(known)]
                new = {key: block for _, blocks in looks for key, block in blocks.items()}
                look = looks[-1][0]
                figures = {row["name"]: _cells(row) for row in look["rows"] if row["name"] in IN_STRIP}
                figures |= {"flights": look["flights"], "setting": look["setting"]}
            except AnalyzerError as error:
                figures = {"faults": error.lines}
            remember(known, new)
            yield self._message(number, figures, place == len(self.versions)), new

    def grounded(self, faults: Sequence[str]) -> Plain:
        """The message where none can be flown."""
        return self._message(self.versions[0][0], {"faults": [*faults]}, True)

    def _message(self, number: int, figures: Plain, done: bool) -> Plain:
        what = {"id": number, "figures": figures, "known_in": self.known_in}
        return {"kind": "version", "change": self.number, "done": done, **what}


def _cells(row: Plain) -> Plain:
    return {name: row[name] for name in ("text", "interval", "change")}


@dataclass(frozen=True)
class WishForPair:
    """Two ships side by side: what each is worth, and the difference, flight by flight."""

    number: int
    setting: Setting
    first: Layout
    second: Layout
    numbers: tuple[int, int]
    """Of the versions; 0 is the drawing."""
    steps: tuple[int, ...] = STEPS

    @property
    def ship(self) -> Layout:
        """The second of them."""
        return self.second

    def prepare(self) -> None:
        """Nothing that the flights of the ship did not load."""

    def looks(self, known: Known) -> Iterator[Look]:
        """The message after every step."""
        for before, look, new in side_by_side(self.number, self.setting, self.first, self.second, self.steps, known):
            rows = [
                {name: one[name] for name in ("name", "label", "meaning", "change")}
                | {"cells": [_cells(was), _cells(one)]}
                for was, one in zip(before["rows"], look["rows"], strict=True)
            ]
            done = look["flights"] == self.steps[-1]
            conditions = {name: look[name] for name in CONDITIONS}
            yield self._message(done) | conditions | {"rows": rows}, new

    def grounded(self, faults: Sequence[str]) -> Plain:
        """The message where they cannot be flown."""
        return self._message(True) | {"faults": [*faults]}

    def _message(self, done: bool) -> Plain:
        return {"kind": "pair", "change": self.number, "ids": self.numbers, "done": done}


def side_by_side(
    number: int, setting: Setting, first: Layout, second: Layout, steps: tuple[int, ...], known: Known
) -> Iterator[tuple[Plain, Plain, dict[Key, Block]]]:
    """After every step the risk of the first, that of the second against it, and the blocks that were flown."""
    apart = Wish(number, setting, first, None, steps).looks(known)
    against = Wish(number, setting, second, first, steps).looks(known)
    for before, new in apart:
        remember(known, new)
        after, more = next(against)
        remember(known, more)
        yield before, after, new | more
