"""What is sent to a worker of the cluster, and what it sends back; this side of it runs on the worker.

A worker that has other rules than the one who asks says so in place of running anything. Nothing of a run lies on a
worker between two tasks but what it would work out again, so nothing is lost with it.
"""

from __future__ import annotations

import pickle
import socket
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from time import monotonic
from typing import Any
from zlib import compress, decompress

from analyzer.montecarlo.blocks import Part, Task, run_task
from analyzer.runs.identity import Rules, rules

ONE_AT_A_TIME, READING = Lock(), Lock()
"""Threads of a process take turns, as all tasks of a run share what its experiment has worked out; and so they do when
they read the rules."""


@dataclass(frozen=True)
class Worker:
    """A worker of a cluster, with the version of analyzer and the rules that it runs."""

    name: str
    address: str
    host: str
    version: str
    rules: Rules

    def in_words(self) -> str:
        """Name the worker and what it has: `worker w3 (tcp://10.0.0.3:41273 on node-3) has analyzer 0.1.0, ...`."""
        name = "" if self.name == self.address else f"{self.name} "
        return f"worker {name}({self.address} on {self.host}) has analyzer {self.version}, {self.rules}"

    def has(self, version: str, rules: Rules) -> bool:
        """Return whether the worker runs that version and those rules."""
        return (self.version, self.rules) == (version, rules)


@dataclass(frozen=True)
class Answer:
    """What a worker sends back: parts, None where its rules are others; how long it took, in seconds."""

    worker: Worker
    parts: list[Part[Any]] | None
    seconds: float

    @classmethod
    def opened(cls, sealed: bytes) -> Answer:
        """What a worker sent; raises ValueError for anything else. Unpacking runs code of whoever sent it."""
        try:
            answer = pickle.loads(decompress(sealed))
        except Exception as error:  # bytes of somebody else may raise anything
            raise ValueError(str(error)) from error
        if not isinstance(answer, cls):
            raise ValueError(f"it is of type {type(answer).__name__}")
        return answer


class Errand:
    """Bytes that, unpacked, are what `function` returns: so nobody on their way needs to know what is in them.

    The scheduler unpacks what it is sent; it may lack this package, and workers may have another version.
    """

    def __init__(self, function: Callable[..., bytes], *args: Any) -> None:
        self._does = function, args

    def __reduce__(self) -> tuple[Callable[..., bytes], tuple[Any, ...]]:
        return self._does

    def sealed(self) -> bytes:
        """Those bytes, for `pickle.loads`."""
        return pickle.dumps(self)


def packed(experiment: Any, count: Callable[..., Any]) -> bytes:
    """An experiment and how its trials are counted, to travel with every task."""
    import cloudpickle

    return compress(cloudpickle.dumps((experiment, count)))


def run_there(world: str, version: str, wanted_rules: Rules, pack: bytes, task: Task, block: int, whole: bool) -> bytes:
    """On a worker: an Answer with the parts of the task, each block by itself if `whole`."""
    begun = monotonic()
    me = who(world)
    parts = None
    if me.has(version, wanted_rules):
        with ONE_AT_A_TIME:
            experiment, count = _unpacked(pack)
            parts = run_task(experiment, count, task, block, whole=whole, stop=_unwanted)
    return _sealed(Answer(me, parts, monotonic() - begun))


def tell_rules(world: str) -> bytes:
    """On a worker, whatever else it does: an Answer without parts."""
    return _sealed(Answer(who(world), None, 0.0))


def who(world: str) -> Worker:
    """The worker that runs this; outside of tasks it knows no name of its own."""
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
    """The same objects for all tasks of a run, with what they have worked out."""
    return pickle.loads(decompress(pack))


def _sealed(answer: Answer) -> bytes:
    return compress(pickle.dumps(answer))


def _unwanted() -> bool:
    """Whether the task that this thread works on was called off meanwhile; False where nobody can tell."""
    try:
        from distributed import get_worker
        from distributed.worker import thread_state

        task = get_worker().state.tasks.get(thread_state.key)
        return task is None or task.state == "cancelled"
    except (AttributeError, ImportError, KeyError):
        return False
