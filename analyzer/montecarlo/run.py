"""Running trials block by block, on one or several workers, and adding up what is counted of them; knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, Self, TypeVar

from analyzer.errors import whole
from analyzer.statistics.tally import Columns

BLOCK = 1 << 17
"""Trials that are held in memory at once; larger blocks are hardly faster (measured), smaller ones are slower."""
LOOK = 1 << 14
"""Trials between two looks at what was counted so far, when a run may stop early."""


class Experiment(Protocol):
    """What a world offers: a pure function from a range of trials to columns (subjects, trials) of whole numbers."""

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of trials `first` to `first + trials - 1`."""


class Summand(Protocol):
    """What is counted of a block: it adds up, in any order."""

    def __add__(self, other: Self, /) -> Self: ...


Counted = TypeVar("Counted", bound=Summand)


def run(
    experiment: Experiment,
    trials: int,
    count: Callable[[Columns], Counted],
    *,
    workers: int = 1,
    block: int = BLOCK,
    progress: Callable[[int], None] | None = None,
    until: Callable[[Counted], bool] | None = None,
) -> Counted:
    """What `count` makes of all trials, the same for every number of workers and every block size.

    With `until`, the run ends early once that holds of what was counted so far; it is asked every LOOK trials, whatever
    the number of workers. `progress` is called with the number of trials that were added. Raises AnalyzerError for
    fewer than one trial, worker or trial in a block.
    """
    trials, workers, block = whole(trials, "flights", 1), whole(workers, "workers", 1), whole(block, "block", 1)
    size = min(block, LOOK if until else -(-trials // workers))
    blocks = ((first, min(size, trials - first)) for first in range(0, trials, size))
    total: Counted | None = None
    for done, counted in _done(experiment, count, blocks, workers):
        total = counted if total is None else total + counted
        if progress is not None:
            progress(done)
        if until is not None and until(total):
            break
    assert total is not None
    return total


def _done(
    experiment: Experiment, count: Callable[[Columns], Counted], blocks: Iterable[tuple[int, int]], workers: int
) -> Iterator[tuple[int, Counted]]:
    if workers == 1:
        yield from (_block(experiment, count, first, size) for first, size in blocks)
        return
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=workers, return_as="generator", pre_dispatch="2*n_jobs")
    yield from parallel(delayed(_block)(experiment, count, first, size) for first, size in blocks)


def _block(experiment: Experiment, count: Callable[[Columns], Counted], first: int, size: int) -> tuple[int, Counted]:
    return size, count(experiment.run_block(first, size))
