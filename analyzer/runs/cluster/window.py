"""Tasks on their way to the workers of a cluster: so many at once, taken in order, sent again where they are lost.

A task is a pure function of its numbers. So it may be lost with its worker, with the connection or half-way back, and
is simply sent again; nothing of a run lies anywhere but here.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count as numbers
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import Job, Part, Task
from analyzer.runs.cluster.errand import Answer, Errand, run_there
from analyzer.runs.cluster.sizes import AT_ONCE, Sizes

if TYPE_CHECKING:
    from distributed import Future

TICK = 1.0
"""Seconds after which somebody looks whether the cluster is still there, if nothing is heard of it."""
GONE = 20.0
"""Seconds without the scheduler after which it is gone."""
TRIES = 5
"""How often a task is sent; the scheduler gives it to several workers each time (its `allowed-failures`)."""
HELD = 32
"""Tasks for each worker that may be done and wait for one before them."""
BACK = 30.0
"""Seconds in which what a worker has done must be here."""


@dataclass
class Flying:
    """A task on its way: its number, how often it was sent, the future of the last time, and what came back."""

    number: int
    task: Task
    sent: int = 0
    future: Future | None = None
    parts: list[Part[Any]] | None = None


@dataclass
class Window:
    """All tasks of a job, some at a time.

    `refuse` is asked for the error where a worker goes by other rules; `says` hears what people should know; `patience`:
    how many seconds may pass without any worker.
    """

    client: Any
    where: str
    job: Job
    pack: bytes
    rules: tuple[str, str]
    world: str
    patience: float
    refuse: Callable[[Answer], AnalyzerError]
    says: Callable[[str], None]
    _flying: dict[int, Flying] = field(default_factory=dict, init=False)
    _ended: SimpleQueue[tuple[int, Any]] = field(default_factory=SimpleQueue, init=False)
    _alone: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._name = f"analyzer-{uuid4().hex[:12]}"
        self._sizes = Sizes(self.job)
        self._next, self._number, self._sent = self.job.done, 0, numbers()
        self._workers = self._looked_for()

    def parts(self) -> Generator[Part[Any], None, None]:
        """The parts of all tasks, in order; whatever is still on its way when nobody wants more is called off."""
        first = 0
        try:
            while True:
                self._fill()
                if not self._flying:
                    return
                self._hear()
                while first in self._flying and (parts := self._flying[first].parts) is not None:
                    del self._flying[first]
                    first += 1
                    yield from parts
        finally:
            self._call_off()

    def _fill(self) -> None:
        """Send as many tasks as there is room for."""
        workers = max(1, self._workers)
        held = AT_ONCE if self.job.whole else HELD
        while self._next < self.job.trials and len(self._flying) < held * workers:
            if sum(flying.parts is None for flying in self._flying.values()) >= AT_ONCE * workers:
                return
            size = self._sizes.next(self._next, workers)
            task = Task(self.job.first, self._next, size, self.job.marks)
            self._flying[self._number] = Flying(self._number, task)
            self._send(self._flying[self._number])
            self._next += size
            self._number += 1

    def _send(self, flying: Flying) -> None:
        """Send a task, or send it again."""
        if flying.sent >= TRIES:
            first = flying.task.first + flying.task.done
            raise AnalyzerError(
                f"{self.where}: trials {first:,} to {first + flying.task.trials - 1:,} were lost with their workers "
                f"{TRIES} times over: look why workers die there (mostly for want of memory: give each 1 GB or more)"
            )
        flying.sent += 1
        errand = Errand(run_there, self.world, self.rules, self.pack, flying.task, self.job.block, self.job.whole)
        flying.future = self.client.submit(
            pickle.loads, errand.sealed(), key=f"{self._name}-{next(self._sent)}", pure=False
        )
        flying.future.add_done_callback(lambda future: self._ended.put((flying.number, future)))

    def _hear(self) -> None:
        """Wait until a task has ended, or for a while, and take what came of it."""
        try:
            number, future = self._ended.get(timeout=TICK)
        except Empty:
            self._look()
            return
        flying = self._flying.get(number)
        if flying is None or flying.future is not future:
            return
        answer = self._answer(future)
        if answer is None:
            self._look()
            self._send(flying)
        elif answer.parts is None:
            raise self.refuse(answer)
        else:
            flying.parts, flying.future = answer.parts, None
            self._sizes.heard(flying.task.trials, answer.seconds)

    def _answer(self, future: Any) -> Answer | None:
        """What a worker says, None where it was lost."""
        from distributed import CancelledError, KilledWorker

        try:
            answer = Answer.opened(future.result(timeout=BACK))
        except (KilledWorker, CancelledError, TimeoutError):
            return None
        except (ImportError, AttributeError) as error:
            raise AnalyzerError(
                f"{self.where}: a worker lacks what is needed to run this ({error}): install analyzer "
                f"{self.rules[0]} on all of them and start them anew"
            ) from None
        done = sum(part.trials for part in answer.parts or ())
        whole = answer.parts is None or done == next(task for task in (self._task_of(future),)).trials
        return answer if whole else None

    def _look(self) -> None:
        """See that scheduler and workers are still there; raises AnalyzerError where they are not."""
