"""Schedulers and workers as processes of their own: one process imports all they need once, and forks them.

Started anew each would import for a second. It reads lines, `scheduler` or `worker ADDRESS THREADS KIND` (parted by
tabs), and answers each with one of JSON.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from tests.places import ROOT

KINDS = ("same", "other rules", "bare")


class Nursery:
    """The process, and those that it forked; all are killed in the end."""

    def __init__(self) -> None:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tests.cluster.nursery"],
            cwd=ROOT, env=env, text=True, bufsize=1, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip

    def scheduler(self) -> tuple[int, str]:
        """The number of a new process, and the address at which it listens."""
        told = self._ask("scheduler")
        return told["process"], told["address"]

    def workers(self, address: str, number: int, kind: str = "same", threads: int = 1) -> list[int]:
        """The numbers of so many new processes that work for the scheduler."""
        return [self._ask("worker", address, str(threads), kind)["process"] for _ in range(number)]

    def close(self) -> None:
        """End them all."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def _ask(self, *words: str) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(*words, sep="\t", file=self._process.stdin)
        return json.loads(self._process.stdout.readline())


def kill(*processes: int) -> None:
    """At once, as a power cut would."""
    for process in processes:
        os.kill(process, signal.SIGKILL)


# What follows runs in the process


async def _scheduler(tell: Callable[[str], None]) -> None:
    from distributed import Scheduler

    async with Scheduler(host="127.0.0.1", port=0, dashboard=False, dashboard_address=None) as one:
        tell(one.address)
        await one.finished()


async def _worker(tell: Callable[[str], None], address: str, threads: str, kind: str) -> None:
    from distributed import Worker

    {"same": lambda: None, "other rules": _other_rules, "bare": _bare}[kind]()
    where = {"host": "127.0.0.1", "dashboard": False, "dashboard_address": None}
    async with Worker(address, nthreads=int(threads), name=f"{kind} {os.getpid()}", **where) as one:
        tell(one.address)
        await one.finished()


def _other_rules() -> None:
    """Run by tables with another figure."""
    from tests.doors.runs import window as errand

    real = errand.rules
    errand.rules = lambda game: real(game)._replace(tables="0123456789abcdef")


def _bare() -> None:
    """Nothing of the product is installed."""
    for name in [name for name in sys.modules if name.split(".")[0] == "analyzer"]:
        sys.modules[name] = None  # type: ignore[assignment]


def _forked(what: Callable[..., Awaitable[None]], *args: str) -> dict[str, Any]:
    """A process that runs that, once it has told its address."""
    reads, writes = os.pipe()
    process = os.fork()
    if not process:
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        try:
            asyncio.run(what(lambda address: os.close((os.write(writes, address.encode()), writes)[1]), *args))
        finally:
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as told:
        return {"process": process, "address": told.read()}


def main() -> None:
    """Fork what is asked for."""
    import distributed  # noqa: F401

    import analyzer
    from tests.doors.runs import rules

    for world in ("trucker", "starship"):
        rules(world)
    mile = analyzer.load_ship(ROOT / "ships/2007/I/first-mile.yaml")
    analyzer.fly([mile], flights=1000, rivals="alone")  # whose wrecks all know then
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        kind, *args = line.rstrip("\n").split("\t")
        what: Callable[..., Awaitable[None]] = _scheduler if kind == "scheduler" else _worker
        print(json.dumps(_forked(what, *args)), flush=True)
    os.killpg(0, signal.SIGKILL)  # whoever asked is gone, and leaves nobody behind


if __name__ == "__main__":
    main()
