"""Tasks that a cluster computes, in a moving window.

A task costs the cluster the same overhead whatever its size. A large one is lost whole with its worker, and run in
vain if a run may stop early.

A worker with other rules than the sender's says so instead of running anything. It keeps nothing of a run between
two tasks except what it could compute again.

A task is a pure function of its numbers. It may be lost with its worker, with the connection or half-way back, and
is then simply sent again.
"""

from __future__ import annotations

import pickle
import socket
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from queue import Empty, SimpleQueue
from threading import Lock
from time import monotonic
from typing import Any, Protocol
from uuid import uuid4
from zlib import compress, decompress

from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import GROWTH, Job, Pace, Part, Task, run_task
from analyzer.runs.identity import Rules, rules

MOST = 1 << 24
"""Maximum number of trials in a task: 10^12 trials are 60,000 tasks."""
SHORTEST, LONGEST = 0.5, 300.0
"""Minimum and maximum seconds of a task; a task is shorter only if there is not enough to do."""
AT_ONCE = 2
"""Number of unfinished tasks sent to each worker: when it has done one, the next is already there."""


@dataclass
class Sizes(Pace):
    """Sizes of a job's tasks, adapted to the speed that workers report."""

    job: Job

    def next(self, done: int, workers: int) -> int:
        """Return the number of trials of the next task.

        Args:
            done: number of trials in the tasks before it, finished or not.
            workers: number of workers.
        """
        job, at_once = self.job, AT_ONCE * workers
        left = job.trials - done
        fair = -(-left // at_once)
        if not self.largest:
            return min(left, max(1, min(job.soon, fair)))
        size = min(MOST, GROWTH * self.largest, round(self.speed * LONGEST), fair)
        # Of a run that may stop early, the tasks under way are together no larger than what is done.
        if job.early:
            size = min(size, done // at_once)
        size = max(size, min(job.soon, job.block), round(self.speed * SHORTEST))
        if job.keep_blocks:
            size = min(size, job.block)
        size = min(size, left)
        return job.marks.within(done, done + size) - done if job.marks else size


ONE_AT_A_TIME, READING = Lock(), Lock()
"""Locks that let the threads of a worker take turns.

All tasks of a run share what its experiment has computed, and all read the same rules.
"""


@dataclass(frozen=True)
class Worker:
    """Worker of a cluster, with the version of analyzer and the rules that it runs."""

    name: str
    address: str
    host: str
    version: str
    rules: Rules

    def in_words(self) -> str:
        """Name the worker and what it has: `worker w3 (tcp://10.0.0.3:41273 on node-3) has analyzer 0.3.0, ...`."""
        name = "" if self.name == self.address else f"{self.name} "
        return f"worker {name}({self.address} on {self.host}) has analyzer {self.version}, {self.rules}"

    def has(self, version: str, rules: Rules) -> bool:
        """Return whether the worker runs that version and those rules."""
        return (self.version, self.rules) == (version, rules)


@dataclass(frozen=True)
class Answer:
    """Answer of a worker to a task.

    Args:
        worker: the worker.
        parts: counts of the task, or None if the worker has other rules.
        seconds: time that the task took.
    """

    worker: Worker
    parts: list[Part[Any]] | None
    seconds: float

    @classmethod
    def unpack(cls, packed_answer: bytes) -> Answer:
        """Return the Answer that a worker sent as bytes; unpacking can run any code that the sender chose.

        Raises:
            ValueError: if the bytes hold no Answer.
        """
        try:
            answer = pickle.loads(decompress(packed_answer))
        except Exception as error:  # bytes of somebody else may raise anything
            raise ValueError(str(error)) from error
        if not isinstance(answer, cls):
            raise ValueError(f"it is of type {type(answer).__name__}")
        return answer


class PackedCall:
    """Function call packed as bytes: unpacking the bytes runs the function and returns its result.

    The scheduler also unpacks what it is sent, but may lack this package, and workers may have another version.
    Therefore a task travels as plain bytes, and only a worker unpacks them.
    """

    def __init__(self, function: Callable[..., bytes], *args: Any) -> None:
        self._does = function, args

    def __reduce__(self) -> tuple[Callable[..., bytes], tuple[Any, ...]]:
        return self._does

    def pack(self) -> bytes:
        """Return the call as bytes for `pickle.loads`."""
        return pickle.dumps(self)


def pack_experiment(experiment: Any, count: Callable[..., Any]) -> bytes:
    """Return an experiment and its counting function as bytes, to travel with every task."""
    import cloudpickle

    return compress(cloudpickle.dumps((experiment, count)))


def run_on_worker(
    world: str, version: str, wanted_rules: Rules, pack: bytes, task: Task, block: int, keep_blocks: bool
) -> bytes:
    """Run a task on a worker and return its packed Answer.

    Args:
        world: name of the game.
        version: version of analyzer that the sender has.
        wanted_rules: rules that the sender has.
        pack: the experiment and its counting function, packed.
        task: the trials to run.
        block: maximum number of trials held in memory at once.
        keep_blocks: whether to keep each block's count.
    """
    begun = monotonic()
    me = this_worker(world)
    parts = None
    if me.has(version, wanted_rules):
        with ONE_AT_A_TIME:
            experiment, count = _unpacked(pack)
            parts = run_task(experiment, count, task, block, keep_blocks=keep_blocks, stop=_is_cancelled)
    return _pack_answer(Answer(me, parts, monotonic() - begun))


def tell_rules(world: str) -> bytes:
    """Return a packed Answer that holds this worker's rules and no counts.

    It does not wait for the task that the worker may be running.
    """
    return _pack_answer(Answer(this_worker(world), None, 0.0))


def this_worker(world: str) -> Worker:
    """Return a description of the worker that runs this code; outside a cluster its name and address are ""."""
    from distributed import get_worker

    from analyzer import __version__

    try:
        worker = get_worker()
        name, address = str(worker.name), str(worker.address)
    except ValueError:
        name, address = "", ""
    with READING:
        return Worker(name, address, socket.gethostname(), __version__, rules(world))


@lru_cache(maxsize=4)
def _unpacked(pack: bytes) -> Any:
    """Return the experiment and counting function that are packed in bytes.

    All tasks of a run share these objects, and therefore the values that these objects cache.
    """
    return pickle.loads(decompress(pack))


def _pack_answer(answer: Answer) -> bytes:
    return compress(pickle.dumps(answer))


def _is_cancelled() -> bool:
    """Return whether the sender has cancelled the task of this thread; False if that cannot be found out."""
    try:
        from distributed import get_worker
        from distributed.worker import thread_state

        task = get_worker().state.tasks.get(thread_state.key)
        return task is None or task.state == "cancelled"
    except (AttributeError, ImportError, KeyError):
        return False


TICK = 1.0
"""Seconds without news after which the cluster is checked."""
TRIES = 5
"""Number of times a task is sent; each time the scheduler may try several workers (its `allowed-failures`)."""
HELD = 32
"""Number of finished tasks, for each worker, that may wait because an earlier task is not finished."""


class ConnectionProtocol(Protocol):
    """Part of a Connection's interface that a Window uses, to be replaced in tests."""

    address: str

    def send(self, errand: bytes, key: str, ended: Callable[[Any], None]) -> Any:
        """Send a packed call to a worker and return the future of its result; `ended` is called once it ends."""

    def take(self, future: Any) -> bytes | None:
        """Return the result of a future, or None if it was lost."""

    def call_off(self, future: Any) -> None:
        """Cancel a task whose result is no longer needed."""

    def threads(self) -> dict[str, int]:
        """Return the number of threads of each worker, by its address."""


@dataclass
class PendingTask:
    """Task that was sent and whose counts were not yielded yet.

    Args:
        task: the trials to run.
        sent: number of times that the task was sent.
        future: future of the latest of these times, or None.
        parts: counts of the task, or None until a worker has returned them.
    """

    task: Task
    sent: int = 0
    future: Any = None
    parts: list[Part[Any]] | None = None


class Window:
    """Sender of a job's tasks: it keeps a limited number of them under way and yields their counts in order.

    Args:
        connection: connection to the scheduler.
        job: the trials to run.
        pack_task: packs a task as bytes.
        refuse: makes the error about a worker with other rules.
        says: called with messages for the user.
        patience: seconds that may pass without any worker.
    """

    def __init__(
        self,
        connection: ConnectionProtocol,
        job: Job,
        pack_task: Callable[[Task], bytes],
        *,
        refuse: Callable[[Answer], AnalyzerError],
        says: Callable[[str], None],
        patience: float,
    ) -> None:
        self._connection, self._job, self._pack_task = connection, job, pack_task
        self._refuse, self._says, self._patience = refuse, says, patience
        self._sizes = Sizes(job)
        self._next = job.done
        self._pending: dict[int, PendingTask] = {}
        self._ended: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        self._run, self._keys, self._numbers = uuid4().hex[:12], count(), count()
        self._workers, self._looked, self._crowded = 0, 0.0, False
        self._alone: float | None = None

    def parts(self) -> Generator[Part[Any], None, None]:
        """Yield the counts of all tasks in order; tasks still under way when the caller stops are called off."""
        taken = 0
        self._look()
        try:
            while self._fill():
                self._hear()
                while taken in self._pending and (parts := self._pending[taken].parts) is not None:
                    del self._pending[taken]
                    taken += 1
                    yield from parts
        finally:
            for pending in self._pending.values():
                self._call_off(pending)

    def _fill(self) -> bool:
        """Send new tasks up to the limits; return whether any is under way, or done with counts not yet yielded."""
        workers = max(1, self._workers)
        held = (AT_ONCE if self._job.keep_blocks else HELD) * workers
        out = sum(pending.parts is None for pending in self._pending.values())
        while self._next < self._job.trials and out < AT_ONCE * workers and len(self._pending) < held:
            task = Task(self._job.first, self._next, self._sizes.next(self._next, workers), self._job.marks)
            self._next += task.trials
            number = next(self._numbers)
            self._pending[number] = PendingTask(task)
            self._send(number)
            out += 1
        return bool(self._pending)

    def _send(self, number: int) -> None:
        """Send a task, for the first time or again."""
        pending = self._pending[number]
        if pending.sent == TRIES:
            raise self._lost(pending.task)
        pending.sent += 1
        pending.future = self._connection.send(
            self._pack_task(pending.task),
            # The scheduler would answer a known key with the outcome of the last try.
            f"analyzer-{self._run}-{next(self._keys)}",
            lambda future: self._ended.put((number, future)),
        )

    def _hear(self) -> None:
        """Wait briefly for a task to end and take its result; a lost task is sent again."""
        try:
            number, future = self._ended.get(timeout=TICK)
        except Empty:
            self._look()
            return
        pending = self._pending.get(number)
        # Outcome of an earlier try: only the latest one counts.
        if pending is None or pending.future is not future:
            return
        reply = self._connection.take(future)
        answer = None if reply is None else self._unpacked(reply)
        if answer is not None and answer.parts is None:
            raise self._refuse(answer)
        self._call_off(pending)
        # Lost with its worker, or cut short by the cluster: send it again.
        if answer is None or sum(part.trials for part in answer.parts or ()) < pending.task.trials:
            self._look()
            self._send(number)
        else:
            pending.parts = answer.parts
            self._sizes.add(pending.task.trials, answer.seconds)
            if monotonic() - self._looked > TICK:
                self._look()

    def _unpacked(self, packed_answer: bytes) -> Answer:
        """Return the Answer that a worker sent as bytes; raise AnalyzerError if the bytes hold none."""
        try:
            return Answer.unpack(packed_answer)
        except ValueError as error:
            raise AnalyzerError(
                f"scheduler {self._connection.address}: the reply is not one of analyzer ({error}): check the "
                "address, and connect only to a cluster that you trust"
            ) from None

    def _call_off(self, pending: PendingTask) -> None:
        """Cancel a pending task whose result is no longer needed."""
        if pending.future is not None:
            self._connection.call_off(pending.future)
            pending.future = None

    def _look(self) -> None:
        """Count the workers that the scheduler has now.

        Raises:
            AnalyzerError: if the scheduler is gone, or there was no worker for too long.
        """
        threads = self._connection.threads()
        self._workers, self._looked = len(threads), monotonic()
        if self._workers:
            self._alone = None
            self._tell_of_threads(threads)
        elif self._alone is None:
            self._alone = self._looked
            self._says(f"{self._connection.address}: no workers now: waiting for one")
        elif self._looked - self._alone > self._patience:
            raise AnalyzerError(
                f"scheduler {self._connection.address}: no worker for {self._patience:,.0f} seconds: start one "
                f"(dask worker {self._connection.address} --nthreads 1), and repeat the command"
            )

    def _tell_of_threads(self, threads: dict[str, int]) -> None:
        """Tell the user, once, if workers have several threads; only one thread of each worker runs tasks."""
        many = sum(number > 1 for number in threads.values())
        if many and not self._crowded:
            self._crowded = True
            self._says(
                f"{self._connection.address}: {many} of {len(threads)} workers have several threads, but only one "
                "thread of each works at a time: start one worker for each processor, with --nthreads 1"
            )

    def _lost(self, task: Task) -> AnalyzerError:
        """Return the error for a task that was lost too often."""
        first = task.first + task.done
        return AnalyzerError(
            f"scheduler {self._connection.address}: numbers {first:,} to {first + task.trials - 1:,} were lost {TRIES} "
            "times because their workers ended: see in the output of the workers why (most often for lack of memory), "
            "and repeat the command"
        )
