"""Clusters: the public call, and the connection to a scheduler."""

from __future__ import annotations

import pickle
import socket
import warnings
from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from threading import Thread
from time import monotonic, sleep
from typing import Any, Self
from urllib.parse import urlsplit

from analyzer.errors import AnalyzerError, named_setting
from analyzer.montecarlo.blocks import Counted, Job, Part, Runs, Task
from analyzer.runs.cluster.address import checked_address
from analyzer.runs.cluster.window import Answer, PackedCall, Window, pack_experiment, run_on_worker, tell_rules
from analyzer.runs.identity import Rules, rules
from analyzer.statistics.tally import Columns

ANSWERS = 10.0
"""Seconds within which a scheduler must answer at its address, and within which a lost connection must return."""
GONE = 20.0
"""Seconds without an answer after which the scheduler counts as gone."""
BACK = 30.0
"""Seconds within which the result of a finished task must arrive from its worker."""
UNKNOWN = "Can't get attribute"
"""Beginning of Python's message for a name that is missing from an installed package."""
INSTALL = "pip install 'analyzer[cluster]'"


class Connection:
    """Client of the scheduler at an address.

    Raises:
        AnalyzerError: if no scheduler answers there, or the extra `cluster` is not installed.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            from distributed import Client
        except ImportError:
            raise AnalyzerError(f"scheduler {address}: the extra `cluster` is not installed: {INSTALL}") from None
        _check_listens(address)
        self._client: Any = _in_time(partial(Client, address, timeout=ANSWERS, set_as_default=False), address)

    def is_open(self) -> bool:
        """Return whether the connection can be used."""
        return bool(self._client.status == "running")

    def send(self, errand: bytes, key: str, ended: Callable[[Any], None]) -> Any:
        """Send a packed call to a worker, and return the future of its result.

        Args:
            errand: the packed call; unpacking it calls the function.
            key: name of the task in the cluster.
            ended: called with the future once it has ended, in another thread.
        """
        try:
            future = self._client.submit(pickle.loads, errand, key=key, pure=False)
        except Exception as error:
            if self.is_open():
                raise
            raise self._gone() from error
        future.add_done_callback(ended)
        return future

    def take(self, future: Any) -> bytes | None:
        """Return the result of a future; None if the worker was lost, or if no result arrived within BACK seconds.

        Raises:
            AnalyzerError: if the worker lacks what this run needs.
            Exception: whatever else the worker raised.
        """
        from distributed import CancelledError, KilledWorker

        try:
            back: bytes = future.result(timeout=BACK)
            return back
        except (KilledWorker, CancelledError, TimeoutError, OSError):
            return None
        except (ImportError, AttributeError) as error:
            if isinstance(error, AttributeError) and not str(error).startswith(UNKNOWN):
                raise
            raise AnalyzerError(
                f"scheduler {self.address}: a worker cannot load this run ({error}): install the same version of "
                "analyzer on all workers, and restart them"
            ) from None

    def call_off(self, future: Any) -> None:
        """Cancel a task whose result is no longer needed."""
        future.release()

    def threads(self) -> dict[str, int]:
        """Return the number of threads of each worker, by its address.

        Raises:
            AnalyzerError: if the scheduler is gone.
        """
        begun = monotonic()
        while self._client.status != "closed" and monotonic() - begun < GONE:
            try:
                if self.is_open():
                    return dict(self._client.nthreads(callback_timeout=ANSWERS))
            except (OSError, TimeoutError):
                pass
            sleep(0.05)
        raise self._gone()

    def everywhere(self, errand: bytes) -> dict[str, Any]:
        """Run a packed call on every worker, and return its result, or the error it raised, by the worker's address."""
        return dict(self._client.run(pickle.loads, errand, on_error="return"))

    def close(self) -> None:
        """Close the connection; the cluster goes on."""
        self._client.close(timeout=1)

    def _gone(self) -> AnalyzerError:
        """Return the error for a scheduler that no longer answers."""
        return AnalyzerError(
            f"scheduler {self.address}: the connection was lost: restart it and its workers, then repeat the command; "
            f"what was saved with {named_setting('save')} is not run again"
        )


def _in_time(join: Callable[[], Any], address: str) -> Any:
    """Return the Dask client that `join` makes, or raise AnalyzerError if it takes too long.

    `join` alone would wait for ever for a program that accepts connections and never answers.
    """
    made: list[Any] = []

    def attempt() -> None:
        try:
            made.append(join())
        except Exception as error:
            made.append(error)

    with warnings.catch_warnings():
        # whether versions fit is looked at by each task, and told by name
        warnings.simplefilter("ignore")
        attempting = Thread(target=attempt, daemon=True)
        attempting.start()
        attempting.join(2 * ANSWERS)
    if made and not isinstance(made[0], Exception):
        return made[0]
    reason = str(made[0]).splitlines()[0] if made and str(made[0]) else "no answer"
    raise AnalyzerError(f"scheduler {address}: the program at this address is no Dask scheduler: {reason}")


