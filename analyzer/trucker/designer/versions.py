"""History of a drawing as a tree of steps, and kept versions with the results of their flights."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from analyzer.errors import AnalyzerError
from analyzer.trucker.designer import facts
from analyzer.trucker.designer.flight_tasks import (
    Block,
    FlightTask,
    FlownAfterDrawing,
    Key,
    KnownBlocks,
    TaskMessage,
    remember,
)
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.ship.layout import Layout

State = TypeVar("State")
MOST_STEPS = 500
"""The largest number of kept steps; when there are more, ends of other branches are dropped first, then old steps."""


@dataclass(eq=False)
class Step(Generic[State]):
    """A step of the history, a node of its tree.

    Attributes:
        number: The number of the step.
        state: The state after the step.
        before: The step before; None at the root.
        time: When it was made, in seconds since 1970.
        after: The steps that follow.
    """

    number: int
    state: State
    before: Step[State] | None
    time: float
    after: list[Step[State]] = field(default_factory=list)
    last: Step[State] | None = None
    """The following step that was visited last, to which "redo" leads."""


class History(Generic[State]):
    """History of a drawing: the tree of its steps, and the current step."""

    def __init__(self, state: State) -> None:
        self.at: Step[State] = Step(0, state, None, time.time())
        self._steps = {0: self.at}
        self._next = 1

    def __len__(self) -> int:
        return len(self._steps)

    def __iter__(self) -> Iterator[Step[State]]:
        """Yield all steps of the history, the oldest first."""
        return iter(self._steps.values())

    @property
    def behind(self) -> int:
        """The number of steps that can be undone."""
        return sum(1 for _ in _up(self.at)) - 1

    @property
    def ahead(self) -> int:
        """The number of steps that can be redone."""
        step, count = self.at, 0
        while step.last is not None:
            step, count = step.last, count + 1
        return count

    def add(self, state: State) -> None:
        """Append a step to the current step, and go to it; if other steps follow already, a new branch begins."""
        step = Step(self._next, state, self.at, time.time())
        self._next += 1
        self._steps[step.number] = step
        self.at.after.append(step)
        self.at.last = step
        self.at = step
        while len(self._steps) > MOST_STEPS:
            self._drop_one()

    def undo(self) -> None:
        """Go back to the step before the current one.

        Raises:
            AnalyzerError: There is no step before.
        """
        if self.at.before is None:
            raise AnalyzerError("nothing to undo")
        self._visit(self.at.before)

    def redo(self) -> None:
        """Go one step forward, along the branch that was visited last.

        Raises:
            AnalyzerError: No step follows.
        """
        if self.at.last is None:
            raise AnalyzerError("nothing to redo")
        self._visit(self.at.last)

    def go(self, number: int) -> None:
        """Go to the step with the given number, on any branch.

        Raises:
            AnalyzerError: The step was dropped.
        """
        if number not in self._steps:
            raise AnalyzerError(f"step {number} is not there any more: only the last {MOST_STEPS} are kept")
        self._visit(self._steps[number])

    def _visit(self, step: Step[State]) -> None:
        """Go to a step, and make "redo" follow the branch from the root to this step."""
        self.at = step
        for one in _up(step):
            if one.before is not None:
                one.before.last = one

    def _drop_one(self) -> None:
        """Drop the oldest step without steps after it, on a branch that does not lead to the current step.

        If there is no such branch, drop the root.
        """
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
    """Yield a step and all steps before it, up to the root."""
    while step is not None:
        yield step
        step = step.before


Plain = dict[str, Any]
IN_STRIP = ("arrived", "credits")
CONDITIONS = ("flights", "of", "verdict", "setting", "captain", "route", "seed")
STEPS = (1_000, 4_000, 20_000)
"""The numbers of flights after which two versions are shown side by side."""


@dataclass(frozen=True)
class VersionsTask(FlownAfterDrawing):
    """A task that computes the results of kept versions, and compares each with a base ship of the same board.

    Attributes:
        number: The number of the drawing's latest change when the task is made.
        setting: The conditions of the flights.
        versions: Pairs of a version's number and its ship.
        base: The ship to compare with; None for no comparison.
        steps: The numbers of flights after which results are computed.
        known_in: The key of the conditions of these flights, which is stored with the results.
    """

    number: int
    setting: Setting
    versions: tuple[tuple[int, Layout], ...]
    base: Layout | None
    steps: tuple[int, ...]
    known_in: str

    @property
    def ship(self) -> Layout:
        """The first of the kept versions that are flown."""
        return self.versions[0][1]

    def messages(self, known: KnownBlocks) -> Iterator[TaskMessage]:
        """Yield a message for each version, with the results of its flights, or with its faults if it cannot fly."""
        for place, (number, ship) in enumerate(self.versions, 1):
            base = self.base if self.base is not None and self.base.board == ship.board else None
            new: dict[Key, Block] = {}
            figures: Plain
            try:
                told = [*FlightTask(self.number, self.setting, ship, base, self.steps).messages(known)]
                new = {key: block for _, blocks in told for key, block in blocks.items()}
                look = told[-1][0]
                figures = {row["name"]: _cells(row) for row in look["rows"] if row["name"] in IN_STRIP}
                figures |= {"flights": look["flights"], "setting": look["setting"]}
            except AnalyzerError as error:
                figures = {"faults": error.lines}
            remember(known, new)
            yield self._message(number, figures, place == len(self.versions)), new

    def fault_message(self, faults: Sequence[str]) -> Plain:
        """Return the message that no version can be flown."""
        return self._message(self.versions[0][0], {"faults": [*faults]}, True)

    def _message(self, number: int, figures: Plain, done: bool) -> Plain:
        what = {"id": number, "figures": figures, "known_in": self.known_in}
        return {"kind": "version", "change": self.number, "done": done, **what}


def _cells(row: Plain) -> Plain:
    return {name: row[name] for name in ("text", "interval", "change")}


@dataclass(frozen=True)
class PairTask(FlownAfterDrawing):
    """A task that compares two ships: the results of each, and their difference in the same flights."""

    number: int
    setting: Setting
    first: Layout
    second: Layout
    numbers: tuple[int, int]
    """The numbers of the versions; 0 is the drawing."""
    steps: tuple[int, ...] = STEPS

    @property
    def ship(self) -> Layout:
        """The second ship, for whose board the flying process prepares."""
        return self.second

    def messages(self, known: KnownBlocks) -> Iterator[TaskMessage]:
        """Yield a message after every number of flights in `steps`: results of both ships, and their difference."""
        for before, look, new in side_by_side(self.number, self.setting, self.first, self.second, self.steps, known):
            rows = [
                {name: one[name] for name in ("name", "label", "meaning", "change")}
                | {"cells": [_cells(was), _cells(one)]}
                for was, one in zip(before["rows"], look["rows"], strict=True)
            ]
            done = look["flights"] == self.steps[-1]
            conditions = {name: look[name] for name in CONDITIONS}
            yield self._message(done) | conditions | {"rows": rows}, new

    def fault_message(self, faults: Sequence[str]) -> Plain:
        """Return the message that the ships cannot be flown."""
        return self._message(True) | {"faults": [*faults]}

    def _message(self, done: bool) -> Plain:
        return {"kind": "pair", "change": self.number, "ids": self.numbers, "done": done}


def side_by_side(
    number: int, setting: Setting, first: Layout, second: Layout, steps: tuple[int, ...], known: KnownBlocks
) -> Iterator[tuple[Plain, Plain, dict[Key, Block]]]:
    """Yield, after every step, the results of the first ship, those of the second, and the new blocks of flights.

    Args:
        number: The number of the drawing's latest change.
        setting: The conditions of the flights.
        first: The first ship.
        second: The second ship, whose results include the change from the first.
        steps: The numbers of flights after which results are computed.
        known: Blocks that were flown before.
    """
    apart = FlightTask(number, setting, first, None, steps).messages(known)
    against = FlightTask(number, setting, second, first, steps).messages(known)
    for before, new in apart:
        remember(known, new)
        after, more = next(against)
        remember(known, more)
        yield before, after, new | more


MOST = 40
"""The largest number of versions that are kept."""


@dataclass(eq=False)
class Version:
    """A version of the drawn ship that the user kept for comparison.

    Attributes:
        number: The number of the version.
        ship: The ship.
        time: When it was kept, in seconds since 1970.
        figures: The results of its flights, or its faults; None if it was not flown.
        known_in: The key of the conditions under which it was flown; "" if it was not flown.
    """

    number: int
    ship: Layout
    time: float
    figures: Plain | None = None
    known_in: str = ""

    def as_dict(self) -> Plain:
        """Return the version in plain types, as pages show it, with the time in milliseconds since 1970."""
        return facts.small_picture(self.ship) | {
            "id": self.number,
            "name": self.ship.name,
            "time": 1000 * self.time,
            "flaws": len(self.ship.flaws()),
            "figures": self.figures,
        }


@dataclass
class Versions:
    """The versions of the drawn ship that the user kept.

    Attributes:
        all: The versions by number, the oldest first.
        against: The number of the version that changes are compared with; None for none.
    """

    all: dict[int, Version] = field(default_factory=dict)
    against: int | None = None
    _next: int = 1

    def add(self, ship: Layout) -> Version:
        """Keep a ship, and return its version; if the ship is kept already, return that version.

        Raises:
            AnalyzerError: There is no room for another version.
        """
        for version in self.all.values():
            if version.ship == ship:
                return version
        if len(self.all) >= MOST:
            raise AnalyzerError(f"{MOST} versions are kept: drop one first")
        version = self.all[self._next] = Version(self._next, ship, time.time())
        self._next += 1
        return version

    def take(self, left: list[tuple[Layout, float]]) -> None:
        """Keep several ships as versions, except ships that are kept already.

        Args:
            left: The ships, each with the time when it was kept, in seconds since 1970.

        Raises:
            AnalyzerError: There is no room for all of them.
        """
        new = [(ship, when) for ship, when in left if all(ship != version.ship for version in self.all.values())]
        if len(self.all) + len(new) > MOST:
            raise AnalyzerError(f"{len(self.all)} versions are kept, and with these more than {MOST}: drop some first")
        for ship, when in new:
            self.add(ship).time = when

    def find(self, number: int) -> Version:
        """Return the kept version with the given number.

        Raises:
            AnalyzerError: No version has that number.
        """
        if number not in self.all:
            raise AnalyzerError(f"version {number} is not there any more")
        return self.all[number]

    def drop(self, number: int) -> None:
        """Drop the kept version with the given number."""
        self.find(number)
        del self.all[number]
        if self.against == number:
            self.against = None

    @property
    def base(self) -> Layout | None:
        """The ship that changes are compared with; None for none."""
        return None if self.against is None else self.all[self.against].ship

    def task(self, change: int, setting: Setting, steps: tuple[int, ...]) -> VersionsTask | None:
        """Return the task that flies all versions without results under these conditions; None if all have results.

        Args:
            change: The number of the latest change of the drawing.
            setting: The conditions of the flights.
            steps: The numbers of flights after which results are computed.
        """
        known_in = f"{setting} {self.against}"
        unknown = tuple((one.number, one.ship) for one in self.all.values() if one.known_in != known_in)
        return VersionsTask(change, setting, unknown, self.base, steps, known_in) if unknown else None

    def learn(self, look: Plain) -> None:
        """Store the results of a version from a message of its flights; ignore a version that was dropped."""
        if look["id"] in self.all:
            version = self.all[look["id"]]
            version.figures, version.known_in = look["figures"], look["known_in"]

    def message(self) -> Plain:
        """Return the message that shows all kept versions on the page."""
        return {"kind": "versions", "versions": [one.as_dict() for one in self.all.values()], "against": self.against}
