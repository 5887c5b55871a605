"""The workers of a Dask cluster in place of processes of this machine: `workers=analyzer.cluster("tcp://host:8786")`."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from typing import Self

from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import Counted, Job, Part, Runs, Task
from analyzer.runs.cluster.address import checked_address
from analyzer.runs.cluster.connection import Connection
from analyzer.runs.cluster.errand import Answer, Errand, packed, run_there, tell_rules
from analyzer.runs.cluster.window import Window
from analyzer.runs.identity import Rules, rules
from analyzer.statistics.tally import Columns

PATIENCE = 3600.0
"""Seconds for which a run waits for workers where there are none, if nothing else is said."""


class Cluster:
    """Workers that a scheduler knows; give it as `workers` to whatever runs something.

    It starts and ends none of them. Results are those of a run on this machine, byte for byte. Raises AnalyzerError for
    what is no address, where no scheduler answers within seconds, and where the extra `cluster` is not installed.
    """

    def __init__(self, address: str, *, patience: float = PATIENCE) -> None:
        self.address, self.patience = checked_address(address), _seconds(patience)
        self._connection: Connection | None = Connection(self.address)

    def parts(
        self, experiment: Runs, count: Callable[[Columns], Counted], job: Job, says: Callable[[str], None]
    ) -> Generator[Part[Counted], None, None]:
        """What is counted of a job, in order.

        Raises AnalyzerError where a worker goes by other rules, the scheduler is gone or no worker comes for long.
        """
        connection = self.connected()
        world: str = experiment.WORLD  # type: ignore[attr-defined]
        from analyzer import __version__

        own_rules, pack = rules(world), packed(experiment, count)

        def seal(task: Task) -> bytes:
            return Errand(run_there, world, __version__, own_rules, pack, task, job.block, job.whole).sealed()

        refuse = partial(_refusal, connection, world, own_rules)
        window = Window(connection, job, seal, refuse=refuse, says=says, patience=self.patience)
        yield from window.parts()

    def connected(self) -> Connection:
        """The connection, made anew if it was lost since it was last used."""
        if self._connection is None or not self._connection.is_open():
            self.close()
            self._connection = Connection(self.address)
        return self._connection

    def close(self) -> None:
        """Leave the cluster; it goes on without us. Used again, it is joined again."""
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
    """The workers of the Dask scheduler at `address`, to be given as `workers`, where otherwise a number stands.

    patience: for how many seconds a run waits where no worker is left. It can be used for any number of runs, and as a
    context (`with`). Raises AnalyzerError for what is no address, where no scheduler answers within seconds, and where
    the extra `cluster` is not installed.

        with analyzer.cluster("tcp://host:8786") as workers:
            analyzer.fly([ship], flights=10**9, workers=workers, save="run.save")

    >>> cluster("head:8786")
    Traceback (most recent call last):
    analyzer.errors.AnalyzerError: scheduler 'head:8786': give the address at which it listens, e.g. tcp://host:8786
    """
    return Cluster(address, patience=patience)


def _seconds(patience: object) -> float:
    if isinstance(patience, bool) or not isinstance(patience, int | float) or not patience >= 0:
        raise AnalyzerError(f"patience {patience!r}: give a number of seconds")
    return float(patience)


def _refusal(connection: Connection, world: str, own_rules: Rules, answer: Answer) -> AnalyzerError:
    """The error that names every worker there that has other rules; one has answered so."""
    from analyzer import __version__

    others = {answer.worker.address: answer.worker}
    for address, reply in connection.everywhere(Errand(tell_rules, world).sealed()).items():
        if (
            isinstance(reply, bytes)
            and (worker := Answer.opened(reply).worker)
            and not worker.has(__version__, own_rules)
        ):
            others.setdefault(address, replace(worker, name=address, address=address))
    here = f"here is analyzer {__version__}, {own_rules}"
    cure = "install the same version there and start it anew, or end it"
    return AnalyzerError([f"{worker.in_words()}, {here}: {cure}" for _, worker in sorted(others.items())])