def _check_listens(address: str) -> None:
    """Raise AnalyzerError at once if nobody listens at the address."""
    place = urlsplit(address)
    try:
        socket.create_connection((place.hostname, place.port), timeout=ANSWERS).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise AnalyzerError(
            f"scheduler {address}: no program answers at this address: {reason}: start a scheduler (dask "
            "scheduler), or check the address"
        ) from None


PATIENCE = 3600.0
"""Default seconds for which a run waits while a cluster has no workers."""


class Cluster:
    """Workers known to a Dask scheduler, to be given as `workers` to any call that runs trials.

    It neither starts nor ends workers. Results are those of a run on this machine, byte for byte.

    Args:
        address: address of the scheduler, e.g. `tcp://host:8786`.
        patience: seconds for which a run waits while there are no workers.

    Raises:
        AnalyzerError: if the address is invalid, no scheduler answers within 10 seconds, or the extra `cluster` is not
            installed.
    """

    def __init__(self, address: str, *, patience: float = PATIENCE) -> None:
        self.address, self.patience = checked_address(address), _seconds(patience)
        self._connection: Connection | None = Connection(self.address)

    def parts(
        self, experiment: Runs, count: Callable[[Columns], Counted], job: Job, says: Callable[[str], None]
    ) -> Generator[Part[Counted], None, None]:
        """Yield the counts of a job in order.

        Args:
            experiment: the experiment to run.
            count: counts the columns of a block.
            job: the trials to run.
            says: called with messages for the user.

        Raises:
            AnalyzerError: if a worker has other rules, the scheduler is gone, or there are no workers for too long.
        """
        connection = self.connected()
        world: str = experiment.WORLD  # type: ignore[attr-defined]
        from analyzer import __version__

        own_rules, pack = rules(world), pack_experiment(experiment, count)

        def pack_task(task: Task) -> bytes:
            return PackedCall(
                run_on_worker, world, __version__, own_rules, pack, task, job.block, job.keep_blocks
            ).pack()

        refuse = partial(_refusal, connection, world, own_rules)
        window = Window(connection, job, pack_task, refuse=refuse, says=says, patience=self.patience)
        yield from window.parts()

    def connected(self) -> Connection:
        """Return the connection, made anew if it was lost."""
        if self._connection is None or not self._connection.is_open():
            self.close()
            self._connection = Connection(self.address)
        return self._connection

    def close(self) -> None:
        """Disconnect from the cluster, which keeps running; the next use connects again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"analyzer.cluster({self.address!r})"


def cluster(address: str, *, patience: float = PATIENCE) -> Cluster:
    """Connect to the workers of a Dask scheduler, to be given as `workers` in place of a number.

    The cluster can be used for any number of runs, and as a context (`with`).

    Args:
        address: address of the scheduler.
        patience: seconds for which a run waits while there are no workers.

    Raises:
        AnalyzerError: if the address is invalid, no scheduler answers within 10 seconds, or the extra `cluster` is not
            installed.

    Example:
        with analyzer.cluster("tcp://host:8786") as workers:
            analyzer.fly([ship], flights=10**9, workers=workers, save="run.save")

    >>> cluster("head:8786")
    Traceback (most recent call last):
    analyzer.errors.AnalyzerError: scheduler 'head:8786': give the address at which it listens, e.g. tcp://host:8786
    """
    return Cluster(address, patience=patience)


def _seconds(patience: object) -> float:
    """Return a time in seconds as a float; AnalyzerError unless it is a number from 0."""
    if isinstance(patience, bool) or not isinstance(patience, int | float) or not patience >= 0:
        raise AnalyzerError(f"patience {patience!r}: give a number of seconds")
    return float(patience)


def _refusal(connection: Connection, world: str, own_rules: Rules, answer: Answer) -> AnalyzerError:
    """Return the error that names every worker whose rules differ from those of this process.

    Args:
        connection: the connection, through which all other workers are asked.
        world: name of the game.
        own_rules: the rules of this process.
        answer: answer of a worker with other rules.
    """
    from analyzer import __version__

    others = {answer.worker.address: answer.worker}
    for address, reply in connection.everywhere(PackedCall(tell_rules, world).pack()).items():
        if (
            isinstance(reply, bytes)
            and (worker := Answer.unpack(reply).worker)
            and not worker.has(__version__, own_rules)
        ):
            others.setdefault(address, replace(worker, name=address, address=address))
    here = f"here is analyzer {__version__}, {own_rules}"
    cure = "install the same version there and restart that worker, or stop it"
    return AnalyzerError([f"{worker.in_words()}, {here}: {cure}" for _, worker in sorted(others.items())])
