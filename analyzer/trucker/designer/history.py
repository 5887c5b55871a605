"""All steps of a drawing as a tree: undo goes towards its root, and what was undone stays as a branch."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from analyzer.errors import AnalyzerError

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
