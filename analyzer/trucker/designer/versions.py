"""Versions of a draft: history and flights."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from analyzer.errors import AnalyzerError
from analyzer.trucker.designer import facts
from analyzer.trucker.designer.looks import Block, Key, Known, Wish, remember
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.ship.layout import Layout

State = TypeVar("State")
MOST_STEPS = 500
"""Steps that are kept; beyond that the oldest ends of branches go first, then the oldest steps of all."""


@dataclass(eq=False)
class Step(Generic[State]):
    """One step: the state after it, the step before it, those after it, and when it was made, in seconds since 1970."""

    number: int
    state: State
    before: Step[State] | None
    time: float
    after: list[Step[State]] = field(default_factory=list)
    last: Step[State] | None = None
    """Of those after it the one that was visited last, where "do again" leads."""


class History(Generic[State]):
    """The steps, and at which of them the drawing is."""

    def __init__(self, state: State) -> None:
        self.at: Step[State] = Step(0, state, None, time.time())
        self._steps = {0: self.at}
        self._next = 1

    def __len__(self) -> int:
        return len(self._steps)

    def __iter__(self) -> Iterator[Step[State]]:
        """All steps, the oldest first."""
        return iter(self._steps.values())

    @property
    def behind(self) -> int:
        """How many steps lead here."""
        return sum(1 for _ in _up(self.at)) - 1

    @property
    def ahead(self) -> int:
        """How many steps may be done again."""
        step, count = self.at, 0
        while step.last is not None:
            step, count = step.last, count + 1
        return count

    def add(self, state: State) -> None:
        """A step from here: where others lead from here already, another branch."""
        step = Step(self._next, state, self.at, time.time())
        self._next += 1
        self._steps[step.number] = step
        self.at.after.append(step)
        self.at.last = step
        self.at = step
        while len(self._steps) > MOST_STEPS:
            self._drop_one()

    def undo(self) -> None:
        """One step back; raises AnalyzerError where there is none."""
        if self.at.before is None:
            raise AnalyzerError("nothing to undo")
        self._visit(self.at.before)

    def redo(self) -> None:
        """One step forth, along the branch that was left last; raises AnalyzerError where there is none."""
        if self.at.last is None:
            raise AnalyzerError("nothing to redo")
        self._visit(self.at.last)

    def go(self, number: int) -> None:
        """To any step; raises AnalyzerError for one that is not there any more."""
        if number not in self._steps:
            raise AnalyzerError(f"step {number} is not there any more: only the last {MOST_STEPS} are kept")
        self._visit(self._steps[number])

    def _visit(self, step: Step[State]) -> None:
        """Be there; from the root on, "do again" leads there and then on."""
        self.at = step
        for one in _up(step):
            if one.before is not None:
                one.before.last = one

    def _drop_one(self) -> None:
        """The oldest end of a branch that does not lead here; else the root."""
        leading = set(_up(self.at))
        for step in self:
            if not step.after and step not in leading:
                self._remove(step)
                return
        root = next(step for step in self if step.before is None)
        for step in root.after:
            step.before = None
        del self._steps[root.number]

    def _remove(self, step: Step[State]) -> None:
        assert step.before is not None
        step.before.after.remove(step)
        if step.before.last is step:
            step.before.last = step.before.after[-1] if step.before.after else None
        del self._steps[step.number]


def _up(step: Step[State] | None) -> Iterator[Step[State]]:
    """A step and all before it, up to the root."""
    while step is not None:
        yield step
        step = step.before


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


MOST = 40
"""Versions that are kept; beyond that one has to go first."""


@dataclass(eq=False)
class Version:
    """A ship as it was kept, when, in seconds since 1970, and what its flights came to in which setting."""

    number: int
    ship: Layout
    time: float
    figures: Plain | None = None
    known_in: str = ""

    def as_dict(self) -> Plain:
        """What a page draws of it."""
        return facts.of_small(self.ship) | {
            "id": self.number,
            "name": self.ship.name,
            "time": 1000 * self.time,
            "flaws": len(self.ship.flaws()),
            "figures": self.figures,
        }


@dataclass
class Versions:
    """The strip, the oldest first; `against`: the number of the one that changes are measured against, if any."""

    all: dict[int, Version] = field(default_factory=dict)
    against: int | None = None
    _next: int = 1

    def add(self, ship: Layout) -> Version:
        """Keep the ship; one that is there already is not kept twice. Raises AnalyzerError where there is no room."""
        for version in self.all.values():
            if version.ship == ship:
                return version
        if len(self.all) >= MOST:
            raise AnalyzerError(f"{MOST} versions are kept: drop one first")
        version = self.all[self._next] = Version(self._next, ship, time.time())
        self._next += 1
        return version

    def take(self, left: list[tuple[Layout, float]]) -> None:
        """Keep these too, each with its time; raises AnalyzerError where there is no room for all of them."""
        new = [(ship, when) for ship, when in left if all(ship != version.ship for version in self.all.values())]
        if len(self.all) + len(new) > MOST:
            raise AnalyzerError(f"{len(self.all)} versions are kept, and with these more than {MOST}: drop some first")
        for ship, when in new:
            self.add(ship).time = when

    def find(self, number: int) -> Version:
        """The version of that number; raises AnalyzerError for none."""
        if number not in self.all:
            raise AnalyzerError(f"version {number} is not there any more")
        return self.all[number]

    def drop(self, number: int) -> None:
        """Keep it no longer."""
        self.find(number)
        del self.all[number]
        if self.against == number:
            self.against = None

    @property
    def base(self) -> Layout | None:
        """What changes are measured against."""
        return None if self.against is None else self.all[self.against].ship

    def wish(self, change: int, setting: Setting, steps: tuple[int, ...]) -> WishForVersions | None:
        """The flights of those of which nothing is known in that setting; None where all are known."""
        known_in = self._key(setting)
        unknown = tuple((one.number, one.ship) for one in self.all.values() if one.known_in != known_in)
        return WishForVersions(change, setting, unknown, self.base, steps, known_in) if unknown else None

    def learn(self, look: Plain) -> None:
        """What the flights of one came to."""
        if look["id"] in self.all:
            version = self.all[look["id"]]
            version.figures, version.known_in = look["figures"], look["known_in"]

    def message(self) -> Plain:
        """The strip as pages are told of it."""
        return {"kind": "versions", "versions": [one.as_dict() for one in self.all.values()], "against": self.against}

    def _key(self, setting: Setting) -> str:
        """In what figures hold: another setting, or another version to compare with, needs other flights."""
        return f"{setting} {self.against}"
